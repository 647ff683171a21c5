"""Step 7c, privacy: the text of a hand under pseudonyms, which reads as the same play or is not given out.

Names are never looked for in a text: a player may be called `a` or `Big Blind`. The hand is read, the names in its
events are exchanged, and the site's writer writes it; so a name can be only where the site prints one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from histparse.export import Line, heading, writer
from histparse.export.contract import Record
from histparse.model.events import Event
from histparse.model.findings import Finding
from histparse.model.hand import Hand, Seat
from histparse.parsing.parser import Parsed, parse_hand
from histparse.privacy.masked import Wishes, masked, shifted, without_lines
from histparse.privacy.pseudonyms import Pseudonyms
from histparse.reader import HandText
from histparse.rules.plausible import possible_times

UNKNOWN = "[a line left out]"
"""Stands for a line that no grammar knows."""


class Rewritten(Struct, frozen=True):
    """A hand under pseudonyms. `heading` stands above it and others, at sites that write one."""

    text: str
    heading: str
    hand: Hand


def rewritten(text: HandText, parsed: Parsed, names: Pseudonyms, wishes: Wishes) -> Rewritten | None:
    """The hand under pseudonyms; None if it cannot be written so that it reads as the same play."""
    if parsed.hand is None or (wishes.times and not _is_possible(parsed.hand.header.played_at)):
        return None
    kinds = (True,) if parsed.hand.header.kind is None else (True, False)  # a word of the site cannot be exchanged
    hidden = (masked(parsed.hand, names, wishes, kind=kind) for kind in kinds)
    return next(filter(None, (_proven(text.site, parsed, hand, names, wishes) for hand in hidden)), None)


def _is_possible(played_at: datetime | None) -> bool:
    """Whether it could be played then: in another week an impossible time might become a possible one."""
    first, last = possible_times()
    return played_at is None or first <= played_at <= last


def _proven(site: str, parsed: Parsed, hidden: Hand, names: Pseudonyms, wishes: Wishes) -> Rewritten | None:
    """The text of that hand if it reads as it, with the same findings."""
    written = writer(site).lines(hidden)
    if wishes.times:
        hidden = shifted(hidden, names)
        written = _with_other_times(written, writer(site).lines(hidden))
    lines = list(_with_unknown(written, parsed, names))
    again = parse_hand(HandText("", 1, "\n".join(lines), site, heading(hidden)))
    if again.hand is None or without_lines(again.hand) != without_lines(hidden):
        return None
    doubts = parsed.hand.doubts if parsed.hand else ()
    if _codes(again.findings) != _codes(parsed.findings) or len(again.hand.doubts) != len(doubts):
        return None
    return Rewritten("\n".join(lines), heading(replace(hidden, header=again.hand.header)), again.hand)


def _with_other_times(lines: list[Line], others: list[Line]) -> list[Line]:
    """The lines, but those that may state a time from the others: sites have changed how they word the play."""
    pairs = zip(lines, others, strict=True)
    return [line if _is_play(line) else other for line, other in pairs] if len(lines) == len(others) else others


def _is_play(line: Line) -> bool:
    records = _records(line)
    return bool(records) and all(isinstance(record, Event | Seat) for record in records)


def _records(line: Line) -> tuple[Record, ...]:
    records = line[0]
    return records if isinstance(records, tuple) else () if records is None else (records,)


def _codes(findings: tuple[Finding, ...]) -> Counter[str]:
    return Counter(finding.code for finding in findings)


def _with_unknown(lines: list[Line], parsed: Parsed, names: Pseudonyms) -> Iterator[str]:
    """The lines, and where there were unknown ones, others that say at most who they may be about."""
    waiting = list(parsed.unknown)
    seated = sorted((seat.player for seat in parsed.hand.seats), key=len, reverse=True) if parsed.hand else []
    for line in lines:
        for record in _records(line):
            while waiting and waiting[0][0] < record.line:
                yield _unknown(waiting.pop(0)[1], seated, names)
        yield line[1]
    yield from (_unknown(text, seated, names) for _, text in waiting)


def _unknown(text: str, seated: list[str], names: Pseudonyms) -> str:
    player = next(filter(text.startswith, seated), None)
    return UNKNOWN if player is None else f"{names.player(player)} {UNKNOWN}"
