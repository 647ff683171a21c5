"""Counts the constants of the game anew and writes their files: `python -m docs.constants`, after changes of how.

What a low hand is worth is found by turns: from what players hold who draw as well as they can, and the best draws from
that. Sums over hands are those of `odds/hand_sums`, one more card at a time.
"""

from __future__ import annotations

import io
import lzma
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from histparse.coach.luck.results import DEAL_POWERS, hand_worths_raised_to_powers, raise_to_powers
from histparse.model.ranking import WORST
from histparse.odds.card_sets import (
    HAND,
    CardSets,
    Floats,
    Masks,
    deck_without,
    enumerate_card_sets,
    hand_rank_numbers,
    subsets,
)
from histparse.odds.hand_sums import LOW, count_best_draws
from histparse.odds.low_draws import (
    CLASSES,
    DRAWS,
    FOLDER,
    Array,
    Outcomes,
    classes_of_rank_numbers,
    find_keep_numbers,
    load_array,
    load_low_draws,
)

# --- sums over hands --------------------------------------------------------------------------------------------------

_BLOCK = 1 << 13
"""Sets that are looked at together: their sums stay in the processor's caches."""


def sum_by_subset(sets: CardSets, hand_values: NDArray[Any]) -> Floats:
    """The sums over all hands of five cards that contain each set, which may be rows of numbers: an array by sets."""
    first = sets.index.first
    sums = np.zeros((first[-1] + 1, *hand_values.shape[1:]))  # the last row is for the ids -1
    sums[first[HAND] : -1] = hand_values
    for size in range(HAND - 1, -1, -1):
        for start in range(first[size], first[size + 1], _BLOCK):
            end = min(start + _BLOCK, first[size + 1])
            larger = sets.one_more[size][start - first[size] : end - first[size]]
            sums[start:end] = sum(sums[column] for column in larger.T) / (HAND - size)
    return sums[:-1]


def sum_by_low_cards(sets: CardSets, numbers: Floats) -> Floats:
    """The sums of numbers over all hands that contain each set of up to four cards: sets by low cards by numbers."""
    hands = sets.index.keys[HAND]
    by_low = np.zeros((len(hands), HAND + 1, numbers.shape[1]))
    by_low[np.arange(len(hands)), np.bitwise_count(hands & LOW)] = numbers
    return sum_by_subset(sets, by_low)[: sets.index.first[HAND]]


# --- the worth of low hands -------------------------------------------------------------------------------------------

CHANGE = 0.005
"""Worths that change by less are final."""
_GUESS = 10
"""At first a hand is worth its chance to beat that many hands as they are dealt."""


def compute_low_worths(sets: CardSets) -> Floats:
    """The worth of each rank number, from 0 to 1, counted with a full deck; number 0 is not used."""
    dealt = sets.ways[HAND] / sets.ways[HAND].sum()
    worths = _chance_to_beat(sets, dealt) ** _GUESS
    change = 1.0
    while change > CHANGE:
        previous, worths = worths, _chance_to_beat(sets, _hand_shares_after_draws(sets, dealt, worths))
        change = np.abs(worths - previous).max()
    return worths


def _hand_shares_after_draws(sets: CardSets, dealt_shares: Floats, worths: Floats) -> Floats:
    held = dealt_shares
    for keeps in reversed(count_best_draws(sets, worths).keeps):
        held = _hand_shares_after_draw(sets, keeps, held)
    return held


def _chance_to_beat(sets: CardSets, hand_shares: Floats) -> Floats:
    shares = np.bincount(hand_rank_numbers(sets.index.keys[HAND]), hand_shares, WORST + 1)
    return 1 - np.cumsum(shares) + shares / 2


def _hand_shares_after_draw(sets: CardSets, keeps: Masks, hand_shares: Floats) -> Floats:
    """The frequency of each hand after a draw, if that keep of each is chosen: inclusion and exclusion again."""
    unseen = sets.index.deck.size - HAND
    draw_shares = hand_shares / np.array([comb(unseen, HAND - keep.bit_count()) for keep in range(1 << HAND)])[keeps]
    shares = np.zeros(sets.index.first[-1])
    for subset, ids in enumerate(sets.subset_ids[HAND]):
        signs = np.array([_inclusion_sign(subset, keep) for keep in range(1 << HAND)])
        shares += np.bincount(ids, draw_shares * signs[keeps], len(shares))
    return _spread_shares_to_hands(sets, shares)


