"""Step 6b, rows: what the hands of a tournament say of places, prizes and bounties, by the site's grammar."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import polars as pl
from msgspec.structs import asdict

from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.base import Dialect, OwnResult
from histparse.parsing.grammar import grammar
from histparse.store.observe.columns import columns

NAMES = OwnResult.__struct_fields__
_TELLS = ("finished the tournament", " wins ", " re-buys ", " takes the add-on ")
"""What is in the lines that are read again: few, and every hand has hundreds of others."""


def with_results(seats: pl.DataFrame, hands: pl.DataFrame, texts: pl.DataFrame) -> pl.DataFrame:
    """The seats with the columns of NAMES, null where no line says anything."""
    kinds = {name: columns()["seats"][name] for name in NAMES}
    told = list(_told(seats, hands, texts))
    if not told:
        return seats.with_columns(pl.lit(None, kind).alias(name) for name, kind in kinds.items())
    schema: dict[str, pl.DataType] = {"hand_key": seats.schema["hand_key"], "player": pl.String(), **kinds}
    rows = pl.DataFrame(told, schema, orient="row").group_by("hand_key", "player").agg(_together(n) for n in NAMES)
    return seats.join(rows, on=("hand_key", "player"), how="left", maintain_order="left")


def _together(name: str) -> pl.Expr:
    """Lines of one player in one hand: null if none says anything."""
    return pl.when(pl.col(name).count() > 0).then(pl.col(name).sum()).alias(name)


def _told(seats: pl.DataFrame, hands: pl.DataFrame, texts: pl.DataFrame) -> Iterator[tuple[object, ...]]:
    """A row for each line that says something: the hand, the player, and the columns of NAMES."""
    sites = [site for site in hands["site"].unique() if _tells(site)]
    asked = hands.filter(pl.col("tournament_id").is_not_null() & pl.col("site").is_in(sites)).select("hand_key", "site")
    if asked.is_empty():
        return
    there = asked.join(
        texts.filter(pl.any_horizontal(pl.col("text").str.contains(word, literal=True) for word in _TELLS)),
        on="hand_key",
    )
    for key, site, text in there.select("hand_key", "site", "text").rows():
        players = seats.filter(pl.col("hand_key") == key)["player"].to_list()
        yield from ((key, *row) for row in _in_hand(site, text, players))


def _in_hand(site: str, text: str, players: list[str]) -> Iterator[tuple[object, ...]]:
    names: dict[str, list[str]] = {}
    for player in sorted(players, key=len, reverse=True):
        names.setdefault(player[0], []).append(player)
    for line in (one for one in text.split("\n") if any(word in one for word in _TELLS)):
        found = grammar(site).lexer.read(line.rstrip(), names)
        if found and found[1] in players:
            result = dialects()[site].result(found[0].terminal, found[0].pieces) if found[0].pieces else None
            if result is not None:
                yield (found[1], *asdict(result).values())


@cache
def _tells(site: str) -> bool:
    return dialects()[site].result is not Dialect.result
