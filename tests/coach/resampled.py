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
from tests.coach.columns import select_rows
from tests.coach.empty import empty_observations

Decisions = TypeVar("Decisions", DrawDecisions, RiverCallsAndFolds)


class Population:
    """All hands, in blocks of a few: the parts of `every`. What is true is what all of them say together."""

    def __init__(self, observed: Observed) -> None:
        self._observed = observed
        draws, rivers = observed.draws, observed.rivers
        beaten = [
            beat_rates(counts.sum(0).reshape(*lines, -1)).reshape(-1, CLASSES)
            for counts, lines in ((observed.draw_range, DRAW_LINES), (observed.river_range, RIVER_LINES))
        ]
        self._ends = _ends(draws)
        self._beaten = beaten[0]
        self._expected = draws.opponents @ staying_rates(observed.draw_range.sum(0).reshape(*DRAW_LINES, -1))
        self._chosen = find_keep_numbers(draws.held, draws.thrown)
        self._calls = self._call(beaten[1])
        self._draws_in, self._rivers_in = (
            _by_block(decisions.part, len(observed.hands)) for decisions in (draws, rivers)
        )

    def sample(self, random: np.random.Generator, blocks: int) -> Observed:
        """So many blocks of hands, any of them more than once."""
        observed, drawn = self._observed, random.integers(len(self._observed.hands), size=blocks)
        part = np.arange(blocks) % PARTS
        counts = [np.zeros((PARTS, *totals.shape[1:])) for totals in (observed.draw_range, observed.river_range)]
        for sampled, totals in zip(counts, (observed.draw_range, observed.river_range), strict=True):
            np.add.at(sampled, part, totals[drawn])
        hands = np.bincount(part, observed.hands[drawn], PARTS).astype(np.int64)
        draws = _resample(observed.draws, [self._draws_in[block] for block in drawn], part)
        rivers = _resample(observed.rivers, [self._rivers_in[block] for block in drawn], part)
        ranges = dict(zip(("draw_range", "river_range"), counts, strict=True))
        return replace(empty_observations(hands), draws=draws, rivers=rivers, **ranges)

    def truth(self, sample: Observed) -> Floats:
        """What it would be worth in a hundred hands to do what a sample calls better, by kind of mistake.

        Each half of its hands is told by the other half what is better.
        """
        draws, rivers = (
            beat_rates_by_half(sample.draw_range, DRAW_LINES),
            beat_rates_by_half(sample.river_range, RIVER_LINES),
        )
        hands = [sample.hands[half::HALVES].sum() for half in range(HALVES)]
        gains = [self._gains(draws[half], rivers[half]) for half in range(HALVES)]
        return np.asarray(np.average(gains[::-1], axis=0, weights=hands) * 100 / self._observed.hands.sum())

    def _gains(self, draws: Floats, rivers: Floats) -> Floats:
        """The same in all hands, where these chances tell what is better."""
        return self._in_draws(self._keep_worths(draws)) + self._on_rivers(self._call(rivers))

    def _in_draws(self, worths_told: Floats) -> Floats:
        draws, rows = self._observed.draws, np.arange(len(self._chosen))
        best = worths_told.argmax(0)
        row = np.flatnonzero(worths_told.max(0) - worths_told[self._chosen, rows] > LEAST_DRAW)
        kinds = kind_numbers_of_draw_mistakes(draws.held[row], self._chosen[row], best[row], draws.was_raised[row])
        single = np.where(draws.opponents[row].sum(1) == 1, kinds, len(KINDS))
        stayed, expected = (np.bincount(single, stays[row], len(KINDS) + 1) for stays in (draws.stayed, self._expected))
        more = np.append((stayed / np.maximum(expected, 1))[:-1], 1)
        worths = np.empty((len(row), CLASSES))
        for kind in np.unique(single):
            is_of_kind = single == kind
            worths[is_of_kind] = chances_to_beat_all(
                draws.opponents[row[is_of_kind]], 1 - more[kind] * (1 - self._beaten)
            )
        ends = self._ends[best[row], row] - self._ends[self._chosen[row], row]
        gains = (ends * worths).sum(1) * draws.pot[row]
        return np.asarray(np.bincount(kinds, gains, len(KINDS)))

    def _on_rivers(self, worths_told: Floats) -> Floats:
        called = self._observed.rivers.called
        row = np.flatnonzero(np.where(called, -worths_told, worths_told) > LEAST_RIVER)
        gains = np.where(called[row], -self._calls[row], self._calls[row])
        return np.asarray(np.bincount(np.where(called[row], CALLS, FOLDS), gains, len(KINDS)))

    def _keep_worths(self, beaten: Floats) -> Floats:
        """The worth of each keep of each draw."""
        worths = chances_to_beat_all(self._observed.draws.opponents, beaten).astype(np.float32)
        return np.asarray(np.einsum("khc,hc->kh", self._ends, worths))

    def _call(self, beaten: Floats) -> Floats:
        """The worth of each call, in big bets; a fold has none."""
        rivers = self._observed.rivers
        won = beaten[rivers.opponents.argmax(1), classes_of_rank_numbers(rivers.number)]
        return np.asarray(won * (rivers.pot + rivers.to_call) - rivers.to_call)


def _ends(draws: DrawDecisions) -> Floats:
    """How often each keep of each draw ends in each class of hands."""
    shares = np.empty((KEEPS, len(draws.held), CLASSES), np.float32)
    for keep in range(KEEPS):
        for draws_left in range(1, 4):
            places = np.flatnonzero(draws.to_come == draws_left)
            shares[keep, places] = load_outcomes().final_class_shares(
                draws.held[places], draws_left, np.full(len(places), keep)
            )
    return np.asarray(shares)


def _by_block(block: Masks, blocks: int) -> list[Masks]:
    return np.split(np.argsort(block, kind="stable"), np.bincount(block, minlength=blocks).cumsum()[:-1])


def _resample(decisions: Decisions, rows: list[Masks], part: Masks) -> Decisions:
    """Those decisions, by the parts they are now in."""
    parts = np.repeat(part, [len(block_rows) for block_rows in rows])
    return replace(select_rows(decisions, np.concatenate(rows)), part=parts)
