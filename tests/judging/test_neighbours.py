"""Neighbouring hands of a table: `check` and `import` say the same, in any order of hands, files and imports."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from histparse.api.judging import Judging
from histparse.flow import list_files
from histparse.judging import neighbours as judging_neighbours
from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from histparse.store.settle import neighbours
from tests.conftest import SHARED
from tests.dealer.writing import write
from tests.samples import BROKEN
from tests.simulate.games import GAMES, game
from tests.store.filling import SAMPLES, fill, rows

HANDS = [write(hand) for hand in deal_hands(Settings(hands=12, seed=77, table="Kappa", players=(5, 5), chatter=0))]


class PlacelessFinding(NamedTuple):
    """A finding without its place."""

    code: str
    severity: str
    hand: str


def number(text: str) -> str:
    return text.partition("#")[2].partition(":")[0]


def checked(*paths: Path) -> list[PlacelessFinding]:
    judging = Judging(None)
    results = [*chain.from_iterable(map(judging.judge_file, list_files(paths))), *judging.findings_between_hands()]
    return sorted(
        PlacelessFinding(finding.code, finding.severity, str(finding.hand_id))
        for result in results
        for finding in result.findings
        if finding.code.startswith("SEQ")
    )


def stored(database: Database) -> list[PlacelessFinding]:
    query = "SELECT code, severity::VARCHAR, hand_id FROM findings WHERE code LIKE 'SEQ%'"
    return sorted(PlacelessFinding(*row) for row in rows(database, query))


def written(folder: Path, *files: Sequence[str]) -> Path:
    folder.mkdir(exist_ok=True)
    for place, hands in enumerate(files):
        (folder / f"{place}.txt").write_text("\n\n".join(hands), encoding="utf-8")
    return folder


def check_and_import(folder: Path) -> list[PlacelessFinding]:
    """The findings of `check`; `import` must give the same."""
    findings = checked(folder)
    with Database(":memory:") as database:
        fill(database, [folder])
        assert stored(database) == findings
    return findings


def poorer(text: str) -> str:
    """The hand with a chip less in the first stack that lasts through it."""
    return re.sub(r"\(\$(\d+)(?=[\d.]* in chips)", lambda stack: f"(${int(stack[1]) - 1}", text, count=1)


def earlier(text: str) -> str:
    return re.sub(r"20\d\d/", "2001/", text)


def test_a_session_is_silent_in_any_order(tmp_path: Path) -> None:
    assert check_and_import(written(tmp_path / "whole", HANDS)) == []
    assert check_and_import(written(tmp_path / "newest_first", HANDS[::-1])) == []
    assert check_and_import(written(tmp_path / "scattered", HANDS[1::3], HANDS[2::3], HANDS[::3])) == []
    assert check_and_import(written(tmp_path / "twice", HANDS, HANDS[4:7])) == []


@pytest.mark.parametrize(
    ("change", "code", "severity"),
    [(poorer, "SEQ01", "warning"), (earlier, "SEQ02", "warning")],
    ids=["poorer", "earlier"],
)
def test_a_hand_is_held_against_the_one_before(
    change: Callable[[str], str], code: str, severity: str, tmp_path: Path
) -> None:
    hands = [*HANDS[:5], change(HANDS[5])]
    assert check_and_import(written(tmp_path, hands[3:], hands[:3])) == [
        PlacelessFinding(code, severity, number(HANDS[5]))
    ]


def test_a_hand_that_is_missing_is_a_note_and_silences_the_stacks(tmp_path: Path) -> None:
    assert check_and_import(written(tmp_path, [*HANDS[:5], *HANDS[6:]])) == [
        PlacelessFinding("SEQ03", "note", number(HANDS[6]))
    ]


def test_an_import_that_fills_the_gap_takes_the_note_back(tmp_path: Path) -> None:
    gappy = written(tmp_path / "gappy", [*HANDS[:5], *HANDS[6:]])
    rest = written(tmp_path / "rest", [poorer(HANDS[5])])
    with Database(":memory:") as database:
        assert fill(database, [gappy]).findings.total == 1
        assert fill(database, [rest]).findings.total > 0
        whole = stored(database)
        assert fill(database, [rest, gappy]).findings.total == 0
        assert stored(database) == whole
    assert ("SEQ01", "warning", number(HANDS[5])) in whole
    assert "SEQ03" not in {finding.code for finding in whole}


def test_a_hand_of_another_game_between_counts_as_missing(tmp_path: Path) -> None:
    razz = "PokerStars Hand #99:  Razz Limit ($1/$2 USD) - 2013/02/04 14:01:40 ET\nTable 'Kappa' 8-max\n"
    assert check_and_import(written(tmp_path, [*HANDS[:5], razz, poorer(HANDS[5])])) == []


def test_a_broken_hand_is_no_measure(tmp_path: Path) -> None:
    broken = HANDS[4].replace("Total pot $", "Total pot $9")
    assert check_and_import(written(tmp_path, [*HANDS[:4], broken, poorer(HANDS[5])])) == []


def test_a_pool_of_players_is_no_table(tmp_path: Path) -> None:
    zoom = [hand.replace("PokerStars Hand", "PokerStars Zoom Hand") for hand in [*HANDS[:5], poorer(HANDS[8])]]
    assert check_and_import(written(tmp_path, zoom)) == []


@pytest.mark.nightly
def test_stacks_may_rise_in_a_cash_game_and_a_rebuy_is_a_note(tmp_path: Path) -> None:
    richer = re.sub(r"\(\$(\d+)(?=[\d.]* in chips)", r"($9\1", HANDS[5], count=1)
    assert check_and_import(written(tmp_path / "cash", [*HANDS[:5], richer])) == []
    played = [write(hand) for hand in deal_hands(game("tournament", 6))]
    bought = re.sub(r"\((\d+) in chips", r"(9\1 in chips", played[5], count=1)
    assert check_and_import(written(tmp_path / "tournament", [*played[:5], bought])) == [
        PlacelessFinding("SEQ01", "note", number(played[5]))
    ]


@pytest.mark.nightly
def test_the_hour_that_clocks_go_back_is_no_fault(tmp_path: Path) -> None:
    clocks = ["2013/11/03 1:58:10 ET", "2013/11/03 1:01:20 ET"]
    pair = [re.sub(r"20\d\d/.* ET", clock, hand) for hand, clock in zip(HANDS, clocks, strict=False)]
    assert check_and_import(written(tmp_path / "autumn", pair)) == []
    summer = [hand.replace("2013/11/03", "2013/07/03") for hand in pair]
    assert [finding.code for finding in check_and_import(written(tmp_path / "summer", summer))] == ["SEQ02"]


@pytest.mark.nightly(4)
@pytest.mark.parametrize("name", GAMES)
def test_dealt_sessions_are_silent(name: str, tmp_path: Path) -> None:
    (tmp_path / "session.txt").write_text("\n\n".join(map(write, deal_hands(game(name, 150)))), encoding="utf-8")
    assert checked(tmp_path) == []


@pytest.mark.nightly
def test_samples_contradict_none_of_their_neighbours() -> None:
    legal = [folder for folder in SAMPLES.iterdir() if folder.is_dir() and folder.name not in BROKEN]
    assert [finding for finding in checked(*legal) if finding.severity != "note"] == []


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real histories are not here")
def test_real_hands_contradict_none_of_their_neighbours() -> None:
    assert [finding for finding in checked(SHARED / "real_histories") if finding.severity != "note"] == []


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    ("figure", "misprint"),
    [
        (r"(Seat \d: \w+ \()\$[\d.]+", r"\g<1>$" + "9" * 40),
        (r"Seat #\d", "Seat #" + "9" * 12),
        (r"collected \S+", "collected $1" + "0" * 40),
    ],
)
def test_a_misprint_is_no_measure(tmp_path: Path, figure: str, misprint: str) -> None:
    """However large its figures, `check` goes on, and reports the same as `import` for the hands beside it."""
    odd = re.sub(figure, misprint, HANDS[3], count=1)
    assert odd != HANDS[3]
    assert {finding.code for finding in check_and_import(written(tmp_path, [*HANDS[:3], odd, *HANDS[4:]]))} <= {"SEQ03"}


def test_few_hands_and_many_are_remembered_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(tmp_path, [*HANDS[:5], *HANDS[6:]])
    findings = checked(folder)
    monkeypatch.setattr(judging_neighbours, "MOST_PLAIN_ROWS", 0)
    assert findings == checked(folder) != []


@pytest.mark.nightly
def test_tables_compared_in_groups_say_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kappa = [*HANDS[:5], *HANDS[6:]]
    lambda_table = [re.sub(r"#(\d+):", r"#9\1:", hand).replace("Kappa", "Lambda") for hand in kappa]
    folder = written(tmp_path, kappa, lambda_table)
    monkeypatch.setattr(neighbours, "GROUP_SIZE", 1)
    assert len(check_and_import(folder)) == 2 * len(check_and_import(written(tmp_path / "kappa", kappa))) > 0
