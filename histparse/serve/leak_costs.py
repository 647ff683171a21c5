"""Step 10, serve: what mistakes cost, all of the hands that are filtered or those of a few hands, and the costliest."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse import Filters, StatisticsError
from histparse.coach.kinds import ALL_KINDS
from histparse.coach.observed import currencies_with_player_cards_known
from histparse.report.differences import MOST as LISTED
from histparse.report.model import Row
from histparse.report.priced_leaks import FEWEST, PricedLeaks, keep_game_filters, leaks_of_main_currency
from histparse.serve.address import VIEW, Address
from histparse.serve.source import PageRequest

Reply = TypeVar("Reply")
SESSION = ("stat", "of", "session")
"""The parameters of a session, beside the player."""
SINGLE = 3
"""Decisions named where there is no leak."""


class LeakCosts(Struct, frozen=True):
    """The leaks, and the decisions of each kind; or the sentence that says why there are none."""

    rows: pl.DataFrame = pl.DataFrame()
    decisions: dict[str, pl.DataFrame] = {}
    sentence: str = ""
    untold: str = ""
    """How many hands are left out, in a sentence."""
    currency: str = ""
    other_currencies: tuple[str, ...] = ()
    """The currencies of other hands with cards known, which are priced by themselves."""

    @property
    def has_enough_draws(self) -> bool:
        """Whether these are draws enough for a list of what to change first, as in a report."""
        return bool(self.rows["draws"][0] >= FEWEST)

    @property
    def currency_parameter(self) -> list[tuple[str, str]]:
        """The parameter of addresses for their currency, where there are others."""
        return [("money", self.currency)] if self.other_currencies else []


class CostliestLeak(Struct, frozen=True):
    """The costliest leak, to change first: its row, its worst decision, and the next leaks."""

    leak: Row
    worst: Row
    hand: str
    list_address: str
    """The addresses of that decision, and of all decisions of that leak."""
    next_leaks: tuple[tuple[Row, str], ...]
    """The next, each with the address of its decisions."""

    @property
    def cards(self) -> list[tuple[str, bool]]:
        """The cards held there, and whether each was thrown."""
        thrown = self.worst["did"].removeprefix("throws ").split()
        return [(card, card in thrown) for card in self.worst["held"].split()]


def mistake_address(
    address: Address, player: str, leak: str, mistake_row: Row, *view_parameters: tuple[str, str]
) -> str:
    """The address of the hand, at the decision that this row is about; more can be said of how it is shown."""
    subject = ("player", player), *address.pick_parameters(SESSION), ("leak", leak)
    where = ("id", f"{mistake_row['site']}:{mistake_row['hand_id']}"), ("line", str(mistake_row["line"]))
    view = ((name, word) for name, word in address.pick_parameters(VIEW) if name not in dict(view_parameters))
    return address.filtered_link("/hand", *subject, *where, *view, *view_parameters)


def price_leaks_of_one_currency(request: PageRequest, currency: str | None = None) -> LeakCosts:
    """The leaks of the player in the hands of a currency that pass the filters, priced by all hands of the same game.

    Without a currency it is that of the filters, or that of most hands.
    """
    filters = replace(request.filters, money=currency) if currency else request.filters
    untold = request.store.untold(request.player, filters=filters)
    try:
        with request.store.database() as database:
            leaks = leaks_of_main_currency(database, request.player, filters)
            rows, decisions = leaks.leak_rows_by_kind(), leaks.listed_mistakes_by_kind()
            seen = currencies_with_player_cards_known(database, request.player, request.filters)
    except StatisticsError as error:  # no cards are known
        return LeakCosts(sentence=error.to_users, untold=untold)
    other_currencies = tuple(currency for currency in seen if currency != leaks.currency)
    return LeakCosts(rows, decisions, "", untold, leaks.currency or "", other_currencies)


def price_mistakes_in_hands(request: PageRequest, filters: Filters) -> LeakCosts:
    """The mistakes of the player in these hands."""
    try:
        return LeakCosts(decisions=_ask_priced_leaks(request, filters, PricedLeaks.listed_mistakes_by_kind))
    except StatisticsError as error:  # no cards are known
        return LeakCosts(sentence=error.to_users)


def are_prices_cached(request: PageRequest, filters: Filters) -> bool:
    """Whether the prices of these hands are kept, so that they can be shown at once."""
    with suppress(StatisticsError):  # no cards are known
        return _ask_priced_leaks(request, filters, PricedLeaks.has_cached_prices)
    return False


def showdown_chances_by_decision(request: PageRequest, filters: Filters) -> pl.DataFrame | None:
    """The chance to win at showdown at each decision of the player in these few hands; None: nothing tells."""
    with suppress(StatisticsError):  # no cards are known
        return _ask_priced_leaks(request, filters, PricedLeaks.showdown_chances_by_decision)
    return None


def usual_mistake_loss_per_100_hands(request: PageRequest, currency: str, session_hands: int) -> float | None:
    """Compute what mistakes cost in 100 hands of the game with that currency, in big bets.

    None: no cards are known, or the game has no hands but the `session_hands` to compare with it.
    """
    with suppress(StatisticsError):  # no cards are known
        game = keep_game_filters(replace(request.filters, money=currency))
        lost, hands = _ask_priced_leaks(request, game, PricedLeaks.loss_in_big_bets_and_hands)
        return 100 * lost / hands if hands > session_hands else None
    return None


def _ask_priced_leaks(request: PageRequest, filters: Filters, question: Callable[[PricedLeaks], Reply]) -> Reply:
    """Ask that of the leaks in these hands, in the currency of most hands of their game. Raises StatisticsError."""
    with request.store.database() as database:
        game = leaks_of_main_currency(database, request.player, keep_game_filters(filters))
        return question(leaks_of_main_currency(database, request.player, replace(filters, money=game.currency)))


def costliest_leak(request: PageRequest, currency: str) -> CostliestLeak | str:
    """The leaks of that currency that a report lists first, or the sentence that says why none is named."""
    address, player, leaks = request.address, request.player, price_leaks_of_one_currency(request, currency)
    if leaks.sentence:
        return leaks.sentence
    shown = leaks.rows[:-1].filter("shown").head(LISTED).to_dicts() if leaks.has_enough_draws else []
    if not shown:
        return "no leak is proven in these hands yet"
    worst, money = leaks.decisions[shown[0]["leak"]].row(0, named=True), leaks.currency_parameter
    hand = mistake_address(address, player, shown[0]["leak"], worst, *money)
    (leak, decisions), *next_leaks = (
        (row, address.filtered_link("/leaks", ("player", player), ("leak", row["leak"]), *money)) for row in shown
    )
    return CostliestLeak(leak, worst, hand, decisions, tuple(next_leaks))


def costliest_decisions_with_addresses(request: PageRequest, currency: str) -> list[tuple[Row, str]]:
    """The worst decisions of all kinds, each with its address: what there is where no kind can be shown to cost."""
    leaks = price_leaks_of_one_currency(request, currency)
    rows = [row for decisions in leaks.decisions.values() for row in decisions.head(SINGLE).to_dicts()]
    worst = sorted(rows, key=lambda row: -row["big_bets"])[:SINGLE]
    return [
        (row, mistake_address(request.address, request.player, ALL_KINDS, row, *leaks.currency_parameter))
        for row in worst
    ]
