"""An act told in words that nobody knows makes no later finding: what follows it is uncertain."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from histparse.dealer import deal_hands
from histparse.house import house
from histparse.parser import parse_hand
from histparse.reader import HandText
from histparse.replay.engine import judge
from histparse.writers import write
from tests.dealer.games import GAMES, game

HANDS = 1_000 if os.environ.get("HISTPARSE_SOAK") else 25
ACTS = (
    ": posts ",
    ": folds",
    ": checks",
    ": calls ",
    ": bets ",
    ": raises ",
    ": discards ",
    ": stands pat",
    " collected ",
)
SAMPLE = Path(__file__).parents[2] / "sample_histories" / "illegal" / "BET02_fifth_bet.txt"


def codes(text: str) -> list[tuple[str, int]]:
    """All that is found in one hand."""
    parsed = parse_hand(HandText("x.txt", 1, text.rstrip(), "pokerstars"))
    assert parsed.hand is not None
    judged = judge(parsed.hand, house("pokerstars")).findings
    return [(finding.code, finding.line) for finding in (*parsed.findings, *judged)]


@pytest.mark.parametrize("name", GAMES)
def test_an_act_in_unknown_words_is_one_unknown_line_and_nothing_else(name: str) -> None:
    random = Random(3)  # noqa: S311 - the same lines in every run
    for hand in deal_hands(game(name, HANDS, seed=9)):
        lines = write(hand).rstrip().split("\n")
        players = [seat.player for seat in hand.seats]
        acts = [
            (number, player)
            for number, line in enumerate(lines)
            for player in players
            if any(line.startswith(player + act) for act in ACTS)
        ]
        number, player = random.choice(acts)
        lines[number] = f"{player} does as he likes"
        assert codes("\n".join(lines)) == [("SYN03", number + 1)], "\n".join(lines)


@pytest.mark.parametrize(
    ("before", "words", "found"),
    [
        ("Katja72: raises $2 to $8", "Odd_Tomas waves a hand", False),
        ("Katja72: raises $2 to $8", "Nobody waves a hand", True),
        ("*** SUMMARY ***", "Odd_Tomas waves a hand", True),
        ("Table ", "Odd_Tomas waves a hand", True),
    ],
)
def test_only_what_follows_a_player_s_unknown_line_is_doubtful(before: str, words: str, found: bool) -> None:
    text = SAMPLE.read_text(encoding="utf-8").replace(f"\n{before}", f"\n{words}\n{before}", 1)
    assert [code for code, _ in codes(text)] == ["SYN03"] + ["BET02"] * found
