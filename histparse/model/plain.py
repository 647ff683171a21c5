"""Makes untrusted text, such as player names, safe to show."""

from __future__ import annotations

from unicodedata import category


def plain(text: str) -> str:
    """The text on one line, safe for a terminal: control, direction and line characters are written as escapes."""
    if text.isprintable():
        return text
    return "".join(letter if _harmless(letter) else letter.encode("unicode_escape").decode() for letter in text)


def plain_lines(text: str) -> str:
    """Several lines made plain: line ends and tabs stay."""
    return text if text.isprintable() else "".join(letter if letter in "\n\t" else plain(letter) for letter in text)


def quoted(name: object) -> str:
    """A name, quoted for a sentence."""
    return f"`{plain(str(name))}`"


def count(number: int, thing: str) -> str:
    """The number with its noun: `1 hand`, `1,204 hands`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _harmless(letter: str) -> bool:
    return letter.isprintable() or category(letter) == "Zs"
