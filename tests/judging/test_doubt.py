"""An act in unknown words causes no later finding: what follows it is uncertain."""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random

import pytest

from histparse.export import heading, sites, write
from histparse.judging.engine import judge
from histparse.model.events import Bet, Call, Check, Discard, Fold, Post, Raise, StandPat, SummaryBegins, Wager
from histparse.model.house import house_of
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.simulate import deal_hands
from tests.simulate.games import GAMES, game

HANDS = 1_000 if os.environ.get("HISTPARSE_SOAK") else 12
ACTS = (Post, Fold, Check, Call, Bet, Raise, Wager, Discard, StandPat)
SAMPLE = Path(__file__).parents[2] / "sample_histories" / "illegal" / "BET02_fifth_bet.txt"


def codes(text: str, site: str = "pokerstars", above: str = "") -> list[tuple[str, int]]:
    """All that is found in one hand."""
    parsed = parse_hand(HandText("x.txt", 1, text.rstrip(), site, above))
    assert parsed.hand is not None
    judged = judge(parsed.hand, house_of(site)).findings
    return [(finding.code, finding.line) for finding in (*parsed.findings, *judged)]


def in_unknown_words(line: str, player: str, site: str) -> str:
    """An act as no grammar has it."""
    match site:
        case "merge":
            return re.sub(r'type="\w+"', 'type="WAVE"', line)
        case "phh":
            return re.sub(r"(p\d) .*?(['\"])", r"\1 waves\2", line)
    # At Full Tilt the name before a colon may be anybody's who talks.
    return line if site == "fulltilt" and ": " in player else f"{player} waves a hand"


@pytest.mark.untraced
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("name", GAMES)
def test_an_act_in_unknown_words_is_one_unknown_line_and_nothing_else(site: str, name: str) -> None:
    random = Random(3)  # noqa: S311 - the same lines in every run
    for hand in deal_hands(game(name, HANDS, seed=9, site=site)):
        lines = write(hand).rstrip().split("\n")
        parsed = parse_hand(HandText("x.txt", 1, "\n".join(lines), site, heading(hand))).hand
        assert parsed is not None
        summary = next((event.line for event in parsed.events if isinstance(event, SummaryBegins)), len(lines) + 1)
        acts = [
            (event.line, event.player) for event in parsed.events if isinstance(event, ACTS) and event.line <= summary
        ]
        adapted = {at: in_unknown_words(lines[at - 1], player, site) for at, player in acts}
        at = random.choice([at for at, words in adapted.items() if words != lines[at - 1]])
        lines[at - 1] = adapted[at]
        found = codes("\n".join(lines), site, heading(hand))
        # Only its acts say that a hand of PHH is over.
        assert [one for one in found if site != "phh" or one[0] != "SYN02"] == [("SYN03", at)], "\n".join(lines)


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
