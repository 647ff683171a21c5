"""Step 6g, upkeep: whether a database contradicts itself - amounts, keys, counts and digests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from histparse.judging.duplicates import digest_text
from histparse.store.database.database import Database
from histparse.store.rows.set_aside import make_hand_key
from histparse.store.schema import stored_schema
from histparse.system.files import query_files

MOST = 20
"""How many contradictions of a kind are described."""
_BATCH_SIZE = 5_000
_SURROGATE = re.compile(r"\\u(d[89a-f][0-9a-f]{2})")
"""Half a pair, which the database can only hold as this escape."""
_TEXTS = """
    SELECT site, hand_id, hand_key, digest, text FROM hands JOIN texts USING (hand_key)
    UNION ALL SELECT site, hand_id, NULL, digest, text FROM set_aside
    UNION ALL SELECT site, 'tournament ' || number, NULL, digest, text FROM tournaments
"""


class Check(Struct, frozen=True):
    """One check and its outcome."""

    name: str
    """What must hold."""
    wrong: int
    """How many contradictions there are."""
    examples: list[str]
    """The first of them, a sentence each."""


def run_checks(database: Database) -> Iterator[Check]:
    """All checks, one by one: those of analytics/integrity, then the texts. Raises StoreError for damaged blocks."""
    yield _make_check("every block can be read", _refuse_damaged_blocks(database))
    for file in query_files("integrity"):
        text = file.read_text("utf-8")
        yield _make_check(
            text.partition("\n")[0].removeprefix("-- "), _describe_bad_rows(database, text, _format_complaint)
        )
    yield _make_check("every digest and every key is right", _describe_bad_rows(database, _TEXTS, _describe_bad_text))


def verify_database(database: Database, advance: Callable[[int], object]) -> list[Check]:
    """All checks; `advance` is called with 1 after each of them."""
    made = []
    for check in run_checks(database):
        made.append(check)
        advance(1)
    return made


def count_checks() -> int:
    """Count the checks of integrity."""
    return len(query_files("integrity")) + 2


def _make_check(name: str, contradictions: Iterator[str]) -> Check:
    examples = [*islice(contradictions, MOST)]
    return Check(name, len(examples) + sum(1 for _ in contradictions), examples)


def _refuse_damaged_blocks(database: Database) -> Iterator[str]:
    """Nothing, unless DuckDB raises an error: it compares the checksum of each block it reads."""
    for table in stored_schema().tables:
        database.connection.execute(f"SELECT bit_xor(hash(rows)) FROM {table} AS rows").fetchall()  # noqa: S608 - our names
    yield from ()


def _describe_bad_text(site: str, hand_id: str | None, key: int | None, stated_digest: int, text: str) -> str | None:
    """Say what is wrong with one text; its key is None if it is set aside."""
    if stated_digest not in {
        digest_text(text),
        digest_text(_SURROGATE.sub(lambda escape: chr(int(escape[1], 16)), text)),
    }:
        return _format_complaint(site, hand_id, "the text is not that of the digest")
    if key is not None and make_hand_key(site, str(hand_id)) != key:
        return _format_complaint(site, hand_id, "the key is not that of the number")
    return None


def _describe_bad_rows(database: Database, query: str, describe_row: Callable[..., str | None]) -> Iterator[str]:
    rows = database.connection.execute(query)
    while batch := rows.fetchmany(_BATCH_SIZE):
        yield from filter(None, (describe_row(*row) for row in batch))


def _format_complaint(site: Any, hand_id: Any, problem: str) -> str:  # Any: as the database has them
    return f"{' '.join(filter(None, (site, hand_id)))}: {problem}" if site else problem
