"""Step 7, report: the rates of a statistic, the player's paired with the pool's."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from histparse.report.figures import SMALL, Figures

SHARE = ("done", "chances", "rate", "low", "high")


class Share(Struct, frozen=True):
    """Done of so many chances. `rate` and its 95 % interval `low`, `high` go from 0 to 1; None without a chance."""

    done: int = 0
    chances: int = 0
    rate: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def is_small(self) -> bool:
        """Too few chances to say much."""
        return self.chances < SMALL


class Rate(Struct, frozen=True):
    """One rate of the player and of the pool. `of`: the columns that tell which (`draw`, `drawn`, ...)."""

    of: dict[str, Any]
    own: Share
    pool: Share


def has_rates(figures: Figures) -> bool:
    """The statistic is done of chances, and no other figure."""
    return set(SHARE) <= set(figures.own.columns)


def rates(figures: Figures) -> list[Rate]:
    """The rates of a statistic in the order of its query; a side without any chance has an empty share."""
    own, pool = _shares(figures.own.to_dicts()), _shares(figures.pool.to_dicts())
    return [Rate(dict(of), own.get(of, Share()), pool.get(of, Share())) for of in (pool | own)] or [
        Rate({}, Share(), Share())
    ]


def _shares(rows: list[dict[str, Any]]) -> dict[tuple[tuple[str, Any], ...], Share]:
    return {
        tuple((name, value) for name, value in row.items() if name not in (*SHARE, "label")): Share(
            *(row[name] for name in SHARE)
        )
        for row in rows
    }
