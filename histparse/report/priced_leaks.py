"""Step 8, report: what the player's mistakes with known cards cost, priced once for a state of the database.

A big bet of play money is none of money, so each currency is priced by itself. Filters choose the decisions; all hands
of the same game price them: a decision costs the same under all filters. What a page needs of the last prices stays in
memory, and the tables of leaks are among the figures kept in the cache folder.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any

import polars as pl
from msgspec import structs

from histparse.coach.bets import Answers
from histparse.coach.decisions import (
    DRAWS,
    all_decision_rows,
    list_mistakes_with_details,
    listed_mistakes_by_kind,
    price_decisions,
    replace_keys_with_hand_ids,
)
from histparse.coach.leaks import first_three_words, leaks_to_rows, price_leaks
from histparse.coach.observed import (
    PLACE,
    count_seen_deals_by_part,
    currencies_with_player_cards_known,
    fetch_with_opponents_or_refuse,
    query_hand_keys_and_parts,
)
from histparse.report.kept import cached_or_counted_frames, database_and_tag_state, has_cached_frames
from histparse.stats import Filters, Statistic, StatisticsError
from histparse.store import Database

SEAT = PLACE[:2]
GAME = ("site", "stakes", "money", "players", "seats", "tournament")
"""Filters that tell one game from another."""
DECISIONS = "decisions"
"""What the prices of a game are kept as."""
FEWEST = 300
"""The fewest draws that can show anything; for fewer, the tables that price them need not be counted."""
MOST = 16
"""Leaks that stay in memory: of a few players and filters; all decisions of 100,000 hands take some 40 MB."""


def keep_game_filters(filters: Filters) -> Filters:
    """The filters that tell one game from another: of these, no others."""
    return Filters(**{name: getattr(filters, name) for name in GAME})


class PricedLeaks:
    """The leaks of a player in the hands of one currency, and the decisions behind them; see `price_game_decisions`.

    Its methods raise StatisticsError if no card is known.
    """

    def __init__(self, database: Database, player: str, filters: Filters, frames: dict[str, pl.DataFrame]) -> None:
        """Name the hands; `frames` has what was computed of them before, and gets what is computed now."""
        self._database, self._player, self._filters, self._frames = database, player, filters, frames
        self.currency = filters.money

    def leak_rows_by_kind(self) -> pl.DataFrame:
        """A row for each kind, see `leaks_to_rows`, with `currency` and the number of `draws` priced."""
        return self._computed_once("rows", self._price_leaks)

    def listed_mistakes_by_kind(self) -> dict[str, pl.DataFrame]:
        """The mistakes of each kind, see `list_mistakes_with_details`."""
        return listed_mistakes_by_kind(self._player_decisions())

    def showdown_chances_by_decision(self) -> pl.DataFrame:
        """A row for each draw, call and fold: its hand and `line`, and the chance to win at showdown: `best`, `did`."""
        rows = self._player_decisions().filter(pl.col("best").is_not_null())
        return replace_keys_with_hand_ids(self._database, rows.select("hand_key", "line", "best", "did"))

    def has_enough_draws(self) -> bool:
        """Whether so many draws can be priced that they may show something."""
        try:
            return self._draw_count() >= FEWEST
        except StatisticsError:  # nobody's cards are known
            return False

    def has_cached_prices(self) -> bool:
        """Whether the decisions of the game have their prices already, which takes seconds."""
        game = self._leaks_of_game()
        return "game" in game._frames or has_cached_frames(DECISIONS, self._database, self._player, game._filters)

    def loss_in_big_bets_and_hands(self) -> tuple[float, int]:
        """Count what mistakes of all kinds cost together, in big bets, and the hands whose cards are known."""
        lost = sum(float(rows["big_bets"].sum()) for rows in self.listed_mistakes_by_kind().values())
        return lost, int(count_seen_deals_by_part(self._player_hands()).sum())

    def _price_leaks(self) -> pl.DataFrame:
        _, of_opponents = self._leaks_of_game()._decisions_by_side()
        hands = 0
        if len(of_opponents):
            seats = query_hand_keys_and_parts(self._database, None, structs.replace(self._filters, but=self._player))
            of_opponents, hands = _decisions_in_hands(of_opponents, seats), int(count_seen_deals_by_part(seats).sum())
        leaks = price_leaks(
            self._player_decisions(), count_seen_deals_by_part(self._player_hands()), of_opponents, hands
        )
        return leaks_to_rows(leaks).select(
            pl.lit(self.currency, pl.String).alias("currency"), pl.all(), pl.lit(self._draw_count()).alias("draws")
        )

    def _draw_count(self) -> int:
        return self._player_decisions().filter(source=DRAWS).height

    def _player_decisions(self) -> pl.DataFrame:
        """The player's decisions in these hands, with the prices that they have in all hands of the game."""
        game = self._leaks_of_game()
        decisions, _ = game._decisions_by_side()
        if game is self:
            return decisions
        return self._computed_once("decisions", lambda: _decisions_in_hands(decisions, self._player_hands()))

    def _player_hands(self) -> pl.DataFrame:
        return self._computed_once(
            "hands", lambda: query_hand_keys_and_parts(self._database, self._player, self._filters)
        )

    def _leaks_of_game(self) -> PricedLeaks:
        """The leaks in all hands of the game, whose decisions have the prices."""
        game = keep_game_filters(self._filters)
        return self if game == self._filters else leaks_of_main_currency(self._database, self._player, game)

    def _decisions_by_side(self) -> tuple[pl.DataFrame, pl.DataFrame]:
        """All decisions of a game with their prices: the player's, who comes first, and those of the others."""
        question = self._database, self._player, self._filters
        decisions = self._computed_once(
            "game", lambda: cached_or_counted_frames(DECISIONS, price_game_decisions, *question)[0]
        )
        of_player = decisions.height - int(decisions["is_other"].sum())
        return decisions.head(of_player), decisions.slice(of_player)

    def _computed_once(self, name: str, compute: Callable[[], pl.DataFrame]) -> pl.DataFrame:
        if name not in self._frames:
            self._frames[name] = compute()
        return self._frames[name]


