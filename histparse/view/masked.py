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


def masks_by_name(names: Iterable[str], heroes: Iterable[str]) -> dict[str, str]:
    """Map each name to its mask: `Hero`, or `Player 1` and so on in their order."""
    hero_names = {*heroes}
    other_names = [name for name in dict.fromkeys(names) if name not in hero_names]
    return dict.fromkeys(hero_names, HERO) | {name: f"Player {place}" for place, name in enumerate(other_names, 1)}


def mask_film(film: Film) -> Film:
    """The hand with `Hero` and `Player 1` for names, also in findings, and without the path, which often has one."""
    seats = film.view.seats
    names = masks_by_name((seat.player for seat in seats), (seat.player for seat in seats if seat.hero))
    return Film(_mask_view(film.view, names), tuple(_mask_frame(frame, names) for frame in film.frames))


def _mask_view(view: HandView, names: Mapping[str, str]) -> HandView:
    return replace(
        view,
        path="",
        table=mask_text(view.table, names),
        seats=tuple(replace(seat, player=names[seat.player]) for seat in view.seats),
        stages=tuple(_mask_stage(stage, names) for stage in view.stages),
        findings=_mask_findings(view.findings, names),
    )


def _mask_frame(frame: Frame, names: Mapping[str, str]) -> Frame:
    return replace(
        frame,
        stage=frame.stage and _mask_stage(frame.stage, names),
        step=frame.step and _mask_step(frame.step, names),
        coming=frame.coming and _mask_step(frame.coming, names),
        findings=_mask_findings(frame.findings, names),
    )


def _mask_stage(stage: Stage, names: Mapping[str, str]) -> Stage:
    return replace(stage, steps=tuple(_mask_step(step, names) for step in stage.steps))


def _mask_step(step: OneStep, names: Mapping[str, str]) -> OneStep:
    return replace(step, player=names[step.player])


def _mask_findings(findings: Iterable[Finding], names: Mapping[str, str]) -> tuple[Finding, ...]:
    return tuple(
        replace(finding, path="", player=None, template=mask_text(finding.message, names), figures={})
        for finding in findings
    )


def mask_text(text: str, masks: Mapping[str, str]) -> str:
    """The text with every name in it masked; the longest first, for one may be part of another."""
    pattern = "|".join(re.escape(name) for name in sorted(masks, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda match: masks[match[0]], text) if pattern else text
