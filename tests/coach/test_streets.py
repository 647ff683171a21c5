"""The last two streets as solved, judged with real cards by the referee, and beside the river alone."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
import pytest

from histparse.coach.real_hands import measured
from histparse.coach.river import River
from histparse.coach.streets import Game, Solution, Streets
from histparse.odds.card_masks import cards_of
from histparse.odds.cells import Cells, by_card, by_rank
from histparse.odds.final_hands import Held, after_draw, final_hands
from histparse.odds.notation import parse_range
from histparse.odds.types import types_of
from tests.coach.as_real import as_real
from tests.coach.ev_errors import ev_errors, percentile
from tests.coach.real_streets import RealStreets

pytestmark = pytest.mark.untraced

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
POT = 6.0


def some_hands(text: str, count: int, seed: int) -> str:
    """Hands of a range, card by card; those of fewer than five cards are filled up."""
    random, kept = np.random.default_rng(seed), parse_range(text).kept
    found: set[int] = set()
    while len(found) < count:
        hand = int(random.choice(kept))
        while hand.bit_count() < 5:
            hand |= 1 << int(random.integers(52))
        found.add(hand)
    return ", ".join("".join(cards_of(hand)) for hand in sorted(found))


def game_of(
    ranges: Sequence[str], deck: Cells, pot: float = POT, caps: tuple[int, int] = (4, 4)
) -> tuple[Game, list[list[Held]]]:
    (ours, first), (theirs, second) = (types_of([*after_draw(parse_range(text))], deck) for text in ranges)
    found = final_hands(ours, theirs)
    together = np.zeros((len(first.weight), len(second.weight)))
    together[np.ix_(*found.numbers)] = found.together
    return Game((first, second), together, deck, pot, caps), [ours, theirs]


Judged = tuple[RealStreets, Streets, Solution, list[list[Held]]]


def solved(ranges: Sequence[str], deck: Cells, exploitable: float = 0.001) -> Judged:
    game, held = game_of(ranges, deck)
    streets = Streets(game)
    real = RealStreets((held[0][0].cards.tolist(), held[1][0].cards.tolist()), POT)
    return real, streets, streets.solved(exploitable), held


# -- card by card ----------------------------------------------------------------------------------------------

SMALL = [("one-card 8-", "one-card 8-", 6, 1), ("pat 9-", "2347", 8, 2)]
LARGER = [
    ("pat 9-", "one-card 8-", 12, 3),
    ("237", "2347", 8, 4),
    ("pat T8-", "pat T-", 12, 5),
    ("one-card 8-", "one-card 8-", 12, 6),
]


@pytest.mark.parametrize(("first", "second", "count", "seed"), [*SMALL, *LARGER] if SOAK else SMALL[:1])
def test_small_ranges_with_real_cards(first: str, second: str, count: int, seed: int) -> None:
    """At most 0.5 % of the pot is lost to a perfect opponent, and differences between actions are as the referee's."""
    texts = some_hands(first, count, seed), some_hands(second, count, seed + 100)
    real, streets, solution, held = solved(texts, by_card(0), 0.0005)
    types = held[0][0].numbers, held[1][0].numbers
    plans = (
        as_real(real, streets, types[0], solution.plans[0], 0),
        as_real(real, streets, types[1], solution.plans[1], 1),
    )
    value, more = real.judged(plans)
    assert max(more) <= 0.005 * POT
    assert value == pytest.approx(solution.values[0], abs=0.001 * POT)
    for player in (0, 1):
        found = measured(streets, solution, player, held, 0)
        assert (found.more, found.error) == (pytest.approx(more[player] / POT, abs=0.0005), 0)
    errors = ev_errors(real, real.solved(0.0005), streets, solution, types)
    assert np.average(errors[0], weights=errors[1]) <= 0.05
    assert percentile(errors, 0.95) <= 0.15
