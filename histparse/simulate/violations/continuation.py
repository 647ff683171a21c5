"""Continues a hand after the violation: finishes the round, plays the rest, adds the summary."""

from __future__ import annotations

from collections.abc import Sequence

from histparse.model.events import Call, Check, Discard, DrawBegins, Event, Fold, Receive, Reshuffle, StandPat, Uncalled
from histparse.simulate.betting import bet
from histparse.simulate.choices import Intent, choose_bet, choose_discards
from histparse.simulate.drawing import draw
from histparse.simulate.pots import Pot, after_rake, make_pots
from histparse.simulate.showdown import pay_unseen, show_down
from histparse.simulate.state import Play, Player
from histparse.simulate.summary import sum_up
from histparse.simulate.violations.hand_state import HandState


def to_the_end(state: HandState, *, raises: bool = True, one_pot: bool = False) -> list[Event]:
    """Finish the round and the hand; returns all events from the blinds to the summary."""
    finish_round(state, raises=raises)
    return play_rest(state, one_pot=one_pot)


def play_rest(state: HandState, *, one_pot: bool = False) -> list[Event]:
    """Play the remaining draws and rounds by the dealer's own steps, and the ending."""
    play = state.play
    for number in range(play.round + 1, 4):
        if len(play.live) > 1:
            draw(play, number)
            bet(play, number)
    return settle(play, one_pot=one_pot)


def finish_round(state: HandState, *, raises: bool = True) -> None:
    """Let everybody act who must, and return uncalled chips."""
    while player := state.next():
        answer(state, player, raises=raises)
    give_back(state)


def answer(state: HandState, player: Player, *, raises: bool = True) -> Event:
    """Let them fold, call or raise by their own choice."""
    owed = state.owed(player)
    may_raise = raises and state.full and state.may_raise(player)
    intent = choose_bet(state.play, player, owed, may_raise=may_raise)
    if intent is Intent.RAISE and may_raise:
        return state.wager(player, state.target)
    if owed == 0:
        return state.apply(Check(0, player.name))
    if intent is Intent.FOLD:
        return state.apply(Fold(0, player.name))
    added = min(owed, player.stack)
    return state.apply(Call(0, player.name, added, None, added == player.stack))


def give_back(state: HandState) -> None:
    """Chips above the next highest bet return to the bettor."""
    over = uncalled(state.play)
    if over:
        state.apply(Uncalled(0, over[0].name, over[1]))


def uncalled(play: Play) -> tuple[Player, int] | None:
    """The player whose bet was not matched, and by how much."""
    first, second = sorted(play.players, key=lambda player: player.bet, reverse=True)[:2]
    return (first, first.bet - second.bet) if first.bet > second.bet else None


def draw_for(state: HandState, players: Sequence[Player]) -> None:
    """These players draw, in that order, in the current draw."""
    play = state.play
    for player in players:
        discards = choose_discards(play, player, play.round)
        if not discards:
            state.apply(StandPat(0, player.name, tuple(player.cards)))
            continue
        count = len(discards)
        new, reshuffled = play.deck.serve(count, play.round, player.thrown)
        if reshuffled and play.settings.house.announces_reshuffle == "yes":
            play.events.append(Reshuffle(play.line))
        kept = tuple(card for card in player.cards if card not in discards)
        state.apply(Discard(0, player.name, count, tuple(discards)))
        state.apply(Receive(0, player.name, count, kept, tuple(new)))


def bet_and_go_on(state: HandState) -> list[Event]:
    """The current draw is over: play its betting round and the rest."""
    bet(state.play, state.play.round)
    return play_rest(state)


def begin_draw(state: HandState, number: int) -> None:
    """The heading of a draw."""
    state.apply(DrawBegins(0, number))


def settle(play: Play, *, one_pot: bool = False) -> list[Event]:
    """Pay the pots and sum up. `one_pot`: unequal bets make no side pot while nobody is all-in."""
    pots, rake = final_pots(play, one_pot=one_pot)
    if len(play.live) == 1:
        pay_unseen(play, pots[0])
    else:
        show_down(play, pots)
    sum_up(play, pots, rake)
    return play.events


def final_pots(play: Play, *, one_pot: bool = False) -> tuple[list[Pot], int]:
    """The pots after rake, and the rake."""
    pots = make_pots(play)
    # After a violation a player who folded may have paid more than anybody left: it goes to the last pot.
    rest = play.pot - sum(pot.amount for pot in pots)
    pots[-1] = pots[-1]._replace(amount=pots[-1].amount + rest)
    if one_pot and all(player.stack > 0 for player in play.live):
        pots = [Pot(play.pot, play.live)]
    return after_rake(play, pots)
