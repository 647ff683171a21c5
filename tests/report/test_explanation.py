"""Why hands won what they won: nothing is said of cards and mistakes where no cards are known."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from histparse import Filters, Store
from histparse.simulate import Settings, Style
from tests.running import Run
from tests.serve.databases import deal_into

SECOND = datetime(2013, 3, 20, 19, tzinfo=UTC)
REGULARS = {"Ann": Style(), "Ben": Style()}


@pytest.mark.nightly
def test_of_hands_that_only_others_saw_just_the_net_is_told(tmp_path: Path, run: Run) -> None:
    """Ann's own hands, and an evening of hers that Ben wrote down."""
    evenings = (
        Settings(hands=600, seed=3, hero="Ann", regulars=REGULARS, players=(3, 3)),
        Settings(hands=30, seed=5, hero="Ben", regulars=REGULARS, players=(3, 3), start=SECOND),
    )
    file = deal_into(tmp_path / "a.duckdb", *evenings)
    with Store(file) as store:
        all_hands, second = (store.explain("Ann", filters=Filters(since=since)) for since in (None, SECOND))
        ben = store.explain("Ben", filters=Filters(until=SECOND))
        net = store.find_hands("bb100", "Ann", filters=Filters(since=SECOND))["big_bets"].sum()
    code, printed, _ = run("results", "Ann", "--why", "--from", "2013-03-20", "--db", file, "--format", "json")
    assert all_hands is not None
    assert second is not None
    assert ben is not None
    assert all_hands.luck is not None
    assert all_hands.mistakes is not None
    assert (second.luck, second.mistakes, second.usual_mistakes) == (None, None, None)
    assert second.net == pytest.approx(net)
    assert second.verdict in {f"You won {net:,.1f} BB.", f"You lost {-net:,.1f} BB."}
    assert (code, json.loads(printed)["verdict"]) == (0, second.verdict)
    assert (ben.luck, ben.mistakes) == (None, None)
