"""Step 4, rules DRW: the draws, their order and the number of cards."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Check,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Raise,
    Receive,
    ShowdownBegins,
    StandPat,
)
from histparse.model.plain import count
from histparse.replay.player import DRAWS, Player
from histparse.replay.steps import BettingEnds, DrawEnds, DrawLeftOut, DrawUnannounced
from histparse.replay.table import Phase, Table
from histparse.rules.formatting import cards
from histparse.rules.registry import ACTED, Cause, Fact, Objection, Violation, act_rule, step_rule

ACTS = (Fold, Check, Call, Bet, Raise)
DRAWN = (Discard, StandPat)


@step_rule(
    "DRW07",
    "a draw or betting round missing, repeated, out of order, or a fourth draw",
    on=(DrawBegins,),
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB, Fact.LIVE, Fact.SHOWN),
    unless_plain=True,
    silent_on_plain_hands=True,
)
def wrong_draw(table: Table, step: DrawBegins) -> Iterator[Violation]:
    """Four betting rounds and three draws alternate: bet, draw, bet, draw, bet, draw, bet.

    After a violation bet sizes and the stub are no longer judged in this hand. Sources: rule pages.
    Nobody draws or acts when one player is left. Examples: `*** THIRD DRAW ***` after the first; no betting between two
    draws; a fourth draw; a draw after everybody else has folded.
    """
    due = table.drawing + 1
    if len(table.live) < 2:
        yield Violation(f"draw {step.draw} begins with one player left")
    elif table.phase is Phase.DRAWING:
        yield Violation(f"the heading of draw {step.draw} appears twice")
    elif due > DRAWS:
        yield Violation("a draw begins after the third")
    elif step.draw != due:
        yield Violation(f"draw {step.draw} begins where draw {due} is due")


@step_rule(
    "DRW07",
    on=(BettingBegins,),
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB),
    silent_on_plain_hands=True,
)
def wrong_round(table: Table, step: BettingBegins) -> Iterator[Violation]:
    """A betting round begins that is not the one due."""
    if step.round != table.drawing:
        yield Violation(f"betting round {step.round + 1} begins where round {table.drawing + 1} is due")


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
    unless_plain=True,
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def acts_alone(table: Table, event: Event, player: Player) -> Objection:
    """Everybody else has folded: nothing is left to decide."""
    return f"{player.name} acts with nobody else left" if table.is_alone(player) else None


@step_rule(
    "DRW07",
    on=(BettingEnds,),
    rests_on=(Fact.COURSE, Fact.LIVE, Fact.CHIPS),
    doubts=(Fact.COURSE, Fact.STUB),
    unless_plain=True,
    silent_on_plain_hands=True,
)
def missing_round(table: Table, step: Event) -> Iterator[Violation]:
    """The text goes on after a draw without betting, although two players could bet."""
    if table.betting.acts == 0 and table.street > 0 and table.betting.turn is not None:
        yield Violation(f"betting round {table.street + 1} is missing")


@step_rule(
    "DRW07",
    on=(DrawLeftOut,),
    rests_on=(Fact.COURSE, Fact.LIVE, Fact.TURN),
    doubts=(Fact.COURSE, Fact.STUB),
    silent_on_plain_hands=True,
)
def draw_left_out(table: Table, step: Event) -> Iterator[Violation]:
    """The next betting round begins and nobody has drawn."""
    yield Violation(f"betting round {table.street + 2} begins and draw {table.drawing + 1} was not made")


@step_rule(
    "DRW07",
    on=(ShowdownBegins,),
    rests_on=(Fact.COURSE, Fact.LIVE),
    doubts=(Fact.COURSE, Fact.STUB),
    unless_plain=True,
    silent_on_plain_hands=True,
)
def missing_draw(table: Table, step: Event) -> Iterator[Violation]:
    """The showdown comes before the third draw."""
    if table.drawing < DRAWS and len(table.live) > 1:
        yield Violation(f"showdown after {count(table.drawing, 'draw')}; there are {DRAWS}")


@step_rule("DRW07", on=(ShowdownBegins,), rests_on=(Fact.COURSE,), unless_plain=True, silent_on_plain_hands=True)
def second_showdown(table: Table, step: ShowdownBegins) -> Iterator[Violation]:
    """The heading of the showdown stands twice."""
    if table.phase is Phase.SHOWDOWN:
        yield Violation("the heading of the showdown appears twice")


@act_rule(
    "DRW05",
    "a folded player draws",
    on=DRAWN,
    rests_on=(Fact.LIVE, Fact.COURSE),
    doubts=(Fact.LIVE, Fact.STUB),
    unless_plain=True,
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def folded_player_draws(table: Table, event: Event, player: Player) -> Objection:
    """Only live players draw, including those all-in.

    Sources: rule pages. Example: `Bob: folds`, then `Bob: discards 2 cards`.
    """
    return f"{player.name} has folded and draws" if player.folded else None


@act_rule(
    "DRW04",
    "draws twice, or not at all, in one draw",
    on=DRAWN,
    rests_on=(Fact.DRAWN, Fact.COURSE),
    doubts=(Fact.DRAWN, Fact.STUB, Fact.CARDS),
    unless_plain=True,
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def draws_twice(table: Table, event: Event, player: Player) -> Objection:
    """Every live player draws or stands pat exactly once in each draw.

    Sources: rule pages. Examples: two discards by Bob in one draw; betting begins and Bob has not drawn.
    """
    return f"{player.name} draws again; they drew on line {player.drawn_on}" if player.drawn_on else None


@step_rule(
    "DRW04",
    on=(DrawEnds,),
    rests_on=(Fact.DRAWN, Fact.LIVE, Fact.COURSE),
    doubts=(Fact.DRAWN, Fact.COURSE, Fact.STUB, Fact.CARDS, Fact.LIVE),
    unless_plain=True,
    silent_on_plain_hands=True,
)
def does_not_draw(table: Table, step: Event) -> Iterator[Violation]:
    """The draw is over and a live player has neither drawn nor stood pat."""
    for player in table.players:
        if not player.drawn_on and not player.folded:
            yield Violation(f"{player.name} neither draws nor stands pat in draw {table.drawing}", player=player)


@act_rule(
    "DRW01",
    "draw out of order",
    on=DRAWN,
    rests_on=(Fact.DRAWN, Fact.LIVE, Fact.COURSE, Fact.ORDER),
    doubts=(Fact.DRAWN,),
    unless_plain=True,
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def draws_out_of_order(table: Table, event: Event, player: Player) -> Objection:
    """Players draw clockwise from left of the button.

    The finding names the first player who drew too early. Sources: rule pages. Example: the button draws before the
    small blind.
    """
    early = [other for other in table.players[player.order + 1 :] if other.drawn_on and not other.folded]
    if not early:
        return None
    first = min(early, key=lambda other: other.drawn_on)
    return Violation(f"{first.name} draws before {player.name}", first.drawn_on, first)


@act_rule(
    "DRW02",
    "more than five discards, or the count differs from the cards listed",
    on=(Discard,),
    doubts=(Fact.STUB, Fact.CARDS),
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def wrong_count(table: Table, event: Discard, player: Player) -> Objection:
    """A player discards one to five cards, as many as are listed.

    Sources: rule pages; a real hand says `discards 2 cards []`. Example: `discards 3 cards [Ks Qd]`.
    """
    if not 1 <= event.count <= 5:
        return f"{player.name} discards {count(event.count, 'card')} of five"
    if event.cards is not None and len(event.cards) != event.count:
        return f"{player.name} discards {count(event.count, 'card')} and {len(event.cards)} are listed"
    return None


@act_rule(
    "DRW03",
    "discards a card not held",
    on=(Discard,),
    rests_on=(Fact.CARDS,),
    doubts=(Fact.CARDS,),
    unless_plain=True,
    cause=Cause.CARDS,
    silent_on_plain_hands=True,
)
def throws_foreign_card(table: Table, event: Discard, player: Player) -> Objection:
    """Players can discard only their own cards.

    Sources: rule pages. Example: holding [7s 5h 4d 3c 2s], `discards 1 card [Kd]`.
    """
    if player.held is None or not event.cards:
        return None
    foreign = [card for card in event.cards if card not in player.held and card != "??"]
    return f"{player.name} discards {cards(foreign)} and holds {cards(player.held)}" if foreign else None


@act_rule(
    "DRW06",
    "number received differs from number discarded",
    on=(Receive,),
    rests_on=(Fact.DRAWN,),
    doubts=(Fact.CARDS, Fact.STUB, Fact.DRAWN),
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def not_five_cards(table: Table, event: Receive, player: Player) -> Objection:
    """A player gets exactly as many cards as they discarded, and holds five again.

    Sources: rule pages. Example: `discards 2 cards [Ks Qd]`, then `Dealt to Ann [7s 5h 4d] [3c]`.
    """
    if event.new is not None and event.kept is not None and len(event.kept) + len(event.new) != 5:
        return f"{player.name} keeps {len(event.kept)} and gets {len(event.new)}: not five cards"
    return None


@act_rule(
    "DRW06",
    on=(Receive,),
    rests_on=(Fact.CARDS, Fact.DRAWN, Fact.COURSE),
    doubts=(Fact.CARDS, Fact.STUB, Fact.DRAWN),
    unless_plain=True,
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def wrong_number_received(table: Table, event: Receive, player: Player) -> Objection:
    """The text says how many cards a player discarded, and gives them another number."""
    got = event.count if event.count is not None else None if event.new is None else len(event.new)
    if got is not None and player.owed_cards is not None and got != player.owed_cards:
        return f"{player.name} discarded {count(player.owed_cards, 'card')} and gets {got}"
    return None


@step_rule(
    "DRW06",
    on=(DrawEnds,),
    rests_on=(Fact.COURSE, Fact.DRAWN, Fact.CARDS),
    doubts=(Fact.COURSE, Fact.DRAWN, Fact.CARDS, Fact.STUB),
    unless_plain=True,
    silent_on_plain_hands=True,
)
def never_served(table: Table, step: Event) -> Iterator[Violation]:
    """The text lists what a player discards but no card that they get."""
    for player in table.players:
        is_stated = player.held is not None or table.hand.reading.tells_served
        if player.owed_cards and is_stated and not player.folded:
            yield Violation(f"{player.name} discarded {count(player.owed_cards, 'card')} and gets none", player=player)
