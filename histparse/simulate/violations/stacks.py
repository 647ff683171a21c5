"""Violations BET, the stacks and the cap: bets beyond the stack, false all-in marks, closed betting, the cap."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Bet, Call, Capped, Check, Event, Fold, Post, Raise
from histparse.model.hand import Seat
from histparse.simulate.state import Player
from histparse.simulate.violations.adapted_settings import short_stacks
from histparse.simulate.violations.continuation import answer, to_the_end
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.hand_state import HandState
from histparse.simulate.violations.legal_hand import ACTS, LegalHand

PUT_IN: tuple[type[Post | Call | Bet | Raise], ...] = (Post, Call, Bet, Raise)


def _shortened(legal: LegalHand, name: str, stack: int) -> tuple[Seat, ...]:
    return tuple(replace(seat, stack=stack) if seat.player == name else seat for seat in legal.hand.seats)


def _with_left(legal: LegalHand, place: int, player: Player, left: int) -> tuple[HandState, Player, tuple[Seat, ...]]:
    """The same moment if that player had started with so much less that only `left` remains."""
    stack = player.start - (player.stack - left)
    state = HandState(legal, legal.story[:place], {player.name: stack})
    return state, state.by_name[player.name], _shortened(legal, player.name, stack)


def _turn(legal: LegalHand) -> tuple[int, HandState, Player] | None:
    place = legal.a_place(*ACTS)
    if place is None:
        return None
    state = HandState(legal, legal.story[:place])
    player = state.next()
    return (place, state, player) if player else None


@violation("BET08")
def calls_beyond_the_stack(legal: LegalHand) -> Altered | None:
    """A call for the whole bet by somebody with less; they are out of chips, and the text says so or not."""
    found = _turn(legal)
    if found is None:
        return None
    place, state, player = found
    owed, chip = state.owed(player), legal.chip
    if owed < 2 * chip:
        return None
    left = legal.random.randrange(chip, owed, chip)
    state, player, seats = _with_left(legal, place, player, left)
    call = state.apply(Call(0, player.name, owed, None, legal.random.random() < 0.5))
    return Altered(to_the_end(state), call, seats)


@violation("BET08")
def sits_with_too_little(legal: LegalHand) -> Altered | None:
    """Somebody bets more than the stack on their seat line."""
    name = legal.random.choice(legal.dealt).player
    total, steps = 0, []
    player = HandState(legal).by_name[name]
    state = HandState(legal)
    for event in legal.story:
        before = state.by_name[name].stack
        state.apply(event)
        chips = before - state.by_name[name].stack
        if isinstance(event, PUT_IN) and event.player == name:
            steps.append((event, total, total + chips))
        total += chips
    steps = [step for step in steps if step[2] - step[1] > legal.chip and step[2] <= total]
    if not steps or any(isinstance(event, PUT_IN) and event.player == name and event.all_in for event in legal.story):
        return None
    wrong, low, high = legal.random.choice(steps)
    stack = legal.random.randrange(low + legal.chip, high, legal.chip)
    return Altered(legal.story, wrong, _shortened(legal, player.name, stack))


@violation("BET08")
def all_in_with_chips_left(legal: LegalHand) -> Altered | None:
    """The text says all-in of somebody who has chips left."""
    return _marked(legal, all_in=True)


@violation("BET08", adapt=short_stacks)
def all_in_unsaid(legal: LegalHand) -> Altered | None:
    """Somebody puts in their last chip but the text does not say all-in."""
    return _marked(legal, all_in=False)


def _marked(legal: LegalHand, *, all_in: bool) -> Altered | None:
    acts = [(place, event) for kind in PUT_IN for place, event in legal.all(kind) if event.all_in is not all_in]
    if not acts:
        return None
    place, act = legal.random.choice(acts)
    wrong = replace(act, all_in=all_in)
    return Altered(legal.instead(place, wrong), wrong)


@violation("BET10")
def raises_again(legal: LegalHand) -> Altered | None:
    """Somebody is all-in for less than half a raise, and a player who has already acted raises."""
    found = _turn(legal)
    if found is None or not found[1].full or not found[1].play.level:
        return None
    place, state, player = found
    half, chip = state.play.unit // 2, legal.chip
    if half < 2 * chip or not state.may_raise(player):
        return None
    little = legal.random.randrange(chip, half, chip)
    state, player, seats = _with_left(legal, place, player, state.play.level - player.bet + little)
    if player.stack <= 0:
        return None
    state.wager(player, player.bet + player.stack)
    wrong = _raise_of_barred(state)
    return Altered(to_the_end(state, raises=False), wrong, seats) if wrong else None


def _raise_of_barred(state: HandState) -> Event | None:
    """Let players who have not acted act, until one who has raises."""
    while player := state.next():
        if player.name in state.barred and player.bet + player.stack > state.target:
            return state.wager(player, state.target)
        answer(state, player, raises=False)
    return None


@violation("BET11")
def cap_unsaid(legal: LegalHand) -> Altered | None:
    """The last permitted bet is made but the cap is not announced."""
    place = legal.a_place(Capped)
    if place is None:
        return None
    return Altered(legal.instead(place), legal.following(legal.story, place + 1))


@violation("BET11")
def cap_said_twice(legal: LegalHand) -> Altered | None:
    """The cap is announced again, at once or after the next act."""
    place = legal.a_place(Capped)
    if place is None:
        return None
    again = Capped(0)
    place += legal.random.choice((1, 2)) if isinstance(legal.story[place + 1], (Call, Fold)) else 1
    return Altered(legal.put(place, again), again)


@violation("BET11")
def cap_said_late(legal: LegalHand) -> Altered | None:
    """The cap is announced only after the next act."""
    place = legal.a_place(Capped)
    if place is None or not isinstance(legal.story[place + 1], (Call, Fold)):
        return None
    capped, act = legal.story[place : place + 2]
    return Altered([*legal.story[:place], act, capped, *legal.story[place + 2 :]], act)


@violation("BET11")
def cap_said_early(legal: LegalHand) -> Altered | None:
    """The cap is announced after a bet that may still be raised, in a round that never reaches the cap."""
    place = legal.a_place(Bet, Raise, Call, Check)
    if place is None:
        return None
    state = HandState(legal, legal.story[: place + 1])
    rest = legal.story[place + 1 :]
    end = next(
        (at for at, event in enumerate(rest) if legal.is_printed(event) and not isinstance(event, (*ACTS, Capped))), 0
    )
    if state.play.bets >= state.most_bets or any(isinstance(event, Capped) for event in rest[:end]):
        return None
    early = Capped(0)
    return Altered(legal.put(place + 1, early), early)
