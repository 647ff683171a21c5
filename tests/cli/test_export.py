"""`export` and `convert`: what is selected, in every into, into whole files; none is overwritten unasked."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import polars as pl
import pytest
from markdown_it import MarkdownIt

from histparse import flow
from histparse.api import hand_formats
from histparse.api.hand_formats import BBCODE, MARKDOWN
from histparse.judging.engine import HandResult
from histparse.model.hand import Hand
from histparse.simulate import Settings, deal_hands
from histparse.view.forum import format_forum_post
from histparse.view.from_text import build_view
from tests.cli.commands import Printed, PrintedJson, Refusal, write_session
from tests.conftest import SOAK
from tests.dealer.writing import sites, write_all
from tests.running import Run
from tests.samples import FOLDER

HANDS = 40
HOSTILE = (
    "=cmd|' /C calc'!A0",
    "**[x](javascript:alert)** <b>`@all`",
    "[/b][img]http://e.x/a.png[/img]",
    "www.evil.com ![i](//e)",
)
"""A formula, Markdown with a link, markup and somebody to notify, BBCode with a picture, an address."""


def read(file: Path) -> list[Hand]:
    results = list(flow.judge_file(file))
    assert [finding for result in results for finding in result.findings] == []
    return [result.hand for result in results if result.hand]


# --- formats -------------------------------------------------------------------------------------------------


@pytest.mark.nightly(1)
@pytest.mark.soak(4)
@pytest.mark.parametrize("into", hand_formats.formats())
def test_every_format_is_the_same_from_database_and_file(
    into: str, run: Run, filled: Path, session: Path, tmp_path: Path
) -> None:
    exported, converted = tmp_path / "exported", tmp_path / "converted"
    assert run("export", "--db", filled, "--format", into, "-o", exported)[0] == 0
    assert run("convert", session, "--to", into, "-o", converted)[0] == 0
    if into == "jsonl":
        assert [line["header"] for line in lines(exported)] == [line["header"] for line in lines(converted)]
    elif into in {"csv", "parquet"}:
        keys = {"hand_key"}
        assert frame(exported).drop(keys).equals(frame(converted).drop(keys))
    else:
        exported_text = re.sub(r"(?m)^(?!\S).*session.*\n", "", exported.read_text("utf-8"))
        assert exported_text == converted.read_text("utf-8")
    assert {file.name for file in tmp_path.iterdir()} == {"exported", "converted"}


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def frame(file: Path) -> pl.DataFrame:
    return pl.read_parquet(file) if file.read_bytes().startswith(b"PAR1") else pl.read_csv(file)


def test_text_is_word_for_word(run: Run, filled: Path, session: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    assert run("export", "--db", filled, "--format", "text", "-o", target)[0] == 0
    assert target.read_text("utf-8") == session.read_text("utf-8")


@pytest.mark.nightly(1)
@pytest.mark.soak(2)
@pytest.mark.parametrize("site", sites())
def test_samples_come_back_from_a_database(site: str, run: Run, tmp_path: Path) -> None:
    db = tmp_path / "poker.duckdb"
    files = [file for file in (FOLDER / site).iterdir() if not file.name.startswith("summary")]
    file = min(files, key=lambda file: (SOAK, file.stat().st_size))
    numbers = sorted(hand.header.hand_id for hand in read_all(file))
    assert run("import", file, "--db", db)[0] == 0
    for into in {"text", site} & {*hand_formats.formats()}:
        assert run("export", "--db", db, "--format", into, "-o", tmp_path / into)[0] == 0
        assert sorted(hand.header.hand_id for hand in read(tmp_path / into)) == numbers


def read_all(file: Path) -> list[Hand]:
    return [result.hand for result in flow.parse_file(file) if result.hand]


def test_rows_are_those_of_the_site(run: Run, tmp_path: Path) -> None:
    several = [FOLDER / "winamax" / "by_hand_uncalled_bet_stays.txt", FOLDER / "merge" / "by_hand_six_bets.xml"]
    assert run("convert", *several, "--to", "csv", "--site", "merge", "-o", tmp_path / "out.csv")[0] == 0
    assert {*pl.read_csv(tmp_path / "out.csv")["site"]} == {"merge"}


# --- selections ----------------------------------------------------------------------------------------------


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    "options",
    [["--stat", "pat_rate", "--draw", "3", "--made"], ["--where", "pot > 300", "--cash"]],
    ids=" ".join,
)
def test_the_hands_are_those_that_are_listed(options: list[str], run: Run, filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    _, listed, _ = run("hands", *options, "--db", filled, "--format", "json")
    assert run("export", *options, "--db", filled, "--format", "text", "-o", target)[0] == 0
    ids = [hand.header.hand_id for hand in read(target)]
    assert sorted(ids) == sorted({row["hand_id"] for row in json.loads(listed)})
    assert ids == sorted(ids)  # in the order of time
    assert 0 < len(ids) <= HANDS


def test_the_largest_pots_come_first_each_hand_once(
    printed_json: PrintedJson, refusal: Refusal, run: Run, filled: Path, tmp_path: Path
) -> None:
    options = ["--db", str(filled), "--stat", "draw_frequency", "--sort", "pot"]
    target = tmp_path / "pots.csv"
    assert run("export", *options, "--limit", "3", "--format", "csv", "-o", target)[0] == 0
    listed = printed_json("hands", *options)
    largest = list(dict.fromkeys(row["hand_id"] for row in listed))[:3]
    assert pl.read_csv(target, schema_overrides={"hand_id": pl.String})["hand_id"].to_list() == largest
    assert "hands cannot be sorted by `luck`" in refusal(
        "export", *options[:2], "--sort", "luck", "--format", "csv", "-o", tmp_path / "x.csv"
    )


# --- files ---------------------------------------------------------------------------------------------------


def test_nothing_is_overwritten_unless_forced(run: Run, filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("mine", "utf-8")
    words = ["export", "--db", filled, "--format", "oneline", "-o", target]
    code, _, err = run(*words)
    assert (code, target.read_text("utf-8")) == (2, "mine")
    assert "out.txt` exists: name another file, or overwrite it with --force" in err
    assert run(*words, "--force")[0] == 0
    assert len(target.read_text("utf-8").splitlines()) == HANDS


def test_a_file_that_appears_meanwhile_is_not_overwritten(
    refusal: Refusal, session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.txt"

    def finish(_: hand_formats.Selection) -> hand_formats.Written:
        return hand_formats.Written(target.write_text("theirs", "utf-8"), {})

    monkeypatch.setattr(hand_formats.Selection, "finish_or_refuse_nothing", finish)
    assert "out.txt` exists" in refusal("convert", session, "--to", "oneline", "-o", target)
    assert target.read_text("utf-8") == "theirs"
    assert list(tmp_path.iterdir()) == [target]


def test_what_cannot_be_written_leaves_no_file_and_says_why(run: Run, filled: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert run("export", "--db", filled, "--where", "false", "--format", "text", "-o", target)[2] == (
        "histparse: there is no hand to write\n"
    )
    assert "there is no format `pdf`" in run("export", "--db", filled, "--format", "pdf", "-o", target)[2]
    assert (
        "there is no table `seat`: did you mean `seats`"
        in run("export", "--db", filled, "--format", "csv", "--table", "seat", "-o", target)[2]
    )
    assert list(tmp_path.iterdir()) == []


def test_hands_that_a_format_cannot_carry_are_counted(run: Run) -> None:
    _, output, err = run("convert", FOLDER / "malformed", "--to", "jsonl", "-o", "-")
    assert len(output.splitlines()) > 5
    assert "hands left out: they cannot be read; `histparse check` says why" in err


def test_hands_that_need_a_file_of_their_own(refusal: Refusal, tmp_path: Path) -> None:
    assert "hands of phh need a file of their own" in refusal(
        "convert", FOLDER / "kingsclub", FOLDER / "phh", "--to", "text", "-o", tmp_path / "out"
    )
    assert list(tmp_path.iterdir()) == []


class Counted(hand_formats.Selection):
    """The hands of a file, with the most that were read and not yet written."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.judge_file, self.read, self.ahead = file, 0, 0

    def readable_hands(self) -> Iterator[HandResult]:
        for result in flow.parse_file(self.judge_file):
            self.read += 1
            self.ahead = max(self.ahead, self.read - self.written)
            yield result

    def table_frames(self) -> Iterator[pl.DataFrame]:
        raise AssertionError


