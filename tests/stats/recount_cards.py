"""Cards counted once more in plain Python from the events of the hands: neither replay, ranking nor closed forms."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb

from msgspec import Struct

from histparse.model import events as ev
from histparse.model.cards import DECK, RANKS, SUITS
from histparse.model.hand import Hand
from tests.stats.recount import DECISIONS, nets
from tests.stats.recount.starting import TOPS, is_low, kind_of

ACTS = {ev.Fold: "fold", ev.Check: "check", ev.Call: "call", ev.Bet: "raise", ev.Raise: "raise"}


class Start(Struct):
    """A hand known from the deal."""

    player: str
    kind: str
    keep: str | None
    deuce: bool
    action: str | None
    drew: bool
    net: int
    big_bet: int
    currency: str


class Luck(Struct):
    """A draw with known cards, and for each class of low the chance to make it and whether it came."""

    player: str
    draw: int
    reshuffled: bool
    chances: dict[str, Fraction]
    hits: dict[str, bool]


# -- starting hands -----------------------------------------------------------------------------------------


def starts(hands: Iterable[Hand]) -> Iterator[Start]:
    """Every hand known from the deal."""
    for hand in hands:
        first_acts = _first_acts(hand)
        drew = {event.player for event in hand.events if isinstance(event, ev.Discard | ev.StandPat)}
        won = nets(hand)
        for event in hand.events:
            if isinstance(event, ev.Deal):
                name, header = event.player, hand.header
                kind, keep = kind_of(event.cards)
                deuce = any(card[0] == "2" for card in event.cards)
                yield Start(
                    *(name, kind, keep, deuce, first_acts.get(name), name in drew),
                    *(won[name], header.high, header.currency),
                )


def _first_acts(hand: Hand) -> dict[str, str]:
    acts: dict[str, str] = {}
    for event in hand.events:
        if isinstance(event, ev.DrawBegins):
            break
        if isinstance(event, DECISIONS):
            acts.setdefault(event.player, ACTS[type(event)])
    return acts


# -- draws ----------------------------------------------------------------------------------------------------


def lucks(hands: Iterable[Hand]) -> Iterator[Luck]:
    """Every draw of one card or more whose cards are known."""
    for hand in hands:
        yield from _lucks(hand)


def _lucks(hand: Hand) -> Iterator[Luck]:
    held: dict[str, set[str]] = {}
    thrown: defaultdict[str, set[str]] = defaultdict(set)
    draw, reshuffled = 0, False
    stub = 52 - 5 * sum(seat.dealt_in for seat in hand.seats)
    waiting: dict[str, dict[str, Fraction]] = {}
    for event in hand.events:
        match event:
            case ev.Deal(player=player, cards=cards) if set(cards) <= set(DECK):
                held[player] = set(cards)
            case ev.DrawBegins():
                draw += 1
            case ev.Reshuffle():
                reshuffled = True
            case ev.Discard(player=player, count=count, cards=cards):
                stub -= count
                reshuffled = reshuffled or stub < 0
                known = set(cards or ())
                if len(known) != count or not known <= held.get(player, set()):
                    held.pop(player, None)  # from here on their cards are not known
                    continue
                cards_seen = held[player] | thrown[player]
                held[player] -= known
                thrown[player] |= known
                waiting[player] = {name: chance(held[player], cards_seen, top) for name, top in TOPS.items()}
            case ev.Receive(player=player, new=tuple(new)) if player in waiting:
                held[player] |= set(new)
                hits = {name: is_low(held[player], top) for name, top in TOPS.items()}
                yield Luck(player, draw, reshuffled, waiting.pop(player), hits)


def chance(keep: set[str], cards_seen: set[str], top: str) -> Fraction:
    """By going through all sets of cards of different ranks."""
    drawn = 5 - len(keep)
    ranks = RANKS[: RANKS.index(top) + 1]
    cards = {rank: [rank + suit for suit in SUITS if rank + suit not in cards_seen] for rank in ranks}
    lows = sum(
        is_low([*keep, *new], top)
        for chosen in combinations(ranks, drawn)
        for new in product(*(cards[rank] for rank in chosen))
    )
    return Fraction(lows, comb(len(DECK) - len(cards_seen), drawn))


def count(starts_: Iterable[Start], *names: str) -> Counter[tuple[object, ...]]:
    """How many have the same values under those names."""
    return Counter(tuple(getattr(start, name) for name in names) for start in starts_)
