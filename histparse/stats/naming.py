"""Step 7, statistics: rows and rates in words - which draw, which round, how often of how many, from where to where."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from histparse.model.errors import plain
from histparse.stats.run import UNSAID

KINDS = {"play": "play money", "chips": "tournament chips", UNSAID: "currency unsaid"}
"""Names for amounts without an ISO code."""
NTH = {1: "first", 2: "second", 3: "third"}
ALL = {"draw": "all draws", "keep": "all", "low_stake": "all stakes"}
"""Columns in which null means all values together."""
NOTHING = "\N{EN DASH}"
"""Shown where there was no opportunity: null is not zero."""
ROUNDS = ("before the first draw", "after the first draw", "after the second draw", "after the last draw")
FLAGS = {
    "in_position": ("out of position", "in position"),
    "won": ("losers", "winners"),
    "reshuffled": ("deck dealt", "after a reshuffle"),
}
"""Boolean columns: the words for false and true."""


def row_name(of: Mapping[str, object]) -> tuple[str, ...]:
    """The words for a row, the column that changes least first: `("first draw", "pat")`."""
    return tuple(value_name(column, value) for column, value in of.items())


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


def sentence(text: str, of: Mapping[str, object]) -> str:
    """The statistic's sentence for that row: `stands pat in the {draw}` becomes `stands pat in the first draw`."""
    for column, value in of.items():
        name = value_name(column, value)
        spoken = "no card" if (column, name) == ("drawn", "pat") else name
        text = text.replace(f"{{{column}}}", spoken)
    return text


def _cards(drawn: str) -> str:
    """`pat`, `1 card`, `2+ cards`."""
    if drawn in {"0", "pat"}:
        return "pat"
    return f"{drawn} card" if drawn == "1" else f"{drawn} cards"


# --- figures ----------------------------------------------------------------------------------------------------------


def percent(rate: float | None) -> str:
    """The rate in percent: `23.4 %`."""
    return NOTHING if rate is None else f"{100 * rate:.1f} %"


def of(done: int, chances: int) -> str:
    """`1,204/22,938`: made, of so many opportunities."""
    return f"{done:,}/{chances:,}"


def span(low: float | None, high: float | None) -> str:
    """`19.5` to `27.0` with a dash between: an interval in percent, as exact as the rate in it."""
    return NOTHING if low is None or high is None else f"{100 * low:.1f}{NOTHING}{100 * high:.1f}"
