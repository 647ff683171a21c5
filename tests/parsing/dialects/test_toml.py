"""TOML with its lines: what Python's own reader reads, read the same, and what it refuses, read as far as it goes."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from histparse.parsing.dialects.toml import Toml
from tests.parsing.dialects.tables import read_table


def read(text: str) -> Toml:
    return Toml(text.split("\n"), 1)


VALUES = [
    *read_table(r"""
a = 5 => 1 5
  a=5  # five => 1 5
a = -2.50 => 1 -2.50
a = true => 1 true
a = 19:30:00 => 1 19:30:00
a = 'it' => 1 it
a = "it" => 1 it
a = 'C:\new' => 1 C:\new
a = "say \"hi\" \u00e9" => 1 say "hi" é
a = "no \q escape" => 1 no \q escape
a = '''it's''' => 1 it's
'a' = 5 => 1 5
"a" = 5 => 1 5
a = [1, 2,3] => 1 1; 1 2; 1 3
a = ['x, y', "[z]"] => 1 x, y; 1 [z]
a = [|  1, 2,||  3 # three|] => 2 1; 2 2; 4 3
a = ['x',|'y', # why| 'z'] => 1 x; 2 y; 3 z
a = [| 'x',|  "it's",| '# no comment',|] => 2 x; 3 it's; 4 # no comment
a = '''|many|lines''' # here => 3 lines
a = [[1, 2], [3]] => 1 1; 1 2; 1 3
b = 1|a = 2|c = 3 => 2 2
"""),
    ('a = ""', "1 "),
    ('a = """say "hi" """', '1 say "hi" '),
    ("a = []", ""),
]
"""A bar ends a line; of each value its line and itself."""


@pytest.mark.parametrize(("text", "values"), VALUES)
def test_values_stand_on_their_lines(text: str, values: str) -> None:
    toml = read(text.replace("|", "\n"))
    assert "; ".join(f"{line} {value}" for line, value in toml.entries["a"][1]) == values
    assert (toml.strange, toml.ends_inside_value) == ([], False)


def test_texts_of_a_key() -> None:
    toml = read("a = [1, 2]\nb = 'c'")
    assert (toml.values_of("a"), toml.value_of("b"), toml.values_of("x"), toml.value_of("x")) == (
        ["1", "2"],
        "c",
        [],
        None,
    )


def test_comments_are_kept() -> None:
    toml = read("# one\na = [ # two\n  1, # three\n# four\n] # five")
    assert toml.comments == [(1, "# one"), (2, "# two"), (3, "# three"), (4, "# four"), (5, "# five")]


@pytest.mark.parametrize("text", ["a = [1, 2", "a = ['x',\n'y'", "a = '''x", "a = {b = 1"])
def test_what_breaks_off_is_open(text: str) -> None:
    assert read(text).ends_inside_value


@pytest.mark.parametrize(
    ("text", "lines"), [("Ada folds", [1]), ("a = 'x", [1]), ("a = 1\na = 2", [2]), ("a = [\n'x', \"\n]", [2])]
)
def test_what_is_no_toml_is_strange(text: str, lines: list[int]) -> None:
    assert read(text).strange == lines


def test_the_next_table_is_another_hand() -> None:
    toml = read("[1]\na = 1\n[2]\nb = 2")
    assert list(toml.entries) == ["a"]


PLAIN = st.text(st.characters(exclude_categories=["C"], exclude_characters="\u2028\u2029\x85"), max_size=12)


@given(st.lists(PLAIN, max_size=5))
def test_strings_are_read_as_python_reads_them(strings: list[str]) -> None:
    quoted = ['"' + string.replace("\\", "\\\\").replace('"', '\\"') + '"' for string in strings]
    for text in (f"a = [{', '.join(quoted)}]", "a = [\n" + "".join(f"  {string},\n" for string in quoted) + "]"):
        assert read(text).values_of("a") == tomllib.loads(text)["a"] == strings


@given(st.text(st.sampled_from("a=[]{}'\"#,\\ \n1."), max_size=60))
def test_no_text_is_too_strange(text: str) -> None:
    toml = read(text)
    assert all(1 <= line <= text.count("\n") + 1 for line in toml.strange)


@pytest.mark.parametrize("piece", [" ", "'", '"', "''''''", "[", ",", "\\", "a=", "'a',"])
def test_long_lines_take_no_long_time(piece: str) -> None:
    assert read("a = [" + piece * 100_000 + "§").strange in ([], [1])
