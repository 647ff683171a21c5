"""Hands dealt with all cards open, as arrays: every seat is a hero, and the stub is what the dealer really had left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from histparse.coach.luck.observed import (
    FOLDED,
    Draws,
    Hands,
    Histories,
    Observed,
    count_histories,
    history_likelihoods_by_low_count,
    low_drawn_chances,
    luck_overstated_per_100_hands,
)
from histparse.coach.luck.results import DRAWS
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
from histparse.odds.card_sets import EVERY_CARD, HAND, Flags, Floats, Masks, cards_to_mask
from histparse.odds.hand_sums import LOW, low_count_chances_from_stubs
from histparse.simulate import Settings, Style, deal_hands
from tests.coach.columns import select_rows

TIGHT, DEFAULT, LOOSE = 0.15, 0.45, 0.8
"""How loose the dealer's players are."""


class OpenHands(Struct, frozen=True):
    """The seats of all hands, the hero's too, and their draws."""

    observed: Observed
    hero: Flags
    stub: Masks
    """By draw, the cards that could come in truth."""
    histories: list[str]
    """By seat, what was done in each draw."""
    opponent_histories: list[str]
    """By draw, what the others had done up to it."""
    low_taken: list[tuple[int, str, int]]
    """The seat, what it did up to a draw, and the low cards it had taken before."""

    def select(self, seats: Masks) -> OpenHands:
        """Those seats alone."""
        hands, draws = self.observed.hands, self.observed.draws
        place = np.full(len(hands.key), -1)
        place[seats] = np.arange(len(seats))
        is_chosen = place[draws.hand] >= 0
        chosen = select_rows(draws, is_chosen)
        observed = Observed(select_rows(hands, seats), replace(chosen, hand=place[chosen.hand]))
        return replace(self, observed=observed, hero=self.hero[seats], stub=self.stub[is_chosen])

    def tell_histories(self, heroes: Flags) -> Histories:
        """What these seats hold, and what all others did."""
        seats = [(history, low, 1.0) for seat, history, low in self.low_taken if heroes[seat]]
        return count_histories(
            seats, [(history, 1.0) for seat, history in enumerate(self.histories) if not heroes[seat]]
        )

    def known_from(self, heroes: Flags) -> OpenHands:
        """With what opponents hold told from the cards of these seats alone, and from what all others did."""
        draws, held = self.observed.draws, history_likelihoods_by_low_count(self.tell_histories(heroes))
        low = low_drawn_chances(draws.keeps | draws.discards, _drawn(draws.keeps), self.opponent_histories, held)
        return replace(self, observed=self._with_draws(low=low))

    @property
    def in_truth(self) -> Observed:
        """With the dealer's stub instead of what the player has not seen."""
        draws = self.observed.draws
        discards = EVERY_CARD & ~self.stub & ~draws.keeps
        return self._with_draws(discards=discards, low=low_count_chances_from_stubs(self.stub, _drawn(draws.keeps)))

    @property
    def uniform(self) -> Observed:
        """With all unseen cards equally likely."""
        draws = self.observed.draws
        unseen = EVERY_CARD & ~(draws.keeps | draws.discards)
        return self._with_draws(low=low_count_chances_from_stubs(unseen, _drawn(draws.keeps)))

    def _with_draws(self, **columns: Masks | Floats) -> Observed:
        return replace(self.observed, draws=replace(self.observed.draws, **columns))


def open_hands(hands: int, seed: int, callers: float, **more: Any) -> OpenHands:
    """Deal so many hands. `regulars` have styles of their own, the others are about so loose."""
    return as_arrays(deal_hands(Settings(hands=hands, seed=seed, callers=callers, open_cards=True, chatter=0, **more)))


def deal_lone_hero(hands: int, seed: int, callers: float, loose: float) -> tuple[OpenHands, float]:
    """The hands of a hero who is so loose among others who are about so loose, and whose cards alone are known.

    With what is allowed for the others folding more often.
    """
    style = Style(loose=loose, bold=0.6, snows=0, breaks=0)
    dealt = open_hands(hands, seed, callers, regulars={"Hero": style})
    known = dealt.tell_histories(dealt.hero)
    return dealt.known_from(dealt.hero).select(np.flatnonzero(dealt.hero)), luck_overstated_per_100_hands(known)


