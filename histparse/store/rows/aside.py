"""Step 6b, rows: hands that cannot be stored as they are, with their text and the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import polars as pl

from histparse.reader import HandText
from histparse.store.observe.row_buffer import HANDS, Rows


class Reason(NamedTuple):
    """Why a hand is set aside: a code of the rulebook and a sentence."""

    code: str
    sentence: str


def set_aside(hands: pl.DataFrame, texts: Sequence[HandText], reasons: Mapping[int, Reason]) -> pl.DataFrame:
    """Rows of `set_aside` for those of these hands, by `hand_key`, that have a reason. `texts`: of all, by the key."""
    made = Rows("set_aside")
    for key, hand_id, digest in hands.select("hand_key", "hand_id", "digest").rows():
        if key in reasons:
            made.add(aside_row(texts[key], hand_id, digest, reasons[key]))
    return made.whole()


def aside_row(text: HandText, hand_id: str | None, digest: int, reason: Reason) -> dict[str, str | int | None]:
    """The row of `set_aside`."""
    return {
        "site": text.site,
        "hand_id": hand_id,
        "path": text.path,
        "line": text.line,
        "code": reason.code,
        "reason": reason.sentence,
        "text": text.text,
        "digest": digest,
    }


def take_out(
    tables: dict[str, pl.DataFrame], texts: Sequence[HandText], reasons: Mapping[int, Reason]
) -> dict[str, pl.DataFrame]:
    """The tables of a batch with these hands set aside instead. What was found in them belongs to no hand then."""
    kept = ~pl.col("hand_key").is_in(list(reasons))
    return {
        **{table: tables[table].filter(kept) for table in HANDS},
        "findings": tables["findings"].with_columns(hand_key=pl.when(kept).then("hand_key")),
        "set_aside": pl.concat([tables["set_aside"], set_aside(tables["hands"], texts, reasons)]),
    }
