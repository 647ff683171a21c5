"""Step 4, rules: figures for findings - money in the hand's own currency, cards, and where they were seen."""

from __future__ import annotations

from collections.abc import Iterable

from histparse.model.figures import Cards, Made, Money
from histparse.model.ranking import describe
from histparse.replay.deck import Sighting
from histparse.replay.players import Player
from histparse.replay.table import Table
from histparse.rules.registry import Violation


def money(table: Table, amount: int) -> Money:
    """An amount in the hand's currency."""
    return Money(amount, table.hand.header.currency)


def cards(codes: Iterable[str]) -> Cards:
    """Cards, as the sites print them."""
    return Cards(tuple(codes))


def made_hand(number: int) -> Made:
    """The hand of that rank number."""
    hand = describe(number)
    return Made(hand.ranks, hand.category)


def sighting_violation(template: str, player: Player, card: str, sighting: Sighting) -> Violation:
    """A card that `name` has or gets, and that `holder`, if another, had or discarded on the line `seen`."""
    violation = Violation(template, name=player.name, card=cards((card,)), seen=sighting.line)
    if "{holder}" in template:
        violation.figures["holder"] = sighting.player.name
    return violation
