"""Violations BET, the stacks and the cap: bets beyond the stack, false all-in marks, closed betting, the cap."""

from __future__ import annotations

from itertools import takewhile

from msgspec.structs import replace

from histparse.model.events import Bet, Call, Capped, Check, Event, Fold, Post, Raise
from histparse.model.hand import Seat
from histparse.simulate.onehand import bet_or_raise
from histparse.simulate.player import Player
from histparse.simulate.state import Play
from tests.dealer.violations.adapted_settings import short_stacks
from tests.dealer.violations.continuation import Turn, a_turn, answer, can_raise, to_the_end
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import ACTS, Altered, LegalHand, UnfitError, follow, need

PUT_IN: tuple[type[Post | Call | Bet | Raise], ...] = (Post, Call, Bet, Raise)


def _shortened(legal: LegalHand, name: str, stack: int) -> tuple[Seat, ...]:
    return tuple(replace(seat, stack=stack) if seat.player == name else seat for seat in legal.hand.seats)


def _with_left(legal: LegalHand, turn: Turn, left: int) -> tuple[Play, Player, tuple[Seat, ...]]:
    """A turn as it would be if the player had started with so much less that only `left` remains."""
    name, stack = turn.player.name, turn.player.start - (turn.player.stack - left)
    play = legal.resumed(legal.story[: turn.place], {name: stack})
    return play, play.by_name[name], _shortened(legal, name, stack)


@violation("BET02")
def little_more_than_the_cap(legal: LegalHand) -> Altered:
    """After the last bet somebody raises all-in by less than a bet, and the others answer."""
    play, player = a_turn(legal)[1:]
    while play.bets < play.most_bets:
        need(can_raise(play, player))
        bet_or_raise(play, player, play.next_full_bet_total)
        player = next(play.still_to_act(), player)
    left = play.call_cost_capped_by_opponents(player) + legal.random.randrange(legal.chip, play.bet_size, legal.chip)
    need(play.call_cost_capped_by_opponents(player) and left < player.stack)
    name, stack = player.name, player.start - player.stack + left
    play = legal.resumed(play.events, {name: stack})
    player = play.by_name[name]
    act = bet_or_raise(play, player, player.largest_street_total)
    return Altered(to_the_end(play, raises=False, one_pot=True), act, _shortened(legal, name, stack))


@violation("BET08")
def calls_beyond_the_stack(legal: LegalHand) -> Altered:
    """A call for the whole bet by somebody with less; they are out of chips, and the text says so or not."""
    turn = a_turn(legal)
    owed, chip = turn.play.call_cost_capped_by_opponents(turn.player), legal.chip
    need(owed >= 2 * chip)
    play, player, seats = _with_left(legal, turn, legal.random.randrange(chip, owed, chip))
    call = play.add_and_apply_event(Call(0, player.name, owed, None, legal.random.random() < 0.5))
    return Altered(to_the_end(play), call, seats)


@violation("BET08")
def sits_with_too_little(legal: LegalHand) -> Altered:
    """Somebody bets more than the stack on their seat line."""
    name = legal.choose(legal.dealt).player
    start, play = legal.resumed().by_name[name].stack, legal.resumed()
    player, steps = play.by_name[name], []
    for event in legal.story:
        paid = start - player.stack
        follow(play, event)
        if isinstance(event, PUT_IN) and event.player == name:
            need(not event.all_in)
            steps.append((event, paid, start - player.stack))
    # What comes back in the end was not needed.
    cost = start - player.stack
    wrong, low, high = legal.choose([step for step in steps if step[2] - step[1] > legal.chip and step[2] <= cost])
    stack = legal.random.randrange(low + legal.chip, high, legal.chip)
    return Altered(legal.story, wrong, _shortened(legal, name, stack))


@violation("BET08")
def all_in_with_chips_left(legal: LegalHand) -> Altered:
    """The text says all-in of somebody who has chips left."""
    return _marked(legal, all_in=True)


@violation("BET08", adapt=short_stacks)
def all_in_unsaid(legal: LegalHand) -> Altered:
    """Somebody puts in their last chip but the text does not say all-in."""
    return _marked(legal, all_in=False)


def _marked(legal: LegalHand, *, all_in: bool) -> Altered:
    acts = [place for kind in PUT_IN for place, event in legal.all(kind) if event.all_in is not all_in]
    return legal.changed(legal.choose(acts), all_in=all_in)


@violation("BET10")
def raises_again(legal: LegalHand) -> Altered:
    """Somebody is all-in for less than half a raise, and a player who has already acted raises."""
    turn = a_turn(legal)
    play, chip = turn.play, legal.chip
    half = play.bet_size // 2
    need(play.full and play.level and half >= 2 * chip and can_raise(play, turn.player))
    little = legal.random.randrange(chip, half, chip)
    play, player, seats = _with_left(legal, turn, play.level - turn.player.bet + little)
    need(player.stack > 0)
    bet_or_raise(play, player, player.largest_street_total)
    wrong = _raise_of_barred(play)
    return Altered(to_the_end(play, raises=False), wrong, seats)


def _raise_of_barred(play: Play) -> Event:
    """Let players who have not acted act, until one who has raises."""
    while player := next(play.still_to_act(), None):
        if player.name in play.barred and player.largest_street_total > play.next_full_bet_total:
            return bet_or_raise(play, player, play.next_full_bet_total)
        answer(play, player, raises=False)
    raise UnfitError


@violation("BET11")
def cap_unsaid(legal: LegalHand) -> Altered:
    """The last permitted bet is made but the cap is not announced."""
    return legal.lacking(legal.a_place(Capped))


@violation("BET11")
def cap_said_twice(legal: LegalHand) -> Altered:
    """The cap is announced again, at once or after the next act."""
    place = legal.a_place(Capped)
    place += legal.choose((1, 2)) if isinstance(legal.story[place + 1], (Call, Fold)) else 1
    return legal.added(place, Capped(0))


@violation("BET11")
def cap_said_late(legal: LegalHand) -> Altered:
    """The cap is announced only after the next act."""
    place = legal.a_place(Capped)
    need(isinstance(legal.story[place + 1], (Call, Fold)))
    return Altered(legal.moved(place, place + 1).story, legal.story[place + 1])


@violation("BET11")
def cap_said_early(legal: LegalHand) -> Altered:
    """The cap is announced after a bet that may still be raised, in a round that never reaches the cap."""
    place = legal.a_place(Bet, Raise, Call, Check)
    play = legal.resumed(legal.story[: place + 1])
    printed = [event for event in legal.story[place + 1 :] if legal.is_printed(event)]
    rest_of_round = takewhile(lambda event: isinstance(event, (*ACTS, Capped)), printed)
    need(play.bets < play.most_bets and not any(isinstance(event, Capped) for event in rest_of_round))
    return legal.added(place + 1, Capped(0))
