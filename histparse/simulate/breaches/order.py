"""Breaches DRW07: draws and betting rounds that are missing, repeated or out of order."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import (
    Check,
    Collect,
    DrawBegins,
    Event,
    Receive,
    Reshuffle,
    ShowdownBegins,
    StandPat,
    Uncalled,
)
from histparse.simulate.betting import bet
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.onward import begin_draw, draw_for, settle
from histparse.simulate.breaches.scene import DRAWS, Scene
from histparse.simulate.breaches.stage import Stage
from histparse.simulate.breaches.wanted import folders
from histparse.simulate.drawing import draw


@breach("DRW07")
def heading_of_another_draw(scene: Scene) -> Spoilt | None:
    """The heading names another draw than the one that is due."""
    found = scene.pick(DrawBegins)
    if found is None:
        return None
    place, heading = found
    wrong = replace(heading, draw=scene.random.choice([number for number in (1, 2, 3, 4) if number != heading.draw]))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("DRW07")
def heading_twice(scene: Scene) -> Spoilt | None:
    """The heading stands twice, one below the other."""
    found = scene.pick(DrawBegins)
    if found is None:
        return None
    again = replace(found[1])
    return Spoilt(scene.put(found[0] + 1, again), again)


@breach("DRW07")
def heading_missing(scene: Scene) -> Spoilt | None:
    """Players draw and no heading was there.

    Not before the first draw, where cards could be taken for the deal, and not without betting before it, where it is
    no draw of its own.
    """
    found = scene.pick(DrawBegins, lambda event: event.draw > 1)
    if found is None or isinstance(scene.story[found[0] + 1], Reshuffle):
        return None
    before = [event for event in scene.story[: found[0]] if scene.is_told(event)]
    if isinstance(before[-1], (*DRAWS, Receive)):
        return None
    return Spoilt(scene.instead(found[0]), scene.following(scene.story, found[0] + 1))


@breach("DRW07")
def fourth_draw(scene: Scene) -> Spoilt | None:
    """After the last betting round everybody stands pat and checks once more."""
    end = scene.first(ShowdownBegins)
    if end is None:
        return None
    stage = Stage(scene, scene.story[:end])
    begin_draw(stage, 4)
    heading = stage.play.events[-1]
    for player in stage.play.live:
        stage.tell(StandPat(0, player.name, tuple(player.cards)))
    able = [player for player in stage.play.live if player.can_bet]
    for player in able if len(able) > 1 else ():
        stage.tell(Check(0, player.name))
    stage.play.aggressor = None
    return Spoilt(settle(stage.play), heading)


@breach("DRW07")
def round_missing(scene: Scene) -> Spoilt | None:
    """After a draw two players have chips, and nobody bets or checks."""
    found = _before_draw(scene)
    if found is None:
        return None
    stage, number = found
    draw(stage.play, number)
    if sum(player.can_bet for player in stage.play.live) < 2:
        return None
    stage.play.aggressor = None
    place = len(stage.play.events)
    story = _rest(stage, number + 1)
    return Spoilt(story, scene.following(story, place))


@breach("DRW07")
def draw_and_round_missing(scene: Scene) -> Spoilt | None:
    """A draw and its betting round are left out: the next heading, or the showdown, comes too early."""
    found = _before_draw(scene)
    if found is None:
        return None
    stage, number = found
    stage.play.round = number
    place = len(stage.play.events)
    story = _rest(stage, number + 1)
    return Spoilt(story, scene.following(story, place))


@breach("DRW07")
def draw_missing(scene: Scene) -> Spoilt | None:
    """The betting round after a draw follows the one before it, and nobody has drawn."""
    found = _before_draw(scene)
    if found is None:
        return None
    stage, number = found
    if sum(player.can_bet for player in stage.play.live) < 2:
        return None
    place = len(stage.play.events)
    bet(stage.play, number)
    story = _rest(stage, number + 1)
    return Spoilt(story, scene.following(story, place))


@breach("DRW07")
def draw_twice(scene: Scene) -> Spoilt | None:
    """After a draw and its betting round the same draw comes again."""
    found = _before_draw(scene)
    if found is None or found[1] == 3:
        return None
    stage, number = found
    draw(stage.play, number)
    bet(stage.play, number)
    if len(stage.play.live) < 2:
        return None
    place = len(stage.play.events)
    stage.play.events.append(DrawBegins(stage.play.line, number))
    draw_for(stage, stage.play.live)
    bet(stage.play, number + 1)
    story = _rest(stage, number + 2)
    return Spoilt(story, story[place])


def _before_draw(scene: Scene) -> tuple[Stage, int] | None:
    found = scene.pick(DrawBegins)
    return (Stage(scene, scene.story[: found[0]]), found[1].draw) if found else None


def _rest(stage: Stage, number: int) -> list[Event]:
    """The draws from that one on with their betting, and the end."""
    play = stage.play
    for due in range(number, 4):
        if len(play.live) > 1:
            draw(play, due)
            bet(play, due)
    return settle(play)


@breach("DRW07", adapt=folders)
def draws_alone(scene: Scene) -> Spoilt | None:
    """Everybody else has folded, and the last one stands pat all the same."""
    place, collects = scene.first(Uncalled), scene.all(Collect)
    draws = [event.draw for _, event in scene.all(DrawBegins)]
    if place is None or scene.first(ShowdownBegins) or len(collects) != 1 or len(draws) > 2:
        return None
    begin = DrawBegins(0, len(draws) + 1)
    return Spoilt(scene.put(place + 1, begin, StandPat(0, collects[0][1].player)), begin)


@breach("DRW07", adapt=folders)
def acts_alone(scene: Scene) -> Spoilt | None:
    """Everybody else has folded, and the last one checks."""
    place, collects = scene.first(Uncalled), scene.all(Collect)
    if place is None or scene.first(ShowdownBegins) or len(collects) != 1:
        return None
    check = Check(0, collects[0][1].player)
    return Spoilt(scene.put(place + 1, check), check)
