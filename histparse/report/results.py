"""Step 8, report: what the player won, one line per currency; currencies are never added together."""

from __future__ import annotations

import polars as pl
from msgspec import Struct

from histparse.model.plain import count
from histparse.report import words
from histparse.report.luck import LUCK, luck_of
from histparse.report.model import Report

NEEDED = {"bb100", LUCK.name}
"""The statistics it reads."""


class Result(Struct, frozen=True):
    """`USD`, `+$12.50`, `240 hands, +2.6 big bets per 100 (-3 to +9)`; chips are not winnings, so they have no net."""

    unit: str
    net: str
    rest: str
    won: bool
    luck: str
    """The result without the luck of the own cards, in words; empty if too few cards are known."""


def results(report: Report) -> list[Result]:
    """Over all stakes of each currency, the one with the most hands first."""
    found = [row for row in report.figures["bb100"].own.to_dicts() if row["high_stake"] is None]
    lucky = report.figures[LUCK.name].own if LUCK.name in report.figures else pl.DataFrame()
    ranked = sorted(found, key=lambda row: -row["hands"])
    return [_result(luck_of(lucky, row["currency"]), **row) for row in ranked]


def _result(luck: str, currency: str, net: int | None, hands: int, bb100: float, **row: float | None) -> Result:
    unit, interval = words.unit(currency), words.between(row["low_end"], row["high_end"])
    pace, played = f"{words.signed(bb100)} big bets per 100", count(hands, "hand")
    if net is None:
        return Result(unit, pace, f"{played} ({interval})", bb100 > 0, luck)
    rest = [f"{played}, {pace} ({interval})", words.by_stakes(net, bb100)]
    return Result(unit, words.money(net, currency), "; ".join(filter(None, rest)), net > 0, luck)
