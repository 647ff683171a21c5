"""The settings of the dealer: the game, the players and how they play."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct

from histparse.export import Writer, writer
from histparse.model.cards import Card
from histparse.model.house import House, house

if TYPE_CHECKING:  # they know the settings
    from histparse.simulate.choices import Intent
    from histparse.simulate.player import Player
    from histparse.simulate.state import Play


class Habit(Struct, frozen=True):
    """What a player does whatever their style; None leaves a choice to it."""

    def choose_bet(self, play: Play, player: Player, owed: int, *, may_raise: bool) -> Intent | None:
        """Fold, call or raise; `owed`: the price of a call in 1/100."""

    def choose_discards(self, play: Play, player: Player, draw: int) -> list[Card] | None:
        """Choose the cards to throw in draw 1-3; none to stand pat."""


class Style(Struct, frozen=True):
    """All numbers are between 0 and 1 unless stated otherwise."""

    loose: float = 0.45
    """How willing they are to call."""
    bold: float = 0.45
    """How willing they are to bet and raise."""
    pats: tuple[int, int, int] = (45, 100, 240)
    """The worst rank number they stand pat on in draws 1, 2, 3."""
    top: str = "8"
    """The highest rank they keep when they draw."""
    snows: float = 0.02
    """How often they snow: stand pat on nothing and bet."""
    breaks: float = 0.1
    """How often they draw to a better hand instead of standing pat."""
    habit: Habit = Habit()
    """What they do instead of what follows from these numbers."""


def invent_style(random: Random, mean_looseness: float) -> Style:
    """Somebody's style, around the looseness `mean_looseness`."""
    loose = min(1.0, max(0.0, mean_looseness + random.uniform(-0.2, 0.2)))
    reach = random.uniform(0.5, 1.6)
    return Style(
        loose=loose,
        bold=random.uniform(0.15, 0.8),
        pats=(int(45 * reach), int(100 * reach), int(240 * reach)),
        top=random.choice("788899T"),
        snows=random.choice((0.0, 0.01, 0.04, 0.12)),
        breaks=random.uniform(0.0, 0.3),
    )


class Stakes(Struct, frozen=True):
    """Bets, blinds and ante in 1/100 of the currency's unit or chip."""

    small_bet: int
    big_bet: int
    small_blind: int
    ante: int = 0

    @property
    def big_blind(self) -> int:
        """As large as the small bet, at every known house."""
        return self.small_bet


class Level(Struct, frozen=True):
    """A level of a tournament, and how many hands it lasts."""

    name: str
    stakes: Stakes
    hands: int


class Rake(Struct, frozen=True):
    """The rake of a pot if cards were drawn: `percent`, rounded down, at most `most`."""

    percent: int = 5
    most: int = 300


class Settings(Struct, frozen=True, kw_only=True):
    """The settings of a simulation. The same settings always give the same hands."""

    hands: int
    seed: int = 1
    house: House = house("pokerstars")
    writer: Writer = writer("pokerstars")
    """The writer of the site whose hands these are: a hand keeps some of its words verbatim."""
    players: tuple[int, int] = (2, 6)
    """Minimum and maximum number of players dealt in; cash players come and go between the two."""
    stacks: tuple[int, int] = (5, 40)
    """Starting stacks, in big bets. Short ones provoke all-ins."""
    callers: float = 0.45
    """How loose the players are, 0 to 1. With many callers the deck runs out in about half of six-handed hands."""
    stakes: tuple[Stakes, ...] = (Stakes(10, 20, 5),)
    """A new table gets one of them."""
    currency: str = "USD"
    """ISO code, or `play`. Tournaments play for `chips`."""
    rake: Rake = Rake()
    levels: tuple[Level, ...] = ()
    """With levels it is a tournament: no rake, nobody joins, the last player with chips wins, then the next begins."""
    buy_in: tuple[int, int] = (1000, 100)
    """Price and fee of a tournament in 1/100 of `currency`."""
    hero: str | None = "Hero"
    """The player whose cards the text shows, who never leaves a cash table. None: no hero."""
    regulars: dict[str, Style] = {}
    """Players who are seated first, with their styles. The others are invented."""
    table: str | None = None
    """The only table; None: invented, with a new one every hundred hands or so."""
    start: datetime = datetime(2013, 2, 4, 19, 0, tzinfo=UTC)
    zone: str = "ET"
    kind: str | None = None
    club: str | None = None
    mix: str | None = None
    """The mix that Triple Draw is part of."""
    chatter: float = 0.1
    """How often somebody chats, times out, joins or leaves, 0 to 1."""
    open_cards: bool = False
    """Show every card, which no site does. For tests."""
