"""What a step has to say to those who want to know everything, whatever process it works in: each sentence once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str], None]
_LISTENERS: list[Listener] = []


def aside(sentence: str) -> None:
    """Say that to whoever listens."""
    for listener in _LISTENERS:
        listener(sentence)


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """In this block the listener is told what is said aside, in this process and in its workers; nothing twice."""
    said: set[str] = set()

    def once(sentence: str) -> None:
        if sentence not in said:
            said.add(sentence)
            listener(sentence)

    _LISTENERS.append(once)
    try:
        yield
    finally:
        _LISTENERS.remove(once)
