"""Estimates as a user meets them: beside rates, and as the order of players and of comparisons."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import Printed, Refusal, import_by_command
from tests.store.filling import BY_HAND


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return import_by_command(tmp_path_factory.mktemp("estimates") / "a.duckdb", *BY_HAND.glob("by_hand_*"))


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--stat vpip --sort net", "cannot be sorted by `net`: choose one of estimate, rate, chances"),
        ("--stat bb100", "`bb100` is not a rate"),
        ("--stat vpip --of draw=1", "vpip has no column `draw`"),
        ("--of draw=1", "name the statistic that --of is about"),
    ],
)
def test_what_cannot_be_asked(line: str, sentence: str, db: Path, refusal: Refusal) -> None:
    assert sentence in refusal("players", *line.split(), "--db", db)


def test_the_table_has_the_estimate_and_its_interval(db: Path, printed: Printed) -> None:
    heading, line, *rest = printed("stats", "vpip", "--player", "Katja72", "--db", db).strip().splitlines()
    assert heading.split() == ["label", "rate", "n/N", "95", "%", "estimate", "95", "%"]
    assert line
    assert rest[0].count("%") == 2
    assert rest[1].rstrip().endswith("–")
