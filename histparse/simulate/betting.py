"""Step 2 of a hand, four times: a betting round by the house's cap and its rule for short all-ins."""

from __future__ import annotations

from histparse.model.events import Bet, Call, Capped, Check, Event, Fold, Raise, Uncalled
from histparse.simulate.chatter import interrupt, take_time
from histparse.simulate.choices import choose_bet
from histparse.simulate.intent import Intent
from histparse.simulate.player import Player
from histparse.simulate.state import Play


def bet(play: Play) -> None:
    """The betting round that has begun, and the return of uncalled chips."""
    while player := next(play.asked(), None):
        interrupt(play, player)
        to = min(play.target, player.reach)
        if isinstance(act(play, player, to if play.may_raise(player, to) else None), Fold):
            take_time(play, player)
    give_back(play)


def act(play: Play, player: Player, to: int | None) -> Event:
    """The player folds, checks, calls, or raises to the street total `to`, if any, by their own choice."""
    owed = play.owed(player)
    intent = choose_bet(play, player, owed, may_raise=to is not None)
    if intent is Intent.RAISE and to is not None:
        return wager(play, player, to)
    if owed == 0:
        return play.add(Check(0, player.name))
    if intent is Intent.FOLD:
        return play.add(Fold(0, player.name))
    added = min(owed, player.stack)
    return play.add(Call(0, player.name, added, None, added == player.stack))


def wager(play: Play, player: Player, to: int, *, called: type[Event] | None = None) -> Event:
    """Bet or raise the street total `to`; announce the cap if due. `called`: what the act is said to be."""
    bets, level, all_in = play.bets, play.level, to == player.reach
    event: Event
    if (called or (Raise if level else Bet)) is Bet:
        event = play.add(Bet(0, player.name, to - player.bet, all_in))
    else:
        event = play.add(Raise(0, player.name, to - level, to, all_in))
    if bets < play.bets == play.most_bets and play.settings.house.announces_cap:
        play.add(Capped(0))
    return event


def give_back(play: Play) -> None:
    """Chips above the next highest bet return to the bettor."""
    player, chips = uncalled(play)
    if chips:
        play.add(Uncalled(0, player.name, chips))


def uncalled(play: Play) -> tuple[Player, int]:
    """The player who has bet most, and by how much."""
    first, second = sorted(play.players, key=lambda player: player.bet, reverse=True)[:2]
    return first, first.bet - second.bet
