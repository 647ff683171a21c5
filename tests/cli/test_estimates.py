"""Estimates as a user meets them: beside rates, and as the order of players and of comparisons."""

from __future__ import annotations

import pytest

from histparse.cli import app
from tests.store.filling import BY_HAND


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("estimates") / "a.duckdb"
    assert app.run_command_line(["import", *map(str, BY_HAND.glob("by_hand_*")), "--db", str(file)]) == 0
    return str(file)


def printed(db: str, *words: str, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert app.run_command_line([*words, "--db", db]) == 0
    return capsys.readouterr().out


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--stat", "vpip", "--sort", "net"], "cannot be sorted by `net`: choose one of estimate, rate, chances"),
        (["--stat", "bb100"], "`bb100` is not a rate"),
        (["--stat", "vpip", "--of", "draw=1"], "vpip has no column `draw`"),
        (["--of", "draw=1"], "name the statistic that --of is about"),
    ],
)
def test_what_cannot_be_asked(words: list[str], sentence: str, db: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert app.run_command_line(["players", *words, "--db", db]) == 2
    assert sentence in capsys.readouterr().err


def test_the_table_has_the_estimate_and_its_interval(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    heading, line, *rest = printed(db, "stats", "vpip", "--player", "Katja72", capsys=capsys).strip().splitlines()
    assert heading.split() == ["label", "rate", "n/N", "95", "%", "estimate", "95", "%"]
    assert line
    assert rest[0].count("%") == 2
    assert rest[1].rstrip().endswith("–")
