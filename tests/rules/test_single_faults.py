"""Single hands with one fault that once went unnoticed, was reported many times, or was blamed on another line."""

from __future__ import annotations

import re

import pytest

from histparse.model.cards import DECK
from histparse.replay.table import Table
from tests.parsing.reading import codes, hand_texts, read_hand
from tests.rules.altering import find_codes, find_without_notes, judge_as_site, texts
from tests.samples import FOLDER


def sample(name: str) -> str:
    """The text of the first hand of a sample."""
    return hand_texts(FOLDER / name)[0].text


def judged_table(text: str) -> Table:
    return judge_as_site(read_hand(text, "pokerstars")).table


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
    assert find_codes(fixed, "pokerstars") == ["BET02"]
    assert find_codes(fixed.replace("Lowball Limit ($1/$2", "Lowball No Limit ($0.50/$1"), "pokerstars") == []


def test_a_pot_of_dollars_is_halved_to_the_cent() -> None:
    dollar_more = sample(TILT).replace("Rake $3", "Rake $2")
    shares = {"45.50": "45.50", "46": "45"}
    for first, second in shares.items():
        text = dollar_more.replace("Katja72 ties for the main pot ($45)", f"Katja72 ties for the main pot (${first})")
        text = text.replace("snow.white ties for the main pot ($45)", f"snow.white ties for the main pot (${second})")
        text = text.replace("won ($105)", f"won (${60 + float(first):.2f})").replace("won ($45)", f"won (${second})")
        assert find_codes(text, "fulltilt") == ([] if first == second else ["POT04"])


def test_who_mucks_the_best_hand_for_two_pots_is_named_once() -> None:
    text = sample(SIDE_POT).replace("[9h 7c 6d 3h 2s]", "[7h 5h 4d 3d 2s]")
    assert find_codes(text, "pokerstars") == ["SHD07"]


@pytest.mark.parametrize("seat", range(1, 7))
def test_a_wrong_button_is_reported_once_and_play_is_followed_from_the_blinds(seat: int) -> None:
    text = sample(STARS)
    wrong = re.sub(r"Seat #\d is the button", f"Seat #{seat} is the button", text)
    assert find_codes(wrong, "pokerstars") == (["BLD01"] if wrong != text else [])
    assert [*judged_table(wrong).by_name] == [*judged_table(text).by_name]


ROUNDED = ["5/10", "2.50/5", "2/5", "3/5", "1/3", "10/15", "0.10/0.25", "0.02/0.05"]
WRONG = ["5.01/10", "2.51/5", "0.08/0.25", "0.04/0.05"]


@pytest.mark.parametrize("blinds", [*ROUNDED, *WRONG])
def test_how_a_house_may_round_the_small_blind(blinds: str) -> None:
    small, big = blinds.split("/")
    stakes = f"${big}/${2 * float(big):g} USD"
    text = f"""PokerStars Hand #1:  Triple Draw 2-7 Lowball Limit ({stakes}) - 2013/02/10 20:04:02 ET
Table 'Lyra IV' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Ann: posts small blind ${small}
Bob: posts big blind ${big}
Ann: folds
*** SUMMARY ***
Total pot $1 | Rake $0"""
    findings = judge_as_site(read_hand(text, "pokerstars")).findings
    assert ("BLD02" in codes(findings)) is (blinds in WRONG)


@pytest.mark.parametrize(("old", "new"), [(r"Pot: \$?([\d,]+)\b", r"Pot: 1\1"), (r", (\d) Players", ", 9 Players")])
def test_a_heading_of_full_tilt_states_the_pot(old: str, new: str) -> None:
    text = sample("fulltilt/session_cash_2013.txt")
    assert find_codes(text, "fulltilt") == []
    assert find_codes(swapped(text, old, new), "fulltilt") == ["POT01"]


def test_a_heading_of_an_old_client_states_the_pot_alone() -> None:
    text = sample("fulltilt/session_cash_2010.txt")
    assert find_codes(text, "fulltilt") == []
    (finding,) = find_without_notes(swapped(text, r"(DRAW \*\*\* \(Pot: \$)(\d)", r"\g<1>1\2"), "fulltilt")
    assert (finding.code, finding.message) == ("POT01", "the heading says the pot is $18; it is $8")


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
    assert find_codes(swapped(text, r"^(.* shows \[.*\n)", r"\1\1"), "fulltilt") == ["SHD01"]
    assert find_codes(EXPOSED, "fulltilt") == []
    early = swapped(sample(STARS), r"^(\*\*\* SHOW DOWN \*\*\*\n)(.*: shows \[.*\n)", r"\2\1\2")
    assert find_codes(early, "pokerstars") == ["SHD07"]


