"""Rivers dealt between players who both play the answer of the river, but for one habit of known size."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from msgspec import Struct

from histparse.coach.bets import CAP
from histparse.coach.betting import Betting
from histparse.coach.observed import BET_LINES, PARTS, BetDecisions, Observed, bet_line
from histparse.coach.river import Losses, River, Solution
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import Masks
from histparse.odds.final_hands import FinalHands
from histparse.odds.outcomes import CLASSES, ENDS
from histparse.coach.observed import DRAW_LINES, OUTCOMES, RIVER_LINES, DrawDecisions, RiverDecisions

Habit = Callable[[int, int, str, int], str | None]
"""From the place, own cards drawn, what was done and the rank number: what they do instead; None: the answer."""
BETTING = Betting(CAP)
_EDGES = np.r_[0, ENDS]
_PATS = {18: 0.5, 52: 0.9, 121: 1.0}
"""How many of pat hands are eights or better, and so on."""
_DRAWS = {4: 0.05, 18: 0.25, 52: 0.45, 121: 0.62, 246: 0.74, 1278: 0.8, 7462: 1.0}


class Dealt(Struct):
    """A table of lines, each with its pot, and its answer."""

    drawn: tuple[int, int]
    pot: float
    hands: tuple[Floats, Floats]
    answer: Solution
    losses: tuple[Losses, Losses]


def shares(parts: dict[int, float]) -> Floats:
    """How often each class is held, by how often hands up to these numbers are."""
    return np.diff(np.interp(_EDGES, [0, *parts], [0, *parts.values()]))


RANGES = {0: shares(_PATS), 1: shares(_DRAWS)}


def rivers() -> list[Dealt]:
    """Pats and one-card draws against each other, in three pots."""
    return [_river((first, second), pot) for first in (0, 1) for second in (0, 1) for pot in (3.2, 5.0, 6.5)]


def _river(drawn: tuple[int, int], pot: float) -> Dealt:
    hands = RANGES[drawn[0]], RANGES[drawn[1]]
    classes = np.arange(CLASSES)
    river = River(FinalHands((classes, classes), np.outer(*hands)), pot, 1, CAP)
    answer = river.solved(0.0002)
    return Dealt(drawn, pot, hands, answer, (river.losses(0, answer), river.losses(1, answer)))


def played(river: Dealt, held: tuple[int, int], random: np.random.Generator, habits: dict[int, Habit]) -> str:
    """All acts of a river."""
    line = ""
    while line in BETTING.acts:
        place = len(line) % 2
        number = int(ENDS[held[place]])
        acts = BETTING.acts[line]
        done = habits[place](place, river.drawn[place], line, number) if place in habits else None
        if done is None or done not in acts:
            often = river.answer.frequencies[line][:, held[place]]
            done = acts[random.choice(len(acts), p=often / often.sum())]
        line += done
    return line


def observed(
    river_list: list[Dealt], habit: Habit | None, hands: int, pool: int, seed: int
) -> tuple[Observed, Floats, list[str]]:
    """The player's rivers, one a hand, and what the pool held; what each act lost in truth, and what was done."""
    random = np.random.default_rng(seed)
    rows, lost = [], []
    for river, held in _deals(river_list, hands, random):
        place = int(random.integers(2))
        line = played(river, held, random, {} if habit is None else {place: habit})
        part = int(random.integers(PARTS))
        for at in range(place, len(line), 2):
            before, act = line[:at], line[at]
            row = BETTING.rows[before].start + BETTING.acts[before].index(act)
            lost.append(float(river.losses[place].lost[row, held[place]]))
            rows.append((part, ENDS[held[place]], place, *river.drawn[:: -1 if place else 1], river.pot, before, act))
    counts = np.zeros((PARTS, *BET_LINES, CLASSES + 1))
    for river, held in _deals(river_list, pool, random):
        line, part = played(river, held, random, {}), int(random.integers(PARTS))
        for place, made, act in known(line, held):
            own, theirs = river.drawn[:: -1 if place else 1]
            counts[part, bet_line(own, theirs, 0), 2 * place + (act == "b"), made] += 1
    part, number, place, own, theirs, pot, before, act = (np.array(column) for column in zip(*rows, strict=True))
    bets = BetDecisions(part, number, place, bet_line(own, theirs, 0), bet_line(theirs, own, 0), pot, before, act)
    each = np.bincount(random.integers(PARTS, size=hands), minlength=PARTS)
    return nothing_drawn(each, bets, counts), np.array(lost), [f"{b}{a}" for b, a in zip(before, act, strict=True)]


def _deals(
    river_list: list[Dealt], number: int, random: np.random.Generator
) -> Iterator[tuple[Dealt, tuple[int, int]]]:
    for _ in range(number):
        river = river_list[random.integers(len(river_list))]
        one, two = (int(random.choice(CLASSES, p=hands)) for hands in river.hands)
        yield river, (one, two)


def known(line: str, held: tuple[int, int]) -> Iterator[tuple[int, int, str]]:
    """The places that tell, what is known of each, and what it did first."""
    yield 0, held[0] if line in {"xx", "bc"} else CLASSES, line[0]
    if line[0] == "x":
        yield 1, held[1] if line in {"xx", "xbc"} else CLASSES, line[1]


def nothing_drawn(hands: Masks, bets: BetDecisions, counts: Floats) -> Observed:
    """What is observed of bets alone."""
    none, numbers = np.zeros(0), np.zeros(0, np.int64)
    lines = DRAW_LINES[0] * DRAW_LINES[1]
    return Observed(
        hands=hands,
        draws=DrawDecisions(numbers, numbers, numbers, numbers, none, np.zeros((0, lines)), none),
        rivers=RiverDecisions(numbers, numbers, none.astype(bool), none, none, np.zeros((0, RIVER_LINES[1]))),
        draw_range=np.zeros((PARTS, lines, OUTCOMES)),
        river_range=np.zeros((PARTS, RIVER_LINES[1], OUTCOMES)),
        bets=bets,
        bet_range=counts,
    )
