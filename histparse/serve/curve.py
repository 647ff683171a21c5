"""Step 10, serve: a line over hands as points of a small drawing, each with the words that a pointer or a key tells.

Of a session it is what the hands won one after the other, and what they would have won without luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import accumulate, zip_longest
from math import ceil, floor, log10

import polars as pl
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from histparse import StatisticsError, Store
from histparse.api.listing_words import HandWords
from histparse.model.errors import count
from histparse.report.model import Row
from histparse.report.priced_leaks import keep_game_filters
from histparse.report.results import CARD_LUCK, LUCK_LEFT_IN, WITHOUT_LUCK
from histparse.serve.address import YES
from histparse.serve.listing import Listing
from histparse.stats import words
from histparse.view.html.page import json_block

HAND = ("site", "hand_id")


def align_luck_with_hands(hands: pl.DataFrame, luck: pl.DataFrame) -> pl.Series:
    """The luck of each of these hands in their order, from that of more of them; null: its cards are not known."""
    return hands.join(luck.select(*HAND, "luck"), on=HAND, how="left", maintain_order="left")["luck"]


def describe_card_luck(net_big_bets: float, luck_by_hand: pl.Series) -> str:
    """Say what the player's cards brought of that net, in big bets."""
    luck, known = float(luck_by_hand.sum()), luck_by_hand.count()
    coverage = "" if known == len(luck_by_hand) else f", {known:,} with cards known"
    return (
        f"{CARD_LUCK} {words.signed_number(luck)} big bets, {WITHOUT_LUCK} {words.signed_number(net_big_bets - luck)}, "
        f"from {count(len(luck_by_hand), 'hand')}{coverage}; {LUCK_LEFT_IN}"
    )


WIDTH, HEIGHT = 1000, 100
"""The size of the drawing, which is stretched to its place."""
SHOWDOWN, NO_SHOWDOWN = "showdown", "no-showdown"
LINES = (SHOWDOWN, NO_SHOWDOWN)
"""Lines that are switched on, by their parameters in addresses."""
LUCK = "without-luck"


class Curve(Struct, frozen=True):
    """The line of big bets won over hands, in a drawing with that `view`; `dates` lie below it, across in percent."""

    path: str
    zero: float
    """The height of the line of nothing won."""
    top: float
    bottom: float
    """The values at the edges."""
    block: Markup = Markup("[]")
    """The points: the place of each, its words, and the address or the day of its hand; empty: it has no date."""
    other_lines: tuple[tuple[str, str], ...] = ()
    """What other lines are called, and their paths."""
    marks: str = ""
    """Dots on the first line."""
    view: str = f"0 0 {WIDTH} {HEIGHT}"
    is_lost: bool = False
    """Whether the first line ends below nothing."""
    dates: tuple[tuple[float, str], ...] = ()
    scale: tuple[float, float] = (0.0, 0.0)
    """The values at the upper and lower edge of the first line, by which all are drawn."""

    @property
    def top_label(self) -> str:
        """The value at the upper edge; empty if that is nothing won."""
        return words.signed_number(self.top, 0) if round(self.top) else ""

    @property
    def bottom_label(self) -> str:
        """The value at the lower edge; empty if that is nothing won."""
        return words.signed_number(self.bottom, 0) if round(self.bottom) else ""

    @property
    def grid(self) -> list[tuple[float, str]]:
        """Round values, each with its distance from the upper edge in percent."""
        height = (self.top - self.bottom) or 1.0
        values = round_values(self.top, self.bottom)
        return [(round(100 * (self.top - value) / height, 2), text) for value, text in values]


def build_curve(
    hand_numbers: Sequence[int],
    cumulative_big_bets: Sequence[float],
    times: Sequence[datetime | None] = (),
    addresses: Sequence[str] = (),
    marked_points: Sequence[int] = (),
) -> Curve:
    """The line through these sums after so many hands each, beginning at nothing; with times its points have words.

    With addresses they lead there, and not to the hands of a day, and tell the time. Marked points have a dot.
    """
    top, bottom = _top_and_bottom_with_zero(cumulative_big_bets)
    places = _point_positions(hand_numbers, cumulative_big_bets, top, bottom)
    points = [
        (*place, _tooltip(hand, value, time, shows_clock=bool(link)), link or (f"{time:%Y-%m-%d}" if time else ""))
        for place, hand, value, time, link in zip_longest(places, hand_numbers, cumulative_big_bets, times, addresses)
    ]
    zero = _y_position(0.0, top, bottom)
    return Curve(
        _svg_path(zero, places),
        zero,
        top,
        bottom,
        json_block(points if times else []),
        marks="".join(f"M{places[index][0]} {places[index][1]}h0" for index in marked_points),
        is_lost=cumulative_big_bets[-1] < 0,
        dates=date_axis_labels(hand_numbers, times, shows_clock=bool(addresses)),
        scale=(top, bottom),
    )


