"""Step 5, judging: hands that occur twice - a copy is harmless, another text under the same number is not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import NamedTuple

from msgspec.structs import replace

from histparse.judging.hand_result import HandResult
from histparse.judging.soundness import rank, unstorable
from histparse.model.figures import Figures
from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.model.text_codes import SYN07
from histparse.reader import FileError, HandText

COUNTS = "hand {number} has other content at {path}:{line}, and that counts"
STANDARD_INPUT = "-"
Number = tuple[str, str]
HandsOf = Callable[[str], Iterable[HandText | Finding]]
"""Reads the hands of a file again; raises FileError."""


class _Version(NamedTuple):
    """A text of a number, at the first of its places."""

    digest: int
    path: str
    line: int
    rank: int | None
    """None: it could not be stored."""
    text: str | None
    """As it is compared; None: of the first of a number, which is read again if there are others."""


class Duplicates:
    """Pass every judged hand through `past`, then ask for the `results`. Keeps about 300 bytes per hand.

    Nothing is told twice: a copy passes without findings, and an unfinished hand's wait for the `results`, as a later
    file may have its end.
    """

    def __init__(self, hands_of: HandsOf) -> None:
        self._hands_of = hands_of
        self.count = 0
        """Copies."""
        self._seen: dict[Number, _Version] = {}
        self._others: defaultdict[Number, dict[int, _Version]] = defaultdict(dict)
        self._waiting: dict[tuple[Number, int], HandResult] = {}
        """The findings of unfinished hands, by number and digest."""

    def past(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """The hands, noted as they pass."""
        for result in results:
            if result.text is not None and (read := _number(result, result.text)):
                own, behind = _parted(result.findings, read[2])
                is_copy = self._note(read, result, result.text)
                is_unfinished = bool(own and result.table and not result.table.complete)
                if is_unfinished and not is_copy:
                    self._waiting[read[:2]] = HandResult(own, result.text)
                yield replace(result, findings=behind) if is_copy or is_unfinished else result
            else:
                yield result

    def results(self) -> Iterator[HandResult]:
        """The findings of unfinished hands, and of those whose number has a text that counts instead.

        They are the same in whatever order files were read.
        """
        firsts = _read_again((self._seen[number] for number in self._others), self._hands_of)
        found: list[HandResult] = []
        for number, others in self._others.items():
            first = self._seen[number]
            versions = [first._replace(text=firsts.get((first.path, first.line))), *others.values()]
            for begun in (one for one in versions if _is_begun(one, versions)):
                self._waiting.pop((number, begun.digest), None)
            clashes = _clashes(number, [one for one in versions if not _is_begun(one, versions)])
            found += (HandResult((one,)) for one in clashes)
        yield from sorted([*found, *self._waiting.values()], key=_place)

    def _note(self, read: tuple[Number, int, int], result: HandResult, text: HandText) -> bool:
        """Whether it is a copy."""
        number, content, last_line = read
        place = content, text.path, text.line
        first = self._seen.setdefault(number, _Version(*place, _rank(result, last_line), None))
        if first[:3] == place:
            return False
        there = first if first.digest == content else self._others[number].get(content)
        if there is not None:
            self.count += 1
            earliest = min(place, there[:3])
        if first.digest == content:
            self._seen[number] = first._replace(path=earliest[1], line=earliest[2])
        elif there is not None:
            self._others[number][content] = there._replace(path=earliest[1], line=earliest[2])
        else:
            own = "\n".join(text.text.split("\n")[: last_line - text.line + 1])
            self._others[number][content] = _Version(*place, _rank(result, last_line), plain_text(own))
        return there is not None


def _parted(findings: Sequence[Finding], last_line: int) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Those of the hand, and those of what stands behind its last line."""
    own = tuple(one for one in findings if one.line <= last_line)
    return own, tuple(one for one in findings if one.line > last_line)


def _place(result: HandResult) -> tuple[str, int]:
    return result.findings[0].path, result.findings[0].line


def _number(result: HandResult, text: HandText) -> tuple[Number, int, int] | None:
    """Site and number of a hand, digest of its text, and its last line; None if it could not be read."""
    if result.plain:
        return (result.plain.site, result.plain.hand_id), result.plain.digest, text.line + text.text.count("\n")
    if result.hand is None:
        return None
    header = result.hand.header
    return (header.site, header.hand_id), digest(own_lines(result.hand, text)), result.hand.last_line


def _rank(result: HandResult, last_line: int) -> int | None:
    if result.plain:
        return 0
    is_storable = result.table is not None and unstorable(result.table) is None
    return rank(result.findings, last_line) if is_storable else None


def _is_begun(one: _Version, others: Iterable[_Version]) -> bool:
    """Whether another text begins with this one."""
    return any(
        other is not one and other.text and one.text and other.text != one.text and other.text.startswith(one.text)
        for other in others
    )


def _clashes(number: Number, versions: Iterable[_Version]) -> Iterator[Finding]:
    """A finding for each that could be stored, but for the soundest."""
    (site, hand_id), sound = number, [one for one in versions if one.rank is not None]
    best = min(sound, key=lambda one: (one.rank, one.digest), default=None)
    for one in sound:
        if best and one is not best:
            where: Figures = {"number": hand_id, "path": best.path, "line": best.line}
            yield SYN07.at(one.path, one.line, COUNTS, where, site=site, hand_id=hand_id)


def _read_again(versions: Iterable[_Version], hands_of: HandsOf) -> dict[tuple[str, int], str]:
    """Their texts, by place. What comes out of a pipe, or of an archive of several files, cannot be read again."""
    wanted: defaultdict[str, set[int]] = defaultdict(set)
    for one in versions:
        wanted[one.path].add(one.line)
    found = dict[tuple[str, int], str]()
    wanted.pop(STANDARD_INPUT, None)
    for path, lines in wanted.items():
        with suppress(FileError):
            hands = (piece for piece in hands_of(path) if isinstance(piece, HandText) and piece.line in lines)
            found.update({(path, hand.line): plain_text(hand.text) for hand in hands})
    return found


def own_lines(hand: Hand, text: HandText) -> str:
    """The hand's own lines of a text: what follows may be the beginning of a hand still being written."""
    return "\n".join(text.text.split("\n")[: hand.last_line - text.line + 1])


def plain_text(text: str) -> str:
    """What is compared of a text: no blanks at line ends, no empty lines."""
    return "\n".join(filter(None, map(str.rstrip, text.splitlines())))


def digest(text: str) -> int:
    """A 64-bit digest of a text that ignores blanks at line ends and empty lines."""
    return digest_of_bytes(plain_text(text).encode("utf-8", "surrogatepass"))


def digest_of_bytes(plain: bytes) -> int:
    """The digest of a text, in UTF-8, without blanks at line ends and empty lines."""
    return int.from_bytes(blake2b(plain, digest_size=8).digest(), "big", signed=True)
