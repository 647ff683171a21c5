"""The Python interface: chances of draws, best draws and equities. The notation of hands is in docs/coach.md."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cache
from math import sqrt

import numpy as np
from msgspec import Struct

from histparse.api.arguments import Path, expanded
from histparse.model.cards import RANKS, Cards
from histparse.model.errors import HistparseError
from histparse.model.plain import quoted
from histparse.model.ranking import describe
from histparse.odds.card_masks import cards_of, hand_numbers
from histparse.odds.card_sets import HAND
from histparse.odds.chances import TooManyError, chance, drawing_deck
from histparse.odds.dealing import Side, deal
from histparse.odds.equity import Equity, chosen, counted, simulated
from histparse.odds.last_draw import UNPAIRED
from histparse.odds.low_draws import low_draws
from histparse.odds.notation import parse_dead, parse_range
from histparse.odds.policies import AsOftenPat, ForLow, Policy, ToHand, pat_rates
from histparse.odds.ranges import Range, possible

DEALS = 100_000
"""How many hands are dealt where there are too many to count."""
CLASSES = ("7", "8", "9", "T")
"""The hands whose chances are shown: their highest ranks."""
MOST_DRAWS = 3
LOW = "low"
"""The policy of the best draw for low."""


class DrawChance(Struct, frozen=True):
    """The chance to make a hand or a better one, for somebody who draws to it."""

    ranks: str
    """The hand, from the highest rank down: `76543` is any seven."""
    number: int
    """Its rank number."""
    chance: float
    """From 0 to 1."""
    error: float | None
    """The standard error if it was simulated; None: it is exact."""


class BestDraw(Struct, frozen=True):
    """The best draw of five cards."""

    kept: Cards
    """The cards it keeps."""
    worth: float
    """The chance to win the pot by it against somebody who is dealt five cards and always makes the best draw."""


def draw_chances(
    hand: str, *, draws: int = 1, dead: str = "", to: Iterable[str] = CLASSES, deals: int = DEALS, seed: int = 1
) -> list[DrawChance]:
    """The chance to make each hand in `to` with 1-3 draws to come, each for somebody who draws to just that.

    `to`: the highest rank, or all five ranks. `deals`: how many are simulated where there are too many to count.
    Raises HistparseError.
    """
    _within("draws", draws, 1, MOST_DRAWS)
    _within("deals", deals, 1, None)
    held, gone = parse_range(hand), parse_dead(dead)
    return [_chance(possible(held, gone), gone, draws, number, (deals, seed)) for number in map(hand_to_make, to)]


def equity(
    first: str,
    second: str,
    *,
    draws: int = 1,
    dead: str = "",
    policies: Sequence[Path] = (LOW,),
    deals: int = DEALS,
    seed: int = 1,
) -> Equity:
    """How often the first hand or range wins against the second with 0-3 draws to come: exact if `error` is None.

    `policies`: how both draw, or each of them: `low`, or a database whose players they stand pat as often as. `deals`:
    how many are simulated where there are too many to count. Raises HistparseError, StoreError for the database.
    """
    _within("draws", draws, 0, MOST_DRAWS)
    _within("deals", deals, 1, None)
    if not 1 <= len(policies) <= 2:
        raise HistparseError(f"{len(policies)} policies: name one for both hands, or one for each")
    ranges, gone = [parse_range(text) for text in (first, second)], parse_dead(dead)
    names = [*policies, *policies][:2]
    ours, theirs = (Side(held, _policy(str(name))) for held, name in zip(ranges, names, strict=True))
    try:
        return counted((ours, theirs), gone, draws)
    except TooManyError:
        return simulated((ours, theirs), gone, draws, deals, seed)


def best_draws(hands: Sequence[str], *, draws: int = 1) -> list[BestDraw]:
    """The best draw of each five cards with 1-3 draws to come, for low. Thousands a second. Raises HistparseError."""
    _within("draws", draws, 1, MOST_DRAWS)
    masks = np.array([_five_cards(hand) for hand in hands], np.int64)
    best = low_draws().counted.best(masks, HAND, draws)
    return [
        BestDraw(cards_of(kept), worth) for kept, worth in zip(best.kept.tolist(), best.worth.tolist(), strict=True)
    ]


def hand_to_make(text: str) -> int:
    """The number of the worst hand that `8`, or `87542`, stands for. Raises HistparseError."""
    ranks = text.strip().upper().replace("10", "T")
    if len(ranks) == 1 and (number := _worst().get(ranks)):
        return number
    high_first = "".join(sorted(ranks, key=RANKS.find, reverse=True))
    if number := _by_ranks().get(high_first):
        return number
    raise HistparseError(
        f"{quoted(text)} is no hand to draw to: write its highest rank (8) or its five ranks (87542), "
        "without pairs and straights"
    )


@cache
def _by_ranks() -> dict[str, int]:
    return {describe(number).ranks: number for number in range(1, UNPAIRED + 1)}


@cache
def _worst() -> dict[str, int]:
    """The worst hand of each highest rank."""
    return {ranks[0]: number for ranks, number in _by_ranks().items()}


def _chance(held: Range, gone: int, draws: int, number: int, how: tuple[int, int]) -> DrawChance:
    policy = ToHand(drawing_deck(gone, number), number)
    try:
        exact = chance(chosen(held, policy, draws), gone, draws, number)
    except TooManyError:
        deals, seed = how
        made = sum(
            int((hand_numbers(hands[0]) <= number).sum())
            for hands in deal([Side(held, policy)], gone, draws, deals, seed)
        )
        return DrawChance(describe(number).ranks, number, made / deals, sqrt(made * (deals - made) / deals) / deals)
    return DrawChance(describe(number).ranks, number, exact, None)


def _policy(name: str) -> Policy:
    """The policy of that name, or of the players of that database."""
    if name == LOW:
        return ForLow()
    if not os.path.exists(expanded(name)):  # noqa: PTH110 - as expanded
        raise HistparseError(f"there is no drawing policy {quoted(name)}: write low, or the name of a database")
    # The database is loaded only where it is asked for.
    from histparse.stats.pat_counts import pat_counts  # noqa: PLC0415 - as above
    from histparse.store import Database  # noqa: PLC0415 - as above

    with Database(expanded(name), read_only=True) as database:
        return AsOftenPat(f"as often pat as in {name}", pat_rates(pat_counts(database)))


def _five_cards(text: str) -> int:
    held = parse_range(text)
    if len(held.kept) != 1 or int(held.kept[0]).bit_count() != HAND:
        raise HistparseError(f"{quoted(text)} is not five cards: write them like 2c3d4h7sKc")
    return int(held.kept[0])


def _within(what: str, asked: int, least: int, most: int | None) -> None:
    if asked < least or (most is not None and asked > most):
        raise HistparseError(f"{what} {asked} is not {least} to {most}" if most else f"{what} {asked} is less than 1")