def test_full_tilt_deals_everybody_what_they_threw() -> None:
    text = sample("fulltilt/session_cash_2013.txt")
    (finding,) = find_without_notes(swapped(text, r"^.* is dealt \d cards?\n", ""), "fulltilt")
    assert finding.code == "DRW06"
    assert re.fullmatch(rf"{finding.player} discarded \d cards? but gets none", finding.message)


def first_match(pattern: str, name: str) -> str:
    """The text of the first hand of these samples in which the pattern is found."""
    hands = (hand.text for file in sorted(FOLDER.glob(name)) for hand in hand_texts(file))
    return next(text for text in hands if re.search(pattern, text))


def test_full_tilt_names_the_winning_hand() -> None:
    text = first_match(r"wins the pot .* with \w,", "fulltilt/session_cash_2013.txt")
    assert find_codes(re.sub(r"(wins the pot .* with ).*", r"\g<1>7,5,4,3,2", text), "fulltilt") == ["SHD05"]


def test_winamax_states_the_pot_less_the_rake() -> None:
    text = first_match(r"\| Rake", "winamax/session*")
    (finding,) = find_without_notes(swapped(text, r"^Total pot (\d)", r"Total pot 9\1"), "winamax")
    assert finding.code == "POT01"
    assert re.fullmatch(r"the summary says the pot is €9\S+; €\S+ was put in, less a rake of €\S+", finding.message)


def test_winamax_names_the_highest_card() -> None:
    text = first_match(r"shows .*\(High card : [^2]\)", "winamax/*")
    assert find_codes(re.sub(r"(shows .*\(High card : )\w+", r"\g<1>2", text, count=1), "winamax") == ["SHD05"]


def test_an_all_in_player_s_fold_is_reported_once() -> None:
    text = sample(SIDE_POT)
    player = re.search(r"^(.*): .* and is all-in", text, re.MULTILINE)
    assert player
    folding = swapped(text, r"(\*\*\* THIRD DRAW \*\*\*\n)", rf"{re.escape(player[1])}: folds \n\1")
    assert find_codes(folding, "pokerstars")[1:] == []


def test_who_sits_out_and_folded_by_the_summary_is_reported_once() -> None:
    text = first_match(r"(?s)\*\*\* SUMMARY.* is sitting out", "fulltilt/session_cash_2010.txt")
    assert find_codes(" folded before the Draw".join(text.rsplit(" is sitting out", 1)), "fulltilt") == ["SHD06"]


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
    assert find_codes(PAT, "pokerstars") == []
    text = swapped(PAT, old, new)
    assert [(finding.code, finding.line) for finding in find_without_notes(text, "pokerstars")] == [("DLT03", line)]
    hero = judged_table(text).by_name["Hero"]
    assert set(hero.held or ()) == {"2c", "3h", "5s", "9d", "7c"}


def test_a_drawn_card_that_the_next_line_contradicts_is_reported_once() -> None:
    assert len(find_without_notes(swapped(PAT, "9d Kc", "9d Qd"), "pokerstars")) == 1


@pytest.mark.parametrize("hand", ["8d 2h 5c 4d 9c", "8d 2h 5c 4d Kh"])
def test_one_card_may_come_back_to_a_player_who_has_drawn_one_since(hand: str) -> None:
    assert find_codes(swapped(sample(STARS), "8d 2h 5c 4d 7h", hand), "pokerstars") == []


@pytest.mark.parametrize("hand", ["8d 2h 5c Kh 9c", "Jd Qs Kh 4d 7h"])
def test_more_cards_may_not(hand: str) -> None:
    wrong = swapped(sample(STARS), "8d 2h 5c 4d 7h", hand)
    (finding,) = find_without_notes(wrong, "pokerstars")
    assert (finding.code, wrong.splitlines()[finding.line - 1][:7]) == ("DLT02", "Seat 3:")
    assert "mira.low has drawn 1 card since" in finding.message