@pytest.mark.parametrize("into", sorted({*hand_formats.formats()} - {"csv", "parquet"}))
def test_each_hand_is_written_before_the_next_is_read(into: str, session: Path) -> None:
    selection = Counted(session)
    hand_formats.find_writer(into)(selection, BytesIO())
    assert selection.written == selection.read == HANDS
    assert selection.ahead <= 2


# --- hostile names --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hands of hostile players at hostile tables who chat."""
    file = tmp_path_factory.mktemp("hostile") / "hostile.txt"
    texts = []
    for number, name in enumerate(HOSTILE):
        text = write_all(deal_hands(Settings(hands=2, seed=number, hero=name)))
        text = re.sub(r"Table '.*'", "Table '" + name + "'", text)
        texts.append(text.replace("*** FIRST DRAW", f'{name} said, "{name}"\n*** FIRST DRAW'))
    file.write_text("".join(texts), "utf-8")
    return file


def test_markdown_shows_names_and_marks_nothing(hostile: Path) -> None:
    kinds, shown = set(), ""
    for result in flow.parse_file(hostile):
        if view := build_view(result):
            for block in MarkdownIt("commonmark").enable("table").parse(format_forum_post(view, MARKDOWN)):
                kinds.add(block.type)
                kinds |= {token.type for token in block.children or ()}
                shown += "".join(token.content for token in block.children or ()) + "\n"
    assert kinds <= {
        *("paragraph_open", "paragraph_close", "bullet_list_open", "bullet_list_close"),
        *("list_item_open", "list_item_close", "inline", "text", "softbreak", "strong_open", "strong_close"),
    }
    for name in HOSTILE:
        assert name in shown.replace("\u200b", "")
    assert not re.search(r"@\w", shown)


