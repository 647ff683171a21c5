"""Tags and notes: merged where two write at once, whole after kills, refused in a sentence, and apart from imports."""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing, suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from multiprocessing.pool import ThreadPool
from pathlib import Path
from random import Random
from time import sleep

import pytest
from hypothesis import given, strategies

from histparse import Filters, Store
from histparse.cli import app
from histparse.model.errors import HistparseError
from histparse.store import StoreError
from histparse.store.database.tags import (
    LONGEST_NOTE,
    MOST_TAGS,
    SEPARATOR,
    SUFFIX,
    WITH_NOTE,
    TagFile,
    Tagged,
    clean_tagging_or_refuse,
    merge_taggings,
)
from tests.samples import FOLDER
from tests.tagging import add_tags

HAND, OTHER_HAND = ("pokerstars", "1"), ("winamax", "2-3")
UNTAGGED = Tagged()
TAGGED = strategies.builds(
    lambda tags, note: Tagged(tuple(sorted(tags)), note),
    strategies.sets(strategies.sampled_from("abc")),
    strategies.sampled_from(["", "x", "y", f"x{SEPARATOR}y"]),
)
KILLS = 50


@pytest.fixture
def file(tmp_path: Path) -> TagFile:
    return TagFile(str(tmp_path / "poker.duckdb"))


def test_what_is_said_is_there_and_what_is_taken_back_is_gone(file: TagFile, tmp_path: Path) -> None:
    assert (file.read_all(), [*tmp_path.iterdir()]) == ({}, [])
    tagging = file.store_merged_change(HAND, Tagged(("Bluff", " big   POT ", "bluff"), " one\r\ntwo "), UNTAGGED)
    assert tagging == Tagged(("big pot", "bluff"), "one\ntwo")
    assert file.read_all() == {HAND: tagging}
    assert file.path == str(tmp_path / f"poker.duckdb{SUFFIX}")
    assert file.store_merged_change(HAND, UNTAGGED, tagging) == UNTAGGED
    assert file.read_all() == {}


def test_a_lake_elsewhere_has_its_tags_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    remote, local = TagFile("s3://bucket/poker"), TagFile(str(tmp_path / "poker"))
    if sys.platform == "linux":
        assert Path(remote.path).is_relative_to(tmp_path)
    assert Path(remote.path).name == f"s3%3A%2F%2Fbucket%2Fpoker{SUFFIX}"
    assert local.path == str(tmp_path / f"poker{SUFFIX}")
    add_tags(remote, {HAND: Tagged(("a",))})
    assert (remote.read_all(), local.read_all()) == ({HAND: Tagged(("a",))}, {})


def test_a_link_has_the_tags_of_what_it_leads_to(file: TagFile, tmp_path: Path) -> None:
    (tmp_path / "poker.duckdb").touch()
    (tmp_path / "link.duckdb").symlink_to("poker.duckdb")
    assert TagFile(str(tmp_path / "link.duckdb")).path == file.path


@given(stored=TAGGED, wanted=TAGGED, shown=TAGGED)
def test_of_two_windows_neither_loses_anything(stored: Tagged, wanted: Tagged, shown: Tagged) -> None:
    merged = merge_taggings(stored, wanted, shown)
    added, removed = {*wanted.tags} - {*shown.tags}, {*shown.tags} - {*wanted.tags}
    assert {*merged.tags} == ({*stored.tags} - removed) | added
    if stored == shown:
        assert merged == wanted
    if stored.note != shown.note:
        assert stored.note in merged.note
        assert wanted.note == shown.note or wanted.note in merged.note
    if shown.note != merged.note:
        assert merge_taggings(merged, wanted, shown) == merged, "said twice it is said once"


def test_many_writers_at_once_lose_no_note(file: TagFile) -> None:
    with ThreadPool(8) as pool:
        pool.map(
            lambda number: file.store_merged_change(HAND, Tagged((f"t{number}",), f"note {number}."), UNTAGGED),
            range(16),
        )
    (tagging,) = file.read_all().values()
    assert {*tagging.tags} == {f"t{number}" for number in range(16)}
    assert sorted(tagging.note.split(SEPARATOR)) == sorted(f"note {number}." for number in range(16))


def write_until_killed(file: TagFile, number: int, reports: Connection) -> None:
    """Rewrite one note and add others, each of which is told when it is kept."""
    while True:
        number += 1
        file.store_merged_change(HAND, Tagged((), "\n".join([str(number)] * 300)), file.read_all().get(HAND, UNTAGGED))
        add_tags(file, {("pokerstars", str(number)): Tagged(("kept",), f"note {number}")})
        reports.send(number)


