"""Coach, leaks: the decisions where something else was worth more, and what each of them lost.

What is best is chosen by the hands of one half of the database and priced by those of the other. Priced by the hands
that chose it, the best would look better than it is, and everybody would have leaks. What is
lost is counted by all hands of the others and without each part of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from msgspec import Struct

from histparse.coach.kinds import (
    CALLS,
    FOLDS,
    KINDS,
    are_snows,
    find_possible_mistake_kinds,
    kind_numbers_of_draw_mistakes,
    pack_mistake_kinds,
)
from histparse.coach.observed import (
    DRAW_LINES,
    MAY_FOLD,
    PARTS,
    RIVER_LINES,
    CountsByPartLineOutcome,
    DrawDecisions,
    Observed,
    OpponentsByDecisionAndLine,
)
from histparse.coach.ranges import (
    CountsByLineAndOutcome,
    beat_rates,
    chances_to_beat_all,
    group_equal_opponents,
    staying_rates,
)
from histparse.odds.card_sets import HAND, Floats, Masks, concatenate_rows, select_rows
from histparse.odds.hand_sums import WorthsByKeepAndHand
from histparse.odds.low_draws import (
    CLASSES,
    KEEPS,
    SharesByHandAndClass,
    WorthsByHandAndClass,
    classes_of_rank_numbers,
    find_keep_numbers,
    load_outcomes,
)

HALVES = 2
_BLOCK = 50_000
"""Draws priced at a time: the chances of a million would take gigabytes."""
LEAST_DRAW, LEAST_RIVER = 0.01, 0.05
"""Draws within that share of the pot, and rivers within those big bets, are equally good."""


CountsByHalfLineOutcome = Floats
RatesByHalfLineClass = Floats
LossesByRecountAndMistake = Floats


class Mistakes(Struct, frozen=True):
    """Decisions that were not the best, an array each. The loss is `fixed`, and `gains` times the chance to win."""

    row: Masks
    """Which of the decisions."""
    part: Masks
    kind: Masks
    fixed: Floats
    gains: WorthsByHandAndClass
    """In big bets: an array of mistakes by classes of final hands."""
    opponents: OpponentsByDecisionAndLine
    stayed: Floats
    """How many of the opponents never folded."""
    better: Masks
    """What was best: the subset of cards to keep; of rivers 1 to call and 0 to fold."""
    possible: Masks
    """For each decision the kinds of mistakes that could be made there, a bit each."""
    unpriced: Masks
    """Other decisions that lose by showdown, but may win more by folds than that: snows."""
    wins: Floats
    """How often 0 to 5 cards win at showdown, the best ones of each number, by what chose the best: all decisions, the
    right ones too, by numbers. Of rivers, how often a call wins."""


def sum_parts_of_halves(counts: CountsByPartLineOutcome) -> CountsByHalfLineOutcome:
    """The hands of all parts of each half: an array of halves by lines by outcomes."""
    return np.stack([counts[half::HALVES].sum(0) for half in range(HALVES)])


def beat_rates_by_half(counts: CountsByPartLineOutcome, line_shape: tuple[int, int]) -> RatesByHalfLineClass:
    """Compute how often hands beat the opponents of each half: an array of halves by lines by classes."""
    of_halves = sum_parts_of_halves(counts).reshape(HALVES, *line_shape, -1)
    return beat_rates(of_halves).reshape(HALVES, -1, CLASSES)


def find_draw_mistakes(observed: Observed) -> Mistakes:
    """Draws where other cards were worth keeping."""
    # The other half of the hands chooses the best draw: by the same hands the best of 32 would look too good.
    other_half = beat_rates_by_half(observed.draw_range, DRAW_LINES)[::-1]
    starts = range(0, max(len(observed.draws.part), 1), _BLOCK)
    return concatenate_rows([_find_block_mistakes(observed.draws, other_half, start) for start in starts])


def _find_block_mistakes(decisions: DrawDecisions, other_half: RatesByHalfLineClass, start: int) -> Mistakes:
    """The mistakes of the block that begins there."""
    draws = select_rows(decisions, slice(start, start + _BLOCK))
    opponents, against = group_equal_opponents(draws.opponents)
    worth = np.stack([chances_to_beat_all(opponents, beaten) for beaten in other_half])[draws.part % HALVES, against]
    chosen = find_keep_numbers(draws.held, draws.thrown)
    worths = _keep_worths(draws, worth)
    best = worths.argmax(0)
    loses = worths.max(0) - np.take_along_axis(worths, chosen[None], 0)[0] > LEAST_DRAW
    may_fold = np.asarray(draws.opponents[:, MAY_FOLD].any(1))
    untold = are_snows(draws.held, chosen) & may_fold
    row, unpriced = np.flatnonzero(loses & ~untold), np.flatnonzero(loses & untold)
    gains = (_final_class_shares(draws, row, best[row]) - _final_class_shares(draws, row, chosen[row])) * draws.pot[
        row, None
    ]
    return Mistakes(
        row=row + start,
        part=draws.part[row],
        kind=kind_numbers_of_draw_mistakes(draws.held[row], chosen[row], best[row], draws.was_raised[row]),
        fixed=np.zeros(len(row)),
        gains=gains,
        opponents=draws.opponents[row],
        stayed=draws.stayed[row],
        better=best[row],
        possible=pack_mistake_kinds(find_possible_mistake_kinds(draws.held, best, draws.was_raised, may_fold)),
        unpriced=unpriced + start,
        wins=_best_worth_by_cards_drawn(worths),
    )


def find_call_fold_mistakes(observed: Observed) -> Mistakes:
    """Calls that should have been folds, and folds that should have been calls."""
    rivers = observed.rivers
    # The other half of the hands chooses, and their own half prices, as for draws.
    other_half = beat_rates_by_half(observed.river_range, RIVER_LINES)[::-1]
    line, made = rivers.opponents.argmax(1), classes_of_rank_numbers(rivers.number)
    won = other_half[rivers.part % HALVES, line, made]
    worth = won * (rivers.pot + rivers.to_call) - rivers.to_call
    row = np.flatnonzero(np.where(rivers.called, -worth, worth) > LEAST_RIVER)
    sign = np.where(rivers.called[row], -1.0, 1.0)
    gains = np.zeros((len(row), CLASSES))
    gains[np.arange(len(row)), made[row]] = sign * (rivers.pot + rivers.to_call)[row]
    return Mistakes(
        row=row,
        part=rivers.part[row],
        kind=np.where(rivers.called[row], CALLS, FOLDS),
        fixed=-sign * rivers.to_call[row],
        gains=gains,
        opponents=rivers.opponents[row],
        stayed=np.ones(len(row)),
        better=np.where(rivers.called[row], 0, 1),
        possible=np.select([worth < 0, worth > 0], [1 << CALLS, 1 << FOLDS], 0),
        unpriced=np.zeros(0, np.int64),
        wins=won[:, None],
    )


def _keep_worths(draws: DrawDecisions, class_worths: WorthsByHandAndClass) -> WorthsByKeepAndHand:
    worths = np.empty((KEEPS, len(draws.held)))
    for to_come in range(1, 4):
        row = np.flatnonzero(draws.to_come == to_come)
        worths[:, row] = load_outcomes().keep_worths(draws.held[row], to_come, class_worths[row])
    return worths


def _best_worth_by_cards_drawn(worths: WorthsByKeepAndHand) -> Floats:
    drawn = HAND - np.bitwise_count(np.arange(KEEPS))
    return np.stack([worths[drawn == number].max(0) for number in range(HAND + 1)], 1)


def _final_class_shares(draws: DrawDecisions, draw_rows: Masks, keeps: Masks) -> SharesByHandAndClass:
    shares = np.empty((len(draw_rows), CLASSES))
    for to_come in range(1, 4):
        place = np.flatnonzero(draws.to_come[draw_rows] == to_come)
        shares[place] = load_outcomes().final_class_shares(draws.held[draw_rows[place]], to_come, keeps[place])
    return shares


# --- what they lose ---------------------------------------------------------------------------------------------------

_AS_OTHERS = 4
"""How many opponents are added to those counted, who stay as often as others of their lines."""


def compute_losses(
    mistakes: Mistakes, counts: CountsByPartLineOutcome, line_shape: tuple[int, int]
) -> LossesByRecountAndMistake:
    """In big bets, by all hands and without each part of them: an array of those by mistakes.

    `counts`: what opponents held, by parts, lines and outcomes. Few hands make ranges more alike than they are, which
    without a part of them is so a little more: by as much as the parts together make a difference, the losses by all
    hands are corrected.
    """
    priced, whole = _Priced(mistakes, line_shape), sum_parts_of_halves(counts)
    lost = np.empty((PARTS + 1, len(mistakes.part)))
    for half in range(HALVES):
        priced.set_opponent_hands(half, whole[half])
    lost[0] = priced.compute_losses(priced.staying_factors_by_kind())
    for part in range(PARTS):
        half = part % HALVES
        with priced.replace_counts(half, whole[half] - counts[part]):
            lost[part + 1] = priced.compute_losses(priced.staying_factors_by_kind(part))
    lost[0] += (PARTS - 1) * (lost[0] - lost[1:].mean(0))
    lost[1:][mistakes.part == np.arange(PARTS)[:, None]] = 0
    return lost


class _Priced:
    """Mistakes with what they would gain and lose, if opponents of each half of the database held what is set."""

    def __init__(self, mistakes: Mistakes, lines: tuple[int, int]) -> None:
        self._mistakes, self._lines = mistakes, lines
        self._opponents, self._against = group_equal_opponents(mistakes.opponents)
        self._half = mistakes.part % HALVES
        self._single = np.where(mistakes.opponents.sum(1) == 1, mistakes.kind, len(KINDS))
        self._won = np.empty((HALVES, len(self._opponents), CLASSES))
        self._stay = np.empty((HALVES, len(self._opponents)))

    def set_opponent_hands(self, half: int, opponent_counts: CountsByLineAndOutcome) -> None:
        """Set the hands that opponents of that half held: by lines and outcomes."""
        of_draws = opponent_counts.reshape(*self._lines, -1)
        self._won[half] = chances_to_beat_all(self._opponents, beat_rates(of_draws))
        self._stay[half] = self._opponents @ staying_rates(of_draws)

    @contextmanager
    def replace_counts(self, half: int, opponent_counts: CountsByLineAndOutcome) -> Iterator[None]:
        """In this block opponents of that half held this instead."""
        won, stay = self._won[half].copy(), self._stay[half].copy()
        self.set_opponent_hands(half, opponent_counts)
        yield
        self._won[half], self._stay[half] = won, stay

    def staying_factors_by_kind(self, left_out_part: int | None = None) -> Floats:
        """Compute how many times as often as others of their lines single opponents stayed, by kind; for several, 1.

        `left_out_part`: a part that tells nothing. Who makes a mistake often has a poor hand, bets less, and makes
        fewer fold than others do: how many stayed is seen in their own hands. Only of single opponents: where several
        are left, those who stay for want of a bet hold what loses anyway.
        """
        counts, expected = self._mistakes.part != left_out_part, self._stay[self._half, self._against]
        stays = self._mistakes.stayed, expected
        sums = (np.bincount(self._single, counts * stay, len(KINDS) + 1)[:-1] for stay in stays)
        stayed, as_many = (of_kind + _AS_OTHERS for of_kind in sums)
        return np.append(stayed / as_many, 1.0)

    def compute_losses(self, staying_factors_by_kind: Floats) -> Floats:
        """In big bets, if so many times as many opponents stay."""
        fewer_fold = staying_factors_by_kind[self._single, None] * (1 - self._won[self._half, self._against])
        won = np.maximum(1 - fewer_fold, 0)
        return np.asarray(self._mistakes.fixed + np.einsum("mc,mc->m", self._mistakes.gains, won))
