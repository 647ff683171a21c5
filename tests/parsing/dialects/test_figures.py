"""Every figure of a site is read, judged and written as a real hand shows it.

A dealer that writes what the judge expects proves nothing about a site: both are held against lines that sites printed.
"""

from __future__ import annotations

import re
from itertools import chain, pairwise
from pathlib import Path

import pytest
from msgspec.structs import asdict

from histparse.model.events import Collect, Total
from histparse.model.hand import Reading, StatedPot, UncalledBet
from histparse.parsing.coverage import Proof, list_known_lines
from histparse.parsing.dialects.base import dialects
from histparse.simulate import deal_hands
from tests.dealer.writing import write
from tests.parsing.reading import hand_texts
from tests.rules.altering import find_codes
from tests.simulate.games import game

LENIENT = asdict(
    Reading(
        stated_pot=StatedPot.NONE,
        uncalled=UncalledBet.UNSAID,
        marks_all_in=False,
        says_payouts=False,
        tells_draws=False,
    )
)
"""What is assumed of a site of which nothing is known: nobody is accused by it."""
TOTAL = re.compile(r"Total pot \$(\S+) Main pot \$(\S+)\.((?: Side pot\S* (?:\d )?\$\S+\.)+) \| Rake \$(\S+)")


@pytest.mark.parametrize("site", sorted({line.site for line in list_known_lines() if line.proof is Proof.SEEN}))
def test_a_real_hand_shows_every_figure(site: str) -> None:
    dialect = dialects()[site]
    claimed = {name for name, value in asdict(dialect.figures).items() if value != LENIENT[name]}
    shown = set(chain.from_iterable(dialect.seen_in.values()))
    assert claimed <= shown, f"name a real hand of {site} in `seen_in` for {claimed - shown}"
    assert shown <= LENIENT.keys()


def test_the_real_hands_are_there_and_silent(real_histories: Path) -> None:
    texts = {text.text: text for file in sorted(real_histories.glob("*/*")) for text in hand_texts(file)}
    named = {number for dialect in dialects().values() for number in dialect.seen_in}
    hands = {number: text for text in texts.values() for number in named if re.search(rf"\D{number}\b(?!-)", text.text)}
    assert len(hands) > 5
    for number, text in hands.items():
        assert all(code.startswith("SYN") for code in find_codes(text.text, text.site, text.heading)), number


# --- main and side pots ----------------------------------------------------------------------------------------------

TILT = """Full Tilt Poker Game #29705138396: Table X - $2.50/$5 - Limit 2-7 Triple Draw - 15:37:47 ET - 2011/04/01
Seat 1: Sue ($100)
Seat 2: Ann ($100)
Seat 3: Bob ($100)
Seat 4: Cal ($27.95)
Sue posts the small blind of $1.25
Ann posts the big blind of $2.50
The button is in seat #4
*** HOLE CARDS ***
Bob raises to $5
Cal raises to $7.50
Sue folds
Ann raises to $10
Bob calls $5
Cal calls $2.50
*** FIRST DRAW *** (Pot: $31.25)
Ann stands pat
Bob stands pat
Cal stands pat
Ann bets $2.50
Bob raises to $5
Cal raises to $7.50
Ann raises to $10
Bob calls $5
Cal calls $2.50
*** SECOND DRAW *** (Pot: $61.25)
Ann stands pat
Bob stands pat
Cal stands pat
Ann bets $5
Bob calls $5
Cal calls $5
*** THIRD DRAW *** (Pot: $76.25)
Ann stands pat
Bob stands pat
Cal stands pat
Ann checks
Bob checks
Cal bets $2.95, and is all in
Ann raises to $7.95
Bob calls $7.95
*** SHOW DOWN ***
Ann shows [8c 7d 5h 4c 2d] 8,7,5,4,2
Bob mucks
Ann wins the side pot ($10) with 8,7,5,4,2
Cal shows [7c 5d 4h 3c 2s] 7,5,4,3,2
Cal wins the main pot ($82.10) with 7,5,4,3,2
*** SUMMARY ***
Total pot $95.10 Main pot $85.10. Side pot $10. | Rake $3
Seat 1: Sue (small blind) folded before the Draw
Seat 2: Ann (big blind) showed [8c 7d 5h 4c 2d] and won ($10) with 8,7,5,4,2
Seat 3: Bob mucked
Seat 4: Cal (button) showed [7c 5d 4h 3c 2s] and won ($82.10) with 7,5,4,3,2"""
"""A hand around the real line of that number: the main pot stands before the rake, which comes from it alone."""


