"""Step 5, store: hands that cannot be stored as they are, with their text and the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from histparse.store.columns import HANDS, Rows


class Reason(NamedTuple):
    """Why a hand is set aside: a code of the rulebook and a sentence."""

    code: str
    sentence: str


_SAME = ("site", "hand_id", "path", "line", "digest")
"""Columns that a hand has in `hands` and in `set_aside`."""


def set_aside(hands: pl.DataFrame, texts: Sequence[str], reasons: Mapping[int, Reason]) -> pl.DataFrame:
    """Rows of `set_aside` for those of these hands, by `hand_key`, that have a reason. `texts`: of all, by the key."""
    made = Rows("set_aside")
    for key, *same in hands.filter(pl.col("hand_key").is_in(list(reasons))).select("hand_key", *_SAME).rows():
        code, sentence = reasons[key]
        made.add({**dict(zip(_SAME, same, strict=True)), "code": code, "reason": sentence, "text": texts[key]})
    return made.whole()


def take_out(
    tables: dict[str, pl.DataFrame], texts: Sequence[str], reasons: Mapping[int, Reason]
) -> dict[str, pl.DataFrame]:
    """The tables of a batch with these hands set aside instead. What was found in them belongs to no hand then."""
    kept = ~pl.col("hand_key").is_in(list(reasons))
    return {
        **{table: tables[table].filter(kept) for table in HANDS},
        "findings": tables["findings"].with_columns(hand_key=pl.when(kept).then("hand_key")),
        "set_aside": pl.concat([tables["set_aside"], set_aside(tables["hands"], texts, reasons)]),
    }
