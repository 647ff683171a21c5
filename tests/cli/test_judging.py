"""The options of `check`, and the commands `rules` and `simulate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from histparse.rules.registry import catalogue
from tests.cli.commands import Printed, Refusal
from tests.running import Run

NOT_COUNTING = {"TRN08"}
"""Other samples tell of the same tournaments, and those count."""


SAMPLES = Path(__file__).parents[2] / "sample_histories"
ILLEGAL = SAMPLES / "illegal"
BET02 = str(next(ILLEGAL.glob("BET02_*.txt")))
POT01 = str(next(ILLEGAL.glob("POT01_*.txt")))


def codes(run: Run, *arguments: str | Path) -> list[str]:
    return [json.loads(line)["code"] for line in run("check", "--format", "jsonl", *arguments)[1].splitlines()]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", "BET02 POT01"),
        ("--select BET", "BET02"),
        ("--select bet02,POT01", "BET02 POT01"),
        ("--ignore POT", "BET02"),
        ("--select BET --select POT --ignore BET02", "POT01"),
        ("--house wsop-live", "POT01"),
    ],
)
def test_findings_are_sifted(run: Run, options: str, expected: str) -> None:
    assert codes(run, BET02, POT01, *options.split()) == expected.split()


def test_findings_are_listed_before_what_ends_the_run(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shopping.txt").write_text("milk\n", "utf-8")
    code, output, message = run("check", tmp_path)
    assert code == 2
    assert "shopping.txt:1: SYN04" in output
    assert "there is no hand history of a known site" in message


@pytest.mark.parametrize(("options", "code"), [("", 1), ("--exit-zero", 0), ("--ignore BET", 0)])
def test_exit_code_is_of_what_is_shown(run: Run, options: str, code: int) -> None:
    assert run("check", BET02, *options.split())[0] == code


def test_unknown_code_offers_the_nearest(refusal: Refusal) -> None:
    assert "did you mean `BET`" in refusal("check", BET02, "--select", "BETT")


def test_statistics_count_each_code(run: Run) -> None:
    code, output, _ = run("check", ILLEGAL, "--statistics")
    assert code == 1
    assert [line.split()[:2] for line in output.splitlines() if " SYN" not in line] == [
        ["1", code] for code in catalogue() if not code.startswith("SYN") and code not in NOT_COUNTING
    ]


def test_known_findings_stay_quiet(run: Run, tmp_path: Path) -> None:
    known = tmp_path / "known.txt"
    waivers = run("check", BET02, "--format", "waivers")[1]
    known.write_text(f"# a bug of the site\n\n{waivers}", "utf-8")
    assert run("check", BET02, "--waivers", known)[0] == 0
    assert run("check", BET02, POT01, "--waivers", known)[0] == 1


@pytest.mark.parametrize("line", ["BET02", "what?", "BET2 pokerstars:1"])
def test_a_waiver_that_is_none_is_named(refusal: Refusal, tmp_path: Path, line: str) -> None:
    known = tmp_path / "known.txt"
    known.write_text(f"# fine\n{line}\n", "utf-8")
    sentence = refusal("check", BET02, "--waivers", known)
    assert f"known.txt:2: a waiver is `CODE site:hand_id  # why`, not `{line}`" in sentence


def test_a_house_of_ones_own(run: Run, tmp_path: Path) -> None:
    house_file = tmp_path / "mine.toml"
    house_file.write_text('name = "mine"\ncap = 5\ncap_heads_up = 5\nannounces_cap = false\n', "utf-8")
    assert codes(run, BET02, "--house", house_file) == ["BET11"]


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
def test_a_mistake_in_a_house_file_names_the_key(refusal: Refusal, tmp_path: Path, text: str, words: str) -> None:
    house_file = tmp_path / "mine.toml"
    house_file.write_text(text, "utf-8")
    sentence = refusal("check", BET02, "--house", house_file)
    assert words in sentence
    assert "mine.toml" in sentence


def test_a_rule_is_explained_with_a_hand_that_breaks_it(printed: Printed) -> None:
    output = printed("rules", "bet02")
    assert "bet or raise beyond the cap" in output
    assert "Odd_Tomas raises to $10, which is bet 5; the cap is 4" in output
    assert ">    32 | Odd_Tomas: raises $2 to $10" in output


def test_simulated_hands_are_legal_and_the_same_each_time(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "one.txt", tmp_path / "two.txt"
    for file in (first, second):
        assert run("simulate", "--hands", "40", "--seed", "9", "--stacks", "1-20", "-o", file)[0] == 0
    assert first.read_bytes() == second.read_bytes()
    code, _, message = run("check", first)
    assert (code, "40 hands, no finding" in message) == (0, True), message


@pytest.mark.parametrize(
    ("option", "value"), [("--players", "2-9"), ("--players", "six"), ("--stacks", "0"), ("--site", "pokerstar")]
)
def test_what_cannot_be_dealt_is_one_sentence(refusal: Refusal, option: str, value: str) -> None:
    assert value in refusal("simulate", "--hands", "1", option, value)
