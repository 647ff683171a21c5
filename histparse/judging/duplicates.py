"""Step 5, judging: hands that occur twice - copies and views are harmless, another play of one number is not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from histparse.judging.engine import (
    HandResult,
    judge,
    rank_summary_lower_is_better,
    severity_rank_of_worst_finding,
    why_unstorable,
)
from histparse.judging.views import Views
from histparse.model.events import Outcome, Result
from histparse.model.figures import Figures
from histparse.model.findings import Finding, Rule, Severity
from histparse.model.hand import Hand
from histparse.model.house import House, house_of_site_or_lenient_default
from histparse.model.text_codes import SYN07, SYN09
from histparse.reader import FileError, HandText
from histparse.rules.summary import is_maybe_cut_short

COUNTS = "hand {number} has other content at {path}:{line}, and that counts"
VIEW = "hand {number} as another player saw it: the one at {path}:{line} is stored with the cards that either shows"
OF_TOURNAMENT = "tournament "
"""The summary of a tournament is numbered by this word and the number of the tournament."""
SUMMARY_COUNTS = COUNTS.removeprefix("hand ")
"""What is said of a summary: a site may write several of one tournament."""
STANDARD_INPUT = "-"
Number = tuple[str, str]
"""Site and number of a hand."""
Place = tuple[str, int]
"""File and first line."""
HandsOf = Callable[[str], Iterable[HandText | Finding]]
"""Reads the hands of a file again; raises FileError."""
Read = Callable[[HandText], HandResult]
"""Parses a text."""


class _Version(NamedTuple):
    """A text of a number, at the first of its places."""

    digest: int
    place: Place
    lines: int
    """The lines of the hand alone: the number of its last one, the first being 0."""
    rank: int | None
    """None: it could not be stored."""
    text: HandText | None = None
    """None for the first of a number, which is read again if there are others."""


class Settled(NamedTuple):
    """The outcome of all texts together, in whatever order they were read."""

    results: list[HandResult]
    """The findings that waited, and those of texts whose number has another one that counts."""
    counting: dict[Number, Place]
    """Where the text stands that counts, for numbers with several."""
    uncounted: list[Place]
    """Where texts stand that do not count and are neither copies nor begun by others."""


class Duplicates:
    """Pass every judged hand through `pass_on_without_repeats`, then `settle_after_last_hand`.

    Keeps about 300 bytes per hand.
    Nothing is told twice: a copy passes without findings; those of a text that may go on, or is not the first of its
    number, wait to the end, as another may have it whole.
    """

    def __init__(self, hands_of: HandsOf, read: Read, rules: House | None = None) -> None:
        """`rules`: those of the house that all hands are judged by, instead of their site's."""
        self._hands_of, self._read, self._rules = hands_of, read, rules
        self.count = 0
        """How many copies were met."""
        self._firsts: dict[Number, _Version] = {}
        self._variants: defaultdict[Number, dict[int, _Version]] = defaultdict(dict)
        self._waiting: dict[tuple[Number, int], HandResult] = {}
        """The findings of texts that may go on, by number and digest."""

    def pass_on_without_repeats(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """The hands, noted as they pass."""
        for result in results:
            if result.text is None or (hand_id := hand_or_tournament_number(result)) is None:
                yield result
                continue
            number, text = (result.text.site, hand_id), hand_lines_or_whole_text(result, result.text)
            read = _build_version_without_text(result, result.text, text)
            last_line = result.text.line + read.lines
            inside = tuple(finding for finding in result.findings if finding.line <= last_line)
            after = tuple(finding for finding in result.findings if finding.line > last_line)
            is_alone = number not in self._firsts
            is_copy = self._note_and_detect_copy(number, read, replace(result.text, text=text))
            waits = bool(inside) and not is_copy and not (is_alone and _ends_with_complete_player_summary(result))
            if waits:
                self._waiting[number, read.digest] = HandResult(inside, result.text)
            yield replace(result, findings=after) if is_copy or waits else result

    def settle_after_last_hand(self) -> Settled:
        """Call it after the last hand."""
        firsts = _reread_texts((self._firsts[number] for number in self._variants), self._hands_of)
        unstored = [
            version.place
            for number, version in self._firsts.items()
            if number not in self._variants and version.rank is None
        ]
        waiting = [result for (number, _), result in self._waiting.items() if number not in self._variants]
        settled = Settled(waiting, {}, unstored)
        for number, variants in self._variants.items():
            first = self._firsts[number]
            self._settle_texts_of_number(
                number, [first._replace(text=firsts.get(first.place)), *variants.values()], settled
            )
        # Nothing is left of a view whose faults are all in the play: those are the hand's.
        return settled._replace(
            results=sorted(
                filter(attrgetter("findings"), settled.results),
                key=lambda result: (result.findings[0].path, result.findings[0].line),
            )
        )

    def _settle_texts_of_number(self, number: Number, versions: Sequence[_Version], settled: Settled) -> None:
        """Add what becomes of the texts of a number."""
        whole_texts = _drop_beginnings_of_longer_texts(versions)
        # The sounder text counts, then the smaller digest: so no order of files shows.
        sound = sorted(
            (version for version in whole_texts if version.rank is not None), key=attrgetter("rank", "digest")
        )
        views, copies, joint_findings = self._views_copies_and_joint_findings(sound)
        self.count += len(copies)
        rejected = [version for version in whole_texts if version not in views and version not in copies]
        clashes = [_clash_finding(number, version, views[0]) for version in rejected if version.rank is not None]
        seen = [_build_finding(SYN09, VIEW, number, version, views[0]) for version in views[1:]]
        settled.results.extend(HandResult((finding,)) for finding in (*clashes, *seen, *joint_findings))
        for version in (*rejected, *views):
            if result := self._waiting.get((number, version.digest)):
                settled.results.append(_keep_syntax_findings(result) if version in views[1:] else result)
        settled.uncounted.extend(version.place for version in rejected)
        if views:
            settled.counting[number] = views[0].place

    def _views_copies_and_joint_findings(
        self, sound_versions: Sequence[_Version]
    ) -> tuple[list[_Version], list[_Version], list[Finding]]:
        """The texts kept of the hand of the first of these, its copies, and what only all cards together show."""
        texts = [version.text for version in sound_versions if version.text]
        hands = [hand for text in texts if (hand := self._read(text).hand)]
        if len(sound_versions) < 2 or len(hands) < len(sound_versions):
            return [*sound_versions[:1]], [], []
        views = Views(hands)
        kept_texts = views.first_text_index_of_each_view([version.place for version in sound_versions])
        copies = [
            version
            for text, version in enumerate(sound_versions)
            if views.numbers[text] is not None and text not in kept_texts
        ]
        house = self._rules or house_of_site_or_lenient_default(hands[0].header.site)
        base_findings = judge(hands[kept_texts[0]], house).findings
        joint_findings = judge(views.merge_views(kept_texts[0]), house).findings if len(kept_texts) > 1 else ()
        return (
            [sound_versions[text] for text in kept_texts],
            copies,
            [finding for finding in joint_findings if finding not in base_findings],
        )

    def _note_and_detect_copy(self, number: Number, read: _Version, text: HandText) -> bool:
        """Whether it is a copy."""
        first = self._firsts.setdefault(number, read)
        if first[:2] == read[:2]:
            return False
        if first.digest == read.digest:
            self._firsts[number] = _keep_earliest(first, read)
        elif variant := self._variants[number].get(read.digest):
            self._variants[number][read.digest] = _keep_earliest(variant, read)
        else:
            self._variants[number][read.digest] = read._replace(text=text)
            return False
        self.count += 1
        return True


def hand_or_tournament_number(result: HandResult) -> str | None:
    """The number of a hand, also of one that could not be read; None if that is not known."""
    if result.summary:
        return f"{OF_TOURNAMENT}{result.summary.number}"
    if result.hand:
        return result.hand.header.hand_id
    return None if result.skipped else next((finding.hand_id for finding in result.findings if finding.hand_id), None)


def _build_version_without_text(result: HandResult, text: HandText, hand_lines: str) -> _Version:
    """A version of a hand without its text; `hand_lines`: the lines that are the hand's alone."""
    lines, rank = hand_lines.count("\n"), None
    if result.summary:
        rank = rank_summary_lower_is_better(result.findings, result.summary)
    elif result.table is not None and why_unstorable(result.table) is None:
        rank = severity_rank_of_worst_finding(result.findings, text.line + lines)
    return _Version(digest_text(hand_lines), (text.path, text.line), lines, rank)


def _keep_earliest(version: _Version, copy: _Version) -> _Version:
    return version._replace(
        place=min(version.place, copy.place), lines=min(version, copy, key=attrgetter("place")).lines
    )


def _ends_with_complete_player_summary(result: HandResult) -> bool:
    """Whether no text goes on from there: there is a line for everybody dealt in, and the last is whole.

    The summary of a tournament has no such end.
    """
    table = result.table
    if table is None or why_unstorable(table) or not table.results:
        return False
    everybody = {player.name for player in table.players} <= {event.player for event in table.results}
    return everybody and _is_complete_summary_line(table.results[-1])


def _is_complete_summary_line(summary_line: Result) -> bool:
    """Whether nothing can follow in a player's line of the summary, such as `(didn't bet)` or what the cards make."""
    match summary_line.outcome:
        case Outcome.UNSAID:
            return summary_line.net is not None
        case Outcome.FOLDED:
            return bool(summary_line.folded_after) or summary_line.bet is not None
        case Outcome.SHOWED | Outcome.MUCKED:
            return summary_line.says is not None and not is_maybe_cut_short(summary_line.says)
        case _:
            return summary_line.outcome is Outcome.SITTING_OUT


def _drop_beginnings_of_longer_texts(versions: Sequence[_Version]) -> list[_Version]:
    plain = [strip_line_ends_and_empty_lines(version.text.text) if version.text else "" for version in versions]
    beginnings = {text for text in plain if any(longer != text and longer.startswith(text) for longer in plain)}
    return [version for version, text in zip(versions, plain, strict=True) if not text or text not in beginnings]


def _clash_finding(number: Number, version: _Version, best: _Version) -> Finding:
    if number[1].startswith(OF_TOURNAMENT):
        return replace(_build_finding(SYN07, SUMMARY_COUNTS, number, version, best), severity=Severity.NOTE)
    return _build_finding(SYN07, COUNTS, number, version, best)


def _build_finding(rule: Rule, words: str, number: Number, version: _Version, counting: _Version) -> Finding:
    (site, hand_id), (path, line) = number, counting.place
    figures: Figures = {"number": hand_id, "path": path, "line": line}
    return rule.make_finding(*version.place, words, figures, site=site, hand_id=hand_id)


def _keep_syntax_findings(result: HandResult) -> HandResult:
    """The findings that are about the letters of a view: those in the play are the hand's."""
    return replace(result, findings=tuple(finding for finding in result.findings if finding.code.startswith("SYN")))


def _reread_texts(versions: Iterable[_Version], hands_of: HandsOf) -> dict[Place, HandText]:
    """The texts of versions, by place. From a pipe nothing can be read again."""
    wanted = {version.place: version.lines for version in versions if version.place[0] != STANDARD_INPUT}
    read_texts = dict[Place, HandText]()
    for file in sorted({_find_containing_file(path) for path, _ in wanted}):
        with suppress(FileError):
            for hand in hands_of(file):
                if isinstance(hand, HandText) and (place := (hand.path, hand.line)) in wanted:
                    read_texts[place] = replace(hand, text=_lines_up_to(hand, wanted[place]))
    return read_texts


def _find_containing_file(path: str) -> str:
    return next((str(file) for file in (Path(path), *Path(path).parents) if file.is_file()), path)


def hand_lines_or_whole_text(result: HandResult, text: HandText) -> str:
    """A hand's own lines of a text, or all of them if it is not known how the hand ends."""
    hand, table = result.hand, result.table
    return text_to_last_line(hand, text) if hand and table and (table.complete or hand.cancelled) else text.text


def text_to_last_line(hand: Hand, text: HandText) -> str:
    """The hand's own lines of a text: what follows may be the beginning of a hand still being written."""
    return _lines_up_to(text, hand.last_line - text.line)


def _lines_up_to(text: HandText, last_line_index: int) -> str:
    return "\n".join(text.text.split("\n")[: last_line_index + 1])


def strip_line_ends_and_empty_lines(text: str) -> str:
    """Return a text as texts are compared: no blanks at line ends, no empty lines."""
    return "\n".join(filter(None, map(str.rstrip, text.splitlines())))


def digest_text(text: str) -> int:
    """A 64-bit digest of a text that ignores blanks at line ends and empty lines."""
    plain = strip_line_ends_and_empty_lines(text).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(plain, digest_size=8).digest(), "big", signed=True)
