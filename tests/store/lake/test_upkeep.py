"""A lake is kept up as a database is: figures, checks, hands set aside that are tried again, queries, compaction."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from histparse import flow
from histparse.cli.app import run
from histparse.judging.hand_result import HandResult
from histparse.store.lake.compact import compact
from histparse.store.lake.local import Local
from histparse.store.lake.manifests import latest
from histparse.store.lake.place import place_at
from histparse.store.upkeep.retry_lake import retry_lake
from tests.store.lake.lakes import checksum, fill, leftovers

Run = Callable[..., tuple[int, str, str]]
READ = flow._read


@pytest.fixture
def called(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line: exit code, standard output, standard error."""

    def call(*words: str | Path) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run([str(word) for word in words])
        return (code, *capsys.readouterr())

    return call


def unreadable(result: HandResult) -> HandResult:
    """As a program makes it that cannot read some hands, of other games too."""
    text = result.text
    if text is None or text.site != "pokerstars" or sum(text.text.encode()) % 3:
        return READ(result)
    return HandResult((), text)


@pytest.fixture(scope="module")
def set_aside(material: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake with hands set aside that can be read now."""
    lake = tmp_path_factory.mktemp("aside") / "lake"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flow, "_read", unreadable)
        fill(lake, material)
    return lake


@pytest.mark.untraced
def test_hands_set_aside_are_tried_again(set_aside: Path, expected: str, tmp_path: Path) -> None:
    lake = Path(shutil.copytree(set_aside, tmp_path / "lake"))
    before = checksum(lake)
    summary = retry_lake(str(lake), 1, lambda _: lambda _: None)
    assert before != expected == checksum(lake)
    assert summary.stored > 0 < summary.set_aside
    assert summary.hands == summary.stored + summary.tournaments + summary.set_aside + sum(summary.skipped.values())
    assert summary.skipped
    assert leftovers(lake) == []
    there = {*lake.rglob("*")}
    again = retry_lake(str(lake), 1, lambda _: lambda _: None)
    assert again.stored == 0 < again.set_aside
    assert {*lake.rglob("*")} == there
    shutil.copytree(lake, tmp_path / "compact")
    compact(str(tmp_path / "compact"))
    assert checksum(tmp_path / "compact") == expected


@pytest.mark.untraced
def test_a_retry_that_fails_changes_nothing(set_aside: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = Path(shutil.copytree(set_aside, tmp_path / "lake"))
    before, there = checksum(lake), {*lake.rglob("*")}

    def fail(place: Local, name: str, data: bytes) -> None:
        if name.startswith("manifests/"):
            raise KeyboardInterrupt
        write(place, name, data)

    write = Local.write
    monkeypatch.setattr(Local, "write", fail)
    with pytest.raises(KeyboardInterrupt):
        retry_lake(str(lake), 1, lambda _: lambda _: None)
    assert checksum(lake) == before
    assert {*lake.rglob("*")} == there


def test_the_command_says_how_it_went(set_aside: Path, tmp_path: Path, called: Run) -> None:
    lake = Path(shutil.copytree(set_aside, tmp_path / "lake"))
    code, out, _ = called("retry", "--db", lake, "--jobs", "1")
    assert code == 0
    assert f"retried in {lake}: " in out
    assert f"histparse db findings --set-aside --db {lake}" in out


def test_a_query_has_the_same_rows(lake: Path, database: Path, called: Run) -> None:
    sql = "SELECT site, sum(pot) AS pots FROM hands JOIN seats USING (hand_key) GROUP BY ALL ORDER BY ALL"
    assert called("query", sql, "--db", lake, "--format", "csv") == called(
        "query", sql, "--db", database, "--format", "csv"
    )
    views = "FROM player_hands ORDER BY ALL"
    assert called("query", views, "--db", lake)[1] == called("query", views, "--db", database)[1]


def test_a_query_reads_no_other_file(lake: Path, database: Path, called: Run) -> None:
    code, _, err = called("query", f"FROM read_text('{database}')", "--db", lake)
    assert code == 2
    assert "disabled by configuration" in err


def test_figures(lake: Path, database: Path, called: Run) -> None:
    mine, theirs = (json.loads(called("db", "info", "--db", db, "--format", "json")[1]) for db in (lake, database))
    ours = sum(file.stat().st_size for file in lake.rglob("*") if file.is_file())
    assert mine["bytes"] == ours
    assert 0 < mine["free_bytes"] < ours
    same = ("schema", "program", "first", "last", "months", "judged_by_others")
    assert [mine[name] for name in same] == [theirs[name] for name in same]
    del mine["rows"]["schema_version"], theirs["rows"]["schema_version"]
    assert mine["rows"] == theirs["rows"]
    assert f"histparse compact {lake}" in called("db", "info", "--db", lake)[1]


def test_compaction_gives_back_what_is_free(lake: Path, expected: str, tmp_path: Path, called: Run) -> None:
    copy = Path(shutil.copytree(lake, tmp_path / "lake"))
    sizes = json.loads(called("db", "compact", "--db", copy, "--format", "json")[1])
    assert sizes["after"] < sizes["before"] // 2
    assert sizes["after"] == sum(file.stat().st_size for file in copy.rglob("*") if file.is_file())
    assert json.loads(called("db", "info", "--db", copy, "--format", "json")[1])["free_bytes"] == 0
    assert checksum(copy) == expected


@pytest.mark.untraced
def test_checks(lake: Path, tmp_path: Path, called: Run) -> None:
    code, out, _ = called("db", "check", "--db", lake)
    assert code == 0, out
    assert out.splitlines()[0] == "ok    every file is there"
    copy = Path(shutil.copytree(lake, tmp_path / "lake"))
    gone = next((copy / "parts" / "skipped").iterdir())
    gone.unlink()
    code, out, _ = called("db", "check", "--db", copy)
    assert code == 1
    assert out.startswith(f"WRONG every file is there: 1 times\n        parts/skipped/{gone.name} is gone\n")


def test_a_damaged_file_is_named(lake: Path, tmp_path: Path, called: Run) -> None:
    copy = Path(shutil.copytree(lake, tmp_path / "lake"))
    shown = latest(place_at(str(copy)))
    assert shown is not None
    largest = copy / max(shown.cells, key=lambda cell: cell.hands).file("decisions")
    data = bytearray(largest.read_bytes())
    data[8 : len(data) // 2] = bytes(len(data) // 2 - 8)
    largest.write_bytes(data)
    code, out, err = called("db", "check", "--db", copy)
    assert code == 2, out
    assert err.startswith(f"histparse: {largest}: not as it was written")
    assert err.count("\n") == 1
