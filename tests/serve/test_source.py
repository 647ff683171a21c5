"""The database is open only while pages are counted, so an import may go on; then pages show what it brought."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from histparse.serve.app import Site
from histparse.serve.source import Source
from tests.samples import FOLDER
from tests.serve.client import Client


def import_in_another_process(database_path: Path) -> None:
    sample = FOLDER / "pokerstars" / "session_zoom.txt"
    command = [sys.executable, "-m", "histparse", "import", str(sample), "--db", str(database_path), "-q"]
    subprocess.run(command, capture_output=True, check=True)


@pytest.mark.nightly
def test_an_import_goes_on_between_pages_and_is_seen(database_copy: Path) -> None:
    with Site(str(database_copy)) as site:
        client = Client(site.build_application())
        hands = int(client.row_count("/hands"))
        site.source.close()
        import_in_another_process(database_copy)
        assert int(client.row_count("/hands")) > hands + 30
        client.close()


@pytest.mark.nightly
def test_what_was_counted_is_kept_until_the_database_changes(database_copy: Path) -> None:
    source, counts = Source(str(database_copy)), []

    def count() -> None:
        with source.lend_shared_store() as store:
            source.compute_cached(store, "name", lambda _: counts.append(1))

    count()
    count()
    assert counts == [1]
    source.close()
    import_in_another_process(database_copy)
    count()
    assert counts == [1, 1]
    source.close()


def test_a_reader_is_not_cut_off(database_copy: Path) -> None:
    source = Source(str(database_copy))
    with source.lend_shared_store() as store:
        source.close()
        assert len(store.hands().collect()) > 200
    source.close()
