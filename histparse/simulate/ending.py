"""Steps 4 and 5 of a hand: the pots less the house's share, who shows and is paid, the summary."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.export.pots import Pot, layer_pots, split_chips
from histparse.model import events as ev
from histparse.model.events import Outcome
from histparse.model.hand import Raked
from histparse.model.house import FirstToShow
from histparse.model.ranking import number
from histparse.parsing.dialects.base import dialects
from histparse.simulate.player import Player
from histparse.simulate.settings import Rake
from histparse.simulate.state import Play

# --- the pots -------------------------------------------------------------------------------------------------


def make_pots(play: Play) -> list[Pot]:
    """Main pot first; the claims are those of live players, from left of the button."""
    paid = {player.name: player.paid for player in play.players}
    return layer_pots(paid, sum(player.dead for player in play.players), [player.name for player in play.live_players])


def rake_pots_unless_exempt(play: Play, pots: list[Pot]) -> tuple[list[Pot], int]:
    """The pots after rake, and the rake: none in tournaments, of play money and if no cards were drawn."""
    settings = play.settings
    if play.round == 0 or settings.levels or settings.currency == "play":
        return pots, 0
    return take_rake(pots, settings.rake, is_each_pot=dialects()[settings.writer.site].figures.raked is Raked.EACH_POT)


def take_rake(pots: list[Pot], rake: Rake, *, is_each_pot: bool = True) -> tuple[list[Pot], int]:
    """The pots after rake, and the rake: from each pot, or from the main pot alone."""
    left = rake.most
    paid: list[Pot] = []
    for pot in pots:
        share = min(left, pot.amount * rake.percent // 100) if is_each_pot or not paid else 0
        left -= share
        paid.append(pot._replace(amount=pot.amount - share))
    return paid, rake.most - left


# --- the showdown ---------------------------------------------------------------------------------------------


def pay_pots_after_showdown_if_due(play: Play, pots: list[Pot]) -> None:
    """Pay the pots: at a showdown, if several players are left."""
    if len(play.live_players) > 1:
        show_hands_and_pay_pots(play, pots)
        return
    (winner,) = play.live_players
    play.add_and_apply_event(ev.Collect(0, winner.name, pots[0].amount))
    if winner.name != play.hero:
        play.add_and_apply_event(ev.NoShow(0, winner.name))


def show_hands_and_pay_pots(play: Play, pots: list[Pot]) -> None:
    """The side pots from the last to the first, then the main pot: its players show, then it is paid."""
    play.add_and_apply_event(ev.ShowdownBegins(0))
    order = _showdown_order(play)
    for place in reversed(range(len(pots))):
        for player in order:
            if player.name in pots[place].claims and not player.shown and not player.mucked:
                _show_or_muck(play, player, order)
        _split_pot_among_best_hands(play, pots[place], place if len(pots) > 1 else None)


def _showdown_order(play: Play) -> list[Player]:
    first = play.aggressor
    if first is None and play.settings.house.first_to_show is FirstToShow.LAST_AGGRESSOR:
        first = play.last_aggressor
    if first is None or not first.is_live:
        return play.live_players
    place = play.players.index(first)
    return [player for player in play.players[place:] + play.players[:place] if player.is_live]


def _show_or_muck(play: Play, player: Player, order: list[Player]) -> None:
    # Earlier players have a claim on the same pots: one better hand is enough to lose them all.
    beaten = any(rival.shown and _hand_rank_number(rival) < _hand_rank_number(player) for rival in order)
    if beaten and play.random.random() < 0.7 and not _must_all_show(play):
        play.add_and_apply_event(ev.Muck(0, player.name))
        return
    play.random.shuffle(player.cards)  # sites show the cards in another order than dealt
    cards = tuple(player.cards)
    play.add_and_apply_event(ev.Show(0, player.name, cards, play.settings.writer.says(cards)))


def _must_all_show(play: Play) -> bool:
    """In tournaments all hands are turned up when somebody is all-in."""
    return bool(play.settings.levels) and any(player.stack == 0 for player in play.live_players)


def _hand_rank_number(player: Player) -> int:
    return number(tuple(player.cards))


def _split_pot_among_best_hands(play: Play, pot: Pot, pot_number: int | None) -> None:
    claimants = [play.by_name[name] for name in pot.claims]
    best = min(map(_hand_rank_number, claimants))
    winners = [player for player in claimants if _hand_rank_number(player) == best]
    for winner, share in zip(winners, _split_shares(play, pot.amount, len(winners)), strict=True):
        play.add_and_apply_event(ev.Collect(0, winner.name, share, pot_number))


def _split_shares(play: Play, amount: int, winner_count: int) -> list[int]:
    """Equal parts; odd chips go to the first winners left of the button."""
    money = play.settings.currency not in ("play", "chips") and not play.settings.levels
    return split_chips(amount, winner_count, 1 if money or amount % 100 else 100)


# --- the summary ----------------------------------------------------------------------------------------------


def add_summary_events(play: Play, pots: list[Pot], rake: int) -> None:
    """`pots` are after rake; the stated pot is what was put in."""
    play.add_and_apply_event(ev.SummaryBegins(0))
    sides = tuple(pot.amount for pot in pots[1:])
    main = pots[0].amount if sides else None
    play.add_and_apply_event(ev.Total(0, sum(pot.amount for pot in pots) + rake, rake, main, sides))
    for player in sorted(play.players, key=lambda player: player.seat):
        play.add_and_apply_event(_summary_line_of_player(play, player))


def _summary_line_of_player(play: Play, player: Player) -> ev.Result:
    result = ev.Result(0, player.seat, player.name, Outcome.COLLECTED, _position_words(play, player))
    won, cards = player.won or None, tuple(player.cards)
    if player.folded_after is not None:
        bet = False if player.paid + player.dead == player.ante else None
        return replace(result, outcome=Outcome.FOLDED, folded_after=player.folded_after, bet=bet)
    if player.mucked:
        return replace(result, outcome=Outcome.MUCKED, cards=cards)
    if not player.shown:
        return replace(result, won=won)
    words = play.settings.writer.says(cards)
    return replace(result, outcome=Outcome.SHOWED, cards=cards, won=won, says=words)


def _position_words(play: Play, player: Player) -> tuple[str, ...]:
    if len(play.players) == 2:
        return ("button", "small blind") if player is play.players[1] else ("big blind",)
    place = play.players.index(player)
    return {0: ("small blind",), 1: ("big blind",), len(play.players) - 1: ("button",)}.get(place, ())
