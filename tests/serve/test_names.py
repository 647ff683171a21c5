"""Names are joined and parted on a page by a short write: not by pages elsewhere, nor while somebody has the file."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from time import sleep

import pytest

from histparse import Store, StoreError
from histparse.serve import source as source_module
from histparse.serve.app import Site
from tests.serve.client import Client, Page, plain_text

PAGE = "/names"
HOLD = """
import sys
from histparse import Store
with Store(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""
"""An import that has the file until its input ends."""


@pytest.fixture
def site(database_copy: Path) -> Iterator[Site]:
    with Site(str(database_copy)) as site:
        yield site


@pytest.fixture
def pages(site: Site) -> Iterator[Client]:
    client = Client(site.build_application())
    yield client
    client.close()


def joined(site: Site) -> list[tuple[str, ...]]:
    """The accounts that are joined, by alias, as another process reads them."""
    site.source.close()
    with Store(site.source.path, read_only=True) as store:
        return store.aliases().rows()


def test_names_are_joined_and_parted(pages: Client, site: Site) -> None:
    assert "<p>No accounts are merged.</p>" in pages.text(PAGE)
    assert "Kat & Lena" not in pages.text("/players")
    answer = pages.submit(PAGE, alias=" Kat & Lena ", players="pokerstars:Katja72\r\n\r\n LimpLena ")
    assert (answer.status, answer.headers["location"]) == (303, PAGE)
    shown = pages.text(PAGE)
    assert "pokerstars:Katja72" in shown
    assert "Kat &amp; Lena" in shown
    players = Page(pages.text("/players")).text
    assert "Kat & Lena" in players
    assert "LimpLena" not in players
    assert joined(site) == [("Kat & Lena", "pokerstars", "Katja72"), ("Kat & Lena", "pokerstars", "LimpLena")]
    assert pages.submit(PAGE, alias="Kat & Lena", do="part").status == 303
    assert "<p>No accounts are merged.</p>" in pages.text(PAGE)
    assert "LimpLena" in Page(pages.text("/players")).text


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"alias": "A", "players": "Katja7"}, "did you mean <q>Katja72</q>"),
        ({"alias": "A", "players": " \n "}, "Name the accounts to merge, one a line, as pokerstars:Ann"),
        ({"alias": "'; DROP TABLE aliases; --", "do": "part"}, "nobody has the alias"),
        ({"alias": "A", "players": "Katja72\n'; DROP TABLE hands; --"}, "DROP TABLE hands"),
    ],
)
def test_what_cannot_be_joined_is_one_sentence_and_changes_nothing(
    pages: Client, site: Site, fields: dict[str, str], sentence: str
) -> None:
    answer = pages.submit(PAGE, **fields)
    assert answer.status == 400
    assert sentence.casefold() in answer.text.casefold()
    assert joined(site) == []


@pytest.mark.nightly
def test_hostile_aliases_are_inert(pages: Client) -> None:
    hostile = '"><script>hacked=1</script>\u202e{{7*7}}'
    assert pages.submit(PAGE, alias=hostile, players="Katja72").status == 303
    for path in (PAGE, "/players", "/"):
        text = pages.text(path)
        assert "<script>" not in text
        assert "\u202e" not in text
        assert "hacked=1" in Page(text).text


@pytest.mark.nightly(2)
@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"origin": ""}, {"sec-fetch-site": "cross-site"}], ids=str
)
def test_pages_elsewhere_join_nobody(pages: Client, site: Site, headers: dict[str, str]) -> None:
    assert pages.post(PAGE, headers, token=pages.token(PAGE), alias="A", players="Katja72").status == 403
    assert pages.post(PAGE, alias="A", players="Katja72").status == 403
    assert joined(site) == []


@pytest.mark.nightly
def test_while_an_import_has_the_file_the_page_says_so(pages: Client, site: Site, database_copy: Path) -> None:
    token = pages.token(PAGE)
    site.source.close()
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(database_copy)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        answer = pages.post(PAGE, token=token, alias="A", players="Katja72")
        process.communicate("")
    assert answer.status == 503
    assert re.search(r"copy\.duckdb: .*(?:in use|used by|another)", plain_text(answer.text))
    assert joined(site) == []
    assert pages.post(PAGE, token=token, alias="A", players="Katja72").status == 303


def test_a_change_waits_for_pages_that_are_counted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    is_reading, answers = Event(), []

    def read() -> None:
        with site.source.lend_shared_store() as store:
            is_reading.set()
            sleep(0.3)
            answers.append(store.has_hero())

    reader = Thread(target=read)
    reader.start()
    is_reading.wait()
    with site.source.open_for_writing() as store:
        assert answers == [True]
        store.join("A", ["Katja72"])
    reader.join()
    monkeypatch.setattr(source_module, "PATIENCE", 0.05)
    with (
        site.source.lend_shared_store(),
        pytest.raises(StoreError, match="while other pages are being counted"),
        site.source.open_for_writing(),
    ):
        pass
    assert joined(site) == [("A", "pokerstars", "Katja72")]


def test_a_file_that_is_gone_is_not_made_anew(pages: Client, site: Site, database_copy: Path) -> None:
    token = pages.token(PAGE)
    site.source.close()
    database_copy.unlink()
    assert pages.post(PAGE, token=token, alias="A", players="Katja72").status == 503
    assert not database_copy.exists()
