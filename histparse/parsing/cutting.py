"""Step 2a, parsing: cuts text into hands at each line that a dialect knows as a beginning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from io import BytesIO
from itertools import chain, islice
from os import PathLike
from typing import NamedTuple

from msgspec.structs import replace

from histparse.model.figures import Sentence
from histparse.model.findings import Finding, Severity
from histparse.model.text_codes import SYN04, SYN05, SYN10
from histparse.parsing.dialects.base import NO_MATCH, Dialect, dialects
from histparse.reader import texts
from histparse.reader.source import is_picture, sources_in_file
from histparse.reader.text import (
    CONTROLS,
    LONGEST,
    HandText,
    Text,
    decode_bytes_and_drop_controls,
    drop_blank_before_lines,
    drop_trailing_boilerplate,
    has_stray,
    is_only_boilerplate,
    repair_hand_text,
)
from histparse.system.files import printable_path

# --- openings of hands -----------------------------------------------------------------------------------------------


class Role(Enum):
    """The kind of text that a line begins."""

    HAND = 1
    HEADING = 2
    OTHER_TEXT = 3
    FOREIGN = 4


class Opening(NamedTuple):
    """The beginning of a text, and its site; `label` is the kind of another text, or the language of a foreign hand."""

    site: str
    role: Role
    label: str = ""


class Openings:
    """Finds the beginnings of everything that these sites write."""

    def __init__(self, patterns: Iterable[tuple[Opening, str]]) -> None:
        named = {f"g{number}": pair for number, pair in enumerate(patterns) if pair[1] != NO_MATCH}
        self._openings = {name: opening for name, (opening, _) in named.items()}
        # The line end before the line is quick to find (a blank or control characters may follow it), and so is the
        # first character of a pattern: therefore the group that identifies the pattern is empty and comes last.
        marked = "|".join(f"(?:{pattern})(?P<{name}>)" for name, (_, pattern) in named.items()) or NO_MATCH
        self.finditer = re.compile(f"\n[ {CONTROLS}]*+(?:{marked})").finditer

    def opening_at(self, match: re.Match[str]) -> Opening:
        """The opening at that match."""
        return self._openings[match.lastgroup or ""]


_OF_ANOTHER = re.compile(r"(?m)^([A-Z][\w.'&!-]{1,30}(?: [\w.'&!-]{1,20}){0,3} (?:Hand|Game)) #[\w-]{1,30}:")
"""The first line of a hand, as sites write it that resemble PokerStars."""


def describe_text_without_hand(text: str) -> Sentence:
    """The sentence for a text that begins no hand: whose it is, whose lines it has, or whose hands can be read."""
    sites = dialects()
    for first_line in _OF_ANOTHER.finditer(text):
        # With the marks of a site it is one of that site, damaged.
        if not any(re.match(kind.marks, first_line[0]) for kind in sites.values()):
            begins = "a hand that begins with `{words}` is of a site that is not read; these are: {sites}"
            return begins, {"words": first_line[1], "sites": ", ".join(sites)}
    if site := next((name for name, kind in sites.items() if re.search(rf"(?m)^(?:{kind.marks})", text)), None):
        lost = "no hand begins here, but there are lines like those of {site}: the first line of a hand may be lost"
        return lost, {"site": site}
    return "no hand of a site that can be read begins here; these can: {sites}", {"sites": ", ".join(sites)}


@cache
def openings_in_shared_files(site: str | None = None) -> Openings:
    """The openings in a file of hands, of all sites or only that one."""
    kinds = [kind for kind in _select_dialects(site) if not _owns_whole_files(kind)]
    return Openings(pair for kind in kinds for pair in _opening_patterns(kind))


@cache
def openings_in_file_of_site(site: str) -> Openings:
    """The openings in a file that is wholly that site's."""
    return Openings(_opening_patterns(dialects()[site]))


def find_owning_site(beginning: str, site: str | None = None) -> str | None:
    """The site to which a file with that beginning wholly belongs, if any."""
    wholes = [kind for kind in _select_dialects(site) if _owns_whole_files(kind)]
    return next((kind.site for kind in wholes if re.search(f"(?m)^(?:{kind.whole})", beginning)), None)


def _select_dialects(site: str | None) -> list[type[Dialect]]:
    return [kind for name, kind in dialects().items() if site in {None, name}]


def _owns_whole_files(dialect: type[Dialect]) -> bool:
    return dialect.whole != NO_MATCH


def _opening_patterns(dialect: type[Dialect]) -> Iterator[tuple[Opening, str]]:
    yield Opening(dialect.site, Role.HAND), dialect.opening
    yield Opening(dialect.site, Role.HEADING), dialect.heading
    for name, pattern in dialect.other_texts.items():
        yield Opening(dialect.site, Role.OTHER_TEXT, name), pattern
    for language, pattern in dialect.foreign.items():
        yield Opening(dialect.site, Role.FOREIGN, language), pattern


# --- cutting ---------------------------------------------------------------------------------------------------------

LEFT_OUT = "hidden files and links in an archive are not read: {count} here, the first is {first}"
SUMMARIES = 16
"""A summary of a tournament has a line for everybody who entered, and may be this many times as long as a hand."""


class Stretch(NamedTuple):
    """A part of the text: its opening (None: none known), and the number of its first line."""

    opening: Opening | None
    line: int
    text: str


def read_hand_texts(path: str | PathLike[str], site: str | None = None) -> Iterator[HandText | Finding]:
    """The hands of a file in order, and a finding for text that belongs to none. Raises FileError.

    An archive gives the hands of all files in it. With a `site` only that site's hands are recognised. No more than a
    block and a hand is held in memory.
    """
    for text in texts(path):
        yield from read_text(text, site)


