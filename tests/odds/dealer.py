"""Answers questions about draws in two plain ways, to hold against what is counted: tries all cards, shuffles decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from histparse.model.cards import DECK, Cards
from histparse.model.ranking import number
from histparse.odds.card_sets import Floats, Masks, Range, hand_rank_numbers
from histparse.odds.policies import Policy, Side

BLOCK = 50_000


def numbers_tried_out(keep: Cards, cards_seen: Cards) -> list[int]:
    """The rank numbers that every combination of the cards not seen makes."""
    unseen = [card for card in DECK if card not in cards_seen]
    return [number((*keep, *new)) for new in combinations(unseen, 5 - len(keep))]


def shares_tried_out(first: Cards, second: Cards, gone: Cards = ()) -> tuple[float, float]:
    """How often the first wins and ties after one draw of both, over all cards that they can draw."""
    unseen = [card for card in DECK if card not in {*first, *second, *gone}]
    finals = [({*new}, number((*second, *new))) for new in combinations(unseen, 5 - len(second))]
    wins = ties = ways = 0
    for new in combinations(unseen, 5 - len(first)):
        made = number((*first, *new))
        opposing = [opposing_number for cards, opposing_number in finals if cards.isdisjoint(new)]
        wins += sum(made < opposing_number for opposing_number in opposing)
        ties += opposing.count(made)
        ways += len(opposing)
    return wins / ways, ties / ways


def equity_tried_out(first: Cards, second: Cards, gone: Cards = ()) -> float:
    """What the first wins of the pot."""
    wins, ties = shares_tried_out(first, second, gone)
    return wins + ties / 2


def dealt_shares(sides: Sequence[Side], dead: int, draws: int, deals: int) -> Floats:
    """What each player wins of each pot: an array of players by deals."""
    shares = []
    for hands in final_hands([side.held for side in sides], dead, [side.policy for side in sides], draws, deals):
        numbers = np.stack([hand_rank_numbers(hand) for hand in hands])
        best = numbers == numbers.min(0)
        shares.append(best / best.sum(0))
    return np.concatenate(shares, axis=1)


def final_hands(
    ranges: Sequence[Range], dead: int, policies: Sequence[Policy], draws: int, deals: int
) -> Iterator[list[Masks]]:
    """The hands of all players after the draws, a block of deals at a time. The first keeps are those of the ranges."""
    random = np.random.default_rng(deals + draws)
    for first_deal in range(0, deals, BLOCK):
        size = min(BLOCK, deals - first_deal)
        keeps, cards_out = _held(ranges, dead, size, random)
        decks = random.permuted(np.tile(np.arange(52, dtype=np.uint8), (size, 1)), axis=1)
        top = np.zeros(size, np.int64)
        for draws_left in range(draws, 0, -1):
            for player, policy in enumerate(policies):
                if draws_left < draws:
                    keeps[player] = policy.choose_keeps(keeps[player], draws_left).keeps
                _draw(keeps[player], cards_out, decks, top)
        yield keeps


def _held(ranges: Sequence[Range], dead: int, size: int, random: np.random.Generator) -> tuple[list[Masks], Masks]:
    """Hands that fit together: as many as asked for of all that are tried."""
    blocks: list[list[Masks]] = []
    count = 0
    while count < size:
        picked = [random.choice(len(held.keeps), 2 * size, p=held.weight / held.weight.sum()) for held in ranges]
        cards = [held.cards_known[rows] for held, rows in zip(ranges, picked, strict=True)]
        fits = sum(np.bitwise_count(masks) for masks in cards) == np.bitwise_count(np.bitwise_or.reduce(cards))
        fits &= np.bitwise_or.reduce(cards) & dead == 0
        keeps = [held.keeps[rows][fits] for held, rows in zip(ranges, picked, strict=True)]
        blocks.append([*keeps, np.bitwise_or.reduce(cards)[fits] | dead])
        count += int(fits.sum())
    *keeps, cards_out = (np.concatenate(parts)[:size] for parts in zip(*blocks, strict=True))
    return keeps, cards_out


def _draw(keeps: Masks, cards_out: Masks, decks: NDArray[np.uint8], top: Masks) -> None:
    """Cards from the top of each deck until all have five; those that are gone are passed over."""
    rows = np.flatnonzero(np.bitwise_count(keeps) < 5)
    while len(rows):
        cards = 1 << decks[rows, top[rows]].astype(np.int64)
        top[rows] += 1
        new = cards_out[rows] & cards == 0
        keeps[rows[new]] |= cards[new]
        cards_out[rows[new]] |= cards[new]
        rows = rows[np.bitwise_count(keeps[rows]) < 5]
