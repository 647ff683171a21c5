"""Step 7, statistics: whether a rate or a win rate changes over time, or stands out once, beyond what is chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import erfc, sqrt

import numpy as np
import polars as pl
from msgspec import Struct
from numpy.typing import NDArray

from histparse.model.errors import count
from histparse.stats.run import RATE, partition_by_keys
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.significance import (
    FALSE_CLAIMS,
    LEAST_EFFECT,
    RatePair,
    cohens_h,
    largest_claimable_p,
    period_p_value,
    two_sided_student_p,
)

OVER = ("month", "session")
"""The groups that follow each other in time."""
FEWEST_PERIODS = 3
FALSE_TRENDS = FALSE_PERIODS = FALSE_CLAIMS / 2
"""One sentence tells both: where there is neither, it claims one of them in 5 % of tables at most."""
RARE = 5
"""Made or missed less often than this, a rate shows no trend."""
AmountsByPeriod = NDArray[np.float64]
AmountsByHand = NDArray[np.float64]


class Trend(Struct, frozen=True):
    """A straight line through the figures of all periods: its first and last value, and the p-value of its slope."""

    first: float
    last: float
    p: float

    @property
    def is_large(self) -> bool:
        """Whether it matters, for a rate: from its first to its last value."""
        return abs(cohens_h(self.first, self.last)) >= LEAST_EFFECT


class Outlier(Struct, frozen=True):
    """The month or session that stands out most: its rate beside that of all others together."""

    period: str
    row_name: str
    """What identifies the row: `draw 2`; empty where there is only one."""
    pair: RatePair


def proven_trends(rows: pl.DataFrame, period_column: str) -> dict[str, Trend] | None:
    """The trends of the first label's rates that chance does not explain, by what identifies the row; None: too few.

    `rows`: as a statistic returns them by month or by session. All rows are tested together, so that where there is no
    trend at all, one is claimed in 2.5 % of tables at most (Benjamini and Hochberg).
    """
    by_row = {
        name: fit_rate_trend_if_enough(*part["done", "chances"].to_numpy().T.astype(np.float64))
        for name, part in _first_label_periods_by_row(rows, period_column).items()
    }
    testable = {name: row_trend for name, row_trend in by_row.items() if row_trend is not None}
    level = largest_claimable_p((row_trend.p for row_trend in testable.values()), FALSE_TRENDS)
    if not testable:
        return None
    return {name: row_trend for name, row_trend in testable.items() if row_trend.p <= level and row_trend.is_large}


def find_outlier_period(rows: pl.DataFrame, period_column: str) -> Outlier | None:
    """The period whose rate chance explains least; None if chance may explain all. Arguments as of `trends`.

    Each period with enough opportunities is tested against the others together; so that where none differs, one is
    claimed in 2.5 % of tables at most, all rows of all periods count as tests (Bonferroni).
    """
    tested = [
        Outlier(str(part[period_column][period]), name, pair)
        for name, part in _first_label_periods_by_row(rows, period_column).items()
        if len(part) >= FEWEST_PERIODS
        for period, pair in enumerate(_pair_periods(part))
        if pair.has_enough_chances and pair.p is not None
    ]
    clearest = min(tested, key=lambda outlier: outlier.pair.p or 0.0, default=None)
    if (
        clearest is None
        or (clearest.pair.p or 0.0) * len(tested) > FALSE_PERIODS
        or abs(clearest.pair.h) < LEAST_EFFECT
    ):
        return None
    return clearest


def _pair_periods(part: pl.DataFrame) -> Iterator[RatePair]:
    """Each period beside all others."""
    made, chances = part["done"].to_numpy(), part["chances"].to_numpy()
    for period, (period_made, n) in enumerate(part.select("done", "chances").rows()):
        p = period_p_value(made, chances, period)
        yield RatePair(period_made, n, int(made.sum()) - period_made, int(chances.sum()) - n, p)


def _first_label_periods_by_row(rows: pl.DataFrame, period_column: str) -> dict[str, pl.DataFrame]:
    """The periods of each of the first label's rates, by what identifies it."""
    player_rows = rows.filter(pl.col("label") == rows["label"].first(), pl.col(period_column).is_not_null())
    keys = [name for name in player_rows.columns if name not in {"label", period_column, *RATE, *ESTIMATE}]
    return {_row_name(keys, key): part for key, part in partition_by_keys(player_rows, keys).items()}


