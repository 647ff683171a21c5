"""Against whom somebody wins and loses: each row is that of `stats`, and leads to its hands and to the opponent."""

from __future__ import annotations

import re
from html import escape, unescape
from urllib.parse import parse_qs, urlsplit

import polars as pl
import pytest

from histparse import stats
from histparse.serve.opponents import FEWEST, IS_PROVEN, compare_opponents_with_mean
from histparse.serve.pages.opponents import OPPONENT_ROWS
from histparse.stats import Filters
from histparse.stats.words import percent, signed_number
from histparse.store import Database
from tests.conftest import NIGHTLY
from tests.serve.client import Client, Page
from tests.serve.test_won_from import recounted

HERO = "Katja72"
CELL = re.compile(r'data-heading="([^"]+)">(.*?)</td>', re.S)


def rows(text: str) -> list[dict[str, str]]:
    """The cells of each row by heading, as they are in the page."""
    return [dict(CELL.findall(row)) for row in text.partition("<tbody>")[2].split("</tr>")[:-1]]


def text_of(cell: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", cell)).split())


def test_each_opponent_has_what_stats_counts(client: Client, database: Database) -> None:
    shown = {text_of(row["opponent"]): row for row in rows(client.get("/opponents", sort="hands").text)}
    together, alone = (
        stats.run_statistic(database, "bb100", HERO, filters=Filters(by=by)) for by in ("opponent", "rival")
    )
    styles = {
        row["player"]: row for row in stats.run_statistic(database, "vpip", filters=Filters(by="player")).to_dicts()
    }
    pots = {row["rival"]: row for row in alone.to_dicts() if row["low_stake"] is None}
    assert len({row["currency"] for row in together.to_dicts()}) == 1
    assert len(shown) > 5
    for row in (row for row in together.to_dicts() if row["low_stake"] is None):
        cells = {name: text_of(cell) for name, cell in shown[row["opponent"]].items()}
        assert cells["hands together"] == str(row["hands"])
        assert cells["net (BB)"] == signed_number(row["bb100"] * row["hands"] / 100)
        assert cells["BB/100"] == signed_number(row["bb100"])
        assert cells["heads-up pots"] == str(pots.get(row["opponent"], {"hands": 0})["hands"])
        assert cells["plays (VPIP)"].startswith(percent(styles[row["opponent"]]["rate"]))


def test_who_played_most_hands_comes_first_and_any_column_sorts(client: Client) -> None:
    def figures(column: str, **said: str) -> list[float]:
        cells = (text_of(row[column]) for row in rows(client.get("/opponents", **said).text))
        return [float(cell.replace(",", "").split()[0]) for cell in cells if cell[-1].isalnum()]

    hands = figures("hands together")
    assert hands == sorted(hands, reverse=True)
    won = figures("won from them", sort="won_from", up="yes")
    assert won == sorted(won)
    assert won[0] < won[-1]
    net = figures("net (BB)", sort="big_bets", up="yes")
    assert net == sorted(net)
    assert net[0] < net[-1]
    for column, sort in (
        ("won from them", "won_from"),
        ("hands together", "hands"),
        ("heads-up pots", "pots"),
        ("BB/100", "bb100"),
    ):
        assert figures(column, sort=sort) == sorted(figures(column, sort=sort), reverse=True)


def opponents_with(results: list[float]) -> pl.DataFrame:
    """Opponents with 400 hands together each, with these results per 100 and an error of ten."""
    rows = [
        {
            "opponent": f"P{number}",
            "hands": 4 * FEWEST,
            "bb100": result,
            "big_bets": 4 * result,
            "error": 10.0,
            "low_end": result - 19.7,
            "high_end": result + 19.7,
        }
        for number, result in enumerate(results)
    ]
    return pl.DataFrame(rows)


def test_only_who_differs_beyond_chance_is_marked() -> None:
    """Of a hundred, one far off counts; five at the edge are what chance gives."""
    quiet = [1.0, -1.0] * 47
    by_chance = [21.0, -21.0, 22.0, -22.0, 20.5, -20.5]
    comparison, marked = compare_opponents_with_mean(opponents_with([*quiet, *by_chance]))
    assert (comparison.judged, comparison.beyond, comparison.proven) == (100, 6, 0)
    assert not marked[IS_PROVEN].any()
    comparison, marked = compare_opponents_with_mean(opponents_with([*quiet, *by_chance[:-1], -60.0]))
    assert (comparison.beyond, comparison.proven) == (6, 1)
    assert marked.filter(IS_PROVEN)["opponent"].to_list() == ["P99"]
    few = opponents_with([*quiet, -60.0]).with_columns(hands=pl.lit(FEWEST - 1))
    assert compare_opponents_with_mean(few)[0].judged == 0


def test_a_page_of_the_list_is_short_and_the_rest_behind(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    every = [text_of(row["opponent"]) for row in rows(client.get("/opponents").text)]
    assert OPPONENT_ROWS == 20
    monkeypatch.setattr("histparse.serve.pages.opponents.OPPONENT_ROWS", 5)
    first, second = (client.get("/opponents", page=page).text for page in (1, 2))
    assert f"1 to 5 of {len(every)}" in first
    assert [text_of(row["opponent"]) for page in (first, second) for row in rows(page)] == every[:10]


def test_a_row_leads_to_its_hands_and_to_the_opponent(client: Client) -> None:
    for row in rows(client.get("/opponents", players="6", sort="hands").text)[: 3 if NIGHTLY else 1]:
        (card,), (hands,) = (re.findall('href="([^"]+)"', row[name]) for name in ("opponent", "hands together"))
        name, number = text_of(row["opponent"]), text_of(row["hands together"])
        assert f'id="rows">{number}<' in client.get(unescape(hands)).text
        assert parse_qs(urlsplit(unescape(card)).query)["player"] == [name]
        assert unescape(card).startswith("/notes?")
        assert client.get(unescape(card)).status == 200


@pytest.mark.nightly(1)
@pytest.mark.parametrize("path", ["/opponents?", "/ask?stat=wtsd&by=opponent&", "/ask?stat=bb100&by=opponent&"])
def test_opponents_with_few_hands_together_are_left_out(client: Client, database: Database, path: str) -> None:
    hands = {
        row["opponent"]: row["hands"]
        for row in stats.run_statistic(database, "bb100", HERO, filters=Filters(by="opponent")).to_dicts()
        if row["low_stake"] is None
    }
    least = sorted(hands.values())[-3]
    shown = {}
    for number in (1, least):
        body = client.get(f"{path}player={HERO}&min-hands={number}").text.partition("<tbody>")[2]
        shown[number] = {name for name in hands if re.search(rf">{re.escape(escape(name))}<", body)}
    assert shown[least] == {name for name, number in hands.items() if number >= least}
    assert len(shown[1]) > len(shown[least])


def test_it_says_how_many_differ_from_all_together(client: Client, database: Database) -> None:
    frame = stats.run_statistic(database, "bb100", HERO, filters=Filters(by="opponent"))
    rows_ = frame.filter(frame["low_stake"].is_null())
    beside, _ = compare_opponents_with_mean(rows_.with_columns(big_bets=rows_["bb100"] * rows_["hands"] / 100))
    text = client.get("/opponents").text
    assert beside.judged == len(rows_.filter(rows_["hands"] >= 100))
    differing = (
        f"{beside.beyond} of {beside.judged} opponents with 100 hands together or more differ from your average of "
    )
    assert (
        f"{differing}{signed_number(beside.bb100)} BB/100" if beside.judged else "Nobody has played 100 hands"
    ) in text


def test_won_from_all_adds_up_to_the_net_and_the_rake(client: Client, database: Database) -> None:
    shown = rows(client.get("/opponents", sort="hands").text)
    names = {text_of(row["opponent"]) for row in shown}
    won = {of: float(one) for (of, _), one in recounted(database, HERO).items()}
    assert names >= {*won}
    for row in shown:
        assert text_of(row["won from them"]) in {
            signed_number(won.get(text_of(row["opponent"]), 0.0)),
            "0",
            "+0.0",
            "-0.0",
        }
    every = Page(client.get("/opponents").text).text
    said = re.search(
        r"Won from all of them: (\S+) big bets\. Net: (\S+)\. The difference of (\S+) is rake in hands you lost\.",
        every,
    )
    assert said is not None
    total, net, rake = map(float, said.groups())
    assert abs(total - sum(won.values())) <= 0.05
    assert abs(total - net - rake) <= 0.11
    assert rake > 0
    some = client.get("/opponents?min-hands=2")
    assert some.status == 200
    assert "Won from all" not in some.text
