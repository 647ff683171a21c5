"""Breaches SYN: texts that break off, lines that nobody knows, hands that the site takes back."""

from __future__ import annotations

from histparse.model.events import Cancelled, Note, Outcome, Result, SummaryBegins
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.scene import Scene

RIDDLES = (
    "The table is frozen for a moment",
    "Bonus wheel: spin 3 of 5",
    "*** INTERMISSION ***",
    "Jackpot grows to 1234",
)


@breach("SYN02")
def breaks_off(scene: Scene) -> Spoilt | None:
    """The text ends somewhere between the deal and the pot of the summary."""
    summary = scene.first(SummaryBegins)
    begin = scene.first_act()
    if summary is None or summary <= begin:
        return None
    story = scene.story[: scene.random.randint(begin, summary)]
    told = [event for event in story if scene.is_told(event) or isinstance(event, Note)]
    return Spoilt(story, told[-1])


@breach("SYN03")
def line_nobody_knows(scene: Scene) -> Spoilt | None:
    """A line that the site has never written, somewhere in the play."""
    place = scene.random.randint(scene.first_act(), scene.first(SummaryBegins) or scene.first_act())
    riddle = Note(0, "riddle", scene.random.choice(RIDDLES))
    return Spoilt(scene.put(place, riddle), riddle)


@breach("SYN08")
def taken_back(scene: Scene) -> Spoilt | None:
    """The site cancels the hand after some acts; nobody wins or loses."""
    place = scene.random.choice(range(scene.first_act(), scene.first(SummaryBegins) or scene.first_act() + 1))
    cancelled = Cancelled(0)
    results = [result for _, result in scene.all(Result)]
    back = [Result(0, result.seat, result.player, Outcome.COLLECTED, result.positions, won=0) for result in results]
    return Spoilt([*scene.story[:place], cancelled, SummaryBegins(0), *back], cancelled)