@pytest.mark.nightly
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process that is begun anew takes a second")
def test_fifty_kills_lose_nothing_that_was_kept(file: TagFile) -> None:
    random, reported = Random(35), set[int]()  # noqa: S311 - the same moments each time
    for kill in range(KILLS):
        reports, end = Pipe(duplex=False)
        writer = get_context("fork").Process(target=write_until_killed, args=(file, 1000 * (kill + 1), end))
        writer.start()
        end.close()
        for _ in range(random.randint(1, 4)):
            reported.add(reports.recv())
        sleep(random.random() / 50)
        writer.kill()
        writer.join()
        with suppress(EOFError):
            while True:
                reported.add(reports.recv())
        taggings = file.read_all()
        assert {
            ("pokerstars", str(note)): Tagged(("kept",), f"note {note}") for note in reported
        }.items() <= taggings.items()
        assert len({*taggings[HAND].note.split("\n")}) == 1, "a note is whole"
    assert len(reported) > 2 * KILLS


@pytest.mark.parametrize(
    ("tagging", "sentence"),
    [
        (Tagged(("",)), "a tag has 1 to 40 letters and no comma, not ``"),
        (Tagged(("a,b",)), "no comma, not `a,b`"),
        (Tagged(("x" * 41,)), "a tag has 1 to 40 letters"),
        (Tagged((WITH_NOTE.upper(),)), "`noted` stands for hands with a note"),
        (Tagged(tuple(map(str, range(MOST_TAGS + 1)))), "a hand has at most 20 tags, not 21"),
        (Tagged((), "x" * (LONGEST_NOTE + 1)), "a note has at most 4,000 letters, not 4,001"),
    ],
)
def test_what_cannot_be_kept_is_one_sentence(file: TagFile, tagging: Tagged, sentence: str) -> None:
    add_tags(file, {HAND: Tagged(("a",))})
    with pytest.raises(HistparseError, match=sentence.replace("`", "[`]")):
        add_tags(file, {OTHER_HAND: Tagged(("b",)), HAND: tagging})
    assert file.read_all() == {HAND: Tagged(("a",))}


@pytest.mark.parametrize("hostile", ["\x1b[31mred", "\u202eevil", "a\0b", "a\ud800b", "'; DROP TABLE tagged; --"])
def test_hostile_letters_are_kept_as_harmless_ones(file: TagFile, hostile: str) -> None:
    tagging = file.store_merged_change(HAND, Tagged((hostile,), hostile), UNTAGGED)
    assert all(text.isprintable() for text in (*tagging.tags, tagging.note))
    assert file.read_all() == {HAND: tagging}
    assert clean_tagging_or_refuse(tagging) == tagging


@pytest.mark.parametrize("content", [b"no database at all, but long enough" * 100, b"\0" * 5000])
def test_a_file_that_is_no_tags_is_refused_and_stays(file: TagFile, content: bytes) -> None:
    Path(file.path).write_bytes(content)
    for act in (file.read_all, lambda: add_tags(file, {HAND: Tagged(("a",))})):
        with pytest.raises(StoreError, match="tags cannot be read or saved there"):
            act()
    assert Path(file.path).read_bytes() == content


def test_a_database_in_memory_keeps_no_tags() -> None:
    assert TagFile(":memory:").read_all() == {}
    with pytest.raises(StoreError, match="a database in memory keeps no tags"):
        add_tags(TagFile(":memory:"), {HAND: Tagged(("a",))})


def test_tags_outlive_again_compaction_and_a_new_database(tmp_path: Path) -> None:
    db = tmp_path / "poker.duckdb"
    file, taggings = TagFile(str(db)), {("pokerstars", "104200031415"): Tagged(("bluff",), "a note")}
    add_tags(file, taggings)
    imported = ["import", str(FOLDER / "pokerstars" / "by_hand_six_handed_reshuffle.txt")]
    for command in (imported, [*imported, "--again"], ["db", "compact"], imported):
        if command is imported:
            db.unlink(missing_ok=True)
        assert app.run_command_line([*command, "--db", str(db), "-q"]) == 0
        with Store(db, read_only=True) as store:
            assert store.number_of_hands(filters=Filters(tag="bluff")) == 1
        assert file.read_all() == taggings


@pytest.mark.parametrize(
    "made",
    [
        "CREATE VIEW tagged AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
        " SELECT 'pokerstars' AS site, i AS hand_id, '[]' AS tags, '' AS note FROM n",
        "CREATE VIRTUAL TABLE tagged USING fts5(site, hand_id, tags, note)",
        "CREATE TABLE tagged (site, hand_id, tags, note);"
        " CREATE TRIGGER t AFTER INSERT ON tagged BEGIN DELETE FROM tagged; END",
    ],
)
def test_only_a_table_of_our_own_is_read(made: str, file: TagFile) -> None:
    with closing(sqlite3.connect(file.path)) as connection:
        connection.executescript(made)
    for ask in (file.read_all, lambda: file.store_merged_change(HAND, Tagged(("a",)), UNTAGGED)):
        with pytest.raises(StoreError, match="this is not a file of tags that histparse made"):
            ask()
