"""For any folder `check` and `import` say the same, and the counts of an import add up to the hands read."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from histparse import flow
from histparse.api.judging import Judging
from histparse.judging.engine import HandResult
from histparse.store import Database, Importer
from tests.samples import FOLDER
from tests.store.filling import fill, rows
from tests.store.texts_of_hands import folder, hands

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
SITES = ("fulltilt", "kingsclub", "merge", "phh", "pokerstars", "winamax")
CODES = ("BET02", "BET04", "DRW03", "POT01", "SHD02", "TBL04")
"""In hands that balance and in others; each site shows some of them."""
TOLD = "SELECT code, path, line, message FROM findings"
Told = Counter[tuple[object, ...]]


@cache
def dealt(site: str) -> list[list[str]]:
    """Hands of a table, each with several texts under its number."""
    return hands(12 if SOAK else 4, 30, site, CODES)


def several_sites(path: Path, seed: int) -> list[Path]:
    """A folder with one below it, of legal, broken, cut and copied texts of several sites and of words of no site."""
    random = Random(seed)  # noqa: S311 - the same texts in every run
    path.mkdir()
    (path / "words.txt").write_text("words of no site\n", encoding="utf-8")
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
        summary, *hands = re.split(r"(?m)^(?=PokerStars Hand)", sample.read_text(encoding="utf-8"))
        for text in (summary, *hands):
            for _ in range(random.choice((1, 1, 2))):
                written = text if random.random() < 0.9 else text[: random.randrange(100, len(text))]
                name = f"{random.randrange(10_000):04}_{sample.name}"
                random.choice((path, path / "0")).joinpath(name).write_text(written, encoding="utf-8")


def checked(files: Iterable[Path]) -> tuple[Told, int]:
    """What a check says, and of how many hands of other games."""
    judging = Judging(None)
    results: list[HandResult] = [*chain.from_iterable(map(judging.judge_file, files))]
    skipped = sum(result.skipped is not None and result.summary is None for result in results)
    said = (
        one
        for result in (*results, *judging.findings_between_hands())
        for one in result.findings
        if one.code != "SYN05"
    )
    return Counter((one.code, one.path, one.line, one.message) for one in said), skipped


def imported(path: Path, files: Sequence[Path], jobs: int) -> tuple[Told, int]:
    """What an import into a database says, and of how many hands of other games."""
    with Database(path) as database, Importer(database, 25) as importer:
        importer.judge_and_add_texts(chain.from_iterable(map(importer.cut_new_hands_of_file, files)), jobs)
    summary = importer.summary
    skipped = sum(summary.skipped.values())
    cut = sum(one.text is not None for one in chain.from_iterable(map(flow.cut_file_into_hand_texts, files)))
    stored = summary.stored + summary.tournaments
    assert summary.hands == cut == stored + summary.set_aside + summary.duplicates + skipped
    with Database(path, read_only=True) as database:
        found = Counter(rows(database, TOLD))
    assert summary.findings.total == found.total()
    return found, skipped


@pytest.mark.parametrize("seed", range(40 if SOAK else 1))
def test_the_findings_of_an_import_are_those_of_a_check(seed: int, tmp_path: Path) -> None:
    files = several_sites(tmp_path / "files", seed)
    found = checked(files)
    assert imported(tmp_path / "one.duckdb", files, 1) == found
    assert len({code for code, *_ in found[0]}) > 4
    assert any(code in {"TRN06", "TRN07", "TRN08", "TRN09"} for code, *_ in found[0])
    if SOAK and seed % 5 == 0:
        assert imported(tmp_path / "two.duckdb", files, 2) == found


def test_a_hand_is_where_its_text_begins(tmp_path: Path) -> None:
    """In a file of several PHH hands that is the table's name, above the keys of the hand."""
    file = FOLDER / "phh" / "session_cash_game.phhs"
    lines = enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    with Database(tmp_path / "a.duckdb") as database:
        assert fill(database, [file]).stored > 10
        places = rows(database, "SELECT first_line FROM hands")
    assert {line for (line,) in places} <= {line for line, text in lines if text.startswith("[")}
