"""The fast lane: what was noted of plain hands, as columns - the same that the rows of store/rows make."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from histparse.columnar.compiled import PLACES
from histparse.columnar.lane import Outcome
from histparse.columnar.note_rows import Noted
from histparse.columnar.openings import Opening
from histparse.columnar.ranking import Numbers
from histparse.columnar.state import NO_CAP
from histparse.columnar.values import numbers_of, text_of, unless, words_of
from histparse.columnar.vocabulary import Kind
from histparse.judging.duplicates import digest
from histparse.model.events import PostKind
from histparse.model.hand import Header
from histparse.model.ranking import WORST, describe
from histparse.reader import HandText
from histparse.replay.player import DRAWS
from histparse.replay.seating import positions
from histparse.system.program import program

ACTIONS = {Kind.FOLD: "fold", Kind.CHECK: "check", Kind.CALL: "call", Kind.BET: "bet", Kind.RAISE: "raise"}
POSTS = {
    Kind.SMALL_BLIND: PostKind.SMALL_BLIND.value,
    Kind.BIG_BLIND: PostKind.BIG_BLIND.value,
    Kind.SMALL_AND_BIG: PostKind.SMALL_AND_BIG.value,
    Kind.EXTRA_BLIND: PostKind.EXTRA_BLIND.value,
    Kind.DEAD_BLIND: PostKind.DEAD_BLIND.value,
}
Columns = dict[str, Any]
"""By name, what `pl.Series` takes."""


class Rows(NamedTuple):
    """The rows of a block that are filled."""

    hands: np.ndarray
    seats: np.ndarray
    decisions: np.ndarray
    draws: np.ndarray
    printed: np.ndarray


def filled(noted: Noted) -> Rows:
    """The rows that were noted."""
    ends = noted.ends
    return Rows(
        noted.hands[: ends.hands],
        noted.seats[: ends.seats],
        noted.decisions[: ends.decisions],
        noted.draws[: ends.draws],
        noted.printed[: ends.printed],
    )


def decisions(rows: Rows, stakes: np.ndarray, lines: np.ndarray, first_seat: int) -> Columns:
    """What is noted of decisions. `stakes`, `lines`: by hand of the rows, what it was played for and its first line."""
    row = rows.decisions
    hand = row["hand"]
    unit = np.where(row["round"] > 1, stakes["big_bet"][hand], stakes["small_bet"][hand])
    cap = stakes["cap"][hand]
    return {
        "who": first_seat + row["seat_row"],
        "round": row["round"],
        "action": words_of(row["action"], ACTIONS),
        "amount": row["amount"],
        "stack_behind": row["stack_behind"],
        "bet": row["bet"],
        "bet_to_match": row["bet_to_match"],
        "unit": unit,
        "pot": row["pot"],
        "bets": row["bets"],
        "full_bets": row["full_bets"],
        "short": row["short"] > 0,
        "cap": unless(cap, cap == NO_CAP),
        "open": row["open"] > 0,
        "live": row["live"],
        "free": row["free"],
        "all_ins": row["live"] - row["free"] - 1,
        "in_position": row["in_position"] > 0,
        "led": row["led"] > 0,
        "decision_line": lines[hand] + row["line"],
    }


def draws(rows: Rows, ranks: Numbers, lines: np.ndarray, first_seat: int) -> Columns:
    """What is noted of draws."""
    row = rows.draws
    return {
        "who": first_seat + row["seat_row"],
        "draw": row["draw"],
        "drawn": row["drawn"],
        "all_in": row["all_in"] > 0,
        "drawers": row["drawers"],
        "in_position": row["in_position"] > 0,
        "led": row["led"] > 0,
        "pot": row["pot"],
        "stub": unless(row["stub"], row["stub"] < 0),
        "reshuffles": row["reshuffles"],
        "seen": row["seen"] > 0,
        "thrown_before": text_of(row["earlier"]),
        "thrown_count": row["thrown_count"],
        "thrown": text_of(row["thrown"]),
        "received": text_of(row["received"]),
        "held_before": text_of(row["before"]),
        "number_before": numbers_of(ranks, row["before"]),
        "held_after": text_of(row["after"]),
        "number_after": numbers_of(ranks, row["after"]),
        "draw_line": lines[row["hand"]] + row["line"],
    }


def seats(rows: Rows, ranks: Numbers, lines: np.ndarray, names: pl.Series, first: tuple[int, int]) -> Columns:
    """What is noted of seats. `first`: the numbers of the first hand and of the first seat."""
    row = rows.seats
    out = row["out"] > 0
    place = PLACES * rows.hands["players"][row["hand"]] + row["player"]
    return {
        "hand_key": first[0] + row["hand"],
        "seat": row["seat"],
        "player": names,
        "starting_stack": row["stack"],
        "head_bounty": pl.repeat(None, len(row), dtype=pl.Int64, eager=True),
        "seat_line": lines[row["hand"]] + row["line"],
        "who": unless(np.arange(len(row)) + first[1], out),
        "left_of_button": unless(row["player"] + 1, out),
        "position": words_of(np.where(out, 0, place), POSITIONS),
        "post": words_of(row["post"], POSTS),
        "contributed": row["paid"],
        "collected": row["collected"],
        "folded_in": unless(row["folded_in"], row["folded_in"] < 0),
        **{f"drawn{n + 1}": unless(row["drawn"][:, n], row["drawn"][:, n] < 0) for n in range(DRAWS)},
        "all_in": row["all_in"] > 0,
        "showed": row["showed"] > 0,
        "printed": row["printed"] > 0,
        "dealt": text_of(row["first"]),
        "dealt_number": numbers_of(ranks, row["first"]),
        "dealt_seen": row["dealt_seen"] > 0,
        "cards": text_of(row["last"]),
        "number": numbers_of(ranks, row["last"]),
    }


def showdowns(
    rows: Rows, ranks: Numbers, lines: np.ndarray, names: pl.Series, words: list[str | None], first_hand: int
) -> Columns:
    """What is noted of hands that the text prints at the end. `words`: what the site calls them."""
    row = rows.printed
    numbers = numbers_of(ranks, row["cards"])
    return {
        "hand_key": first_hand + row["hand"],
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


CATEGORIES = pl.Series([None, *(describe(number).category for number in range(1, WORST + 1))], dtype=pl.String)
POSITIONS = {
    PLACES * players + player: name
    for players in range(2, PLACES + 1)
    for player, name in enumerate(positions(players))
}
"""By the number of players and the place from left of the button."""


class Sources(NamedTuple):
    """Where the rows of hands come from, in their order."""

    texts: list[HandText]
    openings: list[Opening]
    own: list[str]
    """The hands' own lines."""


