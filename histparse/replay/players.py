"""Step 3, replay: the players - the state of each, and who is dealt in, in which order and position."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter

from msgspec.structs import replace

from histparse.model.cards import Cards
from histparse.model.events import Bet, BettingBegins, Deal, Note, Post, PostKind, Raise, of_type
from histparse.model.hand import Doubt, Hand, Limit, Seat

DRAWS = 3
IsByBlinds = bool
"""Whether the blinds, and not the button, give the order."""


@dataclass(slots=True, eq=False)
class Player:
    """A player who was dealt in. Amounts in 1/100; `order` counts from left of the button."""

    name: str
    seat: int
    order: int
    position: str
    start: int
    """The starting stack, as far as the player may use it in this hand."""
    stack: int
    bet: int = 0
    """Live chips in front of them in this round."""
    paid: int = 0
    """All chips they put in, including dead ones, less what was returned."""
    dead: int = 0
    """The part of `paid` that was posted dead: it is in the main pot and makes no side pot."""
    returned: int = 0
    uncalled: int = 0
    """The part of `paid` that nobody called but the text leaves in the pot: it comes back in what they collect."""
    collected: int = 0
    posted: set[PostKind] = field(default_factory=set)
    acted: bool = False
    """Whether they have acted in this round."""
    answered: int = 0
    """The level they last responded to in this round."""
    folded: bool = False
    folded_after: int | None = None
    """The number of draws begun before they folded."""
    folded_epoch: int = 0
    """The deck's epoch when they folded."""
    all_in: bool = False
    held: Cards | None = None
    """The five cards the player holds, if known."""
    stated_once: Cards = ()
    """The cards among them that only one line has stated so far."""
    held_before: Cards | None = None
    """The cards they held when they last drew, if known."""
    glimpsed: bool = False
    """Whether the text has shown a card that they held."""
    thrown: list[str] = field(default_factory=list)
    """Known cards they discarded, in order."""
    thrown_count: int = 0
    drawn_since: int = 0
    """Cards they drew after the first reshuffle."""
    owed_cards: int | None = 0
    """How many cards they are still owed in this draw; None if the text gives two different numbers."""
    drawn: list[int | None] = field(default_factory=lambda: [None] * DRAWS)
    """Cards drawn in each draw: 0 = stood pat, None = not reached."""
    drawn_on: int = 0
    """The line on which they drew in the current draw, 0 if not yet."""
    served_on: int = 0
    """The line on which they got their cards in it, 0 if not yet."""
    epoch: int = 0
    """The deck's epoch when they were last dealt cards."""
    shown: Cards | None = None
    mucked: bool = False
    faced_on: int = 0
    """The line on which they showed or mucked, 0 before."""

    def pay(self, chips: int) -> None:
        """Chips leave the stack for the pot."""
        self.stack -= chips
        self.paid += chips

    @property
    def uncalled_chips_collected_with_pot(self) -> int:
        """The part of `uncalled` that came back to them out of the pot: neither put in nor won."""
        return min(self.uncalled, self.collected)

    @property
    def contributed(self) -> int:
        """Chips they put in, less what nobody called."""
        return self.paid - self.uncalled_chips_collected_with_pot

    @property
    def won_beyond_uncalled(self) -> int:
        """Chips they took from the pots beyond what nobody called."""
        return self.collected - self.uncalled_chips_collected_with_pot

    @property
    def net(self) -> int:
        """The player's result in this hand, in 1/100."""
        return self.collected - self.paid


# --- who is dealt in --------------------------------------------------------------------------------------------------

# Looking up an enum member through its class costs as much as a call.
SMALL_BLIND, BIG_BLIND = PostKind.SMALL_BLIND, PostKind.BIG_BLIND
LATE_TO_EARLY = ("BTN", "CO", "HJ", "UTG", "UTG+1")
"""Names of the positions other than the blinds, counted back from the button; seven-handed `UTG+1` follows `UTG`."""


