"""Step 5, store: one batch of columns goes into the tables; what is there already does not go in again."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct
from msgspec.structs import asdict

from histparse.copies import SYN07
from histparse.store.batch import Frames

ROWS = ("hands", "seats", "decisions", "draws", "showdowns")
"""Tables whose rows follow their hand."""


class Stored(NamedTuple):
    """What is known of a hand with a certain number."""

    digest: int
    path: str
    line: int


class Outcome(Struct):
    """What became of a batch."""

    stored: Counter[str]
    """Hands stored, by path."""
    new_aside: Counter[str]
    """Hands newly set aside, by path."""
    duplicates: int
    set_aside: int
    """Hands set aside, those known from before too."""
    findings: int


def insert(connection: DuckDBPyConnection, frames: Frames, base: int) -> Outcome:
    """Insert a batch whose hands get the keys from `base` on. Runs inside the transaction of the import."""
    copies, clashes = _compare(frames.tables["hands"], _stored(connection, frames.tables["hands"]))
    aside = _with_clashes(frames, clashes)
    fresh = {name: _without(frames.tables[name], [*copies, *clashes], base) for name in ROWS}
    for name, frame in fresh.items():
        append(connection, name, frame)
    _forget_aside(connection, fresh["hands"])
    new_aside = _new(connection, "set_aside", aside, ("digest",))
    append(connection, "set_aside", new_aside)
    return Outcome(
        stored=Counter(fresh["hands"]["path"].to_list()),
        new_aside=Counter(new_aside["path"].to_list()),
        duplicates=len(copies),
        set_aside=len(aside),
        findings=_insert_findings(connection, frames, copies, clashes, base),
    )


def append(connection: DuckDBPyConnection, table: str, frame: pl.DataFrame) -> None:
    """Append rows to a table of ours.

    The frame is found by its name: `register` inside a transaction would keep every batch in memory until the commit.
    """
    if not frame.is_empty():
        connection.execute(f"INSERT INTO {table} BY NAME FROM frame")


def _stored(connection: DuckDBPyConnection, batch: pl.DataFrame) -> dict[tuple[str, str], Stored]:
    """The hands of this batch that the database has, by site and hand id."""
    numbers = batch.select("site", "hand_id").unique()  # noqa: F841 - DuckDB finds it by its name
    rows = connection.execute("""
        SELECT site, hand_id, digest, path, line FROM hands SEMI JOIN numbers USING (site, hand_id)
    """).fetchall()
    return {(site, hand_id): Stored(digest, path, line) for site, hand_id, digest, path, line in rows}


def _compare(batch: pl.DataFrame, stored: dict[tuple[str, str], Stored]) -> tuple[dict[int, Stored], dict[int, Stored]]:
    """Keys of the hands that are copies of a stored one, and of those with a stored one's number and other content."""
    if not stored and batch.select("site", "hand_id").is_unique().all():
        return {}, {}
    copies: dict[int, Stored] = {}
    clashes: dict[int, Stored] = {}
    for key, site, hand_id, *rest in batch.select("hand_key", "site", "hand_id", "digest", "path", "line").rows():
        this = Stored(*rest)
        other = stored.setdefault((site, hand_id), this)
        if other is not this:
            (copies if other.digest == this.digest else clashes)[key] = other
    return copies, clashes


def _without(frame: pl.DataFrame, keys: list[int], base: int) -> pl.DataFrame:
    """The rows of all hands but those, with the keys of the database."""
    kept = frame.filter(~pl.col("hand_key").is_in(keys)) if keys else frame
    return kept.with_columns(pl.col("hand_key") + base)


def _with_clashes(frames: Frames, clashes: dict[int, Stored]) -> pl.DataFrame:
    """The hands set aside, with those whose number is taken."""
    aside = frames.tables["set_aside"]
    if not clashes:
        return aside
    hands = frames.tables["hands"].select("site", "hand_id", "path", "line", "digest", key="hand_key").rows(named=True)
    taken = [
        {**hand, "code": SYN07.code, "reason": _reason(hand["hand_id"], clashes[key]), "text": frames.texts[key]}
        for hand in hands
        if (key := hand.pop("key")) in clashes
    ]
    return pl.concat([aside, pl.DataFrame(taken, schema=aside.schema)])


def _reason(hand_id: str, other: Stored) -> str:
    return f"hand {hand_id} is stored already with other content, from {other.path}:{other.line}"


def _forget_aside(connection: DuckDBPyConnection, hands: pl.DataFrame) -> None:
    """Hands that were set aside once and are stored now leave no trace there, nor the findings that kept them out."""
    if not connection.execute("SELECT count(*) FROM (FROM set_aside LIMIT 1)").fetchall()[0][0]:
        return
    digests = hands.select("digest")  # noqa: F841 - DuckDB finds it by its name
    back = connection.sql("""
        SELECT digest, path, line, line + length(text) - length(replace(text, chr(10), '')) AS last
        FROM set_aside SEMI JOIN digests USING (digest)
    """).pl()
    if back.is_empty():
        return
    connection.execute("""
        DELETE FROM findings USING back
        WHERE hand_key IS NULL AND findings.path = back.path AND findings.line BETWEEN back.line AND back.last
    """)
    connection.execute("DELETE FROM set_aside USING back WHERE set_aside.digest = back.digest")


def _new(connection: DuckDBPyConnection, table: str, frame: pl.DataFrame, by: tuple[str, ...]) -> pl.DataFrame:
    """The rows, each once, that the table does not have: compared by those columns."""
    if frame.is_empty():
        return frame
    once = frame.unique(by, keep="first", maintain_order=True)  # noqa: F841 - DuckDB finds it by its name
    query = f"FROM once ANTI JOIN {table} USING ({', '.join(by)})"
    return pl.DataFrame(connection.sql(query).pl())


def _insert_findings(
    connection: DuckDBPyConnection,
    frames: Frames,
    copies: dict[int, Stored],
    clashes: dict[int, Stored],
    base: int,
) -> int:
    """Insert the findings of stored hands, and those of no hand unless they are there already; gives the number."""
    if frames.tables["findings"].is_empty() and not clashes:
        return 0
    rows = frames.tables["findings"].filter(~pl.col("hand_key").is_in(list(copies)).fill_null(value=False))
    in_hands = rows.filter(pl.col("hand_key").is_not_null() & ~pl.col("hand_key").is_in(list(clashes)))
    append(connection, "findings", in_hands.with_columns(pl.col("hand_key") + base))
    others = rows.join(in_hands, on=rows.columns, how="anti", nulls_equal=True)
    others = others.with_columns(hand_key=pl.lit(None, pl.Int64))
    loose = pl.concat([others, _clash_findings(frames, clashes)])
    new = _new(connection, "findings", loose, ("path", "line", "code", "message"))
    append(connection, "findings", new)
    return len(in_hands) + len(new)


def _clash_findings(frames: Frames, clashes: dict[int, Stored]) -> pl.DataFrame:
    hands = frames.tables["hands"].filter(pl.col("hand_key").is_in(list(clashes)))
    findings = [
        SYN07.at(path, line, _reason(hand_id, clashes[key]), site=site, hand_id=hand_id)
        for key, site, hand_id, path, line in hands.select("hand_key", "site", "hand_id", "path", "line").rows()
    ]
    schema = frames.tables["findings"].schema
    return pl.DataFrame([{"hand_key": None, **asdict(finding)} for finding in findings], schema=schema)
