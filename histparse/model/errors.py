"""Our errors, and the words of their sentences: names made safe to show, numbers with their nouns, similar names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import TypeVar
from unicodedata import category

Named = TypeVar("Named")

_ESCAPE = re.compile(r"\\(?:[tnr]|x[0-9a-f]{2}|u[0-9a-f]{4}|U000[0-9a-f]{5})")


def escape_unprintable(text: str) -> str:
    """The text on one line, safe for a terminal: control, direction and line characters are written as escapes."""
    if text.isprintable():
        return text
    return "".join(letter if _is_safe_to_print(letter) else letter.encode("unicode_escape").decode() for letter in text)


def unescape_unprintable(text: str) -> str:
    """The text that `escape_unprintable` shows so: what a user types who reads it there."""
    return _ESCAPE.sub(lambda escape: escape[0].encode().decode("unicode_escape"), text)


def escape_unprintable_in_lines(text: str) -> str:
    """Several lines made plain: line ends and tabs stay."""
    return (
        text
        if text.isprintable()
        else "".join(letter if letter in "\n\t" else escape_unprintable(letter) for letter in text)
    )


def quoted(name: object) -> str:
    """A name, quoted for a sentence."""
    return f"`{escape_unprintable(str(name))}`"


def count(number: int, noun: str) -> str:
    """The number with its noun: `1 hand`, `1,204 hands`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _is_safe_to_print(letter: str) -> bool:
    return letter.isprintable() or category(letter) == "Zs"


class HistparseError(ValueError):
    """The request cannot be met; the message is one sentence: what, where, and usually what to do."""

    def __init__(self, sentence: str, **arguments: str) -> None:
        """Name arguments that do not go together as `{stat}` in the sentence, and in `arguments` a word for the value.

        A program hears of `stat=`, the user of a command of `--stat NAME`; where the sentence names a command, the
        program hears what to call.
        """
        self.to_users, to_programs = sentence, _COMMAND.sub(_python_name_of_command, sentence)
        for name, value in arguments.items():
            to_programs = to_programs.replace(f"{{{name}}}", f"{name}=", 1)
            self.to_users = self.to_users.replace(f"{{{name}}}", f"--{name.replace('_', '-')} {value}".rstrip(), 1)
        super().__init__(to_programs)


_COMMAND = re.compile(r"`histparse (?P<name>(?:db |tags )?[a-z]+)(?: [^`]*)?`")
_CALLS = {
    "aliases": "Store.join",
    "anonymise": "anonymise",
    "check": "check",
    "db upgrade": "upgrade",
    "import": "Store.import_files",
    "players": "Store.players",
    "publish": "Store.publish",
    "query": "Store.sql",
    "tags export": "Store.tags",
}
"""What the commands that sentences name are called in Python."""


def _python_name_of_command(command: re.Match[str]) -> str:
    return f"`{_CALLS[command['name']]}`" if command["name"] in _CALLS else command[0]


MOST_LISTED = 12
"""How many names are listed when none is similar."""


def suggest_names(kind: str, name: str, names: Collection[str] = (), near_names: Iterable[str] | None = None) -> str:
    """`there is no site ...`, with the closest names (`near`, if known), or with all if they are few."""
    matches = list(similar_names(name, names) if near_names is None else near_names)
    if matches:
        hint = f"did you mean {join_by_or(matches)}?"
    elif 0 < len(names) <= MOST_LISTED:
        hint = f"there is {join_by_or(names)}"
    else:
        hint = f"no {kind} has a similar name"
    return f"there is no {kind} {quoted(name)}: {hint}"


def choose_by_name(kind: str, name: str, choices: Mapping[str, Named]) -> Named:
    """Look up a name. Raises HistparseError, naming the `kind`, for an unknown one."""
    if name not in choices:
        raise HistparseError(suggest_names(kind, name, choices))
    return choices[name]


def similar_names(name: str, names: Iterable[str], most_names: int = 3) -> list[str]:
    """The names most similar to that one, ignoring case."""
    by_fold = {known_name.casefold(): known_name for known_name in names}
    return [by_fold[match] for match in get_close_matches(name.casefold(), by_fold, n=most_names, cutoff=0.5)]


def join_by_or(names: Iterable[str]) -> str:
    """The names, joined by "or" for a sentence."""
    return " or ".join(map(quoted, names))
