"""Single hands with one fault that once went unnoticed, was reported many times, or was blamed on another line."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from histparse.judging.engine import judge
from histparse.model.cards import DECK
from histparse.model.house import house, house_of_site_or_lenient_default
from histparse.parsing.cutting import read_hand_texts
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.replay.table import Table
from tests.rules.altering import found_in, texts

SAMPLES = Path(__file__).parents[2] / "sample_histories"


def sample(name: str, hand: int = 0) -> str:
    """The text of one hand of a sample."""
    found = [piece for piece in read_hand_texts(SAMPLES / name) if isinstance(piece, HandText)]
    return found[hand].text


def codes(text: str, site: str, above: str = "") -> list[str]:
    return [finding.code for finding in found_in(text, above, site)]


def judged_table(text: str, site: str) -> Table:
    hand = parse_hand(HandText("x.txt", 1, text, site)).hand
    assert hand is not None
    return judge(hand, house(site)).table


STARS = "pokerstars/by_hand_six_handed_reshuffle.txt"
SIDE_POT = "pokerstars/by_hand_all_in_side_pot.txt"
TILT = "fulltilt/by_hand_side_pot_and_tie.txt"


def swapped(text: str, old: str, new: str) -> str:
    """The text with the first match of a pattern replaced."""
    changed = re.sub(old, new, text, count=1, flags=re.MULTILINE)
    assert changed != text
    return changed


def test_six_bets_are_beyond_the_cap_of_fixed_limit_alone() -> None:
    text = sample("pokerstars/by_hand_heads_up_snow.txt")
    bets = "".join(f"{name}: raises $1 to ${to}\n" for to, name in enumerate(["Katja72", "Old Smoothie"] * 3, 2))
    called = "Katja72: raises $1 to $2\nOld Smoothie: calls $1\n"
    fixed = text.replace(called, bets + "Katja72: calls $1\n").replace("9.50", "19.50").replace("pot $10 ", "pot $20 ")
    assert codes(fixed, "pokerstars") == ["BET02"]
    assert codes(fixed.replace("Lowball Limit ($1/$2", "Lowball No Limit ($0.50/$1"), "pokerstars") == []


def test_a_pot_of_dollars_is_halved_to_the_cent() -> None:
    dollar_more = sample(TILT).replace("Rake $3", "Rake $2")
    shares = {"45.50": "45.50", "46": "45"}
    for first, second in shares.items():
        text = dollar_more.replace("Katja72 ties for the main pot ($45)", f"Katja72 ties for the main pot (${first})")
        text = text.replace("snow.white ties for the main pot ($45)", f"snow.white ties for the main pot (${second})")
        text = text.replace("won ($105)", f"won (${60 + float(first):.2f})").replace("won ($45)", f"won (${second})")
        assert codes(text, "fulltilt") == ([] if first == second else ["POT04"])


def test_who_mucks_the_best_hand_for_two_pots_is_named_once() -> None:
    text = sample(SIDE_POT).replace("[9h 7c 6d 3h 2s]", "[7h 5h 4d 3d 2s]")
    assert codes(text, "pokerstars") == ["SHD07"]


@pytest.mark.parametrize("seat", range(1, 7))
def test_a_wrong_button_is_reported_once_and_play_is_followed_from_the_blinds(seat: int) -> None:
    text = sample(STARS)
    right = judged_table(text, "pokerstars").players
    wrong = re.sub(r"Seat #\d is the button", f"Seat #{seat} is the button", text)
    assert codes(wrong, "pokerstars") == (["BLD01"] if wrong != text else [])
    assert [player.name for player in judged_table(wrong, "pokerstars").players] == [player.name for player in right]


@pytest.mark.parametrize(
    ("big", "small", "right"),
    [
        ("10", "5", True),
        ("10", "5.01", False),
        ("5", "2.50", True),
        ("5", "2", True),
        ("5", "3", True),
        ("5", "2.51", False),
        ("3", "1", True),
        ("15", "10", True),
        ("0.25", "0.10", True),
        ("0.25", "0.08", False),
        ("0.05", "0.02", True),
        ("0.05", "0.04", False),
    ],
)
def test_how_a_house_may_round_the_small_blind(big: str, small: str, right: bool) -> None:
    stakes = f"${big}/${2 * float(big):g} USD"
    text = f"""PokerStars Hand #1:  Triple Draw 2-7 Lowball Limit ({stakes}) - 2013/02/10 20:04:02 ET
