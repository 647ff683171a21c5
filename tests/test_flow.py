"""The data flow: which files are read, and what each piece of text in them becomes."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from histparse import flow
from histparse.judging.duplicates import Duplicates
from histparse.model.events import Event
from histparse.model.house import House
from histparse.parsing.cutting import read_hand_texts
from histparse.reader import STDIN
from histparse.replay.table import Table
from histparse.simulate import Settings, deal_hands
from tests.dealer.writing import write_all


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """Thirty legal hands."""
    file = tmp_path / "session.txt"
    file.write_text(write_all(deal_hands(Settings(hands=30, seed=5))), encoding="utf-8")
    return file


def test_files_come_in_order_and_once(tmp_path: Path) -> None:
    for name in ("b.txt", "a.txt", "deep/er/c.txt", ".hidden", "deep/.git/config"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    files = flow.list_files([tmp_path / "b.txt", tmp_path, tmp_path / "deep" / ".." / "a.txt"])
    assert files == [tmp_path / "b.txt", tmp_path / "a.txt", tmp_path / "deep/er/c.txt"]


def test_hidden_file_is_read_when_named(tmp_path: Path) -> None:
    hidden = tmp_path / ".hands"
    hidden.write_text("x")
    assert flow.list_files([hidden]) == [hidden]


def test_minus_is_standard_input() -> None:
    assert flow.list_files(["-"]) == [STDIN]


def test_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        flow.list_files([tmp_path / "none.txt"])


@pytest.mark.parametrize("name", ["session.txt", ""], ids=["file", "folder"])
def test_what_is_forbidden_is_an_os_error(name: str, session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # the tests may run as root, who may read everything
    path = session.parent / name
    with pytest.raises(PermissionError, match=re.escape(path.name)):
        flow.list_files([path])


def test_what_cannot_be_read_is_reported_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "round").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    errors: list[OSError] = []
    assert flow.list_files([tmp_path, tmp_path / "loop"], errors.append) == [tmp_path / "a.txt"]
    assert [Path(error.filename).name for error in errors] == ["dangling", "loop", "loop"]


def test_a_folder_that_is_gone_meanwhile_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "z.txt").write_text("x")
    list_folder, errors = Path.iterdir, list[OSError]()

    def iterdir(folder: Path) -> Iterator[Path]:
        if folder.name == "deep":
            folder.rmdir()
        return list_folder(folder)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    assert flow.list_files([tmp_path], errors.append) == [tmp_path / "z.txt"]
    assert [Path(error.filename).name for error in errors] == ["deep"]


def test_a_name_that_is_nowhere_is_raised_before_anything_is_read(tmp_path: Path) -> None:
    errors: list[OSError] = []
    for name in ("none.txt", "x" * 5000, "none/deeper"):
        with pytest.raises(OSError, match=name):
            flow.list_files([tmp_path, tmp_path / name], errors.append)
    assert errors == []


@pytest.mark.nightly
def test_folders_may_be_nested_deeper_than_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(1500):
        os.mkdir("d")  # noqa: PTH102 - the whole path of a Path may be too long for the system
        os.chdir("d")
    Path("a.txt").write_text("x")
    os.chdir(tmp_path)
    (file,) = flow.list_files([Path("d")])
    assert isinstance(file, Path)
    assert (file.name, len(file.parts)) == ("a.txt", 1501)
    flatten(tmp_path)


def test_a_path_too_long_is_its_own_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "z.txt").write_text("x")
    for _ in range(25):
        os.mkdir("d" * 200)  # noqa: PTH102
        os.chdir("d" * 200)
    os.chdir(tmp_path)
    errors: list[OSError] = []
    assert flow.list_files(["."], errors.append) == [Path("z.txt")]
    assert [error.errno for error in errors] == [errno.ENAMETOOLONG]
    flatten(tmp_path)


def flatten(folder: Path) -> None:
    """Remove folders in folders: what clears away after the tests would call itself for each."""
    os.chdir(folder)
    while inner := [name for name in os.listdir() if name.startswith("d")]:  # noqa: PTH208
        os.rename(inner[0], "outer")  # noqa: PTH104
        for name in os.listdir("outer"):  # noqa: PTH208
            os.rename(f"outer/{name}", name)  # noqa: PTH104
        os.rmdir("outer")  # noqa: PTH106


def test_a_file_with_the_name_of_standard_input_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("<stdin>").write_text("Dear Sir,\n")
    (file, stdin) = flow.list_files(["<stdin>", "-"])
    assert (stdin is STDIN, file is STDIN) == (True, False)
    assert [finding.code for result in flow.cut_file_into_hand_texts(file) for finding in result.findings] == ["SYN04"]


def test_read_gives_hands_not_judged(session: Path) -> None:
    results = list(flow.parse_file(session))
    assert [(result.hand is not None, result.table, result.findings) for result in results] == [(True, None, ())] * 30


def test_judged_shows_every_act_to_the_witness(session: Path) -> None:
    witnessed: list[Event] = []
    watches = dict.fromkeys(Event.__subclasses__(), lambda _table, event, _player: witnessed.append(event))
    results = list(flow.judge_texts(flow.cut_file_into_hand_texts(session), lambda _table: watches))
    assert [result.findings for result in results] == [()] * 30
    assert all(isinstance(result.table, Table) for result in results)
    events = [event for result in results if result.hand for event in result.hand.events]
    assert witnessed == [event for event in events if hasattr(event, "player")]


def test_other_rules_can_be_given(session: Path) -> None:
    strict = House(name="one bet", cap=1, cap_heads_up=1)
    codes = {finding.code for result in flow.judge_file(session, house=strict) for finding in result.findings}
    assert "BET02" in codes


def test_one_bad_hand_costs_one_hand(session: Path) -> None:
    first, second, rest = session.read_text().split("\n\n\n\n", 2)
    session.write_text("\n\n\n\n".join([first, second.replace("Table '", "Tabel '"), rest]))
    results = list(flow.judge_file(session))
    assert [result.hand is not None for result in results] == [True, False] + [True] * 28
    assert [finding.code for result in results for finding in result.findings] == ["SYN01"]


def test_foreign_text_is_a_case_without_text(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir,\n")
    (result,) = flow.judge_file(file)
    assert result.text is None
    assert [finding.code for finding in result.findings] == ["SYN04"]


def test_copies_are_counted_and_clashes_found(session: Path, tmp_path: Path) -> None:
    copy, clash = tmp_path / "copy.txt", tmp_path / "clash.txt"
    copy.write_text(session.read_text().replace("\n", " \n"))
    clash.write_text(session.read_text().replace("Hero", "Anti"))
    files = (session, copy, clash)
    duplicates = Duplicates(read_hand_texts, flow.parse_text)
    results = [*duplicates.pass_on_without_repeats(result for file in files for result in flow.judge_file(file))]
    assert not any(result.findings for result in results)
    numbers = {result.hand.header.hand_id for result in results if result.hand}
    findings = [finding for result in duplicates.settle_after_last_hand().results for finding in result.findings]
    assert sorted((finding.code, finding.hand_id) for finding in findings) == [
        ("SYN07", number) for number in sorted(numbers)
    ]
    assert duplicates.count == 30
    assert {finding.path for finding in findings} <= {*map(str, files)}
