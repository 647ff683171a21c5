"""Habits of dealt players: to draw well but for one leak, or to play for a partner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import lru_cache
from random import Random

import numpy as np

from histparse.model.cards import Card
from histparse.model.events import DrawBegins, Event, Receive, StandPat
from histparse.model.ranking import number
from histparse.odds.card_sets import cards_to_mask, mask_to_cards
from histparse.odds.low_draws import load_low_draws
from histparse.simulate.choices import (
    Intent,
    choose_bet_by_style,
    choose_discards_or_start_snowing,
    stands_pat_by_style,
)
from histparse.simulate.player import Player
from histparse.simulate.settings import Habit
from histparse.simulate.state import LAST_DRAW, Play

Cards = list[Card]
Change = Callable[[Cards, Cards, int, Random], Cards]
"""From the cards held, those the best draw throws, and the draw (1-3), those thrown instead."""


@lru_cache(100_000)
def best_keep(hand: int, draws_left: int) -> tuple[Card, ...]:
    """The cards to keep of five (a mask) with 1-3 draws to come, this one included."""
    return mask_to_cards(int(load_low_draws().best_keeps(np.array([hand]), draws_left)[0]))


class DrawHabit(Habit, frozen=True):
    """A way to draw, by the best draws but for a change of them, and to answer bets on the river."""

    name: str = "sound"
    change: Change | None = None
    calls_with: tuple[int, int] | None = None
    """On the river, facing a bet, they call with these numbers, first to last, and fold others; None: by style."""

    def choose_bet(self, play: Play, player: Player, owed: int, *, may_raise: bool) -> Intent | None:  # noqa: ARG002 - one for all
        """On the river, by the numbers to call with."""
        if not owed or play.round < LAST_DRAW or self.calls_with is None:
            return None
        best, worst = self.calls_with
        return Intent.CALL if best <= number(tuple(player.cards)) <= worst else Intent.FOLD

    def choose_discards(self, play: Play, player: Player, draw: int) -> Cards:
        """The best draw, or what is thrown instead."""
        return self.discards(player.cards, draw, play.random, play.events)

    def discards(self, cards: Cards, draw: int, random: Random, _events: Sequence[Event]) -> Cards:
        """Choose the cards to throw in draw 1-3, after all those events of the hand, which these habits ignore."""
        keeping = best_keep(cards_to_mask(cards), 4 - draw)
        best = [card for card in cards if card not in keeping]
        return best if self.change is None else self.change(cards, best, draw, random)


class Favour(Enum):
    """A favour to a partner who is in the hand."""

    FOLD = "folds to the partner's bets"
    SPARE = "never raises the partner"
    CHECK = "checks when they are alone"
    DUMP = "raises when they are alone, and gives up on the river"
    COLLECT = "bets and raises when they are alone"
    STEP = "stands pat if the partner did, and draws if the partner drew"
    SQUEEZE = "raises others between them"


class Partner(Habit, frozen=True):
    """Playing for somebody else as well as for themselves, while both are in a hand."""

    name: str
    readiness: float = 1.0
    """How many of their chances to do so they take."""
    favours: tuple[Favour, ...] = (Favour.CHECK, Favour.SPARE, Favour.SQUEEZE)
    """What they do, the first of them that applies."""

    def choose_bet(self, play: Play, player: Player, owed: int, *, may_raise: bool) -> Intent | None:
        """The first of their favours that applies."""
        partner = play.by_name.get(self.name)
        if partner is None or not partner.is_live:
            return None
        for favour in self.favours:
            intent = _intent(play, favour, partner, owed, may_raise=may_raise)
            if intent and play.random.random() < self.readiness:
                return intent
        spares = may_raise and Favour.SPARE in self.favours and play.aggressor is partner
        may_raise = may_raise and not (spares and play.random.random() < self.readiness)
        return choose_bet_by_style(play, player, owed, may_raise=may_raise)

    def choose_discards(self, play: Play, player: Player, draw: int) -> Cards | None:
        """As the partner who drew before them."""
        partner = play.by_name.get(self.name)
        stands = _stood_pat(play, partner) if partner and partner.is_live and Favour.STEP in self.favours else None
        if stands is None or play.random.random() >= self.readiness:
            stands = stands_pat_by_style(play, player, draw)
        return [] if stands else choose_discards_or_start_snowing(play, player, draw)


MOST = 3
"""So many bets of a round are enough to make others pay."""


def _intent(play: Play, favour: Favour, partner: Player, owed: int, *, may_raise: bool) -> Intent | None:
    """The intention that follows from that favour now; None: there is no chance to do it."""
    are_alone, leads = len(play.live_players) == 2, play.aggressor is partner
    match favour:
        case Favour.FOLD if owed and leads:
            return Intent.FOLD
        case Favour.CHECK if not owed and are_alone:
            return Intent.CALL
        case Favour.DUMP if are_alone and play.round == LAST_DRAW:
            return Intent.FOLD if owed else Intent.CALL
        case Favour.DUMP | Favour.COLLECT if are_alone and may_raise:
            return Intent.RAISE
        case Favour.SQUEEZE if not are_alone and leads and may_raise and play.round and play.bets < MOST:
            return Intent.RAISE
    return None


def _stood_pat(play: Play, partner: Player) -> bool | None:
    for event in reversed(play.events):
        if isinstance(event, DrawBegins):
            break
        if isinstance(event, StandPat | Receive) and event.player == partner.name:
            return isinstance(event, StandPat)
    return None
