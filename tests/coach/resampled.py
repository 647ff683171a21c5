"""Hands drawn again and again from many dealt ones, of which everything is known: for the intervals of leaks."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from msgspec.structs import replace

from histparse.coach.kinds import CALLS, FOLDS, KINDS, kind_numbers_of_draw_mistakes
from histparse.coach.mistakes import HALVES, LEAST_DRAW, LEAST_RIVER, beat_rates_by_half
from histparse.coach.observed import DRAW_LINES, PARTS, RIVER_LINES, DrawDecisions, Observed, RiverCallsAndFolds
from histparse.coach.ranges import beat_rates, chances_to_beat_all, staying_rates
from histparse.odds.card_sets import Floats, Masks
from histparse.odds.low_draws import CLASSES, KEEPS, classes_of_rank_numbers, find_keep_numbers, load_outcomes
from tests.coach.nothing import nothing

Decisions = TypeVar("Decisions", DrawDecisions, RiverCallsAndFolds)


class Population:
    """All hands, in blocks of a few: the parts of `every`. What is true is what all of them say together."""

    def __init__(self, every: Observed) -> None:
        self._every = every
        draws, rivers = every.draws, every.rivers
        beaten = [
            beat_rates(counts.sum(0).reshape(*lines, -1)).reshape(-1, CLASSES)
            for counts, lines in ((every.draw_range, DRAW_LINES), (every.river_range, RIVER_LINES))
        ]
        self._ends = _ends(draws)
        self._beaten = beaten[0]
        self._expected = draws.opponents @ staying_rates(every.draw_range.sum(0).reshape(*DRAW_LINES, -1))
        self._chosen = find_keep_numbers(draws.held, draws.thrown)
        self._calls = self._call(beaten[1])
        self._draws_in, self._rivers_in = (_by_block(of.part, len(every.hands)) for of in (draws, rivers))

    def sample(self, random: np.random.Generator, blocks: int) -> Observed:
        """So many blocks of hands, any of them more than once."""
        every, drawn = self._every, random.integers(len(self._every.hands), size=blocks)
        part = np.arange(blocks) % PARTS
        counts = [np.zeros((PARTS, *of.shape[1:])) for of in (every.draw_range, every.river_range)]
        for found, of in zip(counts, (every.draw_range, every.river_range), strict=True):
            np.add.at(found, part, of[drawn])
        hands = np.bincount(part, every.hands[drawn], PARTS).astype(np.int64)
        draws = _some(every.draws, [self._draws_in[block] for block in drawn], part)
        rivers = _some(every.rivers, [self._rivers_in[block] for block in drawn], part)
        ranges = dict(zip(("draw_range", "river_range"), counts, strict=True))
        return replace(nothing(hands), draws=draws, rivers=rivers, **ranges)

    def truth(self, sample: Observed) -> Floats:
        """What it would be worth in a hundred hands to do what a sample calls better, by kind of mistake.

        Each half of its hands is told by the other half what is better.
        """
        draws, rivers = (
            beat_rates_by_half(sample.draw_range, DRAW_LINES),
            beat_rates_by_half(sample.river_range, RIVER_LINES),
        )
        hands = [sample.hands[half::HALVES].sum() for half in range(HALVES)]
        told = [self._gains(draws[half], rivers[half]) for half in range(HALVES)]
        return np.asarray(np.average(told[::-1], axis=0, weights=hands) * 100 / self._every.hands.sum())

    def _gains(self, draws: Floats, rivers: Floats) -> Floats:
        """The same in all hands, where these chances tell what is better."""
        return self._in_draws(self._worth(draws)) + self._on_rivers(self._call(rivers))

    def _in_draws(self, told: Floats) -> Floats:
        every, rows = self._every.draws, np.arange(len(self._chosen))
        best = told.argmax(0)
        row = np.flatnonzero(told.max(0) - told[self._chosen, rows] > LEAST_DRAW)
        kinds = kind_numbers_of_draw_mistakes(every.held[row], self._chosen[row], best[row], every.was_raised[row])
        single = np.where(every.opponents[row].sum(1) == 1, kinds, len(KINDS))
        stayed, expected = (np.bincount(single, of[row], len(KINDS) + 1) for of in (every.stayed, self._expected))
        more = np.append((stayed / np.maximum(expected, 1))[:-1], 1)
        worth = np.empty((len(row), CLASSES))
        for kind in np.unique(single):
            there = single == kind
            worth[there] = chances_to_beat_all(every.opponents[row[there]], 1 - more[kind] * (1 - self._beaten))
        ends = self._ends[best[row], row] - self._ends[self._chosen[row], row]
        gains = (ends * worth).sum(1) * every.pot[row]
        return np.asarray(np.bincount(kinds, gains, len(KINDS)))

    def _on_rivers(self, told: Floats) -> Floats:
        called = self._every.rivers.called
        row = np.flatnonzero(np.where(called, -told, told) > LEAST_RIVER)
        gains = np.where(called[row], -self._calls[row], self._calls[row])
        return np.asarray(np.bincount(np.where(called[row], CALLS, FOLDS), gains, len(KINDS)))

    def _worth(self, beaten: Floats) -> Floats:
        """The worth of each keep of each draw."""
        worth = chances_to_beat_all(self._every.draws.opponents, beaten).astype(np.float32)
        return np.asarray(np.einsum("khc,hc->kh", self._ends, worth))

    def _call(self, beaten: Floats) -> Floats:
        """The worth of each call, in big bets; a fold has none."""
        rivers = self._every.rivers
        won = beaten[rivers.opponents.argmax(1), classes_of_rank_numbers(rivers.number)]
        return np.asarray(won * (rivers.pot + rivers.to_call) - rivers.to_call)


def _ends(draws: DrawDecisions) -> Floats:
    """How often each keep of each draw ends in each class of hands."""
    found = np.empty((KEEPS, len(draws.held), CLASSES), np.float32)
    for keep in range(KEEPS):
        for to_come in range(1, 4):
            at = np.flatnonzero(draws.to_come == to_come)
            found[keep, at] = load_outcomes().final_class_shares(draws.held[at], to_come, np.full(len(at), keep))
    return np.asarray(found)


def _by_block(block: Masks, blocks: int) -> list[Masks]:
    return np.split(np.argsort(block, kind="stable"), np.bincount(block, minlength=blocks).cumsum()[:-1])


def _some(decisions: Decisions, rows: list[Masks], part: Masks) -> Decisions:
    """Those decisions, by the parts they are now in."""
    chosen = np.concatenate(rows)
    parts = np.repeat(part, [len(some) for some in rows])
    columns = {name: getattr(decisions, name)[chosen] for name in decisions.__struct_fields__}
    return replace(decisions, **{**columns, "part": parts})
