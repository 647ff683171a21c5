"""Reports for the tests: a hero of 100 dealt hands, by whatever name."""

from __future__ import annotations

from collections.abc import Collection
from typing import Unpack

from msgspec.structs import replace

from histparse.judging.engine import HandResult, judge
from histparse.model.house import house
from histparse.reader import HandText
from histparse.report import Report, gather
from histparse.report.gathering import Extent
from histparse.simulate import Settings, Stakes, deal_hands
from histparse.store import Database, Importer

HOSTILE = "_[bold]x[/] $\\alpha$ \x1b[31mred\u202e <script>hacked=1</script>\"'; DROP TABLE hands; --{{7*7}}<img src=x>"
"""Markup of rich, mathematics, colours of a terminal, direction, script, quotes, SQL, a template, a picture."""


def reported(hero: str, **extent: Unpack[Extent]) -> Report:
    """The report of that hero to that extent, in dollars at two stakes and in play money."""
    dealt = [
        *deal_hands(Settings(hands=60, seed=3, hero=hero, stakes=(Stakes(10, 20, 5),))),
        *deal_hands(Settings(hands=20, seed=5, hero=hero, stakes=(Stakes(100, 200, 50),))),
        *deal_hands(Settings(hands=20, seed=8, hero=hero, currency="play")),
    ]
    with Database(":memory:") as database:
        with Importer(database) as importer:
            for number, hand in enumerate(dealt):  # judged as dealt: no site would write such a name
                judged = judge(hand, house("pokerstars"), importer.observe)
                importer.add(
                    HandResult(judged.findings, HandText("dealt", 1, str(number), "pokerstars"), hand, judged.table)
                )
        return gather(database, hero, **extent)


def emptied(report: Report, but: Collection[str] = ()) -> Report:
    """The same report without rows, but for those statistics."""
    return replace(
        report,
        figures={
            name: figures if name in but else replace(figures, own=figures.own.clear(), others=figures.others.clear())
            for name, figures in report.figures.items()
        },
    )
