"""The commands as a user meets them: what is printed, where, and the exit code."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.commands import Printed, PrintedJson, Refusal
from tests.running import Run
from tests.samples import FOLDER

pytestmark = pytest.mark.usefixtures("few_charts", "counted_once")


@pytest.fixture
def illegal(session: Path, tmp_path: Path) -> Path:
    """The same hands; the first one states a pot too large by one cent."""
    file = tmp_path / "illegal.txt"
    head, mark, rest = session.read_text().partition("Total pot $")
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


def test_check_prints_findings_and_says_how_many(run: Run, illegal: Path) -> None:
    code, output, err = run("check", illegal)
    assert code == 1
    assert output.startswith(f"{illegal}:")
    assert " POT01 " in output
    assert err.startswith("40 hands, ")
    assert "error" in err


# --- parse -----------------------------------------------------------------------------------------------


def test_parse_prints_a_hand_a_line(run: Run, session: Path) -> None:
    code, output, err = run("parse", session, "--format", "jsonl")
    hands = [json.loads(line) for line in output.splitlines()]
    assert (code, len(hands), err) == (0, 40, "")
    assert hands[0]["header"]["site"] == "pokerstars"
    assert {"post", "fold"} <= {event["event"] for hand in hands for event in hand["events"]}


def test_parse_says_what_it_could_not_read(run: Run, session: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text(session.read_text().replace("Table '", "Tabel '", 1))
    code, output, err = run("parse", broken)
    assert (code, len(output.splitlines())) == (1, 39)
    assert f"{broken}:2: SYN01 " in err


# --- import ----------------------------------------------------------------------------------------------


def test_import_stores_once(printed_json: PrintedJson, run: Run, session: Path, razz: Path, tmp_path: Path) -> None:
    db = tmp_path / "hands.duckdb"
    code, output, err = run("import", session, razz, "--db", db, "--format", "json")
    first, second = json.loads(output), printed_json("import", session, "--db", db)
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


def test_import_tells_which_files_are_unchanged(
    printed: Printed, run: Run, session: Path, razz: Path, tmp_path: Path
) -> None:
    db = tmp_path / "hands.duckdb"
    run("import", session, "--db", db)
    code, output, err = run("import", session, razz, "--db", db)
    assert (code, err) == (0, "")
    assert output.startswith(f"1 file read into {db}, 1 unchanged since the last import (")
    assert "(1 × Razz Limit)" in output
    assert printed("import", session, razz, "--db", db).startswith(f"0 files read into {db}, 2 unchanged since")
    assert printed("import", session, razz, "--db", db, "--again").startswith(f"2 files read into {db} (")


def test_import_refuses_an_unchanged_file_without_hands(
    refusal: Refusal, run: Run, session: Path, tmp_path: Path
) -> None:
    db, letter = tmp_path / "hands.duckdb", tmp_path / "letter.txt"
    letter.write_text("Dear Ann,\n")
    assert run("import", session, letter, "--db", db)[0] == 0
    assert refusal("import", letter, "--db", db) == f"there is no hand history of a known site in {letter}"


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


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("check none.txt", "cannot read none.txt: No such file or directory"),
        ("parse empty.txt", "empty.txt is empty"),
        ("import folder --db new.duckdb", "there is no file in folder"),
        ("check picture.png", "there is no hand history of a known site in picture.png"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(
    run: Run, awkward: Path, monkeypatch: pytest.MonkeyPatch, line: str, sentence: str
) -> None:
    monkeypatch.chdir(awkward)
    code, _, err = run(*line.split())
    assert code == 2
    assert err.splitlines()[-1] == f"histparse: {sentence}"


def test_hands_too_few_for_a_chart_are_said_to_be(run: Run, tmp_path: Path) -> None:
    db, folder = tmp_path / "x.duckdb", tmp_path / "pictures"
    assert run("import", FOLDER / "pokerstars" / "by_hand_heads_up_snow.txt", "--db", db)[0] == 0
    code, _, err = run("report", "--db", db, "--png", folder)
    assert (code, err.splitlines()[-1]) == (0, f"No charts in {folder}: the hands are too few to draw.")


@pytest.mark.nightly
def test_report_is_written_as_page_paper_pictures_and_drawings(run: Run, filled: Path, tmp_path: Path) -> None:
    options = {"--html": "a.html", "--pdf": "a.pdf", "--png": "pictures", "--svg": "drawings"}
    targets = [part for option, name in options.items() for part in (option, tmp_path / name)]
    code, _, err = run("report", "--db", filled, *targets)
    assert code == 0
    assert err.count("Written: ") == 4
    assert (tmp_path / "a.html").read_text("utf-8").startswith("<!doctype html>")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    assert {file.suffix for file in (tmp_path / "pictures").iterdir()} == {".png"}
    assert {file.suffix for file in (tmp_path / "drawings").iterdir()} == {".svg"}


@pytest.mark.nightly
@pytest.mark.parametrize("option", ["--png", "--svg", "--pdf"])
def test_a_report_that_fails_to_be_drawn_leaves_nothing(
    option: str, run: Run, filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    page = tmp_path / "page.html"
    page.write_text("old")
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", stop)
    code, output, err = run("report", "--db", filled, "--html", page, option, tmp_path / "more", "--force")
    assert (code, output) == (130, "")
    assert err.startswith("histparse: stopped")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("page.html", "old")]


@pytest.mark.nightly(3)
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("stats vpi --db {db}", "did you mean `vpip`?"),
        ("report her --db {db}", "there is no player `her`: did you mean `Hero`?"),
        ("report --db {db} --out {here}/letter.txt", "letter.txt: File exists"),
        ("report --db {db} --svg -", "name a folder for them, not standard output"),
        ("report --db {db} --html x --pdf x", "`x` cannot be both the web page and the PDF"),
        ("report --db {db} --pdf /dev/full", "cannot write /dev/full: No space left on device"),
        ("report --db {db} --html {here}/no/page.html", "page.html: No such file or directory"),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(
    refusal: Refusal, filled: Path, awkward: Path, line: str, sentence: str
) -> None:
    assert sentence in refusal(*line.format(db=filled, here=awkward).split())


# --- aliases ---------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_aliases_are_made_listed_and_undone(printed_json: PrintedJson, run: Run, filled: Path, tmp_path: Path) -> None:
    db = shutil.copyfile(filled, tmp_path / "a.duckdb")
    assert run("aliases", "--db", db) == (0, "No accounts are merged.\n", "")
    first, second = [row["player"] for row in printed_json("players", "--db", db)][:2]
    joined = (0, f"`Both` is `pokerstars:{first}`, `pokerstars:{second}`.\n", "")
    assert run("aliases", "Both", first, f"PokerStars:{second}", "--db", db) == joined
    listed = printed_json("aliases", "--db", db)
    assert {(row["alias"], row["name"]) for row in listed} == {("Both", first), ("Both", second)}
    assert run("aliases", "Both", "--undo", "--db", db)[0] == 0
    assert run("aliases", "--db", db, "--format", "csv") == (0, "alias,site,name\n", "")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("aliases Ann", "aliases needs PLAYERS, as in: histparse aliases Ann"),
        ("aliases Ann nobody", "there is no player `nobody`"),
        ("aliases Ann --undo", "nobody has the alias `Ann`"),
        ("aliases Ann Bob --undo", "undone as a whole"),
    ],
)
def test_aliases_that_cannot_be(refusal: Refusal, filled: Path, tmp_path: Path, line: str, sentence: str) -> None:
    db = shutil.copyfile(filled, tmp_path / "a.duckdb")
    assert sentence in refusal(*line.split(), "--db", db)
    refusal(*line.split(), "--db", tmp_path / "none.duckdb")
    assert not (tmp_path / "none.duckdb").exists()
