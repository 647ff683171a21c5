"""The map of styles: each dot's rates are those of `stats`, places follow them, and few players make none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote_plus

import pytest

from histparse import Filters, Store
from histparse.cli import app
from histparse.serve.opponents import FEWEST, HEIGHT, WIDTH, Point, style_map
from histparse.simulate import Settings, deal_hands
from tests.dealer.writing import write
from tests.serve.client import visiting

HANDS = 250
BY_PLAYER = Filters(by="player")


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("styles")
    text = "".join(map(write, deal_hands(Settings(hands=HANDS, seed=5, players=(4, 4)))))
    (folder / "dealt.txt").write_text(text, encoding="utf-8")
    assert app.run_command_line(["import", str(folder / "dealt.txt"), "--db", str(folder / "a.duckdb"), "-q"]) == 0
    return folder / "a.duckdb"


@pytest.fixture
def store(dealt: Path) -> Iterator[Store]:
    with Store(dealt) as store:
        yield store


@pytest.mark.nightly
def test_a_dot_stands_where_the_rates_of_the_player_are(store: Store) -> None:
    found = style_map(store, BY_PLAYER)
    assert found is not None
    assert len(found.points) >= 3
    rates: dict[Point, tuple[float, float]] = {}
    for point in found.points:
        (vpip,) = store.statistic("vpip", point.player).to_dicts()
        pats = store.statistic("pat_rate", point.player)
        assert vpip["chances"] >= FEWEST
        stood, draws = sum(pats["done"].to_list()), sum(pats["chances"].to_list())
        pat = stood / draws
        assert f"plays {100 * vpip['rate']:.1f} % ({vpip['done']}/{vpip['chances']})" in point.in_words
        assert f"stands pat {100 * pat:.1f} % ({stood}/{draws})" in point.in_words
        rates[point] = vpip["rate"], pat
    assert sorted(found.points, key=lambda one: one.x) == sorted(found.points, key=lambda one: rates[one][0])
    assert sorted(found.points, key=lambda one: -one.y) == sorted(found.points, key=lambda one: rates[one][1])
    assert all(0 < one.x < WIDTH and 0 < one.y < HEIGHT for one in found.points)


@pytest.mark.nightly
def test_too_few_hands_make_no_map(store: Store) -> None:
    assert style_map(store, Filters(by="player", position="BB")) is None


def test_a_dot_leads_to_the_notes(dealt: Path) -> None:
    with Store(dealt) as store:
        found = style_map(store, BY_PLAYER)
    assert found is not None
    with visiting(dealt) as client:
        page = client.get("/players").text
    assert page.count('class="chart-mark') == len(found.points)
    for number, point in enumerate(found.points):
        marked, stop = " hero" if point.player == "Hero" else "", -1 if number else 0
        to = f"/notes?player={quote_plus(point.player)}"
        assert f'<a class="chart-mark{marked}" href="{to}" tabindex="{stop}">' in page
