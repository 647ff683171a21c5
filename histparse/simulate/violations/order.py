"""Violations DRW07: draws and betting rounds that are missing, repeated or out of order."""

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
from histparse.simulate.drawing import draw
from histparse.simulate.violations.adapted_settings import folders
from histparse.simulate.violations.continuation import begin_draw, draw_for, settle
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.hand_state import HandState
from histparse.simulate.violations.legal_hand import DRAWS, LegalHand


@violation("DRW07")
def heading_of_another_draw(legal: LegalHand) -> Altered | None:
    """The heading names a draw other than the one due."""
    found = legal.pick(DrawBegins)
    if found is None:
        return None
    place, heading = found
    wrong = replace(heading, draw=legal.random.choice([number for number in (1, 2, 3, 4) if number != heading.draw]))
    return Altered(legal.instead(place, wrong), wrong)


@violation("DRW07")
def heading_twice(legal: LegalHand) -> Altered | None:
    """The heading is printed twice in a row."""
    found = legal.pick(DrawBegins)
    if found is None:
        return None
    again = replace(found[1])
    return Altered(legal.put(found[0] + 1, again), again)


@violation("DRW07")
def showdown_twice(legal: LegalHand) -> Altered | None:
    """The heading of the showdown is printed twice in a row."""
    begin = legal.first(ShowdownBegins)
    if begin is None:
        return None
    again = ShowdownBegins(0)
    return Altered(legal.put(begin + 1, again), again)


@violation("DRW07")
def heading_missing(legal: LegalHand) -> Altered | None:
    """Players draw without a heading.

    Not before the first draw, where cards could be taken for the deal, and not without betting before it, where it
    would not be a separate draw.
    """
    found = legal.pick(DrawBegins, lambda event: event.draw > 1)
    if found is None or isinstance(legal.story[found[0] + 1], Reshuffle):
        return None
    before = [event for event in legal.story[: found[0]] if legal.is_printed(event)]
    if isinstance(before[-1], (*DRAWS, Receive)):
        return None
    return Altered(legal.instead(found[0]), legal.following(legal.story, found[0] + 1))


@violation("DRW07")
def fourth_draw(legal: LegalHand) -> Altered | None:
    """After the last betting round everybody stands pat and checks once more."""
    end = legal.first(ShowdownBegins)
    if end is None:
        return None
    state = HandState(legal, legal.story[:end])
    begin_draw(state, 4)
    heading = state.play.events[-1]
    for player in state.play.live:
        state.apply(StandPat(0, player.name, tuple(player.cards)))
    able = [player for player in state.play.live if player.can_bet]
    for player in able if len(able) > 1 else ():
        state.apply(Check(0, player.name))
    state.play.aggressor = None
    return Altered(settle(state.play), heading)


@violation("DRW07")
def round_missing(legal: LegalHand) -> Altered | None:
    """After a draw two players have chips, and nobody bets or checks."""
    found = _before_draw(legal)
    if found is None:
        return None
    state, number = found
    draw(state.play, number)
    if sum(player.can_bet for player in state.play.live) < 2:
        return None
    state.play.aggressor = None
    place = len(state.play.events)
    story = _rest(state, number + 1)
    return Altered(story, legal.following(story, place))


@violation("DRW07")
def draw_and_round_missing(legal: LegalHand) -> Altered | None:
    """A draw and its betting round are left out: the next heading, or the showdown, comes too early."""
    found = _before_draw(legal)
    if found is None:
        return None
    state, number = found
    state.play.round = number
    place = len(state.play.events)
    story = _rest(state, number + 1)
    return Altered(story, legal.following(story, place))


@violation("DRW07")
def draw_missing(legal: LegalHand) -> Altered | None:
    """The betting round after a draw follows the one before it, and nobody has drawn."""
    found = _before_draw(legal)
    if found is None:
        return None
    state, number = found
    if sum(player.can_bet for player in state.play.live) < 2:
        return None
    place = len(state.play.events)
    bet(state.play, number)
    story = _rest(state, number + 1)
    return Altered(story, legal.following(story, place))


@violation("DRW07")
def draw_twice(legal: LegalHand) -> Altered | None:
    """After a draw and its betting round the same draw comes again."""
    found = _before_draw(legal)
    if found is None or found[1] == 3:
        return None
    state, number = found
    draw(state.play, number)
    bet(state.play, number)
    if len(state.play.live) < 2:
        return None
    place = len(state.play.events)
    state.play.events.append(DrawBegins(state.play.line, number))
    draw_for(state, state.play.live)
    bet(state.play, number + 1)
    story = _rest(state, number + 2)
    return Altered(story, story[place])


def _before_draw(legal: LegalHand) -> tuple[HandState, int] | None:
    found = legal.pick(DrawBegins)
    return (HandState(legal, legal.story[: found[0]]), found[1].draw) if found else None


def _rest(state: HandState, number: int) -> list[Event]:
    """Play the draws from that one on with their betting, and the ending."""
    play = state.play
    for due in range(number, 4):
        if len(play.live) > 1:
            draw(play, due)
            bet(play, due)
    return settle(play)


@violation("DRW07", adapt=folders)
def draws_alone(legal: LegalHand) -> Altered | None:
    """Everybody else has folded, but the last player stands pat."""
    place, collects = legal.first(Uncalled), legal.all(Collect)
    draws = [event.draw for _, event in legal.all(DrawBegins)]
    if place is None or legal.first(ShowdownBegins) or len(collects) != 1 or len(draws) > 2:
        return None
    begin = DrawBegins(0, len(draws) + 1)
    return Altered(legal.put(place + 1, begin, StandPat(0, collects[0][1].player)), begin)


@violation("DRW07", adapt=folders)
def acts_alone(legal: LegalHand) -> Altered | None:
    """Everybody else has folded, but the last player checks."""
    place, collects = legal.first(Uncalled), legal.all(Collect)
    if place is None or legal.first(ShowdownBegins) or len(collects) != 1:
        return None
    check = Check(0, collects[0][1].player)
    return Altered(legal.put(place + 1, check), check)
