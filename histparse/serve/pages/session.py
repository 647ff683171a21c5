"""Step 10, serve: one session - its curve with the largest pots, best and worst hand, what is unusual, mistakes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import polars as pl

from histparse import StatisticsError, Store
from histparse.api.listing_words import HandWords
from histparse.coach.kinds import ALL_KINDS, KINDS
from histparse.report.differences import Difference
from histparse.report.model import Row
from histparse.serve.address import VIEW, YES, RefusedError
from histparse.serve.curve import (
    LINES,
    counted_by_showdown_line,
    luck_of_hands,
    luck_sentence_and_curve,
    session_curve,
)
from histparse.serve.hand_addresses import SESSION_FORMAT, counted_hands_address, session_address
from histparse.serve.leak_costs import usual_mistake_loss_per_100_hands
from histparse.serve.lessons import learn_address
from histparse.serve.listing import LISTED, Listing
from histparse.serve.mistake_list import build_mistake_list, first_question_address
from histparse.serve.pictures import HandPicture, add_hand_pictures
from histparse.serve.sessions import (
    at_any_time_cash_or_tournament,
    count_dated_hands_and_session_rates,
    find_session_and_neighbours,
    find_session_differences,
)
from histparse.serve.source import PageRequest, PageValues
from histparse.stats import words
from histparse.stats.significance import FALSE_CLAIMS
from histparse.stats.verdicts import describe_net_luck_and_mistakes

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/session", "Sessions", "", 12, "session.html", True
OF_SESSION = (*LISTED, *VIEW, "leak")
KEYS = (*OF_SESSION, *LINES)
LARGE, SHOWN = 5, 20
"""Pots that are marked, and mistakes that are shown at first."""
NET, PRICED = "bb100", "dealt_seen AND draws_told"
"""What lists each hand once, and the condition on those whose mistakes can be told."""


def template_values(request: PageRequest) -> PageValues:
    """The session that the address names, by when it began and its currency."""
    address, store, listing = request.address, request.store, Listing(request)
    player, (previous, session, following) = listing.player, find_session_and_neighbours(listing)
    if player is None or session is None:
        raise RefusedError("no session began then: see the list of sessions", 404)
    zone, rows = request.filters.zone, listing.find_rows(0, None)
    hands = [row | {"address": listing.hand_address(row, index)} for index, row in enumerate(rows.to_dicts(), 1)][::-1]
    large = sorted(range(len(hands)), key=lambda index: -hands[index]["pot"])[:LARGE]
    shown_down = counted_by_showdown_line(listing, hands)
    return {
        "player": player,
        "session": session,
        "zone": zone,
        "number": len(hands),
        "list_address": address.filtered_link("/hands", *address.pick_parameters(OF_SESSION)),
        "curve": session_curve(hands, large, shown_down),
        "verdict": partial(_session_verdict, listing, session, hands),
        "luck": partial(luck_sentence_and_curve, listing, hands, large, shown_down),
        "large": [hands[index] for index in large],
        "ends": partial(_best_and_worst_hands, store, hands),
        "is_own": request.is_hero,
        "unlike": partial(_session_differences, listing, player, session),
        "mistakes": partial(_mistake_values, listing, player, session["currency"]),
        "previous": previous and session_address(request, previous),
        "following": following and session_address(request, following),
        "kept_fields": KEYS[1:],
    }


def _best_and_worst_hands(store: Store, hands: list[Row]) -> list[tuple[str, Row, HandPicture]]:
    """The hand that won most and the one that lost most, as far as there are such."""
    ordered = sorted(hands, key=lambda hand: hand["big_bets"])
    ends = [("Best hand", ordered[-1])] if ordered[-1]["big_bets"] > 0 else []
    ends += [("Worst hand", ordered[0])] if ordered[0]["big_bets"] < 0 else []
    rows = pl.DataFrame([hand for _, hand in ends], infer_schema_length=None)
    drawn = add_hand_pictures(store, rows) if ends else []
    return [(title, *row_and_picture) for (title, _), row_and_picture in zip(ends, drawn, strict=True)]


def _session_differences(listing: Listing, player: str, session: Row) -> PageValues:
    """In what the session was unlike the player's others, each rate with the addresses of its hands."""
    start, game = (
        f"{session['began']:{SESSION_FORMAT}}",
        at_any_time_cash_or_tournament(listing.request.filters, session["currency"]),
    )
    hands_of_game, rates = listing.request.call_cached(count_dated_hands_and_session_rates, player, game)
    inside = ("session", start), ("game", "tournaments" if game.tournament else "cash"), ("from", ""), ("to", "")
    sides = inside, (*inside, ("outside", YES))

    def hands(difference: Difference, parameters: Iterable[tuple[str, str]], *, made: bool) -> str:
        figure = difference.statistic, difference.key
        return counted_hands_address(listing.request.address, player, *figure, "", *parameters, only_made=made)

    rows = [
        (
            difference,
            [
                (share, hands(difference, side, made=True), hands(difference, side, made=False))
                for share, side in zip((difference.rate.player, difference.rate.pool), sides, strict=True)
            ],
        )
        for difference in find_session_differences(rates, start)
    ]
    return {"other_hands": hands_of_game - session["hands"], "rows": rows, "by_chance": round(100 * FALSE_CLAIMS)}