Table 'Lyra IV' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Ann: posts small blind ${small}
Bob: posts big blind ${big}
Ann: folds"""
    found = judge_complete(text)
    assert ("BLD02" in found) is not right


def judge_complete(text: str) -> list[str]:
    hand = parse_hand(HandText("x.txt", 1, text + "\n*** SUMMARY ***\nTotal pot $1 | Rake $0", "pokerstars")).hand
    assert hand is not None
    return [finding.code for finding in judge(hand, house("pokerstars")).findings]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (r"Pot: \$?([\d,]+)\b", r"Pot: 1\1", "POT01"),
        (r", (\d) Players", ", 9 Players", "POT01"),
    ],
)
def test_a_heading_of_full_tilt_states_the_pot(old: str, new: str, code: str) -> None:
    text = sample("fulltilt/session_cash_2013.txt")
    assert codes(text, "fulltilt") == []
    assert codes(swapped(text, old, new), "fulltilt") == [code]


def test_a_heading_of_an_old_client_states_the_pot_alone() -> None:
    text = sample("fulltilt/session_cash_2010.txt")
    assert codes(text, "fulltilt") == []
    (found,) = found_in(swapped(text, r"(DRAW \*\*\* \(Pot: \$)(\d)", r"\g<1>1\2"), "", "fulltilt")
    assert (found.code, found.message) == ("POT01", "the heading says the pot is $18; it is $8")


EXPOSED = """Full Tilt Poker Game #28840155093: Table Ash - $10/$20 - Limit 2-7 Triple Draw - 23:05:52 ET - 2011/3/2
Seat 1: Ann ($5)
Seat 3: Bob ($31)
Ann posts the small blind of $5, and is all in
Bob posts the big blind of $10
The button is in seat #1
Uncalled bet of $5 returned to Bob
*** HOLE CARDS ***
Ann shows [3d 4c 5h 7s Qc]
*** FIRST DRAW *** (Pot: $10)
Bob stands pat
Ann stands pat
*** SECOND DRAW *** (Pot: $10)
Bob stands pat
Ann stands pat
*** THIRD DRAW *** (Pot: $10)
Bob stands pat
Ann stands pat
*** SHOW DOWN ***
Bob shows [9s 7c 5d 4h 3c] 9,7,5,4,3
Ann shows [Qc 7s 5h 4c 3d] Q,7,5,4,3
Bob wins the pot ($10) with 9,7,5,4,3
*** SUMMARY ***
Total pot $10 | Rake $0
Seat 1: Ann (small blind) showed [Qc 7s 5h 4c 3d] and lost with Q,7,5,4,3
Seat 3: Bob (big blind) showed [9s 7c 5d 4h 3c] and won ($10) with 9,7,5,4,3
"""
"""Nobody can bet any more, so the site turns a hand up."""


def test_a_hand_is_turned_up_once() -> None:
    text = sample(TILT)
    assert codes(swapped(text, r"^(.* shows \[.*\n)", r"\1\1"), "fulltilt") == ["SHD01"]
    assert codes(EXPOSED, "fulltilt") == []
    early = swapped(sample(STARS), r"^(\*\*\* SHOW DOWN \*\*\*\n)(.*: shows \[.*\n)", r"\2\1\2")
    assert codes(early, "pokerstars") == ["SHD07"]


def test_full_tilt_deals_everybody_what_they_threw() -> None:
    text = sample("fulltilt/session_cash_2013.txt")
    (found,) = found_in(swapped(text, r"^.* is dealt \d cards?\n", ""), "", "fulltilt")
    assert found.code == "DRW06"
    assert re.fullmatch(rf"{found.player} discarded \d cards? but gets none", found.message)


def test_full_tilt_names_the_winning_hand() -> None:
    hands = (sample("fulltilt/session_cash_2013.txt", number) for number in range(20))
    text = next(text for text in hands if re.search(r"wins the pot .* with \w,", text))
    assert codes(re.sub(r"(wins the pot .* with ).*", r"\g<1>7,5,4,3,2", text), "fulltilt") == ["SHD05"]


def test_winamax_states_the_pot_less_the_rake() -> None:
    files = sorted((SAMPLES / "winamax").glob("session*"))
    text = next(text for file in files if "| Rake" in (text := sample(f"winamax/{file.name}")))
    (found,) = found_in(swapped(text, r"^Total pot (\d)", r"Total pot 9\1"), "", "winamax")
    assert found.code == "POT01"
    assert re.fullmatch(r"the summary says the pot is €9\S+; €\S+ was put in, less a rake of €\S+", found.message)


def test_winamax_names_the_highest_card() -> None:
    hands = (sample("winamax/" + name, 0) for name in sorted(file.name for file in (SAMPLES / "winamax").glob("*")))
    text = next(text for text in hands if re.search(r"shows .*\(High card : [^2]\)", text))
    assert codes(re.sub(r"(shows .*\(High card : )\w+", r"\g<1>2", text, count=1), "winamax") == ["SHD05"]


def test_an_all_in_player_s_fold_is_reported_once() -> None:
    text = sample(SIDE_POT)
    player = re.search(r"^(.*): .* and is all-in", text, re.MULTILINE)
    assert player
    folding = swapped(text, r"(\*\*\* THIRD DRAW \*\*\*\n)", rf"{re.escape(player[1])}: folds \n\1")
    assert codes(folding, "pokerstars")[1:] == []


def test_who_sits_out_and_folded_by_the_summary_is_reported_once() -> None:
    hands = (sample("fulltilt/session_cash_2010.txt", number) for number in range(120))
    text = next(text for text in hands if " is sitting out" in text.partition("*** SUMMARY ***")[2])
    before, _, after = text.rpartition(" is sitting out")
    assert codes(f"{before} folded before the Draw{after}", "fulltilt") == ["SHD06"]


PAT = """PokerStars Hand #1:  Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2013/02/10 20:04:02 ET
Table 'Lyra IV' 6-max Seat #1 is the button
Seat 1: Hero ($100 in chips)
Seat 2: Bob ($100 in chips)
Hero: posts small blind $0.50
Bob: posts big blind $1
*** DEALING HANDS ***
Dealt to Hero [2c 3h 5s Kd Ks]
Hero: calls $0.50
Bob: checks
*** FIRST DRAW ***
Bob: stands pat
Hero: discards 2 cards [Kd Ks]
Dealt to Hero [2c 3h 5s] [9d Kc]
Bob: checks
Hero: checks
*** SECOND DRAW ***
Bob: stands pat
Hero: discards 1 card [Kc]
Dealt to Hero [2c 3h 5s 9d] [7c]
Bob: checks
Hero: checks
*** THIRD DRAW ***
Bob: stands pat
Hero: stands pat on [2c 3h 5s 9d 7c]
Bob: checks
Hero: checks
*** SHOW DOWN ***
Bob: shows [8c 7d 6h 4c 2d] (Lo: 8,7,6,4,2)
Hero: mucks hand
Bob collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: Hero (button) (small blind) mucked [2c 3h 5s 9d 7c]
Seat 2: Bob (big blind) showed [8c 7d 6h 4c 2d] and won ($2) with Lo: 8,7,6,4,2"""


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (r"\[2c 3h 5s\] \[9d Kc\]", "[Qs 3h 5s] [9d Kc]", 14),
        (r"\[2c 3h 5s 9d\] \[7c\]", "[2c 3h Qs 9d] [7c]", 20),
        (r"pat on \[2c", "pat on [Qs", 25),
    ],
)
def test_a_line_against_what_was_stated_twice_is_wrong_and_the_known_cards_stand(old: str, new: str, line: int) -> None:
    assert found_in(PAT, "", "pokerstars") == []
    text = swapped(PAT, old, new)
    assert [(finding.code, finding.line) for finding in found_in(text, "", "pokerstars")] == [("DLT03", line)]
    hero = judged_table(text, "pokerstars").by_name["Hero"]
    assert set(hero.held or ()) == {"2c", "3h", "5s", "9d", "7c"}


def test_a_drawn_card_that_the_next_line_contradicts_is_reported_once() -> None:
    assert len(found_in(swapped(PAT, "9d Kc", "9d Qd"), "", "pokerstars")) == 1


@pytest.mark.parametrize("hand", ["8d 2h 5c 4d 9c", "8d 2h 5c 4d Kh"])
def test_one_card_may_come_back_to_a_player_who_has_drawn_one_since(hand: str) -> None:
    assert codes(swapped(sample(STARS), "8d 2h 5c 4d 7h", hand), "pokerstars") == []


@pytest.mark.parametrize("hand", ["8d 2h 5c Kh 9c", "Jd Qs Kh 4d 7h"])
def test_more_cards_may_not(hand: str) -> None:
    wrong = swapped(sample(STARS), "8d 2h 5c 4d 7h", hand)
    (finding,) = found_in(wrong, "", "pokerstars")
    assert (finding.code, wrong.splitlines()[finding.line - 1][:7]) == ("DLT02", "Seat 3:")
    assert "mira.low has drawn 1 card since" in finding.message


def lowered(text: str, amount: re.Match[str], chips: float) -> str:
    left = f"{float(amount[2].replace(',', '')) - chips:.2f}".removesuffix(".00")
    return f"{text[: amount.start(2)]}{left}{text[amount.end(2) :]}"


@pytest.mark.parametrize("name", ["short", "tiny"])
def test_what_only_a_net_of_kingsclub_shows_is_a_pot_of_theirs(name: str) -> None:
    """A payout that is too low is not made up for by a pot that never was."""
    found: Counter[str] = Counter()
    for above, text in texts("kingsclub", name, 60, seed=3):
        for paid in re.finditer(r"^(.* wins (?:.*pot(?: \d)? )?\()([\d.,]+)\)", text, re.MULTILINE):
            for chips in (0.01, 0.1, 1):
                if float(paid[2].replace(",", "")) > chips:
                    found.update([" ".join(codes(lowered(text, paid, chips), "kingsclub", above))])
    assert found.keys() == {"POT02"}
    assert found["POT02"] > 100


def test_a_lost_fold_of_somebody_who_does_nothing_else_is_found_at_merge() -> None:
    found: Counter[str] = Counter()
    for above, text in texts("merge", "ring", 40, seed=3):
        for fold in re.finditer(r'\t\t<event [^>]*type="FOLD"[^>]* player="(\d)"/>\n', text):
            if len(re.findall(rf'<event [^>]*player="{fold[1]}"', text)) == 1:
                found.update([" ".join(codes(text[: fold.start()] + text[fold.end() :], "merge", above))])
    assert found.keys() <= {"BET01", "BET09"}
    assert found.total() > 20


@pytest.mark.parametrize("site", ["fulltilt", "kingsclub", "merge", "pokerstars", "winamax"])
def test_a_bet_of_nothing_is_one_finding(site: str) -> None:
    wagers = r'( bets [$€]?|type="BET".* amount=")(\d[\d.]*)(?=€?$|")'
    for above, text in texts(site, "ring", 20, seed=5):
        for bet in re.finditer(wagers, text, re.MULTILINE):
            assert codes(f"{text[: bet.start(2)]}0{text[bet.end(2) :]}", site, above) == ["BET03"]


def test_chips_of_a_pot_won_by_a_better_hand_are_not_won_with_a_side_pot_of_winamax() -> None:
    """Its lines are no pots: what somebody wins in all is held against the pots that nobody shows a better hand for."""
    several = 0
    for above, text in texts("winamax", "short", 200, seed=3):
        if paid := re.search(
            r"^(.*) collected (\S+)€ from side pot 1\n(?!\1)(.*) collected (\S+)€ from main pot", text, re.M
        ):
            more, less = float(paid[2]) + 1, float(paid[4]) - 1
            wrong = text.replace(f"{paid[1]} collected {paid[2]}€", f"{paid[1]} collected {more:.2f}€")
            wrong = wrong.replace(f"{paid[3]} collected {paid[4]}€", f"{paid[3]} collected {less:.2f}€")
            wrong = wrong.replace(f" won {paid[2]}€", f" won {more:.2f}€").replace(
                f" won {paid[4]}€", f" won {less:.2f}€"
            )
            if less > 0 and text.count("collected") == 2:
                assert codes(wrong, "winamax", above) == ["POT04"], wrong
                several += 1
    assert several > 5


def test_chips_laid_on_the_table_are_no_act() -> None:
    text = sample(SIDE_POT)
    assert codes(swapped(text, r"^(\*\*\* SECOND DRAW.*\n)", r"\1Katja72: Table deposit $20\n"), "pokerstars") == []


@pytest.mark.parametrize("line", ["discards 2 cards [{}]", "stands pat on [{}]"])
def test_nobody_sees_what_another_throws_or_keeps(line: str) -> None:
    """The hero's own cards are printed."""
    number = 5 if "pat" in line else 2
    text = next(
        text for _, text in texts("pokerstars", "ring", 5, seed=11) if re.search(r"\n(?!Hero)\w+: discards 2", text)
    )
    free = [card for card in DECK if card not in text][:number]
    changed = re.sub(r"(\n(?!Hero)\w+: )discards 2 cards", rf"\1{line.format(' '.join(free))}", text, count=1)
    parsed = parse_hand(HandText("x.txt", 1, changed, "pokerstars"))
    assert parsed.hand is not None
    assert "DLT04" in {
        finding.code for finding in judge(parsed.hand, house_of_site_or_lenient_default("pokerstars")).findings
    }


def test_a_strange_line_between_seats_hides_no_wrong_pot() -> None:
    wrong = swapped(sample(STARS), r"^Total pot \$(\d)", r"Total pot $9\1")
    assert codes(wrong, "pokerstars") == ["POT01"]
    strange = swapped(wrong, r"^(Seat \d: .* in chips.*\n)", r"\1zorp blib\n")
    assert codes(strange, "pokerstars") == ["SYN03", "POT01"]
