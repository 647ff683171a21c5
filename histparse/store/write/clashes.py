"""Step 6c, write: a hand set aside because its number is taken names the text stored under it, whatever came first."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from histparse.rules.text import SYN07
from histparse.store.rows.same_number import Version, sentence

_SENTENCES = {
    "set_aside": ("reason", "true"),
    "findings": ("message", "named.hand_key IS NULL"),
}
"""By table: the column with the sentence, and the rows that have one."""
_STORED = """
    SELECT DISTINCT named.site, named.hand_id, named.{column}, hands.digest, hands.path, hands.first_line
    FROM {table} AS named JOIN hands USING (site, hand_id) WHERE named.code = '{code}' AND {which}
"""
_RENEW = """
    UPDATE {table} AS named SET {column} = $now
    WHERE code = '{code}' AND {which} AND site = $site AND hand_id = $hand_id AND {column} = $before
"""


def renew_sentences(connection: DuckDBPyConnection) -> None:
    """Let all such hands name the text that is stored now. Runs inside the transaction of the import."""
    for table, (column, which) in _SENTENCES.items():
        names = {"table": table, "column": column, "which": which, "code": SYN07.code}
        for site, hand_id, before, *version in connection.execute(_STORED.format(**names)).fetchall():
            now = sentence(hand_id, Version(*version))
            if now != before:
                given = {"now": now, "before": before, "site": site, "hand_id": hand_id}
                connection.execute(_RENEW.format(**names), given)
