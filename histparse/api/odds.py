"""The Python interface: chances of draws, best draws and equities. The notation of hands is in docs/equities.md."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct, structs

from histparse.api import late
from histparse.api.in_and_out import Holding, Path, cards_text, expand_home
from histparse.model.cards import Cards
from histparse.model.errors import HistparseError, quoted
from histparse.model.ranking import describe
from histparse.odds.card_sets import (
    HAND,
    Range,
    TooManyError,
    hand_rank_numbers,
    mask_to_cards,
    remove_blocked_hands_or_refuse,
)
from histparse.odds.chances import UNPAIRED, chance_to_make, deck_for_target
from histparse.odds.equity import (
    BLOCK,
    Choice,
    Dealing,
    Equity,
    Question,
    compute_equity,
    deal_rank_numbers,
    is_one_hand_up_to_suits,
)
from histparse.odds.keeps import (
    DRAWS,
    HANDS,
    Keep,
    PatOrBreak,
    compare_pat_and_break,
    explain_policy_choice,
    force_pat_or_refuse,
    format_advice,
    rank_keeps,
    rank_keeps_against_unknown_hand,
)
from histparse.odds.low_draws import load_low_draws
from histparse.odds.notation import parse_dead_cards, parse_range, parse_target_number
from histparse.odds.policies import AsOftenPat, ForLow, Policy, Side, ToHand, apply_policy, compute_pat_rates

if TYPE_CHECKING:  # most questions need no database
    from histparse.store import Database

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
    """The number of the hand among all, 1 being the best."""
    chance: float
    """From 0 to 1."""
    error: float | None
    """The standard error if it was simulated; None: it is exact."""


class DrawAnswer(Struct, frozen=True):
    """All ways to draw to a hand, with the question."""

    hand: str
    against: list[str]
    """Empty: somebody who is dealt five cards and draws three times."""
    draws: int
    dead: str
    pot: float | None
    advice: str
    """What to do, in one sentence."""
    keeps: list[Keep]
    """The best first."""
    policy_error: float | None
    """The error of the drawing policy: what an opponent would win more if they drew to beat just this hand, the one who
    would win most. None: nothing is left to a policy, or all is counted."""


class BestDraw(Struct, frozen=True):
    """The best draw of five cards."""

    kept: Cards
    """The cards it keeps."""
    worth: float
    """The chance to win the pot by it against somebody who is dealt five cards and always makes the best draw."""


def draw_chances(
    hand: Holding, *, draws: int = 1, dead: Holding = "", to: Iterable[str] = CLASSES, deals: int = DEALS, seed: int = 1
) -> list[DrawChance]:
    """The chance to make each hand in `to` with 1-3 draws to come, each for somebody who draws to just that.

    `to`: the highest rank, or all five ranks. `deals`: how many are simulated where there are too many to count.
    Raises HistparseError.
    """
    _check_draws_and_deals(draws, deals)
    held, dead_cards = parse_range(cards_text(hand)), parse_dead_cards(cards_text(dead))
    return [
        _chance_of_target_or_better(
            remove_blocked_hands_or_refuse(held, dead_cards), dead_cards, draws, number, deals=deals, seed=seed
        )
        for number in map(parse_target_number, to)
    ]


def equity(
    first: Holding,
    second: Holding,
    *others: Holding,
    draws: int = 1,
    dead: Holding = "",
    policies: Sequence[Path] = (LOW,),
    deals: int = DEALS,
    seed: int = 1,
    with_policy_error: bool = True,
) -> Equity:
    """Compute how often each of two or more hands or ranges wins with 0-3 draws to come: exact if `error` is None.

    `policies`: how all draw, or each of them: `low`, or a database whose players they stand pat as often as. `deals`:
    how many are dealt where there are too many to count; without the policy error, which takes most of the time, the
    shares are the same. Raises HistparseError, StoreError for the database.
    """
    _check_draws_and_deals(draws, deals, fewest_draws=0)
    ranges = [parse_range(cards_text(hand)) for hand in (first, second, *others)]
    dead_cards = parse_dead_cards(cards_text(dead))
    if len(policies) not in {1, len(ranges)}:
        raise HistparseError(f"{len(policies)} policies: name one for all hands, or one for each")
    chosen_by = [_low_or_database_policy(str(name)) for name in policies] * (len(ranges) if len(policies) == 1 else 1)
    sides = [Side(held, policy) for held, policy in zip(ranges, chosen_by, strict=True)]
    answer = compute_equity(Dealing(sides, dead_cards, draws, deals, seed), with_policy_error=with_policy_error)
    return structs.replace(
        answer, choices=[*_explain_single_hands_with_best(sides, dead_cards, draws, deals, seed)] if draws else []
    )


def draw(
    hand: Holding,
    against: Holding | Sequence[Holding] = (),
    *,
    pot: float | None = None,
    draws: int = 1,
    dead: Holding = "",
    deals: int = DEALS,
    seed: int = 1,
) -> DrawAnswer:
    """Rank all ways to draw to five cards by their showdown equity with 1-3 draws to come; bets to come are not in it.

    `against`: a hand or range, or several, one for each opponent; without any, somebody who is dealt five cards and
    draws three times. `pot`: in big bets. Raises HistparseError.
    """
    _check_draws_and_deals(draws, deals)
    if pot is not None and not 0 < pot < float("inf"):
        raise HistparseError(f"a pot of {pot:g} big bets is not possible")
    opponents = [cards_text(opponent) for opponent in ([against] if isinstance(against, str) else against)]
    held, dead_cards = force_pat_or_refuse(parse_range(cards_text(hand))), parse_dead_cards(cards_text(dead))
    if opponents:
        sides = [Side(parse_range(opponent), ForLow()) for opponent in opponents]
        ranking = rank_keeps(held, Question(sides, dead_cards, draws, deals, seed))
    elif dead_cards:
        raise HistparseError("dead cards matter against hands that are named: name one with {against}", against="")
    else:
        ranking = rank_keeps_against_unknown_hand(held, draws)
    is_low = int(hand_rank_numbers(held.keeps)[0]) <= UNPAIRED
    keeps = [structs.replace(keep, big_bets=None if pot is None else keep.equity * pot) for keep in ranking.keeps]
    verdict = format_advice(keeps, is_low=is_low, pot=pot)
    return DrawAnswer(held.text, opponents, draws, cards_text(dead), pot, verdict, keeps, ranking.policy_error)


def pat_or_break(
    hands: Sequence[Holding] = HANDS,
    against: Sequence[Holding] = DRAWS,
    *,
    draws: int = 1,
    dead: Holding = "",
    deals: int = BLOCK,
    seed: int = 1,
    progress: Callable[[int], object] = lambda _: None,
) -> list[PatOrBreak]:
    """Price each pat hand against each draw with 1-3 draws to come, pat and broken: the cells of a table.

    `dead`: cards that cannot come. `progress` is called after each cell. Raises HistparseError.
    """
    _check_draws_and_deals(draws, deals)
    ours, theirs = [*map(cards_text, hands)], [*map(cards_text, against)]
    return compare_pat_and_break(ours, theirs, cards_text(dead), Question([], 0, draws, deals, seed), progress)


def best_draws(hands: Sequence[Holding], *, draws: int = 1) -> list[BestDraw]:
    """The best draw of each five cards with 1-3 draws to come, for low. Thousands a second. Raises HistparseError."""
    _check_draws_and_deals(draws)
    masks = np.array([_five_card_mask_or_refuse(hand) for hand in hands], np.int64)
    best = load_low_draws().counted.best_keeps(masks, HAND, draws)
    return [
        BestDraw(mask_to_cards(mask), equity)
        for mask, equity in zip(best.keeps.tolist(), best.worths.tolist(), strict=True)
    ]


def _explain_single_hands_with_best(
    sides: Sequence[Side], dead_cards: int, draws: int, deals: int, seed: int
) -> Iterator[Choice]:
    """For each hand written with `best`: the cards that its policy keeps, and what it would win otherwise."""
    for side in sides:
        if side.held.chooses.all() and is_one_hand_up_to_suits(side.held):
            opponents = [opponent for opponent in sides if opponent is not side]
            yield explain_policy_choice(side.held, Question(opponents, dead_cards, draws, deals, seed, side.policy))


def _chance_of_target_or_better(
    held: Range, dead_cards: int, draws_left: int, target_number: int, *, deals: int, seed: int
) -> DrawChance:
    policy = ToHand(deck_for_target(dead_cards, target_number), target_number)
    error = None
    try:
        chance = chance_to_make(apply_policy(held, policy, draws_left), dead_cards, draws_left, target_number)
    except TooManyError:
        numbers = deal_rank_numbers(Dealing([Side(held, policy)], dead_cards, draws_left, deals, seed))
        made = int((numbers <= target_number).sum())
        chance, error = made / deals, sqrt(made * (deals - made) / deals) / deals
    return DrawChance(describe(target_number).ranks, target_number, chance, error)


def _low_or_database_policy(name: str) -> Policy:
    if name == LOW:
        return ForLow()
    if "://" not in name and not os.path.exists(expand_home(name)):  # noqa: PTH110 - as expanded
        raise HistparseError(f"there is no drawing policy {quoted(name)}: write low, or the name of a database")
    with late.store.open_for_reading(name) as database:
        return AsOftenPat(f"as often pat as in {name}", compute_pat_rates(_count_pat_by_draws_and_rank(database)))


_PAT = """
    SELECT 4 - draw, number_before, count_if(drawn = 0), count(*)
    FROM draws
    WHERE number_before <= $last
    GROUP BY ALL
