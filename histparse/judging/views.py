"""Step 5, judging: texts of one hand that tell the same play - copies, and what several players saw of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import asdict, replace

from histparse.model import events as ev
from histparse.model.cards import UNKNOWN
from histparse.model.events import Event, Outcome
from histparse.model.hand import Hand

Slot = tuple[int, type[Event], str]
"""A line: how many public events come before it, its type, and the player."""
Told = Mapping[tuple[Slot, str], Any]  # Any: cards, or what the site calls them
"""By line and field, what not every text of the hand tells."""

_OWN: Mapping[type[Event], tuple[str, ...]] = {
    ev.Deal: ("cards",),
    ev.Discard: ("cards",),
    ev.StandPat: ("held",),
    ev.Receive: ("kept", "new", "held"),
    ev.Result: ("cards",),
}
"""By type of event, the fields with cards that only some texts show."""
_WORDING = frozenset({"line", "says", "zone", "mix", "kind", "club", "partial", "in_sequence", "played_at", "or_at"})
"""What has nothing to do with the play."""


class Views:
    """The texts among these that tell the play of the first, which with all their cards are one hand.

    A text whose cards contradict those of the texts before it is none of them.
    """

    def __init__(self, hands: Sequence[Hand]) -> None:
        self._hands = hands
        self._told: list[Told] = [dict(_told(hand)) for hand in hands]
        self.numbers: list[int | None] = []
        """By text: which view it is. Copies have the same number; None: it tells another play."""
        known: dict[tuple[Slot, str], Any] = {}  # Any: as in Told
        seen: list[object] = []
        when, play = _moments(hands[0]), _play(hands[0])
        for hand, told in zip(hands, self._told, strict=True):
            if (
                not when & _moments(hand)
                or _play(hand) != play
                or any(known.get(slot, value) != value for slot, value in told.items())
            ):
                self.numbers.append(None)
                continue
            known |= told
            if (hand.hero, told) not in seen:
                seen.append((hand.hero, told))
            self.numbers.append(seen.index((hand.hero, told)))

    def kept(self, came: Sequence[tuple[Any, ...]]) -> list[int]:  # Any: what orders the texts
        """The texts that are kept, in the order in which they came: of each view the first."""
        first: dict[int | None, int] = {}
        for text in sorted(range(len(came)), key=came.__getitem__):
            first.setdefault(self.numbers[text], text)
        return [text for number, text in first.items() if number is not None]

    @property
    def heroes(self) -> set[str]:
        """The players whose views they are."""
        of_all = zip(self._hands, self.numbers, strict=True)
        return {hand.hero for hand, number in of_all if number is not None and hand.hero}

    def joined(self, base: int) -> Hand:
        """The hand of that text, with the cards that any of them tells."""
        told = self._told[base]
        for number, others in zip(self.numbers, self._told, strict=True):
            told = told if number is None else {**others, **told}
        hand = self._hands[base]
        reading = replace(hand.reading, shows_hero_only=False)
        return replace(hand, events=tuple(_with_cards(hand, told)), reading=reading)


def _play(hand: Hand) -> object:
    """What was played, whoever tells it and in which words."""
    acts = [(type(event), _stated(event, _fields(event))) for event in hand.events if not _is_own(hand, event)]
    seats = sorted(map(_stated, hand.seats), key=str)
    return _stated(hand.header), _stated(hand.table), seats, hand.cancelled, acts


def _moments(hand: Hand) -> set[datetime | None]:
    """When it may have been played; None: the text does not say."""
    return {hand.header.utc, hand.header.or_at_utc or hand.header.utc}


def _stated(thing: Any, others: tuple[str, ...] = ()) -> dict[str, Any]:  # Any: records of many types
    """The fields of a record that belong to the play."""
    stated = {name: value for name, value in asdict(thing).items() if name not in _WORDING and name not in others}
    if isinstance(thing, ev.Receive) and thing.count is None:
        stated["count"] = len(thing.new or ())
    return stated


def _is_own(hand: Hand, event: Event) -> bool:
    """Whether only some texts have the line."""
    return isinstance(event, ev.Deal) or (isinstance(event, ev.Receive) and not hand.reading.tells_served)


def _fields(event: Event) -> tuple[str, ...]:
    is_shown = isinstance(event, ev.Result) and event.outcome is Outcome.SHOWED
    return () if is_shown else _OWN.get(type(event), ())


def _placed(hand: Hand) -> Iterator[tuple[Slot, Event]]:
    public = 0
    for event in hand.events:
        yield (public, type(event), getattr(event, "player", "")), event
        public += not _is_own(hand, event)


def _told(hand: Hand) -> Iterator[tuple[tuple[Slot, str], Any]]:  # Any: as in Told
    for slot, event in _placed(hand):
        for name in _fields(event):
            cards = getattr(event, name)
            if cards and UNKNOWN not in cards:
                yield (slot, name), cards


def _with_cards(hand: Hand, told: Told) -> Iterator[Event]:
    """The events of the hand, with these cards, and with the lines that only other texts have."""
    fields: dict[Slot, dict[str, Any]] = {}  # Any: as in Told
    for (slot, name), cards in told.items():
        fields.setdefault(slot, {})[name] = cards
    there = {slot for slot, _ in _placed(hand)}
    lacking = [slot for slot in fields if slot not in there]
    drew, own = dict[str, int](), list[Event]()
    for slot, event in _placed(hand):
        told_event = replace(event, **fields[slot]) if slot in fields else event
        if _is_own(hand, event):
            own.append(told_event)
            continue
        own += (_line(other, event.line, fields[other]) for other in lacking if other[0] == slot[0])
        yield from sorted(own, key=lambda line: drew.get(getattr(line, "player", ""), 0))  # cards come as players draw
        own.clear()
        if isinstance(event, (ev.Discard, ev.StandPat)):
            drew[event.player] = slot[0]
        yield told_event
    yield from own


def _line(slot: Slot, line: int, cards: Mapping[str, Any]) -> Event:  # Any: as in Told
    """A line that the text does not have, as of the place of that one."""
    _, kind, player = slot
    if kind is ev.Deal:
        return ev.Deal(line, player, **cards)
    return ev.Receive(line, player, len(cards["new"]) if "new" in cards else None, **cards)
