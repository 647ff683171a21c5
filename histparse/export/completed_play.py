"""Completes forced bets, the deal, bets and draws; returns uncalled bets at the end of a betting round.

What the text announces is left out: houses announce different things.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from histparse.export.ledger import KnownCards, Ledger, big_blind, ring
from histparse.model import events as ev
from histparse.model.events import Event, PostKind
from histparse.model.hand import Hand, Seat

IN_DRAW = (ev.Discard, ev.StandPat, ev.Receive)
LIVE = (PostKind.BIG_BLIND, PostKind.EXTRA_BLIND)
"""Blinds that may be combined with a dead one."""


class Play:
    """The play of one hand: all events up to the showdown, entered in the ledger."""

    def __init__(self, hand: Hand, ledger: Ledger, cards: KnownCards) -> None:
        self.hand, self.ledger, self.cards = hand, ledger, cards
        self.floor = 0
        """The level of the big blind, even if it is all-in for less."""
        self.draw: list[Event] = []
        """The events of the current draw read so far."""

    def events(self) -> Iterator[Event]:
        """In the dealer's order."""
        posts = ev.of_type(self.hand.events, ev.Post)
        for post in _blinds_joined([*_antes_levelled(ring(self.hand), posts)]):
            yield self._entered(self._posted(post))
        yield from self._deals(max((post.line for post in posts), default=self.hand.table.line))
        for event in self.hand.events:
            if isinstance(event, IN_DRAW):
                self.draw.append(event)
            elif isinstance(event, ev.ACTS):
                yield from self._drawn()
                yield self._entered(self._acted(event))
            elif isinstance(event, ev.DrawBegins):
                yield from self._round_ends(event.line)
                self.floor = 0
                yield self._entered(ev.DrawBegins(event.line, event.draw))
        yield from self._round_ends(self.draw[-1].line if self.draw else self._last_line())

    def _entered(self, event: Event) -> Event:
        self.ledger.enter(event)
        return event

    def _last_line(self) -> int:
        return max((event.line for event in self.hand.events if isinstance(event, (*ev.ACTS, ev.Post))), default=0)

    def _round_ends(self, line: int) -> Iterator[Event]:
        yield from self._drawn()
        yield from (self._entered(event) for event in self._uncalled(line))

    # --- forced bets and the deal ---------------------------------------------------------------------------

    def _posted(self, post: ev.Post) -> ev.Post:
        if post.kind in LIVE:
            post = replace(post, kind=PostKind.BIG_BLIND)
        if post.kind in (PostKind.BIG_BLIND, PostKind.SMALL_AND_BIG):
            self.floor = big_blind(self.hand.header)
        return replace(post, all_in=self._is_last_chip(post.player, post.amount))

    def _deals(self, line: int) -> Iterator[Event]:
        dealt = {event.player: event for event in ev.of_type(self.hand.events, ev.Deal)}
        return (self.cards.deal(dealt.get(seat.player), seat.player, line) for seat in ring(self.hand))

    # --- betting --------------------------------------------------------------------------------------------

    @property
    def level(self) -> int:
        """The street total to match."""
        return max(self.floor, *self.ledger.bets.values(), 0)

    def _acted(self, event: Event) -> Event:
        """The act with its type and all its figures; only acts with chips have any."""
        if not isinstance(event, ev.Call | ev.Bet | ev.Raise | ev.Wager):
            return event
        return self._named(event, self._chips(event))

    def _chips(self, event: ev.Call | ev.Bet | ev.Raise | ev.Wager) -> int:
        """The chips the act adds; a check, or a call without an amount, adds what is owed."""
        bet = self.ledger.bets[event.player]
        if isinstance(event, ev.Bet):
            return event.added
        if not isinstance(event, ev.Raise) and event.added is not None:
            return event.added
        if event.to is not None:
            return event.to - bet
        if isinstance(event, ev.Raise):
            return self.level + (event.by or 0) - bet
        return min(self.level - bet, self.ledger.left(event.player))

    def _named(self, event: ev.Call | ev.Bet | ev.Raise | ev.Wager, chips: int) -> Event:
        player, line, level = event.player, event.line, self.level
        all_in = event.all_in or self._is_last_chip(player, chips)
        total = self.ledger.bets[player] + chips
        if chips == 0:
            return ev.Check(line, player)
        if total <= level:
            return ev.Call(line, player, chips, None, all_in)
        return ev.Raise(line, player, total - level, total, all_in) if level else ev.Bet(line, player, chips, all_in)

    def _is_last_chip(self, player: str, chips: int) -> bool:
        return self.ledger.left(player) == chips

    def _uncalled(self, line: int) -> Iterable[ev.Uncalled]:
        """Chips above the second highest bet are returned."""
        bets = self.ledger.bets
        highest, second, *_ = sorted((bets[seat.player] for seat in ring(self.hand)), reverse=True)
        if highest > second:
            player = next(player for player, bet in bets.items() if bet == highest)
            yield ev.Uncalled(line, player, highest - second)

    # --- drawing --------------------------------------------------------------------------------------------

    def _drawn(self) -> Iterator[Event]:
        """Each discard with the cards received for it."""
        received = {event.player: event for event in self.draw if isinstance(event, ev.Receive)}
        for event in self.draw:
            match event:
                case ev.Discard():
                    yield from self.cards.draw(event, received.get(event.player))
                case ev.StandPat():
                    yield self.cards.stand_pat(event, received.get(event.player))
        self.draw = []


def _antes_levelled(seats: list[Seat], posts: list[ev.Post]) -> Iterator[ev.Post]:
    """What somebody antes above the others is dead: a missed blind, or one player's ante for all."""
    antes = {post.player: post.amount for post in posts if post.kind is PostKind.ANTE}
    owed = [ante for seat in seats if (ante := antes.get(seat.player, 0)) < seat.stack]
    due = min(owed, default=max(antes.values(), default=0))
    for post in posts:
        surplus = post.amount - due if post.kind is PostKind.ANTE else 0
        if surplus < post.amount:
            yield replace(post, amount=post.amount - max(surplus, 0))
        if surplus > 0:
            yield replace(post, kind=PostKind.DEAD_BLIND, amount=surplus)


def _blinds_joined(posts: list[ev.Post]) -> Iterator[ev.Post]:
    """Join a dead blind and the live one of the same player."""
    dead = {post.player: post.amount for post in posts if post.kind is PostKind.DEAD_BLIND}
    live = {post.player for post in posts if post.kind in LIVE}
    for post in posts:
        if post.player in dead and post.kind in LIVE:
            yield replace(post, kind=PostKind.SMALL_AND_BIG, amount=post.amount + dead[post.player])
        elif post.kind is not PostKind.DEAD_BLIND or post.player not in live:
            yield post
