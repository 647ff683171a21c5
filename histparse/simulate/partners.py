"""What players do for a partner in the hand, instead of what they would choose for themselves."""

from __future__ import annotations

from histparse.model.events import DrawBegins, Receive, StandPat
from histparse.simulate.intent import Intent
from histparse.simulate.player import Player
from histparse.simulate.state import LAST_DRAW, Play
from histparse.simulate.styles import Favour

MOST = 3
"""So many bets of a round are enough to make others pay."""


def play_for_partner(play: Play, player: Player, owed: int, *, may_raise: bool) -> Intent | None:
    """The first of their favours that applies; None: they play for themselves."""
    wish, partner = player.style.partner, _live_partner(play, player)
    if wish is None or partner is None:
        return None
    done = (_done(play, favour, partner, owed, may_raise=may_raise) for favour in wish.favours)
    return next((intent for intent in done if intent and play.random.random() < wish.takes), None)


def spares_partner(play: Play, player: Player) -> bool:
    """Whether they leave out a raise because it is the partner who has bet."""
    wish, partner = player.style.partner, _live_partner(play, player)
    if wish is None or partner is None or Favour.SPARE not in wish.favours or play.aggressor is not partner:
        return False
    return play.random.random() < wish.takes


def stand_with_partner(play: Play, player: Player) -> bool | None:
    """Whether they stand pat for a partner who drew before them; None: they draw for themselves."""
    wish, partner = player.style.partner, _live_partner(play, player)
    if wish is None or partner is None or Favour.STEP not in wish.favours:
        return None
    stood = _stood(play, partner)
    return stood if stood is not None and play.random.random() < wish.takes else None


def _live_partner(play: Play, player: Player) -> Player | None:
    partner = player.style.partner and play.by_name.get(player.style.partner.name)
    return partner if partner and partner.live else None


def _done(play: Play, favour: Favour, partner: Player, owed: int, *, may_raise: bool) -> Intent | None:
    """What that favour is now; None: there is no chance to do it."""
    are_alone, leads = len(play.live) == 2, play.aggressor is partner
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


def _stood(play: Play, partner: Player) -> bool | None:
    """Whether the partner stood pat in the draw that goes on; None: they have not drawn yet."""
    for event in reversed(play.events):
        if isinstance(event, DrawBegins):
            break
        if isinstance(event, StandPat | Receive) and event.player == partner.name:
            return isinstance(event, StandPat)
    return None
