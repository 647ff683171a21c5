"""Step 6d, settle: texts that tell one hand's play - copies go, and views give the stored hand all their cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec.structs import replace

from histparse.flow import judged_hand
from histparse.judging.duplicates import OF_TOURNAMENT
from histparse.judging.hand_result import HandResult
from histparse.judging.views import Views
from histparse.model.hand import Hand
from histparse.model.text_codes import SYN09
from histparse.store.rows.batch import Batch
from histparse.store.rows.set_aside import Tables, hand_key
from histparse.store.settle.changes import ask, column
from histparse.store.settle.reading import HEADER, StoredHand, read_again
from histparse.store.settle.verdict import contents, readable_alone

_NUMBER = ["site", "hand_id"]
_HEADERS = f"SELECT hand_key AS id, {HEADER} FROM hands SEMI JOIN ({{keys}}) AS keys ON hand_key = id"  # noqa: S608 - our names
_VIEWS = f"SELECT text_id AS id FROM set_aside SEMI JOIN ({{keys}}) AS keys ON text_id = id WHERE code = '{SYN09.code}'"  # noqa: S608 - our code


class _Text(NamedTuple):
    """A text of a number."""

    origin: str
    id: int
    came: tuple[int, str, int]
    read: HandResult

    @property
    def hand(self) -> Hand:
        """What it tells."""
        assert self.read.hand is not None
        return self.read.hand


class Joined(NamedTuple):
    """What becomes of the texts, and the rows of hands that several views tell."""

    settled: pl.DataFrame
    """The verdict; besides its words, of texts that tell the play of the stored one: `view`, `copy`, or `joined` of the
    text whose hand is stored with the cards of all. `parted`: a view no longer, to be judged by itself."""
    tables: Tables


def join(connection: DuckDBPyConnection, tables: Tables, settled: pl.DataFrame) -> Joined:
    """Look among the texts of a number for those that tell the same play as the one that counts."""
    counts = pl.col("became") == "stored"
    rivals = settled.filter(
        pl.col("became").is_in(["stored", "aside"]),
        pl.col("rank").is_not_null() & pl.col("hand_id").is_not_null(),
        ~pl.col("hand_id").str.starts_with(OF_TOURNAMENT),
    ).filter(counts.any().over(_NUMBER) & (pl.len().over(_NUMBER) > 1))
    if rivals.is_empty():
        return Joined(settled, {})
    were_views = {*ask(connection, _VIEWS, keys=_keys(settled, "set_aside"))["id"]}
    texts = _texts(connection, tables, rivals.sort(~counts, "rank", "digest"), _came(settled))
    became, batch, heroes = dict[tuple[str, int], str](), Batch(), list[tuple[int, str]]()
    for several in texts:
        views = Views([one.hand for one in several])
        kept = [several[text] for text in views.kept([one.came for one in several])]
        became |= _words(several, kept, views, were_views)
        if "joined" in (became[one.origin, one.id] for one in kept[:1]):
            _add(batch, views, several.index(kept[0]), kept[0].read)
            header = kept[0].hand.header
            heroes += [(hand_key(header.site, header.hand_id), name) for name in views.heroes]
    words = [became.get((origin, key), word) for origin, key, word in settled.select("origin", "id", "became").rows()]
    joined = {} if batch.is_empty else _with_heroes(batch.frames().tables, heroes)
    return Joined(settled.with_columns(became=pl.Series(words)), joined)


def _came(settled: pl.DataFrame) -> Mapping[tuple[str, int], int]:
    """By site and content which texts came first: those in the database."""
    came = pl.col("origin").replace_strict({"hands": 0, "set_aside": 1}, default=2)
    return {(site, digest): first for site, digest, first in settled.group_by("site", "digest").agg(came.min()).rows()}


def _texts(
    connection: DuckDBPyConnection, tables: Tables, rivals: pl.DataFrame, came: Mapping[tuple[str, int], int]
) -> Iterator[list[_Text]]:
    """The texts of each number, the one that counts first; those that cannot be read are left out."""
    texts = dict(contents(connection, tables, rivals).select("digest", "text").rows())
    new = tables["hands"].filter(pl.col("hand_key").is_in(rivals["id"].to_list()))
    there = ask(connection, _HEADERS, keys=_keys(rivals, "hands")).rows()
    headers = dict((key, of) for key, *of in (*new.select("hand_key", *HEADER.split(", ")).rows(), *there))
    for _, rows in rivals.group_by(_NUMBER, maintain_order=True):
        of_number = next((headers[key] for key in rows["id"] if key in headers), None)
        several = []
        for row in rows.rows(named=True):
            place, (site, digest) = (row["path"], row["line"]), (row["site"], row["digest"])
            of = headers.get(row["id"], of_number)
            read = read_again(StoredHand(*place, texts[digest], site, *of, None)) if of else HandResult(())
            if read.hand:
                several.append(_Text(row["origin"], row["id"], (came[site, digest], *place), read))
        if len(several) > 1 and several[0].id == rows["id"][0]:
            yield several


def _words(
    several: list[_Text], kept: list[_Text], views: Views, were_views: Collection[int]
) -> dict[tuple[str, int], str]:
    """By origin and id, what becomes of the texts of a number."""
    words = {}
    for one, number in zip(several, views.numbers, strict=True):
        is_parted = one.origin == "set_aside" and one.id in were_views and one.hand.header.site in readable_alone()
        words[one.origin, one.id] = "copy" if number is not None else "parted" if is_parted else "aside"
    words |= {(one.origin, one.id): "view" for one in kept}
    first = kept[0]
    there = {one.id for one in several if one.origin == "set_aside" and one.id in were_views}
    is_as_it_was = {one.id for one in kept[1:]} == there and (first.origin == "hands" or not there)
    words[first.origin, first.id] = "stored" if is_as_it_was else "joined"
    return words


def _add(batch: Batch, views: Views, first: int, read: HandResult) -> None:
    batch.add(judged_hand(replace(read, hand=views.joined(first)), batch.observe))


def _with_heroes(tables: Tables, heroes: Sequence[tuple[int, str]]) -> Tables:
    """The rows of hands, in which everybody whose view was read is a hero."""
    schema = {"hand_key": pl.Int64, "player": pl.String}
    found = pl.DataFrame(heroes, schema, orient="row").with_columns(is_hero=pl.lit(value=True))
    made = dict(tables)
    for name in ("seats", "decisions", "draws"):
        rows = tables[name].join(found, on=("hand_key", "player"), how="left", maintain_order="left")
        is_hero = pl.col("hero") | (pl.col("is_hero").fill_null(value=False) & pl.col("position").is_not_null())
        made[name] = rows.with_columns(hero=is_hero).select(tables[name].columns)
    return made


def _keys(settled: pl.DataFrame, origin: str) -> pl.DataFrame:
    return column("id", settled.filter(pl.col("origin") == origin)["id"])
