"""Completes the play of a hand, from the forced bets to the summary, however much of it the text prints.

What the text announces is left out: houses announce different things.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter

from msgspec.structs import replace

from histparse.export.contract import UnwritableError
from histparse.export.ledger import KnownCards, Ledger, big_blind, dealt_seats_from_button
from histparse.export.pots import Pot, payouts, split_into_pots
from histparse.model import events as ev
from histparse.model.cards import CARDS_IN_HAND, UNKNOWN, Cards
from histparse.model.events import Event, Outcome, PostKind
from histparse.model.hand import Hand, Seat
from histparse.model.house import FirstToShow, House

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
        for post in _join_dead_and_live_blinds([*_split_surplus_antes(dealt_seats_from_button(self.hand), posts)]):
            yield self._enter_in_ledger(self._complete_post(post))
        yield from self._deal_events(max((post.line for post in posts), default=self.hand.table.line))
        for event in self.hand.events:
            if isinstance(event, IN_DRAW):
                self.draw.append(event)
            elif isinstance(event, ev.ACTS):
                yield from self._complete_draw()
                yield self._enter_in_ledger(self._complete_act(event))
            elif isinstance(event, ev.DrawBegins):
                yield from self._complete_draw_and_return_uncalled(event.line)
                self.floor = 0
                yield self._enter_in_ledger(ev.DrawBegins(event.line, event.draw))
        yield from self._complete_draw_and_return_uncalled(self.draw[-1].line if self.draw else self._last_line())

    def _enter_in_ledger(self, event: Event) -> Event:
        self.ledger.apply_event(event)
        return event

    def _last_line(self) -> int:
        return max((event.line for event in self.hand.events if isinstance(event, (*ev.ACTS, ev.Post))), default=0)

    def _complete_draw_and_return_uncalled(self, line: int) -> Iterator[Event]:
        yield from self._complete_draw()
        yield from (self._enter_in_ledger(event) for event in self._return_uncalled(line))

    # --- forced bets and the deal ---------------------------------------------------------------------------

    def _complete_post(self, post: ev.Post) -> ev.Post:
        if post.kind in LIVE:
            post = replace(post, kind=PostKind.BIG_BLIND)
        if post.kind in (PostKind.BIG_BLIND, PostKind.SMALL_AND_BIG):
            self.floor = big_blind(self.hand.header)
        return replace(post, all_in=self._is_whole_stack(post.player, post.amount))

    def _deal_events(self, line: int) -> Iterator[Event]:
        dealt = {event.player: event for event in ev.of_type(self.hand.events, ev.Deal)}
        return (
            self.cards.complete_deal(dealt.get(seat.player), seat.player, line)
            for seat in dealt_seats_from_button(self.hand)
        )

    # --- betting --------------------------------------------------------------------------------------------

    @property
    def amount_to_match(self) -> int:
        """The street total to match."""
        return max(self.floor, *self.ledger.bets.values(), 0)

    def _complete_act(self, event: Event) -> Event:
        """The act with its type and all its figures; only acts with chips have any."""
        if not isinstance(event, ev.Call | ev.Bet | ev.Raise | ev.Wager):
            return event
        player, line, level, chips_added = event.player, event.line, self.amount_to_match, self._chips_added(event)
        all_in = event.all_in or self._is_whole_stack(player, chips_added)
        total = self.ledger.bets[player] + chips_added
        if chips_added == 0:
            return ev.Check(line, player)
        if total <= level:
            return ev.Call(line, player, chips_added, None, all_in)
        return (
            ev.Raise(line, player, total - level, total, all_in) if level else ev.Bet(line, player, chips_added, all_in)
        )

    def _chips_added(self, event: ev.Call | ev.Bet | ev.Raise | ev.Wager) -> int:
        """The chips the act adds; a check, or a call without an amount, adds what is owed."""
        bet = self.ledger.bets[event.player]
        if isinstance(event, ev.Bet):
            return event.added
        if not isinstance(event, ev.Raise) and event.added is not None:
            return event.added
        if event.to is not None:
            return event.to - bet
        if isinstance(event, ev.Raise):
            return self.amount_to_match + (event.by or 0) - bet
        return min(self.amount_to_match - bet, self.ledger.stack_left(event.player))

    def _is_whole_stack(self, player: str, chips: int) -> bool:
        return self.ledger.stack_left(player) == chips

    def _return_uncalled(self, line: int) -> Iterable[ev.Uncalled]:
        """Chips above the second highest bet are returned."""
        bets = ((self.ledger.bets[seat.player], seat.player) for seat in dealt_seats_from_button(self.hand))
        (highest, player), (second, _), *_ = sorted(bets, reverse=True)
        if highest > second:
            yield ev.Uncalled(line, player, highest - second)

    # --- drawing --------------------------------------------------------------------------------------------

    def _complete_draw(self) -> Iterator[Event]:
        """Each discard with the cards received for it."""
        received = {event.player: event for event in ev.of_type(self.draw, ev.Receive)}
        for event in self.draw:
            match event:
                case ev.Discard():
                    yield from self.cards.complete_draw(event, received.get(event.player))
                case ev.StandPat():
                    yield self.cards.complete_stand_pat(event, received.get(event.player))
        self.draw = []


def _split_surplus_antes(seats: list[Seat], posts: list[ev.Post]) -> Iterator[ev.Post]:
    """Split antes above those of the others: the surplus is dead, a missed blind or one player's ante for all."""
    antes = {post.player: post.amount for post in posts if post.kind is PostKind.ANTE}
    owed = [ante for seat in seats if (ante := antes.get(seat.player, 0)) < seat.stack]
    due = min(owed, default=max(antes.values(), default=0))
    for post in posts:
        surplus = post.amount - due if post.kind is PostKind.ANTE else 0
        if surplus < post.amount:
            yield replace(post, amount=post.amount - max(surplus, 0))
        if surplus > 0:
            yield replace(post, kind=PostKind.DEAD_BLIND, amount=surplus)


