"""Populations of innocent players who live as people do, at 100 to 3,000 hands each: hands for audits of play.

Friends come and sit together; most have a favourite table, which has the same name every evening; some evenings are
tournaments. Players sit for hours, in good and bad moods, come late and leave early. Few regulars fill small databases.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from histparse.model.hand import Hand
from histparse.simulate import Style
from histparse.simulate.settings import Level, Stakes
from tests.audit.tables import SEATS, STAKES, deal_at_table, style
from tests.dealer.habits import Partner
from tests.dealer.writing import write_all

TABLES = ("Antares", "Bellatrix", "Capella")
LEVELS = tuple(
    Level(name, Stakes(10 * 2**number, 20 * 2**number, 5 * 2**number), 25)
    for number, name in enumerate(("I", "II", "III"))
)
START = datetime(2024, 1, 1, 19, tzinfo=ZoneInfo("UTC"))
STACKS = (15, 50)
MOOD = 0.15
"""How far looseness and boldness stray from one evening to the next, as a standard deviation."""


def lived(seed: int, partners: Mapping[str, Partner] = {}) -> str:
    """The text of a population; the partners are its first players, who are friends."""
    random = Random(seed)  # noqa: S311 - the same seed must give the same hands
    wanted = int(100 * 30 ** random.random())
    players = [f"Player{number:02}" for number in range(random.randint(6, 8 + wanted // 100))]
    styles = {name: style(random, partners.get(name)) for name in players}
    friends = [(players[number], players[number + 1]) for number in range(0, 2 * random.randint(1, 3), 2)]
    favourite = {name: random.choice(TABLES) for name in players if random.random() < 3 / 4}
    favourite |= {second: favourite.get(first, TABLES[0]) for first, second in friends}
    hands, day = list[Hand](), 0
    while len(hands) < wanted:
        day += random.randint(1, 4)
        guests = _choose_guests(random, players, friends)
        moods = {name: _mood(random, styles[name]) for name in guests}
        start = START + timedelta(days=day, minutes=random.randrange(120))
        if random.random() < 1 / 5:
            hands += deal_at_table(
                random, guests[:SEATS], moods, hands=random.randint(40, 90), levels=LEVELS, start=start, stacks=STACKS
            )
        else:
            hands += _cash(random, moods, _by_table(guests, favourite), start)
    return write_all(hands[:wanted])


def _choose_guests(random: Random, players: list[str], friends: list[tuple[str, str]]) -> list[str]:
    """Some of them; who has a friend there mostly comes too."""
    guests = random.sample(players, random.randint(min(5, len(players)), len(players)))
    guests += [
        friend
        for pair in friends
        for first, friend in (pair, pair[::-1])
        if first in guests and friend not in guests and random.random() < 3 / 4
    ]
    return guests


def _mood(random: Random, usual: Style) -> Style:
    loose, bold = (min(1.0, max(0.0, usual_size + random.gauss(0, MOOD))) for usual_size in (usual.loose, usual.bold))
    return replace(usual, loose=loose, bold=bold)


def _by_table(guests: list[str], favourite: Mapping[str, str]) -> dict[str, list[str]]:
    """Who sits where: at the favourite table while there is room, else at the least crowded one."""
    seated: dict[str, list[str]] = {table: [] for table in TABLES[: max(1, min(len(TABLES), len(guests) // 4))]}
    for name in guests:
        chosen = seated.get(favourite.get(name, ""), [])
        room = chosen if 0 < len(chosen) < SEATS else min(seated.values(), key=len)
        room.append(name)
    return {table: names[:SEATS] for table, names in seated.items() if len(names) > 1}


def _cash(random: Random, moods: Mapping[str, Style], tables: Mapping[str, list[str]], start: datetime) -> list[Hand]:
    """An evening: at every table somebody comes later and somebody leaves earlier."""
    hands, stakes = list[Hand](), random.choice(STAKES)
    for table, names in tables.items():
        early, late = names[: max(2, len(names) - 1)], names[len(names) > 2 :]
        for part, sitting in enumerate((early, names, late)):
            hands += deal_at_table(
                random,
                sitting,
                moods,
                hands=random.randint(8, 40),
                stakes=(stakes,),
                table=table,
                start=start + timedelta(minutes=75 * part),
                stacks=STACKS,
            )
    return hands
