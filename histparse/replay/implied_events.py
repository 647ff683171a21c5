"""Step 3, replay: what must have happened, though the text does not say so, before an event can."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from histparse.model import events as ev
from histparse.model.events import Event
from histparse.replay import player as players
from histparse.replay import steps
from histparse.replay.payouts import implied_payouts
from histparse.replay.table import Phase, Table

FORCED = (ev.Post, ev.Deal, ev.Splash)
"""Events that may come before the first act."""
ACTS = (*ev.ACTS, ev.Capped)
DRAWS = (ev.Discard, ev.StandPat)
IN_DRAW = (*DRAWS, ev.Receive, ev.Reshuffle)
SWEEPS = (
    ev.DrawBegins,
    ev.ShowdownBegins,
    ev.Show,
    ev.Muck,
    ev.NoShow,
    ev.Collect,
    ev.SummaryBegins,
    ev.Total,
    ev.Result,
)

# Looking up an enum member through its class costs as much as a call.
POSTING, BETTING, CLOSED, SWEPT, DRAWING = Phase.POSTING, Phase.BETTING, Phase.CLOSED, Phase.SWEPT, Phase.DRAWING

ENDS: dict[type[Event], tuple[Phase, ...]] = {
    **dict.fromkeys((*ACTS, ev.BettingBegins), (DRAWING,)),
    **dict.fromkeys((*SWEEPS, *DRAWS), (DRAWING, BETTING, CLOSED)),
    ev.Uncalled: (DRAWING, BETTING),
}
"""The phases that an event of that type ends."""

READY: dict[type[Event], tuple[Phase, ...]] = {
    **dict.fromkeys(ACTS, (Phase.BETTING, Phase.CLOSED, Phase.SWEPT, Phase.SHOWDOWN)),
    **dict.fromkeys(SWEEPS, (Phase.SWEPT, Phase.SHOWDOWN)),
    ev.SummaryBegins: (),
    **dict.fromkeys(IN_DRAW, (Phase.DRAWING,)),
    **dict.fromkeys(FORCED, (Phase.POSTING, Phase.BETTING)),
    **dict.fromkeys((ev.Splash, steps.Unread), tuple(Phase)),
}
"""The phases in which an event of that type needs no turning point before it: the usual, fast case."""


def implied_before(table: Table, event: Event) -> Iterator[Event]:
    """The turning points between the table's phase and the event, and payouts that no line states.

    The caller must apply each before asking for the next.
    """
    kind, line = type(event), event.line
    if table.phase is POSTING and kind not in FORCED and kind is not ev.BettingBegins:
        yield steps.PostingEnds(line)
    anew = kind in ev.ACTS and _begins_anew(table, event)
    ends = (DRAWING, BETTING, CLOSED) if anew else _ended_by(table, event)
    if DRAWING in ends and table.phase is DRAWING:
        yield steps.DrawEnds(line)
    if BETTING in ends and table.phase is BETTING:
        yield steps.BettingEnds(line)
    if CLOSED in ends and table.phase is CLOSED:
        yield steps.BetsSwept(line)
    if anew:
        yield steps.DrawLeftOut(line)
    elif kind in DRAWS and table.phase is SWEPT:
        yield steps.DrawUnannounced(line)
    elif kind is ev.SummaryBegins and not table.hand.reading.says_payouts:
        yield from implied_payouts(table, line)


def _ended_by(table: Table, event: Event) -> Container[Phase]:
    """The phases that the event ends, one after the other."""
    ends = ENDS.get(type(event), ())
    return () if table.phase is DRAWING and CLOSED in ends and _goes_on_drawing(table, event) else ends


def _goes_on_drawing(table: Table, event: Event) -> bool:
    """Whether the current draw continues; a heading repeated before anybody drew begins nothing."""
    repeated = (
        isinstance(event, ev.DrawBegins) and event.draw == table.drawing and not any(p.drawn_on for p in table.players)
    )
    return repeated or type(event) in IN_DRAW


def _begins_anew(table: Table, event: Any) -> bool:
    """Whether, after the betting is closed, the first player who can bet acts, then another: a draw was left out.

    Others may answer a bet of nothing, though it leaves nobody owing.
    """
    bet_nothing = table.betting.aggressor is not None and not table.level
    if not closed(table) or bet_nothing or table.drawing >= players.DRAWS:
        return False
    able = [player.name for player in table.live if not player.all_in]
    if len(able) < 2 or event.player != able[0]:
        return False
    rest = [following for following in table.hand.events if following.line > event.line]
    goes_on = bool(rest) and isinstance(rest[0], ev.ACTS) and rest[0].player in able[1:]
    return goes_on and _lacks_a_draw(table, event, rest)


def _lacks_a_draw(table: Table, event: Event, rest: list[Event]) -> bool:
    """Whether the rest of the hand is that of one in which a draw more was made.

    If nothing tells, a bet after all have checked is a bet too many.
    """
    draws = ev.of_type(rest, ev.DrawBegins)
    if any(isinstance(following, ev.ShowdownBegins) for following in rest):
        return table.drawing + len(draws) < players.DRAWS
    if draws:
        return draws[0].draw > table.drawing + 1
    folding = {fold.player for fold in ev.of_type(rest, ev.Fold)}
    draws_stated = {end.folded_after for end in ev.of_type(rest, ev.Result) if end.player in folding} - {None}
    bets = isinstance(event, ev.Bet) or (isinstance(event, ev.Wager) and event.to is not None)
    return table.drawing + 1 in draws_stated if draws_stated else table.level > 0 or not bets


def closed(table: Table) -> bool:
    """Whether everybody has responded to the last bet."""
    return table.phase is BETTING and table.betting.turn is None
