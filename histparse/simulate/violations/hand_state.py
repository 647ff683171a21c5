"""The state of a hand at some moment, rebuilt from its events, ready to be played on."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from msgspec.structs import replace

from histparse.export import writer
from histparse.model.cards import Card
from histparse.model.events import (
    Bet,
    Call,
    Capped,
    Check,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Post,
    PostKind,
    Raise,
    Receive,
    Reshuffle,
    StandPat,
    Uncalled,
)
from histparse.model.hand import Seat
from histparse.model.house import ShortRaise, Source
from histparse.simulate.blinds import first_to_act
from histparse.simulate.deck import Deck
from histparse.simulate.state import Play, Player
from histparse.simulate.styles import invent
from histparse.simulate.violations.legal_hand import LegalHand


class HandState:
    """The state of a hand; applies every event as it is, legal or not."""

    def __init__(self, legal: LegalHand, story: Iterable[Event] = (), seats: dict[str, int] | None = None) -> None:
        """`seats`: stacks other than those of the legal hand, by name."""
        self.legal = legal
        stacks = seats or {}
        players = [self._player(seat, stacks.get(seat.player, seat.stack)) for seat in legal.dealt]
        self.play = _play(legal, players)
        self.by_name = {player.name: player for player in players}
        self.waiting: list[Player] = []
        """Players who may still act in this round, in order."""
        self.acted: set[str] = set()
        """Players who have acted since the betting was last opened to all."""
        self.barred: set[str] = set()
        """Players who may not raise: the bet has not grown enough since they acted."""
        self.full = True
        """Whether the level is that of a full bet."""
        self.thrown_now: list[Card] = []
        """Discards of a player who has not been served yet."""
        self._open(0)
        for event in story:
            self.apply(event)

    def _player(self, seat: Seat, stack: int) -> Player:
        style = invent(self.legal.random, self.legal.settings.callers)
        return Player(seat.player, seat.seat, stack, style, start=stack)

    # -- queries ------------------------------------------------------------------------------

    @property
    def most_bets(self) -> float:
        """The cap of this round."""
        return self.play.most_bets

    @property
    def target(self) -> int:
        """The street total of the next full bet or raise."""
        play = self.play
        completes = play.settings.house.short_raise is ShortRaise.COMPLETES
        return (play.bets + 1) * play.unit if completes else play.level + play.unit

    def owed(self, player: Player) -> int:
        """The cost of a call, if they have the chips."""
        play = self.play
        reach = max((other.bet + other.stack for other in play.live if other is not player), default=0)
        return max(0, min(play.level, reach) - player.bet)

    def next(self) -> Player | None:
        """The next player to act."""
        return next(iter(self.asked()), None)

    def asked(self) -> list[Player]:
        """The players still to act if nobody raises, in order."""
        if len(self.play.live) < 2:
            return []
        return [player for player in self.waiting if self._is_asked(player)]

    def may_raise(self, player: Player) -> bool:
        """Whether they can make a full raise and keep chips; all-in raises are not considered."""
        deep = player.bet + player.stack > self.target > self.play.level
        others = any(other.stack > 0 for other in self.play.live if other is not player)
        return deep and others and player.name not in self.barred and self.play.bets < self.most_bets

    def _is_asked(self, player: Player) -> bool:
        others = any(other.stack > 0 for other in self.play.live if other is not player)
        return player.can_bet and (self.owed(player) > 0 or others)

    # -- books ---------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> Event:
        """Apply an event; returns the record added to the story."""
        event = replace(event, line=self.play.line)
        self.play.events.append(event)
        enter = getattr(self, f"_{type(event).__name__.lower()}", None)
        if enter:
            enter(event)
        return event

    def wager(self, player: Player, to: int, *, named: type[Event] | None = None) -> Event:
        """They bet or raise the street total `to`; the cap is announced if due."""
        play, level = self.play, self.play.level
        all_in = to - player.bet == player.stack
        if (named or (Raise if level else Bet)) is Bet:
            event = self.apply(Bet(0, player.name, to - player.bet, all_in))
        else:
            event = self.apply(Raise(0, player.name, to - level, to, all_in))
        if play.bets == self.most_bets and self.full and play.settings.house.announces_cap:
            self.apply(Capped(0))
        return event

    def _open(self, number: int) -> None:
        play = self.play
        play.round, play.aggressor, play.most_bets = number, None, _most_bets(play)
        play.level, play.bets = (play.stakes.big_blind, 1) if number == 0 else (0, 0)
        first = first_to_act(play) if number == 0 else 0
        self.waiting = play.players[first:] + play.players[:first]
        self.acted, self.barred, self.full = set(), set(), True
        for player in play.players:
            player.bet = 0

    def _post(self, event: Post) -> None:
        player = self.by_name[event.player]
        player.dead = event.amount - self.play.stakes.big_blind if event.kind is PostKind.SMALL_AND_BIG else 0
        player.stack -= player.dead
        player.pay(event.amount - player.dead)

    def _deal(self, event: Deal) -> None:
        self.by_name[event.player].cards = list(event.cards)
        self._take(event.cards)

    def _fold(self, event: Fold) -> None:
        player = self._answered(event.player)
        player.folded_after = self.play.round
        self.play.deck.fold(player.cards)

    def _check(self, event: Check) -> None:
        self._answered(event.player)

    def _call(self, event: Call) -> None:
        self._answered(event.player).pay(event.added or 0)

    def _bet(self, event: Bet) -> None:
        self._wagered(self.by_name[event.player], event.added)

    def _raise(self, event: Raise) -> None:
        player = self.by_name[event.player]
        self._wagered(player, (event.to or 0) - player.bet)

    def _answered(self, name: str) -> Player:
        player = self.by_name[name]
        self.waiting = [other for other in self.waiting if other is not player]
        self.acted.add(name)
        return player

    def _wagered(self, player: Player, chips: int) -> None:
        play, before, target = self.play, self.play.level, self.target
        player.pay(chips)
        play.level = max(player.bet, before)
        short = player.stack == 0 and play.level < target
        opens = not short or 2 * (play.level - before) >= play.unit
        completes = play.settings.house.short_raise is ShortRaise.COMPLETES
        play.bets += not short or (opens and not completes)
        self.full = not short
        play.aggressor = play.last_aggressor = player
        self.barred = set() if opens else self.barred | self.acted
        self.acted = {player.name} if opens else self.acted | {player.name}
        place = play.players.index(player)
        self.waiting = [other for other in play.players[place + 1 :] + play.players[:place] if other.can_bet]

    def _uncalled(self, event: Uncalled) -> None:
        self.by_name[event.player].pay(-event.amount)

    def _drawbegins(self, _: DrawBegins) -> None:
        # Its number may be the violation.
        self._open(min(self.play.round + 1, 3))

    def _discard(self, event: Discard) -> None:
        player, thrown = self.by_name[event.player], list(event.cards or ())
        player.cards = [card for card in player.cards if card not in thrown]
        player.thrown += thrown
        self.thrown_now = thrown

    def _receive(self, event: Receive) -> None:
        player = self.by_name[event.player]
        self._take(event.new or ())
        player.cards = [*(event.kept or ()), *(event.new or ())]
        self.play.deck.throw(self.play.round, self.thrown_now)
        self.thrown_now = []

    def _standpat(self, event: StandPat) -> None:
        if event.held:
            self.by_name[event.player].cards = list(event.held)

    def _reshuffle(self, _: Reshuffle) -> None:
        deck = self.play.deck
        deck.stub += [card for _, card in deck.thrown]
        deck.thrown = []
        if Source.FOLDED_HANDS in self.play.settings.house.reshuffled:
            deck.stub += deck.folded
            deck.folded = []
        self.legal.random.shuffle(deck.stub)

    def _take(self, cards: Iterable[Card]) -> None:
        for card in cards:
            if card in self.play.deck.stub:
                self.play.deck.stub.remove(card)


def _play(legal: LegalHand, players: list[Player]) -> Play:
    settings = legal.settings
    return Play(
        settings=settings,
        stakes=legal.stakes,
        random=legal.random,
        players=players,
        hero=legal.hero,
        last_two=legal.hand.header.tournament is not None and len(legal.hand.seats) == 2,
        entrants=len(legal.hand.seats),
        remarks=[],
        voice=writer(settings.site),
        events=[],
        deck=Deck(legal.random, settings.house),
        first_line=0,
    )


def _most_bets(play: Play) -> float:
    house = play.settings.house
    alone = {"hand": len(play.players) == 2, "round": len(play.live) == 2, "table": play.last_two}
    cap = house.cap_heads_up if alone[house.heads_up_counts] else house.cap
    return inf if cap == "none" else cap
