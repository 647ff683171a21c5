"""Hands dealt with all cards open, as arrays: every seat is a hero, and the stub is what the dealer really had left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from histparse.coach.luck.observed import Booleans, Draws, Hands, Observed
from histparse.model.events import (
    Bet,
    Call,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Fold,
    Post,
    PostKind,
    Raise,
    Receive,
    StandPat,
    Uncalled,
)
from histparse.model.hand import Hand
from histparse.odds.best_draws import Floats
from histparse.odds.card_masks import EVERY_CARD, Masks, mask_of
from histparse.odds.draw_means import LOW
from histparse.simulate import Settings, Style, deal_hands

TIGHT, DEFAULT, LOOSE = 0.15, 0.45, 0.8
"""How loose the dealer's players are."""
FOLDED = 6
"""Stands for cards drawn first by those who folded before."""
BY_CHANCE = 35 / 13
STARTED = 20
"""Hands by chance that are added to those counted."""


class OpenHands(Struct, frozen=True):
    """The seats of all hands, the hero's too, and their draws."""

    observed: Observed
    hero: Booleans
    stub: Masks
    """By draw, the cards that could come in truth."""
    first: Masks
    """By seat, the cards drawn first, or `FOLDED`."""

    def of(self, seats: Masks) -> OpenHands:
        """Those seats alone."""
        hands, draws = self.observed.hands, self.observed.draws
        place = np.full(len(hands.key), -1)
        place[seats] = np.arange(len(seats))
        there = place[draws.hand] >= 0
        some = {name: getattr(draws, name)[there] for name in Draws.__struct_fields__}
        some["hand"] = place[some["hand"]]
        observed = Observed(Hands(*(getattr(hands, name)[seats] for name in Hands.__struct_fields__)), Draws(**some))
        return OpenHands(observed, self.hero[seats], self.stub[there], self.first[seats])

    @property
    def in_truth(self) -> Observed:
        """With the dealer's stub instead of what the player has not seen."""
        draws = self.observed.draws
        gone = EVERY_CARD & ~self.stub & ~draws.kept
        return Observed(self.observed.hands, replace(draws, gone=gone, low_held=np.zeros(len(gone))))

    @property
    def uniform(self) -> Observed:
        """With all unseen cards equally likely."""
        draws = self.observed.draws
        return Observed(self.observed.hands, replace(draws, low_held=np.zeros(len(draws.hand))))


def open_hands(hands: int, seed: int, callers: float, **more: Any) -> OpenHands:
    """Deal so many hands. `regulars` have styles of their own, the others are about so loose."""
    return as_arrays(deal_hands(Settings(hands=hands, seed=seed, callers=callers, open_cards=True, chatter=0, **more)))


def tight_among_loose(hands: int, seed: int) -> OpenHands:
    """A hero who plays few hands at a table where everybody else plays nearly all."""
    return open_hands(hands, seed, 0.9, regulars={"Hero": Style(loose=0.0, bold=0.6, snows=0, breaks=0)})


def as_arrays(hands: Iterable[Hand]) -> OpenHands:
    seats: list[tuple[Any, ...]] = []
    draws: list[tuple[Any, ...]] = []
    counted: list[list[int]] = []
    for number, hand in enumerate(hands):
        play = _Play(hand)
        for event in hand.events:
            play.follow(event)
        first = [play.drawn_first.get(player, FOLDED) for player in play.dealt]
        for place, player in enumerate(play.dealt, 1):
            draws += [(len(seats), *drawn) for drawn in play.draws[player]]
            net = (play.won.get(player, 0) - play.paid.get(player, 0)) / hand.header.high
            seats.append((number, net, play.dealt[player], len(first), place, player == hand.hero, first[place - 1]))
            counted.append(np.bincount(first, minlength=FOLDED + 1).tolist())
    return _arrays(seats, draws, np.array(counted))


