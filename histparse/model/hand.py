"""The vocabulary of a whole hand: who sat where, for what stakes, and the events in the order of the text."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from histparse.model.events import Event, Note


class Limit(StrEnum):
    """The betting structure."""

    FIXED = "fixed limit"
    POT = "pot limit"
    NO = "no limit"


class StatedPot(StrEnum):
    """What the pot of the summary means."""

    GROSS = "gross"
    """All chips put in and not returned; winners get it less the rake."""
    NET = "net"
    """What the winners get: the rake is already out."""
    NONE = "none"


class UncalledBet(StrEnum):
    """Where chips nobody called are found in the text."""

    OWN_LINE = "own line"
    IN_POT = "in the pot"
    """They stay in the stated pot and in what the winner collects."""
    IN_WINNINGS = "in the winnings"
    """No pot is stated; the winner's amount includes them."""
    UNSAID = "unsaid"
    """They are in no figure of the text."""


class Reading(Struct, frozen=True):
    """How the figures of a dialect are to be read (DIALECTS: reading rules in short). Data of the dialect."""

    stated_pot: StatedPot = StatedPot.GROSS
    uncalled: UncalledBet = UncalledBet.OWN_LINE
    marks_all_in: bool = True
    """The text says so when a player puts in their last chip."""
    lists_players: bool = False
    """The summary has one line for each player dealt in, and none for anybody else."""
    states_mucks: bool = False
    """Who comes to the showdown and does not show mucks in so many words."""
    heads_showdown: bool = False
    """The showdown has a heading before the first hand is turned up."""
    shows_early: bool = False
    """Hands may be turned up before it when nobody can bet any more."""
    states_received: bool = False
    """Everybody's new cards are told, if only by their number."""
    says_payouts: bool = True
    """The text says who takes what from the pots; where it does not, the cards shown decide."""
    first_seat: int = 1
    """The number that seats are counted from."""


class Tournament(Struct, frozen=True):
    """What the header tells of the tournament. Amounts in 1/100 of `currency` (None: points or unsaid)."""

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
    """ISO code, or `play` for play money, `chips` for tournament chips, `?` where the text names none."""
    played_at: datetime | None
    """UTC, aware."""
    zone: str | None = None
    """The zone as the text writes it."""
    mix: str | None = None
    """The rotation this hand is part of (`8-Game`)."""
    tournament: Tournament | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    """Blinds, where the text gives them apart from the bets."""
    ante: int | None = None
    stack_cap: int | None = None
    """The most a player may put in during one hand, at cap tables."""
    kind: str | None = None
    """The site's word for a special table: `Zoom`, `Home Game`, ..."""
    club: str | None = None
    """The private club the table belongs to."""
    partial: bool = False
    in_sequence: bool = True
    """The next hand at this table has the next higher number, and whoever stays sits there again. Not where a table is
    a pool of players (fast-fold), nor in collections."""


class Table(Struct, frozen=True):
    """The line that names the table. `button` may be an empty seat."""

    line: int
    name: str
    seats: int | None
    button: int | None
    play_money: bool = False


class Seat(Struct, frozen=True):
    """A player's seat line. `dealt_in`: has cards in this hand (worked out by the dialect's own rule)."""

    line: int
    seat: int
    player: str
    stack: int
    dealt_in: bool = True
    bounty: int | None = None
    out_of_hand: bool = False
    """The seat line says so: moved here from another table, or waiting for the blinds."""


class Doubt(Struct, frozen=True):
    """What a line says that cannot be, told while it was read; for the rules to report."""

    line: int
    sentence: str


class Hand(Struct, frozen=True):
    """One hand of 2-7 Triple Draw, as the text tells it. Nothing in it has been judged."""

    path: str
    header: Header
    table: Table
    seats: tuple[Seat, ...]
    events: tuple[Event, ...]
    """Play and summary in the order of the text, notes apart."""
    notes: tuple[Note, ...] = ()
    hero: str | None = None
    """The player whose cards the text shows at the deal."""
    reading: Reading = Reading()
    last_line: int = 0
    doubtful_from: int | None = None
    """The first line that may be an act nobody understands: what happened from there on is not certain."""
    cancelled: bool = False
    """The site took the hand back."""
    doubts: tuple[Doubt, ...] = ()
    """Apart from what a rule can see in the hand itself."""
