"""Step 4, rules POT: every chip that goes in comes out; who takes it is in pot_shares.py."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from histparse.model.events import Collect, DrawBegins, Event, Total, Uncalled
from histparse.model.figures import Count
from histparse.model.findings import Severity
from histparse.model.hand import StatedPot, UncalledBet
from histparse.replay.players import Player
from histparse.replay.steps import BetsSwept, HandEnds
from histparse.replay.table import Table
from histparse.rules.registry import Cause, Fact, Objection, Violation, act_rule, money, step_rule

# Looking up an enum member through its class costs as much as a call.
OWN_LINE, NET = UncalledBet.OWN_LINE, StatedPot.NET


@step_rule(
    "POT01",
    "the stated pot differs from the chips put in",
    on=Total,
    rests_on=(Fact.CHIPS, Fact.POSTED),
    doubts=Fact.STATED,
)
def wrong_stated_pot(table: Table, step: Total) -> Iterator[Violation]:
    """The pot of the summary is the sum of all chips put in and not returned; main and side pots add up to it.

    Some sites state it after the rake, where rounding may cost a cent; PokerStars takes the rake only from the parts,
    which are then what was paid out. Sources: reading rules of each dialect; 133 real hands. Example: `Total pot $2.11`
    where $2.31 went in.
    """
    if step.pot is None or table.reading.stated_pot is StatedPot.NONE:
        return
    rake = step.rake or 0 if table.reading.stated_pot is NET else 0
    if table.pot - step.pot - rake not in _permitted_rounding_losses(table, rake):
        yield _wrong_pot_violation(table, step.pot, rake)
    elif step.main is not None and step.pot - step.main - sum(step.sides) not in _permitted_gaps_between_pot_and_parts(
        table, step
    ):
        yield Violation(
            "the summary says main and side pots are {parts} together, but the pot is {said}",
            parts=money(table, step.main + sum(step.sides)),
            said=money(table, step.pot),
        )


def _wrong_pot_violation(table: Table, stated: int, rake: int) -> Violation:
    claimed, put_in = money(table, stated), money(table, table.pot)
    if not rake:
        return Violation("the summary says the pot is {said}; {put_in} was put in", said=claimed, put_in=put_in)
    return Violation(
        "the summary says the pot is {said}; {put_in} was put in, less a rake of {rake}",
        said=claimed,
        put_in=put_in,
        rake=money(table, rake),
    )


def _permitted_rounding_losses(table: Table, rake: int) -> range:
    """The hundredths that may be missing where pot and rake are each rounded."""
    return range(2 if rake and table.reading.stated_pot is NET else 1)


def _permitted_gaps_between_pot_and_parts(table: Table, step: Total) -> set[int | None]:
    """The amounts that main and side pots may leave of the stated pot: nothing, or the rake."""
    stated_as = table.reading.stated_parts
    no_rest = {0} if stated_as is not NET else set()
    return {*no_rest, *({step.rake, table.pot - table.chips_paid_out} if stated_as is not StatedPot.GROSS else ())}


@step_rule(
    "POT01",
    on=DrawBegins,
    rests_on=(Fact.CHIPS, Fact.POSTED, Fact.LIVE, Fact.COURSE),
    doubts=(Fact.CHIPS, Fact.LIVE, Fact.SHOWN),
)
def wrong_figures_in_draw_heading(table: Table, step: DrawBegins) -> Iterator[Violation]:
    """The heading of a draw states another pot, or other numbers of players or of those all-in."""
    if _are_heading_figures_right(table, step):
        return
    claimed, pot, live = money(table, step.pot or 0), money(table, table.pot), table.live_players
    if step.players is None:
        yield Violation("the heading says the pot is {said}; it is {pot}", said=claimed, pot=pot)
        return
    yield Violation(
        "the heading says {said}, {players} and {all_in} of them all-in; it is {pot}, {live} and {gone} of them all-in",
        said=claimed,
        players=Count(step.players, "player"),
        all_in=step.all_in or 0,
        pot=pot,
        live=Count(len(live), "player"),
        gone=sum(player.all_in for player in live),
    )


def _are_heading_figures_right(table: Table, step: DrawBegins) -> bool:
    """Whether the chips, the live players and those all-in are as the heading states, if it does."""
    if step.pot not in {None, table.pot}:
        return False
    live = table.live_players if step.players is not None else ()
    all_in = sum(player.all_in for player in live)
    # Whether chips returned to a player who was all-in count is not known.
    returned = sum(player.returned > 0 and not player.all_in for player in live)
    return not live or (step.players == len(live) and all_in <= (step.all_in or 0) <= all_in + returned)


@step_rule(
    "POT05",
    "rake negative or more than the pot",
    on=Total,
    severity=Severity.WARNING,
    rests_on=(Fact.CHIPS, Fact.POSTED, Fact.STATED),
    doubts=Fact.STATED,
)
def rake_negative_or_above_pot(table: Table, step: Total) -> Iterator[Violation]:
    """The house takes nothing or a part of the pot.

    Sources: reason. Example: `Total pot $2 | Rake $3`.
    """
    if step.rake is None or 0 <= step.rake <= table.pot:
        return
    rake, pot = money(table, step.rake), money(table, table.pot)
    if step.rake < 0:
        yield Violation("the summary says the rake is {rake}; a house takes nothing or a part of the pot", rake=rake)
    else:
        yield Violation("the summary says the rake is {rake}, more than the pot of {pot}", rake=rake, pot=pot)


@step_rule(
    "POT02",
    "chips paid out and rake do not add up to the pot",
    on=HandEnds,
    rests_on=(Fact.CHIPS, Fact.POSTED, Fact.STATED, Fact.PAYOUT, Fact.LIVE),
    doubts=Fact.PAYOUT,
)
def wrong_payout_sum(table: Table, step: Event) -> Iterator[Violation]:
    """What the players collect and the rake add up to the pot, to the cent.

    Sources: 133 real hands. Example: a pot of $2.11, rake $0.10, and $1.91 collected.
    """
    if not table.payouts and not table.reading.says_payouts:
        return
    paid = table.chips_paid_out
    rake = table.stated.rake if table.stated is not None else None
    if repeated := _repeated_payout_explaining_excess(table, rake):
        template = "{name} is paid {won} twice; the pot is {pot}"
        won, whole = money(table, repeated.amount), money(table, table.pot)
        yield Violation(template, repeated.line, table.by_name[repeated.player], won=won, pot=whole)
        return
    line = table.stated.line if table.stated is not None else table.payouts[-1].line if table.payouts else step.line
    if rake is None:
        if paid > table.pot:
            template, payout_sum = "{paid} is paid out, more than the pot of {pot}", money(table, paid)
            yield Violation(template, line, paid=payout_sum, pot=money(table, table.pot))
    elif table.pot - paid - rake not in _permitted_rounding_losses(table, rake):
        template = "{paid} paid out and {rake} rake are {total}; the pot is {pot}"
        payout_sum, rake_taken, total, pot = (money(table, chips) for chips in (paid, rake, paid + rake, table.pot))
        yield Violation(template, line, paid=payout_sum, rake=rake_taken, total=total, pot=pot)


def _repeated_payout_explaining_excess(table: Table, rake: int | None) -> Collect | None:
    """A payout that repeats another and is too much by that."""
    paid, lacking = set[Collect](), table.chips_paid_out - table.pot
    for payout in table.payouts:
        left, anywhere = payout.amount - lacking, replace(payout, line=0)
        if anywhere in paid and (lacking > 0 and left >= 0 if rake is None else left == rake):
            return payout
        paid.add(anywhere)
    return None


@step_rule(
    "POT02",
    on=HandEnds,
    rests_on=(Fact.CHIPS, Fact.STATED, Fact.PAYOUT, Fact.LIVE),
    doubts=Fact.PAYOUT,
)
def inferred_payout_not_uncontested(table: Table, step: Event) -> Iterator[Violation]:
    """Chips that only the net in the summary shows are a pot that nobody else has a claim on, less the rake at most."""
    lines = {result.player: result.line for result in table.results if table.reading.says_payouts}
    for payout in table.payouts:
        if payout.line == lines.get(payout.player):
            player = table.by_name[payout.player]
            uncontested = sum(pot.amount for pot in table.pots() if pot.contenders == (player,))
            if not uncontested - (table.pot - table.chips_paid_out) <= payout.amount <= uncontested:
                won, uncontested_money = money(table, payout.amount), money(table, uncontested)
                yield Violation(
                    "by the summary {name} won {won} that no line pays out; {alone} of the pot was theirs alone",
                    payout.line,
                    player,
                    won=won,
                    alone=uncontested_money,
                )


@step_rule(
    "POT07",
    "rake above a tenth of the pot",
    on=HandEnds,
    severity=Severity.NOTE,
    rests_on=(Fact.CHIPS, Fact.STATED, Fact.PAYOUT, Fact.LIVE),
)
def rake_above_tenth_of_pot(table: Table, step: Event) -> Iterator[Violation]:
    """No site read here is known to take more. Where the text states no rake, it is what nobody collected.

    Sources: some 2,000 real hands of these sites, all games: 9 % at most, of small pots. Example: `Total pot $2 |
    Rake $0.30`.
    """
    stated = table.stated
    if not (table.payouts and table.reading.says_payouts) or (stated is not None and stated.rake is None):
        return
    rake = table.pot - table.chips_paid_out if stated is None else stated.rake or 0
    if table.pot < 10 * rake <= 10 * table.pot:
        line = table.payouts[-1].line if stated is None else stated.line
        yield Violation(
            "the rake is {rake}, more than a tenth of the pot of {pot}",
            line,
            rake=money(table, rake),
            pot=money(table, table.pot),
        )


@act_rule(
    "POT03",
    "uncalled bet not returned, returned to the wrong player or in the wrong amount",
    on=Uncalled,
    rests_on=(Fact.CHIPS, Fact.LIVE),
    doubts=Fact.CHIPS,
    cause=Cause.DEED,
)
def wrong_uncalled_return(table: Table, event: Uncalled, player: Player) -> Objection:
    """Chips above the next highest bet of the round go back to the bettor, if the site prints this at once.

    Sources: rule pages; every uncontested hand of PokerStars and Full Tilt (70 of 70). Example: a bet of $0.20 that
    nobody calls, but `Uncalled bet ($0.10)`.
    """
    if table.reading.uncalled is not OWN_LINE:
        return None
    over = table.uncalled_bet()
    if over == (player, event.amount):
        return None
    returned = money(table, event.amount)
    if over is None:
        return Violation("{returned} is returned to {name}; every bet was called", returned=returned)
    bettor, amount = over
    due = money(table, amount)
    if bettor is not player:
        return Violation(
            "{returned} is returned to {name}; {due} of {bettor}'s bet was not called",
            returned=returned,
            due=due,
            bettor=bettor.name,
        )
    return Violation("{returned} is returned to {name}; {due} of their bet was not called", returned=returned, due=due)


@step_rule(
    "POT03",
    on=BetsSwept,
    rests_on=(Fact.CHIPS, Fact.LIVE),
    doubts=Fact.CHIPS,
)
def uncalled_bet_not_returned(table: Table, step: Event) -> Iterator[Violation]:
    """The text goes on and an uncalled bet has not been returned."""
    over = table.uncalled_bet() if table.reading.uncalled is OWN_LINE else None
    if over is not None:
        player, amount = over
        yield Violation(
            "{amount} of {name}'s bet was not called and is not returned", player=player, amount=money(table, amount)
        )
