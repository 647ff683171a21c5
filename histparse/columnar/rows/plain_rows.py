"""The fast lane: what was recorded of plain hands, as columns - as store/rows records all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from histparse.columnar.compiled import PLACES
from histparse.columnar.grammar.meaning import POSTS
from histparse.columnar.replay.records import CARDS
from histparse.columnar.rows.header_columns import OF_HEADER
from histparse.columnar.rows.outcome import Outcome, PlainText, plain_texts
from histparse.columnar.rows.transposed import Rows, Transposed
from histparse.columnar.scan.vocabulary import Kind
from histparse.declared import WORDS, Column, recorded
from histparse.model.cards import DECK
from histparse.parsing.dialects import dialects
from histparse.replay.seating import positions
from histparse.system.program import program

Columns = dict[str, Any]
"""By name, what `pl.Series` takes."""
Types = Mapping[str, Mapping[str, pl.DataType]]
"""The types of columns, by table."""
LETTERS = np.array([list(f" {card}".encode()) for card in DECK] + [[0, 0, 0]], np.uint8)
"""By card, a blank and its letters; nothing for the last one, which is no card."""
POSTS_IN_WORDS = {code: kind.value for kind, code in POSTS.items()}
POSITIONS = {
    PLACES * players + player: name
    for players in range(2, PLACES + 1)
    for player, name in enumerate(positions(players))
}
"""By the number of players and the place from left of the button."""
ACTIONS = {Kind.FOLD: "fold", Kind.CHECK: "check", Kind.CALL: "call", Kind.BET: "bet", Kind.RAISE: "raise"}
CODES: dict[str, dict[Any, str]] = {"action": ACTIONS, "position": POSITIONS, "post": POSTS_IN_WORDS}
"""By column, what recorded codes stand for."""


def plain_rows(outcome: Outcome, types: Types) -> dict[str, Columns]:
    """What was recorded of the plain hands, by table; `hand_key` is their number, from 0."""
    texts, seats = plain_texts(outcome), outcome.rows.seats
    lines = np.array([text.text.line for text in texts], np.int64)
    data = outcome.block.text.tobytes()
    of_seats = {"seats": seats["hand_key"]}
    found = {
        table: _recorded(table, row, lines[of_seats.get(table, seats["hand_key"][row["who"]])], data, types[table])
        for table, row in outcome.rows.of_tables().items()
    }
    return found | {
        "hands": hands(outcome.rows, texts, lines, found["seats"]["player"]),
        "texts": {"hand_key": np.arange(len(texts)), "text": [text.own for text in texts]},
    }


def _recorded(table: str, row: Transposed, lines: np.ndarray, data: bytes, types: Mapping[str, pl.DataType]) -> Columns:
    """The columns of a table as they were recorded. `lines`: by row, the first line of its hand."""
    return {column.name: _column(column, row, lines, data, types[column.name]) for column in recorded(table)}


def _column(column: Column, row: Transposed, lines: np.ndarray, data: bytes, kind: pl.DataType) -> object:
    name = column.name
    if column.mark == WORDS:
        return pl.Series(_cut(data, row[f"{name}_begin"], row[f"{name}_end"]), dtype=pl.String)
    values = row[name]
    if column.mark in CARDS:
        return text_of(values)
    if name in CODES:
        return words_of(values, CODES[name], kind)
    if column.kind == "INTEGER":  # a line, counted in the hand
        return lines + values
    found = values > 0 if column.kind == "BOOLEAN" else values
    return unless(found, values < 0) if column.optional else found


def hands(rows: Rows, texts: list[PlainText], lines: np.ndarray, names: pl.Series) -> Columns:
    """The rows of `hands`, without their stakes in words."""
    row = rows.hands
    count = len(row)
    headers = [text.preamble.header for text in texts]
    tables = [text.preamble.table for text in texts]
    return {
        "hand_key": np.arange(count),
        "digest": [text.digest for text in texts],
        **{name: [*map(value, headers)] for name, value in OF_HEADER.items()},
        "table_name": [table.name for table in tables],
        "table_seats": [table.seats for table in tables],
        "button": row["button"],
        "hero": names.gather(unless(row["first_seat"] + row["hero"], row["hero"] < 0)),
        "path": [text.text.path for text in texts],
        "first_line": lines,
        "last_line": lines + row["last_line"],
        "draws_told": [dialects()[header.site].figures.tells_draws for header in headers],
        "cancelled": [False] * count,
        "players": row["players"],
        "draws": row["draws"],
        "reshuffles": row["reshuffles"],
        "showdown": row["showdown"] > 0,
        "pot": row["pot"],
        "rake": row["rake"],
        "rank": [0] * count,
        "program": [program()] * count,
    }


def _cut(data: bytes, begins: np.ndarray, ends: np.ndarray) -> list[str | None]:
    """Pieces of the block as text; None for one that begins nowhere."""
    return [
        data[begin:end].decode() if begin >= 0 else None
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
    ]


def text_of(cards: np.ndarray) -> pl.Series:
    """Rows of cards as text, `7h 5d 4c`; null where there is none. Cards that are not known stand at the end."""
    known = cards[:, 0] >= 0
    letters = LETTERS[cards[known]].reshape(known.sum(), 3 * cards.shape[1])
    texts = np.ascontiguousarray(letters[:, 1:]).view(f"S{letters.shape[1] - 1}")[:, 0]
    return spread(pl.Series(texts).cast(pl.String), known)


def spread(values: pl.Series, known: np.ndarray) -> pl.Series:
    """The values in the rows that are known, null in the others."""
    rows = np.where(known, known.cumsum() - 1, 0)
    return values.gather(pl.Series(rows).set(pl.Series(~known), None))


def words_of(codes: np.ndarray, known: dict[Any, str], kind: pl.DataType) -> pl.Series:
    """A word of that type for each code; null for a code that has none."""
    words = pl.Series([known.get(code) for code in range(max(known) + 1)], dtype=kind)
    return words.gather(pl.Series(np.ascontiguousarray(codes)))


def unless(values: np.ndarray, absent: np.ndarray) -> pl.Series:
    """The values, null where they are absent."""
    return pl.Series(np.ascontiguousarray(values)).set(pl.Series(np.ascontiguousarray(absent)), None)
