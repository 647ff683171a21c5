"""`convert` to another site's text: what is left out is named with what helps, and the options that help."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from histparse.simulate import Stakes, Style, deal_hands
from tests.cli.commands import Refusal, write_session
from tests.dealer.writing import write_all
from tests.running import Run
from tests.simulate.games import game

BOLD = {name: Style(loose=1.0, bold=1.0) for name in ("Ann", "Bo")}
HANDS = 20


@pytest.fixture(scope="module")
def merge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Heads-up hands of Merge, some with five or six bets in a round."""
    file = tmp_path_factory.mktemp("merge") / "session.xml"
    return write_session(file, game("heads-up", HANDS, 31, "merge", regulars=BOLD, chatter=0))


@pytest.fixture(scope="module")
def kingsclub(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hands without a currency and a size of their table."""
    file = tmp_path_factory.mktemp("kingsclub") / "session.txt"
    return write_session(file, game("ring", 3, 5, "kingsclub", stakes=(Stakes(4000, 8000, 2000),)))


def test_what_the_site_forbids_is_left_out_and_named(merge: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    code, _, err = run("convert", merge, "--to", "pokerstars", "-o", target)
    message = re.fullmatch(
        r"histparse: (\d+) hands left out: forbidden by the rules of pokerstars: bet or raise beyond the cap "
        r"\(BET02\); with --keep they are written \((\S+), (\S+), (\S+)(?: and \d+ more)?\)\n",
        err,
    )
    assert code == 0
    assert message is not None, err
    assert message[2] in merge.read_text("utf-8")
    assert len(target.read_text("utf-8").split("PokerStars Hand #")) - 1 == HANDS - int(message[1])


def test_kept_hands_are_judged_by_their_own_house(merge: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    assert run("convert", merge, "--to", "pokerstars", "--keep", "-o", target) == (0, "", "")
    assert f"{HANDS} hands, no finding" in run("check", "--house", "merge", target)[2]
    code, findings, _ = run("check", target)
    assert (code, "BET02" in findings) == (1, True)


@pytest.mark.parametrize(
    ("site", "options", "sign"),
    [
        ("pokerstars", "--currency usd", "($40/$80 USD)"),
        ("pokerstars", "--currency EUR --table-seats 6", "' 6-max Seat #"),
        ("phh", "--currency EUR", "currency = 'EUR'"),
    ],
)
def test_amounts_are_kept_under_the_sign_named(
    site: str, options: str, sign: str, kingsclub: Path, run: Run, tmp_path: Path
) -> None:
    target = tmp_path / "out"
    assert run("convert", kingsclub, "--to", site, *options.split(), "-o", target) == (0, "", "")
    assert target.read_text("utf-8").count(sign) >= 1
    assert run("check", target)[0] == 0


def test_each_refusal_names_the_next_option(refusal: Refusal, kingsclub: Path, run: Run, tmp_path: Path) -> None:
    words = ["convert", kingsclub, "--to", "pokerstars", "-o", tmp_path / "out"]
    assert "with --currency USD they are written" in refusal(*words)
    assert "with --table-seats 6 they are written" in refusal(*words, "--currency", "EUR", "--table-seats", "2")
    assert list(tmp_path.iterdir()) == []
    assert run(*words, "--currency", "EUR", "--table-seats", "6")[0] == 0


@pytest.mark.parametrize(
    ("date", "printed"),
    [
        ("2024-05-01", "2024/05/01 8:00:00 ET"),
        ("2024-05-01T20:30+02:00", "14:30:00 ET"),
    ],
)
def test_hands_without_a_time_get_the_one_named(
    refusal: Refusal, date: str, printed: str, run: Run, tmp_path: Path
) -> None:
    phh, target = tmp_path / "hands.phhs", tmp_path / "out.txt"
    text = write_all(deal_hands(game("ring", 3, 5, "phh")))
    phh.write_text(re.sub(r"(?m)^(day|month|year|time|time_zone) = .*\n", "", text), "utf-8")
    words = ["convert", phh, "--to", "pokerstars", "--currency", "USD", "-o", target]
    assert "with --date DAY they are written" in refusal(*words)
    assert run(*words, "--date", date) == (0, "", "")
    assert target.read_text("utf-8").count(printed) == 3
    assert "no finding" in run("check", target)[2]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--to phh --currency €", "`€` is not a currency: write its code, like EUR, or play"),
        ("--to pokerstars --date yesterday", "`yesterday` is not a day: write it like 2024-01-31"),
        ("--to jsonl --currency EUR", "--currency is for the text of a site (phh, pokerstars)"),
        ("--to text --keep", "--keep is for the text of a site"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    refusal: Refusal, options: str, sentence: str, merge: Path, tmp_path: Path
) -> None:
    assert sentence in refusal("convert", merge, *options.split(), "-o", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
