"""Violations SYN: incomplete texts, unknown lines, hands cancelled by the site."""

from __future__ import annotations

from histparse.model.events import Cancelled, Note, Outcome, Result, SummaryBegins
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.legal_hand import LegalHand

RIDDLES = (
    "The table is frozen for a moment",
    "Bonus wheel: spin 3 of 5",
    "*** INTERMISSION ***",
    "Jackpot grows to 1234",
)


@violation("SYN02")
def breaks_off(legal: LegalHand) -> Altered | None:
    """The text ends somewhere between the deal and the pot of the summary."""
    summary = legal.first(SummaryBegins)
    begin = legal.first_act()
    if summary is None or summary <= begin:
        return None
    story = legal.story[: legal.random.randint(begin, summary)]
    kept = [event for event in story if legal.is_printed(event) or isinstance(event, Note)]
    return Altered(story, kept[-1])


@violation("SYN03")
def line_nobody_knows(legal: LegalHand) -> Altered | None:
    """A line that the site has never written, somewhere in the play."""
    place = legal.random.randint(legal.first_act(), legal.first(SummaryBegins) or legal.first_act())
    unknown = Note(0, "riddle", legal.random.choice(RIDDLES))
    return Altered(legal.put(place, unknown), unknown)


@violation("SYN08")
def taken_back(legal: LegalHand) -> Altered | None:
    """The site cancels the hand after some acts; nobody wins or loses."""
    place = legal.random.choice(range(legal.first_act(), legal.first(SummaryBegins) or legal.first_act() + 1))
    cancelled = Cancelled(0)
    results = [result for _, result in legal.all(Result)]
    back = [Result(0, result.seat, result.player, Outcome.COLLECTED, result.positions, won=0) for result in results]
    return Altered([*legal.story[:place], cancelled, SummaryBegins(0), *back], cancelled)
