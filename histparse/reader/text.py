"""Step 1b, reader: decodes a stream of bytes into blocks of whole lines, by the encoding its first bytes show.

In the text of one hand, bytes that this encoding does not have become the likeliest letters.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterator
from io import BufferedReader
from os import PathLike
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.figures import Sentence
from histparse.model.findings import Finding, Severity
from histparse.model.text_codes import SYN06
from histparse.reader.opened import open_file
from histparse.reader.source import Peeked, Source, Unreadable, is_archive, sources_in_file
from histparse.system.files import printable_path

BLOCK = 1 << 20
"""Bytes read at once."""
LONGEST = 1 << 18
"""The most characters of a hand; any further text is not part of it."""

_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_WIDE = {0: "utf-16-be", 1: "utf-16-le"}
"""Which byte of each pair is zero for ASCII characters."""
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1a\x1b"))
"""Bytes that hardly occur in text."""
CONTROLS = r"\x00-\x08\x0b-\x1f\x7f"
"""Characters that no site writes, as a set in a pattern."""
PLAIN = {"\ufeff": "", "\u00a0": " ", "\u202f": " ", "\udca0": " "}
"""Concatenated files have byte order marks in the middle; a French client writes no-break spaces, in Windows-1252
too."""
_LOSE = "histparse.lose"
codecs.register_error(_LOSE, lambda error: ("\ud800", error.end if isinstance(error, UnicodeDecodeError) else 0))


class Encoding(NamedTuple):
    """A codec of Python, and how it was recognised."""

    codec: str
    reason: str


class Bookmark(NamedTuple):
    """A line from which a text can be read without knowing what comes before it."""

    line: int
    hands: int
    """How many come before it, other games included."""


BEGINNING = Bookmark(1, 0)


def detect_encoding(head: bytes) -> Encoding | None:
    """The encoding of a text with that beginning; None if it is not text."""
    for mark, codec in _MARKS.items():
        if head.startswith(mark):
            return Encoding(codec, "by its byte order mark")
    for place, codec in _WIDE.items():
        if _share_of_zeros(head[place::2]) > 0.5 and _share_of_zeros(head[1 - place :: 2]) < 0.1:
            return Encoding(codec, "by the zero in every second byte")
    strange = len(head) - len(head.translate(None, _CONTROLS))
    return None if strange * 16 > len(head) else Encoding("utf-8", "by default")


def _share_of_zeros(data: bytes) -> float:
    return data.count(0) / len(data) if data else 0


class Text:
    """A text that can be read once: from its beginning, or as UTF-8 from a bookmark on."""

    def __init__(self, source: Source, begins: Bookmark = BEGINNING) -> None:
        self.path = source.path
        self.left_out = source.left_out
        self.begins = begins
        self._marks = (begins, begins)
        self._hands = begins.hands
        self.encoding: Encoding | None = None
        """None: it is not text."""
        self.problem: Sentence | None = None
        """Why it cannot be read to its end; certain only after the last block."""
        try:
            self._stream = Peeked(source.stream)
        except Unreadable as reason:
            self.problem = reason.sentence
            return
        if is_archive(self._stream.head):
            self.problem = "an archive inside an archive is not opened", {}
            return
        self.encoding = detect_encoding(self._stream.head) if begins == BEGINNING else Encoding("utf-8", "as it began")

    def note_hand(self, line: int, *, needs_no_earlier_text: bool) -> None:
        """Note that a hand begins at that line; `needs_no_earlier_text`: nothing before it matters to what follows."""
        if needs_no_earlier_text:
            self._marks = (self._marks[1], Bookmark(line, self._hands))
        self._hands += 1

    @property
    def bookmark(self) -> Bookmark:
        """Where to resume when there is more text: one hand before the last, which may turn out longer."""
        return self._marks[0]

    def blocks(self) -> Iterator[str]:
        """The text in blocks of whole lines, with plain line ends; a line longer than any hand is split.

        Bytes that are not UTF-8 become surrogates, as Python escapes them; invalid UTF-16 becomes U+D800. An incomplete
        character at the end is dropped.
        """
        if self.encoding is None:
            return
        rest, remove = "", None
        for text in self._decode_blocks(self.encoding.codec):
            rest += text
            end = rest.rfind("\n") + 1 or (len(rest) if len(rest) > LONGEST else 0)
            if end:
                remove = remove or margin_remover(rest[:end])
                yield remove(rest[:end])
                rest = rest[end:]
        yield (remove or margin_remover(rest))(rest)

    def _decode_blocks(self, codec: str) -> Iterator[str]:
        errors = "surrogateescape" if codec == "utf-8" else _LOSE
        decoder = io.IncrementalNewlineDecoder(codecs.getincrementaldecoder(codec)(errors), translate=True)
        try:
            while data := self._stream.read(BLOCK):
                yield replace_bom_and_no_break_spaces(decoder.decode(data))
        except Unreadable as reason:
            self.problem = reason.sentence


def texts(path: str | PathLike[str]) -> Iterator[Text]:
    """The text of a file, or of the files packed in it; each must be read before the next one. Raises FileError."""
    with open_file(path) as file:
        yield from map(Text, sources_in_file(printable_path(path), file))


def texts_in_open_file(
    file: BufferedReader, name: str, resume_at_byte: int | None, bookmark: Bookmark
) -> Iterator[Text]:
    """The texts of an open file of that name; if it has grown, what follows the bookmark, which is at that byte."""
    if resume_at_byte is None:
        yield from map(Text, sources_in_file(name, file))
    else:
        file.seek(resume_at_byte)
        yield Text(Source(name, file), bookmark)


def replace_bom_and_no_break_spaces(text: str) -> str:
    """The text with PLAIN applied. `str.translate`, which looks up every character, takes a hundred times longer."""
    if not text.isascii():
        for letter, instead in PLAIN.items():
            text = text.replace(letter, instead)
    return text


# --- what is before each line ---------------------------------------------------------------------------------

_MARGIN = re.compile(r"(?:> ?)+|[ \t]{2,}|\t")
"""What is before the lines of a text that was quoted or indented. One blank is before those of some downloads."""
_MARKED = re.compile(r"(?m)^\*\*\\\*(?= )")


def margin_remover(text: str) -> Callable[[str], str]:
    """Removes what all lines of the text begin with if it was pasted somewhere; else leaves a text as it is.

    Where asterisks mark bold letters, one of the three before a heading has a backslash.
    """
    if _MARKED.search(text):
        return lambda block: _MARKED.sub("***", block)
    lines = [line for line in text.split("\n") if line.strip(" \t>")]
    margin = _MARGIN.match(lines[0]) if lines else None
    if margin is None or not all(line.startswith(margin[0]) for line in lines):
        return lambda block: block
    prefix = margin[0]
    return lambda block: "\n".join(
        "" if line == prefix.rstrip() else line.removeprefix(prefix) for line in block.split("\n")
    )


# --- what is around a hand ------------------------------------------------------------------------------------

_LINE = re.compile(
    r"""
    \ ?(?:
        (?<!\*)\*{4,}+\ ?\#\ ?\d++\ ?\*{4,}+           # `*********** # 1 **************`
        | Hand\ \#\d++:?                              # `Hand #1:`
        | <\?xml\b[^<>]{0,200}>                          # a root element around the games of Merge
        | </?(?:(?:hand|game)s|(?:hand[-_]?)?histor(?:y|ies)|sessions?|root|data|document)(?:\ [^<>]{0,200})?>
        | (?:Transcript|Tournament\ History)\ for\ your\ last\ (?:\d++\ )?(?:hand|tournament)s?\b.{0,200}
    )""",
    re.VERBOSE | re.IGNORECASE,
)


def drop_trailing_boilerplate(text: str) -> str:
    """The text of a hand without such lines and blank lines at its end."""
    text = text.rstrip()
    while _LINE.fullmatch(text, text.rfind("\n") + 1):
        text = text[: text.rfind("\n") + 1].rstrip()
    return text


def is_only_boilerplate(text: str) -> bool:
    """Whether that text, before the first hand or between two, is nothing else."""
    return all(_LINE.fullmatch(line.rstrip()) for line in text.split("\n") if line and not line.isspace())


def drop_blank_before_lines(text: str) -> str:
    """The hand without the blank that some downloads put before each line."""
    return "\n".join(line.removeprefix(" ") for line in text.split("\n")) if text.startswith(" ") else text


# --- the text of one hand ---------------------------------------------------------------------------------------------


class HandText(Struct, frozen=True):
    """The text of one hand, with plain line ends. `line` is the number of its first line in the file, from 1."""

    path: str
    line: int
    text: str
    site: str
    heading: str = ""
    """The last heading before it, which describes several hands, at sites that write one."""
    other_text: str = ""
    """The kind of text if it is not a hand: `tournament summary`."""


_NOT_UTF8 = re.compile("[\udc80-\udcff]")
_LOST = re.compile("[\ud800-\udfff]")
_STRAY = re.compile(rf"(?m)^ ?[{CONTROLS}]++")
has_stray = re.compile(rf"\n ?[{CONTROLS}]").search
"""Whether a text has control characters before lines; quicker than a search at the beginning of each."""


def decode_bytes_and_drop_controls(text: str) -> str:
    """The text with all bytes decoded, and without control characters before its lines."""
    text = _STRAY.sub("", text)
    return text if text.isascii() else _LOST.sub("\N{REPLACEMENT CHARACTER}", _decode_windows_1252(text))


def repair_hand_text(hand: HandText) -> tuple[HandText, Finding | None]:
    """The hand with all bytes decoded and its lines without control characters before them; a finding if needed."""
    stray = None
    if has_stray("\n" + hand.text):
        line = hand.line + hand.text.count("\n", 0, next(_STRAY.finditer(hand.text)).start())
        stray = SYN06.make_finding(hand.path, line, "control characters before this line are left out", site=hand.site)
        hand = replace(hand, text=_STRAY.sub("", hand.text))
    if hand.text.isascii() or not _LOST.search(hand.text):
        return hand, stray
    lines = hand.text.split("\n")
    read = list(map(_decode_windows_1252, lines))
    lost = next((number for number, line in enumerate(read, hand.line) if _LOST.search(line)), None)
    if lost is not None:
        finding = SYN06.make_finding(hand.path, lost, "bytes here mean nothing in any encoding", site=hand.site)
    else:
        changed = next(number for number, line in enumerate(lines, hand.line) if _LOST.search(line))
        note = SYN06.make_finding(hand.path, changed, "bytes here are not UTF-8: read as Windows-1252", site=hand.site)
        finding = stray or replace(note, severity=Severity.NOTE)
    return replace(hand, text="\n".join(map(decode_bytes_and_drop_controls, lines))), finding


def _decode_windows_1252(line: str) -> str:
    """The line, by Windows-1252 if it is not UTF-8."""
    # Line by line, because several programs may have written one file.
    if line.isascii() or not _NOT_UTF8.search(line):
        return line
    return replace_bom_and_no_break_spaces(
        line.encode("utf-8", "surrogateescape").decode("windows-1252", "surrogateescape")
    )
