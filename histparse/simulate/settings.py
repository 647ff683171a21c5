"""The settings of the dealer: the game, the players and how they play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from enum import Enum
from random import Random

from msgspec import Struct

from histparse.export import Writer, writer
from histparse.model.cards import Card
from histparse.model.events import Event
from histparse.model.house import House, house
from histparse.odds.low_draws import best_draw

Cards = list[Card]
Change = Callable[[Cards, Cards, int, Random], Cards]
"""From the cards held, those the best draw throws, and the draw (1-3), those thrown instead."""


class Habit(Struct, frozen=True):
    """A way to draw, by the best draws but for a change of them, and to answer bets on the river."""

    name: str = "sound"
    change: Change | None = None
    calls_with: tuple[int, int] | None = None
    """On the river, facing a bet, they call with these numbers, first to last, and fold others; None: by style."""

    def choose_discards(self, cards: Cards, draw: int, random: Random, _events: Sequence[Event]) -> Cards:
        """Choose the cards to throw in draw 1-3, after all those events of the hand, which these habits ignore."""
        keeping = best_draw(tuple(cards), 4 - draw)
        best = [card for card in cards if card not in keeping]
        return best if self.change is None else self.change(cards, best, draw, random)


class Favour(Enum):
    """A favour to a partner who is in the hand."""

    FOLD = "folds to the partner's bets"
    SPARE = "never raises the partner"
    CHECK = "checks when they are alone"
    DUMP = "raises when they are alone, and gives up on the river"
    COLLECT = "bets and raises when they are alone"
    STEP = "stands pat if the partner did, and draws if the partner drew"
    SQUEEZE = "raises others between them"


class Partner(Struct, frozen=True):
    """Somebody they play for, as well as for themselves."""

    name: str
    readiness: float = 1.0
    """How many of their chances to do so they take."""
    favours: tuple[Favour, ...] = (Favour.CHECK, Favour.SPARE, Favour.SQUEEZE)
    """What they do, the first of them that applies."""


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
    habit: Habit | None = None
    """What they do instead of what follows from these numbers."""
    partner: Partner | None = None
    """What they do for somebody else while both are in a hand."""


def invent_style(random: Random, callers: float) -> Style:
    """Somebody's style, around the looseness `callers`."""
    loose = min(1.0, max(0.0, callers + random.uniform(-0.2, 0.2)))
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
