"""Counts the constants of the game anew and writes their files: `python -m docs.constants`, after changes of how."""

from __future__ import annotations

from histparse.coach.luck.results import compute_luck_constants
from histparse.odds.low_draws import (
    FOLDER,
    Array,
    compress_array,
    compute_draw_constants,
    compute_outcome_constants,
    load_constant,
    load_low_draws,
)

STEPS = (compute_draw_constants, compute_outcome_constants, compute_luck_constants)
"""Each rests on the constants of those before it."""


def write(arrays: dict[str, Array]) -> None:
    """Write the files of these constants, and read them from now on."""
    for name, array in arrays.items():
        (FOLDER / f"{name}.npy.xz").write_bytes(compress_array(array))
    load_constant.cache_clear()
    load_low_draws.cache_clear()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for count in STEPS:
        write(count())
