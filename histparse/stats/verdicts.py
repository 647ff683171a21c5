"""Step 7, statistics: verdicts - what figures say of a player, in a sentence that claims no more than their intervals.

Pages, the terminal and Python print the same sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from histparse.model.errors import count
from histparse.stats.words import big_bets_interval, signed_number

OUT_OF_SIGHT = 1_000_000
"""More hands than this are nobody's plan."""
ENOUGH_HANDS = 500
"""With fewer nothing is said of hands to come."""
UNKNOWN = "not known yet"
NOTHING = 0.05
"""Big bets that are printed as 0.0."""


class Winning(Struct, frozen=True):
    """Whether a player wins: the answer that the interval bears, and what is missing for another."""

    answer: str
    """`yes`, `no` or `not known yet`."""
    missing: str = ""
    """`if it stays so, about 18,000 more hands would tell`."""

    def __str__(self) -> str:
        """`not known yet; if it stays so, about 18,000 more hands would tell`."""
        return "; ".join(filter(None, [self.answer, self.missing]))


def is_winning(bb100: float, low: float | None, high: float | None, hands: int) -> Winning:
    """Answer whether a player wins, from big bets per 100 hands and the ends of their 95 % interval.

    Without ends there are too few hands for an interval. Where it includes zero, the answer says how many hands more
    would tell if the rate stays as it is; of fewer than `ENOUGH_HANDS` it will not, so nothing is said of more.
    """
    if low is not None and low > 0:
        return Winning("yes")
    if high is not None and high < 0:
        return Winning("no")
    if low is None or high is None or hands < ENOUGH_HANDS:
        return Winning(UNKNOWN, f"{hands:,} {'is' if hands == 1 else 'are'} too few to tell")
    missing = hands_until_verdict(bb100, low, high, hands)
    if missing is None:
        return Winning(UNKNOWN, "it is too near to zero to say how many more hands would tell")
    return Winning(UNKNOWN, f"if it stays so, about {missing:,} more hands would tell")


def winning_verdict(bb100: float, low: float | None, high: float | None, hands: int) -> str:
    """`Yes: +24.5 BB/100 (+19 to +30) in 21,837 hands`; see `is_winning`."""
    winning, ends = is_winning(bb100, low, high, hands), "" if low is None else f" ({big_bets_interval(low, high)})"
    rate = f"{signed_number(bb100)} BB/100{ends} in {count(hands, 'hand')}"
    return f"{winning.answer.capitalize()}: {'; '.join(filter(None, [rate, winning.missing]))}"


def winning_verdict_of_totals(totals: Mapping[str, Any]) -> str:
    """The sentence of `winning_verdict` on a row of the statistic `bb100`."""
    return winning_verdict(totals["bb100"], totals["low_end"], totals["high_end"], totals["hands"])


def hands_until_verdict(bb100: float, low: float, high: float, hands: int) -> int | None:
    """About how many hands more make a 95 % interval around that rate leave out zero; None: more than a million.

    The interval narrows with the square root of the hands. Rounded to two digits, for it is a forecast.
    """
    half_width = (high - low) / 2
    if abs(bb100) * (OUT_OF_SIGHT / hands + 1) ** 0.5 < half_width:
        return None
    missing = max(1, round(hands * ((half_width / bb100) ** 2 - 1)))
    return round(missing, 2 - len(str(missing)))


def describe_net_luck_and_mistakes(
    net: float, luck: float | None, mistakes: float | None, usual_mistakes: float | None, *, is_hero: bool
) -> str:
    """Say what hands won, and what cards and mistakes did to it; all in big bets, None is left out.

    `You lost 48.2 BB. Your cards cost 45.9; your mistakes about 18.8 (usually 14.4 in as many hands).` Luck is what the
    cards brought beyond their average; mistakes cost, so they are from 0 on. Both are parts of the net that need not
    add up to it: opponents have luck and make mistakes too.
    """
    who, whose = ("You", "Your") if is_hero else ("They", "Their")
    result = f"{who} broke even." if abs(net) < NOTHING else f"{who} {'won' if net > 0 else 'lost'} {abs(net):,.1f} BB."
    parts = []
    if luck is not None:
        parts.append(f"cards {'cost' if luck < 0 else 'brought'} {abs(luck):,.1f}")
    if mistakes is not None:
        verb = "" if luck is not None and luck < 0 else "cost "  # after "cards cost" it is understood
        price = f"about {mistakes:,.1f}" if mistakes >= NOTHING else "nothing"
        usual = "" if usual_mistakes is None else f" (usually {usual_mistakes:,.1f} in as many hands)"
        parts.append(f"mistakes {verb}{price}{usual}")
    if not parts:
        return result
    return f"{result} {whose} {f'; {whose.lower()} '.join(parts)}."
