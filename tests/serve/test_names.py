"""Names are joined and parted on a page by a short write: not by pages elsewhere, nor while somebody has the file."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from histparse import Store, StoreError
from histparse.serve import source as source_module
from histparse.serve.app import Site
from tests.serve.client import Client, Page

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
def site(own: Path) -> Iterator[Site]:
    with Site(str(own)) as site:
        yield site


@pytest.fixture
def pages(site: Site) -> Iterator[Client]:
    client = Client(site.build_application())
    yield client
    client.close()


def joined(own: Path) -> list[tuple[str, ...]]:
    with Store(own, read_only=True) as store:
        return store.aliases().rows()


def test_names_are_joined_and_parted(pages: Client, site: Site, own: Path) -> None:
    assert "<p>No accounts are merged.</p>" in pages.get(PAGE).text
    before = pages.get("/players").text
    token = pages.token(PAGE)
    answer = pages.post(PAGE, token=token, alias=" Kat & Lena ", players="pokerstars:Katja72\r\n\r\n LimpLena ")
    assert (answer.status, answer.headers["location"]) == (303, PAGE)
    shown = pages.get(PAGE).text
    assert "pokerstars:Katja72" in shown
    assert "Kat &amp; Lena" in shown
    players = Page(pages.get("/players").text).text
    assert "Kat & Lena" in players
    assert "Kat & Lena" not in before
    assert "LimpLena" not in players
    site.source.close()
    assert joined(own) == [("Kat & Lena", "pokerstars", "Katja72"), ("Kat & Lena", "pokerstars", "LimpLena")]
    assert pages.post(PAGE, token=token, alias="Kat & Lena", do="part").status == 303
    assert "<p>No accounts are merged.</p>" in pages.get(PAGE).text
    assert "LimpLena" in Page(pages.get("/players").text).text


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("said", "status", "sentence"),
    [
        ({"alias": "A", "players": "Katja7"}, 400, "did you mean <q>Katja72</q>"),
        ({"alias": "A", "players": " \n "}, 400, "Name the accounts to merge, one a line, as pokerstars:Ann"),
        ({"alias": "'; DROP TABLE aliases; --", "do": "part"}, 400, "nobody has the alias"),
        ({"alias": "A", "players": "Katja72\n'; DROP TABLE hands; --"}, 400, "DROP TABLE hands"),
    ],
)
def test_what_cannot_be_joined_is_one_sentence_and_changes_nothing(
    pages: Client, site: Site, own: Path, said: dict[str, str], status: int, sentence: str
) -> None:
    answer = pages.post(PAGE, None, token=pages.token(PAGE), **said)
    assert answer.status == status
    assert sentence.casefold() in answer.text.casefold()
    site.source.close()
    assert joined(own) == []


@pytest.mark.nightly
def test_hostile_aliases_are_inert(pages: Client) -> None:
    hostile = '"><script>hacked=1</script>\u202e{{7*7}}'
    assert pages.post(PAGE, token=pages.token(PAGE), alias=hostile, players="Katja72").status == 303
    for path in (PAGE, "/players", "/"):
        text = pages.get(path).text
        assert "<script>" not in text
        assert "\u202e" not in text
        assert "hacked=1" in Page(text).text


@pytest.mark.nightly(2)
@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"origin": ""}, {"sec-fetch-site": "cross-site"}], ids=str
)
def test_pages_elsewhere_join_nobody(pages: Client, site: Site, own: Path, headers: dict[str, str]) -> None:
    assert pages.post(PAGE, headers, token=pages.token(PAGE), alias="A", players="Katja72").status == 403
    assert pages.post(PAGE, alias="A", players="Katja72").status == 403
    site.source.close()
    assert joined(own) == []


@pytest.mark.nightly
def test_while_an_import_has_the_file_the_page_says_so(pages: Client, site: Site, own: Path) -> None:
    token = pages.token(PAGE)
    site.source.close()
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(own)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        answer = pages.post(PAGE, token=token, alias="A", players="Katja72")
        process.communicate("")
    assert answer.status == 503
    said = " ".join(Page(answer.text).text.split())
    assert re.search(r"own\.duckdb: .*(?:in use|used by|another)", said), said
    assert joined(own) == []
    assert pages.post(PAGE, token=token, alias="A", players="Katja72").status == 303


def test_a_change_waits_for_pages_that_are_counted(site: Site, own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, done = [], []

    def read() -> None:
        with site.source.lend_shared_store() as store:
            begun.append(store)
            sleep(0.3)
            done.append(store.has_hero())

    reader = Thread(target=read)
    reader.start()
    while not begun:
        sleep(0.01)
    with site.source.open_for_writing() as store:
        assert done == [True]
        store.join("A", ["Katja72"])
    reader.join()
    monkeypatch.setattr(source_module, "PATIENCE", 0.05)
    with (
        site.source.lend_shared_store(),
        pytest.raises(StoreError, match="while other pages are being counted"),
        site.source.open_for_writing(),
    ):
        pass
    site.source.close()
    assert joined(own) == [("A", "pokerstars", "Katja72")]


def test_a_file_that_is_gone_is_not_made_anew(pages: Client, site: Site, own: Path) -> None:
    token = pages.token(PAGE)
    site.source.close()
    own.unlink()
    assert pages.post(PAGE, token=token, alias="A", players="Katja72").status == 503
    assert not own.exists()