"""


def _count_pat_by_draws_and_rank(database: Database) -> Mapping[tuple[int, str], tuple[int, int]]:
    """Count how often players stood pat, of how many hands, by draws to come (1-3) and highest rank.

    Hands that are known only from the showdown count as well: pat ones get there more often.
    """
    counts: dict[tuple[int, str], tuple[int, int]] = {}
    for draws_left, number, pat, hands in database.connection.execute(_PAT, {"last": UNPAIRED}).fetchall():
        group = draws_left, describe(number).ranks[0]
        sums = counts.get(group, (0, 0))
        counts[group] = sums[0] + pat, sums[1] + hands
    return counts


def _five_card_mask_or_refuse(hand: Holding) -> int:
    text = cards_text(hand)
    held = parse_range(text)
    if len(held.keeps) != 1 or int(held.keeps[0]).bit_count() != HAND:
        raise HistparseError(f"{quoted(text)} is not five cards: write them like 2c3d4h7sKc")
    return int(held.keeps[0])


def _check_draws_and_deals(draws: int, deals: int = DEALS, *, fewest_draws: int = 1) -> None:
    """Raise HistparseError for a number of draws or deals that cannot be."""
    if not fewest_draws <= draws <= MOST_DRAWS:
        raise HistparseError(f"draws {draws} is not {fewest_draws} to {MOST_DRAWS}")
    if deals < 1:
        raise HistparseError(f"deals {deals} is less than 1")
