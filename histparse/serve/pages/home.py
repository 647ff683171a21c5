"""Step 10, serve: the first page - what a player won, what costs most, where they differ, luck, the last sessions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from zoneinfo import ZoneInfo

import polars as pl
from msgspec.structs import replace

from histparse import Filters, StatisticsError, Store
from histparse.model.errors import count
from histparse.report.differences import Difference, find_differences
from histparse.report.model import Row
from histparse.report.priced_leaks import keep_game_filters
from histparse.report.results import LUCK_LEFT_IN, describe_luck_and_rest
from histparse.serve.address import FILTERS, NAMES, YES, ElsewhereError
from histparse.serve.calendar import build_half_year_calendar
from histparse.serve.curve import (
    LINES,
    LUCK,
    SHOWDOWN,
    Curve,
    add_line,
    align_luck_with_hands,
    build_curve,
    describe_card_luck,
)
from histparse.serve.hand_addresses import day_or_session_address, session_address, table_link_functions
from histparse.serve.leak_costs import costliest_decisions_with_addresses, costliest_leak
from histparse.serve.listing import Listing
from histparse.serve.pictures import HandPicture, add_hand_pictures
from histparse.serve.sessions import list_sessions
from histparse.serve.source import PageRequest, PageValues
from histparse.stats import words
from histparse.stats.verdicts import winning_verdict_of_totals

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/", "Home", "Home", 5, "home.html", True
KEYS = ("player", *LINES)
POINTS, LAST, FEWEST = 300, 5, 2
"""Points of the curve, the sessions and losses shown, and the hands that make a curve."""
CHIPS = "chips"


def template_values(request: PageRequest) -> PageValues:
    """The results; the cards are counted when the template comes to them."""
    address = request.address
    if address.get("player") is None and not request.has_hero:
        raise ElsewhereError(address.filtered_link("/players"))
    player, filters = request.player, request.filters

    def rows(name: str, **parameters: int) -> pl.DataFrame:
        return request.call_cached(Store.statistic, name, player, filters=filters, parameters=parameters)

    results = rows("bb100").filter(pl.col("high_stake").is_null()).to_dicts()
    main = next((row for row in results if row["currency"] != CHIPS), results[0] if results else None)
    currency = main["currency"] if main else ""
    sessions, line = list_sessions(request), _filter_currency(rows("net_line", points=POINTS), currency)
    session_at = partial(session_address, request)
    shown_lines = tuple(name for name in LINES if address.get(name) == YES)
    return {
        "player": player,
        "pronoun": "you" if request.is_hero else "they",
        "undated": request.undated_hand_count,
        "main": main,
        "verdict": main and winning_verdict_of_totals(main),
        "net": line["big_bets"][-1] if len(line) else main and main["bb100"] * main["hands"] / 100,
        "other_results": [row for row in results if row is not main],
        "facts": _result_facts(
            main, _first_row_of_currency(rows("hourly"), currency), _first_row_of_currency(rows("rake"), currency)
        )
        if main
        else [],
        "curve": _net_curve(line, shown_lines),
        "kept_fields": LINES,
        "calendar": build_half_year_calendar(sessions.to_dicts()),
        "hands_of_days": address.filtered_link(
            "/hands", ("player", player), ("stat", "bb100"), ("of", f"currency={currency}")
        ),
        "of_day": partial(day_or_session_address, request),
        "sessions": request.compute_cached(
            ("last sessions", player, filters), lambda _: _sessions_with_curves(request, sessions.tail(LAST))
        ),
        "session_at": session_at,
        "costs": partial(costliest_leak, request, currency),
        "single": partial(costliest_decisions_with_addresses, request, currency),
        "learn": address.filtered_link("/learn", ("player", player)),
        "lost": partial(_hands_with_largest_losses, request),
        "differs": partial(_differences_with_slices_dropped, request),
        **table_link_functions(address, player),
        "luck": lambda: request.compute_cached(
            ("luck", player, filters, shown_lines), lambda _: _luck_sentence_and_curve(request, line, shown_lines)
        ),
    }


def _filter_currency(frame: pl.DataFrame, currency: str) -> pl.DataFrame:
    return frame.filter(pl.col("currency") == currency)


def _first_row_of_currency(frame: pl.DataFrame, currency: str) -> Row:
    return next(iter(_filter_currency(frame, currency).to_dicts()), {})


def _result_facts(main_row: Row, hourly_row: Row, rake_row: Row) -> list[tuple[str, str]]:
    """Figures and what they are, as far as they are known."""
    facts = [(words.signed_money(main_row["net"], main_row["currency"]), "net")] if main_row["net"] is not None else []
    if hourly_row:
        facts.append((f"{hourly_row['hours']:,.1f} h", f"in {count(hourly_row['sessions'], 'session')}"))
    if rake_row:
        rake_words = words.signed_money(rake_row["rake"], main_row["currency"]).lstrip("+")
        facts.append((rake_words, f"rake, {rake_row['rake_bb100']:.1f} BB/100"))
    return facts


def _net_curve(net_line: pl.DataFrame, shown_lines: Sequence[str]) -> Curve | None:
    """The net, and of it what was won at showdown and without, as far as these lines are shown."""
    if net_line.is_empty() or net_line["hand"][-1] < FEWEST:
        return None
    hands = net_line["hand"].to_list()
    curve = build_curve(hands, net_line["big_bets"].to_list(), net_line["played_at"].to_list())
    for name in shown_lines:
        at_showdown = net_line["showdown_big_bets"]
        part = at_showdown if name == SHOWDOWN else net_line["big_bets"] - at_showdown
        curve = add_line(curve, name, hands, part.to_list())
    return curve


def _sessions_with_curves(request: PageRequest, session_rows: pl.DataFrame) -> list[tuple[Row, Curve | None]]:
    """The last sessions, the latest first, each with its line."""
    if session_rows.is_empty():
        return []
    filters = request.filters
    first = session_rows["began"][0].replace(tzinfo=ZoneInfo(filters.zone))
    recent = replace(filters, since=filters.since or first)
    line = request.store.statistic("net_line", request.player, filters=recent, parameters={"points": 0})
    return [
        (row, _session_curve(_filter_currency(line, row["currency"]), row)) for row in session_rows.reverse().to_dicts()
    ]


def _session_curve(net_line: pl.DataFrame, session_row: Row) -> Curve | None:
    end = session_row["began"] + timedelta(minutes=session_row["minutes"] + 1)
    played = net_line.filter(pl.col("played_at").is_between(session_row["began"], end))
    if len(played) < FEWEST:
        return None
    earlier = net_line.filter(pl.col("hand") < played["hand"][0])["big_bets"]
    start = earlier[-1] if len(earlier) else 0.0
    places = range(1, len(played) + 1)
    step = max(1, len(played) // POINTS)
    return build_curve([*places][::step], (played["big_bets"] - start).to_list()[::step])


def _hands_with_largest_losses(request: PageRequest) -> list[tuple[HandPicture, str]]:
    """The hands that lost most, each with its address in the list of hands by their net."""
    address = request.address
    parameters = {
        **dict(address.pick_parameters((*FILTERS, NAMES))),
        "player": request.player,
        "sort": "big_bets",
        "up": YES,
    }
    listing = Listing(replace(request, address=replace(address, path="/hands", parameters=tuple(parameters.items()))))
    rows = enumerate(add_hand_pictures(request.store, listing.find_rows(0, LAST)), 1)
    return [(picture, listing.hand_address(row, place)) for place, (row, picture) in rows if (picture.net or 0) < 0]


def _differences_with_slices_dropped(request: PageRequest) -> list[Difference]:
    """The differences that a report lists, without the slices that there is no room for."""
    return [
        replace(difference, slice=None)
        for difference in request.call_cached(_find_differences, request.player, request.filters)
    ]


def _find_differences(store: Store, player: str, filters: Filters) -> list[Difference]:
    with store.database() as database:
        return find_differences(database, player, filters)


def _luck_sentence_and_curve(
    request: PageRequest, net_line: pl.DataFrame, shown_lines: Sequence[str]
) -> tuple[str, Curve | None]:
    """The sentence on luck with the net beside what it was without; or the sentence that says why there is none.

    What cards are worth is fitted to these hands, or if they are too few to all hands of the game.
    """
    currency, shown = net_line["currency"][0] if len(net_line) else "", _net_curve(net_line, shown_lines)
    luck, filters = _luck_results_if_enough_hands(request, currency), request.filters
    try:
        lucky = _luck_of_hands(request, currency, filters if luck else keep_game_filters(filters))
    except StatisticsError as error:
        return error.to_users, None
    if shown is None or not lucky.count():
        return f"too few hands in {words.currency_name(currency)} have known cards", None
    left = (net_line["big_bets"] - lucky.fill_null(0.0).cum_sum().gather(net_line["hand"] - 1)).to_list()
    curve = add_line(shown, LUCK, net_line["hand"].to_list(), left)
    if not luck:
        return describe_card_luck(net_line["big_bets"][-1], lucky), curve
    rates = luck["without"], luck["without_low"], luck["without_high"]
    sentence = f"BB/100: {describe_luck_and_rest(luck['luck'], rates, luck['hands'], luck['known'])}; {LUCK_LEFT_IN}"
    return sentence, curve


def _luck_results_if_enough_hands(request: PageRequest, currency: str) -> Row:
    """The results with their intervals; empty for too few hands."""
    try:
        return _first_row_of_currency(request.store.luck(request.player, filters=request.filters), currency)
    except StatisticsError:
        return {}


def _luck_of_hands(request: PageRequest, currency: str, fitted_to: Filters) -> pl.Series:
    """The luck of all hands from the first on, by what cards are worth in the hands it is fitted to."""
    store, player = request.store, request.player
    luck = store.luck(player, hands=True, filters=fitted_to)
    hands = store.find_hands(None, player, filters=request.filters)
    return align_luck_with_hands(_filter_currency(hands, currency).reverse(), _filter_currency(luck, currency))
