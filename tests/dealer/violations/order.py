"""Violations DRW07: draws and betting rounds that are missing, repeated or out of order."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model import events as ev
from histparse.simulate.onehand import choose_and_exchange_cards, play_betting_round, play_draw
from histparse.simulate.state import LAST_DRAW, Play
from tests.dealer.violations.adapted_settings import folders
from tests.dealer.violations.continuation import play_rest, rest_wrong_from, settle
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import DRAWS, Altered, LegalHand, need


@violation("DRW07")
def heading_of_another_draw(legal: LegalHand) -> Altered:
    """The heading names a draw other than the one due."""
    place, heading = legal.pick(ev.DrawBegins)
    return legal.changed(place, draw=legal.choose([number for number in (1, 2, 3, 4) if number != heading.draw]))


@violation("DRW07")
def heading_twice(legal: LegalHand) -> Altered:
    """The heading is printed twice in a row."""
    place, heading = legal.pick(ev.DrawBegins)
    return legal.added(place + 1, replace(heading))


@violation("DRW07")
def showdown_twice(legal: LegalHand) -> Altered:
    """The heading of the showdown is printed twice in a row."""
    return legal.added(legal.first(ev.ShowdownBegins) + 1, ev.ShowdownBegins(0))


@violation("DRW07")
def heading_missing(legal: LegalHand) -> Altered:
    """Players draw without a heading.

    Not before the first draw, where cards could be taken for the deal, and not without betting before it, where it
    would not be a separate draw.
    """
    place, _ = legal.pick(ev.DrawBegins, lambda event: event.draw > 1)
    printed = [event for event in legal.story[:place] if legal.is_printed(event)]
    need(not isinstance(legal.story[place + 1], ev.Reshuffle) and not isinstance(printed[-1], (*DRAWS, ev.Receive)))
    return legal.lacking(place)


@violation("DRW07")
def fourth_draw(legal: LegalHand) -> Altered:
    """After the last betting round everybody stands pat and checks once more."""
    play = legal.at_showdown()
    heading = play.add_and_apply_event(ev.DrawBegins(0, LAST_DRAW + 1))
    for player in play.live_players:
        play.add_and_apply_event(ev.StandPat(0, player.name, tuple(player.cards)))
    able = [player for player in play.live_players if player.can_bet]
    for player in able if len(able) > 1 else ():
        play.add_and_apply_event(ev.Check(0, player.name))
    return Altered(settle(play), heading)


@violation("DRW07")
def round_missing(legal: LegalHand) -> Altered:
    """After a draw two players have chips, and nobody bets or checks."""
    play = _before_draw(legal)
    play_draw(play)
    need(_several_can_bet(play))
    return rest_wrong_from(legal, play, len(play.events))


@violation("DRW07")
def draw_and_round_missing(legal: LegalHand) -> Altered:
    """A draw and its betting round are left out: the next heading, or the showdown, comes too early."""
    play = _before_draw(legal)
    play.round += 1
    return rest_wrong_from(legal, play, len(play.events))


@violation("DRW07")
def draw_missing(legal: LegalHand) -> Altered:
    """The betting round after a draw follows the one before it, and nobody has drawn."""
    play = _before_draw(legal)
    need(_several_can_bet(play))
    place = len(play.events)
    play.begin_round(play.round + 1)
    play_betting_round(play)
    return rest_wrong_from(legal, play, place)


@violation("DRW07")
def draw_twice(legal: LegalHand) -> Altered:
    """After a draw and its betting round the same draw comes again."""
    play = _before_draw(legal)
    number = play.round + 1
    need(number < LAST_DRAW)
    play_draw(play)
    play_betting_round(play)
    need(len(play.live_players) > 1)
    heading = play.add_and_apply_event(ev.DrawBegins(0, number))
    play.round = number
    for player in play.live_players:
        choose_and_exchange_cards(play, player)
    play.begin_round(number + 1)
    play_betting_round(play)
    return Altered(play_rest(play), heading)


def _before_draw(legal: LegalHand) -> Play:
    place, _ = legal.pick(ev.DrawBegins)
    return legal.resumed(legal.story[:place])


def _several_can_bet(play: Play) -> bool:
    return sum(player.can_bet for player in play.live_players) > 1


@violation("DRW07", adapt=folders)
def draws_alone(legal: LegalHand) -> Altered:
    """Everybody else has folded, but the last player stands pat."""
    place, winner = _won_alone(legal)
    draws = len(legal.all(ev.DrawBegins))
    need(draws < LAST_DRAW)
    begin = ev.DrawBegins(0, draws + 1)
    return Altered(legal.put(place, begin, ev.StandPat(0, winner)), begin)


@violation("DRW07", adapt=folders)
def acts_alone(legal: LegalHand) -> Altered:
    """Everybody else has folded, but the last player checks."""
    place, winner = _won_alone(legal)
    return legal.added(place, ev.Check(0, winner))


def _won_alone(legal: LegalHand) -> tuple[int, str]:
    """The place after the last bet was returned, and who bet it."""
    place, collects = legal.first(ev.Uncalled), legal.all(ev.Collect)
    need(not legal.all(ev.ShowdownBegins) and len(collects) == 1)
    return place + 1, collects[0][1].player
