"""Step 7, statistics: the query of a list of hands - rows are chosen by few columns, and what is shown is joined last.

Only words of ours are formatted in, and the condition the user writes in SQL, which may end in a comment and which
`query.refuse_all_but_one_expression` has passed; other values are parameters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from histparse.stats.catalogue import Value

SORTS = {
    "date": ("played_at",),
    "net": ("currency", "net"),
    "pot": ("currency", "pot"),
    "big_bets": ("net / hand_big_bet",),
}
"""What each order goes by; amounts of different currencies are not compared, but in big bets."""
ALIKE = ("hand_id", "line")
"""The order of rows that are the same in these."""
HIDDEN = frozenset(
    {"label", "hand_key", "seat", "line", "opportunity", "pat", "ranks", "own", "fewest", "place", "big_bet"}
)
"""Columns of listed rows that are not shown: they identify the row, or are an earlier form of another column."""
PLAYED_AT = "in_zone(played_at) AS played_at"
CHOSEN = "WITH listed AS ({listed}), chosen AS (SELECT {columns} FROM {rows} WHERE {conditions})"
NUMBER = "{chosen} SELECT count(*) FROM chosen"
CUT = "FROM {rows} ORDER BY {order} {limit}"
SHOWN = "{chosen} SELECT {columns} FROM {rows} ORDER BY {order}"
WIDE = "(SELECT {rows}.*, {columns} FROM {rows} {joins})"
JOINS = {
    "hands": "JOIN hands ON hands.hand_key = {rows}.hand_key",
    "seats": "LEFT JOIN named_seats AS seats ON seats.hand_key = {rows}.hand_key AND seats.seat = {rows}.seat",
}
"""What is joined to a list; a column that both have is taken from the last."""


class Listing(Struct, frozen=True, kw_only=True):
    """The conditions of a list besides the filters; None: no condition."""

    statistic: str | None = None
    """List its opportunities, or the rows it adds up. None: the player's hands, or all hands."""
    parameters: Mapping[str, Value] = {}
    made: bool = False
    """Only those made."""
    of: Mapping[str, str | None] = {}
    """Values of the statistic's own columns, as text; None: null. Columns of its outcome narrow only what is made."""
    finding: str | None = None
    """Only hands with a finding of this code, or of this family."""
    session: str | None = None
    """Only hands of the session that began then, as `--by session` shows it."""
    outside: bool = False
    """Hands of all other sessions instead."""
    where: str | None = None
    """An SQL condition on the columns of `seats` and `hands`, and on those of the statistic."""
    sort: str = "date"
    reverse: bool = False
    limit: int | None = None
    skip: int = 0
    """How many rows are left out before the first of those limited."""


class ListQuery(Struct, frozen=True):
    """The rows of a list: the query of all that the statistic lists, its columns, and which of them are asked for.

    `tables`: the columns of seats and hands.
    """

    listing: Listing
    listed: str
    columns: Collection[str]
    tables: Mapping[str, Collection[str]]
    conditions: Collection[str]

    def count_sql(self) -> str:
        """Return the SQL that counts the rows."""
        return NUMBER.format(chosen=self._with_clause_sql())

    def hand_keys_sql(self) -> str:
        """The hands of the rows in the order of the list."""
        return f"{self._with_clause_sql()} SELECT hand_key {self._from_order_limit_sql()}"

    def rows_sql(self) -> str:
        """The rows as people read them. If only some are wanted, they are found before anything is joined to them."""
        rows, chosen = "chosen", self._with_clause_sql()
        if self.listing.limit is not None:
            rows, chosen = "cut", f"{chosen}, cut AS (SELECT {', '.join(self.columns)} {self._from_order_limit_sql()})"
        columns, wide_rows = ", ".join(self._shown_columns()), self._joined_rows_sql(rows)
        return SHOWN.format(chosen=chosen, columns=columns, rows=wide_rows, order=self._order_by_sql())

    @property
    def _visible_statistic_columns(self) -> list[str]:
        return [column for column in self.columns if column not in HIDDEN]

    def _order_by_sql(self) -> str:
        """The order in SQL; the statistic's columns tell rows of one line apart, so that it is always the same."""
        *leading, last = SORTS[self.listing.sort]
        direction = "ASC" if self.listing.reverse else "DESC"
        return ", ".join([*leading, f"{last} {direction} NULLS LAST", *ALIKE, *self._visible_statistic_columns])

    def _shown_columns(self) -> Iterator[str]:
        yield from ("site", "hand_id", PLAYED_AT, "player", "position")
        yield from (
            column
            for column in self._visible_statistic_columns
            if column not in {"is_made", "currency", "net", "played_at"}
        )
        yield from ["is_made AS made"] if "is_made" in self.columns else []
        yield from ("currency", "pot", "net", "line", "path")

    def _with_clause_sql(self) -> str:
        """The beginning: `chosen` are the rows asked for, in the columns listed."""
        where = self.listing.where
        conditions = ["true", *self.conditions, *([] if where is None else [f"({where}\n)"])]
        return CHOSEN.format(
            listed=self.listed,
            columns=", ".join(self.columns),
            rows="listed" if where is None else self._joined_rows_sql("listed"),
            conditions=" AND ".join(conditions),
        )

    def _from_order_limit_sql(self) -> str:
        """The rows of that order that are wanted, with no columns beside those they are sorted by."""
        keys = self._joined_rows_sql("chosen", re.findall(r"\w+", " ".join([*SORTS[self.listing.sort], *ALIKE])))
        limit = "" if self.listing.limit is None else f"LIMIT {self.listing.limit} OFFSET {self.listing.skip}"
        return CUT.format(rows=keys, order=self._order_by_sql(), limit=limit)

    def _joined_rows_sql(self, source: str, column_names: Collection[str] | None = None) -> str:
        """The rows with columns of seats and hands that are not there yet: all of them, or only these."""
        tables = {
            name: table
            for table in JOINS
            for name in self.tables[table]
            if name not in self.columns and (column_names is None or name in column_names)
        }
        columns = ", ".join(f"{table}.{name}" for name, table in tables.items())
        joins = " ".join(join.format(rows=source) for table, join in JOINS.items() if table in tables.values())
        return WIDE.format(rows=source, columns=columns, joins=joins)
