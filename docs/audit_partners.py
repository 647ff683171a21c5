"""Writes what partners audits of play find, by simulation: `python -m docs.audit_partners`, in ten minutes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.audit.pairs_found import favoured
from tests.audit.tables import LENGTH
from tests.dealer.habits import Favour

PAGE = Path(__file__).parent / "audit_partners.md"
CASES = ((1.0, 5, 10), (1.0, 17, 5), (0.5, 17, 5))
"""How many chances are taken, how many sessions each pair plays together, and how many pairs a database has."""
ONE_WAY = {Favour.FOLD}
"""What only the first of a pair does; of those who dump chips the other collects them."""
FAVOURS = [favour for favour in Favour if favour is not Favour.COLLECT]
HEAD = """<!-- Written by `python -m docs.audit_partners`. -->

# What audits of play find

Pairs who do a single thing for each other, whenever they could or in half of their chances, and play as usual else.
Beside the number that would be named, were the pair the only one in its database, stands the test that names most of
them. They sit six at a table with some of thirty others, and either plays a third as many hands without
the other; folding is done by one of them, dumping by one while the other bets and raises, all else by both.

"""


def rows() -> Iterator[str]:
    """A line for each favour and size of the sample."""
    cases = (
        f"{LENGTH * sessions:,} hands together, in {100 * chance_share:.0f} % of chances"
        for chance_share, sessions, _ in CASES
    )
    head = ["what one does for the other", *cases]
    yield from (f"| {' | '.join(head)} |", "|---" * len(head) + "|")
    for favour in FAVOURS:
        yield f"| {favour.value} | {' | '.join(_cell(favour, *case) for case in CASES)} |"


def _cell(favour: Favour, chance_share: float, sessions: int, pairs: int) -> str:
    named_by_test = favoured(favour, chance_share, sessions, pairs, seed=1, both=favour not in ONE_WAY)
    del named_by_test["others"]
    pairs_named = pairs - named_by_test.pop("nobody", 0)
    return f"{pairs_named} of {pairs}{f', `{named_by_test.most_common(1)[0][0]}`' if pairs_named else ''}"


if __name__ == "__main__":
    written: list[str] = []
    for row in rows():
        written.append(row)
        PAGE.write_text(HEAD + "\n".join([*written, ""]), encoding="utf-8")
