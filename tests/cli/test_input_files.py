"""Files that cannot be read: each is left out and reported at the end, whatever the command."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from histparse import flow
from histparse.api import reading
from histparse.cli import inputs
from histparse.judging.engine import HandResult
from tests.cli.commands import Printed, Refusal
from tests.running import Run

SAMPLES = Path(__file__).parents[2] / "sample_histories"
LEGAL = SAMPLES / "pokerstars" / "by_hand_six_handed_reshuffle.txt"

COMMANDS = ["check", "import"]


@pytest.fixture
def run(run: Run, tmp_path: Path) -> Run:
    """Runs a command on paths. An import prints JSON."""
    options = {"import": ["--db", tmp_path / "x.duckdb", "--format", "json"]}
    return lambda command, *words: run(command, *words, *options.get(command, ()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file of one legal hand."""
    folder = tmp_path / "hands"
    folder.mkdir()
    shutil.copy(LEGAL, folder / "m.txt")
    return folder


def was_read(command: str, output: str, err: str) -> bool:
    """Whether the one hand was."""
    return int(json.loads(output)["stored"]) == 1 if command == "import" else "1 hand, no finding." in err


@pytest.mark.parametrize("command", COMMANDS)
def test_a_link_to_nothing_costs_itself(run: Run, folder: Path, command: str) -> None:
    (folder / "a.txt").symlink_to("nowhere")
    for paths in ([folder], [folder / "a.txt", folder / "m.txt"]):
        code, output, err = run(command, *paths, *([] if command != "import" else ["--jobs", "1"]))
        assert code == 2
        assert err.endswith(f"histparse: cannot read {folder / 'a.txt'}: No such file or directory\n")
        assert "Traceback" not in err
        (folder.parent / "x.duckdb").unlink(missing_ok=True)
        assert was_read(command, output, err)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_goes_meanwhile_costs_itself(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    shutil.copy(LEGAL, folder / "a.txt")
    size = flow.size_for_progress

    def changed(file: Path) -> int:
        if file.name == "a.txt":
            file.unlink()
        return size(file)

    monkeypatch.setattr(reading, "size_for_progress", changed)
    code, output, err = run(command, folder)
    assert code == 2
    assert err.endswith(f"histparse: cannot read {folder / 'a.txt'}: No such file or directory\n")
    assert was_read(command, output, err)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_that_is_nowhere_stops_all(run: Run, folder: Path, command: str) -> None:
    code, output, err = run(command, folder, folder / "typo.txt")
    assert (code, output) == (2, "")
    assert err == f"histparse: cannot read {folder / 'typo.txt'}: No such file or directory\n"
    assert not (folder.parent / "x.duckdb").exists()


def test_many_are_counted_and_the_first_are_named(run: Run, folder: Path) -> None:
    for number in range(30):
        (folder / f"a{number}.txt").symlink_to("nowhere")
    code, _, err = run("check", folder, "--exit-zero")
    lines = err.splitlines()
    assert (code, len(lines)) == (2, 1 + inputs.MOST + 1)
    assert lines[0] == "1 hand, no finding."
    assert lines[-1] == "histparse: 30 files could not be read, these among them"


def test_only_reading_is_the_files_trouble(refusal: Refusal, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(*_: object, **__: object) -> Iterator[HandResult]:
        raise FileNotFoundError(2, "No such file or directory", "grammars")

    monkeypatch.setattr(flow, "judge_file", judged)
    assert "an error of the program itself (FileNotFoundError" in refusal("check", folder)


def test_a_damaged_archive_is_reported_by_an_import_and_costs_itself(run: Run, folder: Path) -> None:
    archive = folder / "a.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(LEGAL, "x.txt")
    data = bytearray(archive.read_bytes())
    position = data.index(b"PK\x05\x06") + 16
    data[position : position + 4] = b"\xff\xff\xff\x7f"  # where the list of its files begins: before the beginning
    archive.write_bytes(data)
    code, output, err = run("import", folder)
    assert (code, json.loads(output)["stored"], json.loads(output)["findings"]["errors"]) == (0, 1, 1)
    assert err == f"{archive}/x.txt:1: SYN10 the archive is damaged (Invalid argument)\n"
    code, output, _ = run("check", folder)
    assert code == 1
    assert output == err


def test_of_many_damaged_files_in_archives_the_first_are_reported(run: Run, folder: Path) -> None:
    with zipfile.ZipFile(folder / "a.zip", "w", zipfile.ZIP_BZIP2) as packed:
        for number in range(30):
            packed.writestr(f"{number}.txt", "x")
    code, _, err = run("import", folder)
    assert (code, err.count("SYN10")) == (0, inputs.MOST)
    assert err.endswith("and 10 more files in archives: `check` names them all\n")


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_a_name_that_is_no_utf8_has_one_form(printed: Printed, run: Run, folder: Path, form: str) -> None:
    file = os.fsencode(folder / "caf") + b"\xe9.txt"
    Path(os.fsdecode(file)).write_text("Dear Sir,\n")
    output = run("check", folder, "--format", form)[1]
    assert {"text": r"caf\xe9.txt", "json": r"caf\\xe9.txt", "sarif": "caf%5Cxe9.txt"}[form] in output
    assert r"caf\xe9.txt" in printed("doctor", folder)
    Path(os.fsdecode(file)).unlink()
    Path(os.fsdecode(file)).symlink_to("nowhere")
    assert rf"cannot read {folder}/caf\xe9.txt: No such" in run("check", folder)[2]
