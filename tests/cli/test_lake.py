"""`histparse import --lake` and `compact`, and the commands that take a lake for a database."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from histparse.cli.app import run
from histparse.store.lake import pieces, work
from histparse.store.lake.pieces import Task
from histparse.store.lake.place import Place
from histparse.store.lake.work import Done
from tests.samples import FOLDER
from tests.store.lake.lakes import beginning


@pytest.fixture
def session(tmp_path: Path) -> Path:
    file = tmp_path / "session.txt"
    file.write_bytes(beginning("session_cash_heads_up.txt", 6))
    return file


@pytest.fixture
def lake(tmp_path: Path) -> str:
    return str(tmp_path / "lake")


def change_while_read(session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the file change after it was cut, whenever a task of it is done."""
    unhurried = work._done

    def changing(task: Task, place: Place) -> Done:
        session.write_bytes(session.read_bytes().replace(b"Katja72", b"Katja73"))
        return unhurried(task, place)

    monkeypatch.setattr(work, "_done", changing)


def imported(lake: str, *files: Path) -> list[str]:
    return ["import", *map(str, files), "--lake", lake, "--jobs", "1"]


@pytest.mark.untraced
def test_commands_take_a_lake_for_a_database(session: Path, lake: str, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"{lake}.duckdb"
    assert run(imported(lake, session)) == 0
    assert capsys.readouterr().out.startswith(f"1 file read into {lake} (")
    assert run(["import", str(session), "--db", database]) == 0
    commands = [["stats", "vpip"], ["players"], ["sessions"]]
    if os.environ.get("HISTPARSE_SOAK"):
        commands += [["compare", "Katja72", "snow.white"], ["report"]]
    for command in commands:
        capsys.readouterr()
        printed = []
        for db in (database, lake):
            assert run([*command, "--db", db]) == 0
            printed.append(capsys.readouterr().out)
        assert printed[0] == printed[1] != ""


def test_compaction(session: Path, lake: str, capsys: pytest.CaptureFixture[str]) -> None:
    other = session.with_name("other.txt")
    other.write_bytes(beginning("session_cash_heads_up.txt", 12)[session.stat().st_size :])
    assert [run(imported(lake, file)) for file in (session, other)] == [0, 0]
    capsys.readouterr()
    assert run(["compact", lake]) == 0
    assert "12 files of tables, 18 before" in capsys.readouterr().out
    assert run(["compact", f"{lake}s"]) == 2
    assert "no such lake" in capsys.readouterr().err


def test_either_a_database_or_a_lake(session: Path, lake: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", str(session), "--lake", lake, "--db", f"{lake}.duckdb"]) == 2
    assert "name either a database file with --db, or a lake with --lake" in capsys.readouterr().err
    assert not Path(lake).exists()


def test_files_without_hands_are_no_lake(tmp_path: Path, lake: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("buy milk\n" * 9, "utf-8")
    assert run(imported(lake, tmp_path / "notes.txt")) == 2
    assert "there is no hand history of a known site in" in capsys.readouterr().err
    assert run(["stats", "vpip", "--db", lake]) == 2
    assert "there is nothing in this lake" in capsys.readouterr().err


def test_a_file_that_changes_while_it_is_read_is_left_out(
    session: Path, lake: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    change_while_read(session, monkeypatch)
    other = session.with_name("other.txt")
    other.write_bytes(beginning("by_hand_all_in_side_pot.txt"))
    assert run([*imported(lake, session, other), "--format", "json"]) == 2
    out, err = capsys.readouterr()
    assert f"cannot read {session}: it changed while it was read" in err
    assert json.loads(out)["stored"] == 1
    monkeypatch.undo()
    assert run([*imported(lake, session, other), "--format", "json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert (summary["hands"], summary["stored"], summary["unchanged"]) == (7, 6, 1)


def test_a_lake_named_as_the_database_is_imported_into(
    session: Path, lake: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(imported(lake, session)) == 0
    broken = FOLDER / "illegal" / "BET02_fifth_bet.txt"
    assert run(["import", str(broken), "--db", lake, "--jobs", "1"]) == 0
    assert f"histparse db findings --db {lake}" in capsys.readouterr().out
    assert run(["db", "findings", "--db", lake]) == 0
    assert "BET02" in capsys.readouterr().out


def test_a_file_of_many_pieces_that_changes_is_left_out_once(
    tmp_path: Path, lake: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tmp_path / "session.txt"
    session.write_bytes(beginning("session_cash_heads_up.txt", 12))
    monkeypatch.setattr(pieces, "SIZE", 3_000)
    change_while_read(session, monkeypatch)
    assert run(imported(lake, session)) == 2
    assert capsys.readouterr().err.count("it changed while it was read") == 1
