"""Totals of tournaments, counted again from the summaries as they are parsed, and joined with the hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from histparse.flow import judge_file
from histparse.model.tournament import Sum, TournamentSummary
from histparse.parsing.summaries.base import summaries
from histparse.stats import Filters, StatisticsError, list_tournaments, tournament_totals
from histparse.store import Database
from tests.samples import FOLDER, summaries_of
from tests.store.filling import fill

SUMMARIES = [file for site in sorted(summaries()) for file in summaries_of(site)]
SESSIONS = [FOLDER / "pokerstars" / "session_tournament.txt", FOLDER / "winamax" / "session_tournament.txt"]


@pytest.fixture(scope="module")
def told() -> Iterator[Database]:
    """The summaries alone."""
    with Database(":memory:") as database:
        fill(database, SUMMARIES)
        yield database


def parsed() -> list[TournamentSummary]:
    """All of them, from their texts."""
    return [one.summary for file in SUMMARIES for one in judge_file(file) if one.summary]


OUR_GAME = {
    "Triple Draw 2-7 Lowball Limit": "2-7 Triple Draw",
    "Triple Draw 2-7 Lowball Pot Limit": "2-7 Triple Draw pot limit",
    "2-7 Triple Draw Limit": "2-7 Triple Draw",
    "2-7 triple draw fixed limit": "2-7 Triple Draw",
}
"""Its name, by what sites call it."""


def recounted(key: str) -> dict[tuple[str | None, str], dict[str, Any]]:
    """The totals by a field and currency, added up in plain Python."""
    found: defaultdict[tuple[str | None, str], dict[str, Any]] = defaultdict(lambda: defaultdict(int))
    for one in parsed():
        assert one.price is not None
        row = found[OUR_GAME.get(getattr(one, key), getattr(one, key)), one.price.currency]
        row["tournaments"] += 1
        if one.own.prize is not None or one.own.ticket is not None:
            row["placed"] += 1
            row["in_the_money"] += bool(one.own.ticket or (one.own.prize and one.own.prize.amount))
            row["first_places"] += one.own.place == 1
        if won := worth(one):
            assert one.cost is not None
            row["counted"] += 1
            row["entries"] += 1 + (one.own.reentries or 0)
            row["cost"] += one.cost.amount
            row["won"] += won.amount
    return found


def worth(one: TournamentSummary) -> Sum | None:
    """What it brought, if that is money and known."""
    own, price = one.own, one.price
    if one.pays_tickets or own.prize is None or price is None or own.prize.currency != price.currency:
        return None
    if price.bounty is not None and own.bounty is None:
        return None
    return Sum(own.prize.amount + (own.bounty.amount if own.bounty else 0), price.currency)


@pytest.mark.parametrize("by", ["site", "speed", "game"])
def test_totals_are_those_counted_again(told: Database, by: str) -> None:
    expected = recounted(by)
    rows = tournament_totals(told, filters=Filters(by=by)).to_dicts()
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


def test_currencies_and_points_are_never_added(told: Database) -> None:
    rows = tournament_totals(told)
    assert rows["currency"].to_list() == ["EUR", "FPP", "USD"]
    assert rows["tournaments"].sum() == len(parsed())


def test_who_won_a_ticket_has_no_return(told: Database) -> None:
    (row,) = list_tournaments(told).filter(pl.col("tournament_id") == "500900412").to_dicts()
    assert (row["prize"], row["bounty"], row["ticket"], row["pays_tickets"]) == (4550, 900, "Ticket 10€", True)
    assert tournament_totals(told, filters=Filters(by="game")).filter(pl.col("label") == "mixed")["roi"].to_list() == [
        None
    ]


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("reverse", [False, True])
def test_a_summary_and_its_hands_are_one_tournament_in_either_order(*, reverse: bool) -> None:
    files = [*SESSIONS, *SUMMARIES]
    with Database(":memory:") as database:
        for file in reversed(files) if reverse else files:
            fill(database, [file])
        rows = {(row["site"], row["tournament_id"]): row for row in list_tournaments(database).to_dicts()}
    assert len(rows) == len({(one.site, one.tournament_id) for one in parsed()}) + 1 + 2
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
    with Database(":memory:") as database:
        fill(database, SESSIONS[:1])
        (row,) = tournament_totals(database).to_dicts()
    assert [row[name] for name in ("tournaments", "counted", "cost", "winnings", "in_the_money", "placed")] == [
        3, 2, 2200, 3900, 1, 2,
    ]  # fmt: skip
    assert row["roi"] == pytest.approx(3900 / 2200 - 1)


def test_a_bounty_that_nobody_tells_leaves_the_return_open(tmp_path: Path) -> None:
    text = (FOLDER / "pokerstars" / "summary_re_entry_and_bounties.txt").read_text(encoding="utf-8")
    file = tmp_path / "summary.txt"
    file.write_text("\n".join(line for line in text.split("\n") if "bounties" not in line), encoding="utf-8")
    with Database(":memory:") as database:
        fill(database, [file])
        (row,) = list_tournaments(database).to_dicts()
        (total,) = tournament_totals(database).to_dicts()
    assert (row["prize"], row["bounty"], row["winnings"]) == (17000, None, None)
    assert (total["counted"], total["roi"]) == (0, None)


def test_time_and_site_choose(told: Database) -> None:
    rows = list_tournaments(
        told, filters=Filters(site="pokerstars", since=datetime(2013, 1, 1), until=datetime(2013, 5, 1))
    )
    assert rows["tournament_id"].to_list() == ["503049883", "503052009"]
    months = tournament_totals(told, filters=Filters(by="month", site="pokerstars", zone="Europe/Berlin"))
    assert months["label"].to_list() == ["2008-02", "2011-02", "2013-03", "2013-05"]


@pytest.mark.parametrize(
    ("filters", "sentence"),
    [
        (Filters(stakes="1/2"), "tournaments can be chosen by site and time only"),
        (Filters(by="position"), "no group of tournaments `position`"),
    ],
)
def test_what_tournaments_do_not_have_is_refused(told: Database, filters: Filters, sentence: str) -> None:
    with pytest.raises(StatisticsError, match=sentence):
        tournament_totals(told, filters=filters)


def test_an_unknown_player_is_refused(told: Database) -> None:
    with pytest.raises(StatisticsError, match="no player of a tournament `Nobody`"):
        list_tournaments(told, "Nobody")
    assert len(list_tournaments(told, "Katja72")) == len(parsed())
