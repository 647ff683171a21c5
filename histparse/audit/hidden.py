"""Audit: the tables of an audit under pseudonyms, for handing on: no name of a player, number of a hand or path."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl
from msgspec.structs import replace

from histparse.audit.comparisons import REST
from histparse.audit.deal_audit import DealAudit
from histparse.audit.play_audit import PlayAudit
from histparse.privacy.pseudonyms import Pseudonyms


def hidden_deal(audit: DealAudit, name: Callable[[str], str]) -> DealAudit:
    """The tests with other names for players: only that of `players` has any."""
    is_named = pl.col("test") == "players"
    counted = pl.col("counted").map_elements(lambda label: label if label == REST else name(label), pl.String)
    hidden = audit.tests.with_columns(
        pl.when(is_named).then(counted).otherwise("counted").alias("counted"),
        *(
            pl.when(is_named).then(pl.col(column).str.replace(r" \(.*$", "")).otherwise(column).alias(column)
            for column in ("fault", "noticed")
        ),
    )
    return replace(audit, tests=hidden)


def hidden_play(audit: PlayAudit, names: Pseudonyms) -> PlayAudit:
    """Hands are named by their new numbers, and not by file and line."""
    players = (pl.col(name).map_elements(names.player, pl.String) for name in ("first", "second", "by"))
    hands = [hands and [_hand(hand, names) for hand in hands] for hands in audit.pairs["evidence"].to_list()]
    shown = pl.Series("evidence", hands, audit.pairs.schema["evidence"])
    return replace(audit, pairs=audit.pairs.with_columns(*players, shown))


def hidden_files(files: pl.DataFrame) -> pl.DataFrame:
    """Files by their digests, under numbers instead of paths."""
    numbered = files.sort("digest", nulls_last=True).with_row_index("number", 1)
    return numbered.with_columns(path="file " + pl.col("number").cast(pl.String)).drop("number")


def hidden_findings(findings: pl.DataFrame, files: pl.DataFrame, names: Pseudonyms) -> pl.DataFrame:
    """Findings without their sentences, which name players; `files`: the paths, in the order of `hidden_files`."""
    numbers = {path: number for number, path in enumerate(files.sort("digest", nulls_last=True)["path"], 1)}
    numbered = findings.with_columns(pl.col("path").replace_strict(numbers, default=None, return_dtype=pl.Int64))
    hidden = numbered.sort("path", "line", "code", maintain_order=True).with_columns(
        ("file " + pl.col("path").cast(pl.String)).alias("path"),
        pl.col("hand_id").map_elements(names.number, pl.String),
        pl.col("player").map_elements(names.player, pl.String),
    )
    return hidden.drop("message")


def _hand(evidence: str, names: Pseudonyms) -> str:
    site, _, number = evidence.partition(" ")[0].partition(":")
    return f"{site}:{names.number(number)}"
