"""Audits of the deal: which hands they use, and how commands and programs show them."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from math import comb
from pathlib import Path

import numpy as np
import pytest

import histparse
from histparse import Filters, Store
from histparse.audit.deal_audit import COLUMNS, DEAL_TESTS, correct_by_holm
from histparse.audit.first_five import DEALS, deals_by_number, hand_classes_by_number, low_rank_mean_and_variance
from histparse.model.cards import DECK
from histparse.model.events import Deal
from histparse.simulate import Settings, deal_hands
from histparse.stats import StatisticsError
from tests.dealer.writing import sites, write_all
from tests.running import Run
from tests.simulate.games import game
from tests.stats.dealing import store_hands

HANDS = 300
PUBLISHED = {
    "seven-low": 4_080,
    "eight-low": 14_280,
    "nine-low": 34_680,
    "ten-low": 70_380,
    "pair": 1_098_240,
    "two pair": 123_552,
    "trips": 54_912,
    "straight": 9_180,
    "flush": 5_112,
    "full house": 3_744,
    "quads": 624,
    "straight flush": 36,
}
"""How many of all hands: the tables of every book, but for A-5-4-3-2, which is no straight here."""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return store_hands(tmp_path_factory.mktemp("audit"), deal_hands(Settings(hands=HANDS, seed=11)))


@pytest.fixture
def store(db: Path) -> Iterator[Store]:
    with Store(db, read_only=True) as store:
        yield store


def test_the_table_of_made_hands_is_the_published_one() -> None:
    names, place = hand_classes_by_number()
    counted = dict(zip(names, np.bincount(place, deals_by_number()), strict=True))
    assert sum(counted.values()) == DEALS
    assert {name: counted[name] for name in PUBLISHED} == PUBLISHED


def test_low_cards_have_the_mean_of_all_deals() -> None:
    """Each of six ranks is there unless all five cards are of the other 48."""
    mean, variance = low_rank_mean_and_variance()
    one_missing, two_missing = comb(48, 5) / DEALS, comb(44, 5) / DEALS
    assert mean == pytest.approx(6 * (1 - one_missing))
    assert variance == pytest.approx(6 * one_missing * (1 - one_missing) + 30 * (two_missing - one_missing**2))


def test_holm() -> None:
    assert correct_by_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert correct_by_holm([0.6, 0.9]) == [1.0, 1.0]


@pytest.mark.nightly
def test_the_cards_dealt_to_heroes_are_counted_once_each(store: Store, db: Path) -> None:
    text = db.with_name("dealt.txt").read_text(encoding="utf-8")
    hands = [audit.hand for audit in histparse.read_text(text) if audit.hand]
    first = [event.cards for hand in hands for event in hand.events if isinstance(event, Deal)]
    suits = Counter(card[1] for cards in first if cards and set(cards) <= {*DECK} for card in cards)
    audit = store.audit_deal()
    [suits_row] = audit.tests.filter(test="suits").to_dicts()
    names = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
    assert audit.hands == HANDS == suits.total() // 5
    assert suits_row["observed"] == suits[names[suits_row["counted"]]]
    assert audit.shown > HANDS / 2
    assert audit.tests.schema == COLUMNS
    assert {*audit.tests["test"]} == {*DEAL_TESTS}
    assert audit.found == 0


@pytest.mark.nightly
def test_filters_hold_but_not_by_the_cards_dealt(store: Store) -> None:
    assert 0 < store.audit_deal(filters=Filters(players=3)).hands < HANDS
    with pytest.raises(StatisticsError, match="cannot choose hands by the cards"):
        store.audit_deal(filters=Filters(start="pat"))


@pytest.mark.nightly
def test_the_command_says_what_it_would_have_found(run: Run, db: Path) -> None:
    code, printed, message = run("audit", "deal", "--db", db)
    assert code == 0
    assert "deuces 5 % rarer would have been found in" in printed
    assert "found in 80 of 100 such samples: no such fault of any size" in printed
    assert "only shown at the end left out" in message
    assert "Fewer than 1,000 hands say little" in message
    code, printed, _ = run("audit", "deal", "--db", db, "--format", "json")
    rows = {row["test"]: row for row in json.loads(printed)}
    assert code == 0
    assert rows["ranks"]["sample"] == HANDS
    assert rows["players"]["not_judged"]
    code, _, message = run("audit", "deal", "--db", db, "--start", "pat")
    assert (code, message.count("\n")) == (2, 1)


@pytest.mark.nightly
def test_a_deck_without_deuces_is_found(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dealer deals from a deck of 48 cards."""
    monkeypatch.setattr("histparse.simulate.state.DECK", DECK[4:])
    dealt = write_all(deal_hands(Settings(hands=200, seed=3, players=(2, 3))))
    with Store(tmp_path / "thin.duckdb") as store:
        store.import_text(dealt)
    code, printed, _ = run("audit", "deal", "--db", tmp_path / "thin.duckdb")
    assert code == 1
    assert "ALARM  Ranks of cards dealt: deuces 0, expected" in printed


@pytest.mark.nightly(1)
@pytest.mark.parametrize("site", [site for site in sites() if site != "phh"])
def test_hands_of_every_site_are_used(site: str) -> None:
    """HISTPARSE_SOAK=1: a thousand hands of each, otherwise some."""
    hands = 1_000 if os.environ.get("HISTPARSE_SOAK") else 120
    with Store() as store:
        store.import_text(write_all(deal_hands(game("ring", hands, 21, site))))
        audit = store.audit_deal()
        assert (audit.hands, audit.found) == (hands, 0)
        has_told_draws = not store.table("hands").filter("draws_told").collect().is_empty()
    judged = {*audit.tests.drop_nulls("p")["test"]}
    assert {"ranks", "suits", "made_hands", "pairs", "repeats"} <= judged
    assert ("returned" in judged) == has_told_draws
