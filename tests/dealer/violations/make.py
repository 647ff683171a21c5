"""Makes illegal hands for a code: deal, alter, hide what no text prints, and number the lines."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pkgutil import iter_modules
from random import Random

from msgspec.structs import replace

from histparse.model.events import Event, Note
from histparse.model.hand import Hand
from histparse.simulate.settings import Settings
from tests.dealer.violations.contract import WAYS, Broken, Way
from tests.dealer.violations.legal_hand import Altered, LegalHand, UnfitError
from tests.simulate.dealt_once import hands_of

AS_DEALT = "pokerstars"
"""The site that simulated hands are modelled on: for others, adapting makes new records, and the wrong one is lost."""
PATIENCE = 1_500
"""How many legal hands are tried before giving up a way: house or game may not allow it."""


def codes() -> list[str]:
    """The codes that can be broken."""
    return sorted(_load_ways())


def ways(code: str) -> list[str]:
    """The ways to break that rule. Raises ValueError."""
    return [way.name for way in _ways(code)]


def make(
    code: str, seed: int, settings: Settings, way: str | None = None, patience: int = PATIENCE
) -> Iterator[Broken]:
    """An endless supply of hands with only that violation, in all ways in turn or in that one.

    A way is given up after `patience` legal hands with nothing to alter. Ends when all ways are given up. The same
    arguments give the same hands. Raises ValueError.
    """
    chosen = [known for known in _ways(code) if way in (None, known.name)]
    # Several ways together alter different hands, so that no number comes twice.
    sources = [_altered(known, f"{seed}{place:02}", settings, patience) for place, known in enumerate(chosen)]
    while sources:
        for source in list(sources):
            if broken := next(source, None):
                yield broken
            else:
                sources.remove(source)


def _load_ways() -> dict[str, list[Way]]:
    package = __name__.rpartition(".")[0]
    for module in iter_modules(import_module(package).__path__, package + "."):
        import_module(module.name)
    return WAYS


def _ways(code: str) -> list[Way]:
    if code not in codes():
        raise ValueError(f"no illegal hands for `{code}`: name one of {', '.join(codes())}")
    return WAYS[code]


def _altered(way: Way, seed: str, settings: Settings, patience: int) -> Iterator[Broken]:
    random = Random(f"{way.code} {way.name} {seed}")  # noqa: S311 - the same seed must give the same hands
    idle = 0
    for hand in _hands(way.adapt(settings), seed):
        legal = LegalHand(settings, hand, random)
        try:
            broken = _written(way, legal, way.alter(legal))
        except UnfitError:
            broken = None
        idle = 0 if broken else idle + 1
        if broken:
            yield broken
        elif idle == patience:
            return


def _hands(settings: Settings, seed: str) -> Iterator[Hand]:
    """Legal hands with open cards, always from new tables: the same for all ways, which alter them differently."""
    for deal in count():
        yield from hands_of(replace(settings, hands=300, seed=int(f"{seed}{deal:02}"), open_cards=True))


def _written(way: Way, legal: LegalHand, altered: Altered) -> Broken | None:
    """The hand as its site prints it; None if the site cannot express it.

    Records are numbered first, so that the wrong one can be identified afterwards.
    """
    story = [replace(event, line=place) for place, event in enumerate(altered.story)]
    voice = legal.settings.writer
    hand = replace(
        legal.hand,
        header=altered.header or legal.hand.header,
        table=altered.table or legal.hand.table,
        seats=tuple(map(replace, altered.seats or legal.hand.seats)),
        events=tuple(event for event in story if not isinstance(event, Note)),
        notes=tuple(event for event in story if isinstance(event, Note)),
    )
    try:
        hand = voice.adapt_hand(hand)
        in_text, text = voice.number_lines(hand), "".join(voice.texts_with_headings([hand]))
    except (AttributeError, LookupError, TypeError, ValueError):
        # A fourth draw, a hand of four cards, a payout without showing: writers know only legal hands.
        return None
    line = _line(in_text, (*hand.events, *hand.notes), legal.hand, altered) if hand.header.site == AS_DEALT else None
    return Broken(in_text, text, line, way.code, way.name)


def _line(hand: Hand, counted: tuple[Event, ...], legal: Hand, altered: Altered) -> int:
    if altered.wrong is altered.header:
        return hand.header.line
    if altered.wrong is altered.table or altered.wrong is legal.table:
        return hand.table.line
    for place, seat in enumerate(altered.seats or legal.seats):
        if seat is altered.wrong:
            return hand.seats[place].line
    place = next(place for place, event in enumerate(altered.story) if event is altered.wrong)
    printed = (*hand.events, *hand.notes)
    return next(event.line for marked, event in zip(counted, printed, strict=True) if marked.line == place)
