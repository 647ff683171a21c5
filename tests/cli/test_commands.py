"""The commands as a user meets them: what is printed, where, and the exit code."""

from __future__ import annotations

import json
import logging
import os
import shutil
from pathlib import Path

import pytest

from histparse.cli import app
from histparse.cli.app import READER_GONE
from histparse.cli.process import ReaderGone
from histparse.simulate import Settings, deal_hands
from histparse.stats import catalogue
from histparse.store import Importer
from histparse.system.workers import WorkerError
from tests.dealer.writing import write_all
from tests.running import Run

pytestmark = pytest.mark.usefixtures("few_charts", "counted_once")

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
SHOWN = catalogue() if SOAK else {one.section: one.name for one in catalogue().values()}.values()
"""The statistics that are shown in every format: all, or one of each section."""


@pytest.fixture(scope="module")
def legal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty legal hands."""
    file = tmp_path_factory.mktemp("legal") / "session.txt"
    file.write_text(write_all(deal_hands(Settings(hands=40, seed=8))), encoding="utf-8")
    return file


@pytest.fixture
def illegal(legal: Path, tmp_path: Path) -> Path:
    """The same hands; the first one states a pot too large by one cent."""
    file = tmp_path / "illegal.txt"
    head, mark, rest = legal.read_text().partition("Total pot $")
    file.write_text(f"{head}{mark}9{rest}")
    return file


@pytest.fixture
def razz(tmp_path: Path) -> Path:
    """A hand of another game."""
    file = tmp_path / "razz.txt"
    file.write_text(
        "PokerStars Hand #77:  Razz Limit ($2/$4 USD) - 2013/02/04 14:00:00 ET\n"
        "Table 'Iris V' 8-max Seat #1 is the button\n"
        "Seat 1: Ann ($93 in chips) \n"
    )
    return file


# --- check -----------------------------------------------------------------------------------------------


def test_check_of_legal_hands_is_clean(run: Run, legal: Path) -> None:
    assert run("check", legal) == (0, "", "40 hands, no finding.\n")


def test_check_prints_findings_and_says_how_many(run: Run, illegal: Path) -> None:
    code, out, err = run("check", illegal)
    assert code == 1
    assert out.startswith(f"{illegal}:")
    assert " POT01 " in out
    assert err.startswith("40 hands, ")
    assert "error" in err


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_check_for_programs(run: Run, illegal: Path, form: str) -> None:
    code, out, err = run("check", illegal, "--format", form)
    found = json.loads(out) if form == "json" else [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (1, "")
    assert found[0]["code"] == "POT01"
    assert found[0]["path"] == str(illegal)
    keys = ["code", "severity", "path", "line", "hand_id", "site", "seat", "player", "template", "figures", "message"]
    assert list(found[0]) == keys


def test_check_counts_other_games_as_notes(run: Run, razz: Path) -> None:
    code, out, err = run("check", razz)
    assert (code, out) == (0, "")
    assert "1 × Razz Limit" in err


def test_check_knows_copies(run: Run, legal: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.txt").write_text(legal.read_text())
    assert run("check", legal, tmp_path) == (0, "", "80 hands, 40 duplicates, no finding.\n")


# --- parse -----------------------------------------------------------------------------------------------


def test_parse_prints_a_hand_a_line(run: Run, legal: Path) -> None:
    code, out, err = run("parse", legal, "--format", "jsonl")
    hands = [json.loads(line) for line in out.splitlines()]
    assert (code, len(hands), err) == (0, 40, "")
    assert hands[0]["header"]["site"] == "pokerstars"
    assert {"post", "fold"} <= {event["event"] for hand in hands for event in hand["events"]}


def test_parse_says_what_it_could_not_read(run: Run, legal: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text(legal.read_text().replace("Table '", "Tabel '", 1))
    code, out, err = run("parse", broken)
    assert (code, len(out.splitlines())) == (1, 39)
    assert f"{broken}:2: SYN01 " in err


# --- import ----------------------------------------------------------------------------------------------


def test_import_stores_once(run: Run, legal: Path, razz: Path, tmp_path: Path) -> None:
    db = tmp_path / "hands.duckdb"
    code, out, err = run("import", legal, razz, "--db", db, "--format", "json")
    first, second = json.loads(out), json.loads(run("import", legal, "--db", db, "--format", "json")[1])
    assert (code, err) == (0, "")
    assert {**first, "seconds": 0, "hands_per_second": 0} == {
        "files": 2,
        "unchanged": 0,
        "hands": 41,
        "stored": 40,
        "tournaments": 0,
        "duplicates": 0,
        "skipped": {"Razz Limit": 1},
        "set_aside": 0,
        "uncertain": 0,
        "findings": {"errors": 0, "warnings": 0, "notes": 0},
        "seconds": 0,
        "hands_per_second": 0,
    }
    assert (second["stored"], second["duplicates"], second["unchanged"]) == (0, 40, 1)


def test_import_tells_which_files_are_unchanged(run: Run, legal: Path, razz: Path, tmp_path: Path) -> None:
    db = tmp_path / "hands.duckdb"
    run("import", legal, "--db", db)
    code, out, err = run("import", legal, razz, "--db", db)
    assert (code, err) == (0, "")
    assert out.startswith(f"1 file read into {db}, 1 unchanged since the last import (")
    assert run("import", legal, razz, "--db", db)[1].startswith(f"0 files read into {db}, 2 unchanged since")
    assert run("import", legal, razz, "--db", db, "--again")[1].startswith(f"2 files read into {db} (")


def test_import_refuses_an_unchanged_file_without_hands(run: Run, legal: Path, tmp_path: Path) -> None:
    db, other = tmp_path / "hands.duckdb", tmp_path / "letter.txt"
    other.write_text("Dear Ann,\n")
    assert run("import", legal, other, "--db", db)[0] == 0
    code, _, err = run("import", other, "--db", db)
    assert (code, err) == (2, f"histparse: there is no hand history of a known site in {other}\n")


def test_import_prints_a_summary_for_people(run: Run, legal: Path, razz: Path, tmp_path: Path) -> None:
    out = run("import", legal, razz, "--db", tmp_path / "hands.duckdb")[1]
    assert "2 files read into" in out
    assert "stored        40" in out
    assert "(1 × Razz Limit)" in out


def test_import_of_broken_hands_is_no_failure(run: Run, illegal: Path, tmp_path: Path) -> None:
    code, out, _ = run("import", illegal, "--db", tmp_path / "hands.duckdb", "--format", "json")
    assert code == 0
    assert json.loads(out)["findings"]["errors"] >= 1


def test_import_by_lost_workers_is_one_sentence(
    run: Run, legal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(*_: object) -> None:
        raise WorkerError("a worker process was lost")

    monkeypatch.setattr(Importer, "add_texts", lose)
    code, out, err = run("import", legal, "--db", tmp_path / "hands.duckdb", "--jobs", "2")
    assert (code, out, err) == (2, "", "histparse: a worker process was lost\n")


# --- what cannot be done ---------------------------------------------------------------------------------


@pytest.fixture
def awkward(tmp_path: Path) -> Path:
    """A folder with an empty file, a foreign one, an empty folder, and a file that is no database."""
    (tmp_path / "empty.txt").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "letter.txt").write_text("Dear Sir,\n")
    (tmp_path / "picture.png").write_bytes(bytes(range(256)))
    (tmp_path / "no.duckdb").write_text("this is no database, however long it may be")
    return tmp_path


@pytest.mark.parametrize("command", [["check"], ["parse"], ["import", "--db", "new.duckdb"]])
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("none.txt", "cannot read none.txt: No such file or directory"),
        ("empty.txt", "empty.txt is empty"),
        ("folder", "there is no file in folder"),
        ("letter.txt", "there is no hand history of a known site in letter.txt"),
        ("picture.png", "there is no hand history of a known site in picture.png"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(
    run: Run, awkward: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], name: str, sentence: str
) -> None:
    monkeypatch.chdir(awkward)
    code, _, err = run(*command, name)
    assert code == 2
    assert err.splitlines()[-1] == f"histparse: {sentence}"


def test_unreadable_file_is_one_sentence(run: Run, legal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert run("check", legal) == (2, "", f"histparse: cannot read {legal}: Permission denied\n")


def test_import_into_no_database_is_one_sentence(run: Run, awkward: Path, legal: Path) -> None:
    code, out, err = run("import", legal, "--db", awkward / "no.duckdb")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "not a database" in err


# --- stats and report ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def database(legal: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The forty hands, stored."""
    file = tmp_path_factory.mktemp("database") / "hands.duckdb"
    assert app.run(["import", str(legal), "--db", str(file)]) == 0
    return file