def _inclusion_sign(subset: int, keep: int) -> int:
    """The sign of hands with that subset in the count of those with the keep and none of the other cards; 0: none."""
    return 0 if keep & ~subset else (-1) ** (subset ^ keep).bit_count()


def _spread_shares_to_hands(sets: CardSets, set_shares: Floats) -> Floats:
    """The shares of hands, when every set's share goes to all hands that contain it."""
    first = sets.index.first
    set_shares = np.append(set_shares, 0)  # for the ids -1
    for size, larger in enumerate(sets.one_more):
        portions = set_shares[first[size] : first[size + 1]] / (HAND - size)
        set_shares += np.bincount(
            larger.ravel() % len(set_shares), np.repeat(portions, larger.shape[1]), len(set_shares)
        )
        set_shares[-1] = 0
    return np.asarray(set_shares[first[HAND] : -1])


# --- the constants ----------------------------------------------------------------------------------------------------


def compute_draw_constants() -> dict[str, Array]:
    """The constants from which the best draws are made. It takes seconds."""
    sets = enumerate_card_sets(deck_without())
    counted = count_best_draws(sets, compute_low_worths(sets))
    parts = subsets(sets.index.keys[HAND], HAND)
    keeps = np.stack([np.take_along_axis(parts, places[None], 0)[0] for places in counted.keeps])
    sums = np.stack([sums[HAND] for sums in counted.draws.sums])
    return {"draws_keys": np.concatenate(sets.index.keys), "draws_sums": sums, "draws_keeps": keeps}


def compute_outcome_constants() -> dict[str, Array]:
    """The constant from which outcomes are made, the last draw first: a hand becomes what its best keep becomes."""
    sets, low = enumerate_card_sets(deck_without()), load_low_draws()
    hands = sets.index.keys[HAND]
    final, sums = np.eye(CLASSES)[classes_of_rank_numbers(hand_rank_numbers(hands))], []
    for draws in range(1, DRAWS + 1):
        sums.append(sum_by_subset(sets, final.astype(np.float32)).astype(np.float32))
        if draws < DRAWS:
            keep_numbers = find_keep_numbers(hands, hands & ~low.best_keeps(hands, draws))
            final = Outcomes(np.stack(sums)).final_class_shares(hands, draws, keep_numbers)
    return {"outcomes_sums": np.stack(sums)}


def compute_luck_constants() -> dict[str, Array]:
    """The constants from which these worths are made."""
    sets, numbers = enumerate_card_sets(deck_without()), _deal_worth_powers()
    of_draws = {
        f"luck_draw{draw}": sum_by_low_cards(sets, hand_worths_raised_to_powers(draw)) for draw in range(1, DRAWS + 1)
    }
    return {"luck_numbers": numbers, "luck_deal": sum_by_low_cards(sets, numbers), **of_draws}


def _deal_worth_powers() -> Floats:
    counted = load_low_draws().counted
    ids = counted.index.subset_ids(counted.index.keys[HAND], HAND)
    return raise_to_powers(counted.keep_worths_by_ids(ids, DRAWS).max(0), DEAL_POWERS)


STEPS = (compute_draw_constants, compute_outcome_constants, compute_luck_constants)
"""Each rests on the constants of those before it."""


def compress_array(array: Array) -> bytes:
    """The file of an array."""
    file = io.BytesIO()
    np.save(file, array)
    return lzma.compress(file.getvalue())


def write(arrays: dict[str, Array]) -> None:
    """Write the files of these constants, and read them from now on."""
    for name, array in arrays.items():
        (FOLDER / f"{name}.npy.xz").write_bytes(compress_array(array))
    load_array.cache_clear()
    load_low_draws.cache_clear()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for count in STEPS:
        write(count())
