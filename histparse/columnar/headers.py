"""The fast lane: the first two lines of a hand - read by the grammar once for each table, then by what differs."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from histparse.model.hand import Header, Table
from histparse.model.times import read_time
from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.base import Dialect
from histparse.parsing.grammar import grammar

TEMPLATES = 64
"""Headers that are tried before the grammar is asked."""


class Reading(NamedTuple):
    """What stands above the seats. The lines of all are counted from 0."""

    header: Header
    table: Table
    kind: int
    """Headers of a kind differ in nothing but the number and the time of the hand."""
    end: int
    """Where the lines below it begin."""


class Template(NamedTuple):
    """A header in which only the number of the hand and the time are left open."""

    number: int
    """None has the number of another."""
    pattern: re.Pattern[str]
    header: Header


Known = tuple[Header, int]
"""A header, and the number of its template."""


class Headers:
    """Reads the openings of hands of one site."""

    def __init__(self, site: str) -> None:
        self._site = site
        self._templates: list[Template] = []
        self._learnt = 0
        """Headers that the grammar was asked about."""
        self._example = ""
        """A header that the grammar knows."""
        self._table = lru_cache(1 << 12)(self._read_table)

    def read(self, text: str) -> Reading | None:
        """The opening of a hand; None where it is not plain."""
        first_end = text.find("\n")
        second_end = text.find("\n", first_end + 1)
        if first_end < 1 or second_end < first_end:
            return None
        first, second = text[:first_end], text[first_end + 1 : second_end]
        known = self._known(first) or self._learned(first, second)
        table = self._table(second) if known else None
        if known is None or table is None:
            return None
        header, kind = known
        return Reading(header, table, kind, second_end + 1)

    def _known(self, line: str) -> Known | None:
        """The header, if it is like one of before."""
        for place, (number, pattern, like) in enumerate(self._templates):
            if match := pattern.fullmatch(line):
                if place:
                    self._templates.insert(0, self._templates.pop(place))
                moment, zone, doubt = read_time(match[2])
                return None if doubt else (_at(like, match[1], moment, zone), number)
        return None

    def _learned(self, first: str, second: str) -> Known | None:
        """The header as the grammar reads it; from now on it is known, if its number and its time are found in it."""
        header = self._read(first, second).header
        line = grammar(self._site).lexer.read(first, {})
        if header is None or line is None:
            return None
        self._example = first
        self._learnt += 1
        time = next((piece for piece in reversed(line[0].pieces) if piece and _is_time(piece, header)), None)
        begin = first.find(header.hand_id)
        if time is not None and header.hand_id.isdecimal() and begin >= 0:
            middle, _, end = first[begin + len(header.hand_id) :].rpartition(time)
            pattern = f"{re.escape(first[:begin])}(\\d+){re.escape(middle)}({_any_time(time)}){re.escape(end)}"
            self._templates.insert(0, Template(self._learnt, re.compile(pattern), header))
            del self._templates[TEMPLATES:]
        return header, self._learnt

    def _read(self, *lines: str) -> Dialect:
        hand = dialects()[self._site](list(map(str.rstrip, lines)), 0)
        grammar(self._site).read(hand)
        if hand.doubts:
            hand.header = None
        return hand

    def _read_table(self, line: str) -> Table | None:
        return self._read(self._example, line).table


def _at(header: Header, hand_id: str, moment: datetime | None, zone: str | None) -> Header:
    return replace(header, hand_id=hand_id, played_at=moment, zone=zone)


def _any_time(like: str) -> str:
    """A pattern for times that are written like that one."""
    return re.sub(r"\d", r"\\d", re.escape(like))


def _is_time(piece: str, header: Header) -> bool:
    moment, zone, _ = read_time(piece)
    return moment is not None and (moment, zone) == (header.played_at, header.zone)