def test_stats_lists_what_there_is(run: Run) -> None:
    code, out, err = run("stats", "--definitions", "--format", "json")
    assert (code, err) == (0, "")
    assert {row["name"] for row in json.loads(out)} == set(catalogue())
    assert "VPIP" in run("stats", "--definitions")[1]


@pytest.mark.nightly(1)
@pytest.mark.soak(4)
@pytest.mark.parametrize("name", SHOWN)
def test_statistics_in_every_format(run: Run, database: Path, name: str) -> None:
    rows = json.loads(run("stats", name, "--db", database, "--format", "json")[1])
    lines = run("stats", name, "--db", database, "--format", "csv")[1].splitlines()
    code, table, err = run("stats", name, "--db", database)
    assert (code, err) == (0, "" if rows else "Nothing to show.\n")
    assert {row["label"] for row in rows} <= {"Hero", "all players"}
    assert all(lines[0] == ",".join(row) for row in rows)
    assert len(lines) == len(rows) + 1
    assert table.count("Hero") == sum(row["label"] == "Hero" for row in rows)


def test_stats_shows_the_pool_beside_the_player(run: Run, database: Path) -> None:
    own, pool = json.loads(run("stats", "vpip", "--db", database, "--format", "json")[1])
    assert own["chances"] < pool["chances"]


