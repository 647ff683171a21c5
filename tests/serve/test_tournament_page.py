"""The page of tournaments: totals, and below them each one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.samples import FOLDER
from tests.serve.client import Client, plain_text, visiting
from tests.serve.databases import import_into


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A database of a session and of summaries."""
    folder, file = FOLDER / "pokerstars", tmp_path_factory.mktemp("tournaments") / "a.duckdb"
    with visiting(import_into(file, folder / "session_tournament.txt", *folder.glob("summary_*"))) as client:
        yield client


@pytest.mark.nightly
def test_tournaments_are_listed_below_their_totals(client: Client) -> None:
    """A filter about hands, which the menu of a report passes on, does not keep anybody from the page."""
    page = client.get("/tournaments", by="stakes", players="6", player="Katja72")
    assert page.status == 200
    shown = plain_text(page.text)
    assert "USD 10+1 USD 3 2 $22 $39 +$17 2 +77.3%" in shown
    assert "2013-03-16 18:00 USD 10+1 2-7 Triple Draw" in shown  # its site and player are in the heading
    assert "2013-03-16 18:00 pokerstars Katja72" in re.sub(r"(\s*<[^>]+>\s*)+", " ", client.text("/tournaments"))
    assert client.get("/tournaments", by="position").status == 400
    assert "has none: these are" in client.text("/tournaments", player="Bodo Pat")


@pytest.mark.nightly
def test_its_filters_are_chips_and_those_of_hands_are_passed_on(client: Client) -> None:
    text = client.text("/tournaments", players="6", site="pokerstars")
    assert re.findall(r"<summary>([^<:]+)", text) == ["When", "More"]
    assert '<input type="hidden" name="players" value="6">' in text
    assert re.findall(r'class="passing">([^<]*)', text) == ["6 tournaments"]
    assert '<p class="passing">0 tournaments</p>' in client.text("/tournaments", to="2000-01-01")


@pytest.mark.nightly
def test_a_report_has_the_tournaments_of_its_player(client: Client) -> None:
    shown = plain_text(client.text("/report", player="Katja72"))
    assert "The return is what came back, divided by what was paid, less 1" in shown
    assert "+48.3%" in shown
    if os.environ.get("HISTPARSE_SOAK"):
        assert "The return is what came back" not in client.text("/report", player="Katja72", players="6")


def test_a_tournament_of_unsaid_currency_is_a_row(tmp_path: Path) -> None:
    """No summary of it is there, and its hands do not say what it cost."""
    with visiting(import_into(tmp_path / "a.duckdb", FOLDER / "merge" / "session_tournament_2011.xml")) as client:
        page = client.get("/tournaments")
        assert page.status == 200
        assert "merge" in page.text
