"""Text for terminals and programs: whatever a player calls himself, it stays text."""

from __future__ import annotations

from unicodedata import category

import msgspec


def plain(text: str) -> str:
    """The text without power over a terminal: control and direction marks are written as escapes."""
    if text.isprintable():
        return text
    return "".join(letter if _harmless(letter) else letter.encode("unicode_escape").decode() for letter in text)


def as_json(record: object) -> str:
    """The record in JSON, on one line. A file name that is no UTF-8 gets its strange bytes written out."""
    try:
        return msgspec.json.encode(record).decode()
    except UnicodeEncodeError:
        return msgspec.json.encode(_encodable(msgspec.to_builtins(record))).decode()


def count(number: int, thing: str) -> str:
    """The number with its thing: `1 hand`, `1,204 hands`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _harmless(letter: str) -> bool:
    return letter.isprintable() or category(letter) == "Zs"


def _encodable(value: object) -> object:
    match value:
        case str():
            return value.encode(errors="backslashreplace").decode()
        case dict():
            return {key: _encodable(part) for key, part in value.items()}
        case list() | tuple():
            return [_encodable(part) for part in value]
    return value
