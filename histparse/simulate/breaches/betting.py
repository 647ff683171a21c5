"""Breaches BET, the acts: out of turn, beyond the cap, of the wrong size, by those who may not act."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Bet, Call, Check, Event, Fold, Raise
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.onward import answer, give_back, play_rest, to_the_end
from histparse.simulate.breaches.scene import ACTS, Scene
from histparse.simulate.breaches.stage import Stage
from histparse.simulate.breaches.wanted import short_stacks
from histparse.simulate.state import Player


def _turn(scene: Scene) -> tuple[Stage, Player] | None:
    """Some moment of the hand when somebody must act, and who."""
    place = scene.a_place(*ACTS)
    if place is None:
        return None
    stage = Stage(scene, scene.story[:place])
    player = stage.next()
    return (stage, player) if player else None


def _raising_turn(scene: Scene) -> tuple[Stage, Player] | None:
    """Some moment when somebody may bet or raise, and has chips for twice as much."""
    found = _turn(scene)
    if found is None or not found[0].full:
        return None
    stage, player = found
    deep = player.bet + player.stack > stage.target + 2 * stage.play.unit
    return found if deep and stage.may_raise(player) else None


def _ended(stage: Stage, wrong: Event, *, raises: bool = True) -> Spoilt:
    return Spoilt(to_the_end(stage, raises=raises, one_pot=True), wrong)


@breach("BET01")
def jumps_the_queue(scene: Scene) -> Spoilt | None:
    """Somebody acts before it is his turn; those before him act later."""
    found = _turn(scene)
    if found is None or len(found[0].asked()) < 2:
        return None
    stage, _ = found
    return _ended(stage, answer(stage, scene.random.choice(stage.asked()[1:])))


@breach("BET02")
def one_bet_more(scene: Scene) -> Spoilt | None:
    """Everybody raises up to the cap, and one more."""
    found = _turn(scene)
    if found is None:
        return None
    stage, _ = found
    while player := stage.next():
        beyond = stage.play.bets >= stage.most_bets
        to = min(stage.target, player.bet + player.stack) if beyond else stage.target
        if not stage.play.level < to <= player.bet + player.stack - (not beyond) or player.name in stage.barred:
            return None
        wager = stage.wager(player, to)
        if beyond:
            return _ended(stage, wager, raises=False)
    return None


@breach("BET03")
def size_of_wager(scene: Scene) -> Spoilt | None:
    """A bet or raise that is too small or too large, by little or by much; the others may call it."""
    found = _raising_turn(scene)
    if found is None:
        return None
    stage, player = found
    unit, chip = stage.play.unit, scene.chip
    step = scene.random.choice((unit // 2, unit - chip, unit + chip, unit * 3 // 2, 2 * unit)) // chip * chip
    return _ended(stage, stage.wager(player, stage.play.level + step), raises=False) if step != unit else None


@breach("BET03")
def step_of_raise(scene: Scene) -> Spoilt | None:
    """The step of a raise does not lead to its total."""
    found = scene.pick(Raise)
    if found is None:
        return None
    place, right = found
    step = (right.by or 0) + scene.random.choice((-1, 1, 3)) * scene.chip
    wrong = replace(right, by=step)
    return Spoilt(scene.instead(place, wrong), wrong) if step > 0 else None


@breach("BET04")
def amount_of_call(scene: Scene) -> Spoilt | None:
    """A call for less or more than is owed, by somebody with chips left."""
    found = _turn(scene)
    if found is None:
        return None
    stage, player = found
    owed, chip = stage.owed(player), scene.chip
    off = scene.random.choice((-chip, chip, -owed // 2, owed // 2, stage.play.unit)) // chip * chip
    if not off or not owed or not 0 < owed + off < player.stack:
        return None
    # Nobody raises after it: whether the chips paid too much answer the raise, no rule says.
    return _ended(stage, stage.tell(Call(0, player.name, owed + off)), raises=off < 0)


@breach("BET05")
def check_facing_a_bet(scene: Scene) -> Spoilt | None:
    """A check by somebody who owes chips."""
    found = _turn(scene)
    if found is None or not found[0].owed(found[1]):
        return None
    stage, player = found
    return _ended(stage, stage.tell(Check(0, player.name)))


@breach("BET06")
def bet_over_a_bet(scene: Scene) -> Spoilt | None:
    """A raise that is called a bet."""
    found = _raising_turn(scene)
    if found is None or not found[0].play.level:
        return None
    stage, player = found
    return _ended(stage, stage.wager(player, stage.target, named=Bet), raises=False)


@breach("BET06")
def raise_of_nothing(scene: Scene) -> Spoilt | None:
    """A bet that is called a raise."""
    found = _raising_turn(scene)
    if found is None or found[0].play.level:
        return None
    stage, player = found
    return _ended(stage, stage.wager(player, stage.target, named=Raise), raises=False)


@breach("BET07")
def acts_after_folding(scene: Scene) -> Spoilt | None:
    """Somebody who has folded checks, folds again or calls while others act."""
    found = _turn(scene)
    folded = [player for player in found[0].play.players if not player.live] if found else []
    if found is None or not folded:
        return None
    stage, player = found[0], scene.random.choice(folded)
    owed = max(0, stage.play.level - player.bet)
    call = Call(0, player.name, owed) if 0 < owed < player.stack else Check(0, player.name)
    after = player.folded_after
    act = stage.tell(scene.random.choice((Check(0, player.name), Fold(0, player.name), call)))
    player.folded_after = after
    return _ended(stage, act)


@breach("BET07", adapt=short_stacks)
def acts_when_all_in(scene: Scene) -> Spoilt | None:
    """Somebody who is all-in checks or folds while others act."""
    found = _turn(scene)
    all_in = [player for player in found[0].play.live if player.stack == 0] if found else []
    if found is None or not all_in:
        return None
    stage, player = found[0], scene.random.choice(all_in)
    return _ended(stage, stage.tell(scene.random.choice((Check(0, player.name), Fold(0, player.name)))))


@breach("BET09")
def one_never_answers(scene: Scene) -> Spoilt | None:
    """The last one to be asked says nothing, and the hand goes on."""
    found = _turn(scene)
    if found is None or len(found[0].asked()) != 1 or not (found[0].acted or found[0].play.round == 0):
        return None
    stage, player = found
    stage.waiting.remove(player)
    place = len(stage.play.events)
    story = to_the_end(stage, one_pot=True)
    return Spoilt(story, scene.following(story, place))


@breach("BET09")
def acts_after_the_close(scene: Scene) -> Spoilt | None:
    """The round is over, and somebody who has acted acts again."""
    found = _turn(scene)
    if found is None:
        return None
    stage, _ = found
    while player := stage.next():
        answer(stage, player)
    able = [player for player in stage.play.live if player.can_bet and player.name in stage.acted]
    if not able or len(stage.play.live) < 2:
        return None
    player = scene.random.choice(able)
    acts: list[Event] = [Check(0, player.name), _more(stage, player), Fold(0, player.name)]
    act = stage.tell(scene.random.choice(acts))
    give_back(stage)
    return Spoilt(play_rest(stage, one_pot=True), act)


def _more(stage: Stage, player: Player) -> Event:
    unit = stage.play.unit
    return Call(0, player.name, unit) if player.stack > unit else Check(0, player.name)