def _join_dead_and_live_blinds(posts: list[ev.Post]) -> Iterator[ev.Post]:
    """Join a dead blind and the live one of the same player."""
    dead = {post.player: post.amount for post in posts if post.kind is PostKind.DEAD_BLIND}
    live = {post.player for post in posts if post.kind in LIVE}
    for post in posts:
        if post.player in dead and post.kind in LIVE:
            yield replace(post, kind=PostKind.SMALL_AND_BIG, amount=post.amount + dead[post.player])
        elif post.kind is not PostKind.DEAD_BLIND or post.player not in live:
            yield post


# --- the showdown, the payouts and the summary -----------------------------------------------------------------------


class Ending:
    """The end of one hand, whose bets are in the ledger; who shows first is up to the house."""

    def __init__(self, hand: Hand, house: House, ledger: Ledger, cards: KnownCards, played: list[Event]) -> None:
        self.hand = hand
        self.house = house
        self.ledger = ledger
        self.played = played
        self.live = [seat.player for seat in dealt_seats_from_button(hand) if seat.player not in ledger.folded]
        self.line = max((event.line for event in hand.events if not isinstance(event, ev.Result | ev.Total)), default=0)
        self.shown = {
            event.player: event.cards for event in ev.of_type(hand.events, ev.Show) if event.player not in ledger.folded
        }
        turned_up = {e.player: e.cards for e in ev.of_type(hand.events, ev.Result) if e.cards}
        self.hands: dict[str, Cards] = cards.held | turned_up | self.shown
        """Everybody's last cards, if known."""
        self.faced: set[str] = set()
        """Players who have shown or mucked."""

    def events(self) -> Iterator[Event]:
        """In the dealer's order."""
        if self.hand.cancelled:
            yield from self._cancelled_events()
            return
        if any(UNKNOWN in cards or len(cards) < CARDS_IN_HAND for cards in self.shown.values()):
            raise UnwritableError("a hand is shown only in part")
        all_pots = split_into_pots(self.ledger, self.live)
        paid = self._payouts(all_pots)
        if len(self.live) == 1:
            yield from self._end_without_showdown(paid)
        else:
            yield ev.ShowdownBegins(self.line)
            for number in reversed(range(len(all_pots))):
                yield from self._shows_and_mucks(all_pots[number].claims)
                yield from (share for share in paid if (share.pot or 0) == number)
        yield from self._summary_events(paid)

    def _cancelled_events(self) -> Iterator[Event]:
        """Nobody wins or loses."""
        yield ev.Cancelled(self.line)
        yield ev.SummaryBegins(self.line)
        for seat in self._seats_dealt_in():
            yield ev.Result(self.line, seat.seat, seat.player, Outcome.COLLECTED, self._positions(seat), won=0)

    def _payouts(self, all_pots: list[Pot]) -> list[ev.Collect]:
        mucked = {event.player for event in ev.of_type(self.hand.events, ev.Muck)}
        compared = {player: cards for player, cards in self.hands.items() if player not in mucked - self.shown.keys()}
        uncalled = next(reversed(ev.of_type(self.played, ev.Uncalled)), None)
        return payouts(self.hand, self.ledger, all_pots, compared, uncalled)

    # --- the showdown ---------------------------------------------------------------------------------------

    def _end_without_showdown(self, paid: list[ev.Collect]) -> Iterator[Event]:
        """Everybody else has folded: the player left need not show."""
        yield from paid
        (winner,) = self.live
        if winner in self.shown:
            yield ev.Show(self.line, winner, self.shown[winner])
        elif winner != self.hand.hero:
            yield ev.NoShow(self.line, winner)

    def _shows_and_mucks(self, claimants: Iterable[str]) -> Iterator[Event]:
        """Shows and mucks of those with a claim on that pot but none before; players not mentioned muck."""
        for player in self._showing_order():
            if player in claimants and player not in self.faced:
                self.faced.add(player)
                cards = self.shown.get(player)
                yield ev.Muck(self.line, player) if cards is None else ev.Show(self.line, player, cards)

    def _showing_order(self) -> list[str]:
        """The order of showing: from the last aggressor of the last round, or of the hand where the house has it so."""
        river = max((place for place, event in enumerate(self.played) if isinstance(event, ev.DrawBegins)), default=0)
        begin = 0 if self.house.first_to_show is FirstToShow.LAST_AGGRESSOR else river
        bettors = [event.player for event in self.played[begin:] if isinstance(event, ev.Bet | ev.Raise)]
        place = self.live.index(bettors[-1]) if bettors and bettors[-1] in self.live else 0
        return self.live[place:] + self.live[:place]

    # --- the summary ----------------------------------------------------------------------------------------

    def _summary_events(self, paid: list[ev.Collect]) -> Iterator[Event]:
        line = self.hand.last_line
        yield ev.SummaryBegins(line)
        won = Counter[int]()
        for share in paid:
            won[share.pot or 0] += share.amount
        main, *sides = [won[number] for number in range(max(won, default=0) + 1)]
        stated = next((event.rake for event in ev.of_type(self.hand.events, ev.Total)), None)
        rake = self.ledger.pot - won.total() if stated is None else stated
        yield ev.Total(line, self.ledger.pot, rake, main if sides else None, tuple(sides))
        for seat in self._seats_dealt_in():
            yield self._seat_result(seat, sum(share.amount for share in paid if share.player == seat.player))

    def _seats_dealt_in(self) -> list[Seat]:
        """Players dealt in, by seat."""
        return sorted(dealt_seats_from_button(self.hand), key=attrgetter("seat"))

    def _seat_result(self, seat: Seat, won: int) -> ev.Result:
        player, positions = seat.player, self._positions(seat)
        result = ev.Result(self.hand.last_line, seat.seat, player, Outcome.MUCKED, positions)
        if player in self.ledger.folded:
            idle = not self.ledger.live[player] + self.ledger.dead[player]
            after, bet = self._draws_before_fold(player), False if idle else None
            return replace(result, outcome=Outcome.FOLDED, folded_after=after, bet=bet)
        if player in self.shown:
            return replace(result, outcome=Outcome.SHOWED, cards=self.shown[player], won=won or None)
        if len(self.live) == 1:
            return replace(result, outcome=Outcome.COLLECTED, won=won or None)
        return replace(result, cards=self.hands.get(player))

    def _draws_before_fold(self, player: str) -> int:
        """Draws made before they folded."""
        draws = 0
        for event in self.played:
            if isinstance(event, ev.DrawBegins):
                draws = event.draw
            elif isinstance(event, ev.Fold) and event.player == player:
                break
        return draws

    def _positions(self, seat: Seat) -> tuple[str, ...]:
        """Heads-up the button posts the small blind."""
        first_posts = {post.kind: post.player for post in reversed(ev.of_type(self.played, ev.Post))}
        blinds = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)
        words = ["button"] if seat.seat == self.hand.table.button else []
        return (*words, *(kind.value for kind in blinds if first_posts.get(kind) == seat.player))
