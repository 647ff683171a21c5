"""Sessions of thirty players, six at a table, of whom some are partners or friends: hands for audits of play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.hand import Hand
from histparse.simulate import Settings, Style, deal_hands
from histparse.simulate.settings import Stakes, invent_style
from tests.dealer.habits import Favour, Partner
from tests.dealer.writing import write_all

PLAYERS = [f"Player{number:02}" for number in range(30)]
SEATS, LENGTH = 6, 60
"""Players at a table, and hands of a session."""
STAKES = (Stakes(10, 20, 5), Stakes(100, 200, 50))
START = datetime(2024, 1, 1, 12, tzinfo=UTC)


class Sitting(Struct, frozen=True):
    """Players at a table for a while."""

    hour: int
    """Number of the hour; at even ones the stakes are low."""
    names: tuple[str, ...]
    table: int = 0
    hands: int = LENGTH
    minutes: int = 0
    """After the hour."""


def sessions(
    number: int,
    seed: int,
    *,
    partners: Mapping[str, Partner] = {},
    companions: Collection[str] = (),
    shared_sessions: int = 0,
    tables: int = 1,
) -> str:
    """The text of sessions, at so many tables at a time, of players who come at random.

    But for the companions: they share a table in the first `shared_sessions`, and are not there in the others.
    """
    random = Random(seed)  # noqa: S311 - the same seed must give the same hands
    styles = {name: style(random, partners.get(name)) for name in PLAYERS}
    strangers = [name for name in PLAYERS if name not in companions]
    seated = [
        _seated(random, [*companions] if hour < shared_sessions else [], strangers, tables) for hour in range(number)
    ]
    return dealt(
        [
            Sitting(hour, names[SEATS * table : SEATS * (table + 1)], table)
            for hour, names in enumerate(seated)
            for table in range(tables)
        ],
        styles,
        random,
    )


def pairs(favour: Favour, chance_taken: float, shared_sessions: int, number: int, seed: int, *, both: bool) -> str:
    """Pairs who share a table in `shared_sessions`, and each play a third as many apart, with some of thirty others.

    `both`: each does the favour for the other; else only the first of a pair does. Of dumpers the second collects.
    """
    second_favour = Favour.COLLECT if favour is Favour.DUMP else favour
    random = Random(seed)  # noqa: S311 - as above
    styles = {name: style(random, None) for name in PLAYERS}
    seated: list[tuple[str, ...]] = []
    for place in range(number):
        first, second = pair = (f"First{place:02}", f"Second{place:02}")
        styles[first] = style(random, Partner(second, chance_taken, (favour,)))
        styles[second] = style(random, Partner(first, chance_taken, (second_favour,)) if both else None)
        companies = [pair] * shared_sessions + [(first,), (second,)] * (shared_sessions // 3)
        seated += [_seated(random, company, PLAYERS, 1) for company in companies]
    random.shuffle(seated)
    return dealt([Sitting(hour, companies) for hour, companies in enumerate(seated)], styles, random)


def innocents(hours: int, seed: int) -> str:
    """Thirty players, tight, usual and wild, at two tables, and hundreds who stay for twenty hands.

    Two are friends who come together, and sit where there is room; four are a family that plays at low stakes only.
    """
    random = Random(seed)  # noqa: S311 - as above
    styles = {name: style(random, None) for name in PLAYERS}
    friends, family = PLAYERS[:2], PLAYERS[2:6]
    sittings, visitors = [], (f"Visitor{number}" for number in count())
    for hour in range(hours):
        regulars = [*friends] if random.random() < 1 / 2 else []
        regulars += random.sample(family, 3) if hour % 2 == 0 else []
        regulars += random.sample(PLAYERS[6:], 2 * (SEATS - 1) - len(regulars))
        random.shuffle(regulars)
        for table in range(2):
            for minutes in (0, 20, 40):
                visitor = next(visitors)
                styles[visitor] = style(random, None)
                names = (*regulars[table::2], visitor)
                sittings.append(Sitting(hour, names, table, LENGTH // 3, minutes))
    return dealt(sittings, styles, random)


def _seated(random: Random, company: Collection[str], strangers: Collection[str], tables: int) -> tuple[str, ...]:
    return (*company, *random.sample([*strangers], SEATS * tables - len(company)))


def style(random: Random, partner: Partner | None) -> Style:
    """Tight and wild players are among them."""
    style_invented = invent_style(random, random.choice((0.15, 0.45, 0.45, 0.8)))
    return replace(style_invented, habit=partner) if partner else style_invented


def dealt(sittings: Collection[Sitting], styles: Mapping[str, Style], random: Random) -> str:
    """The text of all their hands."""
    return write_all(hand for sitting in sittings for hand in _session(sitting, styles, random))


def _session(sitting: Sitting, styles: Mapping[str, Style], random: Random) -> Iterator[Hand]:
    return deal_at_table(
        random,
        sorted(sitting.names),
        styles,
        hands=sitting.hands,
        stakes=(STAKES[sitting.hour % 2],),
        table=f"Table {sitting.hour} {sitting.table}",
        start=START + timedelta(hours=3 * sitting.hour, minutes=sitting.minutes),
        stacks=(20, 40),
    )


def deal_at_table(
    random: Random, names: Collection[str], styles: Mapping[str, Style], **settings: Any
) -> Iterator[Hand]:
    """Hands of these players alone, nobody's cards known."""
    return deal_hands(
        Settings(
            seed=random.randrange(10**9),
            players=(len(names), len(names)),
            hero=None,
            regulars={name: styles[name] for name in names},
            chatter=0,
            **settings,
        )
    )
