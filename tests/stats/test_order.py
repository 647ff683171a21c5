"""Figures do not show in which order hands are stored, not even in their last digits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl
import pytest

from histparse.stats import catalogue, run_statistics
from histparse.store import Database
from tests.samples import of_site
from tests.store.filling import fill

FILES = [file for file in of_site("pokerstars") if "session" in file.name]


def figures(files: Sequence[Path]) -> dict[str, pl.DataFrame]:
    """What every statistic says of every player."""
    with Database(":memory:") as database:
        for file in files:
            fill(database, [file])
        return dict(zip(catalogue(), run_statistics(database, catalogue().values()), strict=True))


@pytest.mark.nightly
def test_every_figure_is_the_same_in_whatever_order_hands_come() -> None:
    forwards, backwards = figures(FILES), figures(FILES[::-1])
    assert [name for name, rows in forwards.items() if not rows.equals(backwards[name])] == []
