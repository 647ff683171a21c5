"""Deals the sessions in sample_histories/winamax anew: `python -m tests.simulate.deal_winamax`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

from histparse.model.hand import Hand
from histparse.model.house import house
from histparse.simulate import Settings, Stakes, deal_hands
from tests.dealer.winamax import WINAMAX
from tests.dealer.writing import write
from tests.simulate.deal_samples import DUEL, LEVELS, PEOPLE

FOLDER = Path("sample_histories", "winamax")

SITE: dict[str, Any] = {"writer": WINAMAX, "house": house("winamax"), "hero": "Katja72", "currency": "EUR"}

SESSIONS = {
    "8_games": Settings(
        hands=60,
        seed=5,
        players=(2, 2),
        stacks=(10, 40),
        stakes=(Stakes(500, 1000, 250),),
        table="Honfleur",
        start=datetime(2016, 10, 8, 20, 15, tzinfo=UTC),
        regulars=DUEL,
        **SITE,
    ),
    "six_handed": Settings(
        hands=120,
        seed=6,
        players=(4, 6),
        callers=0.6,
        stacks=(2, 25),
        stakes=(Stakes(50, 100, 25),),
        table="Quimper 02",
        start=datetime(2016, 10, 9, 19, 40, tzinfo=UTC),
        regulars=PEOPLE,
        **SITE,
    ),
    "tournament": Settings(
        hands=70,
        seed=9,
        players=(6, 6),
        stacks=(25, 30),
        levels=LEVELS,
        buy_in=(900, 100),
        start=datetime(2016, 10, 16, 18, 0, tzinfo=UTC),
        regulars=PEOPLE,
        **SITE,
    ),
    "play_money_export": Settings(
        hands=50,
        seed=3,
        players=(3, 6),
        callers=0.8,
        stacks=(3, 20),
        stakes=(Stakes(50, 100, 25),),
        start=datetime(2016, 10, 21, 21, 5, tzinfo=UTC),
        regulars=PEOPLE,
        **SITE | {"currency": "play"},
    ),
}

STUD = """*** ANTE/BLINDS ***
{hero.player} posts ante 1€
{other.player} posts ante 1€
*** 3rd STREET ***
Dealt to {hero.player} [Qc Qd 8h]
Dealt to {other.player} [X X 3s]
{other.player} brings in 2€
{hero.player} raises 5€ to 5€
{other.player} folds
{hero.player} collected 9€ from pot
*** SUMMARY ***
Total pot 9€ | No rake
Seat {hero.seat}: {hero.player} won 9€
"""

HOLDEM = """*** ANTE/BLINDS ***
{hero.player} posts small blind 2.50€
{other.player} posts big blind 5€
Dealt to {hero.player} [Ah Kd]
*** PRE-FLOP ***\x20
{hero.player} raises 5€ to 10€
{other.player} folds
{hero.player} collected 15€ from pot
*** SUMMARY ***
Total pot 15€ | No rake
Seat {hero.seat}: {hero.player} (small blind) (button) won 15€
"""

OTHER_GAMES = {
    "Razz fixed limit (1€/5€/10€)": STUD,
    "Holdem fixed limit (5€/10€)": HOLDEM,
    "7-Card Stud fixed limit (1€/5€/10€)": STUD,
    "Omaha8 fixed limit (5€/10€)": HOLDEM.replace("[Ah Kd]", "[As 2s 3d Kh]"),
}


def session(name: str) -> Iterator[str]:
    """The hands of a session; in a mix others stand between."""
    others = cycle(OTHER_GAMES)
    for count, hand in enumerate(deal_hands(SESSIONS[name]), start=1):
        yield write(hand)
        if name == "8_games" and count % 6 == 0:
            yield other_game(hand, next(others))


def other_game(hand: Hand, name: str) -> str:
    """A short hand of another game at the same table, which the hero wins."""
    header, table, *seats = write(hand).split("\n")[:4]
    header = header.replace("2-7 Triple Draw fixed limit (5€/10€)", name)
    header = header.replace(hand.header.hand_id, f"1{hand.header.hand_id}")
    hero, other = sorted(hand.seats, key=lambda seat: seat.player != hand.hero)
    play = OTHER_GAMES[name].format(hero=hero, other=other)
    return "\n".join((header, table, *seats, play)) + "\n\n\n"


def main() -> None:
    """Write the files, with the line ends that the site's program wrote."""
    for name in SESSIONS:
        text = "".join(session(name)).replace("\n", "\r\n")
        Path(FOLDER, f"session_{name}.txt").write_bytes(text.encode())


if __name__ == "__main__":
    main()
