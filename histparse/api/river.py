"""The Python interface: solves rivers. The notation of hands is in docs/coach.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext

import numpy as np
from msgspec import Struct

from histparse.api.arguments import Holding, Path, cards_text
from histparse.api.store import Store, reading
from histparse.coach.betting import WORDS
from histparse.coach.ranges import FOLDED, pool_hands
from histparse.coach.river import River, Solution
from histparse.model.errors import HistparseError, quoted
from histparse.model.ranking import describe
from histparse.odds.card_sets import HAND, Range, possible
from histparse.odds.final_hands import FinalHands, Held, after_draw, final_hands
from histparse.odds.notation import parse_dead, parse_range
from histparse.odds.policies import ForLow, chosen
from histparse.store import Database

MOST_BETS = 6
_POOL = re.compile(r"pool\s+(?:D?([0-5])|pat)", re.IGNORECASE)


class RiverHand(Struct, frozen=True):
    """What to do with a hand, at one point of the river."""

    ranks: str
    """From the highest down; of hands of the pool that were folded later, and so never seen, `folded`."""
    number: int
    """The number of the hand among all, 1 being the best; 7463 if folded later."""
    held: float
    """How often the player has it when the river begins, from 0 to 1."""
    acts: dict[str, float]
    """How often to check, bet, fold, call or raise, from 0 to 1."""


class RiverSpot(Struct, frozen=True):
    """What a player does at one point of the river."""

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
    if not 0 < pot < float("inf"):
        raise HistparseError(f"a pot of {pot} big bets is not possible")
    if not 1 <= cap <= MOST_BETS:
        raise HistparseError(f"a cap of {cap} bets is not 1 to {MOST_BETS}")
    dead_cards, ours, theirs = parse_dead(cards_text(dead)), cards_text(first), cards_text(second)
    with nullcontext() if pool is None else _opened(pool) as database:
        hands = final_hands(
            _held(ours, theirs, dead_cards, database), _held(theirs, ours, dead_cards, database), dead_cards
        )
    solution = River(hands, pot, 1, cap).solved()
    first_gets, second_gets = solution.values.tolist()
    return RiverAnswer((first_gets, second_gets), solution.exploitable, solution.rounds, [*_spots(hands, solution)])


def _opened(pool: Store | Path) -> Database:
    """The database of the players asked about, for a `with` statement. Raises StoreError."""
    return pool.database() if isinstance(pool, Store) else reading(pool)


def _held(text: str, opponent: str, dead_cards: int, pool: Database | None) -> list[Held]:
    """What one player holds after the last draw; what the pool held depends on how many cards the other drew."""
    if not _POOL.fullmatch(text.strip()):
        return [*after_draw(_range(text, dead_cards), dead_cards)]
    if pool is None:
        raise HistparseError(f"{quoted(text)} stands for hands of a database: name it as the pool")
    return pool_hands(pool, _drawn(text, dead_cards), _drawn(opponent, dead_cards), dead_cards)


def _drawn(text: str, dead_cards: int) -> int:
    """How many cards they drew; in a range, most of its hands."""
    if named := _POOL.fullmatch(text.strip()):
        return int(named[1] or 0)
    held = _range(text, dead_cards)
    return HAND - int(np.bincount(np.bitwise_count(held.keeps), held.weight).argmax())


def _range(text: str, dead_cards: int) -> Range:
    return chosen(possible(parse_range(text), dead_cards), ForLow(), 1)


def _spots(hands: FinalHands, solution: Solution) -> Iterator[RiverSpot]:
    for line, acts in solution.acts.items():
        player = len(line) % 2
        held = hands.joint_shares.sum(1 - player)
        shares = solution.frequencies[line].T.tolist()
        rows = zip(hands.numbers[player].tolist(), held.tolist(), shares, strict=True)
        names = [WORDS[act] for act in acts]
        river_hands = [
            RiverHand(_ranks(number), number, often, dict(zip(names, does, strict=True)))
            for number, often, does in rows
        ]
        yield RiverSpot(player + 1, [WORDS[act] for act in line], river_hands)


def _ranks(number: int) -> str:
    return "folded" if number == FOLDED else describe(number).ranks
