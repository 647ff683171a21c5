"""Writes what partners audits of play find, by simulation: `python -m docs.audit_partners`, in half an hour."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from histparse.simulate.settings import Favour
from tests.audit.pairs_found import favoured
from tests.audit.tables import LENGTH

PAGE = Path(__file__).parent / "audit_partners.md"
TAKEN = (1.0, 0.5, 0.25)
PAIRS = {5: 10, 17: 5}
"""How many pairs there are in a database, by the sessions that each plays together."""
ONE_WAY = {Favour.FOLD}
"""What only the first of a pair does; of those who dump chips the other collects them."""
FAVOURS = [favour for favour in Favour if favour is not Favour.COLLECT]
HEAD = """<!-- Written by `python -m docs.audit_partners`. -->

# What audits of play find

Pairs who do a single thing for each other, whenever they could, in half of their chances or in a quarter, and play as
usual else. Beside the number that would be named, were the pair the only one in its database, stands the test that
names most of them. They sit six at a table with some of thirty others, and either plays a third as many hands without
the other; folding is done by one of them, dumping by one while the other bets and raises, all else by both.

"""


def rows() -> Iterator[str]:
    """A line for each favour and size of the sample."""
    head = ["what one does for the other", "hands together", *(f"in {100 * takes:.0f} % of chances" for takes in TAKEN)]
    yield from (f"| {' | '.join(head)} |", "|---" * len(head) + "|")
    for favour in FAVOURS:
        for met, number in PAIRS.items():
            cells = [_cell(favour, takes, met, number) for takes in TAKEN]
            yield f"| {favour.value} | {LENGTH * met:,} | {' | '.join(cells)} |"


def _cell(favour: Favour, takes: float, met: int, number: int) -> str:
    told = favoured(favour, takes, met, number, seed=1, both=favour not in ONE_WAY)
    del told["others"]
    found = number - told.pop("nobody", 0)
    return f"{found} of {number}{f', `{told.most_common(1)[0][0]}`' if found else ''}"


if __name__ == "__main__":
    written: list[str] = []
    for row in rows():
        written.append(row)
        PAGE.write_text(HEAD + "\n".join([*written, ""]), encoding="utf-8")
