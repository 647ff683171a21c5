"""Violations SHD06: a summary that disagrees with the hand as played."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Outcome, Post, Result, of_type
from tests.dealer.violations.adapted_settings import folders, showdowns
from tests.dealer.violations.cards import hand_before
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import Altered, LegalHand, need


def _pick_result(legal: LegalHand, outcome: Outcome) -> tuple[int, Result]:
    """The line of a player who ended so, and its place."""
    return legal.pick(Result, lambda event: event.outcome is outcome)


@violation("SHD06")
def folded_at_another_time(legal: LegalHand) -> Altered:
    """The summary says that somebody folded before or after another draw."""
    place, result = _pick_result(legal, Outcome.FOLDED)
    times = [draw for draw in range(4) if draw != result.folded_after]
    return legal.changed(place, folded_after=legal.choose(times))


@violation("SHD06")
def bet_denied(legal: LegalHand) -> Altered:
    """The summary says that somebody who put chips in didn't bet."""
    place, result = _pick_result(legal, Outcome.FOLDED)
    need(result.bet is not False)
    return legal.changed(place, bet=False)


@violation("SHD06")
def won_another_amount(legal: LegalHand) -> Altered:
    """The summary states an amount other than the winner collected."""
    place, result = legal.pick(Result, lambda event: event.won)
    won = (result.won or 0) + legal.choose((-1, 1, 10)) * legal.chip
    need(won > 0)
    return legal.changed(place, won=won)


@violation("SHD06")
def another_position(legal: LegalHand) -> Altered:
    """The summary gives somebody the button or a blind that is not theirs."""
    place, result = legal.pick(Result)
    posted = [post.kind.value for post in of_type(legal.story, Post) if post.player == result.player]
    if any("big" in kind for kind in posted):
        posted.append("big blind")
    wrong = [word for word in ("button", "small blind", "big blind") if word not in (*result.positions, *posted)]
    return legal.changed(place, positions=(legal.choose(wrong),))


@violation("SHD06")
def another_seat(legal: LegalHand) -> Altered:
    """The summary puts somebody on a seat that is not theirs."""
    place, _ = legal.pick(Result)
    occupied = {event.seat for event in of_type(legal.story, Result)}
    return legal.changed(place, seat=legal.choose([seat for seat in range(1, 7) if seat not in occupied]))


@violation("SHD06", adapt=showdowns)
def mucked_called_shown(legal: LegalHand) -> Altered:
    """The summary says that somebody who mucked showed and lost."""
    place, result = _pick_result(legal, Outcome.MUCKED)
    words = legal.settings.writer.says(result.cards or ())
    return legal.changed(place, outcome=Outcome.SHOWED, says=words)


@violation("SHD06", adapt=showdowns)
def shown_called_mucked(legal: LegalHand) -> Altered:
    """The summary says that somebody who showed and lost mucked."""
    place, result = _pick_result(legal, Outcome.SHOWED)
    need(not result.won)
    return legal.changed(place, outcome=Outcome.MUCKED, says=None)


@violation("SHD06", adapt=showdowns)
def live_called_folded(legal: LegalHand) -> Altered:
    """The summary says that somebody who came to the showdown and lost folded."""
    place, _ = _pick_result(legal, Outcome.MUCKED)
    return legal.changed(place, outcome=Outcome.FOLDED, folded_after=legal.random.randint(1, 3), cards=None)


@violation("SHD06", adapt=showdowns)
def folded_called_mucked(legal: LegalHand) -> Altered:
    """The summary turns up the hand of somebody who folded as mucked."""
    place, result = _pick_result(legal, Outcome.FOLDED)
    cards = hand_before(legal.story, len(legal.story), result.player)
    return legal.changed(place, outcome=Outcome.MUCKED, folded_after=None, bet=None, cards=cards)


@violation("SHD06", adapt=showdowns)
def shown_otherwise(legal: LegalHand) -> Altered:
    """The summary turns up cards other than the showdown, and names them correctly."""
    place, result = _pick_result(legal, Outcome.SHOWED)
    cards = legal.one_replaced(result.cards, legal.unseen()[0])
    return legal.changed(place, cards=cards, says=legal.settings.writer.says(cards))


@violation("SHD06")
def left_out(legal: LegalHand) -> Altered:
    """The summary has no line for somebody who was dealt in."""
    story = legal.instead(legal.a_place(Result))
    return Altered(story, of_type(story, Result)[-1])


@violation("SHD06")
def listed_twice(legal: LegalHand) -> Altered:
    """The summary has a player's line twice."""
    place = legal.a_place(Result)
    return legal.added(place + 1, replace(legal.story[place]))


@violation("SHD06", adapt=folders)
def sitting_out_folded(legal: LegalHand) -> Altered:
    """The summary says that somebody not dealt in folded."""
    seat = legal.choose([seat for seat in legal.hand.seats if not seat.dealt_in])
    return legal.added(len(legal.story), Result(0, seat.seat, seat.player, Outcome.FOLDED, folded_after=0, bet=False))
