"""Odds: the best draws of all hands for low, and which hands a keep ends up with when they are made.

Both are the same for everybody, and counting them takes ten seconds: they come with the package as arrays, which
`python -m docs.constants` writes. These are unpacked into the cache folder, which may be deleted at any time, and
mapped from there, so that processes share their memory.

As in `hand_sums`, sums over hands are looked up and subtracted. For what becomes of a keep each sum is a row of final
hands by class, so that the keep's worth is one product, whatever the classes are worth. The last draw is counted first.
"""

from __future__ import annotations

import io
import lzma
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from math import comb
from pathlib import Path
from shutil import copyfileobj
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.model.ranking import WORST
from histparse.odds.card_sets import (
    HAND,
    IN_SUIT,
    SUIT_BITS,
    Floats,
    Ids,
    Masks,
    SetIndex,
    deck_without,
    sort_columns_of_four,
    split_by_suit,
    subsets,
)
from histparse.odds.hand_sums import (
    BestDraws,
    SumsByUsefulAndSet,
    WorthsByKeepAndHand,
    best_keep_places,
    exclude_thrown_cards_in_place,
)
from histparse.system.files import cache_folder, replacing_cache_file

# --- the constants ----------------------------------------------------------------------------------------------------

Array = NDArray[Any]  # Any: of whatever type
FOLDER = Path(__file__).parent / "constants"


@cache
def load_array(name: str) -> Array:
    """The array of that name, which nobody can change."""
    data = (FOLDER / f"{name}.npy.xz").read_bytes()
    file = cache_folder() / "constants" / f"{name}-{blake2b(data, digest_size=8).hexdigest()}.npy"
    with suppress(OSError, ValueError, EOFError):
        return _map_array_file(file)
    with suppress(OSError, ValueError):  # then it is unpacked again the next time
        with (
            replacing_cache_file(file, f"{name}-*.npy", 1) as part,
            lzma.open(io.BytesIO(data)) as content,
            part.open("wb") as unpacked,
        ):
            copyfileobj(content, unpacked)
        return _map_array_file(file)
    array: Array = np.load(io.BytesIO(lzma.decompress(data)))
    array.flags.writeable = False
    return array


def _map_array_file(file: Path) -> Array:
    return np.asarray(np.load(file, mmap_mode="r"))


# --- the best draws for low ------------------------------------------------------------------------------------------


class DrawTable(Struct, frozen=True):
    """The worth of every keep of every hand, and the best keep of each."""

    counted: BestDraws
    keeps: Masks
    """With 1-3 draws to come (rows), the cards to keep of each hand in `counted.index` (columns)."""

    def best_keeps(self, hands: Masks, draws_left: int) -> Masks:
        """The cards to keep of hands of five cards, looked up: much faster than with what they are worth."""
        ranks_and_suits = sort_columns_of_four(split_by_suit(hands) << 2 | np.arange(4)[:, None])
        ranks, suits = ranks_and_suits >> 2, ranks_and_suits & 3
        keys = (ranks << SUIT_BITS * np.arange(4)[:, None]).sum(0)
        best_keeps = self.keeps[draws_left - 1, np.searchsorted(self.counted.index.keys[HAND], keys)]
        keeps = np.zeros_like(hands)
        for place, suit in enumerate(suits):
            keeps |= (best_keeps >> SUIT_BITS * place & IN_SUIT) << SUIT_BITS * suit
        return keeps


@cache
def load_low_draws() -> DrawTable:
    """The best draws, from the constants of the package."""
    keys, sums = load_array("draws_keys"), load_array("draws_sums")
    sizes = np.bitwise_count(keys)
    index = SetIndex(deck_without(), [keys[sizes == size] for size in range(HAND + 1)])
    return DrawTable(
        BestDraws(index, [sums_as_five_useful_cards(of_draws) for of_draws in sums]), load_array("draws_keeps")
    )


def build_draw_table(counted: BestDraws) -> DrawTable:
    """The best draws of all hands of a full deck, once they are counted."""
    parts, ids = _all_hand_subsets()
    places = [best_keep_places(counted.keep_worths_by_ids(ids, draws_left)) for draws_left in (1, 2, 3)]
    return DrawTable(counted, np.stack([np.take_along_axis(parts, best[None], 0)[0] for best in places]))


