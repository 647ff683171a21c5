"""The line of a table is read by the grammar once for each form of it, whatever table and button it names."""

from __future__ import annotations

from typing import Any

import pytest

from histparse.columnar.grammar.headers import Headers
from histparse.columnar.grammar.table_lines import TableLines
from histparse.model.hand import Header, Limit, Table

HEADER = Header(0, "pokerstars", "1", Limit.FIXED, 100, 200, "USD", None)
ABOVE = ("the header",)
OPENING = "PokerStars Hand #12: Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2024/02/03 14:05:06 ET"


class Reader:
    """Stands for a grammar: `Table 'name' Seat #3`; remembers what it was asked."""

    def __init__(self, **always: Any) -> None:
        self.asked: list[str] = []
        self._always = always

    def __call__(self, _: tuple[str, ...], line: str) -> tuple[Header | None, Table | None]:
        self.asked.append(line)
        name, button = line.removeprefix("Table '").split("' Seat #")
        return HEADER, Table(**{"line": 1, "name": name, "seats": 6, "button": int(button), **self._always})


def said(lines: TableLines, line: str) -> tuple[str, int | None]:
    _, table = lines.read(ABOVE, line)
    assert table is not None
    return table.name, table.button


def test_two_questions_are_enough_for_all_tables_of_a_form() -> None:
    reader = Reader()
    lines = TableLines(reader)
    assert said(lines, "Table 'Hektor 22' Seat #4") == ("Hektor 22", 4)
    assert said(lines, "Table 'Aludra III' Seat #10") == ("Aludra III", 10)
    assert said(lines, "Table 'Quartz 7' Seat #1") == ("Quartz 7", 1)
    assert len(reader.asked) == 2


@pytest.mark.parametrize("line", ["Table '123456 7' Seat #4", "Table 'Ann's' Seat #4", "Table 'Hektor' Seat #11"])
def test_the_grammar_is_asked_about_any_other_line(line: str) -> None:
    reader = Reader()
    lines = TableLines(reader)
    said(lines, "Table 'Hektor 22' Seat #4")
    before = len(reader.asked)
    said(lines, line)
    assert line in reader.asked[before:]


@pytest.mark.parametrize("always", [{"name": "Hektor 22"}, {"button": 4}, {"seats": None, "button": None}])
def test_a_line_that_says_something_else_with_another_name_or_button_is_no_form(always: dict[str, Any]) -> None:
    reader = Reader(**always)
    lines = TableLines(reader)
    said(lines, "Table 'Hektor 22' Seat #4")
    said(lines, "Table 'Aludra' Seat #5")
    assert "Table 'Aludra' Seat #5" in reader.asked


def test_the_forms_of_a_site_are_read_as_its_grammar_reads_them() -> None:
    read = Headers("pokerstars")
    for table, button in [("Hektor 22", 4), ("Aludra III", 6), ("Rho Ophiuchi", 1), ("Quartz 7", 2)]:
        line = f"Table '{table}' 6-max Seat #{button} is the button"
        known, fresh = (each.read(f"{OPENING}\n{line}\nSeat 1: ") for each in (read, Headers("pokerstars")))
        assert known is not None
        assert known == fresh
        assert (known.table.name, known.table.button) == (table, button)
