"""The fast lane: the line that names the table - read by the grammar once for each form of it, then by what differs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from histparse.model.hand import Header, Table

Said = tuple[Header | None, Table | None]
"""Header and table as the lines of both give them; None where they are not plain."""
Example = tuple[str, ...]
"""The lines of a header."""
Grammar = Callable[[Example, str], Said]

FORMS = 16
"""Forms that are tried below a header before the grammar is asked."""
_NAME = re.compile(r"[A-Za-z]+(?: [A-Za-z\d]+)*")
"""What a name may be that says nothing about the game."""
_BUTTON = "[1-9]|10"
_OTHER_NAMES = ("Quartz 7", "Jasper 8")
_OTHER_BUTTONS = (1, 2)


class Form(NamedTuple):
    """A line in which only the name of the table and the seat of the button are left open."""

    pattern: re.Pattern[str]
    said: tuple[Header, Table]


class TableLines:
    """Reads the lines that name the tables of a site."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = lru_cache(1 << 12)(grammar)
        self._forms: dict[Example, list[Form]] = defaultdict(list)

    def read(self, example: Example, line: str) -> Said:
        """What the line says below such a header."""
        forms = self._forms[example]
        for pattern, (header, table) in forms:
            if match := pattern.fullmatch(line):
                return header, replace(table, name=match[1], button=int(match[2]))
        said = self._grammar(example, line)
        if len(forms) < FORMS and (form := self._form(example, line, *said)):
            forms.append(form)
        return said

    def _form(self, example: Example, line: str, header: Header | None, table: Table | None) -> Form | None:
        """The form of the line, if the grammar reads it alike with another name and another button."""
        if header is None or table is None or not (match := _open(line, table)):
            return None
        before, between, after = match.groups()
        name = next(name for name in _OTHER_NAMES if name != table.name)
        button = next(button for button in _OTHER_BUTTONS if button != table.button)
        said = self._grammar(example, f"{before}{name}{between}{button}{after}")
        if said != (header, replace(table, name=name, button=button)):
            return None
        parts = re.escape(before), f"({_NAME.pattern})", re.escape(between), f"({_BUTTON})", re.escape(after)
        return Form(re.compile("".join(parts)), (header, table))


def _open(line: str, table: Table) -> re.Match[str] | None:
    """The line, divided by the name of the table, which stands between quotes, and the seat of the button; or None."""
    if not _NAME.fullmatch(table.name) or table.button is None:
        return None
    name, button = re.escape(table.name), table.button
    return re.fullmatch(rf"(\D*['\"]){name}(['\"].*\D){button}(\D*)", line)