def trends_in_words(rows: pl.DataFrame, period_column: str) -> str:
    """Say what the figures prove to have changed over these months or sessions, and which stands out: one family.

    Arguments as of `trends`.
    """
    outlier = _outlier_sentence(find_outlier_period(rows, period_column), period_column)
    return f"{_trends_sentence(rows, period_column)} {outlier}".rstrip()


def _outlier_sentence(outlier: Outlier | None, period_column: str) -> str:
    if outlier is None:
        return ""
    pair, suffix = outlier.pair, f", {outlier.row_name}" if outlier.row_name else ""
    rate, other_rate = (
        f"{made / n:.1%}".replace("%", " %") for made, n in ((pair.made, pair.n), (pair.others_made, pair.others_n))
    )
    return (
        f"The {period_column} {outlier.period} stands out{suffix}: {rate} ({pair.made:,}/{pair.n:,}), "
        f"all other {period_column}s together {other_rate} ({pair.others_made:,}/{pair.others_n:,}), beyond chance."
    )


def _trends_sentence(rows: pl.DataFrame, period_column: str) -> str:
    proven, periods = proven_trends(rows, period_column), count(rows[period_column].n_unique(), period_column)
    if proven is None:
        return f"Trend over {periods}: too few chances to see any."
    if not proven:
        return f"Trend over {periods}: none."
    sentences = "; ".join(
        f"{f'{name} ' if name else ''}from {row_trend.first:.1%} to {row_trend.last:.1%}".replace("%", " %")
        for name, row_trend in proven.items()
    )
    return f"Trend over {periods}, beyond chance: {sentences}."


def fit_rate_trend_if_enough(made: AmountsByPeriod, chances: AmountsByPeriod) -> Trend | None:
    """The trend of a rate over periods, in the order of the arrays; None for too few periods or acts.

    Cochran and Armitage's test, and one by the spread about the line as it is (HC3, Student's distribution): acts of
    one hand and of one session are alike, so a rate strays more than independent acts do. The larger p-value counts.
    """
    made, chances = made[chances > 0], chances[chances > 0]
    n, missed = chances.sum(), (chances - made).sum()
    if len(made) < FEWEST_PERIODS or min(made.sum(), missed) < RARE:
        return None
    place = np.arange(len(made)) - (chances * np.arange(len(made))).sum() / n
    share, across = made.sum() / n, float((chances * place**2).sum())
    slope = float((place * made).sum()) / across
    error = sqrt(share * (1 - share) / across)
    pull = np.maximum(1 - chances / n - chances * place**2 / across, 1e-9)
    strays = float((((made - chances * (share + slope * place)) * place / pull) ** 2).sum())
    by_spread = two_sided_student_p(slope * across / sqrt(strays), len(made) - 2) if strays > 0 else 0.0
    first, last = (float(np.clip(share + slope * place[end], 0, 1)) for end in (0, -1))
    return Trend(first, last, max(erfc(abs(slope) / error / sqrt(2)), by_spread))


def fit_results_trend_if_proven(nets: AmountsByHand, test_count: int = 1) -> Trend | None:
    """The trend of what each hand brought, in big bets per 100 hands; None: chance explains it.

    `test_count`: how many players or currencies are looked at, which a claim allows for (Bonferroni).
    """
    hands = len(nets)
    if hands < FEWEST_PERIODS:
        return None
    place = np.arange(hands) - (hands - 1) / 2
    across = float((place**2).sum())
    slope = float(place @ nets) / across
    rest = nets - nets.mean() - slope * place
    error = sqrt(float(rest @ rest) / (hands - 2) / across)
    p = erfc(abs(slope) / error / sqrt(2)) if error else 1.0
    first, last = (100 * (float(nets.mean()) + slope * float(place[end])) for end in (0, -1))
    return Trend(first, last, p) if p * test_count < FALSE_CLAIMS else None


def _row_name(keys: Sequence[str], values: Sequence[object]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in zip(keys, values, strict=True))
