"""Showdowns and money, counted once more."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from histparse.model.ranking import describe, number
from tests.stats.recount.book import Story
from tests.stats.recount.person import Person
from tests.stats.recount.sums import Count, chance

MADE = ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace", "pair", "worse")


def counts(story: Story) -> Iterator[Count]:
    """How the hand ended for each player."""
    for who in story.people:
        shown_down, won = story.contested and not who.out, who.won > 0
        if who.draws:
            yield chance("wtsd", who, shown_down)
            yield chance("wwsd", who, won)
        if shown_down:
            yield chance("wsd", who, won)
            yield from _hand(who, won)
        yield from _money(story, who, shown_down)


def _hand(who: Person, won: bool) -> Iterator[Count]:
    cards = who.cards[-1]
    if cards and who.printed:
        category = describe(number(cards)).category
        made = category.removesuffix("-low") if category.endswith("-low") else category
        made = made if made in MADE else "worse"
        drawn = who.draws[2] if len(who.draws) > 2 else None
        for one in MADE:
            yield chance("showdown_hands", who, made == one, (drawn, won, one))


def _money(story: Story, who: Person, shown_down: bool) -> Iterator[Count]:
    header = story.hand.header
    net = who.won - who.put
    currency = (header.currency,)
    chips = header.currency == "chips"  # no winnings
    stakes = (header.limit.value, header.low, header.high)
    for key in (stakes, (None, None, None)):
        yield Count("bb100", who, (*currency, *key), (1, None if chips else net))
    if chips:
        return
    yield Count("net", who, currency, (1, net))
    shares = (net, 0) if shown_down else (0, net)
    yield Count("showdown_winnings", who, currency, (1, int(shown_down), *shares, net))
    pot = sum(person.put for person in story.people)
    part = Fraction(story.rake * who.put, pot) if pot else Fraction(0)
    yield Count("rake", who, currency, (1, part))