@cache
def position_names(player_count: int, *, small_blind: bool = True) -> tuple[str, ...]:
    """Position names in order from left of the button for so many players; without a small blind nobody is SB."""
    if player_count == 2:
        # Heads-up the button posts the small blind, at every site.
        return ("BB", "BTN/SB")
    blinds = ("SB", "BB") if small_blind else ("BB",)
    after_blinds = max(player_count - len(blinds), 0)
    names = ("BTN", "CO", "HJ", "UTG+1", "UTG") if after_blinds == 5 else LATE_TO_EARLY
    return (blinds + tuple(reversed(names[:after_blinds])))[:player_count]


def reorder_or_halve_stakes(hand: Hand) -> Hand:
    """The hand with its stakes in the right order; if they were not, a doubt says so.

    Some old tournaments name a level by twice the stakes of all its blinds and bets: these count.
    """
    header = hand.header
    if header.low > header.high:
        doubt = Doubt(header.line, "the stakes are in the wrong order: the larger one comes last")
        return replace(hand, header=replace(header, low=header.high, high=header.low), doubts=(*hand.doubts, doubt))
    if header.tournament and header.limit is Limit.FIXED and _plays_half_stakes(hand):
        return replace(hand, header=replace(header, low=header.low // 2, high=header.high // 2))
    return hand


def _plays_half_stakes(hand: Hand) -> bool:
    """Whether both blinds, and all bets, of which there are some, are those of half the stakes."""
    low, high = hand.header.low, hand.header.high
    blinds = {event.kind: event.amount for event in of_type(hand.events, Post)}
    if 4 * blinds.get(SMALL_BLIND, 0) != low or 2 * blinds.get(BIG_BLIND, 0) != low:
        return False
    bets = {event.added for event in of_type(hand.events, Bet)}
    raises = {event.by for event in of_type(hand.events, Raise)}
    return bool(bets | raises) and bets | raises <= {low // 2, high // 2}


def dealt_in_seats_from_left_of_button(hand: Hand) -> list[Seat]:
    """The seats dealt in, from left of the button (which may be an empty seat) round to it. Nobody sits twice."""
    button = hand.table.button or 0
    dealt = [seat for seat in hand.seats if seat.dealt_in]
    if len({seat.player for seat in hand.seats}) < len(hand.seats):
        first = {seat.player: seat for seat in reversed(hand.seats)}
        dealt = [seat for seat in dealt if first[seat.player] is seat]
    dealt.sort(key=attrgetter("seat"))
    return [seat for seat in dealt if seat.seat > button] + [seat for seat in dealt if seat.seat <= button]


def order_dealt_in_players(hand: Hand) -> tuple[tuple[Player, ...], IsByBlinds]:
    """Everybody dealt in, from left of the button, and whether that was inferred from the blinds.

    At a cap table a stack is what its player may use.
    If the blinds are next to each other but not left of the button, the button is wrong: the blinds give the order.
    """
    by_button = dealt_in_seats_from_left_of_button(hand)
    small, big = _find_blind_posters(hand)
    seats = _order_by_adjacent_blinds(by_button, small, big)
    names = position_names(len(seats), small_blind=small is not None or len(seats) < 3 or big != seats[0].player)
    most = hand.header.stack_cap
    players = []
    for order, seat in enumerate(seats):
        stack = seat.stack if most is None else min(seat.stack, most)
        position = names[order] if order < len(names) else ""
        players.append(Player(seat.player, seat.seat, order, position, stack, stack))
    return tuple(players), seats is not by_button


def _find_blind_posters(hand: Hand) -> tuple[str | None, str | None]:
    """Who posts the small blind and who posts the first big blind; None if missing."""
    small = big = None
    for event in hand.events:
        if isinstance(event, Post):
            if event.kind is SMALL_BLIND:
                small = small or event.player
            elif event.kind is BIG_BLIND:
                big = big or event.player
        elif not isinstance(event, (Deal, Note, BettingBegins)):
            break
    return small, big


def _order_by_adjacent_blinds(seats: list[Seat], small_blind: str | None, big_blind: str | None) -> list[Seat]:
    """The seats from the small blind on (heads-up from the big one), if the blinds are neighbours."""
    first, second = (big_blind, small_blind) if len(seats) == 2 else (small_blind, big_blind)
    names = [seat.player for seat in seats]
    if first not in names or second not in names or names[0] == first:
        return seats
    start = names.index(first)
    rotated = seats[start:] + seats[:start]
    return rotated if rotated[1].player == second else seats
