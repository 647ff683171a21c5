"""A check says the same whichever lane the hands take."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse import flow
from histparse.columnar import checked
from histparse.judging.duplicates import Duplicates
from histparse.judging.hand_result import HandResult
from histparse.judging.neighbours import Neighbours
from histparse.model.findings import Finding
from histparse.model.house import house
from histparse.parsing.cutting import read_hands
from histparse.reader import FileError
from tests.samples import FOLDER, of_site

BY_HAND = [file for file in of_site("pokerstars") if "by_hand" in file.name]
ILLEGAL = sorted((FOLDER / "illegal").glob("[S][EH]*.txt"))


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lane is ready, and every file is large."""
    monkeypatch.setattr(checked, "is_ready", lambda: True)
    monkeypatch.setattr(checked, "LARGE", 0)


def found(files: list[Path], rules: str | None = None) -> tuple[list[Finding], int, int, int]:
    """All findings, hands, duplicates, and how many hands were plain."""
    duplicates, neighbours = Duplicates(read_hands), Neighbours()
    results: list[HandResult] = []
    for file in files:
        judged = checked.judged(file, house(rules) if rules else None)
        results += duplicates.past(neighbours.past(judged))
    plain = sum(result.plain is not None for result in results)
    settled = duplicates.settled()
    results += (*settled.results, *neighbours.results(settled))
    findings = [finding for result in results for finding in result.findings]
    return findings, sum(result.is_read for result in results), duplicates.count, plain


def test_what_is_found_is_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clashing = tmp_path / "clashing.txt"
    clashing.write_text(BY_HAND[0].read_text(encoding="utf-8").replace("raises", "bets", 1), encoding="utf-8")
    twice = [*BY_HAND, *ILLEGAL, clashing, *BY_HAND]
    findings, hands, duplicates, plain = found(twice)
    monkeypatch.setattr(checked, "is_ready", lambda: False)
    assert (findings, hands, duplicates, 0) == found(twice)
    assert plain > 2 * len(BY_HAND)
    assert {"SYN07", "SEQ01"} < {finding.code for finding in findings}


def test_the_rules_of_another_house_count() -> None:
    assert len(found(BY_HAND, "wsop-live")[0]) > len(found(BY_HAND)[0])


def test_small_files_do_not_load_the_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked, "LARGE", 1 << 40)
    assert found(BY_HAND)[3] == 0


def test_what_was_read_before_an_error_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(path: Path, site: str | None = None) -> object:
        yield from list(cut(path, site))[:2]
        raise FileError(path, "the disk is gone")

    cut = flow.cut
    monkeypatch.setattr(flow, "cut", broken)
    judged = checked.judged(ILLEGAL[0])
    assert [next(judged).is_read, next(judged).is_read] == [True, True]
    with pytest.raises(FileError):
        next(judged)
