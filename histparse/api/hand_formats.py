"""The Python interface: hands to write, and the formats that they are written in."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import IO, BinaryIO, cast

import polars as pl
from msgspec import Struct
from polars.io.plugins import register_io_source

from histparse import export
from histparse.api.in_and_out import as_csv, as_json
from histparse.conversion import convert_to_texts
from histparse.export import UnwritableError
from histparse.export.contract import NOTHING, Given
from histparse.judging.engine import HandResult
from histparse.model.errors import HistparseError, count, escape_unprintable, suggest_names
from histparse.model.hand import Hand
from histparse.model.money import CURRENCIES
from histparse.parsing.dialects.base import NO_MATCH, dialects
from histparse.reader import HandText
from histparse.view import HandView, one_line
from histparse.view.forum import Marks, format_forum_post
from histparse.view.from_text import build_view

NUMBERS_NAMED = 3
"""How many hands that were left out are named for each reason."""


class Written(Struct, frozen=True):
    """The result of writing hands: how many were written, and which could not be."""

    number: int
    """Hands, or rows of a table."""
    left_out: dict[str, list[str]]
    """The numbers of hands, by the reason why the format cannot carry them; the most frequent reason comes first."""
    remedies: dict[str, str] = {}
    """By reason the argument, perhaps with a value, with which such hands are written: `keep`, `currency EUR`."""

    def reasons(self, most: int | None = NUMBERS_NAMED, argument: str = "`{}`") -> list[str]:
        """Say in words which hands were left out. `most`: how many numbers are named for each reason; None: all.

        `argument`: how arguments are written.
        """
        return [
            f"{count(len(ids), 'hand')} left out: {reason}"
            f"{self._remedy_clause_or_empty(reason, argument)}{_hand_numbers_in_brackets(ids, most)}"
            for reason, ids in self.left_out.items()
        ]

    def _remedy_clause_or_empty(self, reason: str, argument_style: str) -> str:
        return (
            f"; with {argument_style.format(self.remedies[reason])} they are written" if reason in self.remedies else ""
        )


class Selection(ABC):
    """Hands to write, a few at a time: as events, as views, or as rows of a table."""

    def __init__(self) -> None:
        self.written = 0
        """Hands, or rows of a table."""
        self._left_out: dict[str, list[str]] = {}
        """By reason, the numbers of the hands; those without one are empty."""
        self._remedies: dict[str, str] = {}

    @abstractmethod
    def readable_hands(self) -> Iterator[HandResult]:
        """The hands that could be read, as events."""

    @abstractmethod
    def table_frames(self) -> Iterator[pl.DataFrame]:
        """The rows of the table asked for."""

    def counted_rows(self) -> Iterator[pl.DataFrame]:
        """The rows of the table asked for; the hands they are of are counted."""
        for frame in self.table_frames():
            self.written += len(frame)
            yield frame

    def readable_views(self) -> Iterator[HandView]:
        """The hands as people look at them."""
        for result in self.readable_hands():
            if view := build_view(result):
                yield view

    def leave_out(self, reason: str, hand_id: str = "", remedy: str = "") -> None:
        """Note a hand that the format cannot carry, and what would make it do so, if anything does."""
        if remedy:
            self._remedies[reason] = remedy
        self._left_out.setdefault(reason, []).append(hand_id)

    def finish_or_refuse_nothing(self) -> Written:
        """Return the result of writing. Raises HistparseError if nothing was written."""
        written = Written(
            self.written, dict(sorted(self._left_out.items(), key=lambda reason: -len(reason[1]))), self._remedies
        )
        if not self.written:
            raise NothingWrittenError(written)
        return written


class NothingWrittenError(HistparseError):
    """No hand could be written; the sentence for users names options."""

    def __init__(self, written: Written) -> None:
        super().__init__("; ".join(written.reasons()) or "there is no hand to write")
        self.to_users = "; ".join(written.reasons(argument="--{}")) or self.to_users


def _hand_numbers_in_brackets(hand_ids: list[str], most_named: int | None) -> str:
    """The first numbers in brackets; hands without one have an empty one."""
    known = [hand_id for hand_id in hand_ids if hand_id]
    shown = known[:most_named]
    more = f" and {len(known) - len(shown):,} more" if len(known) > len(shown) else ""
    return f" ({', '.join(shown)}{more})" if shown else ""


class SitesInFile:
    """The sites of the hands of one file: some cannot share one with others, as a file of theirs is wholly theirs."""

    def __init__(self) -> None:
        self._sites: set[str] = set()

    def add_site_or_refuse(self, site: str) -> None:
        """Note one. Raises HistparseError when the file could not be read again."""
        self._sites.add(site)
        exclusive = [name for name in sorted(self._sites) if dialects()[name].whole != NO_MATCH]
        if exclusive and len(self._sites) > 1:
            raise HistparseError(
                f"hands of {exclusive[0]} need a file of their own: name one site with {{site}}", site=""
            )


# --- the formats -----------------------------------------------------------------------------------------------------


def text(selected: Selection, stream: BinaryIO) -> None:
    """Hands as their sites wrote them, word for word, with three blank lines after each.

    The text of each hand; a heading that applies to several stands above the first of them.

    Raises HistparseError for hands that cannot share a file.
    """
    headings, sites_in_file = export.Headings(), SitesInFile()
    for result in selected.readable_hands():
        if result.text is not None and result.hand is not None:
            sites_in_file.add_site_or_refuse(result.text.site)
            heading = headings.next_heading_unless_copy(
                result.text.site, _heading_unless_in_text(result.text, result.hand)
            )
            if heading is None:
                selected.leave_out(export.COPY)
                continue
            hand_lines = result.text.text.rstrip("\n")
            stream.write(f"{heading}{hand_lines}\n\n\n\n".encode(errors="surrogatepass"))
            selected.written += 1


def _heading_unless_in_text(text: HandText, hand: Hand) -> str:
    """The heading above the hand; none if it is the first line of a hand, and this one has one already."""
    heading = text.heading or export.heading(hand)
    opening = dialects()[text.site].opening
    is_there = re.match(opening, heading) and re.match(opening, text.text)
    return "" if is_there else heading


def jsonl(selected: Selection, stream: BinaryIO) -> None:
    """The events of hands, for programs: one JSON object per line, as `histparse parse` prints them.

    One object per hand; its keys are the fields of `Hand`.
    """
    for result in selected.readable_hands():
        stream.write(f"{as_json(result.hand)}\n".encode())
        selected.written += 1


def csv(selected: Selection, stream: BinaryIO) -> None:
    """The rows of one table for spreadsheets: those of the selected hands, as `--format csv` writes others.

    A header line with the names of the columns, then one line per row.
    """
    for place, frame in enumerate(selected.counted_rows()):
        stream.write(as_csv(frame, heading=place == 0).encode())


class _SinkRememberingError:
    """A stream that remembers the error that stopped it: polars would raise one of its own instead."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.stopped_by: Exception | None = None

    def write(self, part: bytes) -> int:
        try:
            return self._stream.write(part)
        except Exception as error:
            self.stopped_by = self.stopped_by or error
            raise


