"""PHH: whose hole cards the actions leave unknown, and the fields of our own that tell what is known of them.

In PHH a player throws only cards they hold, and unknown ones only from a hand with unknown cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from histparse.export.contract import Line
from histparse.export.phh.values import cards, listed, string
from histparse.model.cards import UNKNOWN, UNKNOWN_HAND, Cards
from histparse.model.events import Deal, Discard, Event, Receive, StandPat
from histparse.model.hand import Hand
from histparse.parsing.dialects.phh_known_cards import DRAWS_TOLD, KNOWN_CARDS


def hidden(events: Iterable[Event]) -> set[str]:
    """The players who throw cards that they do not hold as far as is known, or keep others."""
    held: dict[str, Counter[str]] = {}
    found: set[str] = set()
    for event in events:
        match event:
            case Deal(player=player):
                held[player] = Counter(moved(event))
            case Receive(player=player) if player in held:
                held[player] += Counter(moved(event))
            case Discard(player=player) if player in held:
                thrown = Counter(moved(event))
                if not thrown <= held[player]:
                    found.add(player)
                held[player] -= thrown
            case StandPat(player=player, held=kept) if kept is not None and player in held:
                if Counter(kept) != held[player]:
                    found.add(player)
    return found


def moved(event: Deal | Discard | Receive) -> Cards:
    """The cards dealt, thrown or drawn, unknown ones included."""
    match event:
        case Deal():
            return event.cards
        case Discard():
            return event.cards or (UNKNOWN,) * event.count
        case Receive():
            return event.new or (UNKNOWN,) * (event.count or 0)


def hole_cards_lines(hand: Hand) -> Iterator[Line]:
    """What the actions leave unknown, by player; and that the draws of a hero are unknown, pat hands being told."""
    unsaid = hidden(hand.events)
    if unsaid:
        told = (_told(hand, seat.player) if seat.player in unsaid else "" for seat in hand.seats)
        yield None, f"{KNOWN_CARDS} = {listed(map(string, told))}"
    if not hand.reading.tells_draws:
        yield None, f"{DRAWS_TOLD} = false"


def _told(hand: Hand, player: str) -> str:
    return " ".join(
        cards(event.held or UNKNOWN_HAND if isinstance(event, StandPat) else moved(event))
        for event in hand.events
        if isinstance(event, Deal | Discard | Receive | StandPat) and event.player == player
    )
