"""Totals of tournaments, counted again from the summaries as they are parsed, and joined with the hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from histparse.flow import judge_file
from histparse.model.tournament import Sum, TournamentSummary
from histparse.parsing.summaries.base import summaries
from histparse.stats import Filters, StatisticsError, list_tournaments, tournament_totals
from histparse.store import Database
from tests.samples import FOLDER, summaries_of
from tests.stats.dealing import database_of_files
from tests.store.filling import fill

SUMMARIES = [file for site in sorted(summaries()) for file in summaries_of(site)]
SESSIONS = [FOLDER / "pokerstars" / "session_tournament.txt", FOLDER / "winamax" / "session_tournament.txt"]


@pytest.fixture(scope="module")
def database() -> Iterator[Database]:
    """The summaries alone."""
    with database_of_files(*SUMMARIES) as database:
        yield database


def parse_summaries() -> list[TournamentSummary]:
    """All of them, from their texts."""
    return [summary.summary for file in SUMMARIES for summary in judge_file(file) if summary.summary]


OUR_GAME = {
    "Triple Draw 2-7 Lowball Limit": "2-7 Triple Draw",
    "Triple Draw 2-7 Lowball Pot Limit": "2-7 Triple Draw pot limit",
    "2-7 Triple Draw Limit": "2-7 Triple Draw",
    "2-7 triple draw fixed limit": "2-7 Triple Draw",
}
"""Its name, by what sites call it."""


def count_again(key: str) -> dict[tuple[str | None, str], dict[str, Any]]:
    """The totals by a field and currency, added up in plain Python."""
    totals: defaultdict[tuple[str | None, str], dict[str, Any]] = defaultdict(lambda: defaultdict(int))
    for summary in parse_summaries():
        assert summary.price is not None
        row = totals[OUR_GAME.get(getattr(summary, key), getattr(summary, key)), summary.price.currency]
        row["tournaments"] += 1
        if summary.own.prize is not None or summary.own.ticket is not None:
            row["placed"] += 1
            row["in_the_money"] += bool(summary.own.ticket or (summary.own.prize and summary.own.prize.amount))
            row["first_places"] += summary.own.place == 1
        if won := winnings(summary):
            assert summary.cost is not None
            row["counted"] += 1
            row["entries"] += 1 + (summary.own.reentries or 0)
            row["cost"] += summary.cost.amount
            row["won"] += won.amount
    return totals


def winnings(summary: TournamentSummary) -> Sum | None:
    """What it brought, if that is money and known."""
    result, price = summary.own, summary.price
    if summary.pays_tickets or result.prize is None or price is None or result.prize.currency != price.currency:
        return None
    if price.bounty is not None and result.bounty is None:
        return None
    return Sum(result.prize.amount + (result.bounty.amount if result.bounty else 0), price.currency)


@pytest.mark.parametrize("group", ["site", "speed", "game"])
def test_totals_are_those_counted_again(database: Database, group: str) -> None:
    expected = count_again(group)
    rows = tournament_totals(database, filters=Filters(by=group)).to_dicts()
    assert {(row["label"], row["currency"]) for row in rows} == set(expected)
    for row in rows:
        again = expected[row["label"], row["currency"]]
        assert [row[name] for name in ("tournaments", "counted", "placed", "in_the_money", "first_places")] == [
            again[name] for name in ("tournaments", "counted", "placed", "in_the_money", "first_places")
        ]
        if again["counted"]:
            assert (row["entries"], row["cost"], row["winnings"]) == (again["entries"], again["cost"], again["won"])
            assert row["net"] == again["won"] - again["cost"]
            assert row["roi"] == pytest.approx(again["won"] / again["cost"] - 1)
            assert row["roi_low"] <= row["roi"] <= row["roi_high"]
        else:
            assert [row[name] for name in ("entries", "cost", "winnings", "net", "roi")] == [None] * 5


def test_currencies_and_points_are_never_added(database: Database) -> None:
    rows = tournament_totals(database)
    assert rows["currency"].to_list() == ["EUR", "FPP", "USD"]
    assert rows["tournaments"].sum() == len(parse_summaries())


def test_who_won_a_ticket_has_no_return(database: Database) -> None:
    (row,) = list_tournaments(database).filter(tournament_id="500900412").to_dicts()
    assert (row["prize"], row["bounty"], row["ticket"], row["pays_tickets"]) == (4550, 900, "Ticket 10€", True)
    assert tournament_totals(database, filters=Filters(by="game")).filter(label="mixed")["roi"].to_list() == [None]


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("reverse", [False, True])
def test_a_summary_and_its_hands_are_one_tournament_in_either_order(*, reverse: bool) -> None:
    files = [*SESSIONS, *SUMMARIES]
    with Database(":memory:") as database:
        for file in reversed(files) if reverse else files:
            fill(database, [file])
        rows = {(row["site"], row["tournament_id"]): row for row in list_tournaments(database).to_dicts()}
    assert len(rows) == len({(summary.site, summary.tournament_id) for summary in parse_summaries()}) + 1 + 2
    first = rows["pokerstars", "503049883"]
    assert (first["hands"], first["has_summary"], first["place"], first["prize"], first["cost"]) == (
        70,
        True,
        1,
        3900,
        1100,
    )
    assert rows["winamax", "500840636"]["hands"] == 15
    # Of this one only hands are there, and the hero is still playing.
    last = rows["pokerstars", "503055957"]
    assert (last["hands"], last["has_summary"], last["cost"], last["place"], last["winnings"]) == (
        2,
        False,
        1100,
        None,
        None,
    )


def test_hands_alone_tell_place_prize_and_cost() -> None:
    with database_of_files(SESSIONS[0]) as database:
        (row,) = tournament_totals(database).to_dicts()
    assert [row[name] for name in ("tournaments", "counted", "cost", "winnings", "in_the_money", "placed")] == [
        3, 2, 2200, 3900, 1, 2,
    ]  # fmt: skip
    assert row["roi"] == pytest.approx(3900 / 2200 - 1)


def test_a_bounty_that_nobody_tells_leaves_the_return_open(tmp_path: Path) -> None:
    text = (FOLDER / "pokerstars" / "summary_re_entry_and_bounties.txt").read_text(encoding="utf-8")
    file = tmp_path / "summary.txt"
    file.write_text("\n".join(line for line in text.split("\n") if "bounties" not in line), encoding="utf-8")
    with database_of_files(file) as database:
        (row,) = list_tournaments(database).to_dicts()
        (total,) = tournament_totals(database).to_dicts()
    assert (row["prize"], row["bounty"], row["winnings"]) == (17000, None, None)
    assert (total["counted"], total["roi"]) == (0, None)


def test_time_and_site_choose(database: Database) -> None:
    rows = list_tournaments(
        database, filters=Filters(site="pokerstars", since=datetime(2013, 1, 1), until=datetime(2013, 5, 1))
    )
    assert rows["tournament_id"].to_list() == ["503049883", "503052009"]
    months = tournament_totals(database, filters=Filters(by="month", site="pokerstars", zone="Europe/Berlin"))
    assert months["label"].to_list() == ["2008-02", "2011-02", "2013-03", "2013-05"]


@pytest.mark.parametrize(
    ("filters", "sentence"),
    [
        (Filters(stakes="1/2"), "tournaments can be chosen by site and time only"),
        (Filters(by="position"), "no group of tournaments `position`"),
    ],
)
def test_what_tournaments_do_not_have_is_refused(database: Database, filters: Filters, sentence: str) -> None:
    with pytest.raises(StatisticsError, match=sentence):
        tournament_totals(database, filters=filters)


def test_an_unknown_player_is_refused(database: Database) -> None:
    with pytest.raises(StatisticsError, match="no player of a tournament `Nobody`"):
        list_tournaments(database, "Nobody")
    assert len(list_tournaments(database, "Katja72")) == len(parse_summaries())
