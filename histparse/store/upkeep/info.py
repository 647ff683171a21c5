"""Step 6g, upkeep: what a database holds, in figures, and what imports found and set aside."""

from __future__ import annotations

from datetime import datetime

import duckdb
import polars as pl
from msgspec import Struct

from histparse.model.errors import count
from histparse.model.findings import FindingCounts
from histparse.rules.registry import catalogue
from histparse.store.database.database import Database
from histparse.store.schema import VERSION, stored_schema
from histparse.system.files import program_digest
from histparse.system.streams import as_frame

_MONTHS = """
    SELECT site, strftime(played_at, '%Y-%m') AS month, count(*) AS hands, count(*) FILTER (cancelled) AS cancelled
    FROM hands GROUP BY ALL ORDER BY site, month NULLS LAST
"""
_SEVERITIES = "SELECT severity, count(*) FROM findings GROUP BY ALL"
_SPAN = "SELECT min(played_at), max(played_at), count(*) FILTER (program <> $program) FROM hands"


class Info(Struct, frozen=True):
    """A database in figures."""

    path: str
    bytes: int
    """The size of the file, and of the log beside it that DuckDB has not merged yet."""
    free_bytes: int
    """What `compact` gives back of it, approximately."""
    schema: int
    duckdb: str
    """The version of DuckDB that reads it now."""
    program: str
    """The identity of this program."""
    judged_by_others: int
    """Hands judged by another program; `histparse import` of their files judges them again."""
    rows: dict[str, int]
    """How many rows each table has."""
    findings: FindingCounts
    first: datetime | None
    """When the first hand was played, UTC; None if no hand has a date."""
    last: datetime | None


def database_info(database: Database) -> Info:
    """The figures of that database."""
    ask, sizes = database.connection.execute, database.sizes()
    first, last, judged_by_others = ask(_SPAN, {"program": program_digest()}).fetchall()[0]
    return Info(
        path=database.path,
        bytes=sizes.bytes,
        free_bytes=sizes.free,
        schema=VERSION,
        duckdb=duckdb.__version__,
        program=program_digest(),
        judged_by_others=judged_by_others,
        rows={table: ask(f"SELECT count(*) FROM {table}").fetchall()[0][0] for table in stored_schema().tables},  # noqa: S608 - our names
        findings=FindingCounts.count_severities(dict(ask(_SEVERITIES).fetchall())),
        first=first,
        last=last,
    )


def count_hands_by_month(database: Database) -> pl.DataFrame:
    """Hands by site and month (UTC), null for those without a date: site, month, hands, cancelled."""
    return as_frame(database.connection.sql(_MONTHS))


# --- what imports found and set aside, counted by code, or one by one ------------------------------------------------

_COUNTED = """
    SELECT code, max(severity) AS severity,
        count(*) AS findings, count(*) FILTER (hand_key IS NOT NULL) AS in_stored_hands,
        (SELECT count(*) FROM set_aside WHERE set_aside.code = found.code) AS set_aside
    FROM findings AS found GROUP BY code ORDER BY severity DESC, findings DESC, code
"""
_ASIDE_ONLY = "SELECT code, count(*) AS set_aside FROM set_aside ANTI JOIN findings USING (code) GROUP BY code"
_LISTED = """
    SELECT code, severity, path, line, site, hand_id, player, message FROM findings
    WHERE code IN $codes ORDER BY path, line, code, message
"""
_TEXTS_ASIDE = """
    SELECT code, path, line, site, hand_id, reason, text FROM set_aside
    WHERE code IN $codes ORDER BY path, line
"""


def count_findings_by_code(database: Database) -> pl.DataFrame:
    """By code: severity, title, number of findings, of these in stored hands, and hands set aside for it."""
    findings = as_frame(database.connection.sql(_COUNTED)).with_columns(pl.col("severity").cast(pl.String))
    texts_aside = as_frame(database.connection.sql(_ASIDE_ONLY))
    by_code = pl.concat([findings, texts_aside], how="diagonal_relaxed")
    rules = catalogue()
    titles = [rules[code].title if code in rules else None for code in by_code["code"]]
    return by_code.select(
        "code",
        "severity",
        pl.Series("title", titles, pl.String),
        pl.col("findings", "in_stored_hands", "set_aside").fill_null(0),
    )


def describe_outdated_judgement_or_empty(database: Database) -> str:
    """Say in a sentence that another program judged hands, which this might judge otherwise; empty: it judged all."""
    return describe_outdated_hands_or_empty(
        database.connection.execute(_SPAN, {"program": program_digest()}).fetchall()[0][2]
    )


def describe_outdated_hands_or_empty(hand_count: int) -> str:
    """`24,000 hands judged by another version: import the files again`; empty: none."""
    return f"{count(hand_count, 'hand')} judged by another version: import the files again" if hand_count else ""


def list_findings(database: Database, finding_codes: list[str]) -> pl.DataFrame:
    """The findings of these codes in order of file and line; `hand_id`, `player`: null = none or unknown."""
    return _query_by_codes(database, _LISTED, finding_codes)


def list_set_aside(database: Database, finding_codes: list[str]) -> pl.DataFrame:
    """The hands set aside for these codes, with reason and text, in order of file and line."""
    return _query_by_codes(database, _TEXTS_ASIDE, finding_codes)


def list_finding_codes(database: Database) -> list[str]:
    """All codes found, or for which a hand is set aside."""
    query = "SELECT code FROM findings UNION SELECT code FROM set_aside ORDER BY code"
    return [code for (code,) in database.connection.execute(query).fetchall()]


def _query_by_codes(database: Database, query: str, finding_codes: list[str]) -> pl.DataFrame:
    return as_frame(database.connection.sql(query, params={"codes": finding_codes}))
