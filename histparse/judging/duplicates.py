"""Step 5, judging: hands that occur twice - a copy is harmless, another text under the same number is not."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

from histparse.judging.hand_result import HandResult
from histparse.model.figures import Figures
from histparse.model.findings import Finding, Severity
from histparse.model.hand import Hand
from histparse.reader import HandText
from histparse.rules.text import SYN07

SENTENCE = "hand {} is stored with other content, from {}:{}"
_RANKS = {Severity.NOTE: 1, Severity.WARNING: 2, Severity.ERROR: 3}


class _Seen(NamedTuple):
    digest: int
    path: str
    line: int


class Duplicates:
    """Remembers the number and the digest of every hand it is given: about 300 bytes per hand."""

    def __init__(self) -> None:
        self.count = 0
        self._seen: dict[tuple[str, str], _Seen] = {}

    def look(self, result: HandResult) -> Finding | None:
        """Count a copy of an earlier hand; return a finding if its number was used for another text."""
        text, number = result.text, _number(result)
        if text is None or number is None:
            return None
        site, hand_id, content = number
        this = _Seen(content, text.path, text.line)
        first = self._seen.setdefault((site, hand_id), this)
        if first is this:
            return None
        if first.digest == this.digest:
            self.count += 1
            return None
        other = "hand {number} was read before with other content, at {path}:{line}"
        where: Figures = {"number": hand_id, "path": first.path, "line": first.line}
        return SYN07.at(text.path, text.line, other, where, site=site, hand_id=hand_id)


def _number(result: HandResult) -> tuple[str, str, int] | None:
    """Site, number and digest of a hand; None if it could not be read."""
    if result.plain:
        return result.plain.site, result.plain.hand_id, result.plain.digest
    if result.hand is None or result.text is None:
        return None
    header = result.hand.header
    return header.site, header.hand_id, digest(own_lines(result.hand, result.text))


def own_lines(hand: Hand, text: HandText) -> str:
    """The hand's own lines of a text: what follows may be the beginning of a hand still being written."""
    return "\n".join(text.text.split("\n")[: hand.last_line - text.line + 1])


def rank(findings: Iterable[Finding], last_line: int) -> int:
    """How bad the worst of them is, from 0 (none) to 3; what stands behind the hand's last line is not its fault."""
    return max((_RANKS[finding.severity] for finding in findings if finding.line <= last_line), default=0)


def plain_text(text: str) -> str:
    """What is compared of a text: no blanks at line ends, no empty lines."""
    return "\n".join(filter(None, map(str.rstrip, text.splitlines())))


def digest(text: str) -> int:
    """A 64-bit digest of a text that ignores blanks at line ends and empty lines."""
    return digest_of_bytes(plain_text(text).encode("utf-8", "surrogatepass"))


def digest_of_bytes(plain: bytes) -> int:
    """The same of a text, in UTF-8, without blanks at line ends and empty lines."""
    return int.from_bytes(blake2b(plain, digest_size=8).digest(), "big", signed=True)
