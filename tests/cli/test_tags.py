"""`histparse tags`: what was tagged is listed, written as JSON, and taken in again; other files are refused."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from histparse import Store
from histparse.store.database.lessons import Lesson, add_new_lesson
from histparse.store.database.tags import TagFile
from tests.cli.commands import Printed, Refusal, import_by_command
from tests.running import Run
from tests.samples import FOLDER

NUMBER = "pokerstars:104200031415"


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    database_path = tmp_path_factory.mktemp("tags") / "poker.duckdb"
    return import_by_command(database_path, *(FOLDER / "pokerstars").glob("by_hand_*.txt"))


@pytest.fixture
def tagged(db: Path) -> Path:
    with Store(db, read_only=True) as store:
        for hand, *_ in store.tags().select("hand_id").rows():
            store.tag(f"pokerstars:{hand}")
        store.tag(NUMBER, ["star", "Bluff"], "why?\nbecause")
    return db


@pytest.mark.nightly
def test_tags_are_listed_and_choose_hands(printed: Printed, refusal: Refusal, tagged: Path, run: Run) -> None:
    code, output, _ = run("tags", "list", "--format", "json", "--db", tagged)
    assert (code, json.loads(output)) == (
        0,
        [{"site": "pokerstars", "hand_id": NUMBER[11:], "tags": "bluff, star", "note": "why?\nbecause"}],
    )
    for word in ("bluff", "BLUFF", "star", "noted"):
        output = printed("hands", "--tag", word, "--format", "json", "--db", tagged)
        assert [row["hand_id"] for row in json.loads(output)] == [NUMBER[11:]], word
    assert refusal("hands", "--tag", "bluf", "--db", tagged) == "there is no tag `bluf`: did you mean `bluff`?"


@pytest.mark.nightly
def test_an_export_brings_the_tags_to_another_database(
    printed: Printed, tagged: Path, run: Run, tmp_path: Path
) -> None:
    file, target = tmp_path / "tags.json", tmp_path / "other.duckdb"
    number, day = NUMBER.removeprefix("pokerstars:"), date(2026, 11, 28)
    for hand in (number, "2"):  # one with a tag, one with an answer only
        add_new_lesson(TagFile(str(tagged)), Lesson("pokerstars", hand, 12, day, is_right=True))
    assert run("tags", "export", "-o", file, "--db", tagged)[0] == 0
    answers = [{"line": 12, "answered_on": "2026-11-28", "is_right": True}]
    assert json.loads(file.read_text("utf-8")) == [
        {"hand": NUMBER, "tags": ["bluff", "star"], "note": "why?\nbecause", "answers": answers},
        {"hand": "pokerstars:2", "tags": [], "note": "", "answers": answers},
    ]
    Store(target).close()
    assert printed("tags", "list", "--db", target) == "No hand has a tag.\n"
    for _ in range(2):  # the second time it changes nothing
        code, output, _ = run("tags", "import", file, "--db", target)
        assert (code, output) == (0, f"2 hands with tags, notes or answers taken from `{file}`.\n")
        assert printed("tags", "export", "--db", target) == file.read_text("utf-8")


def test_an_import_adds_to_what_is_there(tagged: Path, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tags.json"
    file.write_text(f'[{{"hand": "{NUMBER}", "tags": ["thin"], "note": "another"}}]', "utf-8")
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
    printed: Printed, refusal: Refusal, tagged: Path, tmp_path: Path, content: bytes, sentence: str
) -> None:
    file = tmp_path / "tags.json"
    file.write_bytes(content)
    exported = printed("tags", "export", "--db", tagged)
    assert refusal("tags", "import", file, "--db", tagged).startswith(sentence)
    assert printed("tags", "export", "--db", tagged) == exported
