"""Step 6b, rows: the table `set_aside` - texts that are not stored, with the reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import blake2b, md5
from typing import NamedTuple

import numpy as np
import polars as pl

from histparse.judging.duplicates import digest_text
from histparse.model.text_codes import SYN07, SYN09
from histparse.reader import HandText
from histparse.store.observe.row_buffer import Rows, table_columns
from histparse.system.files import program_digest

# --- keys ------------------------------------------------------------------------------------------------------------

Tables = dict[str, pl.DataFrame]
HandKey = int
TextId = int


def make_hand_key(site: str, hand_id: str) -> HandKey:
    """The key of the hand with that number: 64 bits.

    Among a million hands, two share a key in one of 40 million databases; they would be taken for one hand.
    """
    # A digest and no counter, so that any process can make the key, in any order of files.
    text = f"{site} {hand_id}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big", signed=True)


def make_text_id(path: str, line: int, text_digest: int) -> TextId:
    """The key of a text at its place, whatever its number: 63 bits. `analytics/migrations/7.sql` makes the same."""
    text = f"{path}:{line}:{text_digest}".encode("utf-8", "backslashreplace")
    return int.from_bytes(md5(text, usedforsecurity=False).digest()[8:], "little") >> 1


def replace_batch_numbers_by_database_keys(tables: Mapping[str, pl.DataFrame]) -> Tables:
    """The tables with each `hand_key`, so far a number in the batch, replaced by the key of the database.

    Where texts share a number the first has its key, each other one the key of its text.
    """
    hands = tables["hands"]
    keys = [make_hand_key(*number) for number in hands.select("site", "hand_id").rows()]
    if len(set(keys)) < len(keys):
        _give_shared_numbers_own_keys(keys, hands)
    by_number = np.zeros(1 + max(hands["hand_key"], default=0), np.int64)
    by_number[hands["hand_key"]] = keys
    new_keys = pl.Series(by_number)
    return {
        name: rows.with_columns(hand_key=new_keys.gather(rows["hand_key"])) if "hand_key" in rows.columns else rows
        for name, rows in tables.items()
    }


def _give_shared_numbers_own_keys(keys: list[int], hands: pl.DataFrame) -> None:
    """Give texts that share a number keys of their own."""
    used = set[int]()
    for row, place in enumerate(hands.select("path", "first_line", "digest").rows()):
        if keys[row] in used:
            keys[row] = make_text_id(*place)
        used.add(keys[row])


# --- texts set aside -------------------------------------------------------------------------------------------------


class Reason(NamedTuple):
    """Why a hand is set aside: a code of the rulebook and a sentence."""

    code: str
    sentence: str


def add_set_aside_text(rows: Rows, text: HandText, hand_lines: str, hand_id: str | None, reason: Reason) -> TextId:
    """Add a text that cannot be stored, of which these lines are the hand's own; returns its id."""
    content = digest_text(hand_lines)
    made = make_text_id(text.path, text.line, content)
    rows.add(
        text_id=made,
        site=text.site,
        hand_id=hand_id,
        path=text.path,
        line=text.line,
        code=reason.code,
        reason=reason.sentence,
        text=hand_lines,
        digest=content,
        rank=None,
        program=program_digest(),
    )
    return made


OF_NUMBER = {"aside": SYN07.code, "view": SYN09.code}
"""By what becomes of texts whose number has another one that is stored, the code."""


def reasons_of_shared_number(settled: pl.DataFrame) -> dict[int, Reason]:
    """The reasons for these texts, by id; the sentence says which text is stored, once that is known."""
    return {key: Reason(OF_NUMBER[became], "") for key, became in settled.select("id", "became").rows()}


def make_set_aside_rows(hands: pl.DataFrame, reasons: Mapping[int, Reason]) -> pl.DataFrame:
    """Rows of `set_aside` for these hands, rows of `hands` with a column `text`; `hand_key` tells which is which."""
    ids = [make_text_id(*place) for place in hands.select("path", "first_line", "digest").rows()]
    columns = {"code": pl.String, "reason": pl.String}
    reasons_given = pl.DataFrame([reasons[key] for key in hands["hand_key"]], columns, orient="row")
    rows = hands.hstack(reasons_given).with_columns(text_id=pl.Series(ids, dtype=pl.Int64), line="first_line")
    return rows.select(
        pl.col(name).cast(kind) for name, kind in (table_columns()["set_aside"] | {"hand_key": pl.Int64}).items()
    )


def move_hands_aside(tables: Tables, reasons: Mapping[int, Reason], *, keep_rank: bool) -> Tables:
    """The tables of a batch with these hands set aside instead, and their findings with them.

    `keep_rank`: for texts that would be stored if their number were free.
    """
    if not reasons:
        return tables
    leaving = (
        tables["hands"]
        .filter(pl.col("hand_key").is_in(list(reasons)))
        .join(tables["texts"], on="hand_key", maintain_order="left")
    )
    rows_aside = make_set_aside_rows(
        leaving if keep_rank else leaving.with_columns(rank=pl.lit(None, pl.Int8)), reasons
    )
    ids = rows_aside.select("hand_key", aside_id="text_id")
    findings = tables["findings"].join(ids, on="hand_key", how="left", maintain_order="left")
    going = pl.col("aside_id").is_not_null()
    return without_rows(tables, "hand_key", reasons) | {
        "findings": findings.with_columns(
            hand_key=pl.when(~going).then("hand_key"), text_id=pl.coalesce("aside_id", "text_id")
        ).drop("aside_id"),
        "set_aside": pl.concat([tables["set_aside"], rows_aside.drop("hand_key")]),
    }


def without_rows(tables: Tables, key_column: str, keys: Collection[int]) -> Tables:
    """The tables of a batch without the hands (`hand_key`) or other texts (`text_id`) of these keys."""
    if not keys:
        return tables
    is_other = ~pl.col(key_column).is_in(list(keys)).fill_null(value=False)
    return {name: rows.filter(is_other) if key_column in rows.columns else rows for name, rows in tables.items()}
