"""Step 7b, view: a hand on a terminal, 60 columns wide or more: seats, stages, and findings at their lines."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from histparse.model.errors import plain
from histparse.model.findings import Finding, Severity
from histparse.view import hand_words
from histparse.view.model import AnyStep, HandView, SeatView, Stage

WIDEST = 100
"""Lines get no wider than this."""
COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
Line = list[AnyStep] | Finding
"""Steps that share a line, or a finding."""


def show(view: HandView, console: Console) -> None:
    """Print the hand."""
    for part in _parts(view):
        console.print(part, width=min(console.width, WIDEST))


def _parts(view: HandView) -> Iterator[RenderableType]:
    yield Text(plain(hand_words.title(view)), style="bold")
    yield from (Text(plain(line), style="dim") for line in hand_words.places(view))
    yield _seats(view)
    if view.cancelled:
        yield Text("The site cancelled this hand.\n")
    left = list(view.findings)
    for stage in view.stages:
        yield Text(hand_words.heading(stage), style="bold").append(
            f"  pot {hand_words.amount(view, stage.pot)}", style="dim"
        )
        for line in _lines(stage, left):
            yield _shown(view, line)
    yield from (_shown(view, finding) for finding in left)
    yield Text(f"Pot {hand_words.amount(view, view.pot)}, rake {hand_words.amount(view, view.rake)}", style="dim")


def _seats(view: HandView) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading, justify in (("seat", "right"), ("position", "left"), ("player", "left")):
        table.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type] # one of rich's words
    table.add_column("stack", justify="right", no_wrap=True)
    table.add_column("net", justify="right", no_wrap=True)
    for seat in view.seats:
        table.add_row(str(seat.seat), seat.position, _name(seat), hand_words.amount(view, seat.stack), _net(view, seat))
    return table


def _name(seat: SeatView) -> Text:
    return Text(plain(seat.player) + (" (hero)" if seat.hero else ""), style="bold" if seat.hero else "")


def _net(view: HandView, seat: SeatView) -> Text:
    """Green or red, plus a sign for those who cannot see colours."""
    if seat.net is None:
        return Text("–", style="dim")
    return Text(hand_words.signed(view, seat.net), style="green" if seat.net > 0 else "red" if seat.net < 0 else "")


def _lines(stage: Stage, left: list[Finding]) -> Iterator[Line]:
    """The steps of the stage as lines; findings up to its last line are taken out of `left` and follow their step."""
    line_steps: list[AnyStep] = []
    for place, step in enumerate(stage.steps):
        following = stage.steps[place + 1 :]
        findings = _take_findings(left, following[0].line if following else step.line + 1)
        line_steps.append(step)
        if findings or hand_words.stands_alone(step) or not following or hand_words.stands_alone(following[0]):
            yield line_steps
            line_steps = []
        yield from findings


def _take_findings(left: list[Finding], line: int) -> list[Finding]:
    """The findings on lines before that one, taken out of `left`."""
    findings = [finding for finding in left if finding.line < line]
    del left[: len(findings)]
    return findings


def _shown(view: HandView, line: Line) -> Padding:
    if isinstance(line, Finding):
        text = Text(f"{line.code} ", style=COLOURS[line.severity]).append(f"line {line.line}: {plain(line.message)}")
        return Padding(text, (0, 0, 0, 4), expand=False)
    words = Text(", ").join(_step_text(view, step) for step in line)
    return Padding(words, (0, 0, 0, 2), expand=False)


def _step_text(view: HandView, step: AnyStep) -> Text:
    heroes = {seat.player for seat in view.seats if seat.hero}
    name = Text(plain(step.player), style="bold" if step.player in heroes else "")
    return name.append(f" {plain(hand_words.step_words(view, step))}", style="")
