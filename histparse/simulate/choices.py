"""The choices of players: plausible, not clever. They are not checked here; the betting round knows what is allowed."""

from __future__ import annotations

from bisect import bisect_left
from enum import Enum

from histparse.model.cards import RANKS, Card
from histparse.model.events import DrawBegins, Receive, StandPat
from histparse.model.ranking import number
from histparse.simulate.player import Player
from histparse.simulate.settings import Favour
from histparse.simulate.state import LAST_DRAW, Play


class Intent(Enum):
    """The intention of a player."""

    FOLD = "fold"
    CALL = "check or call"
    RAISE = "bet or raise"


MOST = 3
"""So many bets of a round are enough to make others pay."""


def play_for_partner(play: Play, player: Player, owed: int, *, may_raise: bool) -> Intent | None:
    """The first of their favours that applies; None: they play for themselves."""
    wish, partner = player.style.partner, _live_partner(play, player)
    if wish is None or partner is None:
        return None
    intents = (_favour_intent(play, favour, partner, owed, may_raise=may_raise) for favour in wish.favours)
    return next((intent for intent in intents if intent and play.random.random() < wish.readiness), None)


def spares_partner(play: Play, player: Player) -> bool:
    """Whether they leave out a raise because it is the partner who has bet."""
    wish, partner = player.style.partner, _live_partner(play, player)
    if wish is None or partner is None or Favour.SPARE not in wish.favours or play.aggressor is not partner:
        return False
    return play.random.random() < wish.readiness


def stands_with_partner(play: Play, player: Player) -> bool | None:
    """Whether they stand pat for a partner who drew before them; None: they draw for themselves."""
    wish, partner = player.style.partner, _live_partner(play, player)
    if wish is None or partner is None or Favour.STEP not in wish.favours:
        return None
    is_pat = _stood_pat(play, partner)
    return is_pat if is_pat is not None and play.random.random() < wish.readiness else None


def _live_partner(play: Play, player: Player) -> Player | None:
    partner = player.style.partner and play.by_name.get(player.style.partner.name)
    return partner if partner and partner.is_live else None


def _favour_intent(play: Play, favour: Favour, partner: Player, owed: int, *, may_raise: bool) -> Intent | None:
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
    """Fold, call or raise, by their cards, the price and their style."""
    if owed and play.round == 3 and player.style.habit and player.style.habit.calls_with:
        best, worst = player.style.habit.calls_with
        return Intent.CALL if best <= number(tuple(player.cards)) <= worst else Intent.FOLD
    if (for_partner := play_for_partner(play, player, owed, may_raise=may_raise)) is not None:
        return for_partner
    may_raise = may_raise and not spares_partner(play, player)
    feeling = _feel_hand_strength(player, 3 - play.round) + play.random.uniform(-0.15, 0.15)
    if may_raise and feeling > 1.05 - 0.65 * player.style.bold + 0.08 * play.bets:
        return Intent.RAISE
    if owed and feeling < _fold_threshold(play, player, owed):
        return Intent.FOLD
    return Intent.CALL


def choose_discards(play: Play, player: Player, draw: int) -> list[Card]:
    """The cards to discard in draw 1-3, in the order they hold them; none to stand pat."""
    if player.style.habit:
        return player.style.habit.choose_discards(player.cards, draw, play.random, play.events)
    stands = stands_with_partner(play, player)
    if stands is None:
        stands = player.snowing or number(tuple(player.cards)) <= _worst_pat_number(play, player, draw)
    if stands:
        return []
    if draw < 3 and play.random.random() < player.style.snows:
        player.snowing = True
        return []
    keeping = choose_low_cards(player.cards, player.style.top)
    discards = [card for card in player.cards if card not in keeping]
    # A made hand that is not good enough: discard the highest card.
    return discards or [max(player.cards, key=lambda card: _PLACE[card[0]])]


def choose_low_cards(cards: list[Card], top: str) -> list[Card]:
    """The low cards worth keeping: no pair, none above `top`, and never four that can only make a straight."""
    keeping: list[Card] = []
    for card in sorted(cards, key=lambda card: _PLACE[card[0]]):
        if _PLACE[card[0]] <= _PLACE[top] and not (keeping and keeping[-1][0] == card[0]):
            keeping.append(card)
    if len(keeping) == 4 and _PLACE[keeping[3][0]] - _PLACE[keeping[0][0]] == 3:
        keeping.pop()
    return keeping


def _worst_pat_number(play: Play, player: Player, draw: int) -> int:
    line = player.style.pats[draw - 1]
    return line // 3 if play.random.random() < player.style.breaks else line


def _feel_hand_strength(player: Player, draws_left: int) -> float:
    if player.snowing:
        return 0.85
    made = number(tuple(player.cards))
    if draws_left == 0:
        return _MADE[bisect_left(_MADE_AT, made)]
    if made <= player.style.pats[3 - draws_left]:
        return _DRAWING[draws_left][0]
    return _DRAWING[draws_left][5 - len(choose_low_cards(player.cards, player.style.top))]


def _fold_threshold(play: Play, player: Player, owed: int) -> float:
    """The feeling below which they fold: high for tight players, low when the pot is large or the table small."""
    price = owed / (play.pot + owed)
    return (1.1 - player.style.loose) * (0.28 + 1.3 * price) * (0.6 + len(play.players) / 15)
