"""Odds: the best draws of all hands for low, counted once and then kept in the cache.

The cache may be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import blake2b
from math import comb
from pathlib import Path
from secrets import token_hex
from typing import Any
from zipfile import BadZipFile

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.model.cards import Cards
from histparse.model.ranking import WORST
from histparse.odds.best_draws import BestDraws, count_best_draws, largest
from histparse.odds.card_sets import (
    HAND,
    IN_SUIT,
    SUIT_BITS,
    CardSets,
    Floats,
    Ids,
    Masks,
    SetIndex,
    all_sets,
    cards_of,
    deck_without,
    hand_numbers,
    in_order,
    mask_of,
    subsets,
    suits_of,
)
from histparse.system.files import cache_folder

Arrays = dict[str, NDArray[Any]]  # Any: of whatever type


def kept_arrays(name: str, count: Callable[[], Arrays]) -> Arrays:
    """The arrays of that name from the cache, or counted and then kept there."""
    file = _file(name, Path(count.__code__.co_filename))
    with suppress(OSError, ValueError, KeyError, BadZipFile), np.load(file) as there:
        return {key: there[key] for key in there.files}
    arrays = count()
    with suppress(OSError):  # then they are counted again the next time
        _save(arrays, file)
    return arrays


def _file(name: str, module: Path) -> Path:
    """The file of this version of the code, and of the module that counts."""
    sources = b"".join(file.read_bytes() for file in (*sorted(Path(__file__).parent.glob("*.py")), module))
    return cache_folder() / f"{name}-{blake2b(sources + np.__version__.encode(), digest_size=8).hexdigest()}.npz"


def _save(arrays: Arrays, file: Path) -> None:
    """Write them whole or not at all, and throw away those of other versions."""
    keys: dict[str, Any] = dict(arrays)  # Any: other keywords are flags
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{token_hex(8)}.npz")
    try:
        np.savez(part, **keys)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    for other in file.parent.glob(f"{file.name.partition('-')[0]}-*.npz"):
        if other != file:
            other.unlink(missing_ok=True)


# --- the worth of low hands -------------------------------------------------------------------------------------------

CHANGE = 0.005
"""Worths that change by less are final."""
_GUESS = 10
"""At first a hand is worth its chance to beat that many hands as they are dealt."""


def low_worth(sets: CardSets) -> Floats:
    """The worth of each rank number, from 0 to 1, counted with a full deck; number 0 is not used."""
    dealt = sets.ways[HAND] / sets.ways[HAND].sum()
    worth = _beaten(sets, dealt) ** _GUESS
    change = 1.0
    while change > CHANGE:
        before, worth = worth, _beaten(sets, _after_draws(sets, dealt, worth))
        change = np.abs(worth - before).max()
    return worth


def _after_draws(sets: CardSets, dealt: Floats, worth: Floats) -> Floats:
    """How often each hand is held after all draws."""
    held = dealt
    for keeps in reversed(count_best_draws(sets, worth).keeps):
        held = _after_draw(sets, keeps, held)
    return held


def _beaten(sets: CardSets, held: Floats) -> Floats:
    """The chance of each number to beat hands that are held that often."""
    shares = np.bincount(hand_numbers(sets.index.keys[HAND]), held, WORST + 1)
    return 1 - np.cumsum(shares) + shares / 2


def _after_draw(sets: CardSets, kept: Masks, held: Floats) -> Floats:
    """How often each hand is held after a draw, if that keep of each is chosen: inclusion and exclusion again."""
    unseen = sets.index.deck.size - HAND
    each = held / np.array([comb(unseen, HAND - keep.bit_count()) for keep in range(1 << HAND)])[kept]
    shares = np.zeros(sets.index.first[-1])
    for subset, ids in enumerate(sets.subset_ids[HAND]):
        signs = np.array([_sign(subset, keep) for keep in range(1 << HAND)])
        shares += np.bincount(ids, each * signs[kept], len(shares))
    return _spread(sets, shares)


def _sign(subset: int, keep: int) -> int:
    """How often hands with that subset count among those with the keep and none of the other cards."""
    return 0 if keep & ~subset else (-1) ** (subset ^ keep).bit_count()


def _spread(sets: CardSets, shares: Floats) -> Floats:
    """The shares of hands, when every set's share goes to all hands that contain it."""
    first = sets.index.first
    shares = np.append(shares, 0)  # for the ids -1
    for size, larger in enumerate(sets.one_more):
        each = shares[first[size] : first[size + 1]] / (HAND - size)
        shares += np.bincount(larger.ravel() % len(shares), np.repeat(each, larger.shape[1]), len(shares))
        shares[-1] = 0
    return np.asarray(shares[first[HAND] : -1])


