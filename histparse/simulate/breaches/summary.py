"""Breaches SHD06: a summary that does not tell the hand as it was played."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from histparse.export import writer
from histparse.model.events import Outcome, Post, Result
from histparse.simulate.breaches.cards import hand_before
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.scene import Scene
from histparse.simulate.breaches.wanted import folders, showdowns


def _summed_up(scene: Scene, outcome: Outcome, change: Callable[[Result], Result | None]) -> Spoilt | None:
    found = scene.pick(Result, lambda event: event.outcome is outcome)
    wrong = change(found[1]) if found else None
    return Spoilt(scene.instead(found[0], wrong), wrong) if found and wrong else None


@breach("SHD06")
def folded_at_another_time(scene: Scene) -> Spoilt | None:
    """The summary says that somebody folded before or after another draw."""

    def change(result: Result) -> Result:
        times = [draw for draw in range(4) if draw != result.folded_after]
        return replace(result, folded_after=scene.random.choice(times))

    return _summed_up(scene, Outcome.FOLDED, change)


@breach("SHD06")
def bet_denied(scene: Scene) -> Spoilt | None:
    """The summary says that somebody who put chips in didn't bet."""
    return _summed_up(scene, Outcome.FOLDED, lambda result: None if result.bet is False else replace(result, bet=False))


@breach("SHD06")
def won_another_amount(scene: Scene) -> Spoilt | None:
    """The summary says another amount than the winner collected."""
    found = scene.pick(Result, lambda event: bool(event.won))
    if found is None:
        return None
    place, result = found
    won = (result.won or 0) + scene.random.choice((-1, 1, 10)) * scene.chip
    wrong = replace(result, won=won)
    return Spoilt(scene.instead(place, wrong), wrong) if won > 0 else None


@breach("SHD06")
def another_position(scene: Scene) -> Spoilt | None:
    """The summary gives somebody the button or a blind that is not his."""
    found = scene.pick(Result)
    if found is None:
        return None
    place, result = found
    posted = [event.kind.value for event in scene.story if isinstance(event, Post) and event.player == result.player]
    if any("big" in kind for kind in posted):
        posted.append("big blind")
    others = [word for word in ("button", "small blind", "big blind") if word not in (*result.positions, *posted)]
    if not others:
        return None
    wrong = replace(result, positions=(scene.random.choice(others),))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("SHD06")
def another_seat(scene: Scene) -> Spoilt | None:
    """The summary puts somebody on a seat that is not his."""
    found = scene.pick(Result)
    if found is None:
        return None
    place, result = found
    taken = {event.seat for event in scene.story if isinstance(event, Result)}
    free = [seat for seat in range(1, 7) if seat not in taken]
    if not free:
        return None
    wrong = replace(result, seat=scene.random.choice(free))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("SHD06", adapt=showdowns)
def mucked_called_shown(scene: Scene) -> Spoilt | None:
    """The summary says that somebody who mucked showed and lost."""

    def change(result: Result) -> Result:
        return replace(result, outcome=Outcome.SHOWED, says=writer(scene.settings.site).says(result.cards or ()))

    return _summed_up(scene, Outcome.MUCKED, change)


@breach("SHD06", adapt=showdowns)
def shown_called_mucked(scene: Scene) -> Spoilt | None:
    """The summary says that somebody who showed and lost mucked."""

    def change(result: Result) -> Result | None:
        return None if result.won else replace(result, outcome=Outcome.MUCKED, says=None)

    return _summed_up(scene, Outcome.SHOWED, change)


@breach("SHD06", adapt=showdowns)
def live_called_folded(scene: Scene) -> Spoilt | None:
    """The summary says that somebody who came to the showdown and lost folded."""

    def change(result: Result) -> Result:
        return Result(0, result.seat, result.player, Outcome.FOLDED, result.positions, scene.random.randint(1, 3))

    return _summed_up(scene, Outcome.MUCKED, change)


@breach("SHD06", adapt=showdowns)
def folded_called_mucked(scene: Scene) -> Spoilt | None:
    """The summary turns up the hand of somebody who folded as mucked."""

    def change(result: Result) -> Result:
        cards = hand_before(scene.story, len(scene.story), result.player)
        return Result(0, result.seat, result.player, Outcome.MUCKED, result.positions, cards=cards)

    return _summed_up(scene, Outcome.FOLDED, change)


@breach("SHD06", adapt=showdowns)
def shown_otherwise(scene: Scene) -> Spoilt | None:
    """The summary turns up other cards than the showdown, and reads them right."""

    def change(result: Result) -> Result:
        cards = list(result.cards or ())
        cards[scene.random.randrange(5)] = scene.unseen()[0]
        return replace(result, cards=tuple(cards), says=writer(scene.settings.site).says(tuple(cards)))

    return _summed_up(scene, Outcome.SHOWED, change)


@breach("SHD06")
def left_out(scene: Scene) -> Spoilt | None:
    """The summary has no line for somebody who was dealt in."""
    place = scene.a_place(Result)
    if place is None:
        return None
    story = scene.instead(place)
    results = [event for event in story if isinstance(event, Result)]
    return Spoilt(story, results[-1])


@breach("SHD06")
def listed_twice(scene: Scene) -> Spoilt | None:
    """The summary has a player's line twice."""
    place = scene.a_place(Result)
    if place is None:
        return None
    again = replace(scene.story[place])
    return Spoilt(scene.put(place + 1, again), again)


@breach("SHD06", adapt=folders)
def sitting_out_folded(scene: Scene) -> Spoilt | None:
    """The summary says that somebody folded who was not dealt in."""
    away = [seat for seat in scene.hand.seats if not seat.dealt_in]
    if not away:
        return None
    seat = scene.random.choice(away)
    wrong = Result(0, seat.seat, seat.player, Outcome.FOLDED, folded_after=0, bet=False)
    return Spoilt([*scene.story, wrong], wrong)
