"""Step 6b, rows: hands that share a number - one is stored, copies of it are dropped, other texts are set aside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from histparse.model.findings import Finding
from histparse.rules.text import SYN07
from histparse.store.rows.findings import Findings
from histparse.store.rows.keys import Tables
from histparse.store.rows.set_aside import Reason, take_out, without


class Version(NamedTuple):
    """One text of a hand. The smallest of several is stored, so their order does not matter."""

    digest: int
    path: str
    first_line: int


Clashes = Mapping[int, Version]
"""By `hand_key` of a hand that cannot be stored: the text that is stored under its number."""


def settle(tables: Tables) -> Tables:
    """The tables with one hand of each number: copies are dropped, other texts set aside."""
    hands = tables["hands"]
    shared = hands.filter(pl.struct("site", "hand_id").is_duplicated())
    kept: dict[tuple[str, str], Version] = {}
    copies: list[int] = []
    clashes: dict[int, Version] = {}
    for key, site, hand_id, *version in (
        shared.select("hand_key", "site", "hand_id", *Version._fields).sort(Version._fields).rows()
    ):
        this = Version(*version)
        first = kept.setdefault((site, hand_id), this)
        if first.digest != this.digest:
            clashes[key] = first
        elif first is not this:
            copies.append(key)
    return without_clashes(without(tables, copies), clashes)


def without_clashes(tables: Tables, clashes: Clashes) -> Tables:
    """The tables of a batch with these hands set aside and a finding for each."""
    if not clashes:
        return tables
    found = found_in(tables["hands"].filter(pl.col("hand_key").is_in(list(clashes))), clashes)
    taken = take_out(tables, reasons(found))
    return taken | {"findings": pl.concat([taken["findings"], of_no_hand(found)])}


def found_in(hands: pl.DataFrame, clashes: Clashes) -> dict[int, Finding]:
    """The finding for each of these hands, by `hand_key`."""
    columns = hands.select("hand_key", "site", "hand_id", "path", "first_line")
    return {
        key: SYN07.at(path, line, sentence(hand_id, clashes[key]), site=site, hand_id=hand_id)
        for key, site, hand_id, path, line in columns.rows()
    }


def sentence(hand_id: str, stored: Version) -> str:
    """The message for a hand whose number is taken by that stored text."""
    return f"hand {hand_id} is stored with other content, from {stored.path}:{stored.first_line}"


def reasons(found: Mapping[int, Finding]) -> dict[int, Reason]:
    """The reasons for setting aside the hands with these findings."""
    return {key: Reason(finding.code, finding.message) for key, finding in found.items()}


def of_no_hand(found: Mapping[int, Finding]) -> pl.DataFrame:
    """The findings as rows that belong to no stored hand."""
    rows = Findings()
    for finding in found.values():
        rows.enter(None, finding)
    return rows.whole()
