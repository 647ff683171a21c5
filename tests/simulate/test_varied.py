"""Dealt hands as text, with players who take no part, antes, and whoever saw them: read and judged, they are legal.

HISTPARSE_SOAK=1: 100,000 hands of all sites and kinds of table; otherwise a few of each.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from histparse.export.ledger import Ledger
from histparse.judging.engine import judge
from histparse.model.hand import Hand
from histparse.model.house import house_of_site_or_lenient_default
from histparse.replay.table import Table
from histparse.simulate import deal_hands
from tests.conftest import SOAK
from tests.dealer.varied import text_of, with_absent, with_antes_last, with_random_hero
from tests.dealer.writing import WRITERS, heading
from tests.parsing.reading import expect_hand, parse
from tests.simulate.games import ANTES, GAMES, game

DEALT = 100_000 if SOAK else 1_000
"""Hands of all sites and games together."""
HANDS = -(-DEALT // (len(WRITERS) * len(GAMES | ANTES)))
SESSION = 50 if HANDS > 50 else 4
"""Hands at one table, before the next with other players."""
LATER_POSITIONS = ("UTG", "UTG+1", "HJ", "CO", "BTN")


@pytest.mark.nightly(1)
@pytest.mark.parametrize("site", sorted(WRITERS))
def test_hands_with_absent_players_are_legal(site: str) -> None:
    random, rules, absent = Random(site), house_of_site_or_lenient_default(site), 0  # noqa: S311 - the same hands in every run
    for name in GAMES | ANTES:
        for number, dealt in enumerate(sessions(name, site)):
            hand = with_absent(with_random_hero(dealt, random), random)
            hand = with_antes_last(hand) if number % 2 else hand
            text = text_of(hand, random)
            read_back = expect_hand(parse(text, site, heading(hand)))
            verdict = judge(read_back, rules)
            assert verdict.findings == (), (verdict.findings, text)
            assert ended(verdict.table) == expected(hand), text
            absent += len(read_back.seats) - len(verdict.table.players)
    assert absent > HANDS or site == "phh"  # whose texts list who plays


def sessions(name: str, site: str) -> Iterator[Hand]:
    for seed in range(-(-HANDS // SESSION)):
        yield from deal_hands(game(name, SESSION, seed=seed, site=site, open_cards=True))


def ended(table: Table) -> list[tuple[str, str, int]]:
    """Name, position and net of everybody dealt in, from left of the button."""
    return [(player.name, player.position, player.net) for player in table.players]


def expected(hand: Hand) -> list[tuple[str, str, int]]:
    button = hand.table.button or 0
    dealt = [seat for seat in hand.seats if seat.dealt_in]
    names = [seat.player for seat in sorted(dealt, key=lambda seat: (seat.seat <= button, seat.seat))]
    named = LATER_POSITIONS if len(names) == 7 else [name for name in LATER_POSITIONS if name != "UTG+1"]
    positions = ["BB", "BTN/SB"] if len(names) == 2 else ["SB", "BB", *named[len(named) + 2 - len(names) :]]
    ledger = Ledger.of_finished_hand(hand)
    return [(name, position, ledger.net(name)) for name, position in zip(names, positions, strict=True)]
