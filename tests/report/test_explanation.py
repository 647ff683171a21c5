"""Why hands won what they won: nothing is said of cards and mistakes where no cards are known."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from histparse import Filters, Store
from histparse.simulate import Settings, Style, deal_hands
from tests.dealer.writing import write
from tests.running import Run

SECOND = datetime(2013, 3, 20, 19, tzinfo=UTC)
REGULARS = {"Ann": Style(), "Ben": Style()}


@pytest.mark.nightly
def test_of_hands_that_only_others_saw_just_the_net_is_told(tmp_path: Path, run: Run) -> None:
    """Ann's own hands, and an evening of hers that Ben wrote down."""
    evenings = (
        Settings(hands=600, seed=3, hero="Ann", regulars=REGULARS, players=(3, 3)),
        Settings(hands=30, seed=5, hero="Ben", regulars=REGULARS, players=(3, 3), start=SECOND),
    )
    (tmp_path / "two.txt").write_text("".join(write(hand) for evening in evenings for hand in deal_hands(evening)))
    with Store(tmp_path / "a.duckdb") as store:
        assert store.import_files([tmp_path / "two.txt"]).stored == 630
        every, seen_by_ben = (store.explain("Ann", filters=Filters(since=since)) for since in (None, SECOND))
        ben = store.explain("Ben", filters=Filters(until=SECOND))
        net = store.find_hands("bb100", "Ann", filters=Filters(since=SECOND))["big_bets"].sum()
    code, out, _ = run(
        "results", "Ann", "--why", "--from", "2013-03-20", "--db", tmp_path / "a.duckdb", "--format", "json"
    )
    assert every is not None
    assert seen_by_ben is not None
    assert ben is not None
    assert every.luck is not None
    assert every.mistakes is not None
    assert (seen_by_ben.luck, seen_by_ben.mistakes, seen_by_ben.usual_mistakes) == (None, None, None)
    assert seen_by_ben.net == pytest.approx(net)
    assert seen_by_ben.verdict in {f"You won {net:,.1f} BB.", f"You lost {-net:,.1f} BB."}
    assert (code, json.loads(out)["verdict"]) == (0, seen_by_ben.verdict)
    assert (ben.luck, ben.mistakes) == (None, None)
