"""Step 4, rules DRW: who draws when, and how many cards."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model import events as ev
from histparse.model.events import Event
from histparse.model.figures import Count, Nth
from histparse.replay.player import Player
from histparse.replay.steps import DrawEnds
from histparse.replay.table import Table
from histparse.rules.formatting import cards
from histparse.rules.registry import Cause, Fact, Objection, Violation, act_rule, step_rule

DRAWN = (ev.Discard, ev.StandPat)


@act_rule(
    "DRW05",
    "a folded player draws",
    on=DRAWN,
    rests_on=(Fact.LIVE, Fact.COURSE),
    doubts=(Fact.LIVE, Fact.STUB),
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def folded_player_draws(table: Table, event: Event, player: Player) -> Objection:
    """Only live players draw, including those all-in.

    Sources: rule pages. Example: `Bob: folds`, then `Bob: discards 2 cards`.
    """
    return Violation("{name} has folded and draws", name=player.name) if player.folded else None


@act_rule(
    "DRW04",
    "draws twice, or not at all, in one draw",
    on=DRAWN,
    rests_on=(Fact.DRAWN, Fact.COURSE),
    doubts=(Fact.DRAWN, Fact.STUB, Fact.CARDS),
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def draws_twice(table: Table, event: Event, player: Player) -> Objection:
    """Every live player draws or stands pat exactly once in each draw.

    Sources: rule pages. Examples: two discards by Bob in one draw; betting begins and Bob has not drawn.
    """
    again = "{name} draws again; they drew on line {drawn}"
    return Violation(again, name=player.name, drawn=player.drawn_on) if player.drawn_on else None


@step_rule(
    "DRW04",
    on=(DrawEnds,),
    rests_on=(Fact.DRAWN, Fact.LIVE, Fact.COURSE),
    doubts=(Fact.DRAWN, Fact.COURSE, Fact.STUB, Fact.CARDS, Fact.LIVE),
    silent_on_plain_hands=True,
)
def does_not_draw(table: Table, step: Event) -> Iterator[Violation]:
    """The draw is over and a live player has neither drawn nor stood pat."""
    for player in table.players:
        if not player.drawn_on and not player.folded:
            missing = "{name} neither draws nor stands pat in the {draw} draw"
            yield Violation(missing, player=player, name=player.name, draw=Nth(table.drawing))


@act_rule(
    "DRW01",
    "draw out of order",
    on=DRAWN,
    rests_on=(Fact.DRAWN, Fact.LIVE, Fact.COURSE, Fact.ORDER),
    doubts=(Fact.DRAWN,),
    cause=Cause.WHO,
    silent_on_plain_hands=True,
)
def draws_out_of_order(table: Table, event: Event, player: Player) -> Objection:
    """Players draw clockwise from left of the button.

    The finding names the first player who drew too early. Sources: rule pages. Example: the button draws before the
    small blind.
    """
    if player.order > table.last_drawn:
        return None
    early = [other for other in table.players[player.order + 1 :] if other.drawn_on and not other.folded]
    if not early:
        return None
    first = min(early, key=lambda other: other.drawn_on)
    too_early = "{name} draws before {other}, whose turn it is"
    return Violation(too_early, first.drawn_on, first, name=first.name, other=player.name)


@act_rule(
    "DRW02",
    "more than five discards, or the count differs from the cards listed",
    on=(ev.Discard,),
    doubts=(Fact.STUB, Fact.CARDS),
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def wrong_count(table: Table, event: ev.Discard, player: Player) -> Objection:
    """A player discards one to five cards, as many as are listed.

    Sources: rule pages; a real hand says `discards 2 cards []`. Example: `discards 3 cards [Ks Qd]`.
    """
    if not 1 <= event.count <= 5:
        one_to_five = "{name} discards {thrown}; a player can discard one to five"
        return Violation(one_to_five, name=player.name, thrown=Count(event.count, "card"))
    if event.cards is not None and len(event.cards) != event.count:
        other = "{name} discards {thrown}, but the line lists {listed}"
        return Violation(other, name=player.name, thrown=Count(event.count, "card"), listed=len(event.cards))
    return None


@act_rule(
    "DRW03",
    "discards a card not held",
    on=(ev.Discard,),
    rests_on=(Fact.CARDS,),
    doubts=(Fact.CARDS,),
    cause=Cause.CARDS,
    silent_on_plain_hands=True,
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
    other = "{name} discards {thrown} but holds {held}"
    return Violation(other, name=player.name, thrown=cards(foreign), held=cards(player.held))


@act_rule(
    "DRW06",
    "number received differs from number discarded",
    on=(ev.Receive,),
    rests_on=(Fact.DRAWN,),
    doubts=(Fact.CARDS, Fact.STUB, Fact.DRAWN),
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def not_five_cards(table: Table, event: ev.Receive, player: Player) -> Objection:
    """A player gets exactly as many cards as they discarded, and holds five again.

    Sources: rule pages. Example: `discards 2 cards [Ks Qd]`, then `Dealt to Ann [7s 5h 4d] [3c]`.
    """
    if event.new is not None and event.kept is not None and len(event.kept) + len(event.new) != 5:
        number = "{name} keeps {kept} and gets {new}; a hand is five cards"
        return Violation(number, name=player.name, kept=Count(len(event.kept), "card"), new=len(event.new))
    return None


@act_rule(
    "DRW06",
    on=(ev.Receive,),
    rests_on=(Fact.CARDS, Fact.DRAWN, Fact.COURSE),
    doubts=(Fact.CARDS, Fact.STUB, Fact.DRAWN),
    cause=Cause.WHAT,
    silent_on_plain_hands=True,
)
def wrong_number_received(table: Table, event: ev.Receive, player: Player) -> Objection:
    """The text says how many cards a player discarded, and gives them another number.

    Where it only repeats the five cards (Merge), those of a pat hand that are others are no cards received: DLT03.
    """
    derived = None if event.new is None or player.owed_cards == 0 else len(event.new)
    got = derived if event.count is None else event.count
    if got is not None and player.owed_cards is not None and got != player.owed_cards:
        other = "{name} discarded {thrown} but gets {got}"
        return Violation(other, name=player.name, thrown=Count(player.owed_cards, "card"), got=got)
    return None


@step_rule(
    "DRW06",
    on=(DrawEnds,),
    rests_on=(Fact.COURSE, Fact.DRAWN, Fact.CARDS),
    doubts=(Fact.COURSE, Fact.DRAWN, Fact.CARDS, Fact.STUB),
    silent_on_plain_hands=True,
)
def never_served(table: Table, step: Event) -> Iterator[Violation]:
    """The text lists what a player discards but no card that they get."""
    for player in table.players:
        is_stated = player.held is not None or table.hand.reading.tells_served
        if player.owed_cards and is_stated and not player.folded:
            thrown = Count(player.owed_cards, "card")
            yield Violation("{name} discarded {thrown} but gets none", player=player, name=player.name, thrown=thrown)
