"""Many statistics asked at once are the same as each asked alone."""

from __future__ import annotations

import os

import pytest

from histparse.stats import Filters, catalogue, filter_views, run, run_all
from histparse.store import Database
from tests.store.filling import BY_HAND, fill

ALL = list(catalogue().values())
ASKED = ALL if os.environ.get("HISTPARSE_SOAK") else list({one.section: one for one in ALL}.values())
"""The statistics that are asked: every one, or one of each section."""


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("few", [filter_views.FEW_SEATS, 0])
def test_all_at_once_are_as_each_alone(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filter_views, "FEW_SEATS", few)
    with Database(":memory:") as database:
        fill(database, [BY_HAND / "by_hand_heads_up_snow.txt", BY_HAND / "by_hand_all_in_side_pot.txt"])
        for player, filters in (
            ("Katja72", Filters()),
            (None, Filters()),
            ("Katja72", Filters(by="position")),
            ("Katja72", Filters(by="site")),
        ):
            at_once = run_all(database, ASKED, player, filters)
            for statistic, found in zip(ASKED, at_once, strict=True):
                assert found.equals(run(database, statistic.name, player, filters=filters)), statistic.name
