"""Nobody is called lucky by mistake: in fairly dealt hands, loose and tight, z is beyond 2 for at most one in twenty.

With HISTPARSE_SOAK=1 over a million draws, otherwise over a few thousand.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import chain
from math import sqrt

import polars as pl
import pytest
from msgspec.structs import replace

from histparse.judging.engine import HandResult, judge
from histparse.model.hand import Hand
from histparse.model.house import house
from histparse.reader import HandText
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, run_statistic
from histparse.store import Database, Importer

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
SESSIONS, HANDS = (125, 600) if SOAK else (1, 700)
"""Of each kind of game, and hands in each session."""
LOOSE, TIGHT = 0.9, 0.2
DRAWS = 1_000_000 if SOAK else 5_000
BEYOND = 0.05
"""The share of z beyond 2 that chance alone makes."""


def dealt(callers: float) -> Iterator[Hand]:
    """Hands with open cards, so that every draw is known."""
    for seed in range(SESSIONS):
        game = Settings(hands=HANDS, seed=seed + int(1_000 * callers), players=(4, 6), callers=callers, open_cards=True)
        yield from deal_hands(game)


@pytest.mark.nightly
def test_few_are_lucky_by_more_than_chance(capsys: pytest.CaptureFixture[str]) -> None:
    with Database(":memory:") as database:
        with Importer(database) as importer:
            for number, hand in enumerate(chain(dealt(LOOSE), dealt(TIGHT))):
                named = replace(hand, header=replace(hand.header, hand_id=str(number)))
                table = judge(named, house("pokerstars"), importer.observe).table
                text = HandText(f"{number}.txt", 1, f"hand {number}", "pokerstars")
                importer.add(HandResult((), text, named, table))
        known = "SELECT count(*) FROM draws WHERE drawn > 0 AND p_nine IS NOT NULL"
        ((draws,),) = database.connection.execute(known).fetchall()
        luck = run_statistic(database, "draw_luck", filters=Filters(by="player"))
    z = luck.filter(pl.col("z").is_not_null() & pl.col("draw").is_null())["z"]
    assert len(z) > 30
    share = int((z.abs() > 2).sum()) / len(z)
    with capsys.disabled():
        sys.stdout.write(f"\n{draws:,} draws: |z| above 2 in {share:.2%} of {len(z)}\n" if SOAK else "")
    assert draws > DRAWS
    # Of a few figures chance alone puts some more beyond.
    assert share <= BEYOND + (0 if SOAK else 3 * sqrt(BEYOND * (1 - BEYOND) / len(z)))
