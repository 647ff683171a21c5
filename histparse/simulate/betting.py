"""Step 2 of a hand, four times: a betting round by the house's cap and its rule for short all-ins."""

from __future__ import annotations

from collections import deque
from math import inf

from histparse.model.events import Bet, Call, Capped, Check, Fold, Raise, Uncalled
from histparse.model.house import ShortRaise
from histparse.simulate.blinds import first_to_act
from histparse.simulate.chatter import interrupt, take_time
from histparse.simulate.choices import Intent, choose_bet
from histparse.simulate.state import Play, Player


def bet(play: Play, number: int) -> None:
    """Betting round `number` (0-3), and the return of uncalled chips."""
    waiting = _open(play, number)
    reopened = True
    closed: set[str] = set()
    acted: set[str] = set()
    while waiting and len(play.live) > 1:
        player = waiting.popleft()
        owed = _owed(play, player)
        if not _is_asked(play, player, owed):
            continue
        interrupt(play, player)
        level = play.level
        reopened = _act(play, player, owed, may_raise=player.name not in closed)
        if play.level > level:
            closed = set() if reopened else closed | acted
            acted = set() if reopened else acted
            waiting = deque(other for other in _after(play, player) if other.can_bet)
        acted.add(player.name)
    _return_uncalled(play)


def _open(play: Play, number: int) -> deque[Player]:
    play.round = number
    play.aggressor = None
    play.most_bets = _most_bets(play)
    if number == 0:
        first = first_to_act(play)
        return deque(play.players[first:] + play.players[:first])
    play.level = play.bets = 0
    for player in play.players:
        player.bet = 0
    return deque(play.players)


def _most_bets(play: Play) -> float:
    house = play.settings.house
    count = {"hand": len(play.players) == 2, "round": len(play.live) == 2, "table": play.last_two}
    cap = house.cap_heads_up if count[house.heads_up_counts] else house.cap
    return inf if cap == "none" else cap


def _after(play: Play, player: Player) -> list[Player]:
    place = play.players.index(player)
    return play.players[place + 1 :] + play.players[:place]


def _others(play: Play, player: Player) -> list[Player]:
    return [other for other in play.players if other.folded_after is None and other is not player]


def _owed(play: Play, player: Player) -> int:
    # If the blind is all-in for less, perhaps nobody can match the full level: nobody owes more than others have.
    reachable = max((other.bet + other.stack for other in _others(play, player)), default=0)
    return max(0, min(play.level, reachable) - player.bet)


def _is_asked(play: Play, player: Player, owed: int) -> bool:
    return player.can_bet and (owed > 0 or any(other.stack for other in _others(play, player)))


def _act(play: Play, player: Player, owed: int, *, may_raise: bool) -> bool:
    """Play one act. True if it reopened the betting to those who had acted."""
    target = min(_next_level(play), player.bet + player.stack)
    may_raise = (
        may_raise
        and play.bets < play.most_bets
        and target > play.level
        and any(other.stack for other in _others(play, player))
    )
    intent = choose_bet(play, player, owed, may_raise=may_raise)
    if intent is Intent.RAISE and may_raise:
        return _raise(play, player, target)
    if owed == 0:
        play.events.append(Check(play.line, player.name))
    elif intent is Intent.FOLD:
        take_time(play, player)
        play.events.append(Fold(play.line, player.name))
        player.folded_after = play.round
        play.deck.fold(player.cards)
    else:
        added = min(owed, player.stack)
        play.events.append(Call(play.line, player.name, added, None, player.pay(added)))
    return False


def _next_level(play: Play) -> int:
    """The street total of the next full bet or raise."""
    if play.settings.house.short_raise is ShortRaise.COMPLETES:
        return (play.bets + 1) * play.unit
    return play.level + play.unit


def _raise(play: Play, player: Player, target: int) -> bool:
    full = target == _next_level(play)
    half = 2 * (target - play.level) >= play.unit
    level, line = play.level, play.line
    all_in = player.pay(target - player.bet)
    if level == 0:
        play.events.append(Bet(line, player.name, target, all_in))
    else:
        play.events.append(Raise(line, player.name, target - level, target, all_in))
    play.level = target
    play.aggressor = play.last_aggressor = player
    _count(play, full=full, half=half)
    return full or half


def _count(play: Play, *, full: bool, half: bool) -> None:
    completes = play.settings.house.short_raise is ShortRaise.COMPLETES
    if not full and (completes or not half):
        return
    play.bets += 1
    if play.bets >= play.most_bets and play.settings.house.announces_cap:
        play.events.append(Capped(play.line))


def _return_uncalled(play: Play) -> None:
    highest, second = sorted((player.bet for player in play.players), reverse=True)[:2]
    if highest == second:
        return
    player = next(player for player in play.players if player.bet == highest)
    player.pay(second - highest)
    play.events.append(Uncalled(play.line, player.name, highest - second))
