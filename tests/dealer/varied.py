"""What a legal hand's text may vary in: who is listed and takes no part, who saw it, and when antes are posted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from histparse.export import Writer
from histparse.export.contract import Line
from histparse.model import events as ev
from histparse.model.events import Outcome, PostKind
from histparse.model.hand import Hand, Seat
from histparse.simulate.session import AWKWARD
from tests.dealer.writing import writer

MOVED = "out of hand (moved from another table into small blind)"
MARK = re.compile(r",? ?is sitting out$")
"""Behind the seat of somebody who takes no part, at sites that mark them."""
SEATS = 6
"""How many can sit at a table of any site."""


def with_absent(hand: Hand, random: Random) -> Hand:
    """A hand with all cards open, and players in free seats who take no part, with chips and without."""
    free = sorted(set(range(1, (hand.table.seats or SEATS) + 1)) - {seat.seat for seat in hand.seats})
    players = {seat.player for seat in hand.seats}
    names = [name for name in (*AWKWARD, *(f"{player} II" for player in sorted(players))) if name not in players]
    absent = [
        Seat(0, seat, name, random.choice((0, 100, hand.header.low, 40 * hand.header.high)), dealt_in=False)
        for seat, name in zip(free, random.sample(names, len(free)), strict=True)
        if random.random() < 0.4
    ]
    return replace(hand, seats=tuple(sorted((*hand.seats, *absent), key=lambda seat: seat.seat)))


def with_random_hero(hand: Hand, random: Random) -> Hand:
    """The hand as anybody dealt in saw it, or an observer."""
    return replace(hand, hero=random.choice([None, *(seat.player for seat in hand.seats if seat.dealt_in)]))


def with_antes_last(hand: Hand) -> Hand:
    """The antes after the blinds, as in cash games; but not where somebody has too few chips for both."""
    posts = ev.of_type(hand.events, ev.Post)
    if any(post.all_in for post in posts):
        return hand
    places = iter(sorted(posts, key=lambda post: post.kind is PostKind.ANTE))
    lines = iter(sorted(post.line for post in posts))
    events = (replace(next(places), line=next(lines)) if isinstance(event, ev.Post) else event for event in hand.events)
    return replace(hand, events=tuple(events))


def text_of(hand: Hand, random: Random) -> str:
    """The hand as its site's text, some of those who take no part without the site's mark."""
    site = writer(hand.header.site)
    return "\n".join(text for _, text in _varied(site, site.adapt_hand(hand), random))


def _varied(site: Writer, hand: Hand, random: Random) -> Iterator[Line]:
    for record, text in site.lines(hand):
        marked = random.random() < 0.5
        if isinstance(record, Seat) and not record.dealt_in:
            yield record, text if marked else MARK.sub(" " + MOVED if _moves(hand, random) else "", text).rstrip()
            if site.site == "kingsclub" and marked:
                yield None, f"{record.player} sits out"
        elif marked or not _sits_out(record):
            yield record, text


def _moves(hand: Hand, random: Random) -> bool:
    """Whether the site says that a player has come from another table."""
    return hand.header.site == "pokerstars" and hand.header.tournament is not None and random.random() < 0.5


def _sits_out(record: object) -> bool:
    return isinstance(record, ev.Result) and record.outcome is Outcome.SITTING_OUT
