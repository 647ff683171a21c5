"""The player's report: what it shows on terminals of any width, in pictures and as data - and names stay names."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import polars as pl
import pytest
from rich.console import Console

from histparse.dealer import Settings, Stakes, deal_hands
from histparse.flow import Case
from histparse.house import house
from histparse.reader import HandText
from histparse.replay.engine import judge
from histparse.report import Report, draw_charts, gather, show
from histparse.report.rates import Share, rates
from histparse.stats import StatisticsError, catalogue
from histparse.store import Database, Importer
from tests.store.filling import BY_HAND, fill

HOSTILE = "_[bold]x[/] $\\alpha$ \x1b[31mred\u202e <script>'; DROP TABLE hands; --"


def reported(hero: str) -> Report:
    """The report of a hero of 100 hands, in dollars at two stakes and in play money."""
    dealt = [
        *deal_hands(Settings(hands=60, seed=3, hero=hero, stakes=(Stakes(10, 20, 5),))),
        *deal_hands(Settings(hands=20, seed=5, hero=hero, stakes=(Stakes(100, 200, 50),))),
        *deal_hands(Settings(hands=20, seed=8, hero=hero, currency="play")),
    ]
    with Database(":memory:") as database:
        with Importer(database) as importer:
            for number, hand in enumerate(dealt):  # judged as dealt: no site would write such a name
                judged = judge(hand, house("pokerstars"), importer.watch)
                importer.add(Case(judged.findings, HandText("dealt", 1, str(number), "pokerstars"), hand, judged.table))
        return gather(database)


@pytest.fixture(scope="module")
def report() -> Report:
    return reported("Hero")


@pytest.fixture(scope="module")
def hostile() -> Report:
    return reported(HOSTILE)


def printed(report: Report, width: int) -> str:
    screen = StringIO()
    show(report, Console(file=screen, width=width, force_terminal=True, color_system="truecolor"))
    return screen.getvalue()


def plain(report: Report, width: int) -> str:
    screen = StringIO()
    show(report, Console(file=screen, width=width, color_system=None))
    return screen.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_the_report_fits_the_terminal(report: Report, width: int) -> None:
    lines = plain(report, width).splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in "".join(lines)


def test_every_rate_stands_with_its_figures_beside_the_pool(report: Report) -> None:
    lines = plain(report, 80).splitlines()
    (vpip,) = rates(report.figures["vpip"])
    (line,) = [line.split() for line in lines if line.startswith(" VPIP")]
    assert f"{100 * vpip.own.rate:.1f}" == line[1]  # type: ignore[operator] # the hero had chances
    assert f"{vpip.own.done}/{vpip.own.chances}" in line
    assert f"{vpip.pool.done}/{vpip.pool.chances}" in line


def test_few_chances_are_marked(report: Report) -> None:
    assert Share(1, 29, 1 / 29, 0.0, 0.1).is_small
    assert not Share(1, 30, 1 / 30, 0.0, 0.1).is_small
    assert "°" in plain(report, 80).partition("Results in play money")[2].splitlines()[4]


def test_currencies_have_tables_of_their_own(report: Report) -> None:
    text = plain(report, 80)
    dollars, play = text.partition("Results in play money")[::2]
    assert "$0.10/$0.20" in dollars
    assert "all stakes" in dollars
    assert "$" not in play


def test_nothing_is_no_zero(report: Report) -> None:
    """A player who never came to a draw has no rate there."""
    shares = rates(msgspec.structs.replace(report.figures["pat_rate"], own=pl.DataFrame()))
    assert [share.own for share in shares] == [Share()] * 3


def test_a_hostile_name_is_only_text_on_a_terminal(hostile: Report) -> None:
    text = printed(hostile, 120)
    assert "\x1b[31mred" not in text
    assert "\u202e" not in text
    assert "_[bold]x[/] $\\alpha$ \\x1b[31mred\\u202e" in plain(hostile, 120)


@pytest.mark.parametrize("whose", ["report", "hostile"])
def test_charts_are_pictures(whose: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    files = draw_charts(request.getfixturevalue(whose), tmp_path / "charts")
    names = {"cumulative_net", "draw_frequencies", "pat_rates"}
    assert {file.stem for file in files} == names
    for file in files:
        if file.suffix == ".png":
            assert file.read_bytes().startswith(b"\x89PNG")
        else:
            ElementTree.parse(file)  # noqa: S314 - written by us a moment ago


def test_charts_are_the_same_each_time(report: Report, tmp_path: Path) -> None:
    once, again = draw_charts(report, tmp_path / "a"), draw_charts(report, tmp_path / "b")
    assert [file.read_bytes() for file in once] == [file.read_bytes() for file in again]


def test_what_never_happened_is_not_drawn(report: Report, tmp_path: Path) -> None:
    empty = {
        name: msgspec.structs.replace(figures, own=figures.own.clear()) for name, figures in report.figures.items()
    }
    assert draw_charts(msgspec.structs.replace(report, figures=empty), tmp_path) == []


def test_the_report_as_data(report: Report) -> None:
    told = json.loads(msgspec.json.encode(report.as_dict()))
    assert told["player"] == "Hero"
    assert told["statistics"].keys() == catalogue().keys()
    pat = told["statistics"]["pat_rate"]
    assert [row["draw"] for row in pat["own"]] == [1, 2, 3]
    assert pat["own"][0].keys() == {"draw", "done", "chances", "rate", "low", "high"}
    assert {row["currency"] for row in told["statistics"]["net"]["own"]} == {"USD", "play"}


def test_an_unknown_player_is_refused() -> None:
    with Database(":memory:") as database:
        fill(database, [BY_HAND / "by_hand_heads_up_snow.txt"])
        assert gather(database).player == "Katja72"
        with pytest.raises(StatisticsError, match="did you mean `Katja72`"):
            gather(database, "katja")