def read_hands_in_bytes(data: bytes, name: str, site: str | None = None) -> Iterator[HandText | Finding]:
    """The hands of bytes that are not in a file; `name` stands for the path."""
    for text in map(Text, sources_in_file(printable_path(name), BytesIO(data))):
        yield from read_text(text, site)


def read_text(text: Text, site: str | None = None) -> Iterator[HandText | Finding]:
    """The hands of one text, with findings about it."""
    yield from cut_hands_from_text(text, site)
    if text.problem is not None:
        yield SYN10.make_finding(text.path, 1, *text.problem)
    if text.left_out:
        finding = SYN10.make_finding(text.path, 1, LEFT_OUT, {"count": len(text.left_out), "first": text.left_out[0]})
        yield replace(finding, severity=Severity.NOTE)


def cut_hands_from_text(text: Text, site: str | None = None) -> Iterator[HandText | Finding]:
    """The hands of a text, of all sites or only that one, and a finding for text that belongs to none."""
    if text.encoding is None:
        if text.problem is None and is_picture(text.path):
            yield SYN05.make_finding(text.path, 1, "not a history, skipped: a picture")
        elif text.problem is None:
            yield SYN04.make_finding(text.path, 1, "this is not text")
        return
    reported = has_note = False
    headings: dict[str, str] = {}
    for piece in _stretches_to_hands(text, site, headings):
        if isinstance(piece, Finding):
            if not reported:
                yield piece
            reported = True
            continue
        reported = False
        depends = has_note or headings or _owns_whole_files(dialects()[piece.site])
        text.note_hand(piece.line, needs_no_earlier_text=not depends)
        if piece.text.isascii() and not has_stray("\n" + piece.text):
            yield piece
            continue
        hand, finding = repair_hand_text(piece)
        if finding and not (has_note and finding.severity is Severity.NOTE):
            has_note = True
            yield finding
        yield hand


def _stretches_to_hands(text: Text, site: str | None, headings_by_site: dict[str, str]) -> Iterator[HandText | Finding]:
    """Every stretch as a hand with its heading, by site; a finding for each that is not a hand."""
    path = text.path
    for stretch in chain.from_iterable(map(_split_off_excess_length, _find_stretches(text, site))):
        opening, line, raw = _store_and_remove_heading(stretch, headings_by_site)
        hand = drop_trailing_boilerplate(raw)
        if not hand or (opening is None and is_only_boilerplate(hand)):
            continue
        if opening is None:
            yield SYN04.make_finding(
                path, line + hand.count("\n", 0, len(hand) - len(hand.lstrip())), *describe_text_without_hand(hand)
            )
        elif opening.role is Role.FOREIGN:
            yield SYN04.make_finding(
                path, line, dialects()[opening.site].english, {"language": opening.label}, site=opening.site
            )
        else:
            hand = drop_blank_before_lines(hand)
            yield HandText(path, line, hand, opening.site, headings_by_site.get(opening.site, ""), opening.label)


def _split_off_excess_length(stretch: Stretch) -> Iterator[Stretch]:
    """The stretch; one longer than such a text may be is cut to that, in whole lines."""
    opening, line, text = stretch
    if opening is None or len(text) <= (longest := _longest_length(opening)):
        yield stretch
        return
    end = text.rfind("\n", 0, longest) + 1 or longest
    yield Stretch(opening, line, text[:end])
    yield Stretch(None, line + text.count("\n", 0, end), text[end:])


def _longest_length(opening: Opening) -> int:
    """The most characters of what begins so."""
    return LONGEST * SUMMARIES if opening.role is Role.OTHER_TEXT else LONGEST


def _store_and_remove_heading(stretch: Stretch, headings_by_site: dict[str, str]) -> Stretch:
    """The stretch without its heading, if it begins with one; the heading is stored by site."""
    opening, line, text = stretch
    if opening is None or opening.role is not Role.HEADING:
        return stretch
    heading, _, rest = text.partition("\n")
    headings_by_site[opening.site] = decode_bytes_and_drop_controls(heading).rstrip()
    return Stretch(None, line + 1, rest)


def _find_stretches(text: Text, site: str | None) -> Iterator[Stretch]:
    """The stretches of a text; one without a known first line may still be a file of one site only."""
    known, blocks, line = openings_in_shared_files(site), text.blocks(), text.begins.line
    first = "".join(islice(blocks, 2))  # the second may be a last line without a line end
    only_site = (
        None
        if next(known.finditer("\n" + first), None)
        else find_owning_site(decode_bytes_and_drop_controls(first), site)
    )
    if only_site is None:
        return split_at_openings(chain([first], blocks), known, first_line=line)
    return split_at_openings(
        chain([first], blocks), openings_in_file_of_site(only_site), Opening(only_site, Role.HAND), line
    )


def split_at_openings(
    blocks: Iterable[str], openings: Openings, first_opening: Opening | None = None, first_line: int = 1
) -> Iterator[Stretch]:
    """The text from that line on, in stretches that begin with a known line; the first has that `opening`."""
    held = ""
    for block in blocks:
        start = 0
        for match in openings.finditer("\n" + block):
            held += block[start : match.start()]
            yield Stretch(first_opening, first_line, held)
            first_line += held.count("\n")
            first_opening, start, held = openings.opening_at(match), match.start(), ""
        held += block[start:]
        if first_opening is None or len(held) > _longest_length(first_opening):
            yield Stretch(first_opening, first_line, held)
            first_line += held.count("\n")
            first_opening, held = None, ""
    yield Stretch(first_opening, first_line, held)
