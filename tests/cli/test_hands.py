"""The command `hands` as a user meets it, and hostile names in what it and `show` print."""

from __future__ import annotations

import json

import pytest

from histparse.cli import app
from tests.samples import FOLDER


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("hands") / "a.duckdb"
    samples = [FOLDER / "pokerstars" / "by_hand_all_in_side_pot.txt", FOLDER / "illegal" / "BET02_fifth_bet.txt"]
    assert app.run_command_line(["import", *map(str, samples), "--db", str(file)]) == 0
    return str(file)


def listed(db: str, *words: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    capsys.readouterr()
    assert app.run_command_line(["hands", *words, "--db", db, "--format", "json"]) == 0
    rows: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return rows


@pytest.mark.nightly
def test_a_hand_listed_can_be_shown(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = listed(db, "--stat", "pat_rate", "--draw", "3", "--made", "--player", "Katja72", capsys=capsys)
    assert [(row["hand_id"], row["net"], row["made"], row["line"]) for row in rows] == [
        ("104200271828", 125, True, 38),
        ("700000000011", 1510, True, 35),
    ]
    for row in rows:
        for hand in (f"{row['site']}:{row['hand_id']}", f"{row['path']}:{row['line']}"):
            assert app.run_command_line(["show", hand, "--db", db]) == 0
            assert f" {row['hand_id']} " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--finding", "BET99"], "there is no rule or family `BET99`: did you mean `BET09`"),
        (["--stat", "pat_rat"], "there is no statistic `pat_rat`: did you mean `pat_rate`"),
        (["--stat", "pat_rate", "--of", "draw"], "`draw` is not a column and its value: write it like drawn=0"),
    ],
)
def test_what_cannot_be_listed_is_one_sentence(
    db: str, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert app.run_command_line(["hands", *words, "--db", db]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err
