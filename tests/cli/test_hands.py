"""The command `hands` as a user meets it, and hostile names in what it and `show` print."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import Printed, PrintedJson, Refusal, import_by_command
from tests.samples import FOLDER


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    samples = [FOLDER / "pokerstars" / "by_hand_all_in_side_pot.txt", FOLDER / "illegal" / "BET02_fifth_bet.txt"]
    return import_by_command(tmp_path_factory.mktemp("hands") / "a.duckdb", *samples)


@pytest.mark.nightly
def test_a_hand_listed_can_be_shown(db: Path, printed: Printed, printed_json: PrintedJson) -> None:
    rows = printed_json("hands", "--stat", "pat_rate", "--draw", "3", "--made", "--player", "Katja72", "--db", db)
    assert [(row["hand_id"], row["net"], row["made"], row["line"]) for row in rows] == [
        ("104200271828", 125, True, 38),
        ("700000000011", 1510, True, 35),
    ]
    for row in rows:
        for hand in (f"{row['site']}:{row['hand_id']}", f"{row['path']}:{row['line']}"):
            assert f" {row['hand_id']} " in printed("show", hand, "--db", db)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--finding BET99", "there is no rule or family `BET99`: did you mean `BET09`"),
        ("--stat pat_rat", "there is no statistic `pat_rat`: did you mean `pat_rate`"),
        ("--stat pat_rate --of draw", "`draw` is not a column and its value: write it like drawn=0"),
    ],
)
def test_what_cannot_be_listed_is_one_sentence(refusal: Refusal, db: Path, line: str, sentence: str) -> None:
    assert sentence in refusal("hands", *line.split(), "--db", db)
