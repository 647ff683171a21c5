"""The fast lane: what was recorded of plain hands, as columns - the same that store/rows makes of all others."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import numpy as np
import polars as pl

from histparse.columnar.compiled import PLACES
from histparse.columnar.grammar.meaning import POSTS
from histparse.columnar.rows.outcome import Outcome
from histparse.columnar.rows.plain_play import ACTIONS, ROLES, Drawn, Players, Stakes, decisions, draws
from histparse.columnar.rows.plain_texts import PlainText, plain_texts
from histparse.columnar.rows.transposed import Rows, Transposed
from histparse.columnar.rows.values import Columns, text_of, unless, words_of
from histparse.model.hand import Header
from histparse.model.ranking import WORST, describe
from histparse.odds.starting_draws import best_keep
from histparse.parsing.dialects import dialects
from histparse.replay.player import DRAWS
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
_NUMBERS = range(1, WORST + 1)
CATEGORIES = pl.Series([None, *(describe(number).category for number in _NUMBERS)], dtype=pl.String)
KEEPS = pl.Series([None, *map(best_keep, _NUMBERS)], dtype=pl.String)


def seats(rows: Rows, lines: np.ndarray, names: pl.Series, types: Mapping[str, pl.DataType]) -> Columns:
    """The rows of `seats`, without what is repeated of their hand."""
    row = rows.seats
    first, hero, players, showdown = (
        rows.hands[name][row["hand"]] for name in ("first_seat", "hero", "players", "showdown")
    )
    dealt_in = row["out"] == 0
    number = unless(row["first_number"], row["first_number"] == 0)
    return {
        "hand_key": row["hand"],
        "player": names,
        "seat": row["seat"],
        "hero": dealt_in & (np.arange(len(row)) == first + hero) & (hero >= 0),
        "dealt_in": dealt_in,
        "left_of_button": unless(row["player"] + 1, ~dealt_in),
        "position": words_of(np.where(dealt_in, PLACES * players + row["player"], 0), POSITIONS, types["position"]),
        "starting_stack": row["stack"],
        "head_bounty": pl.repeat(None, len(row), dtype=pl.Int64, eager=True),
        "post": words_of(row["post"], POSTS_IN_WORDS, types["post"]),
        "contributed": row["paid"],
        "collected": row["collected"],
        "net": row["collected"] - row["paid"],
        "folded_in": unless(row["folded_in"], row["folded_in"] < 0),
        **{f"drawn{n + 1}": unless(row["drawn"][:, n], row["drawn"][:, n] < 0) for n in range(DRAWS)},
        "role": words_of(row["role"], ROLES, types["role"]),
        "first_act": words_of(row["first_act"], ACTIONS, types["first_act"]),
        "all_in": row["all_in"] > 0,
        "saw_showdown": (showdown > 0) & dealt_in & (row["folded_in"] < 0),
        "showed": row["showed"] > 0,
        "printed": row["printed"] > 0,
        "dealt": text_of(row["first"]),
        "dealt_number": number,
        "dealt_seen": row["dealt_seen"] > 0,
        "keep": KEEPS.gather(number),
        "cards": text_of(row["last"]),
        "number": unless(row["last_number"], row["last_number"] == 0),
        "seat_line": lines[row["hand"]] + row["line"],
    }


def showdowns(rows: Rows, lines: np.ndarray, names: pl.Series, words: list[str | None]) -> Columns:
    """The rows of `showdowns`. `words`: what the site calls the hands that it prints."""
    row = rows.printed
    numbers = unless(row["number"], row["number"] == 0)
    return {
        "hand_key": row["hand"],
        "seat": rows.seats["seat"][row["seat_row"]],
        "player": names.gather(pl.Series(np.ascontiguousarray(row["seat_row"]))),
        "cards": text_of(row["cards"]),
        "number": numbers,
        "category": CATEGORIES.gather(numbers),
        "says": pl.Series(words, dtype=pl.String),
        "mucked": row["mucked"] > 0,
        "contested": row["contested"] > 0,
        "drawn3": unless(row["drawn3"], row["drawn3"] < 0),
        "collected": row["collected"],
        "showdown_line": lines[row["hand"]] + row["line"],
    }


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


def plain_rows(outcome: Outcome, types: Types) -> dict[str, Columns]:
    """The rows of the plain hands, by table; `hand_key` is their number, from 0."""
    rows = outcome.rows
    texts = plain_texts(outcome)
    lines = np.array([text.text.line for text in texts], np.int64)
    stakes = Stakes(Transposed(outcome.block.stakes, rows.hands["index"]), lines)
    data = outcome.block.text.tobytes()
    names = pl.Series(_cut(data, rows.seats["name_begin"], rows.seats["name_end"]), dtype=pl.String)
    words = _cut(data, rows.printed["says_begin"], rows.printed["says_end"])
    sat = seats(rows, lines, names, types["seats"])
    players = Players(*(sat[name] for name in PLAYERS))
    drawn = draws(rows.draws, players, stakes, types["draws"]["role"])
    number = drawn["number_after"]
    return {
        "hands": hands(rows, texts, lines, names),
        "texts": {"hand_key": np.arange(len(texts)), "text": [text.own for text in texts]},
        "seats": sat,
        "draws": drawn,
        "showdowns": showdowns(rows, lines, names, words),
        "decisions": decisions(
            rows.decisions, Drawn(rows.draws, number), players, stakes, types["decisions"]["action"]
        ),
    }


PLAYERS = ("seat", "player", "position", "hero", "post", "printed", "dealt_number", "dealt_seen")
"""Columns of seats that rows of players repeat."""


def _cut(data: bytes, begins: np.ndarray, ends: np.ndarray) -> list[str | None]:
    """Those pieces of the block as text; None for one that begins nowhere."""
    return [
        data[begin:end].decode() if begin >= 0 else None
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
    ]