@pytest.mark.nightly
def test_report_is_printed_and_drawn(run: Run, database: Path, tmp_path: Path) -> None:
    code, out, err = run("report", "Hero", "--db", database, "--out", tmp_path / "charts")
    assert code == 0
    assert "Hero" in out
    drawn = [file.name for file in (tmp_path / "charts").iterdir()]
    assert drawn
    assert [name for name in drawn if name not in err] == []


def test_report_is_written_as_page_paper_pictures_and_drawings(run: Run, database: Path, tmp_path: Path) -> None:
    options = {"--html": "a.html", "--pdf": "a.pdf", "--png": "pictures", "--svg": "drawings"}
    targets = [part for option, name in options.items() for part in (option, tmp_path / name)]
    code, _, err = run("report", "--db", database, *targets)
    assert code == 0
    assert err.count("Written: ") == 4
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert {file.suffix for file in (tmp_path / "pictures").iterdir()} == {".png"}
    assert {file.suffix for file in (tmp_path / "drawings").iterdir()} == {".svg"}


@pytest.mark.nightly
def test_a_report_may_be_printed_as_a_page(run: Run, database: Path, tmp_path: Path) -> None:
    code, out, err = run("report", "--db", database, "--html", "-", "--png", tmp_path / "pictures")
    assert (code, out[:15], out.rstrip()[-7:]) == (0, "<!doctype html>", "</html>")
    assert err.count("\n") == 1
    assert "pictures" in err


