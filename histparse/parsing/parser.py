"""Step 2, parsing: parses the text of one hand into a `Hand` of typed events, or findings that say why it cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.events import SummaryBegins, of_type
from histparse.model.figures import Figure
from histparse.model.findings import Finding, Rule, Severity
from histparse.model.hand import Hand
from histparse.model.text_codes import SYN01, SYN02, SYN03, SYN04, SYN05, SYN08
from histparse.model.tournament import TournamentSummary
from histparse.parsing.dialects.base import Dialect, Lines, dialects
from histparse.parsing.dialects.common import doubt_first_foreign_currency_amount
from histparse.parsing.grammar import UnexpectedLine, hand_grammar, summary_grammar
from histparse.parsing.summaries.base import summaries
from histparse.reader import HandText

SUMMARY = "tournament summary"
"""The kind of text that is read as one, by the words of `other_texts`."""
_SUMMARY = "\n*** SUMMARY ***"
"""How the summary begins at all sites whose hands have one."""
_LISTED = 20
"""How many unknown lines of a hand are reported one by one: unrelated text would give a finding for each line."""
_QUOTED = 60
"""How many characters of a line a message quotes."""


class Parsed(Struct, frozen=True):
    """The result of parsing one text. `skipped` is the name of the other game, or of the kind of text if not a hand."""

    hand: Hand | None
    findings: tuple[Finding, ...] = ()
    skipped: str | None = None
    unknown: tuple[tuple[int, str], ...] = ()
    """The numbers of all unknown lines of the hand, including those that findings do not list."""
    summary: TournamentSummary | None = None
    """In place of a hand, with its kind as `skipped`."""


def parse_hand(text: HandText) -> Parsed:
    """The hand of the text, with findings. Never raises, whatever the text contains."""
    if text.other_text:
        return (
            parse_summary(text)
            if text.other_text == SUMMARY and text.site in summaries()
            else _report_skipped_text(text)
        )
    if (rest := _index_of_line_behind_summary(text.text)) is not None:
        return _parse_without_lines_from(text, text.line + rest)
    # The heading is read as the line before the hand.
    heading = [text.heading] if text.heading else []
    lines = list(map(str.rstrip, text.text.split("\n")))
    hand = dialects()[text.site](heading + lines, text.line - len(heading))
    unexpected = hand_grammar(text.site).read_into(hand)
    if unexpected is not None:
        return _refuse_or_drop_lines_after_summary(text, hand, unexpected)
    if hand.other_game is not None and not hand.other_game.isprintable():
        damaged, words = "the name of the game is damaged: {words}", _quote_line(hand, hand.first)
        return Parsed(None, (_make_finding(SYN01, text, hand, text.line, damaged, words=words),))
    if hand.other_game is not None:
        note = _make_finding(SYN05, text, hand, text.line, "another game, skipped: {game}", game=hand.other_game)
        return Parsed(None, (note,), hand.other_game)
    doubt_first_foreign_currency_amount(hand, text.text)
    read = hand.build_hand(text.path)
    unknown = hand.unknown_lines_but_cut_off_last
    findings = (*_unknown_line_findings(text, hand, unknown), *_incomplete_or_cancelled_findings(text, hand))
    return Parsed(read, findings, unknown=tuple((line, hand.line_text(line)) for line in unknown))


def parse_summary(text: HandText) -> Parsed:
    """The tournament summary of the text, with findings. Never raises, whatever the text contains."""
    lines = list(map(str.rstrip, text.text.split("\n")))
    read = summaries()[text.site](lines, text.line)
    grammar = summary_grammar(text.site)
    unexpected = grammar.read_into(read)
    if unexpected is not None:
        expected = grammar.describe_terminals(unexpected.expected)
        return _report_mismatch(text, read, unexpected.line or read.first, expected)
    unknown = read.unknown_lines_but_cut_off_last
    findings = tuple(_unknown_line_findings(text, read, unknown))
    quotes = tuple((line, read.line_text(line)) for line in unknown)
    if not read.complete:
        short = "the summary is cut short: it does not say how many play"
        return Parsed(None, (*findings, _make_finding(SYN02, text, read, read.end_line, short)), unknown=quotes)
    return Parsed(None, findings, text.other_text, quotes, read.build_summary(text.path))


def _report_mismatch(text: HandText, read: Lines, line: int, expected: str) -> Parsed:
    """The finding for a text whose lines are not in the grammar's order: what was expected in place of that line."""
    finding = _make_finding(
        SYN01,
        text,
        read,
        line,
        "expected {expected}, found {words}",
        expected=expected,
        words=_quote_line(read, line),
    )
    return Parsed(None, (finding,))


