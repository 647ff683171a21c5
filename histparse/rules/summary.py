"""Step 4, rules SHD06: the summary must agree with the hand as it was played."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.cards import known
from histparse.model.events import Event, Outcome, PostKind, Result
from histparse.replay.player import Player
from histparse.replay.steps import HandEnds, StrangerListed
from histparse.replay.table import Table
from histparse.rules.formatting import cards, money
from histparse.rules.registry import Cause, Fact, Objection, Violation, act_rule, step_rule

POSTED = {
    "small blind": (PostKind.SMALL_BLIND,),
    "big blind": (PostKind.BIG_BLIND, PostKind.SMALL_AND_BIG, PostKind.EXTRA_BLIND),
}


# Looking up an enum member through its class costs as much as a call.
SHOWED, MUCKED, FOLDED = Outcome.SHOWED, Outcome.MUCKED, Outcome.FOLDED
ENDED = (SHOWED, MUCKED, Outcome.COLLECTED, FOLDED)
"""Outcomes that say whether a player won part of the pot."""


@act_rule(
    "SHD06",
    "the summary contradicts the hand",
    on=(Result,),
    rests_on=(Fact.SEATED,),
    doubts=(Fact.ORDER,),
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def another_seat(table: Table, event: Result, player: Player) -> Objection:
    """The summary must agree with the play: who folded when, showed, won how much, had the button and the blinds.

    Sources: real hands. Example: `Seat 3: Bob folded after the 1st Draw` where they folded after the second.
    """
    if event.seat == player.seat:
        return None
    return f"the summary seats {player.name} on {event.seat}; they sit on {player.seat}"


@act_rule("SHD06", on=(Result,), rests_on=(Fact.SEATED,), cause=Cause.WHO, silent_on_plain_hands=True)
def listed_twice(table: Table, event: Result, player: Player) -> Objection:
    """The summary has two lines for one player."""
    before = next((result for result in table.results if result.player == player.name), None)
    return f"the summary has {player.name} on line {before.line} already" if before else None


@step_rule("SHD06", on=(StrangerListed,), rests_on=(Fact.SEATED,), doubts=(Fact.SEATED,), silent_on_plain_hands=True)
def stranger_listed(table: Table, step: StrangerListed) -> Iterator[Violation]:
    """At a site that lists everybody dealt in, somebody else is listed. Players sitting out may be."""
    marked = any(seat.player == step.player and seat.out_of_hand for seat in table.hand.seats)
    if table.hand.reading.lists_players and step.outcome is not Outcome.SITTING_OUT and not marked:
        yield Violation(f"the summary says {step.player} {step.outcome}; they were not dealt in")


@step_rule("SHD06", on=(HandEnds,), rests_on=(Fact.SEATED, Fact.LISTED), unless_plain=True, silent_on_plain_hands=True)
def not_listed(table: Table, step: Event) -> Iterator[Violation]:
    """At a site that lists everybody dealt in, somebody is left out. A text without any such line has been abridged."""
    if not table.hand.reading.lists_players or not table.results:
        return
    listed = {event.player for event in table.results}
    out_of_hand = {seat.player for seat in table.hand.seats if seat.out_of_hand}
    for player in table.players:
        if player.name not in listed | out_of_hand:
            yield Violation(f"the summary leaves {player.name} out", table.results[-1].line, player)
            return


@act_rule(
    "SHD06",
    on=(Result,),
    rests_on=(Fact.ORDER, Fact.CHIPS, Fact.POSTED),
    doubts=(Fact.ORDER,),
    silent_on_plain_hands=True,
)
def another_position(table: Table, event: Result, player: Player) -> Objection:
    """The summary gives somebody the button or a blind that is not theirs."""
    for position in event.positions:
        if position == "button":
            right = table.hand.table.button in (None, player.seat)
        else:
            right = player.posted in POSTED[position]
        if not right:
            return f"the summary calls {player.name} ({position})"
    return None


@act_rule(
    "SHD06",
    on=(Result,),
    rests_on=(Fact.LIVE, Fact.COURSE),
    doubts=(Fact.LIVE,),
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def folded_otherwise(table: Table, event: Result, player: Player) -> Objection:
    """Whether somebody folded, and when."""
    if event.outcome is not FOLDED:
        gone = player.folded and event.outcome in ENDED
        return f"the summary says {player.name} {event.outcome}; they folded" if gone else None
    if not player.folded:
        return f"the summary says {player.name} folded; they did not"
    if event.folded_after is not None and event.folded_after != player.folded_after:
        said = f"the summary says {player.name} folded after draw {event.folded_after}"
        return f"{said}; it was draw {player.folded_after}"
    return None


@act_rule("SHD06", on=(Result,), rests_on=(Fact.CHIPS,), cause=Cause.WHAT, silent_on_plain_hands=True)
def bet_after_all(table: Table, event: Result, player: Player) -> Objection:
    """The summary denies that somebody has put chips in."""
    if event.bet is False and player.paid:
        return f"the summary says {player.name} didn't bet; they put in {money(table, player.paid)}"
    return None


@act_rule(
    "SHD06",
    on=(Result,),
    rests_on=(Fact.CARDS, Fact.SHOWN),
    doubts=(Fact.CARDS, Fact.SHOWN),
    cause=Cause.CARDS,
    silent_on_plain_hands=True,
)
def shown_otherwise(table: Table, event: Result, player: Player) -> Objection:
    """The summary turns up what was not shown, or says that nothing was."""
    if event.cards and player.shown is not None and set(known(event.cards)) != set(known(player.shown)):
        return f"the summary shows {cards(event.cards)} for {player.name}; they showed {cards(player.shown)}"
    if event.outcome is MUCKED and player.shown is not None:
        return f"the summary says {player.name} mucked; they showed"
    if event.outcome is SHOWED and player.shown is None:
        return f"the summary says {player.name} showed; they did not"
    return None


@step_rule(
    "SHD06",
    on=(HandEnds,),
    rests_on=(Fact.PAYOUT, Fact.LIVE),
    doubts=(Fact.PAYOUT,),
    unless_plain=True,
    silent_on_plain_hands=True,
)
def won_otherwise(table: Table, step: Event) -> Iterator[Violation]:
    """The summary states an amount other than the player collected."""
    for event in table.results if table.payouts else ():
        player = table.by_name[event.player]
        if (event.won or 0) != player.collected and event.outcome in ENDED:
            said = f"won {money(table, event.won)}" if event.won else "won nothing"
            message = f"the summary says {player.name} {said}; they collected {money(table, player.collected)}"
            yield Violation(message, event.line, player)


@step_rule(
    "SHD06",
    on=(HandEnds,),
    rests_on=(Fact.CHIPS, Fact.POSTED, Fact.PAYOUT, Fact.LIVE),
    doubts=(Fact.PAYOUT,),
    unless_plain=True,
    silent_on_plain_hands=True,
)
def result_contradicts(table: Table, step: Event) -> Iterator[Violation]:
    """Some sites print each player's result: the stack left, chips put in and chips won."""
    for event in table.results if table.payouts else ():
        player = table.by_name[event.player]
        if event.net is not None and event.net != player.net:
            said = f"the summary says the hand brought {player.name} {money(table, event.net)}"
            yield Violation(f"{said}; it was {money(table, player.net)}", event.line, player)
        elif event.stack is not None and event.stack != player.start + player.net:
            said = f"the summary leaves {player.name} {money(table, event.stack)}"
            yield Violation(f"{said}; they have {money(table, player.start + player.net)}", event.line, player)
