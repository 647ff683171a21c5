"""Step 4, rules: the lines of a hand that no pattern knows, by their places: the facts that they put in doubt.

A rule that objects where it rests on them is not heard, for the line may be what it misses. What belongs to a round is
missed before the next one is over; nobody misses a seat, an ante or a payout: these stay in doubt to the end.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from itertools import accumulate, takewhile

from histparse.model.events import Collect, Event, SummaryBegins, Total
from histparse.model.hand import Hand, UncalledBet
from histparse.replay.steps import Unread
from histparse.replay.table import Phase, Table
from histparse.rules.registry import ACTED, Fact, Facts

ALWAYS = float("inf")
Doubts = Mapping[Fact, float]
"""Facts, and the number of rounds that must end before it is clear that the line did not change them."""

BET: Facts = tuple(fact for fact in ACTED if fact is not Fact.COUNT)
"""One act more makes the bets more, never fewer: what is beyond the cap without it is so with it."""
PLAYED: Facts = (*ACTED, Fact.ORDER, Fact.COURSE, Fact.DRAWN, Fact.CARDS, Fact.STUB, Fact.PAYOUT)


def initial_doubts_of_unread_lines(hand: Hand) -> Doubts:
    """Doubt, from the beginning, who has cards, and what the text says only by adding up."""
    seated = (Fact.SEATED,) if hand.unread[0] < hand.events[0].line else ()
    absent = () if _is_everyone_out_or_active(hand) else (Fact.SEATED, Fact.STUB)
    inferred = hand.reading.uncalled is UncalledBet.UNSAID and hand.reading.says_payouts
    unsaid = (Fact.POSTED, Fact.PAYOUT) if inferred else ()
    return dict.fromkeys((*seated, *absent, *unsaid), ALWAYS)


def _is_everyone_out_or_active(hand: Hand) -> bool:
    play = takewhile(lambda event: not isinstance(event, SummaryBegins), hand.events)
    active = {getattr(event, "player", None) for event in play}
    return all(seat.out_of_hand or (seat.dealt_in and seat.player in active) for seat in hand.seats)


def doubts_of_unread_line(table: Table, line: int) -> Doubts:
    """Doubt, from that line on, what it may have said, because it could not be read."""
    if any(line < seat.line for seat in table.hand.seats):
        return {}
    return dict.fromkeys(_doubts_in_summary(table.hand), ALWAYS) if table.complete else _doubts_in_play(table)


def _doubts_in_play(table: Table) -> Doubts:
    """An act that closes its round is missed before the next one ends, an act within it before its own does."""
    doubts: Doubts
    match table.phase:
        case Phase.POSTING:
            doubts = dict.fromkeys((*ACTED, Fact.ORDER, Fact.CARDS), 1) | {Fact.POSTED: ALWAYS}
        case Phase.BETTING if table.betting.turn is not None:
            doubts = dict.fromkeys(BET, 1)
        case Phase.DRAWING if not all(player.drawn_on for player in table.live_players):
            doubts = dict.fromkeys((Fact.DRAWN, Fact.CARDS, Fact.STUB), 1) | {Fact.COURSE: 2}
        case Phase.DRAWING:
            doubts = dict.fromkeys(PLAYED, 3)  # perhaps the next draw begins, if nobody can bet
        case Phase.SHOWDOWN:
            doubts = dict.fromkeys((Fact.SHOWN, Fact.PAYOUT), ALWAYS)
        case _:
            doubts = dict.fromkeys(PLAYED, 2)
    return doubts


def _doubts_in_summary(hand: Hand) -> Facts:
    """Some sites pay the pots there."""
    ending = next(event for event in hand.events if isinstance(event, Collect | SummaryBegins))
    paid = () if isinstance(ending, Collect) else (Fact.CHIPS, Fact.PAYOUT, Fact.SHOWN)
    total = any(isinstance(event, Total) for event in hand.events)
    return (Fact.LISTED, *paid, *(() if total else (Fact.STATED,)))


def insert_unread_line_events(hand: Hand) -> list[Event]:
    """The events, and every unread line where the fewest events are on the wrong side of it: some were moved.

    Thousands of lines may be unread between two events: the last stands for them.
    """
    events, begin = list[Event](), 0
    lines = sorted(event.line for event in hand.events)
    for line in {bisect(lines, line): line for line in hand.unread}.values():
        wrong = list(accumulate((1 if event.line > line else -1 for event in hand.events), initial=0))
        end = wrong.index(min(wrong))
        events += [*hand.events[begin:end], Unread(line)]
        begin = end
    return [*events, *hand.events[begin:]]
