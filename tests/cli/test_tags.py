"""`histparse tags`: what was tagged is listed, written as JSON, and taken in again; other files are refused."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from histparse import Store
from histparse.cli import app
from histparse.store.database.lessons import Lesson, add_new_lesson
from histparse.store.database.tags import TagFile
from tests.running import Run
from tests.samples import FOLDER

NUMBER = "pokerstars:104200031415"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("tags") / "poker.duckdb"
    samples = [str(one) for one in (FOLDER / "pokerstars").glob("by_hand_*.txt")]
    assert app.run_command_line(["import", *samples, "--db", str(file), "-q"]) == 0
    return file


@pytest.fixture
def tagged(db: Path) -> Path:
    with Store(db, read_only=True) as store:
        for hand, *_ in store.tags().select("hand_id").rows():
            store.tag(f"pokerstars:{hand}")
        store.tag(NUMBER, ["star", "Bluff"], "why?\nbecause")
    return db


@pytest.mark.nightly
def test_tags_are_listed_and_choose_hands(tagged: Path, run: Run) -> None:
    code, out, _ = run("tags", "list", "--format", "json", "--db", tagged)
    assert (code, json.loads(out)) == (
        0,
        [{"site": "pokerstars", "hand_id": NUMBER[11:], "tags": "bluff, star", "note": "why?\nbecause"}],
    )
    for word in ("bluff", "BLUFF", "star", "noted"):
        out = run("hands", "--tag", word, "--format", "json", "--db", tagged)[1]
        assert [row["hand_id"] for row in json.loads(out)] == [NUMBER[11:]], word
    code, _, err = run("hands", "--tag", "bluf", "--db", tagged)
    assert (code, err) == (2, "histparse: there is no tag `bluf`: did you mean `bluff`?\n")


@pytest.mark.nightly
def test_an_export_brings_the_tags_to_another_database(tagged: Path, run: Run, tmp_path: Path) -> None:
    file, other = tmp_path / "tags.json", tmp_path / "other.duckdb"
    number, day = NUMBER.removeprefix("pokerstars:"), date(2026, 11, 28)
    for hand in (number, "2"):  # one with a tag, one with an answer only
        add_new_lesson(TagFile(str(tagged)), Lesson("pokerstars", hand, 12, day, is_right=True))
    assert run("tags", "export", "-o", file, "--db", tagged)[0] == 0
    answers = [{"line": 12, "answered_on": "2026-11-28", "is_right": True}]
    assert json.loads(file.read_text(encoding="utf-8")) == [
        {"hand": NUMBER, "tags": ["bluff", "star"], "note": "why?\nbecause", "answers": answers},
        {"hand": "pokerstars:2", "tags": [], "note": "", "answers": answers},
    ]
    Store(other).close()
    assert run("tags", "list", "--db", other)[1] == "No hand has a tag.\n"
    for _ in range(2):  # the second time it changes nothing
        code, out, _ = run("tags", "import", file, "--db", other)
        assert (code, out) == (0, f"2 hands with tags, notes or answers taken from `{file}`.\n")
        assert run("tags", "export", "--db", other)[1] == file.read_text(encoding="utf-8")


def test_an_import_adds_to_what_is_there(tagged: Path, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tags.json"
    file.write_text(f'[{{"hand": "{NUMBER}", "tags": ["thin"], "note": "another"}}]', encoding="utf-8")
    assert run("tags", "import", file, "--db", tagged)[0] == 0
    with Store(tagged, read_only=True) as store:
        assert store.tags().rows() == [
            ("pokerstars", NUMBER[11:], ["bluff", "star", "thin"], "why?\nbecause\n\nanother")
        ]


@pytest.mark.nightly(2)
@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", "this is not what `histparse tags export` writes"),
        (b'[{"hand": "a:1", "sql": "b"}]', "this is not what `histparse tags export` writes"),
        (b'[{"hand": "../x:1"}]', "a hand is named by its site and number, as pokerstars:123, not `../x:1`"),
        (b'[{"hand": "a:1", "tags": ["b,c"]}]', "a tag has 1 to 40 letters and no comma, not `b,c`"),
        (
            b'[{"hand": "a:1", "answers": [{"line": 1e30, "answered_on": "2026-11-28", "is_right": true}]}]',
            "this is not",
        ),
        (b"[" * 100_000, "this is not what `histparse tags export` writes"),
    ],
)
def test_what_is_no_export_is_one_sentence(
    tagged: Path, run: Run, tmp_path: Path, content: bytes, sentence: str
) -> None:
    file = tmp_path / "tags.json"
    file.write_bytes(content)
    before = run("tags", "export", "--db", tagged)[1]
    code, out, err = run("tags", "import", file, "--db", tagged)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"histparse: {sentence}")
    assert run("tags", "export", "--db", tagged)[1] == before
