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
from tests.serve.client import Client, Page, plain_text
from tests.serve.test_won_from import recounted

HERO = "Katja72"
CELL = re.compile(r'data-heading="([^"]+)">(.*?)</td>', re.S)


def rows(text: str) -> list[dict[str, str]]:
    """The cells of each row by heading, as they are in the page."""
    return [dict(CELL.findall(row)) for row in text.partition("<tbody>")[2].split("</tr>")[:-1]]


def totals_by(database: Database, group: str) -> pl.DataFrame:
    """What the hero has won, over all stakes."""
    return stats.run_statistic(database, "bb100", HERO, filters=Filters(by=group)).filter(pl.col("low_stake").is_null())


def test_each_opponent_has_what_stats_counts(client: Client, database: Database) -> None:
    shown = {plain_text(row["opponent"]): row for row in rows(client.text("/opponents", sort="hands"))}
    opponents, heads_up = (totals_by(database, group) for group in ("opponent", "rival"))
    pots = dict(heads_up.select("rival", "hands").iter_rows())
    styles = stats.run_statistic(database, "vpip", filters=Filters(by="player"))
    rates = dict(styles.select("player", "rate").iter_rows())
    assert opponents["currency"].n_unique() == 1
    assert len(shown) > 5
    for row in opponents.to_dicts():
        cells = {name: plain_text(cell) for name, cell in shown[row["opponent"]].items()}
        assert cells["hands together"] == str(row["hands"])
        assert cells["net (BB)"] == signed_number(row["bb100"] * row["hands"] / 100)
        assert cells["BB/100"] == signed_number(row["bb100"])
        assert cells["heads-up pots"] == str(pots.get(row["opponent"], 0))
        assert cells["plays (VPIP)"].startswith(percent(rates[row["opponent"]]))


def test_who_played_most_hands_comes_first_and_any_column_sorts(client: Client) -> None:
    def figures(column: str, **parameters: str) -> list[float]:
        cells = (plain_text(row[column]) for row in rows(client.text("/opponents", **parameters)))
        return [float(cell.replace(",", "").split()[0]) for cell in cells if cell[-1].isalnum()]

    hands = figures("hands together")
    assert hands == sorted(hands, reverse=True) == figures("hands together", sort="hands")
    assert figures("BB/100", sort="bb100") == sorted(figures("BB/100", sort="bb100"), reverse=True)
    for column, sort in (("heads-up pots", "pots"), ("won from them", "won_from"), ("net (BB)", "big_bets")):
        upwards = figures(column, sort=sort, up="yes")
        assert upwards == sorted(upwards)
        assert upwards[0] < upwards[-1]
        assert figures(column, sort=sort) == upwards[::-1]


def opponents_with(results: list[float]) -> pl.DataFrame:
    """Opponents with 400 hands together each, with these results per 100 and an error of ten."""
    bb100 = pl.col("bb100")
    return pl.DataFrame({"bb100": results}).select(
        bb100,
        opponent=pl.format("P{}", pl.int_range(len(results))),
        hands=pl.lit(4 * FEWEST),
        big_bets=4 * bb100,
        error=pl.lit(10.0),
        low_end=bb100 - 19.7,
        high_end=bb100 + 19.7,
    )


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
    with_few_hands = opponents_with([*quiet, -60.0]).with_columns(hands=pl.lit(FEWEST - 1))
    assert compare_opponents_with_mean(with_few_hands)[0].judged == 0


def test_a_page_of_the_list_is_short_and_the_rest_behind(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    opponents = [row["opponent"] for row in rows(client.text("/opponents"))]
    assert OPPONENT_ROWS == 20
    monkeypatch.setattr("histparse.serve.pages.opponents.OPPONENT_ROWS", 5)
    first, second = (client.text("/opponents", page=page) for page in (1, 2))
    assert f"1 to 5 of {len(opponents)}" in first
    assert [row["opponent"] for row in rows(first) + rows(second)] == opponents[:10]


def test_a_row_leads_to_its_hands_and_to_the_opponent(client: Client) -> None:
    for row in rows(client.text("/opponents", players="6", sort="hands"))[: 3 if NIGHTLY else 1]:
        card, hands = (
            unescape(re.findall('href="([^"]+)"', row[column])[0]) for column in ("opponent", "hands together")
        )
        assert client.row_count(hands) == plain_text(row["hands together"])
        assert parse_qs(urlsplit(card).query)["player"] == [plain_text(row["opponent"])]
        assert card.startswith("/notes?")
        assert client.get(card).status == 200


@pytest.mark.nightly(1)
@pytest.mark.parametrize("path", ["/opponents?", "/ask?stat=wtsd&by=opponent&", "/ask?stat=bb100&by=opponent&"])
def test_opponents_with_few_hands_together_are_left_out(client: Client, database: Database, path: str) -> None:
    hands = dict(totals_by(database, "opponent").select("opponent", "hands").iter_rows())
    least = sorted(hands.values())[-3]
    shown = {}
    for number in (1, least):
        body = client.text(f"{path}player={HERO}&min-hands={number}").partition("<tbody>")[2]
        shown[number] = {name for name in hands if re.search(rf">{re.escape(escape(name))}<", body)}
    assert shown[least] == {name for name, number in hands.items() if number >= least}
    assert len(shown[1]) > len(shown[least])


def test_it_says_how_many_differ_from_all_together(client: Client, database: Database) -> None:
    totals = totals_by(database, "opponent").with_columns(big_bets=pl.col("bb100") * pl.col("hands") / 100)
    comparison, _ = compare_opponents_with_mean(totals)
    assert comparison.judged == len(totals.filter(pl.col("hands") >= 100))
    sentence = (
        f"{comparison.beyond} of {comparison.judged} opponents with 100 hands together or more differ from your "
        f"average of {signed_number(comparison.bb100)} BB/100"
    )
    assert (sentence if comparison.judged else "Nobody has played 100 hands") in client.text("/opponents")


def test_won_from_all_adds_up_to_the_net_and_the_rake(client: Client, database: Database) -> None:
    shown = rows(client.text("/opponents", sort="hands"))
    names = {plain_text(row["opponent"]) for row in shown}
    won = {opponent: float(big_bets) for (opponent, _), big_bets in recounted(database, HERO).items()}
    assert names >= {*won}
    for row in shown:
        figure = signed_number(won.get(plain_text(row["opponent"]), 0.0))
        assert plain_text(row["won from them"]) in {figure, "0", "+0.0", "-0.0"}
    ((total, net, rake),) = re.findall(
        r"Won from all of them: (\S+) big bets\. Net: (\S+)\. The difference of (\S+) is rake in hands you lost\.",
        Page(client.text("/opponents")).text,
    )
    assert abs(float(total) - sum(won.values())) <= 0.05
    assert abs(float(total) - float(net) - float(rake)) <= 0.11
    assert float(rake) > 0
    assert "Won from all" not in client.text("/opponents?min-hands=2")
