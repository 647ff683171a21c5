"""When a file is ready to be read, by a clock of the test's own; and where reading ends."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import datetime
from itertools import islice
from pathlib import Path

import pytest
import watchfiles

from histparse.api.store import open_for_reading
from histparse.parsing.cutting import read_hands_in_bytes
from histparse.reader import FileError, HandText
from histparse.store import Database, StoreError
from histparse.watch import watcher as watching
from histparse.watch.folder import GIVEN_UP, PATIENCE, Extent, Folder, find_end_byte_of_extent, watch_for_changes
from histparse.watch.target import HandLine, Target
from histparse.watch.watcher import Watcher
from tests.store.filling import SAMPLES, rows

SETTLE = 1.0
BROKEN = {"illegal", "malformed"}
TEXTS = [file for file in sorted(SAMPLES.glob("*/*.*")) if file.parent.name not in BROKEN and file.suffix != ".md"]


def changed(folder: Folder, file: Path, now: float, text: str) -> dict[Path, Extent]:
    """What is ready at that moment, when the file gets that text."""
    file.write_text(text)
    folder.look_for_changes(now)
    return folder.parts_to_read_by_file(now)


def find_ready(folder: Folder, now: float) -> dict[Path, Extent]:
    folder.look_for_changes(now)
    return folder.parts_to_read_by_file(now)


def test_a_file_is_read_when_it_has_settled_and_when_it_has_changed_again(tmp_path: Path) -> None:
    file, folder = tmp_path / "a.txt", Folder([str(tmp_path)], SETTLE)
    assert changed(folder, file, 0, "a") == {}
    assert find_ready(folder, 0.5) == {}
    assert changed(folder, file, 0.9, "ab") == {}
    assert find_ready(folder, 1.5) == {}
    assert find_ready(folder, 2) == {file: Extent.WHOLE_HANDS}
    folder.mark_read(file, Extent.ALL, 2)
    assert folder.has_read_all_but_half_hands()
    assert find_ready(folder, 500) == {}
    assert changed(folder, file, 600, "abc") == {}
    assert not folder.has_read_all_but_half_hands()
    assert find_ready(folder, 601) == {file: Extent.WHOLE_HANDS}


def test_a_file_that_never_settles_is_read_without_its_last_hand(tmp_path: Path) -> None:
    file, folder = tmp_path / "a.txt", Folder([str(tmp_path)], SETTLE)
    for tenth in range(PATIENCE * 10):
        assert changed(folder, file, tenth / 10, "x" * tenth) == {}
    assert changed(folder, file, PATIENCE, "y") == {file: Extent.BEFORE_LAST}
    folder.mark_read(file, Extent.BEFORE_LAST, PATIENCE)
    assert changed(folder, file, PATIENCE + 0.5, "yy") == {}
    assert changed(folder, file, 2 * PATIENCE, "yyy") == {file: Extent.BEFORE_LAST}


def test_half_a_hand_is_given_up_after_a_minute(tmp_path: Path) -> None:
    file, folder = tmp_path / "a.txt", Folder([str(tmp_path)], SETTLE)
    changed(folder, file, 0, "a")
    folder.mark_read(file, Extent.WHOLE_HANDS, SETTLE)
    assert folder.has_read_all_but_half_hands()
    assert find_ready(folder, GIVEN_UP - 1) == {}
    assert find_ready(folder, GIVEN_UP) == {file: Extent.ALL}


def test_a_file_with_another_name_is_another_one_and_one_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    file, folder = tmp_path / "a.txt", Folder([str(tmp_path)], SETTLE)
    changed(folder, file, 0, "a")
    folder.mark_read(file, Extent.ALL, 1)
    file.rename(tmp_path / "b.txt")
    assert find_ready(folder, 2) == {}
    assert (find_ready(folder, 3), len(folder)) == ({tmp_path / "b.txt": Extent.WHOLE_HANDS}, 1)


def test_the_database_in_the_folder_is_left_out_and_a_folder_that_goes_comes_back(tmp_path: Path) -> None:
    folder = Folder([str(tmp_path / "f")], SETTLE, Target(str(tmp_path / "f" / "x.duckdb"), None).owns)
    folder.look_for_changes(0)
    assert len(folder) == 0
    (tmp_path / "f").mkdir()
    (tmp_path / "f" / "x.duckdb").touch()
    assert find_ready(folder, 1) == find_ready(folder, 2) == {}
    assert changed(folder, tmp_path / "f" / "a.txt", 3, "a") == {}
    assert len(folder) == 1


# --- where reading ends ----------------------------------------------------------------------------------


def hands(data: bytes) -> list[str]:
    """Texts and sites of the hands in these bytes."""
    return [piece.site + piece.text for piece in read_hands_in_bytes(data, "x") if isinstance(piece, HandText)]


def codings(data: bytes) -> list[bytes]:
    """The same text as other programs write it."""
    try:
        text = data.decode().lstrip("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return [data]
    dos = text.replace("\n", "\r\n")
    return [data, dos.encode(), b"\xef\xbb\xbf" + dos.encode(), b"\xff\xfe" + dos.encode("utf-16-le")]


@pytest.mark.nightly(9)
@pytest.mark.parametrize("sample", TEXTS, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_all_but_the_last_hand_and_whole_hands(sample: Path, tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    for data in codings(sample.read_bytes()):
        file.write_bytes(data)
        all_hands = hands(data)
        end = find_end_byte_of_extent(file, Extent.BEFORE_LAST, None)
        if end is None:
            assert sample.suffix == ".phh", "no line begins a hand: the file is one"
            continue
        hands_before = hands(data[:end])
        hands_left = len(all_hands) - len(hands_before)
        assert hands_before == all_hands[: len(hands_before)]
        assert hands_left <= 1
        assert find_end_byte_of_extent(file, Extent.ALL, None) is None
        half = (end + len(data)) // 4 * 2  # within no character of UTF-16
        file.write_bytes(data[:half])
        if hands_left == 1 and not sample.name.startswith("summary"):  # half of one is whole
            assert find_end_byte_of_extent(file, Extent.WHOLE_HANDS, None) == end


def test_a_whole_last_hand_is_read(tmp_path: Path) -> None:
    file = tmp_path / "x.txt"
    data = (SAMPLES / "pokerstars" / "by_hand_heads_up_snow.txt").read_bytes()
    file.write_bytes(data)
    assert find_end_byte_of_extent(file, Extent.WHOLE_HANDS, None) is None
    file.write_bytes(data.rstrip()[:-1])
    assert find_end_byte_of_extent(file, Extent.WHOLE_HANDS, None) == 0


@pytest.mark.parametrize("data", [b"", b"Dear Ann,\n", bytes(range(256)) * 9, b"PK\x03\x04" + bytes(99)])
def test_what_is_no_text_of_hands_has_no_end(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(data)
    assert {find_end_byte_of_extent(tmp_path / "x", extent, None) for extent in Extent} == {None}


# --- when to look, and what is said ----------------------------------------------------------------------


def test_without_events_it_looks_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("OS file watch limit reached")

    monkeypatch.setattr(watchfiles, "watch", refuse)
    messages: list[str] = []
    assert [*islice(watch_for_changes(["."], 0.01, poll=False, on_refusal=messages.append), 3)] == [True] * 3
    assert messages == ["OS file watch limit reached"]


@pytest.fixture
def watcher(tmp_path: Path) -> Watcher:
    """A watcher of a folder with one file of one hand, which has settled."""
    (tmp_path / "hands").mkdir()
    shutil.copy(SAMPLES / "pokerstars" / "by_hand_heads_up_snow.txt", tmp_path / "hands" / "a.txt")
    watcher = Watcher([str(tmp_path / "hands")], Target(str(tmp_path / "x.duckdb"), None))
    watcher.folder.look_for_changes(-1)
    return watcher


@pytest.mark.nightly
def test_a_copy_follows_each_import(watcher: Watcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that cannot be published is told once, and published at the next chance."""
    copy = tmp_path / "hands" / "copy"
    watcher = Watcher([str(tmp_path / "hands")], Target(str(tmp_path / "x.duckdb"), None, str(copy)))
    watcher._into.create_if_missing_and_publish()
    assert published_hands(copy) == []
    messages: list[str] = []
    watcher.on_trouble = messages.append

    def refuse(*_: object) -> None:
        raise StoreError("the address does not answer")

    with monkeypatch.context() as disturbed:
        disturbed.setattr(Target, "publish", refuse)
        watcher.folder.look_for_changes(-1)
        for now in (0, 1, 99):
            hands = [hand.hand_id for batch in watcher._import_and_publish_if_due(now) for hand in batch]
            assert hands == ([] if now else ["104200000101"])
    assert messages == ["the address does not answer; trying again until it works"]
    assert published_hands(copy) == []
    assert [*watcher._import_and_publish_if_due(100)] == []  # not yet
    assert published_hands(copy) == []
    assert [*watcher._import_and_publish_if_due(199)] == []
    assert published_hands(copy) == ["104200000101"]
    assert {path.name for path in watcher.folder._files} == {"a.txt"}


