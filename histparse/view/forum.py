"""Step 7b, view: a hand as a post in a forum, in whatever marks the forum understands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from histparse.view import hand_words
from histparse.view.model import AnyStep, HandView, SeatView, Stage


class Marks(Struct, frozen=True):
    """The marks of a forum's text. `inert` makes text of others mean nothing but its letters."""

    inert: Callable[[str], str]
    bold: Callable[[str], str]
    listed: Callable[[list[str]], str]


def format_forum_post(view: HandView, marks: Marks) -> str:
    """The hand, without the name of its file."""
    return "\n\n".join(_post_parts(replace(view, path=""), marks)) + "\n"


def _post_parts(view: HandView, marks: Marks) -> Iterator[str]:
    heading = [marks.bold(marks.inert(hand_words.hand_title(view)))]
    yield "\n".join([*heading, *map(marks.inert, hand_words.when_and_where(view))])
    yield marks.listed([_seat_text(view, seat, marks) for seat in view.seats])
    if view.cancelled:
        yield "The site cancelled this hand."
    for stage in view.stages:
        pot = marks.inert(f"pot {hand_words.format_amount(view, stage.pot)}")
        yield "\n".join([f"{marks.bold(hand_words.stage_heading(stage))}, {pot}", *_step_lists(view, stage, marks)])
    yield marks.inert(
        f"Pot {hand_words.format_amount(view, view.pot)}, rake {hand_words.format_amount(view, view.rake)}"
    )


def _seat_text(view: HandView, seat: SeatView, marks: Marks) -> str:
    position = f"{seat.position}: " if seat.position else ""
    net = "" if seat.net is None else f", net {hand_words.format_signed_net(view, seat.net)}"
    name = marks.bold(marks.inert(seat.player)) if seat.hero else marks.inert(seat.player)
    return marks.inert(position) + name + marks.inert(f", {hand_words.format_amount(view, seat.stack)}{net}")


def _step_lists(view: HandView, stage: Stage, marks: Marks) -> Iterator[str]:
    """The steps as a list: those that show cards alone, the others together."""
    items: list[str] = []
    for is_alone, steps in groupby(stage.steps, hand_words.has_line_of_its_own):
        texts = [_step_text(view, step, marks) for step in steps]
        items += texts if is_alone else [", ".join(texts)]
    if items:
        yield marks.listed(items)


def _step_text(view: HandView, step: AnyStep, marks: Marks) -> str:
    return f"{marks.inert(step.player)} {marks.inert(hand_words.describe_step_without_name(view, step))}"
