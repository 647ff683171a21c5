"""Deals the sessions in sample_histories/fulltilt anew: `python -m tests.simulate.deal_fulltilt`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from histparse.model.events import DrawBegins, Note, SummaryBegins
from histparse.model.hand import Hand
from histparse.model.house import house
from histparse.simulate import Level, Rake, Settings, Stakes, deal_hands
from tests.dealer.fulltilt import FULL_TILT
from tests.dealer.writing import write
from tests.simulate.deal_samples import DUEL, PEOPLE

FOLDER = Path("sample_histories", "fulltilt")

SITE: dict[str, Any] = {"writer": FULL_TILT, "house": house("fulltilt"), "hero": "Katja72"}
LEVELS = tuple(
    Level("", Stakes(bet * 100, bet * 200, bet * 50), hands=14) for bet in (30, 40, 60, 80, 120, 200, 300, 500)
)

SESSIONS = {
    "cash_2010": Settings(
        hands=120,
        seed=4,
        players=(4, 6),
        stakes=(Stakes(200, 400, 100),),
        table="Alder Creek",
        start=datetime(2010, 11, 7, 19, 12, tzinfo=UTC),
        regulars=PEOPLE,
        chatter=0.3,
        **SITE,
    ),
    "archive_2011": Settings(
        hands=40,
        seed=6,
        players=(3, 5),
        stakes=(Stakes(150_000, 300_000, 75_000),),
        rake=Rake(5, 500),
        table="harkness25",
        start=datetime(2011, 1, 15, 13, 40, tzinfo=UTC),
        regulars=PEOPLE,
        **SITE,
    ),
    "ten_game_2011": Settings(
        hands=48,
        seed=9,
        players=(4, 6),
        stakes=(Stakes(500, 1000, 250),),
        table="Old Ferry",
        start=datetime(2011, 4, 3, 20, 25, tzinfo=UTC),
        regulars=PEOPLE,
        zone="CET",
        chatter=0.6,
        **SITE,
    ),
    "sit_and_go_2012": Settings(
        hands=80,
        seed=3,
        players=(2, 2),
        stacks=(25, 25),
        levels=LEVELS,
        buy_in=(1000, 0),
        start=datetime(2012, 11, 18, 1, 3, tzinfo=UTC),
        regulars=DUEL,
        **SITE,
    ),
    "cash_2013": Settings(
        hands=60,
        seed=2,
        players=(5, 6),
        callers=0.85,
        stacks=(3, 25),
        stakes=(Stakes(500, 1000, 250),),
        table="Marlow",
        start=datetime(2013, 5, 8, 18, 0, tzinfo=UTC),
        regulars={"Katja72": PEOPLE["Katja72"]},
        kind="deep",
        **SITE,
    ),
}

OTHER_GAME = """Seat {hero.seat}: {hero.player} ($200)
Seat {other.seat}: {other.player} ($184.50)
{hero.player} posts the small blind of $2.50
{other.player} posts the big blind of $5
The button is in seat #{hero.seat}
*** HOLE CARDS ***
Dealt to {hero.player} [{cards}]
{hero.player} raises to $10
{other.player} folds
Uncalled bet of $5 returned to {hero.player}
{hero.player} mucks
{hero.player} wins the pot ($10)
*** SUMMARY ***
Total pot $10 | Rake $0
Seat {hero.seat}: {hero.player} (small blind) collected ($10), mucked
Seat {other.seat}: {other.player} (big blind) folded before the {street}
"""

# game: the hero's cards, the street before which they fold
OTHER_GAMES = {
    "Badugi": ("Ah 2s 4d Jc", "Draw"),
    "A-5 Triple Draw": ("5s Ah Tc 3h 2c", "Draw"),
    "Hold'em": ("Ah Kd", "Flop"),
    "Omaha H/L": ("As 2s 3d Kh", "Flop"),
}


def session(name: str) -> Iterator[str]:
    """The hands of a session; the archive numbers them, and where ten games take turns others stand between."""
    others = cycle(OTHER_GAMES)
    for count, hand in enumerate(deal_hands(SESSIONS[name]), start=1):
        if name.startswith("archive"):
            yield f"******************** # {count} *************************\n\n{write(archived(hand))}"
        else:
            yield write(hand)
        if name.startswith("ten_game") and count % 4 == 0:
            yield other_game(hand, next(others))


def archived(hand: Hand) -> Hand:
    """The hand with the line that the archive's summary begins with, and without the pot in its headings."""
    summary = next(event.line for event in hand.events if isinstance(event, SummaryBegins))
    took = 9 + 4 * len(hand.events)
    events = tuple(DrawBegins(e.line, e.draw) if isinstance(e, DrawBegins) else e for e in hand.events)
    return replace(hand, events=events, notes=(*hand.notes, Note(summary, "duration", f"Duration {took}s")))


def other_game(hand: Hand, name: str) -> str:
    """A short hand of another game at the same table, which the hero wins."""
    header = write(hand).split("\n")[0]
    header = header.replace("2-7 Triple Draw", name).replace(hand.header.hand_id, str(int(hand.header.hand_id) + 500))
    cards, street = OTHER_GAMES[name]
    hero, other = sorted(hand.seats, key=lambda seat: seat.player != hand.hero)[:2]
    return f"{header}\n{OTHER_GAME.format(hero=hero, other=other, cards=cards, street=street)}\n\n\n"


def encoded(name: str, text: str) -> bytes:
    """The bytes as users have them: from the client in UTF-16, from the archive with a mark, copied in plain UTF-8."""
    if name == "cash_2010":
        return b"\xff\xfe" + text.replace("\n", "\r\n").encode("utf-16-le")
    if name == "archive_2011":
        return text.replace("\n", "\r\n").encode("utf-8-sig")
    return text.encode()


def main() -> None:
    """Write the files."""
    for name in SESSIONS:
        Path(FOLDER, f"session_{name}.txt").write_bytes(encoded(name, "".join(session(name))))


if __name__ == "__main__":
    main()
