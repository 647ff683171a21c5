"""Step 4, rules BET: who may act, and what they may do; for how much is in betting_amounts.py."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model import events as ev
from histparse.model.events import Bet, Call, Capped, Check, Event, Fold, Raise
from histparse.model.findings import Severity
from histparse.model.hand import Limit
from histparse.model.house import ShortRaise
from histparse.replay.players import Player
from histparse.replay.steps import BettingEnds
from histparse.replay.table import Phase, Table
from histparse.rules.registry import ACTED, Cause, Fact, Objection, Violation, act_rule, money, step_rule

ACTS = (Fold, Check, Call, Bet, Raise)
WAGERS = (Bet, Raise)
# Looking up an enum member through its class costs as much as a call.
BETTING = Phase.BETTING


@act_rule(
    "BET07",
    "acts after folding or when all-in",
    on=ACTS,
    rests_on=(Fact.LIVE, Fact.CHIPS, Fact.COURSE),
    doubts=ACTED,
    cause=Cause.ACTOR,
)
def acts_when_folded_or_all_in(table: Table, event: Event, player: Player) -> Objection:
    """A player who has folded is out of the hand; one who is all-in has nothing left to decide.

    Sources: rule pages. Example: `Bob: folds` and later `Bob: calls $1`.
    """
    if player.folded:
        return Violation("{name} has folded and acts again")
    all_in = player.all_in and not plays_on_after_unmarked_all_in(table, player, event.line)
    return Violation("{name} is all-in and acts again") if all_in else None


def plays_on_after_unmarked_all_in(table: Table, player: Player, line: int) -> bool:
    """Whether a player who is all-in, though the text does not say so, plays on from that line: the stack is wrong."""
    hand = table.hand
    if not player.all_in or hand.reading.marks_all_in:
        return False
    events = [event for event in hand.events if getattr(event, "player", None) == player.name]
    acts = [event for event in events if isinstance(event, ev.ACTS) and event.line >= line]
    left = [result.stack for result in ev.of_type(hand.events, ev.Result) if result.stack is not None]
    lacks = min(left, default=0) < 0 or sum(left) > sum(seat.stack for seat in hand.seats)
    plays_on = lacks or len(acts) > 1 or any(getattr(act, "to", None) or getattr(act, "added", None) for act in acts)
    return bool(acts) and plays_on and not any(getattr(event, "all_in", False) for event in events)


@act_rule(
    "BET09",
    "round closed while somebody still owes an action, or action after it is closed",
    on=ACTS,
    rests_on=(Fact.TURN, Fact.LIVE, Fact.CHIPS, Fact.COURSE),
    doubts=ACTED,
    cause=Cause.ACTOR,
)
def acts_after_close(table: Table, event: Event, player: Player) -> Objection:
    """A betting round ends when everybody has answered the last bet, and not before.

    Nor is there anything to bet on when all others are all-in. Sources: rule pages. Examples: a call after the last
    call; a draw begins before the big blind has acted; a check against an all-in player.
    """
    if table.phase is BETTING and (table.betting.turn is not None or _is_needless_first_call(table, event, player)):
        return None
    if table.is_only_live_player(player) or any(
        plays_on_after_unmarked_all_in(table, contender, event.line) for contender in table.live_players
    ):
        return None
    return Violation("{name} acts though the betting of this round is over")


def _is_needless_first_call(table: Table, event: Event, player: Player) -> bool:
    """A call of more than anybody else can put in, when they are all-in. Harmless: some sites print it."""
    return isinstance(event, Call) and not player.acted and len(table.live_players) > 1


@step_rule(
    "BET09",
    on=(BettingEnds,),
    rests_on=(Fact.TURN, Fact.LIVE, Fact.CHIPS, Fact.COURSE),
    doubts=(*ACTED, Fact.COURSE),
)
def round_ends_too_early(table: Table, step: Event) -> Iterator[Violation]:
    """The text goes on although somebody has not responded to the bet."""
    player = table.betting.turn
    if player is None or (table.betting.acts == 0 and table.street > 0):
        return
    owed = table.betting.chips_owed_capped_by_stack(player)
    if owed:
        owes = "the betting ends while {name} owes {owed}"
        yield Violation(owes, player=player, owed=money(table, owed))
    else:
        yield Violation("the betting ends before {name} has acted", player=player)


@act_rule(
    "BET01",
    "acts out of turn",
    on=ACTS,
    rests_on=(Fact.TURN, Fact.LIVE, Fact.CHIPS, Fact.COURSE, Fact.ORDER),
    doubts=ACTED,
    cause=Cause.ACTOR,
)
def out_of_turn(table: Table, event: Event, player: Player) -> Objection:
    """Round 1 starts left of the big blind, later rounds left of the button, and goes clockwise.

    Sources: rule pages. Example: the button calls before the cut-off has acted.
    """
    turn = table.betting.turn
    if turn is None or turn is player or plays_on_after_unmarked_all_in(table, player, event.line):
        return None
    return Violation("{name} acts out of turn; {next} is to act", next=turn.name)


@act_rule(
    "BET05",
    "check facing a bet",
    on=(Check,),
    rests_on=(Fact.TURN, Fact.LIVE, Fact.CHIPS),
    doubts=ACTED,
    cause=Cause.DEED,
)
def check_facing_a_bet(table: Table, event: Check, player: Player) -> Objection:
    """A player who owes chips can fold, call or raise, not check.

    Sources: rule pages. Example: `Bob: checks` after `Ann: bets $1`.
    """
    owed = table.betting.chips_owed_capped_by_stack(player)
    if not owed or table.is_only_live_player(player):
        return None
    return Violation("{name} checks but owes {owed}", owed=money(table, owed))


@act_rule(
    "BET06",
    "bet where a bet is out, or raise with nothing to raise",
    on=WAGERS,
    rests_on=(Fact.TURN, Fact.BETS, Fact.CHIPS, Fact.COURSE),
    doubts=(Fact.BETS, Fact.COUNT, Fact.CHIPS, Fact.SHOWN),
    cause=Cause.DEED,
)
def bet_and_raise_confused(table: Table, event: Bet | Raise, player: Player) -> Objection:
    """The first wager of a round is a bet, every further one a raise; in round 1 the big blind is the bet.

    Sources: rule pages. Examples: two `bets` in one round; `raises` when all have checked.
    """
    if isinstance(event, Bet) and table.amount_to_match > 0:
        template = "{name} bets, but a bet of {level} is out already; they can only raise it"
        return Violation(template, level=money(table, table.amount_to_match))
    if isinstance(event, Raise) and table.amount_to_match == 0:
        return Violation("{name} raises, but nobody has bet in this round")
    return None


@act_rule(
    "BET02",
    "bet or raise beyond the cap",
    on=WAGERS,
    rests_on=(Fact.COUNT, Fact.COURSE),
    doubts=(Fact.BETS, Fact.COUNT, Fact.TURN),
    cause=Cause.DEED,
)
def beyond_the_cap(table: Table, event: Bet | Raise, player: Player) -> Objection:
    """In fixed limit a round has four bets at most houses; the big blind is the first of round 1.

    At some houses an all-in for less and the raise that completes it count as one bet. Sources: rule pages;
    house profiles. Example: `raises $0.10 to $0.50` at $0.10/$0.20.
    """
    betting, cap = table.betting, table.betting.cap
    if cap is None or betting.bets < cap or (betting.short and table.house.short_raise is ShortRaise.COMPLETES):
        return None
    to = money(table, (event.to if isinstance(event, Raise) else event.added) or 0)
    raises = "{name} raises to {to}, which is bet {bet}; the cap is {cap}"
    bets = "{name} bets {to}, which is bet {bet}; the cap is {cap}"
    template = raises if isinstance(event, Raise) else bets
    return Violation(template, to=to, bet=betting.bets + 1, cap=cap)


@act_rule(
    "BET10",
    "raise by a player to whom the betting was not reopened",
    on=(Raise,),
    rests_on=(Fact.BETS, Fact.COURSE, Fact.CHIPS),
    doubts=(Fact.BETS, Fact.COUNT),
    cause=Cause.DEED,
)
def raise_without_reopened_betting(table: Table, event: Raise, player: Player) -> Objection:
    """After acting, a player may raise again only if the bet has grown by half a bet (pot and no limit: a full raise).

    Where an all-in and its completion are one bet, a completed bet reopens it too. Not judged in fixed limit where the
    house's rule is unknown. Sources: house profiles; WSOP 2024. Example: Ann bets $20, Bob is all-in for $25, Cal
    calls, Ann raises.
    """
    known = table.hand.header.limit is not Limit.FIXED or table.house.short_raise is not ShortRaise.UNKNOWN
    if not known or table.betting.may_raise(player):
        return None
    closed = "{name} raises though the betting was not reopened: since they acted the bet grew by only {grown}"
    return Violation(closed, grown=money(table, table.amount_to_match - player.answered))


@act_rule(
    "BET11",
    "announced cap missing or out of place",
    on=ACTS,
    severity=Severity.WARNING,
    rests_on=(Fact.BETS, Fact.COURSE),
    doubts=(Fact.BETS, Fact.COUNT),
    houses=lambda house: house.announces_cap,
)
def acts_after_unannounced_cap(table: Table, event: Event, player: Player) -> Objection:
    """Some houses print `Betting is capped` right after the last permitted bet, and only there.

    It is not missed in another site's text, which has no such line. Sources: real hands of PokerStars. Example: a
    fourth bet, then `Bob: calls` at once.
    """
    betting, cap = table.betting, table.betting.cap
    if not table.hand.reading.announces or cap is None or betting.bets < cap or table.cap_said or betting.short:
        return None
    return Violation("{name} acts after bet {cap}, the last one, and no cap was announced", cap=cap)


@step_rule(
    "BET11",
    on=(Capped,),
    rests_on=(Fact.BETS, Fact.COURSE),
    doubts=(Fact.BETS, Fact.COUNT),
)
def cap_announced_early_or_twice(table: Table, step: Capped) -> Iterator[Violation]:
    """The cap is announced although more bets are permitted, or twice."""
    cap = table.betting.cap
    if table.cap_said:
        yield Violation("the cap is announced twice in this round")
    elif cap is not None and table.bet_count < cap:
        yield Violation(
            "the cap is announced after bet {bet}; it is reached with bet {cap}", bet=table.bet_count, cap=cap
        )
