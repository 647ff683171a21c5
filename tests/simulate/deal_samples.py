"""Deals the sessions in sample_histories/pokerstars anew: `python -m tests.simulate.deal_samples`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

from histparse.model.hand import Hand
from histparse.simulate import Level, Settings, Stakes, Style, deal_hands
from tests.dealer.writing import write

FOLDER = Path("sample_histories", "pokerstars")

KATJA = Style(loose=0.5, bold=0.6, pats=(33, 95, 210), top="8", snows=0.02, breaks=0.1)
PEOPLE = {
    "Katja72": KATJA,
    "Bodo Pat": Style(loose=0.55, bold=0.35, pats=(121, 330, 1000), top="T", snows=0.0, breaks=0.0),
    "LimpLena": Style(loose=0.95, bold=0.08, pats=(30, 80, 200), top="9", snows=0.0, breaks=0.1),
    "snow.white": Style(loose=0.55, bold=0.7, pats=(45, 100, 240), top="8", snows=0.3, breaks=0.1),
    "Old Smoothie": Style(loose=0.25, bold=0.5, pats=(15, 40, 121), top="7", snows=0.0, breaks=0.3),
    "Max Raise": Style(loose=0.75, bold=1.0, pats=(52, 121, 300), top="8", snows=0.05, breaks=0.1),
}
DUEL = {name: PEOPLE[name] for name in ("Katja72", "snow.white")}
RING: dict[str, Any] = {"hero": "Katja72", "regulars": PEOPLE, "zone": "CET"}

BETS = (20, 30, 50, 80, 120, 200, 300, 500)
NAMES = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII")
LEVELS = tuple(
    Level(name, Stakes(bet * 100, bet * 200, bet * 50), hands=12) for name, bet in zip(NAMES, BETS, strict=True)
)

SESSIONS = {
    "cash_six_handed": Settings(
        hands=240,
        seed=4,
        players=(4, 6),
        stakes=(Stakes(50, 100, 25),),
        table="Wintergarten",
        start=datetime(2013, 3, 11, 19, 30, tzinfo=UTC),
        **RING,
    ),
    "cash_heads_up": Settings(
        hands=120,
        seed=3,
        players=(2, 2),
        stacks=(15, 40),
        stakes=(Stakes(100, 200, 50),),
        table="Nordlicht",
        start=datetime(2013, 3, 14, 20, 5, tzinfo=UTC),
        hero="Katja72",
        regulars=DUEL,
        zone="CET",
    ),
    "tournament": Settings(
        hands=110,
        seed=8,
        players=(6, 6),
        stacks=(30, 38),
        levels=LEVELS,
        buy_in=(1000, 100),
        start=datetime(2013, 3, 16, 18, 0, tzinfo=UTC),
        **RING,
    ),
    "home_game_8_game": Settings(
        hands=36,
        seed=5,
        players=(2, 2),
        stacks=(20, 20),
        levels=(Level("I", LEVELS[0].stakes, hands=99),),
        buy_in=(10000, 0),
        currency="play",
        mix="8-Game",
        kind="Home Game",
        club="Deuce & Deuce",
        start=datetime(2013, 3, 17, 16, 0, tzinfo=UTC),
        hero="Katja72",
        regulars=DUEL,
    ),
    "play_money": Settings(
        hands=40,
        seed=2,
        players=(3, 6),
        callers=0.8,
        stacks=(3, 25),
        currency="play",
        stakes=(Stakes(1000, 2000, 500),),
        start=datetime(2010, 11, 3, 21, 0, tzinfo=UTC),
        hero="Katja72",
        regulars={"Katja72": KATJA},
        chatter=0.9,
    ),
    "zoom": Settings(
        hands=40,
        seed=7,
        players=(5, 6),
        currency="EUR",
        stakes=(Stakes(25, 50, 10),),
        kind="Zoom",
        table="Polaris",
        start=datetime(2013, 3, 19, 20, 0, tzinfo=UTC),
        hero="Katja72",
        regulars={"Katja72": KATJA},
        zone="CET",
        chatter=0.3,
    ),
}

FLOP_GAME = """{hero}: posts small blind 10
{other}: posts big blind 20
*** HOLE CARDS ***
Dealt to {hero} [{cards}]
{hero}: raises 20 to 40
{other}: folds\x20
Uncalled bet (20) returned to {hero}
{hero} collected 40 from pot
*** SUMMARY ***
Total pot 40 | Rake 0\x20
Seat {hero_seat}: {hero} (button) (small blind) collected (40)
Seat {other_seat}: {other} (big blind) folded before Flop
"""

STUD_GAME = """{hero}: posts the ante 4
{other}: posts the ante 4
*** 3rd STREET ***
Dealt to {hero} [{cards}]
Dealt to {other} [{up}]
{other}: brings in for 6
{hero}: raises 14 to 20
{other}: folds\x20
Uncalled bet (14) returned to {hero}
{hero} collected 20 from pot
*** SUMMARY ***
Total pot 20 | Rake 0\x20
Seat {hero_seat}: {hero} collected (20)
Seat {other_seat}: {other} folded on the 3rd Street
"""

# game: its play, the hero's cards, the card turned up beside them
OTHER_GAMES = {
    "Hold'em Limit": (FLOP_GAME, "Ah Kd", ""),
    "Omaha Hi/Lo Limit": (FLOP_GAME, "As 2s 3d Kh", ""),
    "Razz Limit": (STUD_GAME, "2c 4d 3h", "Kc"),
    "7 Card Stud Limit": (STUD_GAME, "Qc Qd 8h", "3s"),
    "7 Card Stud Hi/Lo Limit": (STUD_GAME, "Ac 4c 5c", "2h"),
}


def session(settings: Settings) -> Iterator[str]:
    """The text of a session; a mix has a hand of another game after every fourth of ours."""
    others = cycle(OTHER_GAMES)
    for count, hand in enumerate(deal_hands(settings), start=1):
        yield write(hand)
        if settings.mix and count % 4 == 0:
            yield other_game(hand, next(others))


def other_game(hand: Hand, name: str) -> str:
    """A short hand of another game at the same table, which the hero wins."""
    play, cards, up = OTHER_GAMES[name]
    header, table, *seats = write(hand).split("\n")[:4]
    header = header.replace("Triple Draw 2-7 Lowball Limit", name)
    header = header.replace(hand.header.hand_id, str(int(hand.header.hand_id) + 500))
    hero, other = sorted(hand.seats, key=lambda seat: seat.player != hand.hero)
    table = table.split(" Seat")[0] + (f" Seat #{hero.seat} is the button" if play is FLOP_GAME else "")
    story = play.format(
        hero=hero.player, other=other.player, hero_seat=hero.seat, other_seat=other.seat, cards=cards, up=up
    )
    return "\n".join((header, table, *seats, story)) + "\n\n\n"


def main() -> None:
    """Write the files: one of them as Windows would."""
    for name, settings in SESSIONS.items():
        text = "".join(session(settings))
        windows = settings.kind == "Zoom"
        data = text.replace("\n", "\r\n").encode("utf-8-sig") if windows else text.encode()
        Path(FOLDER, f"session_{name}.txt").write_bytes(data)


if __name__ == "__main__":
    main()
