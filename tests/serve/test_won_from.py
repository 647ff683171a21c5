"""What was won from each opponent is what a count in fractions, hand by hand, gives, and adds up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from pathlib import Path

import polars as pl
import pytest

from histparse import Filters, Store
from histparse.model.house import house
from histparse.serve.opponents import winnings_from_opponents
from histparse.simulate import Settings, Style
from histparse.store import Database
from tests.dealer.writing import writer
from tests.serve.databases import deal_into

SEATS = """
    SELECT hand_key, player, net, hand_currency, hand_big_bet FROM seats WHERE dealt_in ORDER BY hand_key, seat
"""


def recounted(database: Database, player: str) -> dict[tuple[str, str], Fraction]:
    """In big bets, by opponent and currency."""
    hands = defaultdict(list)
    for key, name, net, currency, big_bet in database.connection.execute(SEATS).fetchall():
        hands[key].append((name, Fraction(net, big_bet), currency))
    winnings: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for seats in hands.values():
        won, lost = (sum(max(sign * net, Fraction()) for _, net, _ in seats) for sign in (1, -1))
        for winner, gain, currency in seats:
            for loser, loss, _ in seats:
                if gain > 0 > loss:
                    moved = -loss * gain / max(won, lost)
                    if winner == player:
                        winnings[loser, currency] += moved
                    if loser == player:
                        winnings[winner, currency] -= moved
    return dict(winnings)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Hands with side pots, split pots, rake, and short stacks."""
    settings = Settings(hands=250, seed=9, hero="Hero", stacks=(2, 20), callers=0.6)
    with Store(deal_into(tmp_path_factory.mktemp("won") / "a.duckdb", settings)) as store:
        yield store


@pytest.mark.nightly
def test_it_is_what_fractions_count(store: Store) -> None:
    rows = winnings_from_opponents(store, "Hero", Filters()).select("opponent", "currency", "won_from").iter_rows()
    winnings = {(opponent, currency): won for opponent, currency, won in rows}
    with store.database() as database:
        expected = {key: float(won) for key, won in recounted(database, "Hero").items()}
    assert len(winnings) > 10
    assert winnings == pytest.approx(expected, abs=1e-8)


@pytest.mark.nightly
def test_it_adds_up_to_the_net_and_the_rake_paid_as_a_loser(store: Store) -> None:
    hands = store.query("""
        SELECT s.net / s.hand_big_bet AS net, h.rake / s.hand_big_bet AS rake, -s.net AS lost,
            (SELECT -sum(o.net) FROM seats AS o WHERE o.hand_key = s.hand_key AND o.dealt_in AND o.net < 0) AS of_all
        FROM seats AS s JOIN hands AS h USING (hand_key)
        WHERE s.player = 'Hero' AND s.dealt_in AND NOT h.cancelled AND s.net <> 0
    """)
    paid = hands.filter(pl.col("lost") > 0).select((pl.col("rake") * pl.col("lost") / pl.col("of_all")).sum()).item()
    assert paid > 0
    total = winnings_from_opponents(store, "Hero", Filters())["won_from"].sum()
    assert total == pytest.approx(hands["net"].sum() + paid, abs=1e-6)


def test_a_name_at_two_sites_is_two_opponents(tmp_path: Path) -> None:
    styles = {name: Style() for name in ("Hero", "Ann", "Bob")}
    for site in ("pokerstars", "winamax"):
        settings = Settings(hands=40, seed=2, writer=writer(site), house=house(site), hero="Hero", regulars=styles)
        deal_into(tmp_path / "a.duckdb", settings)
    with Store(tmp_path / "a.duckdb") as store:
        at_winamax, at_pokerstars = (
            {*winnings_from_opponents(store, f"{site}:Hero", Filters())["opponent"]}
            for site in ("winamax", "pokerstars")
        )
        assert "winamax:Ann" in at_winamax
        assert at_winamax <= {*store.statistic("bb100", "winamax:Hero", by="opponent")["opponent"]}
        assert at_winamax.isdisjoint(at_pokerstars)


def test_filters_choose_the_hands(store: Store) -> None:
    assert winnings_from_opponents(store, "Hero", Filters(until=date(1999, 1, 1))).is_empty()
    in_big_blind, total = (
        winnings_from_opponents(store, "Hero", Filters(position=position))["won_from"].sum()
        for position in ("BB", None)
    )
    assert in_big_blind != total
