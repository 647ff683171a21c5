"""Step 3, replay: the registry - which function applies which type of event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from histparse.model.events import Event
from histparse.replay.players import Player
from histparse.replay.table import Table

ActEntry = Callable[[Table, Any, Player], None]
StepEntry = Callable[[Table, Any], None]
Act = TypeVar("Act", bound=ActEntry)
Step = TypeVar("Step", bound=StepEntry)

ACTS: dict[type[Event], ActEntry] = {}
"""Acts of players."""
STEPS: dict[type[Event], StepEntry] = {}
"""What is booked at turning points of a hand."""


def act(*kinds: type[Event]) -> Callable[[Act], Act]:
    """Register the decorated function to apply such acts."""

    def enter(entry: Act) -> Act:
        ACTS.update(dict.fromkeys(kinds, entry))
        return entry

    return enter


def step(*kinds: type[Event]) -> Callable[[Step], Step]:
    """Register the decorated function to apply such turning points."""

    def enter(entry: Step) -> Step:
        STEPS.update(dict.fromkeys(kinds, entry))
        return entry

    return enter
