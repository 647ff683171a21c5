"""Deals the sessions in sample_histories/phh anew: `python -m tests.simulate.deal_phh`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from histparse.export.phh.adaptation import PHH
from histparse.model.house import house
from histparse.simulate import Settings, Stakes, deal_hands
from tests.dealer.writing import pages
from tests.simulate.deal_samples import LEVELS, PEOPLE

FOLDER = Path("sample_histories", "phh")

SITE: dict[str, Any] = {"writer": PHH, "hero": "Katja72", "regulars": PEOPLE}

SESSIONS = {
    "cash_game": Settings(
        hands=60,
        seed=5,
        house=house("wsop-live"),
        players=(4, 6),
        stakes=(Stakes(2000, 4000, 1000),),
        table="Feature table",
        start=datetime(2023, 6, 20, 2, 0, tzinfo=UTC),
        chatter=0.4,
        **SITE,
    ),
    "final_table": Settings(
        hands=60,
        seed=6,
        house=house("wsop-tournament"),
        players=(6, 6),
        stacks=(8, 25),
        callers=0.6,
        levels=LEVELS,
        start=datetime(2023, 6, 24, 1, 0, tzinfo=UTC),
        **SITE,
    ),
}

HOLDEM = """[holdem-{number}]
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [100, 200]
min_bet = 200
starting_stacks = [20000, 20000]
actions = ['d dh p1 2c7d', 'd dh p2 AhAd', 'p2 cbr 600', 'p1 f']



"""


def session(name: str) -> Iterator[str]:
    """The hands of a session, each under a heading of its own; at the cash game hold'em is dealt in between."""
    for count, page in enumerate(pages(deal_hands(SESSIONS[name])), start=1):
        yield page
        if name == "cash_game" and count % 12 == 0:
            yield HOLDEM.format(number=count // 12)


def main() -> None:
    """Write the files."""
    for name in SESSIONS:
        Path(FOLDER, f"session_{name}.phhs").write_text("".join(session(name)), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
