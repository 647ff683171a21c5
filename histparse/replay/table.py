"""Step 3, replay: the state of the table - chips and pots, turn, draws, cards. It never judges."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from histparse.model import events as ev
from histparse.model.cards import Cards, known
from histparse.model.hand import Hand, Limit
from histparse.model.house import House
from histparse.replay.betting import Betting
from histparse.replay.deck import Deck, Place
from histparse.replay.players import Player, order_dealt_in_players, reorder_or_halve_stakes

# --- pots -------------------------------------------------------------------------------------------------------------


class Pot(NamedTuple):
    """Chips, and the players who can win them."""

    amount: int
    contenders: tuple[Player, ...]


def compute_pots(players: Iterable[Player], chips_added_by_site: int = 0) -> list[Pot]:
    """The main pot first, then the side pots. Chips of players who folded are in the pots they reached.

    `chips_added_by_site` are in the main pot.
    """
    players = tuple(players)
    live = tuple(player for player in players if not player.folded)
    if len({player.paid - player.dead for player in live}) == 1:
        amount = chips_added_by_site + sum(player.paid for player in players)
        return [Pot(amount, live)] if amount else []
    return _split_into_pots(players, chips_added_by_site)


def _split_into_pots(players: tuple[Player, ...], chips_added_by_site: int) -> list[Pot]:
    """One pot per level that somebody reached."""
    layers: list[Pot] = []
    floor = 0
    live_chips = {player: player.paid - player.dead for player in players}
    for level in sorted({chips for chips in live_chips.values() if chips > 0}):
        amount = sum(min(chips, level) - min(chips, floor) for chips in live_chips.values())
        contenders = tuple(p for p, chips in live_chips.items() if chips >= level and not p.folded)
        floor = level
        if layers and contenders in (layers[-1].contenders, ()):
            layers[-1] = Pot(layers[-1].amount + amount, layers[-1].contenders)
        else:
            layers.append(Pot(amount, contenders))
    if layers:
        # Dead chips count towards nobody's bet, so they make no side pot.
        dead = chips_added_by_site + sum(player.dead for player in players)
        layers[0] = Pot(layers[0].amount + dead, layers[0].contenders)
    return layers


# --- the table --------------------------------------------------------------------------------------------------------


class Phase(Enum):
    """The phase the hand is in."""

    POSTING = "posting"
    BETTING = "betting"
    CLOSED = "betting closed"
    """The betting is over; uncalled chips may still be returned."""
    SWEPT = "bets swept"
    DRAWING = "drawing"
    SHOWDOWN = "showdown"


# Looking up an enum member through its class costs as much as a call.
BETTING, SHOWDOWN, HELD, FIXED = Phase.BETTING, Phase.SHOWDOWN, Place.HELD, Limit.FIXED


class Table:
    """The state of one hand. `players` sit in order from left of the button. Amounts in 1/100.

    `by_blinds`: the button is inferred from the blinds, which do not fit the place the text gives.
    """

    __slots__ = (
        "_pots",
        "added",
        "aggressor",
        "betting",
        "big_blind",
        "by_blinds",
        "by_name",
        "cap_said",
        "complete",
        "deck",
        "drawing",
        "hand",
        "hand_aggressor",
        "house",
        "last_drawn",
        "payouts",
        "phase",
        "players",
        "posts",
        "pot",
        "reading",
        "results",
        "stated",
        "street",
    )

    def __init__(self, hand: Hand, house: House) -> None:
        self.hand = hand = reorder_or_halve_stakes(hand)
        self.reading = hand.reading
        self.house = house
        self.players, self.by_blinds = order_dealt_in_players(hand)
        self.by_name = {player.name: player for player in self.players}
        self.deck = Deck.after_deal(len(self.players))
        header = hand.header
        # In fixed limit a header states the bets, and the big blind is the small bet.
        self.big_blind = header.big_blind or (header.low if header.limit is Limit.FIXED else header.high)
        self.pot = 0
        """All chips put in so far, less those returned."""
        self.added = 0
        """The part of it that the site has added."""
        self.street = 0
        """The betting round, 0-3."""
        self.drawing = 0
        """The current or last draw, 0 before the first."""
        self.last_drawn = -1
        """The highest `order` of those who have drawn in it."""
        self.phase = Phase.POSTING
        self.betting = self._new_betting()
        self.aggressor: Player | None = None
        """Last to bet or raise in the last closed betting round; None if it was checked or not played."""
        self.hand_aggressor: Player | None = None
        """Last to bet or raise in the hand so far."""
        self.cap_said = False
        self.complete = False
        """Whether the text has reached its summary."""
        self._pots: tuple[int, list[Pot]] | None = None
        self.posts: list[ev.Post] = []
        self.payouts: list[ev.Collect] = []
        self.stated: ev.Total | None = None
        self.results: list[ev.Result] = []
        """Lines of the summary about players."""

    # -- what can be read from the table -------------------------------------------------------------------

    @property
    def amount_to_match(self) -> int:
        """The street total to match."""
        return self.betting.level

    @property
    def bet_count(self) -> int:
        """Full bets out in this round; the big blind is one."""
        return self.betting.bets

    @property
    def bet_size(self) -> int:
        """The size of a bet now."""
        return self.betting.unit

    @property
    def stub_size(self) -> int | None:
        """Cards left to deal, None if the text does not show it."""
        return self.deck.stub

    @property
    def reshuffle_count(self) -> int:
        """Reshuffles so far."""
        return self.deck.reshuffles

    @property
    def live_players(self) -> list[Player]:
        """Players who have not folded."""
        return [player for player in self.players if not player.folded]

    @property
    def big_blind_player_without_chips(self) -> Player | None:
        """The player on the seat of the big blind, if there are no chips left for it."""
        return next((player for player in self.players if player.position == "BB" and player.stack <= 0), None)

    @property
    def chips_paid_out(self) -> int:
        """Chips the players collected."""
        return sum(payout.amount for payout in self.payouts)

    def is_act_of_stranger(self, event: ev.Event) -> bool:
        """Whether it is an act of somebody who was not dealt in; the summary may list anybody."""
        return type(event) is not ev.Result and getattr(event, "player", self.players[0].name) not in self.by_name

    def is_only_live_player(self, player: Player) -> bool:
        """Whether everybody else has folded; then it is nobody's turn."""
        return self.betting.turn is not player and not player.folded and len(self.live_players) == 1

    def uncalled_bet(self) -> tuple[Player, int] | None:
        """The player whose bet was not matched, and the chips above the next highest bet."""
        bets = [player.bet for player in self.players]
        most = max(bets, default=0)
        if not most or bets.count(most) > 1:
            return None
        return self.players[bets.index(most)], most - max([bet for bet in bets if bet < most], default=0)

    def pots(self) -> list[Pot]:
        """Main and side pots as they stand; at the showdown computed again only when chips have moved."""
        if self._pots is None or self.phase is not SHOWDOWN or self._pots[0] != self.pot:
            self._pots = self.pot, compute_pots(self.players, self.added)
        return self._pots[1]

    # -- shared by several events ---------------------------------------------------------------------------

    def set_held_cards_and_note_sighting(self, player: Player, cards: Cards, line: int) -> None:
        """A player holds these cards now."""
        known_cards = known(cards)
        # A real text shows one card twice in a hand (PokerStars, 81631597149): then the hand is not known.
        player.held = cards if len(cards) == 5 and len(set(known_cards)) == 5 else None
        player.glimpsed |= bool(known_cards)
        self.deck.note_sighting(player, known_cards, HELD, line, self.drawing)

    def begin_round(self, street: int) -> None:
        """Betting round `street` (0-3) can begin."""
        self.street = street
        self.phase = BETTING
        self.cap_said = False
        self.betting = self._new_betting()
        self.betting.pass_turn()

    def _new_betting(self) -> Betting:
        header = self.hand.header
        fixed = header.high if self.street > 1 else header.low
        unit = fixed if header.limit is FIXED else self.big_blind
        return Betting(self.players, self.house, header.limit, unit, self._cap_of_round())

    def _cap_of_round(self) -> int | None:
        """The number of bets the house permits in the coming round, None without a limit."""
        header, house = self.hand.header, self.house
        if header.limit is not FIXED:
            return None
        cap = house.cap
        if house.cap_heads_up != cap and len(self.live_players) == 2:
            two_dealt = len(self.players) == 2
            # What counts as heads-up: at live WSOP tables the round, at Merge the hand, in WSOP tournaments the table.
            counts = {"round": True, "hand": two_dealt, "table": two_dealt and header.tournament is not None}
            cap = house.cap_heads_up if counts[house.heads_up_counts] else cap
        return None if cap == "none" else cap
