"""The statistics counted once more, in plain Python from the events of the hands: neither replay nor database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from histparse import events as ev
from histparse.hand import Hand

DECISIONS = (ev.Fold, ev.Check, ev.Call, ev.Bet, ev.Raise)
Counts = Counter[tuple[str, ...]]


def recount(hands: Iterable[Hand]) -> Counts:
    """How often each player did what, and had the chance: `(player, what)`."""
    counts: Counts = Counter()
    for hand in hands:
        counts.update(_dealt(hand))
        counts.update(_first_round(hand))
        counts.update(_draws(hand))
        for player, net in nets(hand).items():
            counts[player, "net"] += net
    return counts


def _dealt(hand: Hand) -> Iterator[tuple[str, ...]]:
    return ((seat.player, "hands") for seat in hand.seats if seat.dealt_in)


def _first_round(hand: Hand) -> Iterator[tuple[str, ...]]:
    acts: dict[str, set[type]] = {}
    for event in hand.events:
        if isinstance(event, ev.DrawBegins):
            break
        if isinstance(event, DECISIONS):
            acts.setdefault(event.player, set()).add(type(event))
    for player, kinds in acts.items():
        yield player, "decided"
        if kinds & {ev.Call, ev.Bet, ev.Raise}:
            yield player, "vpip"
        if kinds & {ev.Bet, ev.Raise}:
            yield player, "pfr"


def _draws(hand: Hand) -> Iterator[tuple[str, ...]]:
    draw = 0
    for event in hand.events:
        match event:
            case ev.DrawBegins():
                draw += 1
            case ev.Discard(player=player, count=count):
                yield player, f"draw {draw}", str(count)
            case ev.StandPat(player=player):
                yield player, f"draw {draw}", "0"


def nets(hand: Hand) -> Counter[str]:
    """What the hand brought each player: chips collected and returned less those put in."""
    net: Counter[str] = Counter()
    bets: Counter[str] = Counter()
    for event in hand.events:
        match event:
            case ev.Post(player=player, amount=amount):
                net[player] -= amount
                bets[player] += amount if event.kind is not ev.PostKind.ANTE else 0
            case ev.Call(player=player, added=int(added)) | ev.Bet(player=player, added=added):
                net[player] -= added
                bets[player] += added
            case ev.Raise(player=player, to=int(to)):
                net[player] -= to - bets[player]
                bets[player] = to
            case ev.DrawBegins():
                bets.clear()
            case ev.Uncalled(player=player, amount=amount) | ev.Collect(player=player, amount=amount):
                net[player] += amount
    return net
