"""Step 10, serve: a line over hands as points of a small drawing, each with the words that a pointer or a key tells.

Of a session it is what the hands won one after the other, and what they would have won without luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import accumulate, zip_longest
from typing import Any

import polars as pl
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from histparse import StatisticsError
from histparse.model.errors import count
from histparse.report.leaks import game_of
from histparse.report.results import CARD_LUCK, LUCK_LEFT_IN, WITHOUT_LUCK
from histparse.serve.listing import Listing
from histparse.stats import words
from histparse.view.html.page import data_block

HAND = ("site", "hand_id")


def luck_in(hands: pl.DataFrame, luck: pl.DataFrame) -> pl.Series:
    """The luck of each of these hands in their order, from that of more of them; null: its cards are not known."""
    return hands.join(luck.select(*HAND, "luck"), on=HAND, how="left", maintain_order="left")["luck"]


def brought(net: float, lucky: pl.Series) -> str:
    """Say what the player's cards brought of that net, in big bets."""
    luck, known = float(lucky.sum()), lucky.count()
    coverage = "" if known == len(lucky) else f", {known:,} with cards known"
    return (
        f"{CARD_LUCK} {words.signed(luck)} big bets, {WITHOUT_LUCK} {words.signed(net - luck)}, "
        f"from {count(len(lucky), 'hand')}{coverage}; {LUCK_LEFT_IN}"
    )


WIDTH, HEIGHT = 1000, 100
"""The size of the drawing, which is stretched to its place."""


class Curve(Struct, frozen=True):
    """Lines of big bets won over hands: `path` and, for two, `second_path`, in a drawing with that `view`."""

    path: str
    zero: float
    """The height of the line of nothing won."""
    top: float
    bottom: float
    """The values at the edges."""
    block: Markup = Markup("[]")
    """The points: the place of each, its words, and the address or the day of its hand; empty: it has no date."""
    second_path: str = ""
    marks: str = ""
    """Dots on the first line."""
    view: str = f"0 0 {WIDTH} {HEIGHT}"
    is_lost: bool = False
    """Whether the first line ends below nothing."""

    @property
    def high(self) -> str:
        """The value at the upper edge; empty if that is nothing won."""
        return words.signed(self.top, 0) if round(self.top) else ""

    @property
    def low(self) -> str:
        """The value at the lower edge; empty if that is nothing won."""
        return words.signed(self.bottom, 0) if round(self.bottom) else ""


def curve(
    hands: Sequence[int],
    big_bets: Sequence[float],
    times: Sequence[datetime | None] = (),
    addresses: Sequence[str] = (),
    marked: Sequence[int] = (),
) -> Curve:
    """The line through these sums after so many hands each, beginning at nothing; with times its points have words.

    With addresses they lead there, and not to the hands of a day, and tell the time. `marked`: points that have a dot.
    """
    top, bottom = _edges(big_bets)
    places = _places(hands, big_bets, top, bottom)
    points = [
        (*place, _tip(hand, value, time, of_a_day=bool(link)), link or (f"{time:%Y-%m-%d}" if time else ""))
        for place, hand, value, time, link in zip_longest(places, hands, big_bets, times, addresses)
    ]
    zero, dots = _height(0.0, top, bottom), "".join(f"M{places[index][0]} {places[index][1]}h0" for index in marked)
    block = data_block(points if times else [])
    return Curve(_path(zero, places), zero, top, bottom, block, marks=dots, is_lost=big_bets[-1] < 0)


def with_second_line(shown: Curve, hands: Sequence[int], big_bets: Sequence[float]) -> Curve:
    """The curve with another line, in a view that holds both; places and heights of the first are as they were."""
    second_path = _path(shown.zero, _places(hands, big_bets, shown.top, shown.bottom))
    top, bottom = _edges([*big_bets, shown.top, shown.bottom])
    upper, lower = (_height(value, shown.top, shown.bottom) for value in (top, bottom))
    view = f"0 {upper} {WIDTH} {round(lower - upper, 2)}"
    return replace(shown, top=top, bottom=bottom, second_path=second_path, view=view)


def _edges(big_bets: Sequence[float]) -> tuple[float, float]:
    return max(0.0, *big_bets), min(0.0, *big_bets)


def _height(value: float, top: float, bottom: float) -> float:
    return round(HEIGHT * (top - value) / ((top - bottom) or 1.0), 2)


def _places(hands: Sequence[int], big_bets: Sequence[float], top: float, bottom: float) -> list[tuple[float, float]]:
    return [
        (round(WIDTH * hand / hands[-1], 1), _height(value, top, bottom))
        for hand, value in zip(hands, big_bets, strict=True)
    ]


def _path(zero: float, places: Sequence[tuple[float, float]]) -> str:
    return f"M0 {zero}" + "".join(f"L{x} {y}" for x, y in places)


def _tip(hand: int, value: float, time: datetime | None, *, of_a_day: bool) -> str:
    when = f", {words.day(time)}" if time else ""
    clock = f", {time:%H:%M}" if time and of_a_day else ""
    return f"After hand {hand:,}{when}{clock}: {words.signed(value)} big bets"


# --- the curve of a session -------------------------------------------------------------------------------------------

POINTS, FEWEST = 300, 2
"""Points of the curve, and the hands that make one."""
Row = dict[str, Any]


def session_curve(hands: Sequence[Row], large: Sequence[int]) -> Curve | None:
    """The sums after each hand; of many hands some, and always those with a large pot, which are marked."""
    if len(hands) < FEWEST:
        return None
    indexes = _point_indexes(len(hands), large)
    sums, chosen = [*accumulate(hand["big_bets"] for hand in hands)], [hands[index] for index in indexes]
    times, addresses = [hand["played_at"] for hand in chosen], [hand["address"] for hand in chosen]
    marked = [number for number, index in enumerate(indexes) if index in large]
    return curve([index + 1 for index in indexes], [sums[index] for index in indexes], times, addresses, marked)


def without_luck(listing: Listing, hands: Sequence[Row], large: Sequence[int]) -> tuple[str, Curve | None]:
    """Say what the player's cards brought in these hands, and draw the curve with the line without it.

    What cards are worth is fitted to all hands of the game; None, and why, where too few are known.
    """
    player, game = listing.player, game_of(listing.request.filters)
    try:
        luck = listing.request.cached(
            ("luck of hands", player, game),
            lambda store: store.luck(player, hands=True, filters=game),
        )
    except StatisticsError as error:
        return error.to_users, None
    named = pl.DataFrame([{name: hand[name] for name in (*HAND, "big_bets")} for hand in hands])
    lucky = luck_in(named, luck)
    sentence, shown = brought(float(named["big_bets"].sum()), lucky), session_curve(hands, large)
    if shown is None:
        return sentence, None
    indexes = _point_indexes(len(hands), large)
    rest = (named["big_bets"] - lucky.fill_null(0.0)).cum_sum().gather(indexes)
    return sentence, with_second_line(shown, [index + 1 for index in indexes], rest.to_list())


def _point_indexes(hands: int, large: Sequence[int]) -> list[int]:
    return sorted({*range(0, hands, max(1, hands // POINTS)), *large, hands - 1})
