"""The fast lane: the hand that is being replayed, as one record - the counterpart of replay/table.py."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from histparse.columnar.compiled import NOBODY, PLACES, Ints, PerPlayer, Record, compiled
from histparse.model.cards import DECK
from histparse.replay.player import DRAWS

MOST_THROWN = 5 * DRAWS


class Phase(IntEnum):
    """What the hand is at."""

    SEATING = 0
    POSTING = 1
    BETTING = 2
    DRAWING = 3
    SHOWDOWN = 4
    SUMMARY = 5


class Seats(Record):
    """The seat lines of a hand, in their order."""

    count: int
    seat: PerPlayer
    stack: PerPlayer
    out: PerPlayer
    """1: no cards are dealt to them."""
    line: PerPlayer


class Table(Record):
    """The hand. Players are counted from left of the button, from 0. Amounts in 1/100."""

    line: int
    """Number of the line in the hand, from 0."""
    last_line: int
    """The last line that is not empty."""
    phase: int
    players: int
    live: int
    able: int
    """Live players who have chips left."""
    hero: int
    button: int
    """The seat of the button."""
    small_blind: int
    """Who posted it."""
    big_blind: int
    ante: int
    """What everybody posts; 0 for none."""
    antes: int
    """How many have posted it."""
    # -- betting
    pot: int
    street: int
    level: int
    full_level: int
    """The level before an all-in for less than a full bet that is still to be completed."""
    opened_level: int
    short: int
    """1: the level was last moved by such an all-in."""
    bets: int
    turn: int
    """Who must act next, NOBODY when the round can close."""
    last: int
    """Who acted last in turn."""
    aggressor: int
    """Last to bet or raise in this round."""
    round_aggressor: int
    """Last to bet or raise in the betting round closed last."""
    hand_aggressor: int
    cap: int
    """In this round."""
    cap_said: int
    # -- drawing
    drawing: int
    last_drawn: int
    stub: int
    """NOBODY when it is not known any more, after a reshuffle that was not announced."""
    pile: int
    reshuffles: int
    announced: int
    """1: a reshuffle was announced and nobody has drawn since."""
    stub_before: int
    """The stub as it was then."""
    epoch: int
    """How often thrown cards may have become the stub, as in replay/deck.py."""
    # -- the end
    exposed: int
    """1: hands were turned up when nobody could bet any more, and not at a showdown."""
    pots: int
    """How many there are at the showdown."""
    paid_out: int
    rake: int
    stated: int
    """1: the summary has stated pot and rake."""
    over: int
    """1: the line has come with which the text of a hand ends."""
    listed: int
    """Lines of the summary about players."""
    # -- by the place of a seat line
    order: PerPlayer
    """Where its player sits, from left of the button."""
    # -- by player
    place: PerPlayer
    seat: PerPlayer
    posted: PerPlayer
    """The kind of their blind, 0 for none."""
    anted: PerPlayer
    stack: PerPlayer
    bet: PerPlayer
    paid: PerPlayer
    returned: PerPlayer
    """1: uncalled chips went back to them."""
    uncalled: PerPlayer
    """The part of `paid` that nobody called but the text leaves in the pot."""
    owed_back: PerPlayer
    """Chips that nobody called and that are not `paid` any more, but whose line has not come yet."""
    dead: PerPlayer
    """The part of `paid` that lies in the main pot, whatever others put in."""
    acted: PerPlayer
    answered: PerPlayer
    all_in: PerPlayer
    folded: PerPlayer
    folded_after: PerPlayer
    folded_epoch: PerPlayer
    has_drawn: PerPlayer
    drawn: Annotated[Ints, (PLACES, DRAWS)]
    owed_cards: PerPlayer
    thrown_count: PerPlayer
    drew_in: PerPlayer
    """The epoch in which they last drew."""
    drawn_since: PerPlayer
    """Cards they drew after a reshuffle; less those known to have come back by it."""
    faced: PerPlayer
    unturned: PerPlayer
    """1: they show, by the text, but their cards have not come yet."""
    shown: PerPlayer
    mucked: PerPlayer
    collected: PerPlayer
    is_listed: PerPlayer
    net: PerPlayer
    """What the hand brought them by the summary, and the stack that it leaves them."""
    left: PerPlayer
    knows: PerPlayer
    """1: the five cards they hold are known."""
    held: Annotated[Ints, (PLACES, 5)]
    as_printed: Annotated[Ints, (PLACES, 5)]
    """The cards they hold, in the order of the text."""
    kept: PerPlayer
    """Cards of `held` that are theirs while they are owed others."""
    dealt: PerPlayer
    """1: the text shows their cards at the deal."""
    first: Annotated[Ints, (PLACES, 5)]
    """The cards first dealt to them."""
    thrown: Annotated[Ints, (PLACES, MOST_THROWN)]
    known_thrown: PerPlayer
    """Cards of `thrown`."""
    # -- by pot, and by pot and player
    pot_amount: PerPlayer
    contends: Annotated[Ints, (PLACES, PLACES)]
    """1: they can win it."""
    won: Annotated[Ints, (PLACES, PLACES)]
    # -- by card
    owner: Annotated[Ints, (len(DECK),)]
    """With whom it was seen, NOBODY for a card that was not."""
    thrown_in: Annotated[Ints, (len(DECK),)]
    """The draw in which it was seen thrown, 0 for a card that was not; below zero if thrown or kept unseen."""
    thrown_epoch: Annotated[Ints, (len(DECK),)]
    """The epoch in which it was thrown."""


@compiled
def clear(table: Table, words: Ints) -> None:
    """A new hand begins. `words`: those of the table, which are all of it."""
    for place in range(len(words)):
        words[place] = 0
    table.hero = table.button = table.small_blind = table.big_blind = table.last_drawn = NOBODY
    table.turn = table.last = table.aggressor = table.round_aggressor = table.hand_aggressor = NOBODY
    for card in range(len(table.owner)):
        table.owner[card] = NOBODY


@compiled
def back(table: Table, player: int) -> int:
    """Chips that nobody called and that came back to them out of the pot: neither put in nor won."""
    return int(min(table.uncalled[player], table.collected[player]))


@compiled
def seat_player(table: Table, player: int, place: int, seat: int, stack: int) -> None:
    """A player sits down."""
    table.order[place], table.place[player] = player, place
    table.seat[player], table.stack[player], table.folded_after[player] = seat, stack, NOBODY
    for draw in range(DRAWS):
        table.drawn[player, draw] = NOBODY
