"""Step 6b, rows: the table `set_aside` - hands that cannot be stored as they are, with their text and the reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import polars as pl
from msgspec import Struct

from histparse.reader import HandText
from histparse.store.observe.row_buffer import HANDS, Rows
from histparse.store.rows.keys import Tables


class Reason(NamedTuple):
    """Why a hand is set aside: a code of the rulebook and a sentence."""

    code: str
    sentence: str


class SetAsideRow(Struct, kw_only=True):
    """A row of `set_aside`."""

    site: str
    hand_id: str | None
    path: str
    line: int
    code: str
    reason: str
    text: str
    digest: int


class SetAside(Rows):
    """The rows of `set_aside`."""

    def __init__(self) -> None:
        super().__init__("set_aside", SetAsideRow)
        self._add = self.adding(SetAsideRow)

    def enter(self, text: HandText, hand_id: str | None, digest: int, reason: Reason) -> None:
        """Add the hand with that text."""
        self._add(
            site=text.site,
            hand_id=hand_id,
            path=text.path,
            line=text.line,
            code=reason.code,
            reason=reason.sentence,
            text=text.text,
            digest=digest,
        )


def set_aside(hands: pl.DataFrame, reasons: Mapping[int, Reason]) -> pl.DataFrame:
    """Rows of `set_aside` for these hands. `hands`: rows of `hands` with a column `text`."""
    made = SetAside()
    for key, site, hand_id, path, line, digest, text in hands.select(
        "hand_key", "site", "hand_id", "path", "first_line", "digest", "text"
    ).rows():
        made.enter(HandText(path, line, text, site), hand_id, digest, reasons[key])
    return made.whole()


def take_out(tables: Tables, reasons: Mapping[int, Reason]) -> Tables:
    """The tables of a batch with these hands set aside instead. Their findings then belong to no hand."""
    if not reasons:
        return tables
    out = tables["hands"].filter(_of(reasons)).join(tables["texts"], on="hand_key", maintain_order="left")
    left = without(tables, reasons)
    return left | {
        "findings": tables["findings"].with_columns(hand_key=pl.when(~_of(reasons)).then("hand_key")),
        "set_aside": pl.concat([tables["set_aside"], set_aside(out, reasons)]),
    }


def without(tables: Tables, keys: Collection[int]) -> Tables:
    """The tables of a batch without these hands and their findings."""
    if not keys:
        return tables
    others = ~_of(keys).fill_null(value=False)
    return tables | {table: tables[table].filter(others) for table in (*HANDS, "findings")}


def _of(keys: Collection[int]) -> pl.Expr:
    return pl.col("hand_key").is_in(list(keys))
