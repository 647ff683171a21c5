"""Step 7b, view: a hand without the names of its players, to be shown to others; privacy/ has texts without names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from histparse.model.findings import Finding
from histparse.view.film import Film, Frame
from histparse.view.model import HandView, Stage, Step

OneStep = TypeVar("OneStep", bound=Step)
HERO = "Hero"


def masks(names: Iterable[str], heroes: Iterable[str]) -> dict[str, str]:
    """Map each name to its mask: `Hero`, or `Player 1` and so on in their order."""
    hero_names = {*heroes}
    other_names = [name for name in dict.fromkeys(names) if name not in hero_names]
    return dict.fromkeys(hero_names, HERO) | {name: f"Player {place}" for place, name in enumerate(other_names, 1)}


def masked(film: Film) -> Film:
    """The hand with `Hero` and `Player 1` for names, also in findings, and without the path, which often has one."""
    seats = film.view.seats
    names = masks((seat.player for seat in seats), (seat.player for seat in seats if seat.hero))
    return Film(_view(film.view, names), tuple(_frame(frame, names) for frame in film.frames))


def _view(view: HandView, names: Mapping[str, str]) -> HandView:
    return replace(
        view,
        path="",
        table=with_masks(view.table, names),
        seats=tuple(replace(seat, player=names[seat.player]) for seat in view.seats),
        stages=tuple(_stage(stage, names) for stage in view.stages),
        findings=_findings(view.findings, names),
    )


def _frame(frame: Frame, names: Mapping[str, str]) -> Frame:
    return replace(
        frame,
        stage=frame.stage and _stage(frame.stage, names),
        step=frame.step and _step(frame.step, names),
        coming=frame.coming and _step(frame.coming, names),
        findings=_findings(frame.findings, names),
    )


def _stage(stage: Stage, names: Mapping[str, str]) -> Stage:
    return replace(stage, steps=tuple(_step(step, names) for step in stage.steps))


def _step(step: OneStep, names: Mapping[str, str]) -> OneStep:
    return replace(step, player=names[step.player])


def _findings(findings: Iterable[Finding], names: Mapping[str, str]) -> tuple[Finding, ...]:
    return tuple(
        replace(finding, path="", player=None, template=with_masks(finding.message, names), figures={})
        for finding in findings
    )


def with_masks(text: str, names: Mapping[str, str]) -> str:
    """The text with every name in it masked; the longest first, for one may be part of another."""
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda match: names[match[0]], text) if pattern else text