def hands(rows: Rows, sources: Sources, names: pl.Series, first_hand: int) -> Columns:
    """What is noted of hands."""
    texts, openings, own = sources
    row = rows.hands
    count = len(row)
    headers = [opening.header for opening in openings]
    tables = [opening.table for opening in openings]
    tournaments = [header.tournament for header in headers]
    lines = np.array([text.line for text in texts], np.int64)
    return {
        "hand_key": np.arange(count) + first_hand,
        "digest": list(map(digest, own)),
        "site": [header.site for header in headers],
        "hand_id": [header.hand_id for header in headers],
        "played_at": [_utc(header) for header in headers],
        "zone": [header.zone for header in headers],
        "betting": [header.limit.value for header in headers],
        "low_stake": [header.low for header in headers],
        "high_stake": [header.high for header in headers],
        "big_bet": [header.high for header in headers],
        "currency": [header.currency for header in headers],
        **{name: [None] * count for name in ("small_blind", "big_blind")},
        "ante": [header.ante for header in headers],
        "stack_cap": [None] * count,
        "kind": [header.kind for header in headers],
        "mix": [header.mix for header in headers],
        "in_sequence": [header.in_sequence for header in headers],
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
        "path": [text.path for text in texts],
        "first_line": lines,
        "last_line": lines + row["last_line"],
        "cancelled": [False] * count,
        "players": row["players"],
        "draws": row["draws"],
        "reshuffles": row["reshuffles"],
        "showdown": row["showdown"] > 0,
        "pot": row["pot"],
        "rake": row["rake"],
        "program": [program()] * count,
    }


def _own_lines(text: str, last: int) -> str:
    """The text to the line of that number: what follows may belong to the next hand."""
    return text if text.count("\n") == last else "\n".join(text.split("\n")[: last + 1])


def _utc(header: Header) -> datetime | None:
    return header.played_at and header.played_at.replace(tzinfo=None)


def plain_rows(outcome: Outcome, first_hand: int, first_seat: int) -> dict[str, Columns]:
    """The noted rows of the plain hands by table; their numbers begin with those given."""
    rows, ranks = filled(outcome.noted), outcome.ranks
    places = rows.hands["index"].tolist()
    texts = [outcome.texts[place] for place in places]
    openings = [opening for place in places if (opening := outcome.openings[place])]
    own = [_own_lines(text.text, last) for text, last in zip(texts, rows.hands["last_line"].tolist(), strict=True)]
    stakes = outcome.block.stakes[rows.hands["index"]]
    lines = np.array([text.line for text in texts], np.int64)
    data = outcome.block.text.tobytes()
    names = pl.Series(_cut(data, rows.seats["name_begin"], rows.seats["name_end"]), dtype=pl.String)
    words = _cut(data, rows.printed["says_begin"], rows.printed["says_end"])
    return {
        "hands": hands(rows, Sources(texts, openings, own), names, first_hand),
        "texts": {"hand_key": np.arange(len(texts)) + first_hand, "text": own},
        "seats": seats(rows, ranks, lines, names, (first_hand, first_seat)),
        "draws": draws(rows, ranks, lines, first_seat),
        "showdowns": showdowns(rows, ranks, lines, names, words, first_hand),
        "decisions": decisions(rows, stakes, lines, first_seat),
    }


def _cut(data: bytes, begins: np.ndarray, ends: np.ndarray) -> list[str | None]:
    """Those pieces of the block as text; None for one that begins nowhere."""
    return [
        data[begin:end].decode() if begin >= 0 else None
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)
    ]