def published_hands(copy: Path) -> list[str]:
    with open_for_reading(copy) as database:
        return [number for (number,) in rows(database, "SELECT hand_id FROM hands")]


def test_a_file_that_cannot_be_read_is_named_once(
    watcher: Watcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, *_: object) -> None:
        raise FileError(5, "I/O error", str(path))

    messages: list[str] = []
    watcher.on_trouble = messages.append
    monkeypatch.setattr(watching, "find_end_byte_of_extent", fail)
    for _ in range(2):
        assert [*watcher._import_and_publish_if_due(0)] == []
        (tmp_path / "hands" / "a.txt").touch()
        watcher.folder.look_for_changes(-1)
    assert messages == [f"cannot read {tmp_path}/hands/a.txt: I/O error"]


def cut_short(file: Path) -> None:
    os.truncate(file, 400)


def replaced(file: Path) -> None:
    replacement = file.with_name(".other")
    replacement.write_bytes(file.read_bytes()[:400])
    replacement.replace(file)


@pytest.mark.nightly(2)
@pytest.mark.parametrize("change", [cut_short, replaced, Path.unlink])
def test_a_file_that_becomes_another_one_while_it_is_read_is_read_again(
    change: Callable[[Path], None], watcher: Watcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "hands" / "a.txt"
    whole = file.read_bytes()

    def changing(path: Path, *_: object) -> int | None:
        change(path)
        return None

    with monkeypatch.context() as disturbed:
        disturbed.setattr(watching, "find_end_byte_of_extent", changing)
        assert [*watcher._import_and_publish_if_due(0)] == []
    with Database(tmp_path / "x.duckdb") as database:
        assert rows(database, "SELECT (SELECT count(*) FROM hands), (SELECT count(*) FROM set_aside)") == [(0, 0)]
    file.write_bytes(whole)
    watcher.folder.look_for_changes(1)
    ((hand,),) = watcher._import_and_publish_if_due(2)
    assert hand.hand_id == "104200000101"


def test_a_hand_is_one_line() -> None:
    played_at = datetime(2024, 5, 6, 7, 8)
    hand = HandLine(played_at, "pokerstars", "12", "Ann", -1.5, "8d 7c 5h 4s 2c", ["BET02", "POT01"])
    assert str(hand) == "2024-05-06 07:08  pokerstars 12  Ann -1.50 BB  8d 7c 5h 4s 2c  BET02 POT01"
    bare = HandLine(None, "phh", "x", None, None, None, [])
    assert str(bare) == "no date  phh x  no hero  cards unknown"