def add_line(curve: Curve, name: str, hand_numbers: Sequence[int], cumulative_big_bets: Sequence[float]) -> Curve:
    """The curve with another line, in a view that holds all; places and heights of the first are as they were."""
    path = _svg_path(curve.zero, _point_positions(hand_numbers, cumulative_big_bets, *curve.scale))
    top, bottom = _top_and_bottom_with_zero([*cumulative_big_bets, curve.top, curve.bottom])
    upper, lower = (_y_position(value, *curve.scale) for value in (top, bottom))
    view = f"0 {upper} {WIDTH} {round(lower - upper, 2)}"
    return replace(curve, top=top, bottom=bottom, other_lines=(*curve.other_lines, (name, path)), view=view)


def _top_and_bottom_with_zero(big_bets: Sequence[float]) -> tuple[float, float]:
    return max(0.0, *big_bets), min(0.0, *big_bets)


def _y_position(value: float, top: float, bottom: float) -> float:
    return round(HEIGHT * (top - value) / ((top - bottom) or 1.0), 2)


def _point_positions(
    hand_numbers: Sequence[int], cumulative_big_bets: Sequence[float], top: float, bottom: float
) -> list[tuple[float, float]]:
    return [
        (round(WIDTH * hand / hand_numbers[-1], 1), _y_position(value, top, bottom))
        for hand, value in zip(hand_numbers, cumulative_big_bets, strict=True)
    ]


def _svg_path(zero_y: float, points: Sequence[tuple[float, float]]) -> str:
    return f"M0 {zero_y}" + "".join(f"L{x} {y}" for x, y in points)


def _tooltip(hand_number: int, cumulative_big_bets: float, time: datetime | None, *, shows_clock: bool) -> str:
    when = f", {words.format_day(time)}" if time else ""
    clock = f", {time:%H:%M}" if time and shows_clock else ""
    return f"After hand {hand_number:,}{when}{clock}: {words.signed_number(cumulative_big_bets)} big bets"


# --- the curve of a session -------------------------------------------------------------------------------------------

POINTS, FEWEST = 300, 2
"""Points of the curve, and the hands that make one."""


def session_curve(
    hand_rows: Sequence[Row], large_pot_indexes: Sequence[int], counted_by_line: Mapping[str, Sequence[bool]]
) -> Curve | None:
    """The sums after each hand; of many hands some, and always those with a large pot, which are marked.

    `counted_by_line`: by the names of other lines, which hands each of them adds up.
    """
    if len(hand_rows) < FEWEST:
        return None
    indexes = _thin_out_hands(len(hand_rows), large_pot_indexes)
    sums, chosen = [*accumulate(hand["big_bets"] for hand in hand_rows)], [hand_rows[index] for index in indexes]
    times, addresses = [hand["played_at"] for hand in chosen], [hand["address"] for hand in chosen]
    marked = [number for number, index in enumerate(indexes) if index in large_pot_indexes]
    numbers = [index + 1 for index in indexes]
    curve = build_curve(numbers, [sums[index] for index in indexes], times, addresses, marked)
    for name, counts in counted_by_line.items():
        part = [*accumulate(hand["big_bets"] * counted for hand, counted in zip(hand_rows, counts, strict=True))]
        curve = add_line(curve, name, numbers, [part[index] for index in indexes])
    return curve


def luck_sentence_and_curve(
    listing: Listing,
    hand_rows: Sequence[Row],
    large_pot_indexes: Sequence[int],
    counted_by_line: Mapping[str, Sequence[bool]],
) -> tuple[str, Curve | None]:
    """Say what the player's cards brought in these hands, and draw the curve with the line without it.

    None, and why, where too few cards are known.
    """
    try:
        luck = luck_of_hands(listing, hand_rows)
    except StatisticsError as error:
        return error.to_users, None
    net = pl.Series([hand["big_bets"] for hand in hand_rows], dtype=pl.Float64)
    sentence, shown = (
        describe_card_luck(float(net.sum()), luck),
        session_curve(hand_rows, large_pot_indexes, counted_by_line),
    )
    if shown is None:
        return sentence, None
    indexes = _thin_out_hands(len(hand_rows), large_pot_indexes)
    rest = (net - luck.fill_null(0.0)).cum_sum().gather(indexes)
    return sentence, add_line(shown, LUCK, [index + 1 for index in indexes], rest.to_list())


