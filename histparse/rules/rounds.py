"""Step 4, rules DRW: betting rounds and draws in their order."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model import events as ev
from histparse.model.events import Event
from histparse.model.figures import Count, Nth
from histparse.replay.player import DRAWS, Player
from histparse.replay.steps import BettingEnds, DrawLeftOut, DrawUnannounced
from histparse.replay.table import Phase, Table
from histparse.rules.betting import ACTS
from histparse.rules.registry import ACTED, Cause, Fact, Objection, Violation, act_rule, step_rule

# Looking up an enum member through its class costs as much as a call.
DRAWING, SHOWDOWN = Phase.DRAWING, Phase.SHOWDOWN


@step_rule(
    "DRW07",
    "a draw or betting round missing, repeated, out of order, or a fourth draw",
    on=(ev.DrawBegins,),
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB, Fact.LIVE, Fact.SHOWN),
    silent_on_plain_hands=True,
)
def wrong_draw(table: Table, step: ev.DrawBegins) -> Iterator[Violation]:
    """Four betting rounds and three draws alternate: bet, draw, bet, draw, bet, draw, bet.

    After a violation bet sizes and the stub are no longer judged in this hand. Sources: rule pages.
    Nobody draws or acts when one player is left. Examples: `*** THIRD DRAW ***` after the first; no betting between two
    draws; a fourth draw; a draw after everybody else has folded.
    """
    due = table.drawing + 1
    if len(table.live) < 2:
        yield Violation("the {draw} draw begins though only one player is left", draw=Nth(step.draw))
    elif table.phase is DRAWING:
        yield Violation("the heading of the {draw} draw appears twice", draw=Nth(step.draw))
    elif due > DRAWS:
        yield Violation("a fourth draw begins; a hand has three")
    elif step.draw != due:
        yield Violation("the {draw} draw begins where the {due} is due", draw=Nth(step.draw), due=Nth(due))


@step_rule(
    "DRW07",
    on=(ev.BettingBegins,),
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB),
    silent_on_plain_hands=True,
)
def wrong_round(table: Table, step: ev.BettingBegins) -> Iterator[Violation]:
    """A betting round begins that is not the one due."""
    if step.round != table.drawing:
        other = "the {round} betting round begins where the {due} is due"
        yield Violation(other, round=Nth(step.round + 1), due=Nth(table.drawing + 1))


@step_rule(
    "DRW07",
    on=(DrawUnannounced,),
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB),
    silent_on_plain_hands=True,
)
def unannounced_draw(table: Table, step: Event) -> Iterator[Violation]:
    """Somebody draws before any heading of a draw."""
    yield Violation("a card is drawn though no draw has begun")


@act_rule(
    "DRW07",
    on=ACTS,
    rests_on=(Fact.COURSE, Fact.LIVE, Fact.TURN, Fact.CHIPS),
    doubts=(*ACTED, Fact.COURSE),
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def acts_alone(table: Table, event: Event, player: Player) -> Objection:
    """Everybody else has folded: nothing is left to decide."""
    alone = "{name} acts although everybody else has folded"
    return Violation(alone, name=player.name) if table.is_alone(player) else None


@step_rule(
    "DRW07",
    on=(BettingEnds,),
    rests_on=(Fact.COURSE, Fact.LIVE, Fact.CHIPS),
    doubts=(Fact.COURSE, Fact.STUB),
    silent_on_plain_hands=True,
)
def missing_round(table: Table, step: Event) -> Iterator[Violation]:
    """The text goes on after a draw without betting, although two players could bet."""
    if table.betting.acts == 0 and table.street > 0 and table.betting.turn is not None:
        yield Violation("the {round} betting round is missing", round=Nth(table.street + 1))


@step_rule(
    "DRW07",
    on=(DrawLeftOut,),
    rests_on=(Fact.COURSE, Fact.LIVE, Fact.TURN),
    doubts=(Fact.COURSE, Fact.STUB),
    silent_on_plain_hands=True,
)
def draw_left_out(table: Table, step: Event) -> Iterator[Violation]:
    """The next betting round begins and nobody has drawn."""
    left_out = "the {round} betting round begins, but the {draw} draw is missing"
    yield Violation(left_out, round=Nth(table.street + 2), draw=Nth(table.drawing + 1))


@step_rule(
    "DRW07",
    on=(ev.ShowdownBegins,),
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB),
    silent_on_plain_hands=True,
)
def missing_draw(table: Table, step: Event) -> Iterator[Violation]:
    """The showdown comes before the third draw."""
    if table.drawing < DRAWS and len(table.live) > 1:
        made = Count(table.drawing, "draw")
        yield Violation("the showdown begins after {made}; a hand has {all}", made=made, all=DRAWS)


@step_rule("DRW07", on=(ev.ShowdownBegins,), rests_on=(Fact.COURSE,), silent_on_plain_hands=True)
def second_showdown(table: Table, step: ev.ShowdownBegins) -> Iterator[Violation]:
    """The heading of the showdown stands twice."""
    if table.phase is SHOWDOWN:
        yield Violation("the heading of the showdown appears twice")
