"""A hand in progress: what has happened, and what follows from it; every event is added as it is, legal or not."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from histparse.export import Remark
from histparse.export.completion import cap_of_round
from histparse.model import events as ev
from histparse.model.cards import DECK, Card
from histparse.model.events import Event, PostKind
from histparse.model.house import House, Shortage, ShortRaise, Source
from histparse.simulate.player import Player
from histparse.simulate.settings import Settings, Stakes


class Deck:
    """52 cards. The end of `stub` is its top."""

    def __init__(self, random: Random, house: House) -> None:
        self.random = random
        self.house = house
        self.stub: list[Card] = random.sample(DECK, len(DECK))
        self.folded: list[Card] = []
        self.thrown: list[tuple[int, Card]] = []
        """The cards outside the stub, each with its draw; players served so far."""

    def deal_five(self) -> list[Card]:
        """Deal five cards."""
        cards = self.stub[-5:]
        del self.stub[-5:]
        return cards

    def take_folded(self, cards: list[Card]) -> None:
        """Take in the cards of a player who folds."""
        self.folded += cards

    def take_discards(self, draw: int, cards: Collection[Card]) -> None:
        """Take in the discards of a player who has been served."""
        self.thrown += [(draw, card) for card in cards]

    def serve_cards(self, count: int, draw: int, earlier_discards: Collection[Card]) -> tuple[list[Card], bool]:
        """`count` cards for a player who threw those discards in earlier draws, and whether a reshuffle was needed."""
        barred: Collection[Card] = () if self.house.own_discard_returns else earlier_discards
        if self._count_stub_cards_not_barred(barred) >= count:
            return self._take_cards_not_barred(count, barred), False
        served: list[Card] = []
        if self.house.shortage is not Shortage.MIXED_IN:
            served = self._take_cards_not_barred(self._count_stub_cards_not_barred(barred), barred)
        for sources in self._reshuffle_stages():
            if len(served) < count:
                self.reshuffle(draw, sources)
                served += self._take_cards_not_barred(
                    min(count - len(served), self._count_stub_cards_not_barred(barred)), barred
                )
        return served, True

    def _reshuffle_stages(self) -> list[Collection[Source]]:
        sources = self.house.reshuffled
        last = (Source.THIS_DRAW,) if self.house.this_draw_last else ()
        return [[source for source in sources if source not in last], last or sources, tuple(Source)]

    def _count_stub_cards_not_barred(self, barred: Collection[Card]) -> int:
        if not barred:
            return len(self.stub)
        return sum(card not in barred for card in self.stub)

    def _take_cards_not_barred(self, count: int, barred: Collection[Card]) -> list[Card]:
        top_cards: list[Card] = []
        passed: list[Card] = []
        while len(top_cards) < count:
            card = self.stub.pop()
            (passed if card in barred else top_cards).append(card)
        self.stub += reversed(passed)
        return top_cards

    def reshuffle(self, draw: int, sources: Collection[Source]) -> None:
        """Shuffle the cards of these sources into the stub; `draw` (1-3): the one in progress."""
        wanted = {
            draw_thrown: (Source.THIS_DRAW if draw_thrown == draw else Source.EARLIER_DRAWS) in sources
            for draw_thrown in (1, 2, 3)
        }
        self.stub += [card for draw_thrown, card in self.thrown if wanted[draw_thrown]]
        self.thrown = [(draw_thrown, card) for draw_thrown, card in self.thrown if not wanted[draw_thrown]]
        if Source.FOLDED_HANDS in sources:
            self.stub += self.folded
            self.folded = []
        self.random.shuffle(self.stub)


E = TypeVar("E", bound=Event)
BETTING = (ev.Post, ev.Fold, ev.Check, ev.Call, ev.Bet, ev.Raise, ev.Uncalled)
LAST_DRAW = 3


@dataclass(slots=True)
class Play:
    """The hand in progress. `players`: those dealt in, from left of the button."""

    settings: Settings
    stakes: Stakes
    random: Random
    players: list[Player]
    hero: str | None
    last_two: bool
    """Whether only these two are left in the tournament."""
    entrants: int = 0
    """The number of entrants of the tournament."""
    remarks: list[Remark] = field(default_factory=list)
    """Remarks still to be added on players joining and leaving."""
    deck: Deck = field(init=False)
    by_name: dict[str, Player] = field(init=False)
    events: list[Event] = field(default_factory=list)
    """Events and notes; their lines are counted when the hand is over."""
    round: int = 0
    level: int = 0
    """The bet to match in this round."""
    full: bool = True
    """Whether the level is that of a full bet."""
    bets: int = 0
    """Full bets made in this round; the big blind is one."""
    most_bets: float = 0
    """The cap of this round."""
    aggressor: Player | None = None
    """Who bet or raised last in this round."""
    last_aggressor: Player | None = None
    """Who bet or raised last in the hand."""
    waiting: list[Player] = field(default_factory=list)
    """Players who may still act in this round, in order."""
    acted: set[str] = field(default_factory=set)
    """Players who have acted since the betting was last opened to all."""
    barred: set[str] = field(default_factory=set)
    """Players who may not raise: the bet has not grown enough since they acted."""

    def __post_init__(self) -> None:
        """Begin the first round, with the blinds to come."""
        self.deck = Deck(self.random, self.settings.house)
        self.by_name = {player.name: player for player in self.players}
        self.begin_round(0)

    # --- questions ----------------------------------------------------------------------------------------

    @property
    def bet_size(self) -> int:
        """The size of a bet in this round."""
        return self.stakes.small_bet if self.round < 2 else self.stakes.big_bet

    @property
    def live_players(self) -> list[Player]:
        """Players who have not folded, from left of the button."""
        return [player for player in self.players if player.folded_after is None]

    @property
    def pot(self) -> int:
        """All chips put in so far."""
        return sum(player.paid + player.dead for player in self.players)

    @property
    def next_full_bet_total(self) -> int:
        """The street total of the next full bet or raise."""
        completes = self.settings.house.short_raise is ShortRaise.COMPLETES
        return (self.bets + 1) * self.bet_size if completes else self.level + self.bet_size

    def folded_and_live_opponents_after(self, player: Player) -> list[Player]:
        """The other players, from left of that one."""
        place = self.players.index(player)
        return self.players[place + 1 :] + self.players[:place]

    def call_cost_capped_by_opponents(self, player: Player) -> int:
        """The cost of a call, if they have the chips."""
        # If the blind is all-in for less, perhaps nobody can match the full level: nobody owes more than others have.
        reach = max(
            (opponent.largest_street_total for opponent in self.live_players if opponent is not player), default=0
        )
        return max(0, min(self.level, reach) - player.bet)

    def still_to_act(self) -> Iterator[Player]:
        """The players still to act if nobody raises, in order."""
        if len(self.live_players) > 1:
            yield from (player for player in self.waiting if self._has_choice(player))

    def may_raise(self, player: Player, street_total: int) -> bool:
        """Whether they may raise to that street total, if they have the chips."""
        open_to_all = player.name not in self.barred and self.bets < self.most_bets
        return open_to_all and street_total > self.level and self._has_opponents_with_chips(player)

    def _has_choice(self, player: Player) -> bool:
        return player.can_bet and (
            self.call_cost_capped_by_opponents(player) > 0 or self._has_opponents_with_chips(player)
        )

    def _has_opponents_with_chips(self, player: Player) -> bool:
        return any(opponent.can_bet for opponent in self.players if opponent is not player)

    # --- what happens -------------------------------------------------------------------------------------

    def begin_round(self, number: int) -> None:
        """Betting round `number` (0-3) begins."""
        self.round, self.aggressor = number, None
        heads_up = {"hand": len(self.players) == 2, "round": len(self.live_players) == 2, "table": self.last_two}
        self.most_bets = cap_of_round(self.settings.house, heads_up)
        self.level, self.bets, self.full = (self.stakes.big_blind, 1, True) if number == 0 else (0, 0, True)
        # Left of the big blind; heads-up the button, last in the order, posts the small blind.
        first = 0 if number else 1 if len(self.players) == 2 else 2 % len(self.players)
        self.waiting = self.players[first:] + self.players[:first]
        self.acted, self.barred = set(), set()
        for player in self.players:
            player.bet = 0

    def add_and_apply_event(self, event: E) -> E:
        """Add an event, with what it changes."""
        self.events.append(event)
        player = self.by_name.get(getattr(event, "player", ""))
        if isinstance(event, ev.DrawBegins):
            # Its number may be wrong on purpose.
            self.begin_round(min(self.round + 1, LAST_DRAW))
        elif player is not None:
            (self._apply_betting_event if isinstance(event, BETTING) else self._apply_card_event)(player, event)
        return event

    def _apply_betting_event(self, player: Player, event: Event) -> None:
        """An event of a betting round."""
        match event:
            case ev.Bet(added=added):
                self._apply_bet_or_raise(player, added)
            case ev.Raise(to=to):
                self._apply_bet_or_raise(player, (to or 0) - player.bet)
            case ev.Post():
                self._apply_post(player, event)
            case ev.Uncalled(amount=amount):
                player.pay(-amount)
            case _:
                self.waiting = [follower for follower in self.waiting if follower is not player]
                self.acted.add(player.name)
                if isinstance(event, ev.Call):
                    player.pay(event.added or 0)
                elif isinstance(event, ev.Fold):
                    player.folded_after = self.round
                    self.deck.take_folded(player.cards)

    def _apply_card_event(self, player: Player, event: Event) -> None:
        """An event of the deal, a draw or the showdown."""
        match event:
            case ev.Deal(cards=cards):
                player.cards = list(cards)
            case ev.Discard(cards=cards):
                player.thrown += cards or ()
                self.deck.take_discards(self.round, cards or ())
            case ev.Receive(kept=kept, new=new):
                player.cards = [*(kept or ()), *(new or ())]
            case ev.StandPat(held=held) if held:
                player.cards = list(held)
            case ev.Show():
                player.shown = True
            case ev.Muck():
                player.mucked = True
            case ev.Collect(amount=amount):
                player.won += amount

    def _apply_post(self, player: Player, post: ev.Post) -> None:
        """An ante buys a claim on the pot but is no bet; of a small and big blind at once the small one is dead."""
        if post.kind is PostKind.ANTE:
            player.stack -= post.amount
            player.paid += post.amount
            player.ante = post.amount
            return
        if post.kind is PostKind.SMALL_AND_BIG:
            player.dead = post.amount - self.stakes.big_blind
            player.stack -= player.dead
        player.pay(post.amount - player.dead)

    def _apply_bet_or_raise(self, player: Player, chips: int) -> None:
        level_before, target = self.level, self.next_full_bet_total
        player.pay(chips)
        self.level = max(player.bet, level_before)
        self.full = player.stack > 0 or self.level >= target
        opens = self.full or 2 * (self.level - level_before) >= self.bet_size
        completes = self.settings.house.short_raise is ShortRaise.COMPLETES
        self.bets += self.full or (opens and not completes)
        self.aggressor = self.last_aggressor = player
        self.barred = set() if opens else self.barred | self.acted
        self.acted = {player.name} if opens else self.acted | {player.name}
        self.waiting = [opponent for opponent in self.folded_and_live_opponents_after(player) if opponent.can_bet]
