"""Step 7, statistics: the query of a list of hands - rows are chosen by few columns, and what is shown is joined last.

Only words of ours are formatted in, and the condition the user writes in SQL, which `query.check_condition` has passed
and which may end in a comment; other values are parameters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from msgspec import Struct

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


class Order(Struct, frozen=True):
    """An order of `SORTS`, largest or latest first unless reversed, and how many rows of it are wanted."""

    sort: str
    reverse: bool
    limit: int | None
    skip: int

    def order_by_sql(self, tie_breakers: Iterable[str]) -> str:
        """The order in SQL; tie-breakers tell rows of one line apart, so that it is always the same."""
        *leading, last = SORTS[self.sort]
        return ", ".join([*leading, f"{last} {'ASC' if self.reverse else 'DESC'} NULLS LAST", *ALIKE, *tie_breakers])


class ListQuery(Struct, frozen=True):
    """The rows of a list: the query of all that the statistic lists, its columns, and which of them are asked for.

    `tables`: the columns of seats and hands.
    """

    listed: str
    columns: Collection[str]
    tables: Mapping[str, Collection[str]]
    conditions: Collection[str]
    where: str | None

    def count_sql(self) -> str:
        """Return the SQL that counts the rows."""
        return NUMBER.format(chosen=self._chosen_rows_sql())

    def hand_keys_sql(self, order: Order) -> str:
        """The hands of the rows in that order."""
        return f"{self._chosen_rows_sql()} SELECT hand_key {self._limited_rows_sql(order)}"

    def rows_sql(self, order: Order) -> str:
        """The rows as people read them. If only some are wanted, they are found before anything is joined to them."""
        rows, chosen = "chosen", self._chosen_rows_sql()
        if order.limit is not None:
            rows, chosen = "cut", f"{chosen}, cut AS (SELECT {', '.join(self.columns)} {self._limited_rows_sql(order)})"
        columns, wide_rows = ", ".join(self._shown_columns()), self._joined_rows_sql(rows)
        return SHOWN.format(
            chosen=chosen, columns=columns, rows=wide_rows, order=order.order_by_sql(self._statistic_columns)
        )

    @property
    def _statistic_columns(self) -> list[str]:
        return [column for column in self.columns if column not in HIDDEN]

    def _shown_columns(self) -> Iterator[str]:
        yield from ("site", "hand_id", PLAYED_AT, "player", "position")
        yield from (
            column for column in self._statistic_columns if column not in {"taken", "currency", "net", "played_at"}
        )
        yield from ["taken AS made"] if "taken" in self.columns else []
        yield from ("currency", "pot", "net", "line", "path")

    def _chosen_rows_sql(self) -> str:
        """The beginning: `chosen` are the rows asked for, in the columns listed."""
        conditions = ["true", *self.conditions, *([] if self.where is None else [f"({self.where}\n)"])]
        return CHOSEN.format(
            listed=self.listed,
            columns=", ".join(self.columns),
            rows="listed" if self.where is None else self._joined_rows_sql("listed"),
            conditions=" AND ".join(conditions),
        )

    def _limited_rows_sql(self, order: Order) -> str:
        """The rows of that order that are wanted, with no columns beside those they are sorted by."""
        keys = self._joined_rows_sql("chosen", re.findall(r"\w+", " ".join([*SORTS[order.sort], *ALIKE])))
        limit = "" if order.limit is None else f"LIMIT {order.limit} OFFSET {order.skip}"
        return CUT.format(rows=keys, order=order.order_by_sql(self._statistic_columns), limit=limit)

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