@pytest.mark.nightly
def test_files_of_a_report_are_there_before_it_is_printed(
    run: Run, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(*_: object) -> None:
        raise ReaderGone

    monkeypatch.setattr("histparse.cli.commands.report.show_summary", leave)
    page = tmp_path / "page.html"
    code, _, err = run("report", "--db", database, "--html", page)
    assert (code, err) == (READER_GONE, f"Written: {page}.\n")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.nightly(2)
@pytest.mark.parametrize("option", ["--png", "--svg", "--pdf"])
def test_a_report_that_fails_to_be_drawn_leaves_nothing(
    option: str, run: Run, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    page = tmp_path / "page.html"
    page.write_text("old")
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", stop)
    code, out, err = run("report", "--db", database, "--html", page, option, tmp_path / "more", "--force")
    assert (code, out) == (130, "")
    assert err.startswith("histparse: stopped")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("page.html", "old")]


def test_report_without_a_name_is_the_heros(run: Run, database: Path) -> None:
    assert run("report", "--db", database) == run("report", "Hero", "--db", database)
    # Users need not hear where the plotting library keeps its caches.
    assert not logging.getLogger("matplotlib.font_manager").isEnabledFor(logging.WARNING)


def test_report_for_programs(run: Run, database: Path) -> None:
    data = json.loads(run("report", "--db", database, "--format", "json")[1])
    assert data["player"] == "Hero"
    assert {name.partition(" by ")[0] for name in data["statistics"]} == set(catalogue())


@pytest.mark.nightly(3)
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("stats vpi --db {db}", "did you mean `vpip`?"),
        ("stats vpip", os.environ["HISTPARSE_DB"]),
        ("stats vpip --db {db} --player her", "there is no player `her`: did you mean `Hero`?"),
        ("stats vpip --db {here}/none.duckdb", "no such database"),
        ("stats vpip --db {here}/no.duckdb", "not a database"),
        ("stats vpip --db {db} --format jsn", "did you mean `json`"),
        ("report her --db {db}", "there is no player `her`: did you mean `Hero`?"),
        ("report --db {here}/folder", "a folder, not a database"),
        ("report --db {here}/empty.txt", "not a database"),
        ("report --db {db} --out {here}/letter.txt", "letter.txt: File exists"),
        ("report --db {db} --svg -", "name a folder for them, not standard output"),
        ("report --db {db} --html x --pdf x", "`x` cannot be both the web page and the PDF"),
        ("report --db {db} --pdf /dev/full", "cannot write /dev/full: No space left on device"),
        ("report --db {db} --html {here}/no/page.html", "page.html: No such file or directory"),
        ("report --db {db} --pdf {here}/folder", "folder: Is a directory"),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(
    run: Run, database: Path, awkward: Path, line: str, sentence: str
) -> None:
    code, _, err = run(*line.format(db=database, here=awkward).split())
    assert (code, err.count("\n")) == (2, 1)
    assert sentence in err


# --- aliases ---------------------------------------------------------------------------------------------


def test_aliases_are_made_listed_and_undone(run: Run, database: Path, tmp_path: Path) -> None:
    db = shutil.copyfile(database, tmp_path / "a.duckdb")
    assert run("aliases", "--db", db) == (0, "No accounts are merged.\n", "")
    _, players, _ = run("players", "--db", db, "--format", "json")
    one, two = [row["player"] for row in json.loads(players)][:2]
    joined = (0, f"`Both` is `pokerstars:{one}`, `pokerstars:{two}`.\n", "")
    assert run("aliases", "Both", one, f"PokerStars:{two}", "--db", db) == joined
    _, listed, _ = run("aliases", "--db", db, "--format", "json")
    assert {(row["alias"], row["name"]) for row in json.loads(listed)} == {("Both", one), ("Both", two)}
    assert run("aliases", "Both", "--undo", "--db", db)[0] == 0
    assert run("aliases", "--db", db, "--format", "csv") == (0, "alias,site,name\n", "")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("Ann",), "say who is `Ann`"),
        (("Ann", "nobody"), "there is no player `nobody`"),
        (("Ann", "--undo"), "nobody has the alias `Ann`"),
        (("Ann", "Bob", "--undo"), "undone as a whole"),
    ],
)
def test_aliases_that_cannot_be(
    run: Run, database: Path, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    db = shutil.copyfile(database, tmp_path / "a.duckdb")
    code, out, err = run("aliases", *words, "--db", db)
    assert (code, out) == (2, "")
    assert sentence in err
    code, _, err = run("aliases", *words, "--db", tmp_path / "none.duckdb")
    assert code == 2
    assert not (tmp_path / "none.duckdb").exists()
