"""Step 4, rules: BET03, BET04 and BET08 - how much a bet, a raise and a call put in."""

from __future__ import annotations

from histparse.model.events import Bet, Call, Event, Post, Raise
from histparse.model.hand import Limit
from histparse.replay.players import Player
from histparse.replay.table import Table
from histparse.rules.betting import ACTS, plays_on_after_unmarked_all_in
from histparse.rules.registry import ACTED, Cause, Fact, Objection, Violation, act_rule, money

# Looking up an enum member through its class costs as much as a call.
FIXED, POT = Limit.FIXED, Limit.POT


@act_rule(
    "BET08",
    "puts in more than the stack, or the all-in mark contradicts the stack",
    on=(Post, Call, Bet, Raise),
    rests_on=(Fact.CHIPS, Fact.POSTED),
    doubts=ACTED,
    cause=Cause.DEED,
)
def contradicts_player_stack(table: Table, event: Post | Call | Bet | Raise, player: Player) -> Objection:
    """Nobody can put in more than they have, and they are all-in exactly when nothing is left.

    Sources: table stakes; real hands. Examples: `calls $1` with $0.80 left; `bets $1 and is all-in` with $5 left.
    """
    left = player.stack - _chips_put_in(event, player)
    if left < 0:
        return Violation(
            "{name} puts in {more} more than the {stack} they have",
            more=money(table, -left),
            stack=money(table, player.stack),
        )
    if left > 0 and event.all_in:
        return Violation("{name} is called all-in but has {left} left", left=money(table, left))
    if left == 0 and not event.all_in and table.reading.marks_all_in:
        return Violation("{name} puts in their last {stack} and is not called all-in", stack=money(table, player.stack))
    return None


@act_rule(
    "BET03",
    "bet or raise not of the round's size",
    on=(Bet, Raise),
    rests_on=(Fact.BETS, Fact.CHIPS, Fact.POSTED, Fact.COURSE),
    doubts=(Fact.BETS, Fact.COUNT, Fact.CHIPS),
    cause=Cause.DEED,
)
def wrong_bet_size(table: Table, event: Bet | Raise, player: Player) -> Objection:
    """Fixed limit: the small bet in rounds 1 and 2, the big bet in rounds 3 and 4. An all-in may be for less.

    After an all-in for less the next raise completes it or adds a full bet, depending on the house. Pot and no limit:
    at least the last raise, at most the pot. Sources: rule pages; house profiles. Example: `bets $0.15` at $0.10/$0.20.
    """
    chips = _chips_put_in(event, player)
    to = player.bet + chips
    if isinstance(event, Raise) and event.by is not None and table.amount_to_match + event.by != to:
        by, level, total = (
            money(table, chips) for chips in (event.by, table.amount_to_match, table.amount_to_match + event.by)
        )
        return Violation(
            "{name} raises a bet of {level} by {by}: that is to {total}, not to {to}",
            by=by,
            level=level,
            total=total,
            to=money(table, to),
        )
    sized = _check_fixed_limit_size if table.hand.header.limit is FIXED else _check_pot_no_limit_size
    return sized(table, event, player, to, chips >= player.stack)


def _check_fixed_limit_size(table: Table, event: Bet | Raise, player: Player, to: int, all_in: bool) -> Objection:
    targets = table.betting.allowed_full_bet_totals()
    # An all-in may raise by less than the unit: a real one is by 250 of 300 (PokerStars, 52479754591).
    if to in targets or (all_in and table.amount_to_match < to < max(targets)):
        return None
    made, unit = money(table, to), money(table, table.bet_size)
    if isinstance(event, Bet):
        return Violation("{name} bets {to}; a bet in this round is {unit}", to=made, unit=unit)
    first, *rest = (money(table, target) for target in targets)
    if rest:
        return Violation(
            "{name} raises to {to}; a raise is by {unit} in this round, here to {first} or {second}",
            to=made,
            unit=unit,
            first=first,
            second=rest[0],
        )
    return Violation(
        "{name} raises to {to}; a raise is by {unit} in this round, here to {size}", to=made, unit=unit, size=first
    )


def _check_pot_no_limit_size(table: Table, event: Bet | Raise, player: Player, to: int, all_in: bool) -> Objection:
    least = table.amount_to_match + table.betting.step
    if to < least and not all_in:
        raises, bets = "{name} raises to {to}; the least is {least}", "{name} bets {to}; the least is {least}"
        template = raises if isinstance(event, Raise) else bets
        return Violation(template, to=money(table, to), least=money(table, least))
    most = table.amount_to_match + table.pot + max(table.amount_to_match - player.bet, 0)
    if table.hand.header.limit is POT and to > most:
        raises, bets = "{name} raises to {to}; the pot permits {most}", "{name} bets {to}; the pot permits {most}"
        template = raises if isinstance(event, Raise) else bets
        return Violation(template, to=money(table, to), most=money(table, most))
    return None


@act_rule(
    "BET04",
    "call of an amount other than owed",
    on=Call,
    rests_on=(Fact.CHIPS, Fact.POSTED, Fact.TURN, Fact.COURSE),
    doubts=Fact.CHIPS,
    cause=Cause.DEED,
)
def wrong_call_amount(table: Table, event: Call, player: Player) -> Objection:
    """A call brings the player's chips up to the bet, or their whole stack if that is less.

    When nobody else can put in as much as the blind, calling what they can is enough.

    Sources: rule pages. Example: `calls $0.20` where $0.10 is owed.
    """
    owed = table.betting.chips_owed_capped_by_stack(player)
    if event.added and (event.added == owed or event.added == table.betting.chips_owed_capped_by_opponents(player)):
        return None
    if table.is_only_live_player(player):
        return None
    return Violation(
        "{name} calls {called}; they owe {owed}", called=money(table, event.added or 0), owed=money(table, owed)
    )


@act_rule("BET08", on=ACTS, rests_on=(Fact.CHIPS, Fact.COURSE), doubts=ACTED, cause=Cause.ACTOR)
def acts_after_unmarked_all_in(table: Table, event: Event, player: Player) -> Objection:
    """Somebody acts again who has put in their whole stack, though no line calls them all-in."""
    if player.folded or not plays_on_after_unmarked_all_in(table, player, event.line):
        return None
    return Violation("{name} acts again, but has put in all of the {stack} they had", stack=money(table, player.start))


def _chips_put_in(event: Post | Call | Bet | Raise, player: Player) -> int:
    if isinstance(event, Raise):
        return (event.to or 0) - player.bet
    return event.amount if isinstance(event, Post) else event.added or 0