def counted_by_showdown_line(listing: Listing, hand_rows: Sequence[Row]) -> dict[str, list[bool]]:
    """By the lines that the address switches on, which of these hands each adds up: those shown down, or the others."""
    chosen = [name for name in LINES if listing.request.address.get(name) == YES]
    if not chosen:
        return {}
    conditions: HandWords = {**listing.conditions, "where": "saw_showdown"}
    with_showdown = listing.request.store.find_hands(
        "bb100", listing.player, filters=listing.request.filters, **conditions
    )
    keys = {*with_showdown.select(*HAND).rows()}
    shown_down = [tuple(hand[name] for name in HAND) in keys for hand in hand_rows]
    return {name: [is_shown == (name == SHOWDOWN) for is_shown in shown_down] for name in chosen}


def luck_of_hands(listing: Listing, hand_rows: Sequence[Row]) -> pl.Series:
    """The luck of each hand in big bets, null where its cards are not known; see `align_luck_with_hands`.

    What cards are worth is fitted to all hands of the game. Raises StatisticsError where too few are known.
    """
    player, game = listing.player, keep_game_filters(listing.request.filters)
    luck = listing.request.call_cached(Store.luck, player, hands=True, filters=game)
    return align_luck_with_hands(pl.DataFrame([{name: hand[name] for name in HAND} for hand in hand_rows]), luck)


def _thin_out_hands(hand_count: int, large_pot_indexes: Sequence[int]) -> list[int]:
    return sorted({*range(0, hand_count, max(1, hand_count // POINTS)), *large_pot_indexes, hand_count - 1})


# --- the marks of its axes --------------------------------------------------------------------------------------------


MOST_LINES, ROUND = 5, (1, 2, 5, 10)
"""Lines of a grid, and the first figures of the steps between them."""
GAP, FIRST_GAP, EDGE, LAST = 20.0, 28.0, 5.0, 97.0
"""The least distance of dates below a curve, and that from one at its left edge; where this ends, and the last place of
a date: in percent of the width."""
MOST_DAYS, ONE_YEAR = 62, 300
"""Days of a curve that has days below it, and of one whose months need no year."""
STEPS, MOST_STEPS = (5, 10, 15, 30, 60, 120, 240, 480), 6
"""Minutes between two times of a session, and how often these come at most."""


def round_values(top: float, bottom: float) -> list[tuple[float, str]]:
    """Round values between the two, from above, with their texts; nothing if there is no room between them."""
    if top <= bottom:
        return []
    power = 10.0 ** floor(log10((top - bottom) / MOST_LINES))
    step = next(power * factor for factor in ROUND if (top - bottom) / (power * factor) <= MOST_LINES)
    values = [number * step for number in range(floor(top / step), ceil(bottom / step) - 1, -1)]
    return [(value, words.signed_number(value, 0 if step >= 1 else 1) if value else "0") for value in values]


def date_axis_labels(
    hand_numbers: Sequence[int], times: Iterable[datetime | None], *, shows_clock: bool
) -> tuple[tuple[float, str], ...]:
    """Where across, in percent, a new month, day or hour begins, as far as there is room."""
    dated = [(hand, time) for hand, time in zip(hand_numbers, times, strict=False) if time]
    if not dated:
        return ()
    name_time = _time_namer(dated[-1][1] - dated[0][1], shows_clock=shows_clock)
    labels: list[tuple[float, str]] = []
    last_name, free = "", 0.0
    for hand, time in dated:
        name, place = name_time(time), round(100 * hand / hand_numbers[-1], 1)
        if name != last_name and place <= LAST and place >= free:
            labels.append((place, name))
            free = place + (GAP if place > EDGE else FIRST_GAP)
        last_name = name
    return tuple(labels)


def _time_namer(span: timedelta, *, shows_clock: bool) -> Callable[[datetime], str]:
    """What names the part of a time that those below a curve of that length tell apart."""
    if shows_clock:
        minutes = next((step for step in STEPS if span / timedelta(minutes=step) <= MOST_STEPS), STEPS[-1])
        return lambda time: _clock_rounded_down(time, minutes)
    if span.days <= MOST_DAYS:
        return lambda time: f"{time.day} {time:%b}"
    return lambda time: f"{time:%b}" if span.days < ONE_YEAR else f"{time:%b %Y}"


def _clock_rounded_down(time: datetime, minutes: int) -> str:
    passed = (60 * time.hour + time.minute) // minutes * minutes
    return f"{passed // 60:02}:{passed % 60:02}"
