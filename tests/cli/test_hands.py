"""The command `hands` as a user meets it, and hostile names in what it and `show` print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from histparse.cli import app
from tests.cli import test_inert as inert
from tests.samples import FOLDER


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("hands") / "a.duckdb"
    samples = [FOLDER / "pokerstars" / "by_hand_all_in_side_pot.txt", FOLDER / "illegal" / "BET02_fifth_bet.txt"]
    assert app.run(["import", *map(str, samples), "--db", str(file)]) == 0
    return str(file)


def listed(db: str, *words: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    capsys.readouterr()
    assert app.run(["hands", *words, "--db", db, "--format", "json"]) == 0
    rows: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return rows


def test_a_hand_listed_can_be_shown(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = listed(db, "--stat", "pat_rate", "--draw", "3", "--made", "--player", "Katja72", capsys=capsys)
    assert [(row["hand_id"], row["net"], row["made"], row["line"]) for row in rows] == [
        ("104200271828", 125, True, 38),
        ("700000000011", 1510, True, 35),
    ]
    for row in rows:
        for hand in (f"{row['site']}:{row['hand_id']}", f"{row['path']}:{row['line']}"):
            assert app.run(["show", hand, "--db", db]) == 0
            assert f" {row['hand_id']} " in capsys.readouterr().out


def test_columns_that_nobody_fills_are_not_printed(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words, are_there in ((["--where", "pot > 3100"], False), (["--player", "Katja72"], True)):
        capsys.readouterr()
        assert app.run(["hands", *words, "--db", db]) == 0
        shown = capsys.readouterr().out.split()
        assert ["position" in shown, "net" in shown] == [are_there, are_there]


def test_columns_findings_and_conditions(db: str, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = ("--stat", "draw_frequency", "--of", "drawn=2", "--made", "--player", "Katja72")
    assert [row["drawn"] for row in listed(db, *drawn, capsys=capsys)] == [2]
    assert [row["hand_id"] for row in listed(db, "--finding", "BET02", capsys=capsys)] == ["700000000011"]
    assert [row["pot"] for row in listed(db, "--where", "pot > 3100", capsys=capsys)] == [3150]
    rounds = ("--stat", "check_raise", "--round", "2", "--made")
    assert [row["player"] for row in listed(db, *rounds, capsys=capsys)] == ["Katja72"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--finding", "BET99"], "there is no rule or family `BET99`: did you mean `BET09`"),
        (["--stat", "pat_rat"], "there is no statistic `pat_rat`: did you mean `pat_rate`"),
        (["--stat", "pat_rate", "--of", "draw"], "`draw` is not a column and its value: write it like drawn=0"),
        (["--stat", "vpip", "--draw", "1"], "there is no column of vpip `draw`"),
        (["--sort", "name"], "hands cannot be sorted by `name`: choose one of date, net, pot"),
        (["--player", "Katja"], "there is no player `Katja`: did you mean `Katja72`"),
    ],
)
def test_what_cannot_be_listed_is_one_sentence(
    db: str, words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert app.run(["hands", *words, "--db", db]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert sentence in err


# -- hostile names, chat and table names --------------------------------------------------------------------


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("texts") / inert.FILE
    folder.mkdir()
    (folder / "stars.txt").write_text(inert.stars(), encoding="utf-8")
    (folder / "event.phh").write_text(inert.phh(), encoding="utf-8")
    paths = [str(folder / "stars.txt"), str(folder / "event.phh")]
    assert app.run(["import", *paths, "--db", inert.database(folder)]) == 0
    return folder


def test_hands_of_hostile_players_are_inert(hostile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = inert.database(hostile)
    rows = listed(db, "--stat", "vpip", capsys=capsys)
    assert {str(row["player"]) for row in rows} >= {"Hero" + inert.HOSTILE}
    for form in ("table", "json"):
        assert app.run(["hands", "--stat", "vpip", "--db", db, "--format", form]) == 0
        inert.assert_inert(capsys.readouterr().out)
    for row in {row["site"]: row for row in rows}.values():
        for how in (["--format", "text"], ["--format", "json"], ["--oneline"]):
            assert app.run(["show", f"{row['site']}:{row['hand_id']}", "--db", db, *how]) == 0
            out, err = capsys.readouterr()
            inert.assert_inert(out)
            assert err == ""
