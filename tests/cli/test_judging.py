"""The options of `check`, and the commands `rules` and `simulate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from histparse.cli.app import run_command_line
from histparse.rules.registry import catalogue

NOT_COUNTING = {"TRN08"}
"""Other samples tell of the same tournaments, and those count."""


SAMPLES = Path(__file__).parents[2] / "sample_histories"
ILLEGAL = SAMPLES / "illegal"
BET02 = str(next(ILLEGAL.glob("BET02_*.txt")))
POT01 = str(next(ILLEGAL.glob("POT01_*.txt")))


def codes(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    run_command_line(["check", "--format", "jsonl", *arguments])
    return [json.loads(line)["code"] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], ["BET02", "POT01"]),
        (["--select", "BET"], ["BET02"]),
        (["--select", "bet02,POT01"], ["BET02", "POT01"]),
        (["--ignore", "POT"], ["BET02"]),
        (["--select", "BET", "--select", "POT", "--ignore", "BET02"], ["POT01"]),
        (["--house", "wsop-live"], ["POT01"]),
    ],
)
def test_findings_are_sifted(capsys: pytest.CaptureFixture[str], options: list[str], expected: list[str]) -> None:
    assert codes(capsys, BET02, POT01, *options) == expected


def test_findings_are_listed_before_what_ends_the_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "shopping.txt").write_text("milk\n", "utf-8")
    assert run_command_line(["check", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert "shopping.txt:1: SYN04" in out
    assert "there is no hand history of a known site" in err


@pytest.mark.parametrize(("options", "code"), [([], 1), (["--exit-zero"], 0), (["--ignore", "BET"], 0)])
def test_exit_code_is_of_what_is_shown(options: list[str], code: int) -> None:
    assert run_command_line(["check", BET02, *options]) == code


def test_unknown_code_offers_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command_line(["check", BET02, "--select", "BETT"]) == 2
    assert "did you mean `BET`" in capsys.readouterr().err


def test_statistics_count_each_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command_line(["check", str(ILLEGAL), "--statistics"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines if " SYN" not in line] == [
        ["1", code] for code in catalogue() if not code.startswith("SYN") and code not in NOT_COUNTING
    ]


def test_known_findings_stay_quiet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    run_command_line(["check", BET02, "--format", "waivers"])
    known.write_text("# a bug of the site\n\n" + capsys.readouterr().out, encoding="utf-8")
    assert run_command_line(["check", BET02, "--waivers", str(known)]) == 0
    assert run_command_line(["check", BET02, POT01, "--waivers", str(known)]) == 1


@pytest.mark.parametrize("line", ["BET02", "what?", "BET2 pokerstars:1"])
def test_a_waiver_that_is_none_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str) -> None:
    known = tmp_path / "known.txt"
    known.write_text(f"# fine\n{line}\n", encoding="utf-8")
    assert run_command_line(["check", BET02, "--waivers", str(known)]) == 2
    assert f"known.txt:2: a waiver is `CODE site:hand_id  # why`, not `{line}`" in capsys.readouterr().err


def test_a_house_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "mine"\ncap = 5\ncap_heads_up = 5\nannounces_cap = false\n', encoding="utf-8")
    assert codes(capsys, BET02, "--house", str(mine)) == ["BET11"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('name = "mine"\ncapp = 5\n', "capp"),
        ('name = "mine"\ncap = "many"\n', "cap"),
        ('name = "mine"\nmost_players = 11\n', "most_players"),
        ("cap = 4\n", "name"),
        ("cap =\n", "line 1"),
    ],
)
def test_a_mistake_in_a_house_file_names_the_key(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, words: str
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(text, encoding="utf-8")
    assert run_command_line(["check", BET02, "--house", str(mine)]) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert words in sentence
    assert "mine.toml" in sentence


def test_a_rule_is_explained_with_a_hand_that_breaks_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command_line(["rules", "bet02"]) == 0
    out = capsys.readouterr().out
    assert "bet or raise beyond the cap" in out
    assert "Odd_Tomas raises to $10, which is bet 5; the cap is 4" in out
    assert ">    32 | Odd_Tomas: raises $2 to $10" in out


def test_simulated_hands_are_legal_and_the_same_each_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    for file in (one, two):
        assert run_command_line(["simulate", "--hands", "40", "--seed", "9", "--stacks", "1-20", "-o", str(file)]) == 0
    assert one.read_bytes() == two.read_bytes()
    assert run_command_line(["check", str(one)]) == 0
    assert "40 hands, no finding" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"), [("--players", "2-9"), ("--players", "six"), ("--stacks", "0"), ("--site", "pokerstar")]
)
def test_what_cannot_be_dealt_is_one_sentence(capsys: pytest.CaptureFixture[str], option: str, value: str) -> None:
    assert run_command_line(["simulate", "--hands", "1", option, value]) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert value in sentence
