"""Sessions of thirty players, six at a table, of whom some are partners: hands for audits of play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from histparse.export import write_all
from histparse.model.hand import Hand
from histparse.simulate import Settings, Style, deal_hands
from histparse.simulate.settings import Stakes
from histparse.simulate.styles import Partner, invent

PLAYERS = [f"Player{number:02}" for number in range(30)]
SEATS, LENGTH = 6, 60
"""Players at a table, and hands of a session."""
STAKES = (Stakes(10, 20, 5), Stakes(100, 200, 50))


def sessions(
    number: int,
    seed: int,
    *,
    partners: Mapping[str, Partner] = {},
    together: Collection[str] = (),
    met: int = 0,
    tables: int = 1,
) -> str:
    """The text of sessions, at so many tables at a time, of players who come at random.

    But for those together: they share a table in the first `met` sessions, and are not there in the others.
    """
    random = Random(seed)  # noqa: S311 - the same seed must give the same hands
    styles = {name: _style(random, partners.get(name)) for name in PLAYERS}
    seated = (_seated(random, [*together] if place < met else [], together, tables) for place in range(number))
    return write_all(
        hand
        for place, there in enumerate(seated)
        for table in range(tables)
        for hand in _session(place, table, random, styles, there[SEATS * table : SEATS * (table + 1)])
    )


def _seated(random: Random, first: Collection[str], together: Collection[str], tables: int) -> list[str]:
    return [*first, *random.sample([name for name in PLAYERS if name not in together], SEATS * tables - len(first))]


def _style(random: Random, partner: Partner | None) -> Style:
    """Tight and wild players are among them."""
    made = invent(random, random.choice((0.15, 0.45, 0.45, 0.8)))
    return Style(made.loose, made.bold, made.pats, made.top, made.snows, made.breaks, partner=partner)


def _session(
    place: int, table: int, random: Random, styles: Mapping[str, Style], sitting: Collection[str]
) -> Iterator[Hand]:
    there = sorted(sitting)
    settings = Settings(
        hands=LENGTH,
        seed=random.randrange(10**9),
        players=(len(there), len(there)),
        hero=None,
        regulars={name: styles[name] for name in there},
        stakes=(STAKES[place % 2],),
        table=f"Table {place} {table}",
        start=datetime(2024, 1, 1, 12, tzinfo=ZoneInfo("UTC")) + timedelta(hours=3 * place),
        chatter=0,
        stacks=(20, 40),
    )
    return deal_hands(settings)
