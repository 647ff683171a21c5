"""Step 3, replay: the table keeps the books - chips, turn, draws, cards - and never judges."""

from __future__ import annotations

from enum import Enum

from histparse import events as ev
from histparse.cards import Cards
from histparse.events import PostKind
from histparse.hand import Hand, Limit, UncalledBet
from histparse.house import House
from histparse.replay.betting import Betting
from histparse.replay.deck import Deck, Place
from histparse.replay.player import DRAWS, Player
from histparse.replay.pots import Pot, pots
from histparse.replay.seating import seated


class Phase(Enum):
    """What the hand is at."""

    POSTING = "posting"
    BETTING = "betting"
    CLOSED = "betting closed"
    """The betting is over; nobody-called chips may still go back."""
    SWEPT = "bets swept"
    DRAWING = "drawing"
    SHOWDOWN = "showdown"


class Table:
    """The state of one hand. `players` sit in order from left of the button. Amounts in 1/100."""

    __slots__ = (
        "_pots",
        "aggressor",
        "betting",
        "big_blind",
        "by_name",
        "cap_said",
        "complete",
        "deck",
        "drawing",
        "hand",
        "hand_aggressor",
        "house",
        "payouts",
        "phase",
        "players",
        "posts",
        "pot",
        "round_began_with",
        "stated",
        "street",
    )

    def __init__(self, hand: Hand, house: House) -> None:
        self.hand = hand
        self.house = house
        self.players = seated(hand)
        self.by_name = {player.name: player for player in self.players}
        self.deck = Deck(len(self.players))
        header = hand.header
        self.big_blind = header.big_blind or (header.low if header.limit is Limit.FIXED else header.high)
        self.pot = 0
        """All chips put in so far, less what went back."""
        self.street = 0
        """The betting round, 0-3."""
        self.drawing = 0
        """The draw begun last, 0 before the first."""
        self.phase = Phase.POSTING
        self.betting = self._new_betting(last=-1)
        self.aggressor: Player | None = None
        """Last to bet or raise in the betting round closed last; None when it was checked or not played."""
        self.hand_aggressor: Player | None = None
        """Last to bet or raise in the hand so far."""
        self.cap_said = False
        self.complete = False
        """The text has come to its summary."""
        self._pots: list[Pot] | None = None
        self.posts: list[ev.Post] = []
        self.payouts: list[ev.Collect] = []
        self.stated: ev.Total | None = None
        self.round_began_with = len(self.players)
        """Live players when the present betting round began."""

    # -- what can be read off the table -------------------------------------------------------------------

    @property
    def level(self) -> int:
        """The street total to match."""
        return self.betting.level

    @property
    def bets(self) -> int:
        """Full bets out in this round; the big blind is one."""
        return self.betting.bets

    @property
    def unit(self) -> int:
        """The size of a bet now."""
        return self.betting.unit

    @property
    def stub(self) -> int | None:
        """Cards left to deal, None when the text does not let us know."""
        return self.deck.stub

    @property
    def reshuffles(self) -> int:
        """Reshuffles so far."""
        return self.deck.reshuffles

    @property
    def live(self) -> list[Player]:
        """Players who have not folded."""
        return [player for player in self.players if not player.folded]

    def can_bet(self) -> bool:
        """Whether a betting round is due: two live players still have chips."""
        return sum(not player.folded and not player.all_in for player in self.players) > 1

    def uncalled(self) -> tuple[Player, int] | None:
        """The player whose bet was not matched and the chips above the next highest bet."""
        ranked = sorted(self.players, key=lambda player: player.bet, reverse=True)
        if len(ranked) < 2 or ranked[0].bet == ranked[1].bet:
            return None
        return ranked[0], ranked[0].bet - ranked[1].bet

    def pots(self) -> list[Pot]:
        """Main and side pots as they stand; worked out once when all bets are in."""
        if self._pots is None or self.phase is not Phase.SHOWDOWN:
            self._pots = pots(self.players)
        return self._pots

    # -- forced bets and the deal -------------------------------------------------------------------------

    def post(self, event: ev.Post, player: Player) -> None:
        """Chips go in; live ones count towards the player's bet."""
        live = self._live_part(event)
        self._pay(player, event.amount, event.amount - live if event.kind is not PostKind.ANTE else 0)
        player.bet += live
        player.posted = event.kind
        self.posts.append(event)
        if event.kind in (PostKind.BIG_BLIND, PostKind.SMALL_AND_BIG, PostKind.EXTRA_BLIND):
            self.betting.post(self.big_blind, player)
        elif event.kind in (PostKind.STRADDLE, PostKind.BUTTON_BLIND):
            self.betting.post(player.bet, player)

    def _live_part(self, event: ev.Post) -> int:
        match event.kind:
            case PostKind.ANTE | PostKind.DEAD_BLIND:
                return 0
            case PostKind.SMALL_AND_BIG:
                return min(event.amount, self.big_blind)
            case _:
                return event.amount

    def end_posting(self, step: ev.Event) -> None:
        """The first player may act; the level is the big blind even where nobody posted it whole."""
        self.phase = Phase.BETTING
        self.betting.pass_turn()

    def deal(self, event: ev.Deal, player: Player) -> None:
        """The text shows the five cards a player was dealt."""
        self.hold(player, event.cards, event.line)

    # -- betting ------------------------------------------------------------------------------------------

    def fold(self, event: ev.Fold, player: Player) -> None:
        """A player is out of the hand; his cards, where known, stay where they were."""
        player.folded = True
        player.folded_after = self.drawing
        player.folded_epoch = self.deck.reshuffles
        self.betting.answer(player)

    def check(self, event: ev.Check, player: Player) -> None:
        """Nothing goes in."""
        self.betting.answer(player)

    def call(self, event: ev.Call, player: Player) -> None:
        """`event.added` chips go in."""
        self._bet(player, event.added or 0, event.all_in)
        self.betting.answer(player)

    def bet(self, event: ev.Bet, player: Player) -> None:
        """`event.added` chips go in and set the level."""
        self._wager(player, event.added, event.all_in)

    def raises(self, event: ev.Raise, player: Player) -> None:
        """Chips go in up to the street total `event.to`, which is the new level."""
        self._wager(player, (event.to or 0) - player.bet, event.all_in)

    def cap(self, event: ev.Capped) -> None:
        """The cap has been announced in this round."""
        self.cap_said = True

    def _wager(self, player: Player, chips: int, all_in: bool) -> None:
        self._bet(player, chips, all_in)
        self.betting.wager(player, all_in=player.all_in)
        self.hand_aggressor = player
        self.betting.answer(player)

    def _bet(self, player: Player, chips: int, all_in: bool) -> None:
        self._pay(player, chips, 0)
        player.bet += chips
        player.all_in |= all_in and player.stack < 0

    def _pay(self, player: Player, chips: int, dead: int) -> None:
        player.pay(chips)
        player.dead += dead
        player.all_in = player.stack == 0
        self.pot += chips

    def end_betting(self, step: ev.Event) -> None:
        """The round is over; bets still lie in front of the players."""
        self.aggressor = self.betting.aggressor
        self.phase = Phase.CLOSED

    def give_back(self, event: ev.Uncalled, player: Player) -> None:
        """Chips nobody called go back to the stack."""
        self._return(player, event.amount)

    def _return(self, player: Player, chips: int) -> None:
        player.bet -= chips
        player.returned += chips
        player.pay(-chips)
        self.pot -= chips

    def sweep(self, step: ev.Event) -> None:
        """The bets go to the pot. Where no text would say so, chips nobody called go back first."""
        if self.hand.reading.uncalled is UncalledBet.UNSAID and (over := self.uncalled()):
            self._return(*over)
        for player in self.players:
            player.begin_round()
        self.phase = Phase.SWEPT

    # -- drawing ------------------------------------------------------------------------------------------

    def begin_draw(self, event: ev.Event) -> None:
        """The next draw. Its number is counted here, for headings can be wrong; one repeated begins nothing."""
        if self.phase is Phase.DRAWING:
            return
        self.drawing += 1
        self.phase = Phase.DRAWING
        for player in self.players:
            player.drawn_on = 0
            player.owed_cards = 0

    def discard(self, event: ev.Discard, player: Player) -> None:
        """A player throws cards and is owed as many."""
        self._draw(player, event.count, event.line)
        self.deck.serve(player, event.count)
        player.owed_cards = event.count
        player.epoch = self.deck.reshuffles
        if event.cards:
            player.thrown.extend(event.cards)
            self.deck.note(player, event.cards, Place.THROWN, event.line, self.drawing)
        player.held = _kept(player.held, event)

    def stand_pat(self, event: ev.StandPat, player: Player) -> None:
        """A player keeps his five."""
        self._draw(player, 0, event.line)
        if event.held is not None:
            self.hold(player, event.held, event.line)

    def _draw(self, player: Player, count: int, line: int) -> None:
        player.drawn_on = line
        self.deck.announced_on = 0
        if 1 <= self.drawing <= DRAWS:
            player.drawn[self.drawing - 1] = count

    def receive(self, event: ev.Receive, player: Player) -> None:
        """A player gets what he is owed; his hand is known when the text shows it."""
        player.owed_cards = 0
        if event.held is not None:
            self.hold(player, event.held, event.line)
        elif event.new is not None:
            self.deck.come(player, event.new, event.line, self.drawing)
            self.hold(player, (event.kept or ()) + event.new, event.line)

    def reshuffle(self, event: ev.Reshuffle) -> None:
        """The pile joins the stub."""
        self.deck.reshuffle(event.line)

    def end_draw(self, step: ev.Event) -> None:
        """All have drawn; the betting round after the draw can begin."""
        self.street = min(self.drawing, DRAWS)
        self.round_began_with = len(self.live)
        self.cap_said = False
        self.betting = self._new_betting(last=-1)
        self.betting.pass_turn()
        self.phase = Phase.BETTING

    def hold(self, player: Player, cards: Cards, line: int) -> None:
        """A player holds these cards now."""
        player.held = cards if len(cards) == 5 and len(set(cards)) == 5 else None
        self.deck.note(player, cards, Place.HELD, line, self.drawing)

    # -- the end ------------------------------------------------------------------------------------------

    def begin_showdown(self, event: ev.ShowdownBegins) -> None:
        """Cards are turned up from here on."""
        self.phase = Phase.SHOWDOWN

    def show(self, event: ev.Show, player: Player) -> None:
        """A player turns his cards up."""
        player.shown = event.cards
        player.faced_on = event.line
        self.hold(player, event.cards, event.line)

    def muck(self, event: ev.Muck, player: Player) -> None:
        """A player throws his hand away unseen."""
        player.mucked = True
        player.faced_on = event.line

    def no_show(self, event: ev.NoShow, player: Player) -> None:
        """The winner keeps his cards to himself."""
        player.mucked = True

    def collect(self, event: ev.Collect, player: Player) -> None:
        """Chips go from the pot to a player."""
        player.collected += event.amount
        self.payouts.append(event)

    def begin_summary(self, event: ev.SummaryBegins) -> None:
        """The play is over."""
        self.complete = True

    def total(self, event: ev.Total) -> None:
        """The text states the pot and the rake."""
        self.stated = event

    def result(self, event: ev.Result, player: Player) -> None:
        """The summary may turn up a mucked hand."""
        if event.cards and player.shown is None:
            self.hold(player, event.cards, event.line)

    def _new_betting(self, last: int) -> Betting:
        header = self.hand.header
        unit = header.high if header.limit is Limit.FIXED and self.street > 1 else self.big_blind
        if header.limit is Limit.FIXED and self.street < 2:
            unit = header.low
        return Betting(self.players, self.house, header.limit, unit, last)


def _kept(held: Cards | None, event: ev.Discard) -> Cards | None:
    """The cards kept of a known hand; None where the discard does not fit it."""
    if held is None or event.cards is None or len(event.cards) != event.count or not set(event.cards) <= set(held):
        return None
    return tuple(card for card in held if card not in event.cards)
