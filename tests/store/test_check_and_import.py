"""For any folder `check` and `import` say the same, and the counts of an import add up to the hands read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from histparse import flow
from histparse.api.judging import Judging
from histparse.store import Database
from tests.conftest import SOAK
from tests.samples import FOLDER
from tests.store.filling import fill, import_new_hands, rows
from tests.store.texts_of_hands import folder, hands

SITES = ("fulltilt", "kingsclub", "merge", "phh", "pokerstars", "winamax")
CODES = ("BET02", "BET04", "DRW03", "POT01", "SHD02", "TBL04")
"""In hands that balance and in others; each site shows some of them."""
FINDINGS = "SELECT code, path, line, message FROM findings"
Findings = Counter[tuple[object, ...]]


@cache
def dealt(site: str) -> list[list[str]]:
    """Hands of a table, each with several texts under its number."""
    return hands(12 if SOAK else 4, 30, site, CODES)


def several_sites(path: Path, seed: int) -> list[Path]:
    """A folder with one below it, of legal, broken, cut and copied texts of several sites and of words of no site."""
    random = Random(seed)  # noqa: S311 - the same texts in every run
    path.mkdir()
    (path / "words.txt").write_text("words of no site\n", "utf-8")
    for site in random.sample(SITES, 6 if SOAK else 2):
        for place in (path, path / "0"):
            for file in folder(place, dealt(site), random, files=2):
                file.rename(place / f"{file.stem}_{site}.txt")
    tournaments(path, random)
    return flow.list_files([path])


def tournaments(path: Path, random: Random) -> None:
    """Summaries that contradict themselves or their hands, and those hands, in any files; some twice, some cut."""
    samples = sorted((FOLDER / "illegal").glob("TRN*.txt"))
    for sample in random.sample(samples, len(samples) if SOAK else 5):
        summary, *hands = re.split(r"(?m)^(?=PokerStars Hand)", sample.read_text("utf-8"))
        for text in (summary, *hands):
            for _ in range(random.choice((1, 1, 2))):
                written = text if random.random() < 0.9 else text[: random.randrange(100, len(text))]
                name = f"{random.randrange(10_000):04}_{sample.name}"
                random.choice((path, path / "0")).joinpath(name).write_text(written, "utf-8")


def checked(files: Iterable[Path]) -> tuple[Findings, int]:
    """What a check says, and of how many hands of other games."""
    judging = Judging(None)
    results = [result for file in files for result in judging.judge_file(file)]
    skipped = sum(result.skipped is not None and result.summary is None for result in results)
    findings: Findings = Counter(
        (finding.code, finding.path, finding.line, finding.message)
        for result in (*results, *judging.findings_between_hands())
        for finding in result.findings
        if finding.code != "SYN05"
    )
    return findings, skipped


def imported(path: Path, files: Sequence[Path], jobs: int) -> tuple[Findings, int]:
    """What an import into a database says, and of how many hands of other games."""
    with Database(path) as database:
        summary = import_new_hands(database, files, batch_size=25, jobs=jobs)
        findings = Counter(rows(database, FINDINGS))
    skipped = sum(summary.skipped.values())
    cut = sum(result.text is not None for file in files for result in flow.cut_file_into_hand_texts(file))
    stored = summary.stored + summary.tournaments
    assert summary.hands == cut == stored + summary.set_aside + summary.duplicates + skipped
    assert summary.findings.total == findings.total()
    return findings, skipped


@pytest.mark.parametrize("seed", range(40 if SOAK else 1))
def test_the_findings_of_an_import_are_those_of_a_check(seed: int, tmp_path: Path) -> None:
    files = several_sites(tmp_path / "files", seed)
    findings = checked(files)
    assert imported(tmp_path / "one.duckdb", files, 1) == findings
    assert len({code for code, *_ in findings[0]}) > 4
    assert any(code in {"TRN06", "TRN07", "TRN08", "TRN09"} for code, *_ in findings[0])
    if SOAK and seed % 5 == 0:
        assert imported(tmp_path / "two.duckdb", files, 2) == findings


def test_a_hand_is_where_its_text_begins(database: Database) -> None:
    """In a file of several PHH hands that is the table's name, above the keys of the hand."""
    file = FOLDER / "phh" / "session_cash_game.phhs"
    lines = enumerate(file.read_text("utf-8").splitlines(), 1)
    assert fill(database, [file]).stored > 10
    places = {line for (line,) in rows(database, "SELECT first_line FROM hands")}
    assert places <= {line for line, text in lines if text.startswith("[")}
