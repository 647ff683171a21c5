"""Step 6b, rows: hands that share a number - one is stored, its copies go, other texts are set aside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import polars as pl

from histparse.model.findings import Finding
from histparse.rules.text import SYN07
from histparse.store.rows.aside import Reason, take_out, without
from histparse.store.rows.findings import Findings
from histparse.store.rows.keys import Tables


class Version(NamedTuple):
    """One text of a hand. Of several the least is stored, so that the order in which they come does not matter."""

    digest: int
    path: str
    first_line: int


Clashes = Mapping[int, Version]
"""Hands that cannot be stored, by `hand_key`, with the text that is stored under their number."""


class Settled(NamedTuple):
    """Tables in which every number is there once."""

    tables: Tables
    copies: int
    """Hands that went, for the same text is there."""


def settle(tables: Tables) -> Settled:
    """Keep one hand of each number."""
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
    return Settled(without_clashes(without(tables, copies), clashes), len(copies))


def without_clashes(tables: Tables, clashes: Clashes) -> Tables:
    """The tables of a batch with these hands set aside, and a finding for each."""
    if not clashes:
        return tables
    found = found_in(tables["hands"].filter(pl.col("hand_key").is_in(list(clashes))), clashes)
    taken = take_out(tables, reasons(found))
    return taken | {"findings": pl.concat([taken["findings"], of_no_hand(found)])}


def found_in(hands: pl.DataFrame, clashes: Clashes) -> dict[int, Finding]:
    """By `hand_key`, the finding for each of these hands."""
    columns = hands.select("hand_key", "site", "hand_id", "path", "first_line")
    return {
        key: SYN07.at(path, line, sentence(hand_id, clashes[key]), site=site, hand_id=hand_id)
        for key, site, hand_id, path, line in columns.rows()
    }


def sentence(hand_id: str, stored: Version) -> str:
    """What a finding says of a hand under whose number that text is stored."""
    return f"hand {hand_id} is stored with other content, from {stored.path}:{stored.first_line}"


def reasons(found: Mapping[int, Finding]) -> dict[int, Reason]:
    """Why hands are set aside in which this was found."""
    return {key: Reason(finding.code, finding.message) for key, finding in found.items()}


def of_no_hand(found: Mapping[int, Finding]) -> pl.DataFrame:
    """The findings as rows of hands that are not stored."""
    rows = Findings()
    for finding in found.values():
        rows.enter(None, finding)
    return rows.whole()
