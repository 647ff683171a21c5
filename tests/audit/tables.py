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
    number: int, seed: int, *, partners: Mapping[str, Partner] = {}, together: Collection[str] = (), met: int = 0
) -> str:
    """The text of sessions of players who come at random, but for those together: they sit in the first `met`."""
    random = Random(seed)  # noqa: S311 - the same seed must give the same hands
    styles = {name: _style(random, partners.get(name)) for name in PLAYERS}
    there = [{*together} if place < met else set[str]() for place in range(number)]
    return write_all(
        hand for place in range(number) for hand in _session(place, random, styles, there[place], together)
    )


def _style(random: Random, partner: Partner | None) -> Style:
    """Tight and wild players are among them."""
    made = invent(random, random.choice((0.15, 0.45, 0.45, 0.8)))
    return Style(made.loose, made.bold, made.pats, made.top, made.snows, made.breaks, partner=partner)


def _session(
    place: int, random: Random, styles: Mapping[str, Style], first: Collection[str], together: Collection[str]
) -> Iterator[Hand]:
    others = [name for name in PLAYERS if name not in together]
    sitting = [*first, *random.sample(others, SEATS - len(first))]
    there = sorted(sitting)
    settings = Settings(
        hands=LENGTH,
        seed=random.randrange(10**9),
        players=(len(there), len(there)),
        hero=None,
        regulars={name: styles[name] for name in there},
        stakes=(STAKES[place % 2],),
        table=f"Table {place}",
        start=datetime(2024, 1, 1, 12, tzinfo=ZoneInfo("UTC")) + timedelta(hours=3 * place),
        chatter=0,
        stacks=(20, 40),
    )
    return deal_hands(settings)
