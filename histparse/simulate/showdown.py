"""Step 4 of a hand: who shows, who mucks, who is paid."""

from __future__ import annotations

from histparse.model.cards import Cards
from histparse.model.events import Collect, Muck, NoShow, Show, ShowdownBegins
from histparse.model.house import FirstToShow
from histparse.model.ranking import number
from histparse.simulate.pots import Pot
from histparse.simulate.state import Play, Player


def pay_unseen(play: Play, pot: Pot) -> None:
    """Everybody else has folded: the last player is paid and shows nothing."""
    winner = pot.claimants[0]
    winner.won = pot.amount
    play.events.append(Collect(play.line, winner.name, pot.amount))
    if winner.name != play.hero:
        play.events.append(NoShow(play.line, winner.name))


def show_down(play: Play, pots: list[Pot]) -> None:
    """The side pots from the last to the first, then the main pot: its players show, then it is paid."""
    play.events.append(ShowdownBegins(play.line))
    order = _order(play)
    for place in reversed(range(len(pots))):
        for player in order:
            if player in pots[place].claimants and not player.shown and not player.mucked:
                _show_or_muck(play, player, order)
        _pay(play, pots[place], place if len(pots) > 1 else None)


def _order(play: Play) -> list[Player]:
    first = play.aggressor
    if first is None and play.settings.house.first_to_show is FirstToShow.LAST_AGGRESSOR:
        first = play.last_aggressor
    if first is None or not first.live:
        return play.live
    place = play.players.index(first)
    return [player for player in play.players[place:] + play.players[:place] if player.live]


def _show_or_muck(play: Play, player: Player, order: list[Player]) -> None:
    # Earlier players have a claim on the same pots: one better hand is enough to lose them all.
    beaten = any(other.shown and _value(other) < _value(player) for other in order)
    if beaten and play.random.random() < 0.7 and not _must_show(play):
        player.mucked = True
        play.events.append(Muck(play.line, player.name))
    else:
        player.shown = True
        cards = _turned_up(play, player)
        play.events.append(Show(play.line, player.name, cards, play.voice.says(cards)))


def _must_show(play: Play) -> bool:
    """In tournaments all hands are turned up when somebody is all-in."""
    return bool(play.settings.levels) and any(player.stack == 0 for player in play.live)


def _turned_up(play: Play, player: Player) -> Cards:
    # Sites show the cards in another order than dealt.
    play.random.shuffle(player.cards)
    return tuple(player.cards)


def _value(player: Player) -> int:
    return number(tuple(player.cards))


def _pay(play: Play, pot: Pot, place: int | None) -> None:
    best = min(_value(player) for player in pot.claimants)
    winners = [player for player in pot.claimants if _value(player) == best]
    for winner, share in zip(winners, _shares(play, pot.amount, len(winners)), strict=True):
        winner.won += share
        play.events.append(Collect(play.line, winner.name, share, place))


def _shares(play: Play, amount: int, winners: int) -> list[int]:
    """Equal parts; odd chips go to the first winners left of the button."""
    money = play.settings.currency not in ("play", "chips") and not play.settings.levels
    chip = 1 if money or amount % 100 else 100
    share, odd = divmod(amount // chip, winners)
    return [(share + (place < odd)) * chip for place in range(winners)]