@pytest.mark.parametrize(
    ("parts", "codes"),
    [
        ("Main pot $85.10. Side pot $10.", []),
        ("Main pot $82.10. Side pot $10.", ["POT01"]),
        ("Main pot $84.10. Side pot $11.", ["POT06"]),
        ("Main pot $86.10. Side pot $9.", ["POT06"]),
    ],
)
def test_full_tilt_states_the_main_pot_before_the_rake(parts: str, codes: list[str]) -> None:
    text = TILT.replace("Main pot $85.10. Side pot $10.", parts)
    assert find_codes(text, "fulltilt") == codes


def test_full_tilt_s_rake_comes_from_the_main_pot() -> None:
    swaps = {"main pot ($82.10)": "main pot ($84.10)", "side pot ($10)": "side pot ($8)", "won ($10)": "won ($8)"}
    text = TILT.replace("won ($82.10)", "won ($84.10)")
    for old, new in swaps.items():
        text = text.replace(old, new)
    assert find_codes(text, "fulltilt") == ["POT06"]


@pytest.mark.parametrize("site", ["pokerstars", "fulltilt"])
def test_dealt_pots_are_stated_as_the_site_states_them(site: str) -> None:
    """PokerStars: 5.70 of 2.90, 2.55 and a rake of 0.25; Full Tilt: 95.10 of 85.10 and 10, a rake of 3 among them."""
    several = 0
    for hand in deal_hands(game("short", 400, seed=7, site=site)):
        paid = [event for event in hand.events if isinstance(event, Collect)]
        if total := TOTAL.search(write(hand)):
            pot, main, rake = (_cents(total[group]) for group in (1, 2, 4))
            sides = [_cents(amount) for amount in re.findall(r"\$(\S+)\.", total[3])]
            collected = [sum(share.amount for share in paid if share.pot == place) for place in range(len(sides) + 1)]
            several += rake > 0
            if site == "pokerstars":
                assert ([main, *sides], pot) == (collected, sum(collected) + rake)
            else:
                assert ([main - rake, *sides], pot) == (collected, main + sum(sides))
    assert several > 50


def _cents(amount: str) -> int:
    return round(float(amount.replace(",", "")) * 100)


@pytest.mark.parametrize("site", ["kingsclub", "merge", "phh", "winamax"])
def test_nobody_is_accused_by_parts_that_no_real_hand_shows(site: str) -> None:
    """No dealt hand of these sites states any: their writers have no line to follow."""
    hands = deal_hands(game("short", 200, seed=7, site=site))
    assert not [event for hand in hands for event in hand.events if isinstance(event, Total) and event.main is not None]


@pytest.mark.nightly
def test_winamax_pays_pots_of_one_winner_in_one_line_the_main_pot_last() -> None:
    several = 0
    for hand in deal_hands(game("short", 600, seed=7, site="winamax", currency="EUR")):
        paid = re.findall(r"^(.*) collected \S+ from (.*)", write(hand), re.MULTILINE)
        pots = list(dict.fromkeys(pot for _, pot in paid))
        if pots not in ([], ["pot"]):
            assert pots == [*(f"side pot {place}" for place in range(len(pots) - 1, 0, -1)), "main pot"]
            winners = [[player for player, paid_from in paid if paid_from == pot] for pot in pots]
            assert all(first != second or len(first) > 1 for first, second in pairwise(winners))
            several += 1
    assert several > 20