def test_bbcode_has_no_tags_but_ours(hostile: Path) -> None:
    text = "".join(
        format_forum_post(view, BBCODE) for result in flow.parse_file(hostile) if (view := build_view(result))
    )
    assert set(re.findall(r"\[/?[\w*]+", text)) == {"[b", "[/b", "[list", "[/list", "[*"}
    assert text.count("[b]") == text.count("[/b]")
    assert not re.search(r"https?://|www\.\w|@\w", text)
    for name in HOSTILE:
        assert name in text.replace("\u200b", "")


@pytest.mark.parametrize("figure", ["21:37:05", "€0.50/€1", "1,204.5/640"])
def test_bbcode_parts_no_figure(figure: str) -> None:
    assert BBCODE.inert(figure) == figure


@pytest.mark.parametrize("begins", ["[1]", "@1", "x:1", "1.com", "1:/", "/1"])
def test_bbcode_parts_what_may_begin_something(begins: str) -> None:
    assert "\u200b" in BBCODE.inert(begins)


def test_a_terminal_is_not_driven(printed: Printed, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "colours.txt"
    write_session(file, Settings(hands=2, seed=3, hero="red\x1b[31m"))
    assert "\x1b" in printed("convert", file, "--to", "text", "-o", "-")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    shown = printed("convert", file, "--to", "text", "-o", "-")
    assert "red\\x1b[31m: " in shown
    assert "\x1b" not in shown
    assert "this format is binary: name a file" in run("convert", file, "--to", "parquet", "-o", "-")[2]


def test_csv_has_no_formulas(run: Run, hostile: Path, tmp_path: Path) -> None:
    for table, column in (("seats", "player"), ("hands", "table_name")):
        target = tmp_path / table
        assert run("convert", hostile, "--to", "csv", "--table", table, "-o", target)[0] == 0
        with target.open(encoding="utf-8", newline="") as opened:
            names = {row[column] for row in csv.DictReader(opened)}
        assert {name if name[0] != "=" else f"'{name}" for name in HOSTILE} <= names
        assert not [name for name in names if name[:1] in "=+-@"]
