"""How the program speaks: as lines for people, which have no power over a terminal or a log, or as JSON."""

from __future__ import annotations

import msgspec
import typer

from histparse.model.plain import plain


def say(line: str, *, err: bool = False) -> None:
    """Print one line for people, as a result or on standard error. Whatever is in it, it stays one line."""
    typer.echo(plain(line), err=err)


def as_json(record: object) -> str:
    """The record in JSON, on one line, with all that could drive a terminal as escapes.

    A file name that is no UTF-8 gets its strange bytes written out.
    """
    try:
        encoded = msgspec.json.encode(record)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_encodable(msgspec.to_builtins(record)))
    # Most records need no look at each letter, and there are millions of them.
    return encoded.decode() if encoded.isascii() and b"\x7f" not in encoded else _escaped(encoded.decode())


def _escaped(text: str) -> str:
    """JSON itself escapes only the controls of ASCII; beyond that plane a letter has two escapes."""
    return (
        text
        if text.isprintable()
        else "".join(letter if plain(letter) == letter else _units(letter) for letter in text)
    )


def _units(letter: str) -> str:
    halves = letter.encode("utf-16-be").hex()
    return "".join(f"\\u{halves[at : at + 4]}" for at in range(0, len(halves), 4))


def _encodable(value: object) -> object:
    match value:
        case str():
            return value.encode(errors="backslashreplace").decode()
        case dict():
            return {key: _encodable(part) for key, part in value.items()}
        case list() | tuple():
            return [_encodable(part) for part in value]
    return value
