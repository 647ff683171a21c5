"""Violations SHD06: a summary that disagrees with the hand as played."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from histparse.export import writer
from histparse.model.events import Outcome, Post, Result
from histparse.simulate.violations.adapted_settings import folders, showdowns
from histparse.simulate.violations.cards import hand_before
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.legal_hand import LegalHand


def _summed_up(legal: LegalHand, outcome: Outcome, change: Callable[[Result], Result | None]) -> Altered | None:
    found = legal.pick(Result, lambda event: event.outcome is outcome)
    wrong = change(found[1]) if found else None
    return Altered(legal.instead(found[0], wrong), wrong) if found and wrong else None


@violation("SHD06")
def folded_at_another_time(legal: LegalHand) -> Altered | None:
    """The summary says that somebody folded before or after another draw."""

    def change(result: Result) -> Result:
        times = [draw for draw in range(4) if draw != result.folded_after]
        return replace(result, folded_after=legal.random.choice(times))

    return _summed_up(legal, Outcome.FOLDED, change)


@violation("SHD06")
def bet_denied(legal: LegalHand) -> Altered | None:
    """The summary says that somebody who put chips in didn't bet."""
    return _summed_up(legal, Outcome.FOLDED, lambda result: None if result.bet is False else replace(result, bet=False))


@violation("SHD06")
def won_another_amount(legal: LegalHand) -> Altered | None:
    """The summary states an amount other than the winner collected."""
    found = legal.pick(Result, lambda event: bool(event.won))
    if found is None:
        return None
    place, result = found
    won = (result.won or 0) + legal.random.choice((-1, 1, 10)) * legal.chip
    wrong = replace(result, won=won)
    return Altered(legal.instead(place, wrong), wrong) if won > 0 else None


@violation("SHD06")
def another_position(legal: LegalHand) -> Altered | None:
    """The summary gives somebody the button or a blind that is not theirs."""
    found = legal.pick(Result)
    if found is None:
        return None
    place, result = found
    posted = [event.kind.value for event in legal.story if isinstance(event, Post) and event.player == result.player]
    if any("big" in kind for kind in posted):
        posted.append("big blind")
    others = [word for word in ("button", "small blind", "big blind") if word not in (*result.positions, *posted)]
    if not others:
        return None
    wrong = replace(result, positions=(legal.random.choice(others),))
    return Altered(legal.instead(place, wrong), wrong)


@violation("SHD06")
def another_seat(legal: LegalHand) -> Altered | None:
    """The summary puts somebody on a seat that is not theirs."""
    found = legal.pick(Result)
    if found is None:
        return None
    place, result = found
    taken = {event.seat for event in legal.story if isinstance(event, Result)}
    free = [seat for seat in range(1, 7) if seat not in taken]
    if not free:
        return None
    wrong = replace(result, seat=legal.random.choice(free))
    return Altered(legal.instead(place, wrong), wrong)


@violation("SHD06", adapt=showdowns)
def mucked_called_shown(legal: LegalHand) -> Altered | None:
    """The summary says that somebody who mucked showed and lost."""

    def change(result: Result) -> Result:
        return replace(result, outcome=Outcome.SHOWED, says=writer(legal.settings.site).says(result.cards or ()))

    return _summed_up(legal, Outcome.MUCKED, change)


@violation("SHD06", adapt=showdowns)
def shown_called_mucked(legal: LegalHand) -> Altered | None:
    """The summary says that somebody who showed and lost mucked."""

    def change(result: Result) -> Result | None:
        return None if result.won else replace(result, outcome=Outcome.MUCKED, says=None)

    return _summed_up(legal, Outcome.SHOWED, change)


@violation("SHD06", adapt=showdowns)
def live_called_folded(legal: LegalHand) -> Altered | None:
    """The summary says that somebody who came to the showdown and lost folded."""

    def change(result: Result) -> Result:
        return Result(0, result.seat, result.player, Outcome.FOLDED, result.positions, legal.random.randint(1, 3))

    return _summed_up(legal, Outcome.MUCKED, change)


@violation("SHD06", adapt=showdowns)
def folded_called_mucked(legal: LegalHand) -> Altered | None:
    """The summary turns up the hand of somebody who folded as mucked."""

    def change(result: Result) -> Result:
        cards = hand_before(legal.story, len(legal.story), result.player)
        return Result(0, result.seat, result.player, Outcome.MUCKED, result.positions, cards=cards)

    return _summed_up(legal, Outcome.FOLDED, change)


@violation("SHD06", adapt=showdowns)
def shown_otherwise(legal: LegalHand) -> Altered | None:
    """The summary turns up cards other than the showdown, and names them correctly."""

    def change(result: Result) -> Result:
        cards = list(result.cards or ())
        cards[legal.random.randrange(5)] = legal.unseen()[0]
        return replace(result, cards=tuple(cards), says=writer(legal.settings.site).says(tuple(cards)))

    return _summed_up(legal, Outcome.SHOWED, change)


@violation("SHD06")
def left_out(legal: LegalHand) -> Altered | None:
    """The summary has no line for somebody who was dealt in."""
    place = legal.a_place(Result)
    if place is None:
        return None
    story = legal.instead(place)
    results = [event for event in story if isinstance(event, Result)]
    return Altered(story, results[-1])


@violation("SHD06")
def listed_twice(legal: LegalHand) -> Altered | None:
    """The summary has a player's line twice."""
    place = legal.a_place(Result)
    if place is None:
        return None
    again = replace(legal.story[place])
    return Altered(legal.put(place + 1, again), again)


@violation("SHD06", adapt=folders)
def sitting_out_folded(legal: LegalHand) -> Altered | None:
    """The summary says that somebody not dealt in folded."""
    away = [seat for seat in legal.hand.seats if not seat.dealt_in]
    if not away:
        return None
    seat = legal.random.choice(away)
    wrong = Result(0, seat.seat, seat.player, Outcome.FOLDED, folded_after=0, bet=False)
    return Altered([*legal.story, wrong], wrong)
