"""Rivers dealt between players who both play the answer of the river, but for one habit of known size."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from histparse.coach.bets import CAP
from histparse.coach.betting import Betting, count_bets
from histparse.coach.kinds import NAMES, kind_numbers_of_bet_mistakes
from histparse.coach.mistakes import LEAST_RIVER
from histparse.coach.observed import BET_LINES, PARTS, BetDecisions, Observed
from histparse.coach.river import Losses, River, Solution
from histparse.odds.card_sets import Floats, Masks
from histparse.odds.final_hands import FinalHands
from histparse.odds.low_draws import CLASSES, ENDS
from tests.coach.empty import empty_observations

Habit = Callable[[int, int, str, int], str | None]
"""From the place, own cards drawn, what was done and the rank number: what they do instead; None: the answer."""
BETTING = Betting(CAP)
_EDGES = np.r_[0, ENDS]
_PATS = {18: 0.5, 52: 0.9, 121: 1.0}
"""How many of pat hands are eights or better, and so on."""
_DRAWS = {4: 0.05, 18: 0.25, 52: 0.45, 121: 0.62, 246: 0.74, 1278: 0.8, 7462: 1.0}


class Dealt(Struct):
    """A river: how many cards both drew, the pot, what both may hold, the answer, and what acts lose against it."""

    drawn: tuple[int, int]
    pot: float
    hands: tuple[Floats, Floats]
    answer: Solution
    losses: tuple[Losses, Losses]


def shares(parts: dict[int, float]) -> Floats:
    """How often each class is held, by how often hands up to these numbers are."""
    return np.diff(np.interp(_EDGES, [0, *parts], [0, *parts.values()]))


RANGES = {0: shares(_PATS), 1: shares(_DRAWS)}


def rivers(*pots: float) -> list[Dealt]:
    """Pats and one-card draws against each other, in each of these pots."""
    return [_river((first, second), pot) for first in (0, 1) for second in (0, 1) for pot in pots]


def _river(drawn: tuple[int, int], pot: float) -> Dealt:
    hands = RANGES[drawn[0]], RANGES[drawn[1]]
    classes = np.arange(CLASSES)
    river = River(FinalHands((classes, classes), np.outer(*hands)), pot, CAP)
    answer = river.solve(0.0002)
    return Dealt(drawn, pot, hands, answer, (river.price_acts(0, answer), river.price_acts(1, answer)))


def worths(hands: tuple[Floats, Floats], pot: float, player: int) -> Floats:
    """What each class of hands of that player gets on a river with these ranges, played as well as can be."""
    classes = np.arange(CLASSES)
    answer = River(FinalHands((classes, classes), np.outer(*hands)), pot, CAP).solve(0.0002)
    opponent_shares, beaten = hands[1 - player], np.sign(classes - classes[:, None])
    reach = BETTING.reach_by_line(1 - player, answer.plans[1 - player], np.ones(CLASSES))
    opponent_weights = {line: reach[line] * opponent_shares for line in (*BETTING.folds, *BETTING.closings)}
    ends = {}
    for line in BETTING.folds:
        lost = count_bets(line) - 1
        ends[line] = np.full(CLASSES, opponent_weights[line].sum() * (pot + lost if len(line) % 2 == player else -lost))
    for line in BETTING.closings:
        ends[line] = opponent_weights[line].sum() * pot / 2 + beaten @ opponent_weights[line] * (
            pot / 2 + count_bets(line)
        )
    return np.asarray(BETTING.hand_worths(player, None, ends) / opponent_shares.sum())


def played(river: Dealt, held: tuple[int, int], random: np.random.Generator, habits: dict[int, Habit]) -> str:
    """All acts of a river."""
    line = ""
    while line in BETTING.acts:
        place = len(line) % 2
        number = int(ENDS[held[place]])
        acts = BETTING.acts[line]
        act = habits[place](place, river.drawn[place], line, number) if place in habits else None
        if act is None or act not in acts:
            often = river.answer.frequencies[line][:, held[place]]
            act = acts[random.choice(len(acts), p=often / often.sum())]
        line += act
    return line


class ObservedRivers(Struct, frozen=True):
    """What was observed, and of each act what it lost in truth, and of which kind that is, -1 for none."""

    observed: Observed
    lost: Floats
    kind: Masks

    def truth(self, name: str, rows: Masks | None = None) -> float:
        """What that kind of mistake costs in a hundred hands, or in truth acts that are called so."""
        rows_told = self.kind == NAMES.index(name) if rows is None else rows
        return float(self.lost[rows_told].sum() * 100 / self.observed.hands.sum())


def observed(table: list[Dealt], habit: Habit | None, hands: int, pool: int, seed: int) -> ObservedRivers:
    """So many hands of a player with that habit on one of these rivers each, and as many of the pool."""
    random = np.random.default_rng(seed)
    bets: list[tuple[int, int, int, int, int, float, str, str]] = []
    lost: list[tuple[float, int]] = []
    for river, held in _deals(table, hands, random):
        place, part = int(random.integers(2)), int(random.integers(PARTS))
        line = played(river, held, random, {} if habit is None else {place: habit})
        own_line, theirs = _lines(river.drawn, place)
        for place_in_line in range(place, len(line), 2):
            bets.append(
                (
                    part,
                    int(ENDS[held[place]]),
                    place,
                    own_line,
                    theirs,
                    river.pot,
                    line[:place_in_line],
                    line[place_in_line],
                )
            )
            lost.append(_lost(river, place, held[place], line[: place_in_line + 1]))
    hands_by_part = np.bincount(random.integers(PARTS, size=hands), minlength=PARTS)
    decisions = BetDecisions(*(np.array(column) for column in zip(*bets, strict=True)))
    loss, kind = (np.array(column) for column in zip(*lost, strict=True))
    return ObservedRivers(
        replace(empty_observations(hands_by_part), bets=decisions, bet_range=_pool(table, pool, random)), loss, kind
    )


def _pool(table: list[Dealt], hands: int, random: np.random.Generator) -> Floats:
    """What is known of players who have no habit."""
    counts = np.zeros((PARTS, *BET_LINES, CLASSES + 1))
    for river, held in _deals(table, hands, random):
        line, part = played(river, held, random, {}), int(random.integers(PARTS))
        for place, made, act in known(line, held):
            counts[part, _lines(river.drawn, place)[0], 2 * place + (act == "b"), made] += 1
    return counts


def _lost(river: Dealt, place: int, held: int, line: str) -> tuple[float, int]:
    """What the last act lost, and its kind; as in leaks, what loses next to nothing is no mistake."""
    earlier_acts, act = line[:-1], line[-1]
    acts = np.array([*BETTING.acts[earlier_acts]])
    lost = river.losses[place].lost[BETTING.rows[earlier_acts], held]
    kinds = kind_numbers_of_bet_mistakes(acts[[lost.argmin()]], acts, np.array([river.drawn[place] == 0]))[0]
    act_number = BETTING.acts[earlier_acts].index(act)
    return float(lost[act_number]), int(kinds[act_number]) if lost[act_number] > LEAST_RIVER else -1


def _lines(drawn: tuple[int, int], place: int) -> tuple[int, int]:
    """The lines of the player and of the other; nobody bet before the draw."""
    own_drawn, theirs = drawn[place], drawn[1 - place]
    return own_drawn * 9 + theirs * 3, theirs * 9 + own_drawn * 3


def _deals(table: list[Dealt], number: int, random: np.random.Generator) -> Iterator[tuple[Dealt, tuple[int, int]]]:
    for _ in range(number):
        river = table[random.integers(len(table))]
        first, second = (int(random.choice(CLASSES, p=hands)) for hands in river.hands)
        yield river, (first, second)


def known(line: str, held: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
    """The places that tell, what is known of each, and what it did first."""
    yield 0, held[0] if line in {"xx", "bc"} else CLASSES, line[0]
    if line[0] == "x":
        yield 1, held[1] if line in {"xx", "xbc"} else CLASSES, line[1]
