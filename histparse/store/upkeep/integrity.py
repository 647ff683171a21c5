"""Step 6g, upkeep: whether a database contradicts itself - amounts, keys, counts and digests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from histparse.declared import written
from histparse.judging.duplicates import digest
from histparse.store.database.database import Database
from histparse.store.rows.set_aside import hand_key
from histparse.system.files import queries

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


def checks(database: Database) -> Iterator[Check]:
    """All checks, one by one: those of analytics/integrity, then the texts. Raises StoreError for damaged blocks."""
    with database.refusing():
        yield _check("every block can be read", _unread(database))
        for file in queries("integrity"):
            text = file.read_text("utf-8")
            yield _check(text.partition("\n")[0].removeprefix("-- "), _rows(database, text, _complaint))
        yield _check("every digest and every key is right", _rows(database, _TEXTS, _misfit))


def verify(database: Database, advance: Callable[[int], object]) -> list[Check]:
    """All checks; `advance` is called with 1 after each of them."""
    made = []
    for check in checks(database):
        made.append(check)
        advance(1)
    return made


def number_of_checks() -> int:
    """Count the checks of integrity."""
    return len(queries("integrity")) + 2


def _check(name: str, wrong: Iterator[str]) -> Check:
    examples, number = list[str](), 0
    for number, sentence in enumerate(wrong, 1):
        if number <= MOST:
            examples.append(sentence)
    return Check(name, number, examples)


def _unread(database: Database) -> Iterator[str]:
    """Nothing, unless DuckDB raises an error: it compares the checksum of each block it reads."""
    for table in written().tables:
        database.connection.execute(f"SELECT bit_xor(hash(rows)) FROM {table} AS rows").fetchall()  # noqa: S608 - our names
    yield from ()


def _misfit(site: str, hand_id: str | None, key: int | None, stated: int, text: str) -> str | None:
    """Say what is wrong with one text; its key is None if it is set aside."""
    if stated not in {digest(text), digest(_SURROGATE.sub(lambda escape: chr(int(escape[1], 16)), text))}:
        return _complaint(site, hand_id, "the text is not that of the digest")
    if key is not None and hand_key(site, str(hand_id)) != key:
        return _complaint(site, hand_id, "the key is not that of the number")
    return None


def _rows(database: Database, query: str, sentence: Callable[..., str | None]) -> Iterator[str]:
    rows = database.connection.execute(query)
    while batch := rows.fetchmany(_BATCH_SIZE):
        yield from filter(None, (sentence(*row) for row in batch))


def _complaint(site: Any, hand_id: Any, wrong: str) -> str:  # Any: as the database has them
    return f"{' '.join(filter(None, (site, hand_id)))}: {wrong}" if site else wrong
