"""Nothing is read twice: no file that is as it was, no beginning of one that grew, no hand that is stored."""

from __future__ import annotations

import gzip
import random
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from histparse import flow
from histparse.judging.engine import HandResult, Judged, judge
from histparse.model.findings import FindingCounts
from histparse.parsing.parser import Parsed, parse_hand
from histparse.reader import FileError, HandText
from histparse.simulate import Settings, deal_hands
from histparse.store import Database, Importer, Summary
from histparse.store.importing import new_texts
from histparse.store.importing.files import Names
from histparse.system import files
from histparse.system.files import program_digest
from tests.conftest import SOAK
from tests.counting import calls
from tests.dealer.writing import write_all
from tests.store.filling import SAMPLES, Content, import_new_hands, lasting_content, rows
from tests.store.odd import hand

ILLEGAL = SAMPLES / "illegal"
VARIOUS = (SAMPLES / "malformed", SAMPLES / "kingsclub")
"""Hands that are stored, set aside and skipped."""


def take(
    database: Database, *paths: Path, site: str | None = None, batch_size: int = 2_000, again: bool = False
) -> Summary:
    """Import those files or folders as the command does."""
    summary = import_new_hands(database, flow.list_files(paths), batch_size=batch_size, again=again, site=site)
    known = summary.stored + summary.tournaments + summary.duplicates
    assert summary.hands == known + summary.set_aside + sum(summary.skipped.values())
    return replace(summary, seconds=0, hands_per_second=0)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[HandText]:
    """The hands that were parsed, as they are."""
    hands: list[HandText] = []

    def noting(text: HandText) -> Parsed:
        hands.append(text)
        return parse_hand(text)

    monkeypatch.setattr(flow, "parse_hand", noting)
    return hands


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[HandResult]:
    """What was cut out of files, as it is."""
    results: list[HandResult] = []
    real = flow.cut_text_into_hand_texts

    def noting(*arguments: Any) -> Iterator[HandResult]:
        for result in real(*arguments):
            results.append(result)
            yield result

    monkeypatch.setattr(new_texts, "cut_text_into_hand_texts", noting)
    return results


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Makes this another program."""

    def change_program() -> None:
        monkeypatch.setattr(files, "MADE_OF", {".lark"})
        program_digest.cache_clear()

    yield change_program
    program_digest.cache_clear()


@pytest.fixture(scope="module")
def session() -> str:
    """40 legal hands."""
    return write_all(deal_hands(Settings(hands=40, seed=27)))


@pytest.fixture
def file(session: str, tmp_path: Path) -> Path:
    (tmp_path / "m.txt").write_text(session, "utf-8")
    return tmp_path / "m.txt"


# --- files that are as they were --------------------------------------------------------------------------


def packed(file: Path, kind: str) -> Path:
    """The file, or what it is packed in."""
    target = file.with_name(f"hands.{kind}")
    if kind == "gz":
        target.write_bytes(gzip.compress(file.read_bytes()))
    elif kind == "zip":
        with zipfile.ZipFile(target, "w") as archive:
            archive.write(file, "m.txt")
            archive.writestr("razz.txt", hand(7) + hand(8).replace("Triple Draw 2-7 Lowball", "Razz"))
    return target if kind in {"gz", "zip"} else file


@pytest.mark.nightly(1)
@pytest.mark.parametrize("kind", ["txt", "gz", "zip"])
def test_a_file_that_is_as_it_was_is_not_read(
    database: Database, file: Path, kind: str, parsed: list[HandText], cut: list[HandResult]
) -> None:
    target = packed(file, kind)
    first = take(database, target)
    content_before = lasting_content(database)
    parsed.clear()
    cut.clear()
    second = take(database, target)
    assert (parsed, cut) == ([], [])
    assert lasting_content(database) == content_before
    assert second == replace(first, stored=0, duplicates=first.stored, findings=FindingCounts(), unchanged=first.files)


@pytest.mark.nightly
def test_of_all_kinds_of_hands_a_second_import_tells_the_same(database: Database, parsed: list[HandText]) -> None:
    first, content_before = take(database, *VARIOUS), lasting_content(database)
    parsed.clear()
    second = take(database, *VARIOUS)
    assert lasting_content(database) == content_before
    assert (second.hands, second.skipped, second.set_aside) == (first.hands, first.skipped, first.set_aside)
    assert (second.files, second.stored, second.findings.total) == (first.files, 0, 0)
    assert second.unchanged > 10
    assert second.skipped
    assert second.set_aside
    assert {text.path for text in parsed} <= {path for (path,) in rows(database, "SELECT path FROM files")}


def test_a_file_by_another_path_is_the_same_file(
    database: Database, file: Path, cut: list[HandResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = packed(file, "zip")
    file.with_name("broken.txt").write_text(f"{hand(1)[:200]}\n\n\nno hand at all\n", "utf-8")
    first = take(database, target, file.with_name("broken.txt"))
    content_before = lasting_content(database)
    cut.clear()
    monkeypatch.chdir(file.parent)
    again = take(database, Path(target.name), Path("../" + file.parent.name) / "broken.txt")
    assert cut == []
    assert (again.unchanged, again.stored, again.findings.total) == (first.files, 0, 0)
    assert lasting_content(database) == content_before


@pytest.mark.nightly
def test_a_file_that_grows_may_be_called_otherwise(
    database: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(database, file)
    with file.open("a", encoding="utf-8") as growing:
        growing.write(hand(1))
    monkeypatch.chdir(file.parent)
    assert take(database, Path(file.name)).stored == 1
    assert rows(database, "SELECT path FROM files") == [(str(file),)]


def without_findings(*arguments: Any) -> Judged:
    """As a program that knows no rule."""
    return Judged((), judge(*arguments).table)


@pytest.fixture
def judged_badly(database: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """A database of hands that broke rules unnoticed."""
    monkeypatch.setattr(flow, "judge", without_findings)
    take(database, ILLEGAL)
    monkeypatch.setattr(flow, "judge", judge)
    return database


@pytest.fixture
def judged_well(fresh: Database) -> Content:
    """What a database of the same hands should tell."""
    take(fresh, ILLEGAL)
    return lasting_content(fresh)


@pytest.mark.nightly
def test_a_search_for_another_site_reads_it(database: Database, file: Path, cut: list[HandResult]) -> None:
    read = []
    for site in (None, "pokerstars", "winamax", "winamax", None):
        cut.clear()
        take(database, file, site=site)
        read.append(bool(cut))
    assert read == [True, True, True, False, True]


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("size", [1 if SOAK else 9, 2_000])
def test_all_is_judged_anew_when_it_is_asked_for(judged_badly: Database, judged_well: Content, size: int) -> None:
    missing = len({*judged_well["findings"]} - {*lasting_content(judged_badly)["findings"]})
    summary = take(judged_badly, ILLEGAL, again=True, batch_size=size)
    assert (summary.stored, summary.unchanged, summary.findings.total) == (0, 0, missing)
    assert lasting_content(judged_badly) == judged_well
    assert take(judged_badly, ILLEGAL, again=True, batch_size=size).findings.total == 0


@pytest.mark.nightly
def test_another_program_judges_anew(fresh: Database, judged_badly: Database, upgrade: Callable[[], None]) -> None:
    upgrade()
    assert take(judged_badly, ILLEGAL).unchanged == 0
    now = lasting_content(judged_badly)
    take(fresh, ILLEGAL)
    assert now == lasting_content(fresh)
    assert take(judged_badly, ILLEGAL).unchanged > 50


@pytest.mark.nightly
def test_what_another_program_stored_is_not_taken_for_known(
    database: Database, file: Path, parsed: list[HandText], upgrade: Callable[[], None]
) -> None:
    take(database, file)
    upgrade()
    copy = file.with_name("z.txt")
    copy.write_bytes(file.read_bytes())
    parsed.clear()
    assert take(database, copy).duplicates == len(parsed) == 40


# --- files that grew --------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_file_that_grew_is_read_where_it_ended(
    fresh: Database, database: Database, file: Path, session: str, parsed: list[HandText], cut: list[HandResult]
) -> None:
    take(database, file)
    file.write_text(session + hand(1), "utf-8")
    parsed.clear()
    cut.clear()
    summary = take(database, file)
    assert [text.line for text in parsed] == [session.count("\n") + 1]
    assert len(cut) == 3
    assert (summary.hands, summary.stored, summary.duplicates, summary.unchanged) == (41, 1, 40, 0)
    now = lasting_content(database)
    take(fresh, file)
    assert lasting_content(fresh) == now
    cut.clear()
    assert take(database, file).unchanged == 1
    assert cut == []


@pytest.mark.nightly(1)
@pytest.mark.parametrize("old", ["Table", "Seat", "#"])
def test_a_file_whose_beginning_changed_is_read_whole(
    database: Database, file: Path, session: str, cut: list[HandResult], old: str
) -> None:
    take(database, file)
    file.write_text(session.replace(old, old.swapcase() + " ", 1) + hand(1), "utf-8")
    cut.clear()
    take(database, file)
    assert len([result for result in cut if result.text]) >= 40


RAZZ = hand(5).replace("Triple Draw 2-7 Lowball", "Razz")
ODD_BYTES = hand(6).replace("Ann", "Zoé").encode("windows-1252")
MIXED = b"\n\n".join(
    [
        hand(1).encode(),
        b"this is no hand\nnor is this",
        RAZZ.encode(),
        hand(2).replace("Total pot", "Total").encode(),
        hand(3).encode(),
        b"***** Hand text *****",
        hand(4).encode(),
        RAZZ.replace("#5", "#15").encode(),
        ODD_BYTES,
        hand(7).encode(),
        ODD_BYTES.replace(b"#6", b"#8"),
        hand(9).encode(),
        hand(10).encode(),
    ]
)
MERGE = (SAMPLES / "merge").glob("*.*")
TEXTS = {
    "mixed": MIXED,
    "with a mark": b"\xef\xbb\xbf" + MIXED,
    "of Windows": MIXED.replace(b"\n", b"\r\n"),
    "of an old Mac": MIXED.replace(b"\n", b"\r"),
    "wide": MIXED.decode("windows-1252").encode("utf-16"),
    "with headings": next(iter(sorted(MERGE))).read_bytes(),
    "whole": next(iter(sorted((SAMPLES / "phh").glob("*.*")))).read_bytes(),
}


def read_whole(database: Database, file: Path) -> None:
    """As if nothing were known."""
    with Importer(database) as importer:
        importer.judge_and_add_texts(flow.cut_file_into_hand_texts(file))


@pytest.mark.nightly(1)
@pytest.mark.soak(3)
@pytest.mark.parametrize("name", TEXTS)
def test_wherever_a_file_ended_the_outcome_is_that_of_reading_it_whole(name: str, tmp_path: Path) -> None:
    file, data, chance = tmp_path / "live.txt", TEXTS[name], random.Random(name)  # noqa: S311 - no secret
    for _ in range(20 if SOAK else 1):
        ends = sorted(chance.sample(range(len(data)), 3 if SOAK else 2))
        with Database(":memory:") as grown, Database(":memory:") as whole_files:
            for end in (*ends, len(data)):
                file.write_bytes(data[:end])
                summary = take(grown, file)
                read_whole(whole_files, file)
                assert lasting_content(grown, "files", "skipped") == lasting_content(whole_files, "files", "skipped"), (
                    ends
                )
            with Database(":memory:") as fresh:
                whole = take(fresh, file)
                counted = "SELECT hands, skipped, bookmark, bookmark_hands FROM files"
                assert rows(grown, counted) == rows(fresh, counted)
                assert lasting_content(grown)["skipped"] == lasting_content(fresh)["skipped"]
                assert (summary.hands, summary.skipped) == (whole.hands, whole.skipped)


# --- hands that are stored --------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_hand_that_is_stored_is_not_parsed_in_another_file(
    database: Database, file: Path, session: str, parsed: list[HandText]
) -> None:
    take(database, file)
    content_before = lasting_content(database, "files")
    copy = file.with_name("z.txt")
    copy.write_text(hand(1) + "\r\n\r\n" + session.replace("\n", " \r\n"), encoding="utf-8", newline="")
    parsed.clear()
    summary = take(database, copy)
    assert len(parsed) == 1
    assert (summary.stored, summary.duplicates, summary.unchanged) == (1, 40, 0)
    assert rows(database, "SELECT hands, stored FROM files ORDER BY path") == [(40, 40), (41, 1)]
    assert [row for row in lasting_content(database, "files")["hands"] if row[2] != "1"] == content_before["hands"]


@pytest.mark.nightly
def test_a_copy_before_it_gives_the_hand_its_place(fresh: Database, database: Database, file: Path) -> None:
    take(database, file)
    copy = file.with_name("a.txt")
    copy.write_bytes(b"\n\n" + file.read_bytes())
    assert take(database, copy).duplicates == 40
    now = lasting_content(database)
    assert rows(database, "SELECT DISTINCT path, min(first_line) FROM hands GROUP BY path") == [(str(copy), 3)]
    take(fresh, file.parent)
    assert lasting_content(fresh) == now


BEGINNING = hand(1)[:60]


@pytest.mark.nightly
def test_a_known_hand_takes_the_place_of_its_half(database: Database, tmp_path: Path) -> None:
    half, whole, last = (tmp_path / name for name in ("m.txt", "a.txt", "z.txt"))
    for file in (half, last):
        file.write_text(hand(2) + BEGINNING, "utf-8")
    take(database, half, last)
    whole.write_text(hand(1), "utf-8")
    take(database, whole)
    for file in (half, last):
        file.write_text(hand(2) + hand(1), "utf-8")
    take(database, half, last)
    assert rows(database, "SELECT path FROM set_aside UNION ALL SELECT path FROM findings") == []
    assert rows(database, "SELECT path FROM hands ORDER BY ALL") == [(str(whole),), (str(half),)]


@pytest.mark.nightly
def test_a_damaged_archive_is_told_each_time(database: Database, file: Path, cut: list[HandResult]) -> None:
    damaged = file.with_suffix(".gz")
    damaged.write_bytes(gzip.compress(file.read_bytes())[:-2000])
    for _ in range(2):
        cut.clear()
        assert take(database, damaged).unchanged == 0
        assert [finding.code for result in cut for finding in result.findings] == ["SYN10"]


# --- what it is for ---------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_second_import_is_a_tenth_of_the_work(database: Database, tmp_path: Path) -> None:
    file, copy = tmp_path / "m.txt", tmp_path / "z.txt"
    file.write_text("".join(hand(number) for number in range(1, 501)), "utf-8")
    copy.write_bytes(file.read_bytes())
    first, unchanged, elsewhere = (calls(lambda path=path: take(database, path)) for path in (file, file, copy))  # type: ignore[misc] # each path in its turn
    assert unchanged < first / 10
    assert elsewhere < first / 3
    assert rows(database, "SELECT count(*) FROM hands") == [(500,)]


# --- what is not known after all --------------------------------------------------------------------------


@pytest.mark.nightly
def test_a_file_that_was_not_read_to_its_end_is_read_again(
    database: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: Any) -> Iterator[HandResult]:
        yield from list(real(*arguments))[:10]
        raise FileError(5, "Input/output error", str(file))

    real = flow.cut_text_into_hand_texts
    monkeypatch.setattr(new_texts, "cut_text_into_hand_texts", broken)
    with Importer(database) as importer:
        importer.judge_and_add_texts(flow.run_for_each([file], importer.cut_new_hands_of_file, lambda _: None))
    monkeypatch.setattr(new_texts, "cut_text_into_hand_texts", real)
    assert importer.summary.stored == 10
    assert take(database, file).stored == 30
    assert take(database, file).unchanged == 1


def test_a_damaged_database_that_has_lost_a_name_of_a_file() -> None:
    assert Names([None, "a/x.txt"]).find_earlier_or_own_name(Path("b/x.txt")) == "b/x.txt"
