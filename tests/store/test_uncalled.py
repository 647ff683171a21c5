"""Uncalled chips are not part of a pot, whatever figures of the text include them."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse.model.house import house
from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from tests.dealer.writing import write_all, writer
from tests.store.filling import SAMPLES, fill, rows, tell_rows

UNANSWERED = """
    SELECT count(*) FROM (
        SELECT list_sort(list(contributed), 'DESC') AS most FROM seats WHERE dealt_in GROUP BY hand_key
    ) WHERE most[1] > most[2]
"""
UNBALANCED = """
    SELECT count(*) FROM hands
    WHERE pot - rake <> (SELECT sum(collected) FROM seats WHERE seats.hand_key = hands.hand_key)
"""


def test_a_bet_that_stays_in_the_stated_pot_is_not_won(database: Database) -> None:
    fill(database, [SAMPLES / "winamax" / "by_hand_uncalled_bet_stays.txt"])
    assert rows(database, "SELECT pot, rake FROM hands") == [(5000, 150)]
    assert tell_rows(database, "SELECT contributed, collected, net FROM seats ORDER BY seat") == [
        "2500, 4850, 2350",
        "2500, 0, -2500",
    ]


@pytest.mark.nightly(1)
@pytest.mark.parametrize("site", ["winamax", "merge"])
def test_nobody_puts_in_more_than_was_called(database: Database, site: str, tmp_path: Path) -> None:
    """All-ins for less too, where the last bettor only gets a part back."""
    dealt = Settings(hands=60, seed=11, writer=writer(site), house=house(site), stacks=(1, 8))
    file = tmp_path / "session"
    file.write_text(write_all(hand for hand in deal_hands(dealt)), "utf-8")
    assert fill(database, [file]).stored == 60
    dead = "SELECT count(DISTINCT hand_key) FROM seats WHERE post IN ('small & big blinds', 'dead blind', 'ante')"
    assert rows(database, UNANSWERED)[0][0] <= rows(database, dead)[0][0]
    assert rows(database, UNBALANCED) == [(0,)]
