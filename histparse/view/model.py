"""Step 7b, view: the parts of a hand as it is shown. Amounts are integers in 1/100, chances go from 0 to 1."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from histparse.model.cards import DECK, Cards
from histparse.model.findings import Finding
from histparse.model.hand import Limit
from histparse.model.ranking import describe, strength
from histparse.odds.draw_odds import best_one_card_chance, chance_to_improve


class Step(Struct, frozen=True, tag=str.lower, tag_field="step"):
    """One player's step, on one line of the text."""

    line: int
    player: str


class HeldCards(Struct, frozen=True):
    """Five cards, from the highest down, and what they make."""

    cards: Cards
    number: int
    """The rank number: 1 (best, 7-5-4-3-2) to 7462."""
    name: str
    """`8-7-5-3-2`, or what it is called if it is no low: `pair of fives`."""


class Dealt(Step, frozen=True):
    """The five cards first dealt to a player."""

    hand: HeldCards | None
    """None: not five different known cards."""


class Post(Step, frozen=True):
    """A forced bet."""

    amount: int
    all_in: bool = False


class Fold(Step, frozen=True):
    """The player folds."""


class Check(Step, frozen=True):
    """The player checks."""


class Call(Step, frozen=True):
    """Calls with `amount` chips."""

    amount: int
    all_in: bool = False


class Bet(Step, frozen=True):
    """Bets `amount` chips."""

    amount: int
    all_in: bool = False


class Raise(Step, frozen=True):
    """Raises the street total `to`."""

    to: int
    all_in: bool = False


class Uncalled(Step, frozen=True):
    """Uncalled chips come back."""

    amount: int


class Drawn(Step, frozen=True):
    """Cards exchanged in a draw; `count` 0 = stood pat."""

    count: int
    thrown: Cards | None = None
    received: Cards | None = None
    """The discards and the new cards, if the text shows them."""
    hand: HeldCards | None = None
    """The five cards after the draw, if the text has shown them since the deal."""
    better: float | None = None
    """The chance that the draw makes a better hand than the one before it, exact while the cards have not been
    reshuffled: with these discards, or for a pat hand with the best single one. None: cards unknown."""
    reshuffled: bool = False
    """The deck was reshuffled for this draw, or since the one before it."""


class Show(Step, frozen=True):
    """Cards the text prints at the end, shown or mucked; `hand` is None for a hand mucked unseen."""

    hand: HeldCards | None
    mucked: bool = False


class Collect(Step, frozen=True):
    """Takes chips from a pot: None = the only one, 0 = main, 1.. = side pots."""

    amount: int
    pot: int | None = None


# --- stages -----------------------------------------------------------------------------------------------------------

AnyStep = Dealt | Post | Fold | Check | Call | Bet | Raise | Uncalled | Drawn | Show | Collect


class Kind(StrEnum):
    """The kinds of stages."""

    BETTING = "betting"
    DRAW = "draw"
    SHOWDOWN = "showdown"


class Stage(Struct, frozen=True):
    """A betting round (0-3), a draw (1-3) or the showdown (3), with the pot at its beginning."""

    kind: Kind
    number: int
    pot: int
    steps: tuple[AnyStep, ...]


class SeatView(Struct, frozen=True):
    """A player at the table. `position` is empty for those not dealt in, and `net` None."""

    seat: int
    player: str
    position: str
    stack: int
    net: int | None
    hero: bool = False


class HandView(Struct, frozen=True):
    """A hand at a glance."""

    path: str
    line: int
    site: str
    hand_id: str
    played_at: datetime | None
    """The time in UTC, aware of its zone."""
    table: str
    limit: Limit
    low: int
    high: int
    currency: str
    seats: tuple[SeatView, ...]
    """Players dealt in from left of the button, then the others."""
    stages: tuple[Stage, ...]
    pot: int
    """All chips put in, less what was returned."""
    rake: int
    cancelled: bool = False
    findings: tuple[Finding, ...] = ()


class InBigBets(HandView, frozen=True):
    """A hand whose amounts are told in big bets, so that hands of several stakes compare."""


# --- cards held -------------------------------------------------------------------------------------------------------

_PLACE = {card: place for place, card in enumerate(reversed(DECK))}


def held_cards_if_five_known(cards: Cards | None) -> HeldCards | None:
    """The cards with their name, from the highest down; None if they are not five different known ones."""
    number = strength(cards)
    if cards is None or number is None:
        return None
    rank = describe(number)
    name = "-".join(rank.ranks) if rank.category.endswith("-low") else rank.name
    return HeldCards(tuple(sorted(cards, key=_PLACE.__getitem__)), number, name)


def add_hands_to_draws(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """The stages; every draw has the hand it made and the chance of a better one, where cards are known."""
    held, discards = dict[str, Cards](), defaultdict[str, Cards](tuple)

    def add_hand(step: AnyStep) -> AnyStep:
        if isinstance(step, Dealt) and step.hand:
            held[step.player] = step.hand.cards
        if not isinstance(step, Drawn):
            return step
        before = held.pop(step.player, None)
        hand = held_cards_if_five_known(_cards_after_draw(before, step))
        chance = _chance_of_better_hand(before, step, discards[step.player])
        discards[step.player] += step.thrown or ()
        if hand:
            held[step.player] = hand.cards
        return replace(step, hand=hand, better=chance)

    return tuple(replace(stage, steps=tuple(map(add_hand, stage.steps))) for stage in stages)


def _cards_after_draw(held: Cards | None, step: Drawn) -> Cards | None:
    if held is None or step.count == 0:
        return held
    if step.thrown is None or step.received is None:
        return None
    return tuple(card for card in held if card not in step.thrown) + step.received


def _chance_of_better_hand(held: Cards | None, step: Drawn, discards: Cards) -> float | None:
    if held is None:
        return None
    if step.count == 0:
        return best_one_card_chance(held, discards)
    if step.thrown is None or len(step.thrown) != step.count or not set(step.thrown) <= set(held):
        return None
    return chance_to_improve(held, step.thrown, discards)
