"""A finding as people read it: one line, then the line concerned and its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TextIO

from rich.text import Text

from histparse.api.located_finding import LocatedFinding
from histparse.cli.screen import Screen
from histparse.model.findings import Severity
from histparse.model.plain import plain

CONTEXT = 2
"""Lines shown before and after the one that is wrong."""
WIDEST = 160
"""Maximum width of a line of context."""
COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.NOTE: "cyan"}


def shown_on(out: TextIO) -> Callable[[LocatedFinding], None]:
    """A function that prints findings to `out`, in colours on a terminal."""
    screen = Screen(out, soft_wrap=True)
    # Without colours, writing plain text is a hundred times faster.
    emit: Callable[[Text], object] = screen.print if screen.is_terminal else lambda text: out.write(f"{text.plain}\n")

    def show(one: LocatedFinding) -> None:
        for text in _lines(one):
            emit(text)

    return show


def _lines(one: LocatedFinding) -> Iterator[Text]:
    finding = one.finding
    place = f"{plain(finding.path)}:{finding.line}: "
    yield Text.assemble(place, (finding.code, COLOURS[finding.severity]), " ", plain(finding.message))
    if finding.severity is not Severity.NOTE:
        for number, line in one.around(CONTEXT):
            yield _shown(number, line, wrong=number == finding.line)


def _shown(number: int, line: str, *, wrong: bool) -> Text:
    """A line of source text, the way compilers show it."""
    text = plain(line[: WIDEST + 1])
    short = text if len(text) <= WIDEST else f"{text[: WIDEST - 3]}..."
    return Text(f"{'>' if wrong else ' '}{number:>6} | {short}", style="" if wrong else "dim")
