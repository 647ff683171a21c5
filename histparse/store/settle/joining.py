"""Step 6d, settle: texts that tell one hand's play - copies go, and views give the stored hand all their cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import reduce
from operator import xor
from typing import Any, NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec.structs import replace

from histparse.flow import judge_parsed
from histparse.judging.engine import HandResult
from histparse.judging.views import Views
from histparse.model.hand import Hand
from histparse.model.text_codes import SYN09
from histparse.store.rows.batch import Batch
from histparse.store.rows.set_aside import Tables, make_hand_key
from histparse.store.settle.reading import HEADER, StoredHand, reparse_hand_with_views
from histparse.store.settle.verdict import SITE_AND_NUMBER, read_digests_and_texts, sites_without_file_headings
from histparse.system.streams import keys_to_frame, query_rows

_PLACE = ("path", "line")
_HEADERS = f"SELECT hand_key AS id, {HEADER} FROM hands SEMI JOIN ({{keys}}) AS keys ON hand_key = id"  # noqa: S608 - our names
_VIEWS = f"SELECT text_id AS id FROM set_aside SEMI JOIN ({{keys}}) AS keys ON text_id = id WHERE code = '{SYN09.code}'"  # noqa: S608 - our code


Key = tuple[str, int]
"""The origin of a text, and its id there."""


class _Text(NamedTuple):
    """A text of a number."""

    key: Key
    digest: int
    arrival: tuple[int, str, int]
    read: HandResult
    hand: Hand


_JointHand = tuple[Views, int, Sequence[_Text]]
"""The views of a hand, which of them counts, and the first text of each view, that one first."""


class Joined(NamedTuple):
    """The fate of the texts, and the rows of hands that several views tell."""

    settled: pl.DataFrame
    """The verdict; besides its words, of texts that tell the play of the stored one: `view`, `copy`, or `joined` of the
    text whose hand is stored with the cards of all. `parted`: a view no longer, to be judged by itself."""
    tables: Tables


def join_views_of_hands(
    connection: DuckDBPyConnection, tables: Tables, settled: pl.DataFrame, rivals: pl.DataFrame
) -> Joined:
    """Look among those rivals for the number of a hand for texts that tell the same play as the one that counts."""
    counts = pl.col("became") == "stored"
    were_views = {
        ("set_aside", key) for key in query_rows(connection, _VIEWS, keys=_ids_of_origin(settled, "set_aside"))["id"]
    }
    became, joint_hands = dict[Key, str](), list[_JointHand]()
    for rival_texts in _read_rival_texts(
        connection, tables, rivals.sort(~counts, "rank", "digest"), _earliest_origin_ranks(settled)
    ):
        views = Views([text.hand for text in rival_texts])
        used_texts = [
            rival_texts[place] for place in views.first_text_index_of_each_view([text.arrival for text in rival_texts])
        ]
        became |= _decide_fate_of_texts(rival_texts, views, used_texts, were_views)
        if became[used_texts[0].key] == "joined":
            joint_hands.append((views, rival_texts.index(used_texts[0]), used_texts))
    words = [became.get((origin, key), word) for origin, key, word in settled.select("origin", "id", "became").rows()]
    return Joined(settled.with_columns(became=pl.Series(words)), _make_joint_rows(joint_hands))


def _make_joint_rows(joint_hands: Iterable[_JointHand]) -> Tables:
    """The rows of hands with the cards of all their views, in which everybody whose view was read is a hero."""
    batch = Batch()
    hero_rows: list[tuple[int, str]] = []
    digests: dict[int, int] = {}
    for views, place, (first, *other_texts) in joint_hands:
        joined = replace(first.read, hand=views.merge_views(place))
        batch.add(judge_parsed(joined, batch.observe))
        key = make_hand_key(first.hand.header.site, first.hand.header.hand_id)
        hero_rows += [(key, name) for name in views.heroes]
        digests[key] = reduce(xor, (text.digest for text in other_texts), 0)
    if batch.is_empty:
        return {}
    made = batch.finish_and_reset().tables
    views_digest = pl.col("hand_key").replace_strict(digests, default=0, return_dtype=pl.Int64)
    made["hands"] = made["hands"].with_columns(views=views_digest)
    heroes = pl.DataFrame(hero_rows, {"hand_key": pl.Int64, "player": pl.String}, orient="row")
    for name in ("seats", "decisions", "draws"):
        rows = made[name].join(heroes.with_columns(own=1), ("hand_key", "player"), "left", maintain_order="left")
        is_hero = pl.col("hero") | (pl.col("own").is_not_null() & pl.col("position").is_not_null())
        made[name] = rows.with_columns(hero=is_hero).drop("own")
    return made


def _earliest_origin_ranks(settled: pl.DataFrame) -> Mapping[tuple[str, int], int]:
    """By site and content which texts came first: those in the database."""
    origin_rank = pl.col("origin").replace_strict({"hands": 0, "set_aside": 1}, default=2)
    return {
        (site, digest): first
        for site, digest, first in settled.group_by("site", "digest").agg(origin_rank.min()).rows()
    }


def _read_rival_texts(
    connection: DuckDBPyConnection, tables: Tables, rivals: pl.DataFrame, arrivals: Mapping[tuple[str, int], int]
) -> Iterator[list[_Text]]:
    """The texts of each number, the one that counts first; those that cannot be read are left out."""
    texts = dict(read_digests_and_texts(connection, tables, rivals).select("digest", "text").rows())
    headers = _read_headers(connection, tables, rivals)
    for _, rows in rivals.group_by(SITE_AND_NUMBER, maintain_order=True):
        keys = rows.select("origin", "id").rows()
        of_number = next((headers[key] for key in keys if key in headers), None)
        rival_texts = []
        for key, (site, digest, *place) in zip(keys, rows.select("site", "digest", *_PLACE).rows(), strict=True):
            header = headers.get(key, of_number)
            read = (
                reparse_hand_with_views(StoredHand(*(*place, texts[digest], site, *header, None))) if header else None
            )
            if read and read.hand:
                rival_texts.append(_Text(key, digest, (arrivals[site, digest], *place), read, read.hand))
        if len(rival_texts) > 1 and rival_texts[0].key == keys[0]:
            yield rival_texts


def _read_headers(connection: DuckDBPyConnection, tables: Tables, rivals: pl.DataFrame) -> dict[Key, list[Any]]:
    """The header columns of these rows of hands. Any: columns of many types."""
    of_batch = tables["hands"].filter(pl.col("hand_key").is_in(rivals["id"].implode()))
    headers = {("new hands", key): header for key, *header in of_batch.select("hand_key", *HEADER.split(", ")).rows()}
    stored = query_rows(connection, _HEADERS, keys=_ids_of_origin(rivals, "hands"))
    return headers | {("hands", key): header for key, *header in stored.rows()}


def _decide_fate_of_texts(
    rival_texts: Sequence[_Text], views: Views, used_texts: Sequence[_Text], were_views: Set[Key]
) -> dict[Key, str]:
    """Decide the fate of each text of a number, in a word."""
    first, *views_now = (text.key for text in used_texts)
    views_before = {text.key for text in rival_texts} & were_views
    is_as_it_was = {*views_now} == views_before and (first[0] == "hands" or not views_before)
    unjoined = {text.key for text, number in zip(rival_texts, views.numbers, strict=True) if number is None}
    parted = unjoined & views_before if used_texts[0].hand.header.site in sites_without_file_headings() else set()
    words = {
        text.key: "parted" if text.key in parted else "aside" if text.key in unjoined else "copy"
        for text in rival_texts
    }
    return words | dict.fromkeys(views_now, "view") | {first: "stored" if is_as_it_was else "joined"}


def _ids_of_origin(settled: pl.DataFrame, origin: str) -> pl.DataFrame:
    return keys_to_frame("id", settled.filter(pl.col("origin") == origin)["id"])
