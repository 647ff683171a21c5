"""The fast lane: what was recorded of plain hands, as columns - as store/rows records all others."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import numpy as np
import polars as pl

from histparse.columnar.compiled import PLACES
from histparse.columnar.grammar.meaning import POSTS
from histparse.columnar.replay.records import CARDS
from histparse.columnar.rows.outcome import Outcome
from histparse.columnar.rows.plain_texts import PlainText, plain_texts
from histparse.columnar.rows.transposed import Rows, Transposed
from histparse.columnar.rows.values import Columns, text_of, unless, words_of
from histparse.columnar.scan.vocabulary import Kind
from histparse.declared import WORDS, Column, recorded
from histparse.model.hand import Header
from histparse.parsing.dialects import dialects
from histparse.replay.seating import positions
from histparse.system.program import program

Types = Mapping[str, Mapping[str, pl.DataType]]
"""The types of columns, by table."""
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
    tournaments = [header.tournament for header in headers]
    return {
        "hand_key": np.arange(count),
        "digest": [text.digest for text in texts],
        **{name: [getattr(header, name) for header in headers] for name in AS_IN_HEADER},
        "played_at": [_utc(header) for header in headers],
        "betting": [header.limit.value for header in headers],
        "low_stake": [header.low for header in headers],
        "high_stake": [header.high for header in headers],
        "big_bet": [header.high for header in headers],
        **{name: [None] * count for name in ("small_blind", "big_blind")},
        "stack_cap": [None] * count,
        "tournament_id": [each and each.tournament_id for each in tournaments],
        "tournament_level": [each and each.level for each in tournaments],
        "buy_in": [each and each.buy_in for each in tournaments],
        "buy_in_bounty": [each and each.bounty for each in tournaments],
        "fee": [each and each.fee for each in tournaments],
        "buy_in_currency": [each and each.currency for each in tournaments],
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


AS_IN_HEADER = ("site", "hand_id", "zone", "currency", "ante", "kind", "mix", "in_sequence")
"""Columns of hands with the values of the header's fields of that name."""


def _utc(header: Header) -> datetime | None:
    return header.played_at and header.played_at.replace(tzinfo=None)


def _cut(data: bytes, begins: np.ndarray, ends: np.ndarray) -> list[str | None]:
    """Those pieces of the block as text; None for one that begins nowhere."""
    return [
        data[begin:end].decode() if begin >= 0 else None
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
    ]
