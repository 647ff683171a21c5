"""The constants of the game that come with the package: they can be counted again, and are mapped from the cache."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from docs.constants import STEPS
from histparse.odds.low_draws import FOLDER, load_array

SHIPPED = {file.name.partition(".")[0] for file in FOLDER.iterdir()}


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder that the constants are unpacked into, which is not there yet."""
    monkeypatch.setenv("HISTPARSE_CACHE", str(tmp_path))
    load_array.cache_clear()
    yield tmp_path / "constants"
    load_array.cache_clear()


@pytest.mark.nightly
def test_counting_again_gives_what_comes_with_the_package() -> None:
    counted = {name: array for count in STEPS for name, array in count().items()}
    assert counted.keys() == SHIPPED
    for name, array in counted.items():
        shipped = load_array(name)
        assert (shipped.shape, shipped.dtype) == (array.shape, array.dtype)
        exact = array.dtype == np.int64
        # Libraries add numbers up in different orders.
        assert np.allclose(shipped, array, rtol=0 if exact else 1e-5, atol=0 if exact else 1e-6), name


def test_a_constant_is_mapped_from_the_cache_and_unpacked_again_when_that_is_damaged(cached: Path) -> None:
    first = load_array("draws_keys")
    [file] = cached.iterdir()
    for damage in (b"", b"\x93NUMPY", file.read_bytes()[:1000]):
        file.with_suffix(".other").write_bytes(damage)
        file.with_suffix(".other").replace(file)
        load_array.cache_clear()
        again = load_array("draws_keys")
        assert isinstance(again.base, np.memmap)
        assert np.array_equal(first, again)
    (cached / "draws_keys-0.npy").write_bytes(b"of another version")
    file.unlink()
    load_array.cache_clear()
    load_array("draws_keys")
    assert [*cached.iterdir()] == [file]


def test_without_a_cache_a_constant_is_unpacked_into_memory(cached: Path) -> None:
    cached.write_text("not a folder", encoding="utf-8")
    array = load_array("draws_keys")
    assert len(array) > 100_000
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
