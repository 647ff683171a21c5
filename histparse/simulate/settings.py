"""What the dealer is asked for: the game, the people and how they play."""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct

from histparse.model.house import House, house
from histparse.simulate.styles import Style


class Stakes(Struct, frozen=True):
    """Bets, blinds and ante in 1/100 of the currency's unit or chip."""

    small_bet: int
    big_bet: int
    small_blind: int
    ante: int = 0

    @property
    def big_blind(self) -> int:
        """As large as the small bet, in every house we know."""
        return self.small_bet


class Level(Struct, frozen=True):
    """A level of a tournament and how many hands it lasts."""

    name: str
    stakes: Stakes
    hands: int


class Rake(Struct, frozen=True):
    """What the house takes of a pot for which cards were drawn: `percent`, rounded down, `most` at the highest."""

    percent: int = 5
    most: int = 300


class Settings(Struct, frozen=True, kw_only=True):
    """What to deal. The same settings give the same hands, always."""

    hands: int
    seed: int = 1
    house: House = house("pokerstars")
    site: str = "pokerstars"
    """Whose words are used, where a hand record keeps them as the text has them."""
    players: tuple[int, int] = (2, 6)
    """Fewest and most players dealt in; cash players come and go between the two."""
    stacks: tuple[int, int] = (5, 40)
    """Stacks that players sit down with, in big bets. Short ones provoke all-ins."""
    callers: float = 0.45
    """How loose the players are, 0 to 1. With many callers the deck runs out in about half of the six-handed hands."""
    stakes: tuple[Stakes, ...] = (Stakes(10, 20, 5),)
    """A new table takes one of them."""
    currency: str = "USD"
    """ISO code, or `play`. Tournaments play for `chips`."""
    rake: Rake = Rake()
    levels: tuple[Level, ...] = ()
    """Levels make it a tournament: no rake, nobody joins, the last one with chips wins, then the next one begins."""
    buy_in: tuple[int, int] = (1000, 100)
    """Price and fee of a tournament in 1/100 of `currency`."""
    hero: str | None = "Hero"
    """Whose cards the text shows; they never leave a cash table. None: nobody's."""
    regulars: dict[str, Style] = {}
    """Players who are seated first, and how they play. The others are invented."""
    table: str | None = None
    """The one table that everything happens at; None: invented, and a new one every hundred hands or so."""
    start: datetime = datetime(2013, 2, 4, 19, 0, tzinfo=UTC)
    zone: str = "ET"
    kind: str | None = None
    club: str | None = None
    mix: str | None = None
    """The rotation that Triple Draw is dealt in."""
    chatter: float = 0.1
    """How often somebody talks, times out, comes or goes, 0 to 1."""
    open_cards: bool = False
    """Show every card: the whole truth, as no site tells it. For tests."""
