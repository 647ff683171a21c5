"""Odds: to stand pat, or to break - what each wins, of one hand against one draw or of many in a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec import Struct, structs

from histparse.model.errors import HistparseError, quoted
from histparse.odds.card_sets import HAND, Range, hand_numbers
from histparse.odds.equity import Choice, Question, gap, to_beat_them, tried, written
from histparse.odds.notation import parse_dead, parse_range
from histparse.odds.policies import AsOftenPat, ForLow, Side, chosen

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
    """What a pat hand wins against a draw, from 0 to 1. Errors are standard errors; None: it is counted."""

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


def table(
    hands: Sequence[str], against: Sequence[str], dead: str, template: Question, advance: Callable[[int], object]
) -> list[PatOrBreak]:
    """Every hand, the best first, against every draw; `advance` is called after each. Raises HistparseError."""
    held, dead_mask = sorted((standing_pat(parse_range(hand)) for hand in hands), key=_worst), parse_dead(dead)
    questions = [
        structs.replace(template, opponents=[Side(parse_range(draw), ForLow())], dead=dead_mask) for draw in against
    ]
    # What is best against a draw depends little on the hand: one policy serves a column.
    questions = [to_beat_them(held[0], question) for question in questions]
    cells = []
    for hand in held:
        for question in questions:
            cells.append(_cell(hand, dead, question))
            advance(1)
    return cells


def _worst(held: Range) -> int:
    """The number of the worst of these hands."""
    return int(hand_numbers(held.keeps).max())


def _cell(held: Range, dead: str, question: Question) -> PatOrBreak:
    pat, broken = tried(held, question), tried(breaking(held, question.draws), question)
    ahead = gap(pat, broken)
    figures = pat.share.equity, pat.share.error, written(broken.held), broken.share.equity, broken.share.error
    return PatOrBreak(
        held.text, question.opponents[0].held.text, question.draws, dead, *figures, ahead.points, ahead.error
    )


def standing_pat(held: Range) -> Range:
    """The hands of five cards, pat. Raises HistparseError if some have fewer."""
    if (np.bitwise_count(held.keeps) < HAND).any():
        raise HistparseError(f"{quoted(held.text)} is not five cards: write them like J8653 or Jc8d6h5s3s")
    return structs.replace(held, chooses=np.zeros_like(held.keeps))


def breaking(held: Range, draws_left: int) -> Range:
    """A range that makes the best draw for low of one card or more."""
    return chosen(structs.replace(held, chooses=np.ones_like(held.keeps)), AsOftenPat("break", {}), draws_left)


def choice(held: Range, question: Question) -> Choice:
    """What the policy keeps of hands of five cards, and what it would win to stand pat, or to break, instead."""
    policy_range = chosen(held, question.policy, question.draws)
    is_pat = len(written(policy_range)) == len(written(standing_pat(held)))
    alternative = tried(breaking(held, question.draws) if is_pat else standing_pat(held), question)
    instead = written(alternative.held) if is_pat else f"pat {written(alternative.held)}"
    return Choice(held.text, written(policy_range), instead, alternative.share.equity, alternative.share.error)
