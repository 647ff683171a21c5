"""Step 6d, lake: hands of several parts that share a number - which one stands, and what becomes of the others."""

from __future__ import annotations

from collections import defaultdict

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec import Struct

from histparse.store.lake.manifests import Committed
from histparse.store.lake.place import Place
from histparse.store.lake.views import STEM, files
from histparse.store.rows.same_number import Version, found_in, of_no_hand, reasons
from histparse.store.rows.set_aside import set_aside
from histparse.store.write.given import given
from histparse.system.streams import as_frame

# The smallest version stands, as in a batch and in a database; of the same one in two parts, either.
_RIVALS = """
    WITH all_hands AS (SELECT *, {stem} FROM {hands}),
    live AS (FROM all_hands ANTI JOIN ({dead}) USING (stem, path)),
    shared AS (SELECT hand_key FROM live GROUP BY hand_key HAVING count(*) > 1)
    SELECT stem, hand_key, site, hand_id, path, first_line, digest,
        row_number() OVER (PARTITION BY hand_key ORDER BY digest, path, first_line, stem) AS place
    FROM live SEMI JOIN shared USING (hand_key)
"""
_DEAD = """
    SELECT stem, hand_key FROM (SELECT hand_key, path, {stem} FROM {hands}) SEMI JOIN ({dead}) USING (stem, path)
"""
_TEXTS = "SELECT stem, hand_key, text FROM (SELECT *, {stem} FROM {texts}) SEMI JOIN ({asked}) USING (stem, hand_key)"
_HAND = {"stem": pl.String, "hand_key": pl.Int64}
_RIVAL = _HAND | {
    "site": pl.String,
    "hand_id": pl.String,
    "path": pl.String,
    "first_line": pl.Int32,
    "digest": pl.Int64,
    "place": pl.Int64,
}
_DEAD_PLACE = {"stem": pl.String, "path": pl.String}


class Fallen(Struct, frozen=True):
    """Hands of parts that do not count."""

    hands: pl.DataFrame
    """`stem` of the cell, `hand_key`, and `clashed`: whether it is set aside, rather than left out."""
    aside: pl.DataFrame
    """Rows of `set_aside` for those that clashed."""
    findings: pl.DataFrame
    """And a finding for each."""

    def by_cell(self) -> dict[str, list[int]]:
        """The keys by the stem of the cell."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for stem, key in self.hands.select("stem", "hand_key").rows():
            found[stem].append(key)
        return dict(found)


def fallen(connection: DuckDBPyConnection, place: Place, there: Committed) -> Fallen:
    """Compare the hands of all parts."""
    cells = [cell for part in there.parts.values() for cell in part.cells]
    hands = files(place, [cell.file("hands") for cell in cells], named=True)
    dead_places = [(cell.stem, path) for part, path in there.dead for cell in part.cells]
    dead = given(connection, pl.DataFrame(dead_places, _DEAD_PLACE, orient="row"))
    if hands is None:
        return _split(connection, place, pl.DataFrame(schema=_RIVAL), pl.DataFrame(schema=_HAND))
    names = {"stem": STEM, "hands": hands, "dead": dead.sql_query()}
    rivals = as_frame(connection.sql(_RIVALS.format(**names)))
    gone = as_frame(connection.sql(_DEAD.format(**names))) if dead_places else pl.DataFrame(schema=_HAND)
    return _split(connection, place, rivals, gone)


def _split(connection: DuckDBPyConnection, place: Place, rivals: pl.DataFrame, dead: pl.DataFrame) -> Fallen:
    """Copies are left out, other texts set aside."""
    first = rivals.filter(pl.col("place") == 1)
    stands = {key: Version(*version) for key, *version in first.select("hand_key", *Version._fields).rows()}
    digests = first.select("hand_key", stands="digest")
    losers = rivals.filter(pl.col("place") > 1).join(digests, on="hand_key", maintain_order="left")
    clashed = losers.filter(pl.col("digest") != pl.col("stands"))
    with_text = _with_text(connection, place, clashed)
    aside, findings = [set_aside(clashed.clear().with_columns(text=pl.lit("")), {})], [of_no_hand({})]
    for rows in with_text.partition_by("place"):  # in each, a number occurs once
        found = found_in(rows, {key: stands[key] for key in rows["hand_key"]})
        aside.append(set_aside(rows, reasons(found)))
        findings.append(of_no_hand(found))
    hands = pl.concat(
        [
            dead.select("stem", "hand_key", clashed=pl.lit(value=False)),
            losers.select("stem", "hand_key", clashed=pl.col("digest") != pl.col("stands")),
        ]
    )
    return Fallen(hands, pl.concat(aside), pl.concat(findings))


def _with_text(connection: DuckDBPyConnection, place: Place, hands: pl.DataFrame) -> pl.DataFrame:
    texts = files(place, [f"texts/{stem}.parquet" for stem in hands["stem"].unique().sort()], named=True)
    if texts is None:
        return hands.with_columns(text=pl.lit(""))
    asked = given(connection, hands.select("stem", "hand_key"))
    found = connection.sql(_TEXTS.format(stem=STEM, texts=texts, asked=asked.sql_query()))
    return hands.join(as_frame(found), on=["stem", "hand_key"], maintain_order="left")
