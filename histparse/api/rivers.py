"""The Python interface: solves rivers, heads-up. The notation of hands is in docs/equities.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext

import numpy as np
from msgspec import Struct

from histparse.api.in_and_out import Holding, Path, cards_text
from histparse.api.store import Store, open_for_reading
from histparse.coach.betting import WORDS
from histparse.coach.ranges import FOLDED, pool_hands_and_folds
from histparse.coach.river import River
from histparse.coach.river import Solution as RiverSolution
from histparse.model.errors import HistparseError, quoted
from histparse.model.ranking import describe
from histparse.odds.card_sets import HAND, Range, remove_blocked_hands_or_refuse
from histparse.odds.final_hands import FinalHands, Held, combine_final_hands, hands_after_draw
from histparse.odds.notation import parse_dead_cards, parse_range
from histparse.odds.policies import ForLow, apply_policy
from histparse.store import Database

MOST_BETS = 6
_POOL = re.compile(r"pool\s+(?:D?([0-5])|pat)", re.IGNORECASE)


class RiverHand(Struct, frozen=True):
    """The best way to play a hand at one point of the river."""

    ranks: str
    """From the highest down; of hands of the pool that were folded later, and so never seen, `folded`."""
    number: int
    """The number of the hand among all, 1 being the best; 7463 if folded later."""
    held: float
    """How often the player has it when the river begins, from 0 to 1."""
    acts: dict[str, float]
    """How often to check, bet, fold, call or raise, from 0 to 1."""


class RiverSpot(Struct, frozen=True):
    """A player's decisions at one point of the river."""

    player: int
    """1 is first to act, 2 the other."""
    after: list[str]
    """What was done before."""
    hands: list[RiverHand]


class RiverAnswer(Struct, frozen=True):
    """A solved river. Amounts are big bets."""

    values: tuple[float, float]
    """What each player gets, less what they put in on the river; together the pot."""
    exploitable: float
    """What the worse of both can lose to a perfect opponent, as a share of the pot."""
    rounds: int
    """How often both sides played it."""
    spots: list[RiverSpot]


def solve_river(
    first: Holding,
    second: Holding,
    *,
    pot: float,
    cap: int = 4,
    dead: Holding = "",
    pool: Store | Path | None = None,
) -> RiverAnswer:
    """Solve the heads-up river of two ranges: `first` acts first; fewer than five cards draw once before it.

    `pot` in big bets, `cap`: how many bets and raises are possible (1-6). `pool pat`, `pool 1` and `pool 2` stand for
    what the players of that store, or of the database at that path, held who stood pat, drew one card, or more.
    Raises HistparseError, StoreError for the database.
    """
    check_pot_and_cap(pot, cap)
    dead_cards, ours, theirs = parse_dead_cards(cards_text(dead)), cards_text(first), cards_text(second)
    with nullcontext() if pool is None else _open_pool(pool) as database:
        hands = combine_final_hands(
            _river_range(ours, theirs, dead_cards, database),
            _river_range(theirs, ours, dead_cards, database),
            dead_cards,
        )
    solution = River(hands, pot, cap).solve()
    first_gets, second_gets = solution.values.tolist()
    return RiverAnswer(
        (first_gets, second_gets), solution.exploitable, solution.rounds, [*_river_spots(hands, solution)]
    )


def check_pot_and_cap(pot: float, cap: int) -> None:
    """Raise HistparseError for a pot in big bets, or a cap, that cannot be."""
    if not 0 < pot < float("inf"):
        raise HistparseError(f"a pot of {pot} big bets is not possible")
    if not 1 <= cap <= MOST_BETS:
        raise HistparseError(f"a cap of {cap} bets is not 1 to {MOST_BETS}")


def _open_pool(pool: Store | Path) -> Database:
    """The database of the players asked about, for a `with` statement. Raises StoreError."""
    return pool.database() if isinstance(pool, Store) else open_for_reading(pool)


def _river_range(own_range: str, opponent_range: str, dead_cards: int, pool: Database | None) -> list[Held]:
    """The hands of one player after the last draw; those of the pool depend on how many cards the other drew."""
    if not _POOL.fullmatch(own_range.strip()):
        return [*hands_after_draw(parse_range_drawing_low(own_range, dead_cards, 1), dead_cards)]
    if pool is None:
        raise HistparseError(f"{quoted(own_range)} stands for hands of a database: name it as the pool")
    drawn, opponent_drew = (_usual_cards_drawn(side, dead_cards) for side in (own_range, opponent_range))
    return pool_hands_and_folds(pool, drawn, opponent_drew, dead_cards)


def _usual_cards_drawn(range_text: str, dead_cards: int) -> int:
    if named := _POOL.fullmatch(range_text.strip()):
        return int(named[1] or 0)
    held = parse_range_drawing_low(range_text, dead_cards, 1)
    return HAND - int(np.bincount(np.bitwise_count(held.keeps), held.weight).argmax())


def parse_range_drawing_low(text: str, dead_cards: int, draws_left: int) -> Range:
    """The hands of that range without dead cards, drawn to a low with so many draws to come."""
    return apply_policy(remove_blocked_hands_or_refuse(parse_range(text), dead_cards), ForLow(), draws_left)


def _river_spots(hands: FinalHands, solution: RiverSolution) -> Iterator[RiverSpot]:
    for line, acts in solution.acts.items():
        player = len(line) % 2
        held = hands.joint_shares.sum(1 - player)
        shares = solution.frequencies[line].T.tolist()
        rows = zip(hands.numbers[player].tolist(), held.tolist(), shares, strict=True)
        names = [WORDS[act] for act in acts]
        river_hands = [
            RiverHand(_format_ranks_or_folded(number), number, often, dict(zip(names, does, strict=True)))
            for number, often, does in rows
        ]
        yield RiverSpot(player + 1, [WORDS[act] for act in line], river_hands)


def _format_ranks_or_folded(hand_number: int) -> str:
    return "folded" if hand_number == FOLDED else describe(hand_number).ranks
