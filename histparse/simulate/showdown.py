"""Step 4 of a hand: who shows, who mucks, who is paid."""

from __future__ import annotations

from histparse.export import writer
from histparse.export.pots import Pot
from histparse.model.events import Collect, Muck, NoShow, Show, ShowdownBegins
from histparse.model.house import FirstToShow
from histparse.model.ranking import number
from histparse.simulate.player import Player
from histparse.simulate.state import Play


def pay_out(play: Play, pots: list[Pot]) -> None:
    """Pay the pots: at a showdown, if several players are left."""
    if len(play.live) > 1:
        show_down(play, pots)
        return
    (winner,) = play.live
    play.add(Collect(0, winner.name, pots[0].amount))
    if winner.name != play.hero:
        play.add(NoShow(0, winner.name))


def show_down(play: Play, pots: list[Pot]) -> None:
    """The side pots from the last to the first, then the main pot: its players show, then it is paid."""
    play.add(ShowdownBegins(0))
    order = _order(play)
    for place in reversed(range(len(pots))):
        for player in order:
            if player.name in pots[place].claims and not player.shown and not player.mucked:
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
        play.add(Muck(0, player.name))
        return
    play.random.shuffle(player.cards)  # sites show the cards in another order than dealt
    cards = tuple(player.cards)
    play.add(Show(0, player.name, cards, writer(play.settings.site).says(cards)))


def _must_show(play: Play) -> bool:
    """In tournaments all hands are turned up when somebody is all-in."""
    return bool(play.settings.levels) and any(player.stack == 0 for player in play.live)


def _value(player: Player) -> int:
    return number(tuple(player.cards))


def _pay(play: Play, pot: Pot, place: int | None) -> None:
    claimants = [play.by_name[name] for name in pot.claims]
    best = min(map(_value, claimants))
    winners = [player for player in claimants if _value(player) == best]
    for winner, share in zip(winners, _shares(play, pot.amount, len(winners)), strict=True):
        play.add(Collect(0, winner.name, share, place))


def _shares(play: Play, amount: int, winners: int) -> list[int]:
    """Equal parts; odd chips go to the first winners left of the button."""
    money = play.settings.currency not in ("play", "chips") and not play.settings.levels
    chip = 1 if money or amount % 100 else 100
    share, odd = divmod(amount // chip, winners)
    return [(share + (place < odd)) * chip for place in range(winners)]