def _mistake_values(listing: Listing, player: str, currency: str) -> PageValues:
    """The mistakes of the kind that is asked for, and what each kind cost; or why there are none, in a sentence."""
    store, listed = listing.request.store, build_mistake_list(listing.request, ALL_KINDS)
    if listed.leaks.sentence:
        return {"sentence": listed.leaks.sentence}
    costs = [
        (kind, float(rows["big_bets"].sum()), len(rows))
        for kind, rows in zip(KINDS, listed.leaks.decisions.values(), strict=True)
    ]
    rows = listed.mistake_rows
    return {
        "sentence": "",
        "number": len(rows),
        "title": listed.title,
        "total": words.signed_number(-float(rows["big_bets"].sum()), 2),
        "per_100": _session_and_usual_mistake_loss_per_100_hands(listing, player, currency),
        "costs": sorted((cost for cost in costs if cost[2]), key=lambda cost: -cost[1]),
        "rows": add_hand_pictures(store, rows[:SHOWN]),
        "cheap": add_hand_pictures(store, rows[SHOWN:]),
        "hand_of": listed.hand_address,
        "quiz": first_question_address(listed),
        "learn": learn_address(listing.request.address),
        "first": listed.hand_address(rows.row(0, named=True)) if len(rows) else "",
    }


def _session_and_usual_mistake_loss_per_100_hands(
    listing: Listing, player: str, currency: str
) -> tuple[str, str] | None:
    """What mistakes lost in 100 hands of the session, and in 100 of the game by whose hands they are priced."""
    lost, hands, usual = _mistake_loss_hands_usual_loss(listing, player, currency)
    if lost is None or usual is None:
        return None
    return words.signed_number(-100 * lost / hands), words.signed_number(-usual)


def _mistake_loss_hands_usual_loss(
    listing: Listing, player: str, currency: str
) -> tuple[float | None, int, float | None]:
    """What mistakes lost in the session, in so many hands, and in 100 hands of the game.

    None: no cards are known, or the game has no other hands. Only hands count whose cards are known, in both.
    """
    request, filters = listing.request, listing.request.filters
    conditions: HandWords = {**listing.conditions, "where": PRICED}
    hands = request.call_cached(Store.number_of_hands, NET, player, filters=filters, **conditions)
    leaks = build_mistake_list(request, ALL_KINDS).leaks
    if leaks.sentence or not hands:
        return None, 0, None
    return (
        sum(float(rows["big_bets"].sum()) for rows in leaks.decisions.values()),
        hands,
        usual_mistake_loss_per_100_hands(request, currency, hands),
    )


def _session_verdict(listing: Listing, session: Row, hands: list[Row]) -> str:
    """Say what the session won, and what cards and mistakes did to it."""
    lost, priced, usual = _mistake_loss_hands_usual_loss(listing, listing.request.player, session["currency"])
    try:
        known = luck_of_hands(listing, hands).drop_nulls()
    except StatisticsError:  # too few hands of the game have known cards
        known = pl.Series(dtype=pl.Float64)
    luck = float(known.sum()) if len(known) else None
    usual_loss_in_session = None if usual is None else usual * priced / 100
    return describe_net_luck_and_mistakes(
        session["big_bets"], luck, lost, usual_loss_in_session, is_hero=listing.request.is_hero
    )
