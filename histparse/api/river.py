"""The Python interface: solves rivers. The notation of hands is in docs/coach.md."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from histparse.coach.final_hands import FinalHands, final_hands
from histparse.coach.river import River, Solution
from histparse.model.errors import HistparseError
from histparse.model.ranking import describe
from histparse.odds.equity import chosen
from histparse.odds.notation import parse_dead, parse_range
from histparse.odds.policies import ForLow
from histparse.odds.ranges import Range, possible

MOST_BETS = 6
WORDS = {"x": "check", "b": "bet", "r": "raise", "c": "call", "f": "fold"}


class RiverHand(Struct, frozen=True):
    """What to do with a hand, at one point of the river."""

    ranks: str
    """From the highest down."""
    number: int
    """Its rank number."""
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
    """What a perfect opponent would win more, as a share of the pot; the mean of both."""
    rounds: int
    """How often both sides played it."""
    spots: list[RiverSpot]


def solve_river(first: str, second: str, *, pot: float, cap: int = 4, dead: str = "") -> RiverAnswer:
    """Solve the heads-up river of two ranges: `first` acts first; fewer than five cards draw once before it.

    `pot` in big bets, `cap`: how many bets and raises are possible (1-6). Raises HistparseError.
    """
    if not 0 < pot < float("inf"):
        raise HistparseError(f"a pot of {pot} big bets is not possible")
    if not 1 <= cap <= MOST_BETS:
        raise HistparseError(f"a cap of {cap} bets is not 1 to {MOST_BETS}")
    gone = parse_dead(dead)
    hands = final_hands(_held(first, gone), _held(second, gone), gone)
    solution = River(hands, pot, 1, cap).solved()
    return RiverAnswer(solution.values, solution.exploitable, solution.rounds, [*_spots(hands, solution)])


def _held(text: str, gone: int) -> Range:
    return chosen(possible(parse_range(text), gone), ForLow(), 1)


def _spots(hands: FinalHands, solution: Solution) -> Iterator[RiverSpot]:
    for spot, acts in solution.acts.items():
        held = hands.together.sum(1 - spot.player)
        rows = zip(
            hands.numbers[spot.player].tolist(), held.tolist(), solution.frequencies[spot.line].T.tolist(), strict=True
        )
        names = [WORDS[act] for act in acts]
        some = [
            RiverHand(describe(number).ranks, number, often, dict(zip(names, shares, strict=True)))
            for number, often, shares in rows
        ]
        yield RiverSpot(spot.player + 1, [WORDS[act] for act in spot.line], some)
