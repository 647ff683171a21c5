"""Step 6b, rows: the table `tournaments`, and what becomes of a summary whose number has a sounder one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import polars as pl
from msgspec.structs import asdict

from histparse.judging.duplicates import digest_text
from histparse.judging.engine import rank_summary_lower_is_better
from histparse.model.findings import Finding
from histparse.model.text_codes import SYN07
from histparse.model.tournament import OwnFinish, Sum, TournamentSummary
from histparse.parsing.dialects.base import Dialect, OwnResult, dialects
from histparse.parsing.grammar import hand_grammar
from histparse.reader import HandText
from histparse.store.observe.row_buffer import Column, Rows, table_columns
from histparse.store.rows.set_aside import TextId, make_text_id
from histparse.system.files import program_digest

NUMBER = "'tournament ' || number"
"""In SQL, the number that no other text of the site has, those of hands included."""
_PLAIN_FIELDS = (
    *("site", "tournament_id", "number", "name", "game", "match", "speed", "kind", "players", "rebuys", "addons"),
    *("pays_tickets", "target", "zone", "in_progress", "concentration"),
)
"""Columns that are fields of a summary."""


def add_summary(tournaments: Rows, text: HandText, summary: TournamentSummary, findings: Sequence[Finding]) -> TextId:
    """Add a summary; returns the id of its text."""
    content = digest_text(text.text)
    made = make_text_id(text.path, text.line, content)
    tournaments.add(
        text_id=made,
        **_tournament_columns(summary),
        **_entrant_columns(summary.own),
        path=text.path,
        first_line=text.line,
        last_line=summary.last_line,
        digest=content,
        program=program_digest(),
        rank=rank_summary_lower_is_better(findings, summary),
        text=text.text,
    )
    return made


def _tournament_columns(summary: TournamentSummary) -> dict[str, object]:
    """The columns of the tournament in a summary."""
    price, cost = summary.price, summary.cost
    return {
        **{name: getattr(summary, name) for name in _PLAIN_FIELDS},
        "buy_in": price and price.buy_in,
        "buy_in_bounty": price and price.bounty,
        "fee": price and price.fee,
        "buy_in_currency": price and price.currency,
        "cost": cost and cost.amount,
        **_amount_and_currency_columns("prize_pool", summary.prize_pool),
        "started_at": _drop_time_zone(summary.started_at),
        "finished_at": _drop_time_zone(summary.finished_at),
        "listed": len(summary.finishes),
    }


def _entrant_columns(entrant: OwnFinish) -> dict[str, object]:
    """The columns of the player whose summary it is."""
    repeated = {f"own_{name}": getattr(entrant, name) for name in ("reentries", "rebuys", "addons")}
    plain = {name: getattr(entrant, name) for name in ("player", "place", "ticket", "bounties", "seconds")}
    return (
        plain
        | repeated
        | _amount_and_currency_columns("prize", entrant.prize)
        | _amount_and_currency_columns("bounty", entrant.bounty)
    )


def _amount_and_currency_columns(name: str, money: Sum | None) -> dict[str, object]:
    """An amount and its currency, as two columns."""
    return {name: money and money.amount, f"{name}_currency": money and money.currency}


def _drop_time_zone(moment: datetime | None) -> datetime | None:
    return moment and moment.replace(tzinfo=None)


def make_set_aside_rows_of_summaries(tournaments: pl.DataFrame) -> pl.DataFrame:
    """Rows of `set_aside` for these rows of `tournaments`, of whose number others are stored."""
    made = tournaments.with_columns(
        hand_id="tournament " + pl.col("number"), line="first_line", code=pl.lit(SYN07.code), reason=pl.lit("")
    )
    return made.select(pl.col(name).cast(kind) for name, kind in table_columns()["set_aside"].items())


# --- what hands say -------------------------------------------------------------------------------------------

NAMES = OwnResult.__struct_fields__
_TELLS = ("finished the tournament", " wins ", " re-buys ", " takes the add-on ")
"""What is in the lines that are read again: few, and every hand has hundreds of others."""


def add_tournament_results(seats: pl.DataFrame, hands: pl.DataFrame, texts: pl.DataFrame) -> pl.DataFrame:
    """The seats with the columns of NAMES, null where no line says anything."""
    columns = {name: table_columns()["seats"][name] for name in NAMES}
    schema: dict[str, pl.DataType] = {"hand_key": seats.schema["hand_key"], "player": pl.String(), **columns}
    values = zip(*_read_stated_results(seats, hands, texts), strict=True)
    # No prize is so large that it does not fit: it is a misprint, and says nothing.
    lines = pl.DataFrame(
        [Column("seats", name, kind).make_series(next(values, ()), {}) for name, kind in schema.items()]
    )
    # Several lines of one player in one hand; null if none says anything.
    sums = pl.when(pl.col(NAMES).count() > 0).then(pl.col(NAMES).sum())
    stated = lines.group_by("hand_key", "player").agg(sums)
    return seats.join(stated, on=("hand_key", "player"), how="left", maintain_order="left")


def _read_stated_results(seats: pl.DataFrame, hands: pl.DataFrame, texts: pl.DataFrame) -> Iterator[tuple[object, ...]]:
    """A row for each line that says something: the hand, the player, and the columns of NAMES."""
    sites = [site for site in hands["site"].unique() if dialects()[site].parse_result is not Dialect.parse_result]
    tournament_hands = hands.filter(pl.col("tournament_id").is_not_null(), pl.col("site").is_in(sites))
    if tournament_hands.is_empty():
        return
    telling = texts.filter(pl.any_horizontal(pl.col("text").str.contains(word, literal=True) for word in _TELLS))
    for key, site, text in tournament_hands.join(telling, on="hand_key").select("hand_key", "site", "text").rows():
        players = seats.filter(pl.col("hand_key") == key)["player"].to_list()
        yield from ((key, *row) for row in _read_results_of_hand(site, text, players))


def _read_results_of_hand(site: str, text: str, players: list[str]) -> Iterator[tuple[object, ...]]:
    names: dict[str, list[str]] = {}
    for player in sorted(players, key=len, reverse=True):
        names.setdefault(player[0], []).append(player)
    for line in (line for line in text.split("\n") if any(word in line for word in _TELLS)):
        reading = hand_grammar(site).lexer.read(line.rstrip(), names)
        if reading and reading[1] in players and reading[0].pieces:
            result = dialects()[site].parse_result(reading[0].terminal, reading[0].pieces)
            if result is not None:
                yield (reading[1], *asdict(result).values())
