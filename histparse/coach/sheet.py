"""Coach, leaks: the leaks of a player as rows."""

from __future__ import annotations

import numpy as np
import polars as pl

from histparse.coach.bets import REASONS, BetMistakes
from histparse.coach.kinds import KINDS, NAMES
from histparse.coach.leaks import Leak, Leaks


def as_rows(found: Leaks) -> pl.DataFrame:
    """A row for each kind of mistake, and the last for those with ten or more together.

    `big_bets`: what it costs in 100 hands, with the 95 % interval `low` to `high`; `shown`: whether the interval leaves
    zero out, or nothing is claimed; `mistakes` of `spots`, the decisions in which it could be made; `others`: what it
    costs in 100 hands of the others whose cards are known at the deal, null if they had fewer than 30 such spots;
    `priced`: of kinds of bets, and of snows, which have a price and why others have none, in a sentence.
    """
    bets = priced_acts(found.bets)
    told = {kind.name: bets for kind in KINDS if kind.priced == "bets"} | {"snows": _priced_snows(found)}
    rows = [_row(leak, told.get(leak.kind.name)) for leak in (*found.leaks, found.together)]
    return pl.DataFrame(rows, schema_overrides={"priced": pl.String})


def priced_acts(bets: BetMistakes) -> str:
    """`1,431 of 6,625 acts after the last draw have a price; not 4,535 with more than two players, ...`."""
    left = [f"{many:,} ({reason})" for many, reason in zip(bets.unpriced.tolist(), REASONS, strict=True) if many]
    unpriced = f"; the others have none: {', '.join(left)}" if left else ""
    return f"{bets.acts - bets.unpriced.sum():,} of {bets.acts:,} acts after the last draw have a price{unpriced}"


def how_many(told: str) -> str:
    """`1,431 of 6,625`, of a sentence that begins so."""
    return " ".join(told.split(" ")[:3])


def _priced_snows(found: Leaks) -> str | None:
    """`12 of 40 snows have a price; ...`; None: all have."""
    priced, others = (
        np.bincount(found.draws.kind, minlength=len(KINDS))[NAMES.index("snows")],
        len(found.draws.unpriced),
    )
    if not others:
        return None
    return (
        f"{priced:,} of {priced + others:,} snows have a price; the others have none: "
        "a single opponent who has not stood pat before them may fold"
    )


def _row(leak: Leak, priced: str | None) -> dict[str, object]:
    return {
        "leak": leak.kind.name,
        "player": leak.kind.title,
        "instead": leak.kind.instead,
        "big_bets": leak.price,
        "low": leak.low,
        "high": leak.high,
        "shown": leak.is_shown,
        "mistakes": leak.mistakes,
        "spots": leak.spots,
        "others": leak.others,
        "priced": priced,
    }
