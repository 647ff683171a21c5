"""The vocabulary of a tournament: what its summary states, and how it ended for whoever the summary was written for.

Nothing that the text does not state is filled in: None is unknown, 0 is nothing.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from histparse.model.hand import Doubt

PLAY_MONEY = "play"
"""The currency of play chips, as in hands. Points (`FPP`, `SC`, `FTP`) and tournament dollars (`T$`) have names of
their own, like currencies: none is ever added to another."""


class Sum(Struct, frozen=True, order=True):
    """An amount in 1/100 of its currency."""

    amount: int
    currency: str


class Price(Struct, frozen=True):
    """The price of one entry. Amounts in 1/100 of `currency`."""

    currency: str
    buy_in: int
    """What goes into the prize pool."""
    bounty: int | None = None
    """What goes to whoever eliminates the player; None: no bounty is stated apart."""
    fee: int | None = None
    """What the house keeps; None: not stated apart."""

    @property
    def total(self) -> int:
        """The whole price to the player: buy-in, bounty and fee."""
        return self.buy_in + (self.bounty or 0) + (self.fee or 0)


class Finish(Struct, frozen=True):
    """A line of the list of players."""

    line: int
    player: str
    place: int | None
    """None: still playing."""
    entry: int = 1
    """Which entry of the player this is: 2 after one re-entry."""
    country: str | None = None
    """The country, or in old texts the town."""
    prize: Sum | None = None
    """None: not known yet, or not money; 0: no prize."""
    ticket: str | None = None
    """A prize that is not money, in the words of the text."""
    share: str | None = None
    """The per cent of the prize pool, as the text writes it."""


class OwnFinish(Struct, frozen=True):
    """The end of the tournament for the player whose summary this is."""

    player: str | None = None
    """None: the text does not name them."""
    place: int | None = None
    prize: Sum | None = None
    ticket: str | None = None
    bounties: int | None = None
    """How many players they eliminated for a bounty."""
    bounty: Sum | None = None
    """What these bounties brought."""
    reentries: int | None = None
    rebuys: int | None = None
    addons: int | None = None
    further: Sum | None = None
    """What re-entries, rebuys and add-ons cost, as far as the text says."""
    seconds: int | None = None
    """How long they played."""
    line: int = 0
    """Where the text states their place; 0: nowhere."""


class TournamentSummary(Struct, frozen=True):
    """A summary as the text states it. Nothing in it has been judged."""

    path: str
    line: int
    site: str
    tournament_id: str
    number: str
    """What no other summary of the site has: the tournament, and where the text says so, the match and the player."""
    name: str | None = None
    """The name of the tournament; None: this site's summaries have none."""
    game: str | None = None
    match: int | None = None
    price: Price | None = None
    mixed_price: tuple[Sum, ...] = ()
    """The parts of a price in several currencies: it is not known."""
    states_bounties: bool = True
    """Whether the site states a bounty apart from the buy-in, always."""
    places_apart: bool = False
    """Whether the site gives each entry a place of its own."""
    rebuy: Price | None = None
    addon: Price | None = None
    players: int | None = None
    """As stated: where players may enter again, some sites count players and others entries."""
    rebuys: int | None = None
    """Rebuys of all players."""
    addons: int | None = None
    prize_pool: Sum | None = None
    prize_pool_ticket: str | None = None
    """A prize pool that is not money, in the words of the text."""
    added: Sum | None = None
    """What the house adds to the prize pool."""
    satellite: bool = False
    """Whether it pays entries to another tournament."""
    target: str | None = None
    """The number of that tournament."""
    started_at: datetime | None = None
    """The start in UTC, aware."""
    finished_at: datetime | None = None
    zone: str | None = None
    """The zone of the start as the text writes it."""
    in_progress: bool = False
    """Others were still playing when it was written."""
    speed: str | None = None
    """`turbo`, `hyper-turbo`, ...: how fast the levels rise; None: the text does not say."""
    kind: str | None = None
    """Further words of the site: `6 Handed, Rebuy`, `sitngo`."""
    finishes: tuple[Finish, ...] = ()
    own: OwnFinish = OwnFinish()
    last_line: int = 0
    doubts: tuple[Doubt, ...] = ()
    """Impossible statements, noticed while parsing."""

    @property
    def pays_tickets(self) -> bool:
        """Whether prizes are not, or not all, money: what they are worth is not known."""
        tickets = (self.prize_pool_ticket, self.own.ticket, *(finish.ticket for finish in self.finishes))
        return self.satellite or any(tickets)

    @property
    def concentration(self) -> float | None:
        """The sum of the squares of the prizes' shares, 1 where one player gets all; None unless all are known."""
        pool = self.prize_pool
        paid = [
            finish.prize.amount
            for finish in self.finishes
            if finish.prize and pool and finish.prize.currency == pool.currency
        ]
        if pool is None or not pool.amount or sum(paid) != pool.amount:
            return None
        return sum(amount * amount for amount in paid) / pool.amount**2

    @property
    def cost(self) -> Sum | None:
        """The whole cost to the player: entry, re-entries, rebuys and add-ons; None if any of it is not known."""
        if self.price is None:
            return None
        extra = self._extra_cost
        return extra and Sum(self.price.total + extra.amount, self.price.currency)

    @property
    def _extra_cost(self) -> Sum | None:
        """The cost of re-entries, rebuys and add-ons; None if any of it is not known."""
        owner, price = self.own, self.price
        if price is None:
            return None
        if owner.further is not None:
            return owner.further if owner.further.currency == price.currency else None
        total = 0
        for times, unit_price in ((owner.reentries, price), (owner.rebuys, self.rebuy), (owner.addons, self.addon)):
            if times and (unit_price is None or unit_price.currency != price.currency):
                return None
            total += (times or 0) * (unit_price.total if unit_price else 0)
        return Sum(total, price.currency)
