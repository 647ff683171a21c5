"""Step 7, statistics: names for the rows of statistics - which draw, which round, in or out of position."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from histparse.model.errors import plain
from histparse.stats.run import NOTHING, UNSAID

KINDS = {"play": "play money", "chips": "tournament chips", UNSAID: "currency unsaid"}
"""Names for amounts without an ISO code."""
NTH = {1: "first", 2: "second", 3: "third"}
ALL = {"draw": "all draws", "keep": "all", "low_stake": "all stakes"}
"""Columns in which null means all values together."""
ROUNDS = ("before the first draw", "after the first draw", "after the second draw", "after the last draw")
FLAGS = {
    "in_position": ("out of position", "in position"),
    "won": ("losers", "winners"),
    "reshuffled": ("deck dealt", "after a reshuffle"),
}
"""Boolean columns: the words for false and true."""


def row_name(row: Mapping[str, object]) -> tuple[str, ...]:
    """The words for a row, the column that changes least first: `("first draw", "pat")`."""
    return tuple(value_name(column, value) for column, value in row.items())


def value_name(column: str, value: object) -> str:
    """The word for a value of that column."""
    match column, value:
        case _, None:
            shown = ALL.get(column, NOTHING)
        case "draw", int():
            shown = f"{NTH[value]} draw"
        case "after", _:
            shown = f"after {'the deal' if value == 'deal' else value}"
        case (("drawn" | "drew" | "against"), _):
            shown = _cards(str(value))
        case "round", int():
            shown = ROUNDS[value]
        case _, bool():
            shown = FLAGS.get(column, ("no", "yes"))[value]
        case _, datetime():
            shown = f"{value:%Y-%m-%d %H:%M}"
        case _:
            shown = plain(str(value))
    return shown


def unit(currency: str) -> str:
    """`USD`, or the kind of amount if it is not a currency."""
    return KINDS.get(currency, plain(currency))


def sentence(text: str, row: Mapping[str, object]) -> str:
    """The statistic's sentence for that row: `stands pat in the {draw}` becomes `stands pat in the first draw`."""
    for column, value in row.items():
        name = value_name(column, value)
        phrase = "no card" if (column, name) == ("drawn", "pat") else name
        text = text.replace(f"{{{column}}}", phrase)
    return text


def _cards(drawn: str) -> str:
    """`pat`, `1 card`, `2+ cards`."""
    if drawn in {"0", "pat"}:
        return "pat"
    return f"{drawn} card" if drawn == "1" else f"{drawn} cards"
