"""From a code to illegal hands: deal, spoil, hide what no text tells, and count the lines."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import repeat
from pkgutil import iter_modules
from random import Random

from msgspec.structs import replace

from histparse.export import numbered, pages, writer
from histparse.model.events import Event, Note
from histparse.model.hand import Hand
from histparse.simulate.session import deal_hands
from histparse.simulate.settings import Settings
from histparse.simulate.violations.contract import WAYS, Broken, Spoilt, Way
from histparse.simulate.violations.legal_hand import LegalHand

AS_DEALT = "pokerstars"
"""The site whose words the dealer speaks: at others records are made anew, and the wrong one is not known again."""
PATIENCE = 1_500
"""Legal hands looked at before a way is given up: the house may not know the rule, or the game never comes to it."""


def codes() -> list[str]:
    """The codes that can be broken."""
    return sorted(_found())


def ways(code: str) -> list[str]:
    """The ways to break that rule. Raises ValueError."""
    return [way.name for way in _ways(code)]


def make(
    code: str, seed: int, settings: Settings, way: str | None = None, patience: int = PATIENCE
) -> Iterator[Broken]:
    """Hands with that violation and no other, in all ways by turns or in that one, for ever.

    A way is given up after `patience` legal hands with nothing to break. Ends when all ways are. The same arguments
    give the same hands. Raises ValueError.
    """
    sources = [_spoilt(found, seed, settings, patience) for found in _ways(code) if way in (None, found.name)]
    while sources:
        for source in list(sources):
            broken = next(source, None)
            if broken is None:
                sources.remove(source)
            else:
                yield broken


def _found() -> dict[str, list[Way]]:
    package = __name__.rpartition(".")[0]
    for module in iter_modules(import_module(package).__path__, package + "."):
        import_module(module.name)
    return WAYS


def _ways(code: str) -> list[Way]:
    if code not in codes():
        raise ValueError(f"no illegal hands for `{code}`: name one of {', '.join(codes())}")
    return WAYS[code]


def _spoilt(way: Way, seed: int, settings: Settings, patience: int) -> Iterator[Broken]:
    random = Random(f"{way.code} {way.name} {seed}")  # noqa: S311 - the same seed must give the same hands
    idle = 0
    for hand in _hands(way.adapt(settings), random):
        legal = LegalHand(settings, hand, random)
        spoilt = way.spoil(legal)
        broken = _written(way, legal, spoilt) if spoilt else None
        idle = 0 if broken else idle + 1
        if broken:
            yield broken
        elif idle == patience:
            return


def _hands(settings: Settings, random: Random) -> Iterator[Hand]:
    """Legal hands with open cards, from ever new tables."""
    for _ in repeat(None):
        seed = random.randrange(10**9)
        yield from deal_hands(replace(settings, hands=300, seed=seed, open_cards=True))


def _written(way: Way, legal: LegalHand, spoilt: Spoilt) -> Broken | None:
    """The hand as its site tells it, None where it has no words for it.

    Records are counted first, so that the wrong one is known again.
    """
    story = [replace(event, line=place) for place, event in enumerate(spoilt.story)]
    voice = writer(legal.hand.header.site)
    hand = replace(
        legal.hand,
        header=spoilt.header or legal.hand.header,
        table=spoilt.table or legal.hand.table,
        seats=tuple(map(replace, spoilt.seats or legal.hand.seats)),
        events=tuple(event for event in story if not isinstance(event, Note)),
        notes=tuple(event for event in story if isinstance(event, Note)),
    )
    try:
        hand = voice.adapted(hand)
        told, text = numbered(hand), "".join(pages([hand]))
    except (AttributeError, LookupError, TypeError, ValueError):
        # A fourth draw, a hand of four cards, somebody paid who did not show: writers know legal hands only.
        return None
    line = _line(told, (*hand.events, *hand.notes), legal.hand, spoilt) if hand.header.site == AS_DEALT else None
    return Broken(told, text, line, way.code, way.name, way.also)


def _line(hand: Hand, counted: tuple[Event, ...], legal: Hand, spoilt: Spoilt) -> int:
    if spoilt.wrong is spoilt.header:
        return hand.header.line
    if spoilt.wrong is spoilt.table or spoilt.wrong is legal.table:
        return hand.table.line
    for place, seat in enumerate(spoilt.seats or legal.seats):
        if seat is spoilt.wrong:
            return hand.seats[place].line
    place = next(place for place, event in enumerate(spoilt.story) if event is spoilt.wrong)
    now = (*hand.events, *hand.notes)
    return next(after.line for before, after in zip(counted, now, strict=True) if before.line == place)
