"""The choices of players: plausible, not clever. They are not checked here; the betting round knows what is allowed."""

from __future__ import annotations

from bisect import bisect_left
from enum import Enum

from histparse.model.cards import RANKS, Card
from histparse.model.ranking import number
from histparse.simulate.player import Player
from histparse.simulate.state import Play


class Intent(Enum):
    """The intention of a player."""

    FOLD = "fold"
    CALL = "check or call"
    RAISE = "bet or raise"


# --- how good a hand feels --------------------------------------------------------------------------------------------

_PLACE = {rank: place for place, rank in enumerate(RANKS)}

_MADE_AT = (4, 18, 52, 121, 246, 455, 1278, 4138)
_MADE = (0.97, 0.86, 0.7, 0.55, 0.4, 0.28, 0.18, 0.1, 0.03)
"""How good a made hand feels, by rank number: up to 4, up to 18, ..."""

_DRAWING = {
    3: (0.9, 0.72, 0.56, 0.36, 0.16, 0.08),
    2: (0.88, 0.62, 0.42, 0.22, 0.08, 0.04),
    1: (0.84, 0.5, 0.24, 0.1, 0.04, 0.02),
}
"""How good drawing 0, 1, ... 5 cards feels, by draws to come."""


def choose_bet(play: Play, player: Player, owed: int, *, may_raise: bool) -> Intent:
    """Fold, call or raise, by habit or else by style."""
    intent = player.style.habit.choose_bet(play, player, owed, may_raise=may_raise)
    return intent or choose_bet_by_style(play, player, owed, may_raise=may_raise)


def choose_bet_by_style(play: Play, player: Player, owed: int, *, may_raise: bool) -> Intent:
    """Fold, call or raise, by their cards, the price and their style."""
    feeling = _feel_hand_strength(player, 3 - play.round) + play.random.uniform(-0.15, 0.15)
    if may_raise and feeling > 1.05 - 0.65 * player.style.bold + 0.08 * play.bets:
        return Intent.RAISE
    if owed and feeling < _strength_below_which_to_fold(play, player, owed):
        return Intent.FOLD
    return Intent.CALL


def choose_discards(play: Play, player: Player, draw: int) -> list[Card]:
    """The cards to discard in draw 1-3, in the order they hold them; none to stand pat."""
    discards = player.style.habit.choose_discards(play, player, draw)
    if discards is not None:
        return discards
    return [] if stands_pat_by_style(play, player, draw) else choose_discards_or_start_snowing(play, player, draw)


def stands_pat_by_style(play: Play, player: Player, draw: int) -> bool:
    """Whether they snow, or their hand is good enough for them."""
    if player.snowing:
        return True
    worst = player.style.pats[draw - 1]
    if play.random.random() < player.style.breaks:
        worst //= 3
    return number(tuple(player.cards)) <= worst


def choose_discards_or_start_snowing(play: Play, player: Player, draw: int) -> list[Card]:
    """The cards to discard by somebody who does not stand pat, but may begin to snow."""
    if draw < 3 and play.random.random() < player.style.snows:
        player.snowing = True
        return []
    keeping = choose_low_cards_to_keep(player.cards, player.style.top)
    discards = [card for card in player.cards if card not in keeping]
    # A made hand that is not good enough: discard the highest card.
    return discards or [max(player.cards, key=lambda card: _PLACE[card[0]])]


def choose_low_cards_to_keep(cards: list[Card], highest_rank: str) -> list[Card]:
    """The low cards worth keeping: no pair, none above `highest_rank`, and never four that can only make a straight."""
    keeping: list[Card] = []
    for card in sorted(cards, key=lambda card: _PLACE[card[0]]):
        if _PLACE[card[0]] <= _PLACE[highest_rank] and not (keeping and keeping[-1][0] == card[0]):
            keeping.append(card)
    if len(keeping) == 4 and _PLACE[keeping[3][0]] - _PLACE[keeping[0][0]] == 3:
        keeping.pop()
    return keeping


def _feel_hand_strength(player: Player, draws_left: int) -> float:
    if player.snowing:
        return 0.85
    made = number(tuple(player.cards))
    if draws_left == 0:
        return _MADE[bisect_left(_MADE_AT, made)]
    if made <= player.style.pats[3 - draws_left]:
        return _DRAWING[draws_left][0]
    return _DRAWING[draws_left][5 - len(choose_low_cards_to_keep(player.cards, player.style.top))]


def _strength_below_which_to_fold(play: Play, player: Player, owed: int) -> float:
    """The feeling below which they fold: high for tight players, low when the pot is large or the table small."""
    price = owed / (play.pot + owed)
    return (1.1 - player.style.loose) * (0.28 + 1.3 * price) * (0.6 + len(play.players) / 15)
