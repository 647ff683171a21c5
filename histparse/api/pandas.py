"""The Python interface: frames for pandas, where it is installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import polars as pl

from histparse.model.errors import HistparseError

if TYPE_CHECKING:
    import pandas as pd


def to_pandas(frame: pl.DataFrame | pl.LazyFrame) -> pd.DataFrame:
    """The rows as a frame of pandas, whose columns are those of Arrow: amounts stay integers beside nulls.

    `frame.to_pandas()` of Polars makes floats of integers where some are null. Raises HistparseError unless pandas and
    pyarrow are installed.
    """
    if not (find_spec("pandas") and find_spec("pyarrow")):
        raise HistparseError("pandas and pyarrow are not installed: pip install 'histparse[pandas]'")
    return frame.lazy().collect().to_pandas(use_pyarrow_extension_array=True)
