"""Names stay text, whatever they are made of."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from histparse.api.in_and_out import as_json
from histparse.model.errors import count, escape_unprintable, escape_unprintable_in_lines, suggest_names

NAMES = [f"s0rrow{number}" for number in range(99)]


@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_plain_text_is_printable_and_one_line(text: str) -> None:
    shown = escape_unprintable(text)
    assert "\x1b" not in shown
    assert len(shown.splitlines()) <= 1
    assert all(letter.isprintable() or letter.isspace() for letter in shown)


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])))
def test_ordinary_text_is_not_changed(text: str) -> None:
    assert escape_unprintable(text) == text


@given(st.dictionaries(st.text(), st.lists(st.text(alphabet=st.characters(exclude_categories=[])))))
def test_any_text_becomes_json_without_power_over_a_terminal(record: dict[str, list[str]]) -> None:
    shown = as_json(record)
    assert shown == escape_unprintable(shown)
    assert json.loads(shown).keys() == record.keys()


@given(st.lists(st.text()))
def test_json_says_the_same_after_its_escapes(record: list[str]) -> None:
    assert json.loads(as_json(record)) == record


def test_lines_stay_lines() -> None:
    assert escape_unprintable_in_lines("a\tb\x1b\r\nc\u2028") == "a\tb\\x1b\\r\nc\\u2028"


def test_counts_are_words() -> None:
    assert [count(number, "hand") for number in (0, 1, 1204)] == ["0 hands", "1 hand", "1,204 hands"]


def test_unknown_name_offers_the_nearest_whatever_its_case() -> None:
    assert (
        str(suggest_names("player", "SORROW", ["s0rrow", "Ann"]))
        == "there is no player `SORROW`: did you mean `s0rrow`?"
    )
    assert str(suggest_names("site", "zzz", ["phh", "merge"])) == "there is no site `zzz`: there is `phh` or `merge`"
    assert str(suggest_names("player", "zzz", NAMES)) == "there is no player `zzz`: no player has a similar name"