def parquet(selected: Selection, stream: BinaryIO) -> None:
    """The rows of one table for other programs, in a Parquet file: those of the selected hands.

    The bytes of the file, written as the blocks of hands come.
    """
    frames = selected.counted_rows()
    first = next(frames, None)
    if first is None:
        return

    def source(*_of_a_query: object) -> Iterator[pl.DataFrame]:
        yield from chain([first], frames)

    sink = _SinkRememberingError(stream)
    rows = register_io_source(source, schema=first.schema)
    try:
        rows.sink_parquet(cast("IO[bytes]", sink), compression="zstd")  # it does nothing but write
    except pl.exceptions.ComputeError as error:
        raise sink.stopped_by or error from None


def oneline(selected: Selection, stream: BinaryIO) -> None:
    """Hands on one line each, in the notation of docs/oneline.md.

    One line per hand; players go by their positions.
    """
    for view in selected.readable_views():
        stream.write(f"{escape_unprintable(one_line.format_line(view))}\n".encode())
        selected.written += 1


_BEGINS = re.compile(rf"[\[@]|[:./](?!(?<=\d.)[\d{''.join(CURRENCIES)}])")
"""What may begin something: not a point, colon or stroke within a figure, as in 74.37, 21:37 or $2/$4."""
_UNSEEN = "\u200b"
"""A space of no width. BBCode has no escapes: this one parts what would begin a tag, a link, a smiley or a name to
notify. In Markdown it keeps a forum from notifying somebody."""


