"""Showdowns and money, counted once more."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from histparse.model.ranking import describe, number
from tests.stats.recount.book import Story
from tests.stats.recount.person import Person
from tests.stats.recount.sums import Count, chance, chances

MADE = ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace", "pair", "worse")


def counts(story: Story) -> Iterator[Count]:
    """How the hand ended for each player."""
    for person in story.people:
        shown_down, won = story.contested and not person.folded, person.won > 0
        if person.draws:
            yield chance("wtsd", person, shown_down)
            yield chance("wwsd", person, won)
        if shown_down:
            yield chance("wsd", person, won)
            yield from _hand(person, won)
        yield from _money(story, person, shown_down)


def _hand(person: Person, won: bool) -> Iterator[Count]:
    cards = person.cards[-1]
    if cards and person.printed:
        category = describe(number(cards)).category
        made = category.removesuffix("-low") if category.endswith("-low") else category
        made = made if made in MADE else "worse"
        drawn = person.draws[2] if len(person.draws) > 2 else None
        yield from chances("showdown_hands", person, made, MADE, (drawn, won))


def _money(story: Story, person: Person, shown_down: bool) -> Iterator[Count]:
    header = story.hand.header
    net = person.won - person.put
    currency = (header.currency,)
    chips = header.currency == "chips"  # no winnings
    stakes = (header.limit.value, header.low, header.high)
    for key in (stakes, (None, None, None)):
        yield Count("bb100", person, (*currency, *key), (1, None if chips else net))
    if chips:
        return
    yield Count("net", person, currency, (1, net))
    shares = (net, 0) if shown_down else (0, net)
    yield Count("showdown_winnings", person, currency, (1, int(shown_down), *shares, net))
    pot = sum(player.put for player in story.people)
    part = Fraction(story.rake * person.put, pot) if pot else Fraction(0)
    yield Count("rake", person, currency, (1, part))
