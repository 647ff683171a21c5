"""Names, settings and logs that nobody writes on purpose: one sentence each, at once; and files that are the user's."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_IMODE

import pytest

from tests.faults.child import expect_refusal, run, run_here

LONG = "x" * 300


@pytest.mark.parametrize(
    "line", ["import {session} --db", "import --db {db}", "players --db", "watch", "db compact --db"]
)
def test_a_name_that_is_too_long(line: str, session: Path, db: Path) -> None:
    ended = run_here(*line.format(session=session, db=db).split(), LONG)
    assert ended.code == 2
    assert f"{LONG}: " in ended.err
    assert "File name too long" in ended.err
    assert "error of the program itself" not in ended.err


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        (f"a = {'[' * 5_000}", "nested too deeply for a file of settings"),
        (f"[{'a.' * 100_000}b]", "larger than any file of settings, which has at most 16,384 bytes"),
    ],
)
def test_a_house_that_is_nested_deeply(settings: str, reason: str, session: Path, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(settings, "utf-8")
    ended = run_here("check", session, "--house", file)
    assert ended.is_refusal, ended
    assert reason in ended.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_log_is_no_named_pipe(session: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    ended = run_here("check", session, "--log", tmp_path / "pipe")
    expect_refusal(ended, "a named pipe, not a file")


@pytest.mark.nightly
@pytest.mark.skipif(os.name != "posix", reason="this system has no modes")
def test_what_is_written_is_the_users_alone(session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HISTPARSE_CACHE", str(tmp_path / "cache"))
    db, log = tmp_path / "new.duckdb", tmp_path / "log.txt"
    for words in (
        ("import", session, "--db", db, "--log", log),
        ("show", f"{session}:1", "--html", tmp_path / "hand.html"),
        ("export", "--db", db, "--format", "text", "-o", tmp_path / "hands.txt"),
    ):
        assert run(*words).code == 0
    files = [*tmp_path.rglob("*")]
    assert len(files) > 4
    assert {S_IMODE(file.stat().st_mode) for file in files} == {0o600, 0o700}