def bbcode(selected: Selection, stream: BinaryIO) -> None:
    """Hands for forums that understand BBCode. No name, chat or table name can mark anything.

    A post for each hand, with a rule between them.
    """
    for view in selected.readable_views():
        stream.write((format_forum_post(view, BBCODE) + "\n[hr]\n\n").encode())
        selected.written += 1


def _escape_bbcode(text: str) -> str:
    return _BEGINS.sub(rf"\g<0>{_UNSEEN}", escape_unprintable(text))


def _format_bbcode_list(items: list[str]) -> str:
    return "\n".join(["[list]", *(f"[*]{item}" for item in items), "[/list]"])


BBCODE = Marks(_escape_bbcode, lambda text: f"[b]{text}[/b]", _format_bbcode_list)


_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def markdown(selected: Selection, stream: BinaryIO) -> None:
    """Hands for forums that understand Markdown. No name, chat or table name can mark anything.

    A post for each hand, with a rule between them.
    """
    for view in selected.readable_views():
        stream.write((format_forum_post(view, MARKDOWN) + "\n---\n\n").encode())
        selected.written += 1


def _escape_markdown(text: str) -> str:
    """Escape all ASCII punctuation, as CommonMark allows. Runs of blanks stay as they are."""
    return _PUNCTUATION.sub(r"\\\1", escape_unprintable(text)).replace("@", f"@{_UNSEEN}")


MARKDOWN = Marks(_escape_markdown, lambda text: f"**{text}**", lambda items: "\n".join(f"- {item}" for item in items))


# --- all of them -----------------------------------------------------------------------------------------------------

Write = Callable[[Selection, BinaryIO], None]
FORMATS: dict[str, Write] = {write.__name__: write for write in (bbcode, csv, jsonl, markdown, oneline, parquet, text)}


def formats() -> list[str]:
    """The names of all formats."""
    return sorted([*FORMATS, *export.sites()])


def text_sites() -> list[str]:
    """The formats that are the text of a site."""
    return export.sites()


def find_writer(format_name: str, details: Given | None = None, *, keep: bool = False) -> Write:
    """The format's writer; see `convert_hand`. Raises HistparseError for an unknown name, or if it cannot do so."""
    if format_name in export.sites():
        return partial(_write_site_text, format_name, details or NOTHING, keep)
    if format_name not in FORMATS:
        raise HistparseError(suggest_names("format", format_name, formats()))
    if keep or (details or NOTHING) != NOTHING:
        raise HistparseError(f"{format_name} keeps hands as they are: only the text of a site can change them")
    return FORMATS[format_name]


def _write_site_text(site: str, details: Given, keep: bool, selected: Selection, stream: BinaryIO) -> None:
    """The hands as that site writes them; its own as they are."""
    hands = (result.hand for result in selected.readable_hands() if result.hand is not None)

    def leave_out(hand: Hand, error: UnwritableError) -> None:
        selected.leave_out(str(error), hand.header.hand_id, error.remedy)

    for text in convert_to_texts(hands, export.writer(site), leave_out, details, origin_rules=keep):
        stream.write(text.encode(errors="surrogatepass"))
        selected.written += 1
