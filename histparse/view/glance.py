"""Step 7b, view: a hand on a terminal, 60 columns wide or more: seats, stages, and findings at their lines."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from histparse.model.errors import escape_unprintable
from histparse.model.findings import Finding, Severity
from histparse.view import hand_words
from histparse.view.model import AnyStep, HandView, SeatView, Stage

WIDEST = 100
"""Lines get no wider than this."""
COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
Line = list[AnyStep] | Finding
"""Steps that share a line, or a finding."""


def print_hand(view: HandView, console: Console) -> None:
    """Print the hand."""
    for part in _hand_parts(view):
        console.print(part, width=min(console.width, WIDEST))


def _hand_parts(view: HandView) -> Iterator[RenderableType]:
    yield Text(escape_unprintable(hand_words.hand_title(view)), style="bold")
    yield from (Text(escape_unprintable(line), style="dim") for line in hand_words.when_and_where(view))
    yield _seats_table(view)
    if view.cancelled:
        yield Text("The site cancelled this hand.\n")
    left = list(view.findings)
    for stage in view.stages:
        yield Text(hand_words.stage_heading(stage), style="bold").append(
            f"  pot {hand_words.format_amount(view, stage.pot)}", style="dim"
        )
        for line in _group_steps_into_lines(stage, left):
            yield _render_line(view, line)
    yield from (_render_line(view, finding) for finding in left)
    yield Text(
        f"Pot {hand_words.format_amount(view, view.pot)}, rake {hand_words.format_amount(view, view.rake)}", style="dim"
    )


def _seats_table(view: HandView) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading, justify in (("seat", "right"), ("position", "left"), ("player", "left")):
        table.add_column(heading, justify=justify, overflow="fold")  # type: ignore[arg-type] # one of rich's words
    table.add_column("stack", justify="right", no_wrap=True)
    table.add_column("net", justify="right", no_wrap=True)
    for seat in view.seats:
        table.add_row(
            str(seat.seat),
            seat.position,
            _player_name(seat),
            hand_words.format_amount(view, seat.stack),
            _net_text(view, seat),
        )
    return table


def _player_name(seat: SeatView) -> Text:
    return Text(escape_unprintable(seat.player) + (" (hero)" if seat.hero else ""), style="bold" if seat.hero else "")


def _net_text(view: HandView, seat: SeatView) -> Text:
    """Green or red, plus a sign for those who cannot see colours."""
    if seat.net is None:
        return Text("–", style="dim")
    return Text(
        hand_words.format_signed_net(view, seat.net), style="green" if seat.net > 0 else "red" if seat.net < 0 else ""
    )


def _group_steps_into_lines(stage: Stage, findings_left: list[Finding]) -> Iterator[Line]:
    """The steps of the stage as lines; findings up to its last line are taken out of `left` and follow their step."""
    line_steps: list[AnyStep] = []
    for place, step in enumerate(stage.steps):
        following = stage.steps[place + 1 :]
        findings = _pop_findings_before(findings_left, following[0].line if following else step.line + 1)
        line_steps.append(step)
        if (
            findings
            or hand_words.has_line_of_its_own(step)
            or not following
            or hand_words.has_line_of_its_own(following[0])
        ):
            yield line_steps
            line_steps = []
        yield from findings


def _pop_findings_before(findings_left: list[Finding], line: int) -> list[Finding]:
    """The findings on lines before that one, taken out of `left`."""
    findings = [finding for finding in findings_left if finding.line < line]
    del findings_left[: len(findings)]
    return findings


def _render_line(view: HandView, line: Line) -> Padding:
    if isinstance(line, Finding):
        text = Text(f"{line.code} ", style=COLOURS[line.severity]).append(
            f"line {line.line}: {escape_unprintable(line.message)}"
        )
        return Padding(text, (0, 0, 0, 4), expand=False)
    words = Text(", ").join(_step_text(view, step) for step in line)
    return Padding(words, (0, 0, 0, 2), expand=False)


def _step_text(view: HandView, step: AnyStep) -> Text:
    heroes = {seat.player for seat in view.seats if seat.hero}
    name = Text(escape_unprintable(step.player), style="bold" if step.player in heroes else "")
    return name.append(f" {escape_unprintable(hand_words.describe_step_without_name(view, step))}", style="")
