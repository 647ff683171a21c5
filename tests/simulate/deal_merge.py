"""Deals the sessions in sample_histories/merge anew: `python -m tests.simulate.deal_merge`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

from histparse.model.hand import Hand
from histparse.model.house import house
from histparse.simulate import Level, Settings, Stakes, deal_hands
from tests.dealer.merge import MERGE
from tests.dealer.writing import pages
from tests.simulate.deal_samples import DUEL, PEOPLE

FOLDER = Path("sample_histories", "merge")

SITE: dict[str, Any] = {"writer": MERGE, "house": house("merge"), "hero": "Katja72"}
LEVELS = tuple(
    Level(str(number), Stakes(bet * 100, bet * 200, bet * 50), hands=10)
    for number, bet in enumerate((20, 30, 50, 80, 120, 200, 300, 500), start=1)
)

SESSIONS = {
    "heads_up_2011": Settings(
        hands=60,
        seed=8,
        players=(2, 2),
        stacks=(12, 25),
        stakes=(Stakes(100, 200, 50),),
        table="Minnewaska",
        start=datetime(2011, 4, 19, 12, 52, tzinfo=UTC),
        regulars=DUEL,
        chatter=0.6,
        **SITE,
    ),
    "six_handed_2011": Settings(
        hands=80,
        seed=5,
        players=(4, 6),
        stakes=(Stakes(500, 1000, 200),),
        table="Bow Lake",
        start=datetime(2011, 11, 3, 21, 14, tzinfo=UTC),
        regulars=PEOPLE,
        **SITE,
    ),
    "tournament_2011": Settings(
        hands=60,
        seed=6,
        players=(6, 6),
        stacks=(30, 38),
        levels=LEVELS,
        start=datetime(2011, 12, 4, 20, 0, tzinfo=UTC),
        regulars=PEOPLE,
        **SITE,
    ),
    "description_lost": Settings(
        hands=20,
        seed=3,
        players=(3, 5),
        callers=0.8,
        stacks=(2, 12),
        stakes=(Stakes(50, 100, 25),),
        table="Goyang",
        start=datetime(2012, 8, 14, 17, 50, tzinfo=UTC),
        regulars=PEOPLE,
        **SITE,
    ),
}

# game: its number, how many cards are held, the hero's
OTHER_GAMES = {"A-5 Lowball": (63, 5, "5s,Ah,Tc,3h,2c"), "Badugi": (71, 4, "Ah,2s,4d,Jc")}


def session(name: str) -> Iterator[str]:
    """The hands of a session; games of other kinds stand between some of them."""
    hands = list(deal_hands(SESSIONS[name]))
    others = cycle(OTHER_GAMES)
    for count, (hand, page) in enumerate(zip(hands, pages(hands), strict=True), start=1):
        text = page if name != "description_lost" else page.removeprefix(MERGE.heading(hand) + "\n")
        yield text.rstrip("\n") + "\n\n"
        if name.startswith("six_handed") and count % 20 == 0:
            yield other_game(hand, next(others)) + f"\n{MERGE.heading(hand)}\n"


def other_game(hand: Hand, name: str) -> str:
    """A short game of another kind at the same table, which the hero wins from the big blind."""
    number, cards, held = OTHER_GAMES[name]
    table, hand_number = hand.header.hand_id.split("-")
    game, players, *rest = [text for _, text in MERGE.lines(hand)]
    game = game.replace(hand.header.hand_id, f"{table}-{int(hand_number) + 1000}")
    game = game.replace('gametype="67"', f'gametype="{number}"').replace('cards="5"', f'cards="{cards}"')
    seats = rest[: len(hand.seats) + 1]
    hero = next(seat.seat for seat in hand.seats if seat.player == hand.hero)
    played = [
        '\t<round id="BLINDS" sequence="1">',
        f'\t\t<event sequence="1" type="BIG_BLIND" timestamp="1320354900000" player="{hero}" amount="5.00"/>',
        "\t</round>",
        '\t<round id="PRE_FIRST_DRAW" sequence="2">',
        f'\t\t<cards type="HOLE" cards="{held}" player="{hero}" hand=""/>',
        "\t</round>",
        '\t<round id="END_OF_FOLDED_GAME" sequence="3">',
        f'\t\t<winner amount="5.00" uncalled="false" potnumber="1" player="{hero}" pottype="n"/>',
        "\t</round>",
        "</game>",
    ]
    return "\n".join([f'<description type="{name}" stakes="Limit $5/$10"/>', game, players, *seats, *played, ""])


def main() -> None:
    """Write the files, with the line ends of the site's program."""
    for name in SESSIONS:
        Path(FOLDER, f"session_{name}.xml").write_bytes("".join(session(name)).replace("\n", "\r\n").encode())


if __name__ == "__main__":
    main()
