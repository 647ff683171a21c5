"""Deals the sessions in sample_histories/kingsclub anew: `python -m tests.simulate.deal_kingsclub`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

from histparse.model.hand import Hand
from histparse.model.house import house
from histparse.simulate import Rake, Settings, Stakes, deal_hands
from tests.dealer.kingsclub import KINGS_CLUB
from tests.dealer.writing import write
from tests.simulate.deal_samples import DUEL, PEOPLE

FOLDER = Path("sample_histories", "kingsclub")

SITE: dict[str, Any] = {"writer": KINGS_CLUB, "house": house("kingsclub"), "hero": "Katja72", "rake": Rake(1, 700)}

SESSIONS = {
    "seven_handed_mix": Settings(
        hands=100,
        seed=4,
        players=(6, 7),
        callers=0.6,
        stacks=(10, 40),
        stakes=(Stakes(4400, 8800, 2200, ante=1100),),
        table="Round the Clock Mix 2",
        start=datetime(2020, 12, 30, 18, 54, tzinfo=UTC),
        regulars=PEOPLE,
        **SITE,
    ),
    "heads_up": Settings(
        hands=60,
        seed=7,
        players=(2, 2),
        stacks=(10, 30),
        stakes=(Stakes(4000, 8000, 2000),),
        table="Two of a Kind",
        start=datetime(2021, 1, 2, 15, 40, tzinfo=UTC),
        regulars=DUEL,
        **SITE,
    ),
    "short_stacks": Settings(
        hands=60,
        seed=9,
        players=(3, 6),
        callers=0.85,
        stacks=(1, 6),
        stakes=(Stakes(1100, 2200, 550, ante=275),),
        table="Pocket Change",
        start=datetime(2021, 8, 4, 5, 20, tzinfo=UTC),
        regulars=PEOPLE,
        **SITE,
    ),
}

RAZZ = """{hero.player}: posts ante 11
{other.player}: posts ante 11
Dealt to {hero.player}: [2c 4d 3h]
Dealt to {other.player}: [X X Kc]
{other.player} brings in for 22
{hero.player} raises to 44
{other.player} folds
*** SUMMARY ***
Seat {hero.seat}: {hero.player} ({won}) +33
Seat {other.seat}: {other.player} ({lost}) -33
{hero.player} wins pot (66)
"""

DRAW = """{hero.player}: posts the small blind 22
{other.player}: posts the big blind 44
Dealt to {hero.player}: [Ah 2s 4d Jc 5c]
Dealt to {other.player}: [X X X X X]
{hero.player} raises to 88
{other.player} folds
*** SUMMARY ***
Seat {hero.seat}: {hero.player} ({won}) +44
Seat {other.seat}: {other.player} ({lost}) -44
{hero.player} wins pot (88)
"""

OTHER_GAMES = {"Limit 2-7 Razz": RAZZ, "Limit Badeucey": DRAW, "Limit 2-7 Drawmaha": DRAW, "Limit Badacey": DRAW}


def session(name: str) -> Iterator[str]:
    """The hands of a session; in a mix others stand between."""
    others = cycle(OTHER_GAMES)
    for count, hand in enumerate(deal_hands(SESSIONS[name]), start=1):
        yield write(hand)
        if name.endswith("mix") and count % 8 == 0:
            yield other_game(hand, next(others))


def other_game(hand: Hand, name: str) -> str:
    """A short hand of another game at the same table, which the hero wins."""
    header, time, table = write(hand).split("\n")[:3]
    header = header.replace("Limit 2-7 Triple Draw", name)
    header = header.replace(hand.header.hand_id, str(int(hand.header.hand_id) + 500))
    hero, other = sorted(hand.seats, key=lambda seat: seat.player != hand.hero)[:2]
    seats = [f"Seat {seat.seat}: {seat.player} (2,000)" for seat in sorted((hero, other), key=lambda seat: seat.seat)]
    change = 33 if OTHER_GAMES[name] is RAZZ else 44
    play = OTHER_GAMES[name].format(hero=hero, other=other, won=f"{2000 + change:,}", lost=f"{2000 - change:,}")
    return "\n".join((header, time, table, *seats, play)) + "\n\n\n"


def main() -> None:
    """Write the files."""
    for name in SESSIONS:
        Path(FOLDER, f"session_{name}.txt").write_text("".join(session(name)), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
