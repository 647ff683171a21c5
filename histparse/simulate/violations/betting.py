"""Violations BET, the acts: out of turn, beyond the cap, of the wrong size, by those who may not act."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Bet, Call, Check, DrawBegins, Event, Fold, Raise, ShowdownBegins, Uncalled
from histparse.simulate.state import Player
from histparse.simulate.violations.adapted_settings import short_stacks
from histparse.simulate.violations.continuation import answer, give_back, play_rest, to_the_end
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.hand_state import HandState
from histparse.simulate.violations.legal_hand import ACTS, LegalHand


def _turn(legal: LegalHand) -> tuple[HandState, Player] | None:
    """A random moment when somebody must act, and that player."""
    place = legal.a_place(*ACTS)
    if place is None:
        return None
    state = HandState(legal, legal.story[:place])
    player = state.next()
    return (state, player) if player else None


def _raising_turn(legal: LegalHand) -> tuple[HandState, Player] | None:
    """A random moment when somebody may bet or raise and has chips for twice as much."""
    found = _turn(legal)
    if found is None or not found[0].full:
        return None
    state, player = found
    deep = player.bet + player.stack > state.target + 2 * state.play.unit
    return found if deep and state.may_raise(player) else None


def _ended(state: HandState, wrong: Event, *, raises: bool = True) -> Altered:
    return Altered(to_the_end(state, raises=raises, one_pot=True), wrong)


@violation("BET01")
def jumps_the_queue(legal: LegalHand) -> Altered | None:
    """Somebody acts before their turn; the skipped players act later."""
    found = _turn(legal)
    if found is None or len(found[0].asked()) < 2:
        return None
    state, _ = found
    return _ended(state, answer(state, legal.random.choice(state.asked()[1:])))


@violation("BET02")
def one_bet_more(legal: LegalHand) -> Altered | None:
    """Everybody raises up to the cap, and one more."""
    found = _turn(legal)
    if found is None:
        return None
    state, _ = found
    while player := state.next():
        beyond = state.play.bets >= state.most_bets
        to = min(state.target, player.bet + player.stack) if beyond else state.target
        if not state.play.level < to <= player.bet + player.stack - (not beyond) or player.name in state.barred:
            return None
        wager = state.wager(player, to)
        if beyond:
            return _ended(state, wager, raises=False)
    return None


@violation("BET03")
def size_of_wager(legal: LegalHand) -> Altered | None:
    """A bet or raise that is too small or too large, slightly or greatly; the others may call it."""
    found = _raising_turn(legal)
    if found is None:
        return None
    state, player = found
    unit, chip = state.play.unit, legal.chip
    step = legal.random.choice((unit // 2, unit - chip, unit + chip, unit * 3 // 2, 2 * unit)) // chip * chip
    return _ended(state, state.wager(player, state.play.level + step), raises=False) if step != unit else None


@violation("BET03")
def bets_nothing(legal: LegalHand) -> Altered | None:
    """The bet that others answer is said to be of no chips."""
    found = legal.pick(Bet, lambda event: not event.all_in)
    if found is None:
        return None
    wrong = replace(found[1], added=0)
    return Altered(legal.instead(found[0], wrong), wrong)


@violation("BET03")
def step_of_raise(legal: LegalHand) -> Altered | None:
    """The increase stated for a raise does not match its total."""
    found = legal.pick(Raise)
    if found is None:
        return None
    place, right = found
    step = (right.by or 0) + legal.random.choice((-1, 1, 3)) * legal.chip
    wrong = replace(right, by=step)
    return Altered(legal.instead(place, wrong), wrong) if step > 0 else None


@violation("BET04")
def amount_of_call(legal: LegalHand) -> Altered | None:
    """A call for less or more than is owed, by somebody with chips left."""
    found = _turn(legal)
    if found is None:
        return None
    state, player = found
    owed, chip = state.owed(player), legal.chip
    off = legal.random.choice((-chip, chip, -owed // 2, owed // 2, state.play.unit)) // chip * chip
    if not off or not owed or not 0 < owed + off < player.stack:
        return None
    # Nobody raises after it: no rule says whether the excess chips count towards the raise.
    return _ended(state, state.apply(Call(0, player.name, owed + off)), raises=off < 0)


@violation("BET05")
def check_facing_a_bet(legal: LegalHand) -> Altered | None:
    """A check by somebody who owes chips."""
    found = _turn(legal)
    if found is None or not found[0].owed(found[1]):
        return None
    state, player = found
    return _ended(state, state.apply(Check(0, player.name)))


@violation("BET06")
def bet_over_a_bet(legal: LegalHand) -> Altered | None:
    """A raise that is called a bet."""
    found = _raising_turn(legal)
    if found is None or not found[0].play.level:
        return None
    state, player = found
    return _ended(state, state.wager(player, state.target, named=Bet), raises=False)


@violation("BET06")
def raise_of_nothing(legal: LegalHand) -> Altered | None:
    """A bet that is called a raise."""
    found = _raising_turn(legal)
    if found is None or found[0].play.level:
        return None
    state, player = found
    return _ended(state, state.wager(player, state.target, named=Raise), raises=False)


@violation("BET07")
def acts_after_folding(legal: LegalHand) -> Altered | None:
    """Somebody who has folded checks, folds again or calls while others act."""
    found = _turn(legal)
    folded = [player for player in found[0].play.players if not player.live] if found else []
    if found is None or not folded:
        return None
    state, player = found[0], legal.random.choice(folded)
    owed = max(0, state.play.level - player.bet)
    call = Call(0, player.name, owed) if 0 < owed < player.stack else Check(0, player.name)
    after = player.folded_after
    act = state.apply(legal.random.choice((Check(0, player.name), Fold(0, player.name), call)))
    player.folded_after = after
    return _ended(state, act)


@violation("BET07", adapt=short_stacks)
def acts_when_all_in(legal: LegalHand) -> Altered | None:
    """Somebody who is all-in checks or folds while others act."""
    found = _turn(legal)
    all_in = [player for player in found[0].play.live if player.stack == 0] if found else []
    if found is None or not all_in:
        return None
    state, player = found[0], legal.random.choice(all_in)
    return _ended(state, state.apply(legal.random.choice((Check(0, player.name), Fold(0, player.name)))))


@violation("BET09")
def one_never_answers(legal: LegalHand) -> Altered | None:
    """The last player to act does not, and the hand goes on."""
    found = _turn(legal)
    if found is None or len(found[0].asked()) != 1 or not (found[0].acted or found[0].play.round == 0):
        return None
    state, player = found
    state.waiting.remove(player)
    place = len(state.play.events)
    story = to_the_end(state, one_pot=True)
    return Altered(story, legal.following(story, place))


@violation("BET09")
def acts_after_the_close(legal: LegalHand) -> Altered | None:
    """The round is over, and somebody who has acted acts again."""
    found = _turn(legal)
    if found is None:
        return None
    state, _ = found
    while player := state.next():
        answer(state, player)
    able = [player for player in state.play.live if player.can_bet and player.name in state.acted]
    if not able or len(state.play.live) < 2:
        return None
    player = legal.random.choice(able)
    acts: list[Event] = [Check(0, player.name), _more(state, player), Fold(0, player.name)]
    act = state.apply(legal.random.choice(acts))
    give_back(state)
    return Altered(play_rest(state, one_pot=True), act)


@violation("BET09", adapt=short_stacks)
def checks_to_nobody(legal: LegalHand) -> Altered | None:
    """All others are all-in, and the only player with chips checks after a draw."""
    headings = [place for place, event in legal.all(DrawBegins) if event.draw > 1]
    place = legal.random.choice([*headings, legal.first(ShowdownBegins)])
    if place is None:
        return None
    able = [player for player in HandState(legal, legal.story[:place]).play.live if player.stack > 0]
    before = legal.story[place - 1]
    if len(able) != 1 or isinstance(before, (*ACTS, Uncalled)):
        return None
    check = Check(0, able[0].name)
    return Altered(legal.put(place, check), check)


def _more(state: HandState, player: Player) -> Event:
    unit = state.play.unit
    return Call(0, player.name, unit) if player.stack > unit else Check(0, player.name)
