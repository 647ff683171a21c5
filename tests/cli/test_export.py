"""`export` and `convert`: what is selected, in every into, into whole files; none is overwritten unasked."""

from __future__ import annotations

import csv
import json
import os
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
from tests.dealer.writing import sites, write_all
from tests.running import Run
from tests.samples import FOLDER

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
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
        there = re.sub(r"(?m)^(?!\S).*session.*\n", "", exported.read_text(encoding="utf-8"))
        assert there == converted.read_text(encoding="utf-8")
    assert {file.name for file in tmp_path.iterdir()} == {"exported", "converted"}


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def frame(file: Path) -> pl.DataFrame:
    return pl.read_parquet(file) if file.read_bytes().startswith(b"PAR1") else pl.read_csv(file)


def test_text_is_word_for_word(run: Run, filled: Path, session: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert run("export", "--db", filled, "--format", "text", "-o", out)[0] == 0
    assert out.read_text(encoding="utf-8") == session.read_text(encoding="utf-8")


@pytest.mark.nightly(1)
@pytest.mark.soak(2)
@pytest.mark.parametrize("site", sites())
def test_samples_come_back_from_a_database(site: str, run: Run, tmp_path: Path) -> None:
    db = tmp_path / "poker.duckdb"
    files = [file for file in (FOLDER / site).iterdir() if not file.name.startswith("summary")]
    file = min(files, key=lambda one: (SOAK, one.stat().st_size))
    before = sorted(hand.header.hand_id for hand in read_all(file))
    assert run("import", file, "--db", db)[0] == 0
    for into in {"text", site} & {*hand_formats.formats()}:
        assert run("export", "--db", db, "--format", into, "-o", tmp_path / into)[0] == 0
        assert sorted(hand.header.hand_id for hand in read(tmp_path / into)) == before


def read_all(file: Path) -> list[Hand]:
    return [result.hand for result in flow.parse_file(file) if result.hand]


def test_rows_are_those_of_the_site(run: Run, tmp_path: Path) -> None:
    several = [FOLDER / "winamax" / "by_hand_uncalled_bet_stays.txt", FOLDER / "merge" / "by_hand_six_bets.xml"]
    assert run("convert", *several, "--to", "csv", "--site", "merge", "-o", tmp_path / "out.csv")[0] == 0
    assert {*pl.read_csv(tmp_path / "out.csv")["site"]} == {"merge"}


# --- selections ----------------------------------------------------------------------------------------------


@pytest.mark.nightly(1)
@pytest.mark.parametrize(
    "asked",
    [["--stat", "pat_rate", "--draw", "3", "--made"], ["--where", "pot > 300", "--cash"]],
    ids=" ".join,
)
def test_the_hands_are_those_that_are_listed(asked: list[str], run: Run, filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    _, listed, _ = run("hands", *asked, "--db", filled, "--format", "json")
    assert run("export", *asked, "--db", filled, "--format", "text", "-o", out)[0] == 0
    ids = [hand.header.hand_id for hand in read(out)]
    assert sorted(ids) == sorted({row["hand_id"] for row in json.loads(listed)})
    assert ids == sorted(ids)  # in the order of time
    assert 0 < len(ids) <= HANDS


def test_the_largest_pots_come_first_each_hand_once(run: Run, filled: Path, tmp_path: Path) -> None:
    asked = ["--db", str(filled), "--stat", "draw_frequency", "--sort", "pot"]
    out = tmp_path / "pots.csv"
    assert run("export", *asked, "--limit", "3", "--format", "csv", "-o", out)[0] == 0
    listed = json.loads(run("hands", *asked, "--format", "json")[1])
    largest = list(dict.fromkeys(row["hand_id"] for row in listed))[:3]
    assert pl.read_csv(out, schema_overrides={"hand_id": pl.String})["hand_id"].to_list() == largest
    code, _, err = run("export", *asked[:2], "--sort", "luck", "--format", "csv", "-o", tmp_path / "x.csv")
    assert (code, "hands cannot be sorted by `luck`" in err) == (2, True)


# --- files ---------------------------------------------------------------------------------------------------


def test_nothing_is_overwritten_unless_forced(run: Run, filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    out.write_text("mine", encoding="utf-8")
    words = ["export", "--db", filled, "--format", "oneline", "-o", out]
    code, _, err = run(*words)
    assert (code, out.read_text(encoding="utf-8")) == (2, "mine")
    assert "out.txt` exists: name another file, or overwrite it with --force" in err
    assert run(*words, "--force")[0] == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == HANDS


def test_a_file_that_appears_meanwhile_is_not_overwritten(
    run: Run, session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.txt"

    def finish(_: hand_formats.Selection) -> hand_formats.Written:
        return hand_formats.Written(out.write_text("theirs", encoding="utf-8"), {})

    monkeypatch.setattr(hand_formats.Selection, "finish_or_refuse_nothing", finish)
    code, _, err = run("convert", session, "--to", "oneline", "-o", out)
    assert (code, "out.txt` exists" in err) == (2, True)
    assert out.read_text(encoding="utf-8") == "theirs"
    assert list(tmp_path.iterdir()) == [out]


def test_what_cannot_be_written_leaves_no_file_and_says_why(run: Run, filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("export", "--db", filled, "--where", "false", "--format", "text", "-o", out)[2] == (
        "histparse: there is no hand to write\n"
    )
    assert "there is no format `pdf`" in run("export", "--db", filled, "--format", "pdf", "-o", out)[2]
    assert (
        "there is no table `seat`: did you mean `seats`"
        in run("export", "--db", filled, "--format", "csv", "--table", "seat", "-o", out)[2]
    )
    assert list(tmp_path.iterdir()) == []


def test_hands_that_a_format_cannot_carry_are_counted(run: Run) -> None:
    _, out, err = run("convert", FOLDER / "malformed", "--to", "jsonl", "-o", "-")
    assert len(out.splitlines()) > 5
    assert "hands left out: they cannot be read; `histparse check` says why" in err


def test_hands_that_need_a_file_of_their_own(run: Run, tmp_path: Path) -> None:
    code, _, err = run("convert", FOLDER / "kingsclub", FOLDER / "phh", "--to", "text", "-o", tmp_path / "out")
    assert code == 2
    assert "hands of phh need a file of their own" in err
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
    there = Counted(session)
    hand_formats.find_writer(into)(there, BytesIO())
    assert there.written == there.read == HANDS
    assert there.ahead <= 2


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
    file.write_text("".join(texts), encoding="utf-8")
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


def test_a_terminal_is_not_driven(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "colours.txt"
    file.write_text(write_all(deal_hands(Settings(hands=2, seed=3, hero="red\x1b[31m"))), encoding="utf-8")
    assert "\x1b" in run("convert", file, "--to", "text", "-o", "-")[1]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    shown = run("convert", file, "--to", "text", "-o", "-")[1]
    assert "red\\x1b[31m: " in shown
    assert "\x1b" not in shown
    assert "this format is binary: name a file" in run("convert", file, "--to", "parquet", "-o", "-")[2]


def test_csv_has_no_formulas(run: Run, hostile: Path, tmp_path: Path) -> None:
    for table, column in (("seats", "player"), ("hands", "table_name")):
        out = tmp_path / table
        assert run("convert", hostile, "--to", "csv", "--table", table, "-o", out)[0] == 0
        with out.open(encoding="utf-8", newline="") as opened:
            there = {row[column] for row in csv.DictReader(opened)}
        assert {name if name[0] != "=" else f"'{name}" for name in HOSTILE} <= there
        assert not [name for name in there if name[:1] in "=+-@"]
