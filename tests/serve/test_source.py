"""The database is open only while pages are counted, so an import may go on; then pages show what it brought."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from histparse.serve.app import Site
from histparse.serve.source import Source
from tests.samples import FOLDER
from tests.serve.client import Client


@pytest.fixture
def own(db: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(db, tmp_path / "own.duckdb"))


def imported(db: Path, file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "histparse", "import", str(file), "--db", str(db), "-q"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def rows(client: Client) -> int:
    found = re.search(r'id="rows">([\d,]+)<', client.get("/hands").text)
    return int(found[1].replace(",", "")) if found else 0


@pytest.mark.nightly
def test_an_import_goes_on_between_pages_and_is_seen(own: Path) -> None:
    with Site(str(own)) as site:
        client = Client(site.build_application())
        before = rows(client)
        site.source.close()
        assert imported(own, FOLDER / "pokerstars" / "session_zoom.txt").returncode == 0
        assert rows(client) > before + 30
        client.close()


@pytest.mark.nightly
def test_what_was_counted_is_kept_until_the_database_changes(own: Path) -> None:
    source, counts = Source(str(own)), []
    for _ in range(2):
        with source.lend_shared_store() as store:
            source.compute_cached(store, "one", lambda _: counts.append(1))
    assert counts == [1]
    source.close()
    assert imported(own, FOLDER / "pokerstars" / "session_zoom.txt").returncode == 0
    with source.lend_shared_store() as store:
        source.compute_cached(store, "one", lambda _: counts.append(1))
    assert counts == [1, 1]
    source.close()


def test_a_reader_is_not_cut_off(own: Path) -> None:
    source = Source(str(own))
    with source.lend_shared_store() as store:
        source.close()
        assert len(store.hands().collect()) > 200
    source.close()
