"""Step 6b, rows: the table `tournaments`, and what becomes of a summary whose number has a sounder one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

import polars as pl

from histparse.judging.duplicates import digest
from histparse.judging.soundness import summary_rank
from histparse.model.findings import Finding
from histparse.model.text_codes import SYN07
from histparse.model.tournament import Own, Sum, TournamentSummary
from histparse.reader import HandText
from histparse.store.observe.columns import columns
from histparse.store.observe.row_buffer import Rows
from histparse.store.rows.keys import Tables, text_id
from histparse.system.resources import program

NUMBER = "'tournament ' || number"
"""In SQL, the number that no other text of the site has, those of hands included."""
_AS_TOLD = (
    *("site", "tournament_id", "number", "name", "game", "match", "speed", "kind", "players", "rebuys", "addons"),
    *("pays_tickets", "target", "zone", "in_progress", "concentration"),
)
"""Columns that are fields of a summary."""


def add_summary(tournaments: Rows, text: HandText, summary: TournamentSummary, findings: Sequence[Finding]) -> int:
    """Add a summary; returns the id of its text."""
    content = digest(text.text)
    made = text_id(text.path, text.line, content)
    tournaments.add(
        text_id=made,
        **_told(summary),
        **_own(summary.own),
        path=text.path,
        first_line=text.line,
        last_line=summary.last_line,
        digest=content,
        program=program(),
        rank=summary_rank(findings, summary),
        text=text.text,
    )
    return made


def _told(summary: TournamentSummary) -> dict[str, object]:
    """What it says of the tournament."""
    price, cost = summary.price, summary.cost
    return {
        **{name: getattr(summary, name) for name in _AS_TOLD},
        "buy_in": price and price.buy_in,
        "buy_in_bounty": price and price.bounty,
        "fee": price and price.fee,
        "buy_in_currency": price and price.currency,
        "cost": cost and cost.amount,
        **_sum("prize_pool", summary.prize_pool),
        "started_at": _without_zone(summary.started_at),
        "finished_at": _without_zone(summary.finished_at),
        "listed": len(summary.finishes),
    }


def _own(own: Own) -> dict[str, object]:
    """What it says of the player whose summary it is."""
    again = {f"own_{name}": getattr(own, name) for name in ("reentries", "rebuys", "addons")}
    others = {name: getattr(own, name) for name in ("player", "place", "ticket", "bounties", "seconds")}
    return others | again | _sum("prize", own.prize) | _sum("bounty", own.bounty)


def _sum(name: str, found: Sum | None) -> dict[str, object]:
    """An amount and its currency, as two columns."""
    return {name: found and found.amount, f"{name}_currency": found and found.currency}


def _without_zone(moment: datetime | None) -> datetime | None:
    return moment and moment.replace(tzinfo=None)


def summaries_aside(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of `set_aside` for these rows of `tournaments`, of whose number others are stored."""
    made = rows.with_columns(
        hand_id="tournament " + pl.col("number"), line="first_line", code=pl.lit(SYN07.code), reason=pl.lit("")
    )
    return made.select(pl.col(name).cast(kind) for name, kind in columns()["set_aside"].items())


def settled_summaries(tables: Tables, aside: Collection[int], needless: Collection[int]) -> Tables:
    """The tables of a batch with these summaries set aside, and without those and their findings."""
    if not aside and not needless:
        return tables
    rows, going = tables["tournaments"], pl.col("text_id").is_in(list(aside))
    gone = pl.col("text_id").is_in(list(needless)).fill_null(value=False)
    return tables | {
        "tournaments": rows.filter(~going & ~gone),
        "findings": tables["findings"].filter(~gone),
        "set_aside": pl.concat([tables["set_aside"], summaries_aside(rows.filter(going))]),
    }
