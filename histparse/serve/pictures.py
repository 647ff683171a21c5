"""Step 10, serve: a hand in one row - the cards dealt, what was thrown and got in each draw, the hand at the end."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse import Store, stats
from histparse.model.ranking import describe
from histparse.report.model import Row
from histparse.store.database.tags import TagFile, Tagged

DRAWS = (1, 2, 3)


class Draw(Struct, frozen=True):
    """One draw, as the player of the row saw it; who is not there any more has no count."""

    number: int
    drawn: int | None
    thrown: list[str]
    received: list[str]
    opponents: str
    """What everybody else drew, in that order: `3-2-1-pat`."""


class HandPicture(Struct, frozen=True):
    """The cards of one player in one hand, as far as they are known. Amounts are in big bets."""

    position: str | None
    dealt: list[str]
    draws: list[Draw]
    is_folded: bool
    cards: list[str]
    """The hand at the end, or when folding."""
    name: str
    net: float | None
    tagged: Tagged = Tagged()


def add_hand_pictures(store: Store, rows: pl.DataFrame) -> list[tuple[Row, HandPicture]]:
    """The rows, each with its picture. They name hands by `site`, `hand_id` and `player`."""
    with store.database() as database:
        drawn = {_site_hand_and_player(row): row for row in stats.player_seat_and_all_draws(database, rows).to_dicts()}
    tagged = TagFile(store.path).read_all()
    pictured = [(row, _build_picture(drawn[_site_hand_and_player(row)])) for row in rows.to_dicts()]
    return [
        (row, replace(picture, tagged=tagged.get(_site_hand_and_player(row)[:2], Tagged())))
        for row, picture in pictured
    ]


def _site_hand_and_player(row: Row) -> tuple[str, str, str | None]:
    return row["site"], row["hand_id"], row["player"]


def _build_picture(row: Row) -> HandPicture:
    return HandPicture(
        position=row["position"],
        dealt=_split_cards(row["dealt"]),
        draws=[_build_draw(number, row["seat"], row["draws"] or []) for number in DRAWS],
        is_folded=row["folded_in"] is not None,
        cards=_split_cards(row["cards"]),
        name="" if row["number"] is None else describe(row["number"]).name,
        net=None if row["net"] is None else row["net"] / row["big_bet"],
    )


def _build_draw(draw_number: int, seat: int | None, draw_rows: Iterable[Row]) -> Draw:
    of_draw = [row for row in draw_rows if row["draw"] == draw_number]
    draw = next((row for row in of_draw if row["seat"] == seat), {})
    opponents = [draw_in_words(row["drawn"]) for row in of_draw if row is not draw]
    thrown, received = _split_cards(draw.get("thrown")), _split_cards(draw.get("received"))
    return Draw(draw_number, draw.get("drawn"), thrown, received, "-".join(opponents))


def draw_in_words(cards_drawn: int) -> str:
    """Say how many cards are drawn, as players do: `pat`, `2`."""
    return str(cards_drawn) if cards_drawn else "pat"


def _split_cards(text: str | None) -> list[str]:
    return text.split() if text else []