def _decisions_in_hands(decisions: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """The decisions in those hands. A mask, for a join copies lists of a million rows, which takes gigabytes."""
    seats = hands.select(*SEAT, pl.lit(True).alias("is_chosen"))
    chosen = decisions.select(SEAT).join(seats, on=SEAT, how="left", maintain_order="left")["is_chosen"]
    return decisions.filter(chosen.fill_null(value=False))


def price_game_decisions(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    """One frame with a row for each decision of the player, and of the others whose cards are known in the same way.

    Beside what `all_decision_rows` has: where it was made, `is_other`, and of the player's mistakes `listed`, what
    `list_mistakes_with_details` says of them. Raises StatisticsError.
    """
    fetched = fetch_with_opponents_or_refuse(database, player, filters)
    answers = Answers(fetched.observed)
    priced = price_decisions(fetched.observed, answers)
    mistakes = list_mistakes_with_details(database, fetched, priced)
    decisions = all_decision_rows(fetched.observed, priced).hstack(fetched.decision_keys)
    decisions = decisions.join(mistakes, on=("hand_key", "line", "kind"), how="left", maintain_order="left")
    frames = [decisions.with_columns(pl.lit(False).alias("is_other"))]
    if opponents := fetched.opponents:
        priced = price_decisions(opponents.observed, answers)
        decisions = all_decision_rows(opponents.observed, priced).hstack(opponents.decision_keys)
        frames.append(decisions.with_columns(pl.lit(True).alias("is_other")))
    yield pl.concat(frames, how="diagonal")


# --- priced once ------------------------------------------------------------------------------------------------------

_frames_by_question = OrderedDict[object, dict[str, pl.DataFrame]]()
_lock = Lock()


def leaks_of_main_currency(database: Database, player: str, filters: Filters) -> PricedLeaks:
    """The leaks of a player in the hands that pass the filters: those priced before, if the database is as it was.

    Unless the filters name a currency, it is that of most hands with cards known. Raises StatisticsError.
    """
    return next(leaks_by_currency(database, player, filters))


def leaks_by_currency(database: Database, player: str, filters: Filters) -> Iterator[PricedLeaks]:
    """The leaks of each currency, that of most hands first; at least of none. Raises StatisticsError."""
    state = database_and_tag_state(database, filters)
    named: Sequence[str | None] = (
        [filters.money] if filters.money else currencies_with_player_cards_known(database, player, filters)
    )
    for currency in named or [None]:
        of_currency = structs.replace(filters, money=currency)
        key = state, player, of_currency
        with _lock:
            frames = _frames_by_question.setdefault(key, {})
            _frames_by_question.move_to_end(key)
            while len(_frames_by_question) > MOST:
                _frames_by_question.popitem(last=False)
        yield PricedLeaks(database, player, of_currency, frames)


# --- in the report ----------------------------------------------------------------------------------------------------

NO_PROOF = "not proven yet"
LEAKS = Statistic(
    name="leaks",
    title="Leaks",
    section="leaks",
    place=10,
    definition="What draws and acts on the river cost, compared with the best alternative, in big bets per 100 hands. "
    "Draws, calls and folds are priced by what they win at showdown against the hands opponents showed after the "
    "same draws and bets; bets, checks and raises by their loss against a heads-up equilibrium of the river. A leak is "
    "proven if its 95 % interval leaves out zero and it has ten mistakes or more: see docs/leaks.md.",
    numerator="big bets lost, times 100",
    denominator="hands with cards seen at the deal",
    needs_draws=True,
    chart="bars",
)


def leak_frame_if_enough_draws(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    """One frame, by currency; none if the player's cards are not known often enough."""
    rows = [
        _leak_row_with_negative_prices(player, leak)
        for leaks in leaks_by_currency(database, player, filters)
        if leaks.has_enough_draws()
        for leak in leaks.leak_rows_by_kind()[:-1].to_dicts()
    ]
    if rows:
        types = {"of_others": pl.Float64, "priced": pl.String}
        yield pl.DataFrame(rows, infer_schema_length=None, schema_overrides=types)


def _leak_row_with_negative_prices(player: str, leak: Mapping[str, Any]) -> dict[str, object]:
    shown = leak["shown"]
    return {
        "label": player,
        "currency": leak["currency"],
        "leak": leak["player"],
        "big_bets": -leak["big_bets"] if shown else None,
        "at_worst": -leak["high"] if shown else None,
        "at_best": -leak["low"] if shown else None,
        "of_others": None if leak["others"] is None else -leak["others"],
        "mistakes": leak["mistakes"],
        "spots": leak["spots"],
        "instead": leak["instead"] if shown else NO_PROOF,
        "priced": leak["priced"] and first_three_words(leak["priced"]),
    }
