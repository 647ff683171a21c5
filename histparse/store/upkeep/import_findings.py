"""Step 6g, upkeep: what imports found and set aside - counted by code, or one by one."""

from __future__ import annotations

import polars as pl

from histparse.rules import catalogue
from histparse.store.database.database import Database
from histparse.system.streams import as_frame

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


def counted(database: Database) -> pl.DataFrame:
    """By code: severity, title, number of findings, of these in stored hands, and hands set aside for it."""
    with database.refusing():
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


def listed(database: Database, codes: list[str]) -> pl.DataFrame:
    """The findings of these codes in order of file and line; `hand_id`, `player`: null = none or unknown."""
    return _frame(database, _LISTED, codes)


def set_aside(database: Database, codes: list[str]) -> pl.DataFrame:
    """The hands set aside for these codes, with reason and text, in order of file and line."""
    return _frame(database, _TEXTS_ASIDE, codes)


def codes(database: Database) -> list[str]:
    """All codes found, or for which a hand is set aside."""
    query = "SELECT code FROM findings UNION SELECT code FROM set_aside ORDER BY code"
    with database.refusing():
        return [code for (code,) in database.connection.execute(query).fetchall()]


def _frame(database: Database, query: str, codes: list[str]) -> pl.DataFrame:
    with database.refusing():
        return as_frame(database.connection.sql(query, params={"codes": codes}))
