"""Tracks a hand event by event: what everybody put in, got back and won, and the cards known of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from histparse.model.cards import CARDS_IN_HAND, UNKNOWN, UNKNOWN_HAND, Cards
from histparse.model.events import (
    Bet,
    Call,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Post,
    PostKind,
    Raise,
    Receive,
    StandPat,
    Uncalled,
)
from histparse.model.hand import Hand, Header, Limit, Seat


def big_blind(header: Header) -> int:
    """The blind to match before the first draw."""
    return header.big_blind or (header.low if header.limit is Limit.FIXED else header.high)


def dealt_seats_from_button(hand: Hand) -> list[Seat]:
    """The seats dealt in, from left of the button."""
    button = hand.table.button or 0
    return sorted((seat for seat in hand.seats if seat.dealt_in), key=lambda seat: (seat.seat <= button, seat.seat))


class Ledger:
    """Amounts by player in 1/100, for the events entered so far."""

    def __init__(self, hand: Hand) -> None:
        self.bets = Counter[str]()
        """Chips in front of them in this round."""
        self.live = Counter[str]()
        """Live chips and antes put in, less those returned."""
        self.dead = Counter[str]()
        """Dead chips put in."""
        self.won = Counter[str]()
        self.folded: set[str] = set()
        self._stacks = {seat.player: seat.stack for seat in hand.seats}
        self._big_blind = big_blind(hand.header)

    @classmethod
    def of_finished_hand(cls, hand: Hand) -> Ledger:
        """The ledger with all events of the hand entered."""
        ledger = cls(hand)
        for event in hand.events:
            ledger.apply_event(event)
        return ledger

    @property
    def pot(self) -> int:
        """All chips put in and not returned."""
        return self.live.total() + self.dead.total()

    def net(self, player: str) -> int:
        """The player's result in the hand."""
        return self.won[player] - self.live[player] - self.dead[player]

    def stack_left(self, player: str) -> int:
        """The player's remaining stack."""
        return self._stacks.get(player, 0) + self.net(player)

    def apply_event(self, event: Event) -> None:
        """Apply that event."""
        match event:
            case Post():
                self._apply_post(event)
            case Call(player=player, added=int(added)) | Bet(player=player, added=added):
                self._add_bet(player, added)
            case Call(player=player, to=int(to)) | Raise(player=player, to=int(to)):
                self._add_bet(player, to - self.bets[player])
            case Uncalled(player=player, amount=amount):
                self.live[player] -= amount
            case Collect(player=player, amount=amount):
                self.won[player] += amount
            case Fold(player=player):
                self.folded.add(player)
            case DrawBegins():
                self.bets.clear()

    def _apply_post(self, post: Post) -> None:
        """A small blind posted with the big one is dead."""
        match post.kind:
            case PostKind.ANTE:
                self.live[post.player] += post.amount
            case PostKind.DEAD_BLIND:
                self.dead[post.player] += post.amount
            case PostKind.SMALL_AND_BIG:
                live = min(post.amount, self._big_blind)
                self.dead[post.player] += post.amount - live
                self._add_bet(post.player, live)
            case _:
                self._add_bet(post.player, post.amount)

    def _add_bet(self, player: str, chips: int) -> None:
        self.bets[player] += chips
        self.live[player] += chips


class KnownCards:
    """Hands by player; an incompletely known hand is left out."""

    def __init__(self) -> None:
        self.held: dict[str, Cards] = {}

    def complete_deal(self, event: Deal | None, player: str, line: int) -> Deal:
        """Deal five cards, known or not."""
        self._set_held_cards(player, event.cards if event is not None else None)
        return Deal(line, player, self.held.get(player, UNKNOWN_HAND))

    def complete_stand_pat(self, event: StandPat, receive: Receive | None) -> StandPat:
        """Stand pat; the line or one after it may repeat the five cards."""
        repeated = event.held or (receive.held if receive is not None else None)
        if event.player not in self.held:
            self._set_held_cards(event.player, repeated)
        return StandPat(event.line, event.player, self.held.get(event.player))

    def complete_draw(self, event: Discard, receive: Receive | None) -> Iterator[Event]:
        """The cards discarded, kept and new, each worked out from the others if the text leaves them out."""
        player, line = event.player, event.line
        reception = receive or Receive(line, player)
        held_before, held_after = self.held.get(player), _cards_if_known(reception.held, 5)
        thrown = _cards_if_known(event.cards, event.count)
        # With five new cards none are kept, and no text says so.
        kept_cards = () if event.count == CARDS_IN_HAND else _cards_if_known(reception.kept, 5 - event.count)
        # If the number of kept cards is wrong, so is the rest of the line.
        new = _cards_if_known(reception.new, event.count) if kept_cards is not None or reception.kept is None else None
        thrown = thrown or _cards_if_known(
            _remove_cards(held_before, kept_cards if kept_cards is not None else held_after), event.count
        )
        kept_cards = (
            kept_cards
            if kept_cards is not None
            else _cards_if_known(_remove_cards(held_before, thrown) or _remove_cards(held_after, new), 5 - event.count)
        )
        new = new or _cards_if_known(_remove_cards(held_after, kept_cards), event.count)
        if held_after is None and kept_cards is not None and new is not None:
            held_after = kept_cards + new
        self._set_held_cards(player, held_after)
        # No text shows what its hero throws and not what they get.
        yield Discard(line, player, event.count, thrown if new is not None else None)
        yield Receive(reception.line, player, event.count, kept_cards, new)

    def _set_held_cards(self, player: str, cards: Cards | None) -> None:
        held = _cards_if_known(cards, 5)
        if held is None:
            self.held.pop(player, None)
        else:
            self.held[player] = held


def _cards_if_known(cards: Cards | None, count: int) -> Cards | None:
    """The cards, if exactly that many are known."""
    return cards if cards is not None and len(cards) == count and UNKNOWN not in cards else None


def _remove_cards(cards: Cards | None, removed: Cards | None) -> Cards | None:
    """The cards that are not among the others."""
    return None if cards is None or removed is None else tuple(card for card in cards if card not in removed)