@pytest.mark.parametrize("name", ["short", "tiny"])
def test_what_only_a_net_of_kingsclub_shows_is_a_pot_of_theirs(name: str) -> None:
    """A payout that is too low is not made up for by a pot that never was."""
    tried = 0
    for heading, text in texts("kingsclub", name, 60, seed=3):
        for paid in re.finditer(r"^.* wins (?:.*pot(?: \d)? )?\(([\d.,]+)\)", text, re.MULTILINE):
            amount = float(paid[1].replace(",", ""))
            for chips in (0.01, 0.1, 1):
                if amount > chips:
                    lowered = f"{amount - chips:.2f}".removesuffix(".00")
                    wrong = f"{text[: paid.start(1)]}{lowered}{text[paid.end(1) :]}"
                    assert find_codes(wrong, "kingsclub", heading) == ["POT02"], wrong
                    tried += 1
    assert tried > 100


def test_a_lost_fold_of_somebody_who_does_nothing_else_is_found_at_merge() -> None:
    tried = 0
    for heading, text in texts("merge", "ring", 40, seed=3):
        for fold in re.finditer(r'\t\t<event [^>]*type="FOLD"[^>]* player="(\d)"/>\n', text):
            if len(re.findall(rf'<event [^>]*player="{fold[1]}"', text)) == 1:
                wrong = text.replace(fold[0], "", 1)
                assert find_codes(wrong, "merge", heading) in (["BET01"], ["BET09"]), wrong
                tried += 1
    assert tried > 20


@pytest.mark.parametrize("site", ["fulltilt", "kingsclub", "merge", "pokerstars", "winamax"])
def test_a_bet_of_nothing_is_one_finding(site: str) -> None:
    wagers = r'( bets [$€]?|type="BET".* amount=")(\d[\d.]*)(?=€?$|")'
    for heading, text in texts(site, "ring", 20, seed=5):
        for bet in re.finditer(wagers, text, re.MULTILINE):
            assert find_codes(f"{text[: bet.start(2)]}0{text[bet.end(2) :]}", site, heading) == ["BET03"]


def test_chips_of_a_pot_won_by_a_better_hand_are_not_won_with_a_side_pot_of_winamax() -> None:
    """Its lines are no pots: what somebody wins in all is held against the pots that nobody shows a better hand for."""
    several = 0
    payouts = r"^(.* collected )(\S+)€ from side pot 1\n(?!\1)(.* collected )(\S+)€ from main pot"
    for heading, text in texts("winamax", "short", 200, seed=3):
        paid = re.search(payouts, text, re.MULTILINE)
        if paid and float(paid[4]) > 1 and text.count("collected") == 2:
            wrong = text
            for collects, amount, difference in ((paid[1], paid[2], 1), (paid[3], paid[4], -1)):
                changed = f"{float(amount) + difference:.2f}€"
                wrong = wrong.replace(f"{collects}{amount}€", f"{collects}{changed}")
                wrong = wrong.replace(f" won {amount}€", f" won {changed}")
            assert find_codes(wrong, "winamax", heading) == ["POT04"], wrong
            several += 1
    assert several > 5


def test_chips_laid_on_the_table_are_no_act() -> None:
    text = sample(SIDE_POT)
    assert (
        find_codes(swapped(text, r"^(\*\*\* SECOND DRAW.*\n)", r"\1Katja72: Table deposit $20\n"), "pokerstars") == []
    )


@pytest.mark.parametrize("line", ["discards 2 cards [{}]", "stands pat on [{}]"])
def test_nobody_sees_what_another_throws_or_keeps(line: str) -> None:
    """The hero's own cards are printed."""
    number = 5 if "pat" in line else 2
    text = next(
        text for _, text in texts("pokerstars", "ring", 5, seed=11) if re.search(r"\n(?!Hero)\w+: discards 2", text)
    )
    free = [card for card in DECK if card not in text][:number]
    changed = re.sub(r"(\n(?!Hero)\w+: )discards 2 cards", rf"\1{line.format(' '.join(free))}", text, count=1)
    assert "DLT04" in find_codes(changed, "pokerstars")


def test_a_strange_line_between_seats_hides_no_wrong_pot() -> None:
    wrong = swapped(sample(STARS), r"^Total pot \$(\d)", r"Total pot $9\1")
    assert find_codes(wrong, "pokerstars") == ["POT01"]
    strange = swapped(wrong, r"^(Seat \d: .* in chips.*\n)", r"\1zorp blib\n")
    assert find_codes(strange, "pokerstars") == ["SYN03", "POT01"]
