"""Tables of lines as sites write them, and what is read from each: `Ada folds => Fold: player Ada`."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import fields

from histparse.model.events import Event


def read_table(table: str) -> list[tuple[str, ...]]:
    """The columns of each row."""
    return [tuple(row.split(" => ")) for row in table.strip("\n").split("\n")]


def describe(event: Struct) -> str:
    """All fields of an event, or of a part of a hand, but its line, where they are not as usual."""
    contents = [(field.name, getattr(event, field.name), field.default) for field in fields(event)]
    parts = [f"{name} {_write(content)}" for name, content, usual in contents if name != "line" and content != usual]
    return f"{type(event).__name__}: {', '.join(parts)}" if parts else type(event).__name__


def _write(content: object) -> str:
    return f"[{' '.join(map(str, content))}]" if isinstance(content, tuple) else str(content)


def describe_lines(events: Iterable[Event], lines: range) -> list[str]:
    """Of each of these lines, the events that it is read as; there are no events of any other line."""
    by_line: dict[int, list[str]] = {line: [] for line in lines}
    for event in events:
        by_line[event.line].append(describe(event))
    return ["; ".join(descriptions) or "nothing" for descriptions in by_line.values()]
