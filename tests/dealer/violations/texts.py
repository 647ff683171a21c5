"""Violations SYN: incomplete texts, unknown lines, hands cancelled by the site."""

from __future__ import annotations

from histparse.model.events import Cancelled, Note, Outcome, Result, SummaryBegins, of_type
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import Altered, LegalHand, need

RIDDLES = (
    "The table is frozen for a moment",
    "Bonus wheel: spin 3 of 5",
    "*** INTERMISSION ***",
    "Jackpot grows to 1234",
)


@violation("SYN02")
def breaks_off(legal: LegalHand) -> Altered:
    """The text ends somewhere between the deal and the pot of the summary."""
    begin, summary = legal.first_act(), legal.first(SummaryBegins)
    need(summary > begin)
    story = legal.story[: legal.random.randint(begin, summary)]
    printed = [event for event in story if legal.is_printed(event) or isinstance(event, Note)]
    return Altered(story, printed[-1])


@violation("SYN03")
def line_nobody_knows(legal: LegalHand) -> Altered:
    """A line that the site has never written, somewhere in the play."""
    place = legal.random.randint(legal.first_act(), legal.first(SummaryBegins))
    return legal.added(place, Note(0, "riddle", legal.choose(RIDDLES)))


@violation("SYN08")
def cancelled_in_the_play(legal: LegalHand) -> Altered:
    """The site cancels the hand after some acts; nobody wins or loses."""
    place = legal.choose(range(legal.first_act(), legal.first(SummaryBegins)))
    cancelled = Cancelled(0)
    results = [
        Result(0, result.seat, result.player, Outcome.COLLECTED, result.positions, won=0)
        for result in of_type(legal.story, Result)
    ]
    return Altered([*legal.story[:place], cancelled, SummaryBegins(0), *results], cancelled)