def as_arrays(hands: Iterable[Hand]) -> OpenHands:
    seats: list[tuple[Any, ...]] = []
    draws: list[tuple[Any, ...]] = []
    low_taken: list[tuple[int, str, int]] = []
    histories: list[str] = []
    for number, hand in enumerate(hands):
        play = _Play(hand)
        for event in hand.events:
            play.follow(event)
        for place, player in enumerate(play.dealt, 1):
            opponents_did = [did for name, did in play.did.items() if name != player]
            draws += [
                (len(seats), *drawn, " ".join(sorted(did[: drawn[0]] for did in opponents_did)))
                for drawn in play.draws[player]
            ]
            low_taken += [(len(seats), did, low) for did, low in play.low[player]]
            histories.append(play.did[player])
            net = (play.won[player] - play.paid[player]) / hand.header.high
            seats.append((number, net, play.dealt[player], len(play.dealt), place, player == hand.hero))
    return _arrays(seats, draws, low_taken, histories)


def _arrays(
    seats: list[tuple[Any, ...]],
    draws: list[tuple[Any, ...]],
    low_taken: list[tuple[int, str, int]],
    histories: list[str],
) -> OpenHands:
    key, net, dealt, players, place, hero = (np.array(column) for column in zip(*seats, strict=True))
    *columns, opponent_histories = zip(*draws, strict=True)
    hand, draw, keep, discarded, after, pot, opponents, stub = (np.array(column) for column in columns)
    hands = Hands(key, net.astype(float), np.ones(len(key), bool), dealt, players, place)
    drawn = Draws(hand, draw, keep, discarded, after, pot.astype(float), opponents)
    every_seat = OpenHands(Observed(hands, drawn), hero, stub, histories, [*opponent_histories], low_taken)
    return every_seat.known_from(np.ones(len(key), bool))


def _drawn(keep: Masks) -> Masks:
    return HAND - np.bitwise_count(keep).astype(np.int64)


class _Play:
    """One hand as it goes on; chips and cards by player."""

    def __init__(self, hand: Hand) -> None:
        self.small_blind_and_big = hand.header.low
        self.big_bet = hand.header.high
        self.dealt: dict[str, int] = {}
        self.held: dict[str, int] = {}
        self.thrown = Counter[str]()
        self.now: dict[str, int] = {}
        self.bet, self.paid, self.won = Counter[str](), Counter[str](), Counter[str]()
        self.did: dict[str, str] = {}
        self.low: dict[str, list[tuple[str, int]]] = {}
        """By player, what was done up to a draw, and the low cards taken before it."""
        self.draws: dict[str, list[tuple[Any, ...]]] = {}
        self.lost = set[str]()
        self.live = 0
        self.draw = 0
        self.left_stub = 0
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
            case Raise(player=player, to=total):
                added = (total or 0) - self.bet[player]
                self._pay(player, added, added)
            case Uncalled(player=player, amount=amount):
                self._pay(player, -amount, -amount)
            case Collect(player=player, amount=amount):
                self.won[player] += amount

    def _cards(self, event: object) -> None:
        match event:
            case Deal(player=player, cards=cards):
                self.dealt[player] = self.held[player] = cards_to_mask(cards)
                self.left_stub |= self.dealt[player]
                self.draws[player], self.did[player], self.low[player] = [], "", []
                self.live += 1
            case DrawBegins(draw=draw):
                self.draw, self.bet = draw, Counter()
            case Fold(player=player):
                self.live -= 1
                if self.draw < DRAWS:
                    self._does(player, FOLDED)
            case StandPat(player=player):
                self._does(player, "0")
                self._lose(player)
            case Discard(player=player, count=count, cards=cards):
                self._does(player, str(count))
                self.now[player] = cards_to_mask(cards or ())
            case Receive(player=player, new=new):
                self._receive(player, cards_to_mask(new or ()))

    def _pay(self, player: str, chips: int, live: int) -> None:
        self.paid[player] += chips
        self.bet[player] += live

    def _does(self, player: str, act: str) -> None:
        self.did[player] += act
        if player not in self.lost:
            cards = self.held[player] | self.thrown[player]
            self.low[player].append((self.did[player], (cards & LOW).bit_count()))

    def _lose(self, player: str) -> None:
        """What they take is not from a whole deck any more."""
        if self.reshuffled:
            self.lost.add(player)

    def _receive(self, player: str, new: int) -> None:
        stub, keep = EVERY_CARD & ~self.left_stub, self.held[player] & ~self.now[player]
        discarded = self.thrown[player] | self.now[player]
        self.reshuffled |= stub.bit_count() < new.bit_count() or new & ~stub != 0
        if not self.reshuffled:
            pot = self.paid.total() / self.big_bet
            self.draws[player].append((self.draw, keep, discarded, keep | new, pot, self.live - 1, stub))
        self._lose(player)
        self.left_stub |= new
        self.held[player], self.thrown[player] = keep | new, discarded
