"""Odds: what each of several hands or ranges wins with no or one draw to come, counted over all cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

import numpy as np
from msgspec import Struct

from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import Masks
from histparse.odds.final_hands import after_draw, chance_of_draws, final_hands
from histparse.odds.kinds_of_hands import pairs_of_kinds, up_to_suits
from histparse.odds.ranges import Range, TooManyError
from histparse.odds.shares import Share, counted_shares
from histparse.odds.showdown import showdown, size_of
from histparse.odds.sides import Side, chosen, clash

MOST_DRAWS = 30_000_000
"""Draws of pairs of hands that differ: counted in a few seconds at most."""
_A_PAIR = 10_000
"""The least that a pair of hands takes, in draws, however few it has."""
_MOST_TOGETHER = 20_000_000
"""Hands of three players or more that are put together."""


def counted(sides: Sequence[Side], dead: int, draws: int, most: int = MOST_DRAWS) -> list[Share]:
    """The exact shares of sides with possible hands. Raises TooManyError, HistparseError if they never fit together."""
    if draws > 1:
        raise TooManyError("there are too many hands to count")
    first, *others = (chosen(side.held, side.policy, draws) if draws else side.held for side in sides)
    held = [up_to_suits(first, others, dead), *others]
    if len(held) > 2:
        return _one_by_one(held, dead)
    try:
        return _by_kinds(held[0], held[1], dead, most)
    except TooManyError:
        return _by_cards(held[0], held[1], dead, most)


def _by_kinds(first: Range, second: Range, dead: int, most: int) -> list[Share]:
    """All draws of both, for one pair of hands of each pair of kinds."""
    pairs = pairs_of_kinds(first, second, dead, most // _A_PAIR)
    if sum(size_of(keep, pair.unseen) for pair in pairs for keep in pair.kept) > most:
        raise TooManyError("there are too many draws to count")
    wins = ties = weight = 0.0
    for pair in pairs:
        found = showdown(*pair.kept, pair.unseen)
        wins += pair.weight * found.wins / found.ways
        ties += pair.weight * found.ties / found.ways
        weight += pair.weight
    wins, ties = wins / weight, ties / weight
    return [Share(one, ties, one + ties / 2) for one in (wins, 1 - wins - ties)]


def _by_cards(first: Range, second: Range, dead: int, most: int) -> list[Share]:
    """All final hands of both, and all cards that both might hold."""
    together = final_hands([*after_draw(first, dead, most)], [*after_draw(second, dead, most)], dead)
    mine, others = np.meshgrid(*together.numbers, indexing="ij")
    return counted_shares(np.stack([mine.ravel(), others.ravel()]), together.together.ravel())


class _Together(Struct, frozen=True):
    """Hands that some of the players hold together after the draw."""

    cards: Masks
    numbers: Masks
    """An array of players by hands."""
    weight: Floats


def _one_by_one(held: Sequence[Range], dead: int) -> list[Share]:
    """Every final hand of each player with every one of the others."""
    found = [*_put_together(held, dead)]
    if not sum(len(some.cards) for some in found):
        raise clash(held)
    return counted_shares(
        np.concatenate([some.numbers for some in found], axis=1), np.concatenate([some.weight for some in found])
    )


def _put_together(held: Sequence[Range], dead: int) -> Iterator[_Together]:
    for finals in product(*(after_draw(one, dead, _MOST_TOGETHER) for one in held)):
        if prod(len(final.cards) for final in finals) > _MOST_TOGETHER:
            raise TooManyError("there are too many hands to put together")
        first, *others = (_Together(final.cards, final.numbers[None], final.weight) for final in finals)
        for other in others:
            first = _joined(first, other)
        yield _Together(first.cards, first.numbers, first.weight * chance_of_draws(finals, dead))


def _joined(ours: _Together, theirs: _Together) -> _Together:
    """All pairs without a card in common."""
    one, other = (ours.cards[:, None] & theirs.cards == 0).nonzero()
    numbers = np.concatenate([ours.numbers[:, one], theirs.numbers[:, other]])
    return _Together(ours.cards[one] | theirs.cards[other], numbers, ours.weight[one] * theirs.weight[other])
