"""The fast lane: the first lines of a hand - read by the grammar once for each table, then by what differs."""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec.structs import replace

from histparse.columnar.grammar.table_lines import TableLines
from histparse.model.hand import Header, Table
from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.base import Dialect
from histparse.parsing.grammar import grammar

TEMPLATES = 64
"""Headers that are tried before the grammar is asked."""
DATE = 8
"""Digits of a date that is written as a number."""
_DIGITS = re.compile(r"\d+")
_OTHER_DIGITS = str.maketrans("0123456789", "1234567899")
MOST_LINES = 4
"""A preamble has no more lines."""


class Reading(NamedTuple):
    """What stands above the seats. The lines of all are counted from 0."""

    header: Header
    table: Table
    stacks_before_posts: bool
    end: int
    """Where the lines below it begin."""


class Template(NamedTuple):
    """A header in which only the number of the hand and the time are left open."""

    pattern: re.Pattern[str] | None
    """Matches the lines of the header, with their ends; None where it is not known how to tell others like it."""
    header: Header
    table: Table | None
    """None where a line of its own names the table; it may also say which tournament it is, played for chips."""
    example: tuple[str, ...]
    """The lines of one."""
    stacks_before_posts: bool


Known = tuple[Header, Template, int]
"""A header, what it is like, and where the lines below it begin."""


class Headers:
    """Reads the preambles of hands of one site: lines of a header, and one that names the table or completes it."""

    def __init__(self, site: str, heading: str = "") -> None:
        """`heading`: the line that describes the hands, at sites that write one."""
        self._site = site
        self._heading = [heading] if heading else []
        self._time_of = dialects()[site].time_of
        self._templates: list[Template] = []
        self._learnt = 0
        """Headers that the grammar was asked about."""
        self._tables = TableLines(self._read_table)

    def read(self, text: str) -> Reading | None:
        """The preamble of a hand; None where it is not plain."""
        known = self._known(text) or self._learned(text)
        if known is None:
            return None
        header, like, begin = known
        if like.table is not None:
            return Reading(header, like.table, like.stacks_before_posts, begin)
        end = text.find("\n", begin)
        said, table = self._tables.read(like.example, text[begin:end]) if end >= 0 else (None, None)
        if said is None or table is None:
            return None
        header = replace(header, tournament=said.tournament, currency=said.currency)
        return Reading(header, table, like.stacks_before_posts, end + 1)

    def _known(self, text: str) -> Known | None:
        """The header, if it is like one of before."""
        for place, like in enumerate(self._templates):
            if like.pattern and (match := like.pattern.match(text)):
                if place:
                    self._templates.insert(0, self._templates.pop(place))
                moment, zone, doubt = self._time_of(match[2])
                header = replace(like.header, hand_id=match[1], played_at=moment, zone=zone)
                return None if doubt else (header, like, match.end())
        return None

    def _learned(self, text: str) -> Known | None:
        """The header as the grammar reads it; from now on it is known, if its number and its time are found in it."""
        lines = text.split("\n", MOST_LINES)[:-1]
        size = self._size(lines)
        hand = self._read(*lines[:size])
        if hand.header is None or hand.header.line or hand.table is None:
            return None
        own = tuple(lines[: max(size - 1, 1)])
        table = hand.table if len(own) == size else None
        above = "".join(f"{line}\n" for line in own)
        self._learnt += 1
        like = Template(self._pattern(above, hand.header), hand.header, table, own, hand.stacks_before_posts)
        if like.pattern:
            self._templates.insert(0, like)
            del self._templates[TEMPLATES:]
        return hand.header, like, len(above)

    def _size(self, lines: list[str]) -> int:
        """How many lines there are down to the one that names the table or completes it; 0 for none.

        What a broken hand begins with, beyond which the grammar does not go, is not to be learnt.
        """
        hand = self._begun(*lines)
        refused = grammar(self._site).read(hand)
        is_broken = refused is not None and refused.line is not None
        return 0 if is_broken or hand.table is None else hand.table.line + 1

    def _pattern(self, above: str, header: Header) -> re.Pattern[str] | None:
        """The pattern of such headers; None where number or time are not found in it."""
        lines = self._read(*above.split("\n")[:-1]).lines
        read = (grammar(self._site).lexer.read(line, {}) for line in reversed(lines))
        pieces = (piece for line in read if line for piece in reversed(line[0].pieces) if piece)
        time = next((piece for piece in pieces if self._is_time(piece, header)), None)
        begin = above.find(header.hand_id)
        if time is None or begin < 0 or not self._is_number(above, header.hand_id):
            return None
        first = begin + len(header.hand_id)
        after = first + above[first:].rfind(time)
        often = {*_DIGITS.findall(header.hand_id), time[:DATE]}
        middle, end = (self._opened(above, *part, often) for part in ((first, after), (after + len(time), len(above))))
        number = _any_number(header.hand_id)
        return re.compile(f"{re.escape(above[:begin])}({number}){middle}({_any_time(time)}){end}")

    def _opened(self, above: str, begin: int, end: int, often: set[str]) -> str:
        """A pattern for that part of the lines; numbers that differ `often` are left open if they mean nothing."""
        made, at = "", begin
        numbers = [number for number in _DIGITS.finditer(above, begin, end) if number[0] in often]
        said = self._said(above) if numbers else None
        for number in numbers:
            others = (f"{above[: number.start()]}{other}{above[number.end() :]}" for other in _others(number[0]))
            if all(self._said(other) == said for other in others):
                made += f"{re.escape(above[at : number.start()])}\\d{{{len(number[0])}}}"
                at = number.end()
        return made + re.escape(above[at:end])

    def _said(self, above: str) -> tuple[Header | None, Table | None, bool]:
        """All that these lines say."""
        hand = self._read(*above.split("\n")[:-1])
        return hand.header, hand.table, hand.stacks_before_posts

    def _is_number(self, above: str, hand_id: str) -> bool:
        """Whether the first such number in the header is that of the hand."""
        other = hand_id.translate(_OTHER_DIGITS)
        header = self._read(*above.replace(hand_id, other, 1).split("\n")[:-1]).header
        return header is not None and header.hand_id == other != hand_id

    def _is_time(self, piece: str, header: Header) -> bool:
        moment, zone, _ = self._time_of(piece)
        return moment is not None and (moment, zone) == (header.played_at, header.zone)

    def _read(self, *lines: str) -> Dialect:
        hand = self._begun(*lines)
        grammar(self._site).read(hand)
        if hand.doubts or hand.unknown or hand.notes or not all(hand.lines):  # each line must be one of a header
            hand.header = None
        return hand

    def _begun(self, *lines: str) -> Dialect:
        return dialects()[self._site]([*self._heading, *map(str.rstrip, lines)], -len(self._heading))

    def _read_table(self, example: tuple[str, ...], line: str) -> tuple[Header | None, Table | None]:
        hand = self._read(*example, line)
        if hand.table is None or hand.table.line != len(example):  # the line is of another kind
            return None, None
        return hand.header, hand.table


def _others(number: str) -> tuple[str, ...]:
    """Other numbers of as many digits, the least and the greatest among them."""
    return number.translate(_OTHER_DIGITS), "0" * len(number), "9" * len(number)


def _any_number(like: str) -> str:
    """A pattern for numbers of hands that are written like that one."""
    return re.sub(r"\d+", r"\\d+", re.escape(like))


def _any_time(like: str) -> str:
    """A pattern for times that are written like that one."""
    return re.sub(r"\d", r"\\d", re.escape(like))
