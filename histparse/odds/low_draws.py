"""Odds: the best draws for low of all hands, counted once and then kept in the cache."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from secrets import token_hex
from typing import Any
from zipfile import BadZipFile

import numpy as np

from histparse.odds.best_draws import BestDraws, Floats, count_best_draws
from histparse.odds.card_sets import HAND, SetIndex, all_sets, deck_without
from histparse.odds.low_worth import low_worth
from histparse.system.cache import cache_folder


@cache
def low_draws() -> BestDraws:
    """From the cache, or counted: that takes seconds. The cache may be deleted at any time."""
    file = _file()
    with suppress(OSError, ValueError, KeyError, BadZipFile):
        return _loaded(file)
    draws = _counted()
    with suppress(OSError):  # then it is counted again the next time
        _save(draws, file)
    return draws


def _counted() -> BestDraws:
    sets = all_sets(deck_without())
    return count_best_draws(sets, low_worth(sets)).draws


def _file() -> Path:
    """The file of this version of the code."""
    sources = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    return cache_folder() / f"odds-{blake2b(sources + np.__version__.encode(), digest_size=8).hexdigest()}.npz"


def _loaded(file: Path) -> BestDraws:
    with np.load(file) as arrays:
        keys = [np.asarray(arrays[f"keys{size}"], np.int64) for size in range(HAND + 1)]
        hands = np.asarray(arrays["sums"], np.float64)
    index = SetIndex(deck_without(), keys)
    return BestDraws(index, [_of_five(sums) for sums in hands])


def _of_five(sums: Floats) -> Floats:
    """The sums over hands of five useful cards; in a full deck there are no others."""
    every = np.zeros((HAND + 1, len(sums)))
    every[HAND] = sums
    return every


def _save(draws: BestDraws, file: Path) -> None:
    """Write it whole or not at all, and throw away those of other versions."""
    keys: dict[str, Any] = {
        f"keys{size}": keys for size, keys in enumerate(draws.index.keys)
    }  # Any: other keywords are flags
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{token_hex(8)}.npz")
    try:
        np.savez(part, sums=np.stack([sums[HAND] for sums in draws.sums]), **keys)
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    for other in file.parent.glob("odds-*.npz"):
        if other != file:
            other.unlink(missing_ok=True)
