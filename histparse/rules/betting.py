"""Step 4, rules BET: who may act, what they may do, and for how much. The most severe objection comes first."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.events import Bet, Call, Capped, Check, Event, Fold, Post, Raise
from histparse.model.findings import Severity
from histparse.model.hand import Limit
from histparse.model.house import ShortRaise
from histparse.replay.player import Player
from histparse.replay.steps import BettingEnds
from histparse.replay.table import Phase, Table
from histparse.rules.formatting import money
from histparse.rules.registry import ACTED, Cause, Fact, Objection, Violation, act_rule, step_rule

ACTS = (Fold, Check, Call, Bet, Raise)
WAGERS = (Bet, Raise)


@act_rule(
    "BET07",
    "acts after folding or when all-in",
    on=ACTS,
    rests_on=(Fact.LIVE, Fact.CHIPS, Fact.COURSE),
    doubts=ACTED,
    unless_plain=True,
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def out_of_the_betting(table: Table, event: Event, player: Player) -> Objection:
    """A player who has folded is out of the hand; one who is all-in has nothing left to decide.

    Sources: rule pages. Example: `Bob: folds` and later `Bob: calls $1`.
    """
    if player.folded:
        return Violation("{name} has folded and acts again", name=player.name)
    return Violation("{name} is all-in and acts again", name=player.name) if player.all_in else None


@act_rule(
    "BET09",
    "round closed while somebody still owes an action, or action after it is closed",
    on=ACTS,
    rests_on=(Fact.TURN, Fact.LIVE, Fact.CHIPS, Fact.COURSE),
    doubts=ACTED,
    unless_plain=True,
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def after_the_close(table: Table, event: Event, player: Player) -> Objection:
    """A betting round ends when everybody has answered the last bet, and not before.

    Nor is there anything to bet on when all others are all-in. Sources: rule pages. Examples: a call after the last
    call; a draw begins before the big blind has acted; a check against an all-in player.
    """
    if table.phase is Phase.BETTING and (table.betting.turn is not None or _calls_idly(table, event, player)):
        return None
    if table.is_alone(player):
        return None
    return Violation("{name} acts though the betting of this round is over", name=player.name)


def _calls_idly(table: Table, event: Event, player: Player) -> bool:
    """A call of more than anybody else can put in, when they are all-in. Harmless: some sites print it."""
    return isinstance(event, Call) and not player.acted and len(table.live) > 1


@step_rule(
    "BET09",
    on=(BettingEnds,),
    rests_on=(Fact.TURN, Fact.LIVE, Fact.CHIPS, Fact.COURSE),
    doubts=(*ACTED, Fact.COURSE),
    unless_plain=True,
    silent_on_plain_hands=True,
)
def still_owes(table: Table, step: Event) -> Iterator[Violation]:
    """The text goes on although somebody has not responded to the bet."""
    player = table.betting.turn
    if player is None or (table.betting.acts == 0 and table.street > 0):
        return
    owed = table.betting.owed(player)
    if owed:
        owes = "the betting ends while {name} owes {owed}"
        yield Violation(owes, player=player, name=player.name, owed=money(table, owed))
    else:
        yield Violation("the betting ends before {name} has acted", player=player, name=player.name)


@act_rule(
    "BET01",
    "acts out of turn",
    on=ACTS,
    rests_on=(Fact.TURN, Fact.LIVE, Fact.CHIPS, Fact.COURSE, Fact.ORDER),
    doubts=ACTED,
    unless_plain=True,
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def out_of_turn(table: Table, event: Event, player: Player) -> Objection:
    """Round 1 starts left of the big blind, later rounds left of the button, and goes clockwise.

    Sources: rule pages. Example: the button calls before the cut-off has acted.
    """
    turn = table.betting.turn
    if turn is None or turn is player:
        return None
    return Violation("{name} acts out of turn; {next} is to act", name=player.name, next=turn.name)


@act_rule(
    "BET05",
    "check facing a bet",
    on=(Check,),
    rests_on=(Fact.TURN, Fact.LIVE, Fact.CHIPS),
    doubts=ACTED,
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def check_facing_a_bet(table: Table, event: Check, player: Player) -> Objection:
    """A player who owes chips can fold, call or raise, not check.

    Sources: rule pages. Example: `Bob: checks` after `Ann: bets $1`.
    """
    owed = 0 if table.is_alone(player) else table.betting.owed(player)
    if not owed:
        return None
    return Violation("{name} checks but owes {owed}", name=player.name, owed=money(table, owed))


@act_rule(
    "BET06",
    "bet where a bet is out, or raise with nothing to raise",
    on=WAGERS,
    rests_on=(Fact.TURN, Fact.BETS, Fact.CHIPS, Fact.COURSE),
    doubts=(Fact.BETS, Fact.CHIPS, Fact.SHOWN),
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def wrong_wager(table: Table, event: Bet | Raise, player: Player) -> Objection:
    """The first wager of a round is a bet, every further one a raise; in round 1 the big blind is the bet.

    Sources: rule pages. Examples: two `bets` in one round; `raises` when all have checked.
    """
    if isinstance(event, Bet) and table.level > 0:
        out = "{name} bets, but a bet of {level} is out already; they can only raise it"
        return Violation(out, name=player.name, level=money(table, table.level))
    if isinstance(event, Raise) and table.level == 0:
        return Violation("{name} raises, but nobody has bet in this round", name=player.name)
    return None


@act_rule(
    "BET02",
    "bet or raise beyond the cap",
    on=WAGERS,
    rests_on=(Fact.BETS, Fact.COURSE),
    doubts=(Fact.BETS,),
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def beyond_the_cap(table: Table, event: Bet | Raise, player: Player) -> Objection:
    """In fixed limit a round has four bets (the big blind is the first of round 1); houses differ, see the profiles.

    At some houses an all-in for less and the raise that completes it count as one bet. Sources: rule pages;
    house profiles. Example: `raises $0.10 to $0.50` at $0.10/$0.20.
    """
    betting, cap = table.betting, table.betting.cap
    if cap is None or betting.bets < cap or (betting.short and table.house.short_raise is ShortRaise.COMPLETES):
        return None
    to = money(table, (event.to if isinstance(event, Raise) else event.added) or 0)
    raises = "{name} raises to {to}, which is bet {bet}; the cap is {cap}"
    bets = "{name} bets {to}, which is bet {bet}; the cap is {cap}"
    beyond = raises if isinstance(event, Raise) else bets
    return Violation(beyond, name=player.name, to=to, bet=betting.bets + 1, cap=cap)


@act_rule(
    "BET10",
    "raise by a player to whom the betting was not reopened",
    on=(Raise,),
    rests_on=(Fact.BETS, Fact.COURSE, Fact.CHIPS),
    doubts=(Fact.BETS,),
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def not_reopened(table: Table, event: Raise, player: Player) -> Objection:
    """After acting, a player may raise again only if the bet has grown by half a bet (pot and no limit: a full raise).

    Not judged in fixed limit where the house's rule is unknown. Sources: house profiles; WSOP 2024. Example: Ann bets
    $20, Bob is all-in for $25, Cal calls, Ann raises.
    """
    known = table.hand.header.limit is not Limit.FIXED or table.house.short_raise is not ShortRaise.UNKNOWN
    if not known or table.betting.is_open_to(player):
        return None
    closed = "{name} raises though the betting was not reopened: since they acted the bet grew by only {grown}"
    return Violation(closed, name=player.name, grown=money(table, table.level - player.answered))


@act_rule(
    "BET08",
    "puts in more than the stack, or the all-in mark contradicts the stack",
    on=(Post, Call, Bet, Raise),
    rests_on=(Fact.CHIPS, Fact.POSTED),
    doubts=ACTED,
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def beyond_the_stack(table: Table, event: Post | Call | Bet | Raise, player: Player) -> Objection:
    """Nobody can put in more than they have, and they are all-in exactly when nothing is left.

    Sources: table stakes; real hands. Examples: `calls $1` with $0.80 left; `bets $1 and is all-in` with $5 left.
    """
    left = player.stack - _chips(event, player)
    if left >= 0:
        return None
    more = "{name} puts in {more} more than the {stack} they have"
    return Violation(more, name=player.name, more=money(table, -left), stack=money(table, player.stack))


@act_rule(
    "BET08",
    on=(Post, Call, Bet, Raise),
    rests_on=(Fact.CHIPS, Fact.POSTED),
    doubts=ACTED,
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def false_mark(table: Table, event: Post | Call | Bet | Raise, player: Player) -> Objection:
    """The text says all-in of somebody who has chips left, or does not say it when they have none."""
    left = player.stack - _chips(event, player)
    if event.all_in and left > 0:
        return Violation("{name} is called all-in but has {left} left", name=player.name, left=money(table, left))
    if left == 0 and not event.all_in and table.hand.reading.marks_all_in:
        last = "{name} puts in their last {stack} and is not called all-in"
        return Violation(last, name=player.name, stack=money(table, player.stack))
    return None


@act_rule(
    "BET03",
    "bet or raise not of the round's size",
    on=WAGERS,
    rests_on=(Fact.BETS, Fact.CHIPS, Fact.POSTED, Fact.COURSE),
    doubts=(Fact.BETS, Fact.CHIPS),
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def wrong_bet_size(table: Table, event: Bet | Raise, player: Player) -> Objection:
    """Fixed limit: the small bet in rounds 1 and 2, the big bet in rounds 3 and 4. An all-in may be for less.

    After an all-in for less the next raise completes it or adds a full bet, depending on the house. Pot and no limit:
    at least the last raise, at most the pot. Sources: rule pages; house profiles. Example: `bets $0.15` at $0.10/$0.20.
    """
    chips = _chips(event, player)
    to = player.bet + chips
    if isinstance(event, Raise) and event.by is not None and table.level + event.by != to:
        by, level, total = (money(table, chips) for chips in (event.by, table.level, table.level + event.by))
        sums = "{name} raises a bet of {level} by {by}: that is to {total}, not to {to}"
        return Violation(sums, name=player.name, by=by, level=level, total=total, to=money(table, to))
    sized = _fixed_size if _fixed(table) else _big_bet_size
    return sized(table, event, player, to, chips >= player.stack)


def _fixed_size(table: Table, event: Bet | Raise, player: Player, to: int, all_in: bool) -> Objection:
    targets = table.betting.full_targets()
    if to in targets or (all_in and table.level < to < max(targets)):
        return None
    made, unit = money(table, to), money(table, table.unit)
    if isinstance(event, Bet):
        return Violation("{name} bets {to}; a bet in this round is {unit}", name=player.name, to=made, unit=unit)
    first, *more = (money(table, target) for target in targets)
    if more:
        either = "{name} raises to {to}; a raise is by {unit} in this round, here to {first} or {second}"
        return Violation(either, name=player.name, to=made, unit=unit, first=first, second=more[0])
    only = "{name} raises to {to}; a raise is by {unit} in this round, here to {size}"
    return Violation(only, name=player.name, to=made, unit=unit, size=first)


def _big_bet_size(table: Table, event: Bet | Raise, player: Player, to: int, all_in: bool) -> Objection:
    least = table.level + table.betting.step
    if to < least and not all_in:
        raises, bets = "{name} raises to {to}; the least is {least}", "{name} bets {to}; the least is {least}"
        less = raises if isinstance(event, Raise) else bets
        return Violation(less, name=player.name, to=money(table, to), least=money(table, least))
    most = table.level + table.pot + max(table.level - player.bet, 0)
    if table.hand.header.limit is Limit.POT and to > most:
        raises, bets = "{name} raises to {to}; the pot permits {most}", "{name} bets {to}; the pot permits {most}"
        more = raises if isinstance(event, Raise) else bets
        return Violation(more, name=player.name, to=money(table, to), most=money(table, most))
    return None


@act_rule(
    "BET04",
    "call of an amount other than owed",
    on=(Call,),
    rests_on=(Fact.CHIPS, Fact.POSTED, Fact.TURN, Fact.COURSE),
    doubts=(Fact.CHIPS,),
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def wrong_call(table: Table, event: Call, player: Player) -> Objection:
    """A call brings the player's chips up to the bet, or their whole stack if that is less.

    When nobody else can put in as much as the blind, calling what they can is enough.

    Sources: rule pages. Example: `calls $0.20` where $0.10 is owed.
    """
    owed = table.betting.owed(player)
    if table.is_alone(player):
        return None
    if event.added and (event.added == owed or event.added == table.betting.matched(player)):
        return None
    other = "{name} calls {called}; they owe {owed}"
    return Violation(other, name=player.name, called=money(table, event.added or 0), owed=money(table, owed))


@act_rule(
    "BET11",
    "announced cap missing or out of place",
    on=ACTS,
    severity=Severity.WARNING,
    rests_on=(Fact.BETS, Fact.COURSE),
    doubts=(Fact.BETS,),
    unless_plain=True,
    silent_on_plain_hands=True,
)
def cap_not_announced(table: Table, event: Event, player: Player) -> Objection:
    """Some houses print `Betting is capped` right after the last permitted bet, and only there.

    Sources: real hands of PokerStars. Example: a fourth bet, then `Bob: calls` at once.
    """
    betting, cap = table.betting, table.betting.cap
    if cap is None or betting.bets < cap or table.cap_said or betting.short or not table.house.announces_cap:
        return None
    return Violation("{name} acts after bet {cap}, the last one, and no cap was announced", name=player.name, cap=cap)


@step_rule("BET11", on=(Capped,), rests_on=(Fact.BETS, Fact.COURSE), doubts=(Fact.BETS,), silent_on_plain_hands=True)
def cap_out_of_place(table: Table, step: Capped) -> Iterator[Violation]:
    """The cap is announced although more bets are permitted, or twice."""
    cap = table.betting.cap
    if table.cap_said:
        yield Violation("the cap is announced twice in this round")
    elif cap is not None and table.bets < cap:
        yield Violation("the cap is announced after bet {bet}; it is reached with bet {cap}", bet=table.bets, cap=cap)


def _fixed(table: Table) -> bool:
    return table.hand.header.limit is Limit.FIXED


def _chips(event: Post | Call | Bet | Raise, player: Player) -> int:
    """The chips the event takes from the stack."""
    if isinstance(event, Raise):
        return (event.to or 0) - player.bet
    return event.amount if isinstance(event, Post) else event.added or 0
