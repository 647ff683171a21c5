"""Odds: all keeps of a hand, ranked by what they win, and in one sentence: stand pat, break, or which draw.

To stand pat or to break is also compared alone: of one hand against one draw, or of many in a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from msgspec import Struct, structs

from histparse.model.errors import HistparseError, quoted
from histparse.odds.card_sets import HAND, Masks, Range, hand_rank_numbers, rank_keys_ignoring_suits, subsets
from histparse.odds.equity import (
    Choice,
    Gap,
    Question,
    Way,
    equity_gap,
    format_keep_as_cards_or_ranks,
    is_one_hand_up_to_suits,
    largest_opponent_policy_error,
    price_keeps,
    with_policy_to_beat_opponents,
)
from histparse.odds.low_draws import load_low_draws
from histparse.odds.notation import parse_dead_cards, parse_range
from histparse.odds.policies import AsOftenPat, ForLow, Side, apply_policy

Places = tuple[Masks, ...]
_SURE = 3
"""Standard errors: what is not that far behind may be as good."""
_FIRST = 4
"""So many are looked at thoroughly in any case: a pat hand and ways to break it."""


class Keep(Struct, frozen=True):
    """The cards that are kept, and what that wins."""

    kept: str
    """The cards, or the ranks if only these are named; empty: all five are thrown."""
    drawn: int
    equity: float
    """The share of the pot, from 0 to 1."""
    error: float | None
    """The standard error of the equity, if hands were dealt; None: it is counted."""
    gap: float
    """How much more the best keep wins."""
    gap_error: float | None
    """The standard error of the gap; it is smaller, because all keeps were dealt the same cards."""
    big_bets: float | None = None
    """The equity in the pot that was named."""


class Ranked(Struct, frozen=True):
    """All keeps of a hand."""

    keeps: list[Keep]
    """The best first."""
    policy_error: float | None = None
    """What an opponent would win more if they drew to beat just this hand, the one who would win most."""


def rank_keeps(hand_range: Range, question: Question) -> Ranked:
    """The keeps of a hand against others; its later draws are the best against these. Raises HistparseError."""
    question = with_policy_to_beat_opponents(hand_range, question)
    rough = sorted(
        (price_keeps(keep, question, thoroughly=False) for keep, _ in enumerate_keeps(hand_range)),
        key=_way_equity,
        reverse=True,
    )
    first = [place for place, way in enumerate(rough) if place < _FIRST or _may_be_as_good(equity_gap(rough[0], way))]
    ways = [price_keeps(way.held, question) if place in first else way for place, way in enumerate(rough)]
    best = max(ways, key=_way_equity)
    keeps = [_build_keep(way.held, best.share.equity, equity_gap(best, way), way.share.error) for way in ways]
    return Ranked(_sort_keeps(keeps), largest_opponent_policy_error(best, question))


def rank_keeps_against_unknown_hand(hand_range: Range, draws_left: int) -> Ranked:
    """The keeps against somebody who is dealt any five cards, draws three times for low, and never folds."""
    keeps = [*enumerate_keeps(hand_range)]
    worths = load_low_draws().counted.keep_worths(hand_range.keeps, HAND, draws_left)
    equities = [(keep, float(worths[places].mean())) for keep, places in keeps]
    best = max(equity for _, equity in equities)
    return Ranked(_sort_keeps([_build_keep(keep, best, Gap(best - equity, None)) for keep, equity in equities]))


def enumerate_keeps(hand_range: Range) -> Iterator[tuple[Range, Places]]:
    """Each keep of a hand; of several hands with the same ranks, the keeps with the same ranks as one.

    With their places among the `subsets` of the hands. Raises HistparseError for hands that differ in rank.
    """
    if not is_one_hand_up_to_suits(hand_range):
        raise HistparseError(
            f"{quoted(hand_range.text)} is not one hand of five cards: write it like J8653 or Jc8d6h5s3s"
        )
    parts = subsets(hand_range.keeps, HAND)
    keys = parts if len(hand_range.keeps) == 1 else rank_keys_ignoring_suits(parts.ravel()).reshape(parts.shape)
    for key in np.unique(keys):
        hands, places = np.nonzero((keys == key).T)  # in the order of the hands, so that deals pick the same ones
        indices = places, hands
        keeps, hand = parts[indices], hand_range.keeps[hands]
        yield Range(hand_range.text, keeps, hand & ~keeps, np.zeros_like(keeps), hand_range.weight[hands]), indices


def _way_equity(way: Way) -> float:
    return way.share.equity


def _may_be_as_good(shortfall: Gap) -> bool:
    return shortfall.points <= _SURE * (shortfall.error or 0)


def _build_keep(hand_range: Range, best_equity: float, shortfall: Gap, error: float | None = None) -> Keep:
    drawn = HAND - int(hand_range.keeps[0]).bit_count()
    return Keep(
        format_keep_as_cards_or_ranks(hand_range),
        drawn,
        best_equity - shortfall.points,
        error,
        shortfall.points,
        shortfall.error,
    )


def _sort_keeps(keeps: Iterable[Keep]) -> list[Keep]:
    return sorted(keeps, key=lambda keep: (round(keep.gap, 12), keep.drawn))


# --- in one sentence --------------------------------------------------------------------------------------------------

_CARDS = ("no card", "one card", "two cards", "three cards", "four cards", "five cards")
_CLEAR = 2
"""Standard errors that a keep has to be ahead."""


def format_advice(keeps: Sequence[Keep], *, is_low: bool, pot: float | None) -> str:
    """The best keep, and how far it is ahead of the alternative. `is_low`: the hand might stand pat."""
    best, *rest = keeps
    alternative = next(keep for keep in rest if not is_low or best.drawn == 0 or keep.drawn == 0)
    if alternative.gap <= _CLEAR * (alternative.gap_error or 0):
        first, second = _format_equity(best), _format_equity(alternative)
        figures = f"{_format_action(best)} wins {first}, {_format_action(alternative)} {second}"
        return f"Too close to call with so many deals: {figures}, and the difference is within its error."
    big_bets = "" if pot is None else f" ({alternative.gap * pot:.2f} big bets)"
    ahead = f"{100 * alternative.gap:.1f} points{big_bets} more than {_format_action(alternative)}"
    return f"{_format_instruction(best, is_low=is_low)}: {_format_equity(best)} of the pot, {ahead}."


def _format_instruction(keep: Keep, *, is_low: bool) -> str:
    if not keep.drawn:
        return "Stand pat"
    action = f"keep {keep.kept} and draw" if keep.kept else "draw"
    instruction = f"{'break, ' if is_low else ''}{action} {_CARDS[keep.drawn]}"
    return instruction[0].upper() + instruction[1:]


def _format_action(keep: Keep) -> str:
    if not keep.drawn:
        return "standing pat"
    return f"keeping {keep.kept}" if keep.kept else "drawing five cards"


def _format_equity(keep: Keep) -> str:
    return f"{100 * keep.equity:.1f} %"


# --- to stand pat, or to break ----------------------------------------------------------------------------------------

HANDS = (
    *("87632", "95432", "96532", "97632", "98654"),
    *("T5432", "T6532", "T7632", "T8654", "T9762"),
    *("J5432", "J6532", "J7632", "J8654", "J9763", "JT863"),
    *("Q5432", "Q6532", "Q7632", "Q8654", "Q9763", "QT863", "QJ962"),
)
DRAWS = ("2347", "2358", "2568", "4678", "234", "237", "258")
"""What is asked about when nothing is named: of the hands with each two highest ranks the middle one, and one-card and
two-card draws from smooth to rough."""


class PatOrBreak(Struct, frozen=True):
    """A pat hand against a draw: what it wins, from 0 to 1. Errors are standard errors; None: it is counted."""

    hand: str
    against: str
    draws: int
    dead: str
    pat: float
    pat_error: float | None
    kept: str
    """The best draw for low of somebody who breaks the hand."""
    broken: float
    broken_error: float | None
    gap: float
    """How much more standing pat wins."""
    gap_error: float | None


def compare_pat_and_break(
    pat_hands: Sequence[str],
    opponent_draws: Sequence[str],
    dead_cards: str,
    template: Question,
    report_progress: Callable[[int], object],
) -> list[PatOrBreak]:
    """Every hand, the best first, against every draw; `report_progress` is called after each. Raises HistparseError."""
    ranges = sorted(
        (force_pat_or_refuse(parse_range(hand)) for hand in pat_hands),
        key=lambda hand: int(hand_rank_numbers(hand.keeps).max()),
    )
    dead_mask = parse_dead_cards(dead_cards)
    questions = [
        structs.replace(template, opponents=[Side(parse_range(draw), ForLow())], dead=dead_mask)
        for draw in opponent_draws
    ]
    # What is best against a draw depends little on the hand: one policy serves a column.
    questions = [with_policy_to_beat_opponents(ranges[0], question) for question in questions]
    cells = []
    for hand_range in ranges:
        for question in questions:
            cells.append(_compare_hand(hand_range, dead_cards, question))
            report_progress(1)
    return cells


def _compare_hand(hand_range: Range, dead_cards: str, question: Question) -> PatOrBreak:
    pat, broken = price_keeps(hand_range, question), price_keeps(force_break(hand_range, question.draws), question)
    ahead = equity_gap(pat, broken)
    figures = (
        pat.share.equity,
        pat.share.error,
        format_keep_as_cards_or_ranks(broken.held),
        broken.share.equity,
        broken.share.error,
    )
    return PatOrBreak(
        hand_range.text,
        question.opponents[0].held.text,
        question.draws,
        dead_cards,
        *figures,
        ahead.points,
        ahead.error,
    )


def force_pat_or_refuse(hand_range: Range) -> Range:
    """The hands of five cards, pat. Raises HistparseError if some have fewer."""
    if (np.bitwise_count(hand_range.keeps) < HAND).any():
        raise HistparseError(f"{quoted(hand_range.text)} is not five cards: write them like J8653 or Jc8d6h5s3s")
    return structs.replace(hand_range, chooses=np.zeros_like(hand_range.keeps))


def force_break(hand_range: Range, draws_left: int) -> Range:
    """A range that makes the best draw for low of one card or more."""
    return apply_policy(
        structs.replace(hand_range, chooses=np.ones_like(hand_range.keeps)), AsOftenPat("break", {}), draws_left
    )


def explain_policy_choice(hand_range: Range, question: Question) -> Choice:
    """Find what the policy keeps of hands of five cards, and what standing pat, or breaking, would win instead."""
    policy_range = apply_policy(hand_range, question.policy, question.draws)
    is_pat = len(format_keep_as_cards_or_ranks(policy_range)) == len(
        format_keep_as_cards_or_ranks(force_pat_or_refuse(hand_range))
    )
    alternative = price_keeps(
        force_break(hand_range, question.draws) if is_pat else force_pat_or_refuse(hand_range), question
    )
    instead = (
        format_keep_as_cards_or_ranks(alternative.held)
        if is_pat
        else f"pat {format_keep_as_cards_or_ranks(alternative.held)}"
    )
    return Choice(
        hand_range.text,
        format_keep_as_cards_or_ranks(policy_range),
        instead,
        alternative.share.equity,
        alternative.share.error,
    )
