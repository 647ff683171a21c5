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
Disclosed = Mapping[tuple[Slot, str], Any]  # Any: cards, or what the site calls them
"""By line and field, what not every text of the hand tells."""

_CARD_FIELDS: Mapping[type[Event], tuple[str, ...]] = {
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
        self._disclosures: list[Disclosed] = [dict(_hero_only_cards_by_slot(hand)) for hand in hands]
        self.numbers: list[int | None] = []
        """By text: which view it is. Copies have the same number; None: it tells another play."""
        known: dict[tuple[Slot, str], Any] = {}  # Any: as in Disclosed
        views: list[object] = []
        moments, play = _possible_utc_times(hands[0]), _comparable_play(hands[0])
        for hand, disclosed in zip(hands, self._disclosures, strict=True):
            if (
                not moments & _possible_utc_times(hand)
                or _comparable_play(hand) != play
                or any(known.get(slot, value) != value for slot, value in disclosed.items())
            ):
                self.numbers.append(None)
                continue
            known |= disclosed
            if (hand.hero, disclosed) not in views:
                views.append((hand.hero, disclosed))
            self.numbers.append(views.index((hand.hero, disclosed)))

    def first_text_index_of_each_view(
        self, places: Sequence[tuple[Any, ...]]
    ) -> list[int]:  # Any: what orders the texts
        """The texts that are kept, in the order in which they came: of each view the first."""
        first: dict[int | None, int] = {}
        for text in sorted(range(len(places)), key=places.__getitem__):
            first.setdefault(self.numbers[text], text)
        return [text for number, text in first.items() if number is not None]

    @property
    def heroes(self) -> set[str]:
        """The players whose views they are."""
        of_all = zip(self._hands, self.numbers, strict=True)
        return {hand.hero for hand, number in of_all if number is not None and hand.hero}

    def merge_views(self, text_index: int) -> Hand:
        """The hand of that text, with the cards that any of them tells."""
        disclosed = self._disclosures[text_index]
        for number, extra in zip(self.numbers, self._disclosures, strict=True):
            disclosed = disclosed if number is None else {**extra, **disclosed}
        hand = self._hands[text_index]
        reading = replace(hand.reading, shows_hero_only=False)
        return replace(hand, events=tuple(_insert_cards_and_missing_lines(hand, disclosed)), reading=reading)


def _comparable_play(hand: Hand) -> object:
    """The play of a hand, the same whoever tells it and in which words."""
    acts = [
        (type(event), _fields_but_wording(event, _hero_only_card_fields(event)))
        for event in hand.events
        if not _is_told_to_hero_only(hand, event)
    ]
    seats = sorted(map(_fields_but_wording, hand.seats), key=str)
    return _fields_but_wording(hand.header), _fields_but_wording(hand.table), seats, hand.cancelled, acts


def _possible_utc_times(hand: Hand) -> set[datetime | None]:
    return {hand.header.utc, hand.header.second_possible_utc or hand.header.utc}


def _fields_but_wording(
    record: Any, skipped_fields: tuple[str, ...] = ()
) -> dict[str, Any]:  # Any: records of many types
    stated = {
        name: value for name, value in asdict(record).items() if name not in _WORDING and name not in skipped_fields
    }
    if isinstance(record, ev.Receive) and record.count is None:
        stated["count"] = len(record.new or ())
    return stated


def _is_told_to_hero_only(hand: Hand, event: Event) -> bool:
    return isinstance(event, ev.Deal) or (isinstance(event, ev.Receive) and not hand.reading.tells_served)


def _hero_only_card_fields(event: Event) -> tuple[str, ...]:
    is_shown = isinstance(event, ev.Result) and event.outcome is Outcome.SHOWED
    return () if is_shown else _CARD_FIELDS.get(type(event), ())


def _events_by_slot(hand: Hand) -> Iterator[tuple[Slot, Event]]:
    public = 0
    for event in hand.events:
        yield (public, type(event), getattr(event, "player", "")), event
        public += not _is_told_to_hero_only(hand, event)


def _hero_only_cards_by_slot(hand: Hand) -> Iterator[tuple[tuple[Slot, str], Any]]:  # Any: as in Disclosed
    for slot, event in _events_by_slot(hand):
        for name in _hero_only_card_fields(event):
            cards = getattr(event, name)
            if cards and UNKNOWN not in cards:
                yield (slot, name), cards


def _insert_cards_and_missing_lines(hand: Hand, disclosed: Disclosed) -> Iterator[Event]:
    """The events of the hand, with these cards, and with the lines that only other texts have."""
    fields: dict[Slot, dict[str, Any]] = {}  # Any: as in Disclosed
    for (slot, name), cards in disclosed.items():
        fields.setdefault(slot, {})[name] = cards
    slots = {slot for slot, _ in _events_by_slot(hand)}
    lacking = [slot for slot in fields if slot not in slots]
    drew, private = dict[str, int](), list[Event]()
    for slot, event in _events_by_slot(hand):
        full_event = replace(event, **fields[slot]) if slot in fields else event
        if _is_told_to_hero_only(hand, event):
            private.append(full_event)
            continue
        private += (
            _build_missing_event(missing, event.line, fields[missing]) for missing in lacking if missing[0] == slot[0]
        )
        # Cards come as players draw.
        yield from sorted(private, key=lambda line: drew.get(getattr(line, "player", ""), 0))
        private.clear()
        if isinstance(event, (ev.Discard, ev.StandPat)):
            drew[event.player] = slot[0]
        yield full_event
    yield from private


def _build_missing_event(slot: Slot, line: int, cards: Mapping[str, Any]) -> Event:  # Any: as in Disclosed
    """A line that the text does not have, as of the place of that one."""
    _, kind, player = slot
    if kind is ev.Deal:
        return ev.Deal(line, player, **cards)
    return ev.Receive(line, player, len(cards["new"]) if "new" in cards else None, **cards)
