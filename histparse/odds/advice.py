"""Odds: the ranking of a hand's keeps in one sentence - stand pat, break, or which draw."""

from __future__ import annotations

from collections.abc import Sequence

from histparse.odds.keeps import Keep

_CARDS = ("no card", "one card", "two cards", "three cards", "four cards", "five cards")
_SURE = 2
"""Standard errors that a keep has to be ahead."""


def advice(keeps: Sequence[Keep], *, is_low: bool, pot: float | None) -> str:
    """The best keep, and how far it is ahead of the alternative. `is_low`: the hand might stand pat."""
    best, *rest = keeps
    other = next(keep for keep in rest if not is_low or best.drawn == 0 or keep.drawn == 0)
    if other.gap <= _SURE * (other.gap_error or 0):
        both = f"{_doing(best)} wins {_percent(best)}, {_doing(other)} {_percent(other)}"
        return f"Too close to call with so many deals: {both}, and the difference is within its error."
    big_bets = "" if pot is None else f" ({other.gap * pot:.2f} big bets)"
    ahead = f"{100 * other.gap:.1f} points{big_bets} more than {_doing(other)}"
    return f"{_told(best, is_low=is_low)}: {_percent(best)} of the pot, {ahead}."


def _told(keep: Keep, *, is_low: bool) -> str:
    if not keep.drawn:
        return "Stand pat"
    kept = f"keep {keep.kept} and draw" if keep.kept else "draw"
    told = f"{'break, ' if is_low else ''}{kept} {_CARDS[keep.drawn]}"
    return told[0].upper() + told[1:]


def _doing(keep: Keep) -> str:
    if not keep.drawn:
        return "standing pat"
    return f"keeping {keep.kept}" if keep.kept else "drawing five cards"


def _percent(keep: Keep) -> str:
    return f"{100 * keep.equity:.1f} %"
