"""Step 4, rules DRW: the draws, their order and the number of cards."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model import events as ev
from histparse.model.events import Event
from histparse.model.figures import Count, Nth
from histparse.replay.players import DRAWS, Player
from histparse.replay.steps import BettingEnds, DrawEnds, DrawLeftOut, DrawUnannounced
from histparse.replay.table import Phase, Table
from histparse.rules.betting import ACTS
from histparse.rules.registry import ACTED, Cause, Fact, Objection, Violation, act_rule, cards, step_rule

DRAWN = (ev.Discard, ev.StandPat)
# Looking up an enum member through its class costs as much as a call.
DRAWING, SHOWDOWN = Phase.DRAWING, Phase.SHOWDOWN


@step_rule(
    "DRW07",
    "a draw or betting round missing, repeated, out of order, or a fourth draw",
    on=ev.DrawBegins,
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB, Fact.LIVE, Fact.SHOWN),
)
def draw_out_of_place(table: Table, step: ev.DrawBegins) -> Iterator[Violation]:
    """Four betting rounds and three draws alternate: bet, draw, bet, draw, bet, draw, bet.

    After a violation bet sizes and the stub are no longer judged in this hand. Sources: rule pages.
    Nobody draws or acts when one player is left. Examples: `*** THIRD DRAW ***` after the first; no betting between two
    draws; a fourth draw; a draw after everybody else has folded.
    """
    due = table.drawing + 1
    if len(table.live_players) < 2:
        yield Violation("the {draw} draw begins though only one player is left", draw=Nth(step.draw))
    elif table.phase is DRAWING:
        yield Violation("the heading of the {draw} draw appears twice", draw=Nth(step.draw))
    elif due > DRAWS:
        yield Violation("a fourth draw begins; a hand has three")
    elif step.draw != due:
        yield Violation("the {draw} draw begins where the {due} is due", draw=Nth(step.draw), due=Nth(due))


@step_rule(
    "DRW07",
    on=ev.BettingBegins,
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB),
)
def betting_round_out_of_place(table: Table, step: ev.BettingBegins) -> Iterator[Violation]:
    """A betting round begins that is not the one due."""
    if step.round != table.drawing:
        yield Violation(
            "the {round} betting round begins where the {due} is due",
            round=Nth(step.round + 1),
            due=Nth(table.drawing + 1),
        )


@step_rule(
    "DRW07",
    on=DrawUnannounced,
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB),
)
def unannounced_draw(table: Table, step: Event) -> Iterator[Violation]:
    """Somebody draws before any heading of a draw."""
    yield Violation("a card is drawn though no draw has begun")


@act_rule(
    "DRW07",
    on=ACTS,
    rests_on=(Fact.COURSE, Fact.LIVE, Fact.TURN, Fact.CHIPS),
    doubts=(*ACTED, Fact.COURSE),
    cause=Cause.ACTOR,
)
def acts_when_opponents_folded(table: Table, event: Event, player: Player) -> Objection:
    """Everybody else has folded: nothing is left to decide."""
    return Violation("{name} acts although everybody else has folded") if table.is_only_live_player(player) else None


@step_rule(
    "DRW07",
    on=BettingEnds,
    rests_on=(Fact.COURSE, Fact.LIVE, Fact.CHIPS),
    doubts=(Fact.COURSE, Fact.STUB),
)
def missing_betting_round(table: Table, step: Event) -> Iterator[Violation]:
    """The text goes on after a draw without betting, although two players could bet."""
    if table.betting.acts == 0 and table.street > 0 and table.betting.turn is not None:
        yield Violation("the {round} betting round is missing", round=Nth(table.street + 1))


@step_rule(
    "DRW07",
    on=DrawLeftOut,
    rests_on=(Fact.COURSE, Fact.LIVE, Fact.TURN),
    doubts=(Fact.COURSE, Fact.STUB),
)
def draw_left_out(table: Table, step: Event) -> Iterator[Violation]:
    """The next betting round begins and nobody has drawn."""
    yield Violation(
        "the {round} betting round begins, but the {draw} draw is missing",
        round=Nth(table.street + 2),
        draw=Nth(table.drawing + 1),
    )


@step_rule(
    "DRW07",
    on=ev.ShowdownBegins,
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB),
)
def showdown_before_third_draw(table: Table, step: Event) -> Iterator[Violation]:
    """The showdown comes before the third draw."""
    if table.drawing < DRAWS and len(table.live_players) > 1:
        made = Count(table.drawing, "draw")
        yield Violation("the showdown begins after {made}; a hand has {all}", made=made, all=DRAWS)


@step_rule("DRW07", on=ev.ShowdownBegins, rests_on=Fact.COURSE)
def showdown_heading_repeated(table: Table, step: ev.ShowdownBegins) -> Iterator[Violation]:
    """The heading of the showdown stands twice."""
    if table.phase is SHOWDOWN:
        yield Violation("the heading of the showdown appears twice")


@act_rule(
    "DRW05",
    "a folded player draws",
    on=DRAWN,
    rests_on=(Fact.LIVE, Fact.COURSE),
    doubts=(Fact.LIVE, Fact.STUB),
    cause=Cause.ACTOR,
)
def folded_player_draws(table: Table, event: Event, player: Player) -> Objection:
    """Only live players draw, including those all-in.

    Sources: rule pages. Example: `Bob: folds`, then `Bob: discards 2 cards`.
    """
    return Violation("{name} has folded and draws") if player.folded else None


@act_rule(
    "DRW04",
    "draws twice, or not at all, in one draw",
    on=DRAWN,
    rests_on=(Fact.DRAWN, Fact.COURSE),
    doubts=(Fact.DRAWN, Fact.STUB, Fact.CARDS),
    cause=Cause.ACTOR,
)
def draws_twice(table: Table, event: Event, player: Player) -> Objection:
    """Every live player draws or stands pat exactly once in each draw.

    Sources: rule pages. Examples: two discards by Bob in one draw; betting begins and Bob has not drawn.
    """
    return (
        Violation("{name} draws again; they drew on line {drawn}", drawn=player.drawn_on) if player.drawn_on else None
    )


@step_rule(
    "DRW04",
    on=DrawEnds,
    rests_on=(Fact.DRAWN, Fact.LIVE, Fact.COURSE),
    doubts=(Fact.DRAWN, Fact.COURSE, Fact.STUB, Fact.CARDS, Fact.LIVE),
)
def live_player_does_not_draw(table: Table, step: Event) -> Iterator[Violation]:
    """The draw is over and a live player has neither drawn nor stood pat."""
    for player in table.players:
        # Players who are all-in go on drawing.
        if not player.drawn_on and not player.folded:
            yield Violation(
                "{name} neither draws nor stands pat in the {draw} draw", player=player, draw=Nth(table.drawing)
            )


@act_rule(
    "DRW01",
    "draw out of order",
    on=(*DRAWN, ev.Receive),
    rests_on=(Fact.DRAWN, Fact.LIVE, Fact.COURSE, Fact.ORDER),
    doubts=Fact.DRAWN,
    cause=Cause.ACTOR,
)
def draws_or_receives_out_of_order(table: Table, event: Event, player: Player) -> Objection:
    """Players draw clockwise from left of the button, and get their cards in that order.

    The finding names the first player who drew too early. Sources: rule pages. Example: the button draws before the
    small blind.
    """
    # Full Tilt deals all new cards after the last discard, and its text shows the order.
    is_served = isinstance(event, ev.Receive)
    if player.order > table.last_drawn and not is_served:
        return None
    followers = table.players[player.order + 1 :]
    early = {
        follower.served_on if is_served else follower.drawn_on: follower
        for follower in followers
        if not follower.folded
    }
    line = min(filter(None, early), default=0)
    if not line:
        return None
    drawn, served = "{name} draws before {other}, whose turn it is", "{name} gets cards before {other}, who draws first"
    return Violation(served if is_served else drawn, line, early[line], other=player.name)


@act_rule(
    "DRW02",
    "more than five discards, or the count differs from the cards listed",
    on=ev.Discard,
    doubts=(Fact.STUB, Fact.CARDS),
    cause=Cause.DEED,
)
def discard_count_impossible_or_not_as_listed(table: Table, event: ev.Discard, player: Player) -> Objection:
    """A player discards one to five cards, as many as are listed.

    Sources: rule pages; a real hand says `discards 2 cards []`. Example: `discards 3 cards [Ks Qd]`.
    """
    if not 1 <= event.count <= 5:
        return Violation(
            "{name} discards {thrown}; a player can discard one to five", thrown=Count(event.count, "card")
        )
    if event.cards is not None and len(event.cards) != event.count:
        return Violation(
            "{name} discards {thrown}, but the line lists {listed}",
            thrown=Count(event.count, "card"),
            listed=len(event.cards),
        )
    return None


@act_rule(
    "DRW03",
    "discards a card not held",
    on=ev.Discard,
    rests_on=Fact.CARDS,
    doubts=Fact.CARDS,
    cause=Cause.CARDS,
)
def throws_foreign_card(table: Table, event: ev.Discard, player: Player) -> Objection:
    """Players can discard only their own cards.

    Sources: rule pages. Example: holding [7s 5h 4d 3c 2s], `discards 1 card [Kd]`.
    """
    if player.held is None or not event.cards:
        return None
    foreign = [card for card in event.cards if card not in player.held and card != "??"]
    if not foreign:
        return None
    return Violation("{name} discards {thrown} but holds {held}", thrown=cards(foreign), held=cards(player.held))


@act_rule(
    "DRW06",
    "number received differs from number discarded",
    on=ev.Receive,
    rests_on=Fact.DRAWN,
    doubts=(Fact.CARDS, Fact.STUB, Fact.DRAWN),
    cause=Cause.DEED,
)
def not_five_cards_after_draw(table: Table, event: ev.Receive, player: Player) -> Objection:
    """A player gets exactly as many cards as they discarded, and holds five again.

    Sources: rule pages. Example: `discards 2 cards [Ks Qd]`, then `Dealt to Ann [7s 5h 4d] [3c]`.
    """
    if event.new is not None and event.kept is not None and len(event.kept) + len(event.new) != 5:
        return Violation(
            "{name} keeps {kept} and gets {new}; a hand is five cards",
            kept=Count(len(event.kept), "card"),
            new=len(event.new),
        )
    return None


@act_rule(
    "DRW06",
    on=ev.Receive,
    rests_on=(Fact.CARDS, Fact.DRAWN, Fact.COURSE),
    doubts=(Fact.CARDS, Fact.STUB, Fact.DRAWN),
    cause=Cause.DEED,
)
def wrong_number_received(table: Table, event: ev.Receive, player: Player) -> Objection:
    """The text says how many cards a player discarded, and gives them another number.

    Where it only repeats the five cards (Merge), those of a pat hand that are others are no cards received: DLT03.
    """
    derived = None if event.new is None or player.owed_cards == 0 else len(event.new)
    received = derived if event.count is None else event.count
    if received is not None and player.owed_cards is not None and received != player.owed_cards:
        return Violation(
            "{name} discarded {thrown} but gets {got}", thrown=Count(player.owed_cards, "card"), got=received
        )
    return None


@step_rule(
    "DRW06",
    on=DrawEnds,
    rests_on=(Fact.COURSE, Fact.DRAWN, Fact.CARDS),
    doubts=(Fact.COURSE, Fact.DRAWN, Fact.CARDS, Fact.STUB),
)
def discards_but_gets_none(table: Table, step: Event) -> Iterator[Violation]:
    """The text lists what a player discards but no card that they get."""
    for player in table.players:
        is_stated = player.held is not None or table.reading.tells_served
        if player.owed_cards and is_stated and not player.folded:
            thrown = Count(player.owed_cards, "card")
            yield Violation("{name} discarded {thrown} but gets none", player=player, thrown=thrown)
