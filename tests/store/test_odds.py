"""Chances of draws and best keeps as the database has them: by hand, and where they must be null."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from histparse.store import Database
from tests.store.filling import BY_HAND, fill, rows

FILES = "JOIN (SELECT hand_key, path FROM hands) USING (hand_key)"


@pytest.fixture(scope="module")
def by_hand() -> Iterator[Database]:
    with Database(":memory:") as database:
        fill(database, [BY_HAND / "by_hand_heads_up_snow.txt", BY_HAND / "by_hand_all_in_side_pot.txt"])
        yield database


def edited(tmp_path: Path, old: str, new: str) -> Path:
    """The hand of the side pot with some of its text changed."""
    text = (BY_HAND / "by_hand_all_in_side_pot.txt").read_text("utf-8")
    assert old in text
    file = tmp_path / "edited.txt"
    file.write_text(text.replace(old, new), "utf-8")
    return file


def test_chances_by_hand(by_hand: Database) -> None:
    """Katja72 draws one to 2358 twice: fours, sixes and sevens make an eight, nines a nine; first 47 unseen, then 46.

    In the other hand she keeps a pair of deuces, and stands pat later.
    """
    chances = "SELECT draw, p_seven, p_eight, p_nine"
    assert rows(by_hand, f"{chances} FROM draws {FILES} WHERE hero ORDER BY path DESC, draw") == [
        (1, 0.0, 0.0, 0.0),
        (2, None, None, None),
        (3, None, None, None),
        (1, 0.0, 12 / 47, 16 / 47),
        (2, 0.0, 12 / 46, 16 / 46),
        (3, None, None, None),
    ]


def test_without_known_cards_there_is_no_chance(by_hand: Database) -> None:
    assert rows(by_hand, "SELECT count(*), count(p_nine) FROM draws WHERE NOT hero") == [(9, 0)]


def test_what_he_threw_before_must_be_known(database: Database, tmp_path: Path) -> None:
    """Neither the deal nor the first discard is printed, only the hand after it."""
    text = (BY_HAND / "by_hand_all_in_side_pot.txt").read_text("utf-8")
    file = tmp_path / "part.txt"
    text = text.replace("Dealt to Katja72 [2h 3s 5d 8c 8d]\n", "").replace("discards 1 card [8d]", "discards 1 card")
    file.write_text(text, "utf-8")
    fill(database, [file])
    draws = rows(
        database,
        "SELECT held_before, thrown_before, thrown, p_nine FROM draws WHERE player = 'Katja72' AND draw = 2",
    )
    assert draws == [("Jc 8c 5d 3s 2h", None, "Jc", None)]


def test_what_he_did_not_hold_he_cannot_throw(database: Database, tmp_path: Path) -> None:
    file = edited(tmp_path, "discards 1 card [Jc]", "discards 1 card [Qc]")
    fill(database, [file])
    assert rows(database, "SELECT draw, p_seven, p_eight, p_nine FROM draws WHERE hero AND draw = 2") == [
        (2, None, None, None)
    ]


def test_best_keeps_by_hand(by_hand: Database) -> None:
    """Dealt 22 2 5 K, and 2 3 5 8 8; nobody else's first cards are known."""
    assert rows(by_hand, f"SELECT keep FROM seats {FILES} WHERE dealt_seen ORDER BY path DESC") == [  # noqa: S608 - ours
        ("25",),
        ("2358",),
    ]
    assert rows(by_hand, "SELECT DISTINCT keep FROM seats WHERE NOT dealt_seen") == [(None,)]


def test_first_cards_shown_later_are_known_but_were_not_seen(database: Database, tmp_path: Path) -> None:
    file = edited(tmp_path, "Bodo Pat: discards 1 card", "Bodo Pat: stands pat ")
    fill(database, [file])
    seats = rows(database, "SELECT dealt, dealt_number, dealt_seen, keep FROM seats WHERE player = 'Bodo Pat'")
    assert seats == [("9h 7c 6d 3h 2s", 28, False, "2367")]


def test_discards_that_the_text_leaves_out_follow_from_the_hands_before_and_after(
    database: Database, tmp_path: Path
) -> None:
    """As at Merge, where only the new hand is printed."""
    lines = "Katja72: discards 1 card [8d]\nDealt to Katja72 [2h 3s 5d 8c] [Jc]"
    file = edited(tmp_path, lines, "Katja72: discards 1 card\nDealt to Katja72 [2h 3s 5d 8c] [Jc]")
    fill(database, [file])
    draws = rows(database, "SELECT thrown, received, p_seven, p_eight, p_nine FROM draws WHERE hero AND draw = 1")
    assert draws == [("8d", "Jc", 0.0, 12 / 47, 16 / 47)]
