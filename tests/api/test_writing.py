"""Files of hands written from Python: new ones, whole or not there at all."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

import histparse
from tests.samples import FOLDER

HANDS = FOLDER / "kingsclub" / "by_hand_deck_runs_out.txt"


def test_a_file_that_is_there_stays(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("mine", "utf-8")
    with pytest.raises(FileExistsError, match=r"out\.txt"):
        histparse.convert(HANDS, target, to="jsonl")
    with pytest.raises(FileExistsError, match=r"out\.txt"):
        histparse.anonymise(HANDS, target)
    assert target.read_text("utf-8") == "mine"


def test_what_fails_leaves_no_file(tmp_path: Path) -> None:
    target, broken = tmp_path / "out.txt", tmp_path / "broken.txt"
    [header, *_] = next(histparse.simulate_hands(1)).text.splitlines()
    broken.write_text(f"{header}\nno table\n", "utf-8")
    with histparse.Store() as store:
        failing: dict[str, Callable[[], object]] = {
            "there is no hand to write": lambda: store.export(target, to="text"),
            "1 hand left out: forbidden by the rules of pokerstars": lambda: histparse.convert(
                HANDS, target, to="pokerstars"
            ),
            "left out: they cannot be read": lambda: histparse.anonymise(broken, target),
        }
        for sentence, write in failing.items():
            with pytest.raises(histparse.HistparseError, match=sentence):
                write()
    assert [*tmp_path.iterdir()] == [broken]


def test_an_open_stream_is_written_and_stays_open() -> None:
    stream = BytesIO()
    assert histparse.convert(HANDS, stream, to="oneline").number == 1
    assert histparse.convert(HANDS, stream, to="oneline").number == 1
    assert stream.getvalue().count(b"27TD FL 20/40") == 2


def test_names_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(histparse.HistparseError, match="there is no table `seat`: did you mean `seats`"):
        histparse.convert(HANDS, tmp_path / "out", to="csv", table="seat")
    with pytest.raises(histparse.HistparseError, match="there is no site `kingclub`: did you mean `kingsclub`"):
        histparse.convert(HANDS, tmp_path / "out", to="csv", site="kingclub")
    assert [*tmp_path.iterdir()] == []


def test_a_text_is_no_path() -> None:
    with pytest.raises(histparse.HistparseError, match="this is text, not a path: read it with `read_text`"):
        histparse.check(HANDS.read_text("utf-8"))
