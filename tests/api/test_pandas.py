"""Frames for pandas, with the extra of that name; the tests run without it, as most users do."""

from __future__ import annotations

import importlib.util

import polars as pl
import pytest

import histparse

FRAME = pl.DataFrame({"net": [150, None, -200], "player": ["Ann", "Bo", None], "rate": [0.5, None, 1.0]})


@pytest.mark.parametrize("missing", ["pandas", "pyarrow"])
def test_without_it_one_sentence_says_what_to_do(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr("histparse.api.tables.find_spec", lambda name: None if name == missing else find_spec("json"))
    with pytest.raises(histparse.HistparseError) as error:
        histparse.to_pandas(FRAME)
    assert str(error.value) == "pandas and pyarrow are not installed: pip install 'histparse[pandas]'"


@pytest.mark.parametrize("frame", [FRAME, FRAME.lazy()], ids=["eager", "lazy"])
def test_amounts_stay_integers(frame: pl.DataFrame | pl.LazyFrame) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed: pip install '.[pandas]'")
    converted = histparse.to_pandas(frame)
    assert isinstance(converted, pandas.DataFrame)
    assert {name: str(kind) for name, kind in converted.dtypes.items()} == {
        "net": "int64[pyarrow]",
        "player": "large_string[pyarrow]",
        "rate": "double[pyarrow]",
    }
    assert converted["net"].to_list() == [150, pandas.NA, -200]
