"""Step 7, statistics: figures, names and rows in words; what comes from the database is cleaned."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from histparse.model.errors import count, escape_unprintable
from histparse.model.money import show_amount

NOTHING = "\N{EN DASH}"
"""Shown where there was no opportunity: null is not zero."""
UNSAID = "?"
"""The currency of hands whose text names none."""
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
CHANGE_FIRST, DIFFERENCES = "What to change first", "Where you differ"
"""The headings of the two lists of a report."""
HEADING = 12
"""The most characters of a player's name above a narrow column."""
EQUAL = 9
"""Amounts that do not differ in so many digits are equal."""


def percent(rate: float | None) -> str:
    """The rate in percent: `23.4 %`."""
    return NOTHING if rate is None else f"{100 * rate:.1f} %"


def done_of_chances(done: int, chances: int) -> str:
    """`1,204/22,938`: made, of so many opportunities."""
    return f"{done:,}/{chances:,}"


def percent_interval(low: float | None, high: float | None) -> str:
    """`19.5` to `27.0` with a dash between: an interval in percent, as exact as the rate in it."""
    return NOTHING if low is None or high is None else f"{100 * low:.1f}{NOTHING}{100 * high:.1f}"


def short_label(name: str, most_letters: int = 20) -> str:
    """A player's name as a label: plain, no longer than `most` characters; a long one loses its site."""
    shown = escape_unprintable(name)
    shown = shown if len(shown) <= most_letters else shown[shown.find(":") + 1 :] or shown
    return shown if len(shown) <= most_letters else shown[: most_letters - 1] + "…"


def short_number(number: int) -> str:
    """`2,938`, and `13.9k` where it grows long."""
    if number < 10_000:
        return f"{number:,}"
    value, letter = (number / 1_000, "k") if number < 999_500 else (number / 1_000_000, "M")
    return f"{value:.1f}{letter}" if value < 99.95 else f"{value:,.0f}{letter}"


def capitalise(text: str) -> str:
    """The text, with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def signed_number(number: float | None, digits: int = 1) -> str:
    """`+3.2` or `-0.5`; what is rounded to nothing has no sign.

    Sums of the same amounts in another order may differ in their last bit: they are equal first, and then rounded.
    """
    shown = NOTHING if number is None else f"{round(number, EQUAL):+,.{digits}f}"
    return shown if shown.strip("+-0.") else shown[1:]


def big_bets_interval(low: float | None, high: float | None) -> str:
    """`-3 to +9`: an interval of big bets."""
    return NOTHING if low is None or high is None else f"{signed_number(low, 0)} to {signed_number(high, 0)}"


def signed_money(amount: int | None, currency: str) -> str:
    """`+$12.50`; play money without a currency sign. Tournament chips have no sum."""
    if amount is None:
        return NOTHING
    return ("+" if amount > 0 else "") + show_amount(amount, currency)


def money_interval(amount: int | None, low: int | None, high: int | None, currency: str) -> str:
    """`+$12.50 (-$3 to +$28)`: an amount and its interval."""
    if amount is None or low is None or high is None:
        return signed_money(amount, currency)
    return f"{signed_money(amount, currency)} ({signed_money(low, currency)} to {signed_money(high, currency)})"


def explain_opposite_signs(net: int | None, big_bets: float | None) -> str:
    """Say how money can be won while big bets are lost, or the other way round; empty if both have the same sign."""
    if net is None or big_bets is None or net * big_bets >= 0:
        return ""
    return f"{'won' if net > 0 else 'lost'} at larger stakes, {'lost' if net > 0 else 'won'} at smaller"


def format_stakes(low: int, high: int, currency: str) -> str:
    """`$0.10/$0.20`."""
    return f"{show_amount(low, currency)}/{show_amount(high, currency)}"


def format_day(time: datetime | None) -> str:
    """`25 Nov 2009`."""
    return NOTHING if time is None else f"{time.day} {time:%b %Y}"


def hands_played_line(hands: int, days: str, undated: int, sites: tuple[str, ...]) -> str:
    """`240 hands  ·  3 Nov 2010 to 19 Mar 2013 (UTC)  ·  2 without a date, in no session  ·  pokerstars`."""
    left_out = [f"{undated:,} without a date, in no session"] if undated else []
    return "  ·  ".join([count(hands, "hand"), days, *left_out, ", ".join(map(escape_unprintable, sites))])


def date_range(first: datetime | None, last: datetime | None, zone: str) -> str:
    """`3 Nov 2010 to 19 Mar 2013 (UTC)`."""
    if first is None or last is None:
        return NOTHING
    return f"{' to '.join(dict.fromkeys([format_day(first), format_day(last)]))} ({zone})"


def opponents_line(players: int, hands: int) -> str:
    """Who the others are."""
    return f"compared with {count(players, 'opponent')}, {hands:,} hands dealt to them"


def filters_line(filters: tuple[str, ...]) -> list[str]:
    """`only site pokerstars, cash games`, if anything is filtered."""
    return [f"only {', '.join(filters)}"] if filters else []


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
            shown = _cards_in_words(str(value))
        case "round", int():
            shown = ROUNDS[value]
        case _, bool():
            shown = FLAGS.get(column, ("no", "yes"))[value]
        case _, datetime():
            shown = f"{value:%Y-%m-%d %H:%M}"
        case _:
            shown = escape_unprintable(str(value))
    return shown


def currency_name(currency: str) -> str:
    """`USD`, or the kind of amount if it is not a currency."""
    return KINDS.get(currency, escape_unprintable(currency))


def fill_sentence(text: str, row: Mapping[str, object]) -> str:
    """The statistic's sentence for that row: `stands pat in the {draw}` becomes `stands pat in the first draw`."""
    for column, value in row.items():
        name = value_name(column, value)
        phrase = "no card" if (column, name) == ("drawn", "pat") else name
        text = text.replace(f"{{{column}}}", phrase)
    return text


def _cards_in_words(cards_drawn: str) -> str:
    """`pat`, `1 card`, `2+ cards`."""
    if cards_drawn in {"0", "pat"}:
        return "pat"
    return f"{cards_drawn} card" if cards_drawn == "1" else f"{cards_drawn} cards"
