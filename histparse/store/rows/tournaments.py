"""Step 6b, rows: the table `tournaments`, and what becomes of a summary whose number has a sounder one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

import polars as pl

from histparse.judging.duplicates import digest
from histparse.judging.soundness import summary_rank
from histparse.model.findings import Finding
from histparse.model.text_codes import SYN07
from histparse.model.tournament import TournamentSummary
from histparse.reader import HandText
from histparse.store.observe.columns import columns
from histparse.store.observe.row_buffer import Rows
from histparse.store.rows.keys import Tables, text_id
from histparse.system.program import program

NUMBER = "'tournament ' || number"
"""In SQL, the number that no other text of the site has, those of hands included."""


class Tournaments(Rows):
    """The rows of a batch."""

    def __init__(self) -> None:
        super().__init__("tournaments")

    def enter(self, text: HandText, summary: TournamentSummary, findings: Sequence[Finding]) -> int:
        """Add a summary; returns the id of its text."""
        content, own, price = digest(text.text), summary.own, summary.price
        made = text_id(text.path, text.line, content)
        self.add(
            text_id=made,
            site=summary.site,
            tournament_id=summary.tournament_id,
            number=summary.number,
            name=summary.name,
            game=summary.game,
            match=summary.match,
            speed=summary.speed,
            kind=summary.kind,
            buy_in=price and price.buy_in,
            buy_in_bounty=price and price.bounty,
            fee=price and price.fee,
            buy_in_currency=price and price.currency,
            players=summary.players,
            rebuys=summary.rebuys,
            addons=summary.addons,
            prize_pool=summary.prize_pool and summary.prize_pool.amount,
            prize_pool_currency=summary.prize_pool and summary.prize_pool.currency,
            pays_tickets=summary.pays_tickets,
            target=summary.target,
            started_at=_plain(summary.started_at),
            finished_at=_plain(summary.finished_at),
            zone=summary.zone,
            in_progress=summary.in_progress,
            player=own.player,
            place=own.place,
            prize=own.prize and own.prize.amount,
            prize_currency=own.prize and own.prize.currency,
            ticket=own.ticket,
            bounties=own.bounties,
            bounty=own.bounty and own.bounty.amount,
            bounty_currency=own.bounty and own.bounty.currency,
            own_reentries=own.reentries,
            own_rebuys=own.rebuys,
            own_addons=own.addons,
            cost=summary.cost and summary.cost.amount,
            seconds=own.seconds,
            listed=len(summary.finishes),
            concentration=summary.concentration,
            path=text.path,
            first_line=text.line,
            last_line=summary.last_line,
            digest=content,
            program=program(),
            rank=summary_rank(findings, summary),
            text=text.text,
        )
        return made


def _plain(moment: datetime | None) -> datetime | None:
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
