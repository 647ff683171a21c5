"""The vocabulary of a whole hand: who sat where, for what stakes, and the events in the order of the text."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum

from msgspec import Struct

from histparse.model.events import Event, Note
from histparse.model.figures import Figures


class Limit(StrEnum):
    """The betting structure."""

    FIXED = "fixed limit"
    POT = "pot limit"
    NO = "no limit"


class StatedPot(StrEnum):
    """The meaning of a pot of the summary: all of it, or its parts."""

    GROSS = "gross"
    """All chips put in and not returned; the winners get it less the rake."""
    NET = "net"
    """What the winners get: the rake is already deducted."""
    NONE = "none"
    """None is stated, or no hand is known that shows what it means."""


class Raked(StrEnum):
    """The pots that the house takes its rake from."""

    EACH_POT = "each"
    MAIN = "main"
    """The main pot alone."""
    UNKNOWN = "unknown"


class UncalledBet(StrEnum):
    """Where the text puts uncalled chips."""

    OWN_LINE = "own line"
    IN_POT = "in the pot"
    """Uncalled chips stay in the stated pot and in what the winner collects."""
    IN_WINNINGS = "in the winnings"
    """No pot is stated; the winner's amount includes them."""
    UNSAID = "unsaid"
    """Uncalled chips are in no figure of the text."""


class Reading(Struct, frozen=True):
    """The meaning of a dialect's figures. Data of the dialect, which names a real hand for each of them.

    Both the judge and the writers go by it. What no real hand shows is judged by nobody.
    """

    stated_pot: StatedPot = StatedPot.GROSS
    stated_parts: StatedPot = StatedPot.NONE
    """The main and side pots of the summary."""
    raked: Raked = Raked.UNKNOWN
    merges_pots: bool = False
    """Pots next to each other that one player wins are one line, and the numbers are those of the lines."""
    uncalled: UncalledBet = UncalledBet.OWN_LINE
    marks_all_in: bool = True
    """The text marks a player who puts in their last chip as all-in."""
    lists_players: bool = False
    """The summary has a line for each player dealt in, and for nobody else."""
    tells_mucks: bool = False
    """A player at the showdown who does not show has a line that says they muck."""
    heads_showdown: bool = False
    """The showdown has a heading before the first hand is turned up."""
    shows_early: bool = False
    """Hands may be turned up before that heading when nobody can bet any more."""
    tells_served: bool = False
    """Everybody's new cards are stated, if only how many."""
    shows_hero_only: bool = False
    """Nobody sees another player's cards at the deal."""
    announces: bool = False
    """There are lines for what a house may announce: the last bet permitted in a round, and a reshuffle."""
    tells_draws: bool = True
    """The cards that the hero throws and draws are printed. If not, their hand after a draw is known only from a draw
    in which they stand pat."""
    says_payouts: bool = True
    """The text says who collects what from the pots; if it does not, the cards shown decide."""
    first_seat: int = 1
    """The number of the first seat."""


class Tournament(Struct, frozen=True):
    """The tournament as the header states it. Amounts in 1/100 of `currency` (None: points or unsaid)."""

    tournament_id: str
    level: str | None = None
    buy_in: int | None = None
    bounty: int | None = None
    fee: int | None = None
    currency: str | None = None


class Header(Struct, frozen=True):
    """The first line of a hand."""

    line: int
    site: str
    hand_id: str
    limit: Limit
    low: int
    """Small bet in fixed limit, small blind otherwise."""
    high: int
    """Big bet in fixed limit, big blind otherwise."""
    currency: str
    """ISO code, or `play` for play money, `chips` for tournament chips, `?` if the text names none."""
    played_at: datetime | None
    """The time in UTC, aware of its zone."""
    zone: str | None = None
    """The zone as the text writes it."""
    mix: str | None = None
    """The rotation this hand is part of (`8-Game`)."""
    tournament: Tournament | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    """Blinds, if the text gives them separately from the bets."""
    ante: int | None = None
    stack_cap: int | None = None
    """The most a player may put in during one hand, at cap tables."""
    kind: str | None = None
    """The site's word for a special table: `Zoom`, `Home Game`, ..."""
    club: str | None = None
    """The private club the table belongs to."""
    partial: bool = False
    in_sequence: bool = True
    """Whether the next higher number is the next hand at this table, with the same players. Not if a table is a pool of
    players (fast-fold), nor in collections of hands."""
    or_at: datetime | None = None
    """Where clocks go back, the later moment at which they show the time of the text, if nothing in it tells which."""

    @property
    def utc(self) -> datetime | None:
        """When the hand was played, in UTC and without a zone, as databases have it."""
        return _to_naive_utc(self.played_at)

    @property
    def second_possible_utc(self) -> datetime | None:
        """When it may have been played as well."""
        return _to_naive_utc(self.or_at)


def _to_naive_utc(moment: datetime | None) -> datetime | None:
    return moment and moment.astimezone(UTC).replace(tzinfo=None)


class TableLine(Struct, frozen=True):
    """The line that names the table. `button` may be an empty seat."""

    line: int
    name: str
    seats: int | None
    button: int | None
    play_money: bool = False


class Seat(Struct, frozen=True):
    """A player's seat line. `dealt_in`: has cards in this hand (by the dialect's own rule)."""

    line: int
    seat: int
    player: str
    stack: int
    dealt_in: bool = True
    bounty: int | None = None
    out_of_hand: bool = False
    """Marked on the seat line: moved here from another table, or waiting for the blinds."""


class Doubt(Struct, frozen=True):
    """An impossible statement, noticed while parsing; the rules report it."""

    line: int
    template: str
    figures: Figures = {}


class Hand(Struct, frozen=True):
    """One hand of 2-7 Triple Draw, as the text states it. Nothing in it has been judged."""

    path: str
    header: Header
    table: TableLine
    seats: tuple[Seat, ...]
    events: tuple[Event, ...]
    """Play and summary in the order of the text, without notes."""
    notes: tuple[Note, ...] = ()
    hero: str | None = None
    """The player whose cards the text shows at the deal."""
    reading: Reading = Reading()
    last_line: int = 0
    unread: tuple[int, ...] = ()
    """Lines below the table's that match nothing in the grammar: what they say is not known."""
    cancelled: bool = False
    """The site took the hand back."""
    doubts: tuple[Doubt, ...] = ()
    """Doubts that a rule cannot see from the hand itself."""