def _arrays(seats: list[tuple[Any, ...]], draws: list[tuple[Any, ...]], counted: Masks) -> OpenHands:
    key, net, dealt, players, place, hero, first = (np.array(column) for column in zip(*seats, strict=True))
    hand, draw, kept, gone, after, pot, opponents, stub = (np.array(column) for column in zip(*draws, strict=True))
    beyond = low_beyond_chance(dealt, first)
    low_held = counted @ beyond - beyond[first]
    hands = Hands(key, net.astype(float), np.ones(len(key), bool), dealt, players, place)
    drawn = Draws(hand, draw, kept, gone, after, pot.astype(float), opponents, low_held[hand])
    return OpenHands(Observed(hands, drawn), hero, stub, first)


def low_beyond_chance(dealt: Masks, first: Masks) -> Floats:
    """By cards drawn first, how many more low cards are dealt than by chance."""
    low = np.bitwise_count(dealt & LOW).astype(float) - BY_CHANCE
    return np.bincount(first, low, FOLDED + 1) / (np.bincount(first, minlength=FOLDED + 1) + STARTED)


class _Play:
    """One hand as it goes on; chips and cards by player."""

    def __init__(self, hand: Hand) -> None:
        self.small_blind_and_big = hand.header.low
        self.big_bet = hand.header.high
        self.dealt: dict[str, int] = {}
        self.held: dict[str, int] = {}
        self.thrown: dict[str, int] = {}
        self.now: dict[str, int] = {}
        self.bet: dict[str, int] = {}
        self.paid: dict[str, int] = {}
        self.won: dict[str, int] = {}
        self.drawn_first: dict[str, int] = {}
        self.draws: dict[str, list[tuple[Any, ...]]] = {}
        self.live = 0
        self.draw = 0
        self.out = 0
        """All cards that have left the stub."""
        self.reshuffled = False

    def follow(self, event: object) -> None:
        self._chips(event)
        self._cards(event)

    def _chips(self, event: object) -> None:
        match event:
            case Post(player=player, kind=kind, amount=amount):
                live = {PostKind.ANTE: 0, PostKind.SMALL_AND_BIG: self.small_blind_and_big}.get(kind, amount)
                self._pay(player, amount, live)
            case Call(player=player, added=added) | Bet(player=player, added=added):
                self._pay(player, added or 0, added or 0)
            case Raise(player=player, to=to):
                added = (to or 0) - self.bet.get(player, 0)
                self._pay(player, added, added)
            case Uncalled(player=player, amount=amount):
                self._pay(player, -amount, -amount)
            case Collect(player=player, amount=amount):
                self.won[player] = self.won.get(player, 0) + amount

    def _cards(self, event: object) -> None:
        match event:
            case Deal(player=player, cards=cards):
                self.dealt[player] = self.held[player] = mask_of(cards)
                self.out |= self.dealt[player]
                self.draws[player] = []
                self.live += 1
            case DrawBegins(draw=draw):
                self.draw, self.bet = draw, {}
            case Fold():
                self.live -= 1
            case StandPat(player=player):
                self.drawn_first.setdefault(player, 0)
            case Discard(player=player, count=count, cards=cards):
                self.drawn_first.setdefault(player, count)
                self.now[player] = mask_of(cards or ())
            case Receive(player=player, new=new):
                self._receive(player, mask_of(new or ()))

    def _pay(self, player: str, chips: int, live: int) -> None:
        self.paid[player] = self.paid.get(player, 0) + chips
        self.bet[player] = self.bet.get(player, 0) + live

    def _receive(self, player: str, new: int) -> None:
        stub, kept = EVERY_CARD & ~self.out, self.held[player] & ~self.now[player]
        gone = self.thrown.get(player, 0) | self.now[player]
        self.reshuffled |= stub.bit_count() < new.bit_count() or new & ~stub != 0
        if not self.reshuffled:
            pot = sum(self.paid.values()) / self.big_bet
            self.draws[player].append((self.draw, kept, gone, kept | new, pot, self.live - 1, stub))
        self.out |= new
        self.held[player], self.thrown[player] = kept | new, gone
