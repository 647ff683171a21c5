"""Step 8, report: what the player won, one line per currency; currencies are never added together."""

from __future__ import annotations

from msgspec import Struct

from histparse.model.plain import count
from histparse.report import words
from histparse.report.model import Report

NEEDED = {"bb100"}
"""The statistics it reads."""


class Result(Struct, frozen=True):
    """`USD`, `+$12.50`, `240 hands, +2.6 big bets per 100 (-3 to +9)`; chips are not winnings, so they have no net."""

    unit: str
    net: str
    rest: str
    won: bool


def results(report: Report) -> list[Result]:
    """Over all stakes of each currency, the one with the most hands first."""
    found = [row for row in report.figures["bb100"].own.to_dicts() if row["high_stake"] is None]
    return [_result(**row) for row in sorted(found, key=lambda row: -row["hands"])]


def _result(currency: str, net: int | None, hands: int, bb100: float, **row: float | None) -> Result:
    unit, interval = words.unit(currency), words.between(row["low_end"], row["high_end"])
    pace, played = f"{words.signed(bb100)} big bets per 100", count(hands, "hand")
    if net is None:
        return Result(unit, pace, f"{played} ({interval})", bb100 > 0)
    return Result(unit, words.money(net, currency), f"{played}, {pace} ({interval})", net > 0)