@cache
def _all_hand_subsets() -> tuple[Masks, Ids]:
    index = load_low_draws().counted.index
    return subsets(index.keys[HAND], HAND), index.subset_ids(index.keys[HAND], HAND)


def sums_as_five_useful_cards(sums: Floats) -> SumsByUsefulAndSet:
    """The sums over hands of five useful cards; in a full deck there are no others."""
    sums_by_size = np.zeros((HAND + 1, len(sums)))
    sums_by_size[HAND] = sums
    return sums_by_size


# --- what becomes of a keep -------------------------------------------------------------------------------------------

SumsBySetAndClass = NDArray[np.float32]
WorthsByHandAndClass = Floats
SharesByHandAndClass = Floats
"""Classes of final hands: see `ENDS`."""

ENDS = np.array(
    [
        *(1, 2, 3, 4, 7, 10, 14, 18, 22, 28, 34, 43, 52, 65, 80, 100, 121, 150, 185, 215, 246),
        *(300, 380, 455, 600, 784, 1030, 1278, 2700, 4138, 5000, WORST),
    ]
)
"""The worst rank number of each class of final hands: every seven, then a few classes for each highest card."""
CLASSES = len(ENDS)
KEEPS = 1 << HAND
DRAWS = 3
_WAYS = np.array([comb(52 - HAND, HAND - keep.bit_count()) for keep in range(KEEPS)], np.float32)
_HANDS_TOGETHER = 1 << 12


def classes_of_rank_numbers(rank_numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The classes of hands with these rank numbers."""
    return np.searchsorted(ENDS, rank_numbers)


class Outcomes:
    """The hands that keeps become; cards thrown in an earlier draw are taken to be in the deck again."""

    def __init__(self, sums: SumsBySetAndClass) -> None:
        self._sums = sums
        """By draws to come after this one (0-2), ids of sets of cards, and classes."""
        self._index = load_low_draws().counted.index

    def keep_worths(self, hands: Masks, draws_left: int, class_worths: WorthsByHandAndClass) -> WorthsByKeepAndHand:
        """The worth of each keep of each hand with that many draws to come (1-3): an array of keeps by hands.

        `class_worths`: that of a final hand, an array of hands by classes; keeps in the order of `subsets`.
        """
        worths = np.empty((KEEPS, len(hands)))
        for start in range(0, len(hands), _HANDS_TOGETHER):
            part = slice(start, start + _HANDS_TOGETHER)
            ids = self._index.subset_ids(hands[part], HAND)
            worths[:, part] = np.einsum(
                "shc,hc->sh", self._sums[draws_left - 1][ids], class_worths[part].astype(np.float32)
            )
        return exclude_thrown_cards_in_place(worths) / _WAYS[:, None]

    def best_draws(self, class_worths: Floats) -> BestDraws:
        """The best draws when a final hand of each class is worth that much, whoever holds it."""
        return BestDraws(
            self._index, [sums_as_five_useful_cards(np.asarray(sums @ class_worths, np.float64)) for sums in self._sums]
        )

    def final_class_shares(self, hands: Masks, draws_left: int, keep_numbers: Masks) -> SharesByHandAndClass:
        """Compute how often each hand, of which that subset is kept, ends in each class: arrays of hands by classes."""
        sums, ids = self._sums[draws_left - 1], self._index.subset_ids(hands, HAND)
        shares = np.zeros((len(hands), CLASSES), np.float32)
        for subset in range(KEEPS):  # by inclusion and exclusion over the cards thrown
            rows = np.flatnonzero(keep_numbers & ~subset == 0)
            odd = np.bitwise_count(keep_numbers[rows] ^ subset) & 1
            shares[rows] += sums[ids[subset, rows]] * (1 - 2 * odd.astype(np.float32))[:, None]
        return np.asarray(shares / _WAYS[keep_numbers, None], np.float64)


@cache
def load_outcomes() -> Outcomes:
    """Load the outcomes of all keeps from the constants of the package."""
    return Outcomes(load_array("outcomes_sums"))


def find_keep_numbers(hands: Masks, cards_thrown: Masks) -> Masks:
    """Which of the `subsets` of each hand is kept if these cards are thrown."""
    return np.asarray((subsets(hands, HAND) == hands & ~cards_thrown).argmax(0))
