"""The vocabulary of play: everything that can happen in a hand, as immutable records with their source line.

Amounts are integers in 1/100 of the currency's unit or chip. `None` means "the text does not say", never zero.
Players are named as the text names them. Nothing here knows which site wrote the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct

from histparse.model.cards import Cards

E = TypeVar("E", bound="Event")


class Event(Struct, frozen=True, gc=False, tag=str.lower, tag_field="event"):
    """Something the text says on one line (counted from 1 in its file).

    `gc=False`: events contain no events, so there are no cycles to collect.
    """

    line: int


def of_type(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of that type, in their order."""
    return [event for event in events if isinstance(event, kind)]


# --- forced bets and the deal ---------------------------------------------------------------------------------


class PostKind(StrEnum):
    """The kind of a forced bet. Dead chips go to the pot and do not count towards the player's bet."""

    ANTE = "ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    DEAD_BLIND = "dead blind"
    SMALL_AND_BIG = "small and big blind"
    """One amount for both: the small blind's part is dead."""
    EXTRA_BLIND = "extra blind"
    """A live blind of a new or returning player, if the text distinguishes it from the big blind."""
    STRADDLE = "straddle"
    BUTTON_BLIND = "button blind"


class Post(Event, frozen=True):
    """A forced bet. `amount`: chips put in by this line."""

    player: str
    kind: PostKind
    amount: int
    all_in: bool = False


class Splash(Event, frozen=True):
    """The site adds chips to the pot."""

    amount: int


class Deal(Event, frozen=True):
    """The five cards first dealt to a player; unknown cards are `cards.UNKNOWN`."""

    player: str
    cards: Cards
    says: str | None = None


# --- betting --------------------------------------------------------------------------------------------------


class BettingBegins(Event, frozen=True):
    """The heading of betting round 0-3, at sites that print one."""

    round: int


class Fold(Event, frozen=True):
    """Folds, perhaps turning up some cards."""

    player: str
    cards: Cards = ()


class Check(Event, frozen=True):
    """The player checks."""

    player: str


class Call(Event, frozen=True):
    """Matches the bet. The text gives the chips `added` or the street total `to`."""

    player: str
    added: int | None = None
    to: int | None = None
    all_in: bool = False


class Bet(Event, frozen=True):
    """Opens the betting of a round with `added` chips."""

    player: str
    added: int
    all_in: bool = False


class Raise(Event, frozen=True):
    """Raises the street total `to`; `by` is the increase over the previous bet, if the text gives it."""

    player: str
    by: int | None = None
    to: int | None = None
    all_in: bool = False


class Wager(Event, frozen=True):
    """An act the text does not name: a check or call (no amount), or `added` chips, or a street total `to`.

    The replay works out whether it is a check, call, bet or raise.
    """

    player: str
    added: int | None = None
    to: int | None = None
    all_in: bool = False


class Capped(Event, frozen=True):
    """The text announces that the last permitted bet of the round has been made."""


ACTS = (Fold, Check, Call, Bet, Raise, Wager)
"""What players do in a betting round."""


# --- drawing --------------------------------------------------------------------------------------------------


class DrawBegins(Event, frozen=True):
    """The heading of draw 1-3 (a site's bug may print others).

    Some state the pot, the live players and those all-in; if the last is missing nobody is all-in.
    """

    draw: int
    pot: int | None = None
    players: int | None = None
    all_in: int | None = None


class Discard(Event, frozen=True):
    """Discards `count` cards (1-5); `cards` if the text shows them, `()` if it shows an empty list."""

    player: str
    count: int
    cards: Cards | None = None


class StandPat(Event, frozen=True):
    """Keeps all five; `held` if the text repeats them."""

    player: str
    held: Cards | None = None


class Receive(Event, frozen=True):
    """Gets cards in a draw: how many, and what the text shows (`kept` and `new`, or all five `held` after it)."""

    player: str
    count: int | None = None
    kept: Cards | None = None
    new: Cards | None = None
    held: Cards | None = None
    says: str | None = None
    """The site's own reading of the hand."""


class Reshuffle(Event, frozen=True):
    """The text announces that the discards become the stub."""


# --- the end --------------------------------------------------------------------------------------------------


class Uncalled(Event, frozen=True):
    """Uncalled chips are returned to the bettor."""

    player: str
    amount: int


class ShowdownBegins(Event, frozen=True):
    """The heading of the showdown."""


class Show(Event, frozen=True):
    """Turns cards up; `says` is the site's own reading of them (`8,7,5,4,3`, `a pair of Fives`)."""

    player: str
    cards: Cards
    says: str | None = None


class Muck(Event, frozen=True):
    """Mucks the hand unseen (at some sites so does the uncontested winner)."""

    player: str


class NoShow(Event, frozen=True):
    """The uncontested winner does not show."""

    player: str


class Collect(Event, frozen=True):
    """Takes chips from a pot. `pot`: None = the only one, 0 = main, 1.. = side pots."""

    player: str
    amount: int
    pot: int | None = None
    says: str | None = None


class Cancelled(Event, frozen=True):
    """The site cancelled the hand."""


# --- the summary ----------------------------------------------------------------------------------------------


class SummaryBegins(Event, frozen=True):
    """The heading of the summary."""


class Total(Event, frozen=True):
    """The stated pot and rake; `main` and `sides` if the text splits it. `pot` is None if only the rake is stated."""

    pot: int | None
    rake: int | None
    main: int | None = None
    sides: tuple[int, ...] = ()


class Outcome(StrEnum):
    """The end of a player's hand, by the summary."""

    FOLDED = "folded"
    SHOWED = "showed"
    MUCKED = "mucked"
    COLLECTED = "collected"
    SITTING_OUT = "sitting out"
    UNSAID = "unsaid"


class Result(Event, frozen=True):
    """A player's line of the summary; fields the text does not state are None."""

    seat: int
    player: str
    outcome: Outcome
    positions: tuple[str, ...] = ()
    """Any of `button`, `small blind`, `big blind`."""
    folded_after: int | None = None
    """Draws made before the fold: 0 = before the first draw."""
    bet: bool | None = None
    """False if the text says `(didn't bet)`."""
    cards: Cards | None = None
    won: int | None = None
    says: str | None = None
    stack: int | None = None
    net: int | None = None


# --- beside the play ------------------------------------------------------------------------------------------


class Note(Event, frozen=True):
    """A harmless line: `kind` is a short word (`chat`, `join`, `leave`, `time out`, ...), `text` the line itself."""

    kind: str
    text: str
    player: str | None = None
