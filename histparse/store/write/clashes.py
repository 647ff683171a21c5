"""Step 6c, write: hands whose number is another text's name the one that is stored, whichever came first."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from histparse.rules.text import SYN07
from histparse.store.rows.same_number import Version, sentence

_TOLD = {
    "set_aside": ("reason", "true"),
    "findings": ("message", "told.hand_key IS NULL"),
}
"""By table: the column of the sentence, and which rows tell one."""
_STORED = """
    SELECT DISTINCT told.site, told.hand_id, told.{column}, hands.digest, hands.path, hands.first_line
    FROM {table} AS told JOIN hands USING (site, hand_id) WHERE told.code = '{code}' AND {which}
"""
_RENEW = """
    UPDATE {table} AS told SET {column} = $now
    WHERE code = '{code}' AND {which} AND site = $site AND hand_id = $hand_id AND {column} = $before
"""


def renew_sentences(connection: DuckDBPyConnection) -> None:
    """Let them name the text that is stored now. Runs inside the transaction of the import."""
    for table, (column, which) in _TOLD.items():
        names = {"table": table, "column": column, "which": which, "code": SYN07.code}
        for site, hand_id, before, *version in connection.execute(_STORED.format(**names)).fetchall():
            now = sentence(hand_id, Version(*version))
            if now != before:
                given = {"now": now, "before": before, "site": site, "hand_id": hand_id}
                connection.execute(_RENEW.format(**names), given)