def _report_skipped_text(text: HandText) -> Parsed:
    note = SYN05.make_finding(
        text.path, text.line, "not a hand, skipped: {kind}", {"kind": text.other_text}, site=text.site
    )
    return Parsed(None, (note,), text.other_text)


def _unknown_line_findings(text: HandText, hand: Lines, unknown: list[int]) -> Iterator[Finding]:
    """Findings for the first unknown lines one by one, and for the rest together."""
    for line in unknown[:_LISTED]:
        yield _make_finding(SYN03, text, hand, line, "unknown line skipped: {words}", words=_quote_line(hand, line))
    for line in unknown[_LISTED : _LISTED + 1]:
        rest = len(unknown) - _LISTED
        yield _make_finding(SYN03, text, hand, line, "unknown lines skipped: {rest:,} more from here on", rest=rest)


def _incomplete_or_cancelled_findings(text: HandText, hand: Dialect) -> Iterator[Finding]:
    """Other findings about a hand that could be read."""
    if not hand.complete:
        yield _make_finding(
            SYN02, text, hand, hand.end_line, "the hand is cut short: its summary is missing or has no pot"
        )
    elif hand.header and hand.header.partial:
        partial = _make_finding(SYN02, text, hand, hand.header.line, "the site marks this hand as partial")
        yield replace(partial, severity=Severity.NOTE)
    if hand.cancelled is not None:
        yield _make_finding(SYN08, text, hand, hand.cancelled, "the site cancelled this hand")


def _refuse_or_drop_lines_after_summary(text: HandText, hand: Dialect, unexpected: UnexpectedLine) -> Parsed:
    """The finding for a hand whose lines are not in the grammar's order."""
    # An unknown line before the one that does not fit is in the place of the expected one.
    wrong = next((line for line in hand.unknown if line > hand.last), unexpected.line)
    expected = hand_grammar(text.site).describe_terminals(unexpected.expected)
    if wrong is None:
        short = "the hand is cut short: expected {expected}"
        return Parsed(None, (_make_finding(SYN02, text, hand, hand.last, short, expected=expected),))
    if hand.complete or of_type(hand.events, SummaryBegins):
        return _parse_without_lines_from(text, wrong)
    return _report_mismatch(text, hand, wrong, expected)


def _index_of_line_behind_summary(text: str) -> int | None:
    """Which line of the text, counted from 0, is the first behind its summary and blank lines; None: none is."""
    summary = text.find(_SUMMARY)
    end = text.find("\n\n", summary) if summary >= 0 else -1
    if end < 0 or not text[end:].strip():
        return None
    if 3 * text.count("\n\n", 0, summary) > text.count("\n", 0, summary):  # every line has a blank one behind it
        return None
    first = end + len(text[end:]) - len(text[end:].lstrip())
    if text.count("\n", end, first) == 2 and "***" not in text[first:]:  # a blank line within the summary
        return None
    return text.count("\n", 0, first)


def _parse_without_lines_from(text: HandText, line: int) -> Parsed:
    """The hand without the text after its summary: mostly a hand whose first line was lost."""
    lines = text.text.split("\n")[: line - text.line]
    parsed = parse_hand(replace(text, text="\n".join(lines)))
    rest = SYN04.make_finding(
        text.path, line, "lines after the end of a hand; the first line of the next one may be lost", site=text.site
    )
    return replace(parsed, findings=(*parsed.findings, rest))


def _make_finding(rule: Rule, text: HandText, hand: Lines, line: int, template: str, **figures: Figure) -> Finding:
    return rule.make_finding(text.path, line, template, figures, site=text.site, hand_id=hand.hand_id)


def _quote_line(hand: Lines, line: int) -> str:
    words = hand.line_text(line)
    return f"`{words}`" if len(words) <= _QUOTED else f"`{words[: _QUOTED - 3]}...`"