class DrawTable(Struct, frozen=True):
    """What every keep of every hand is worth, and the best keep of each."""

    counted: BestDraws
    keeps: Masks
    """With 1-3 draws to come (rows), the cards to keep of each hand in `counted.index` (columns)."""

    def kept(self, hands: Masks, to_come: int) -> Masks:
        """The cards to keep of hands of five cards, looked up: much faster than with what they are worth."""
        ranks_and_suits = in_order(suits_of(hands) << 2 | np.arange(4)[:, None])
        ranks, suits = ranks_and_suits >> 2, ranks_and_suits & 3
        keys = (ranks << SUIT_BITS * np.arange(4)[:, None]).sum(0)
        kept = self.keeps[to_come - 1, np.searchsorted(self.counted.index.keys[HAND], keys)]
        found = np.zeros_like(hands)
        for place, suit in enumerate(suits):
            found |= (kept >> SUIT_BITS * place & IN_SUIT) << SUIT_BITS * suit
        return found


@cache
def low_draws() -> DrawTable:
    """From the cache, or counted: that takes seconds. The cache may be deleted at any time."""
    arrays = kept_arrays("odds", _counted)
    index = SetIndex(deck_without(), [np.asarray(arrays[f"keys{size}"], np.int64) for size in range(HAND + 1)])
    counted = BestDraws(index, [of_five(sums) for sums in np.asarray(arrays["sums"], np.float64)])
    return DrawTable(counted, np.asarray(arrays["keeps"], np.int64))


def _counted() -> Arrays:
    sets = all_sets(deck_without())
    found = count_best_draws(sets, low_worth(sets))
    keys = {f"keys{size}": keys for size, keys in enumerate(sets.index.keys)}
    parts = subsets(sets.index.keys[HAND], HAND)
    keeps = np.stack([np.take_along_axis(parts, places[None], 0)[0] for places in found.keeps])
    return {"sums": np.stack([sums[HAND] for sums in found.draws.sums]), "keeps": keeps, **keys}


def draw_table(counted: BestDraws) -> DrawTable:
    """The best draws of all hands of a full deck, once they are counted."""
    parts, ids = _every_subset()
    places = [largest(counted.worths_of(ids, to_come)) for to_come in (1, 2, 3)]
    return DrawTable(counted, np.stack([np.take_along_axis(parts, best[None], 0)[0] for best in places]))


@cache
def _every_subset() -> tuple[Masks, Ids]:
    index = low_draws().counted.index
    return subsets(index.keys[HAND], HAND), index.subset_ids(index.keys[HAND], HAND)


def of_five(sums: Floats) -> Floats:
    """The sums over hands of five useful cards; in a full deck there are no others."""
    every = np.zeros((HAND + 1, len(sums)))
    every[HAND] = sums
    return every


def best_draw(held: Cards, to_come: int) -> Cards:
    """What to keep of five cards with 1-3 draws to come, this one included."""
    return _of_mask(mask_of(held), to_come)


@lru_cache(100_000)
def _of_mask(held: int, to_come: int) -> Cards:
    return cards_of(int(low_draws().kept(np.array([held]), to_come)[0]))
