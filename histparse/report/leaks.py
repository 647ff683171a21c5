"""Step 8, report: what the player's mistakes with known cards cost, priced once for a state of the database.

A big bet of play money is none of money, so each currency is priced by itself. Filters choose the decisions; all hands
of the same game price them: a decision costs the same under all filters. What a page needs of the last prices stays in
memory, and the tables of leaks are among the figures kept in the cache folder.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import Any

import polars as pl
from msgspec import structs

from histparse.coach.bets import Answers
from histparse.coach.decisions import chances_of, decisions_of, named_hands
from histparse.coach.fetch import MOST as SAMPLE
from histparse.coach.fetch import Fetched, currencies_seen, fetch, fetch_within, sample_sentence
from histparse.coach.kinds import NAMES
from histparse.coach.leaks import Leaks, Prices, as_rows, find_leaks, how_many
from histparse.report.kept import keep_played, kept_rows, played_before, state_of
from histparse.stats import Filters, Statistic, StatisticsError
from histparse.store import Database

GAME = ("site", "stakes", "money", "players", "seats", "tournament")
"""Filters that tell one game from another."""
FEWEST = 300
"""The fewest draws that can show anything; for fewer, the tables that price them need not be counted."""
MOST = 16
"""Leaks that stay in memory: of a few players and filters; all decisions of 20,000 hands take some 30 MB."""


def game_of(filters: Filters) -> Filters:
    """The filters that tell one game from another: of these, no others."""
    return Filters(**{name: getattr(filters, name) for name in GAME})


class PricedLeaks:
    """The leaks of a player in the hands of one currency, and the decisions behind them; see `priced_leaks`.

    Its methods raise StatisticsError if no card is known.
    """

    def __init__(self, player: str, filters: Filters) -> None:
        self._player, self._filters, self.currency = player, filters, filters.money
        self._is_game = filters == game_of(filters)
        self._fetched: Fetched | None = None
        self._leaks: Leaks | None = None
        self._prices: Prices | None = None
        self._rows: pl.DataFrame | None = None
        self._decisions: dict[str, pl.DataFrame] | None = None
        self._within: dict[Filters, dict[str, pl.DataFrame]] = {}

    def rows(self, database: Database) -> pl.DataFrame:
        """A row for each kind, see `as_rows`, with `currency`, the `draws` priced, and `sample` in words or null."""
        if self._rows is None:
            [self._rows] = kept_rows(
                "leaks of kinds", lambda own, *_: [self._all_rows(own)], database, self._player, self._filters
            )
        return self._rows

    def decisions(self, database: Database) -> dict[str, pl.DataFrame]:
        """The mistakes of each kind, see `decisions_of`."""
        if self._decisions is None:
            [rows] = kept_rows(
                "hands of leaks", lambda own, *_: [self._all_decisions(own)], database, self._player, self._filters
            )
            self._decisions = {name: rows.filter(leak=name).drop("leak") for name in NAMES}
        return self._decisions

    def fetched(self, database: Database) -> Fetched:
        """The decisions as they were observed."""
        if self._fetched is None:
            like = None if self._is_game else self._game(database).fetched(database).observed
            self._fetched = fetch(database, self._player, self._filters, like)
        return self._fetched

    def are_enough(self, database: Database) -> bool:
        """Whether so many draws can be priced that they may show something."""
        try:
            return len(self.fetched(database).observed.draws.part) >= FEWEST
        except StatisticsError:  # nobody's cards are known
            return False

    def prices(self, database: Database) -> Prices:
        """What prices the decisions, and those of fewer hands of the game."""
        if not self._is_game:
            return self._game(database).prices(database)
        if self._prices is None:
            observed = self.fetched(database).observed
            self._prices = self._leaks.by if self._leaks else Prices.of(observed, self._answers(database))
        return self._prices

    def leaks(self, database: Database) -> Leaks:
        """What they cost."""
        if self._leaks is None:
            fetched = self.fetched(database)
            if self._is_game:
                answers = self._answers(database)
                self._leaks = find_leaks(fetched.observed, fetched.others, answers=answers)
                keep_played(answers.played, database, self._player, self._filters)
            else:
                self._leaks = find_leaks(fetched.observed, fetched.others, self.prices(database))
        return self._leaks

    def decisions_within(self, database: Database, filters: Filters) -> dict[str, pl.DataFrame]:
        """By kind the mistakes in these few hands, all of them, each priced as it would be among these leaks."""
        filters = structs.replace(filters, money=self.currency)
        if filters not in self._within:
            fetched = fetch_within(database, self._player, filters, self.fetched(database).observed)
            priced = find_leaks(fetched.observed, by=self.prices(database))
            self._within[filters] = decisions_of(database, fetched, priced)
        return self._within[filters]

    def chances_within(self, database: Database, filters: Filters) -> pl.DataFrame:
        """A row for each decision in these hands with its chance to win at showdown: see `chances_of`."""
        filters = structs.replace(filters, money=self.currency)
        fetched = fetch_within(database, self._player, filters, self.fetched(database).observed)
        return named_hands(database, chances_of(fetched))

    def usual_loss(self, database: Database) -> float | None:
        """What mistakes cost in 100 of these hands, in big bets, all kinds added up."""
        hands = int(self.fetched(database).observed.hands.sum())
        lost = sum(float(rows["big_bets"].sum()) for rows in self.decisions(database).values())
        return 100 * lost / hands if hands else None

    def _game(self, database: Database) -> PricedLeaks:
        """Find the leaks in all hands of the game."""
        return priced_leaks(database, self._player, game_of(self._filters))

    def _answers(self, database: Database) -> Answers:
        """Rivers of the game, which are solved sooner where those of fewer hands have been."""
        played = played_before(database, self._player, self._filters)
        return Answers(self.fetched(database).observed, played)

    def _all_rows(self, database: Database) -> pl.DataFrame:
        sample = sample_sentence(database, self._player, self._filters)
        return as_rows(self.leaks(database)).select(
            pl.lit(self.currency, pl.String).alias("currency"),
            pl.all(),
            pl.lit(len(self.fetched(database).observed.draws.part)).alias("draws"),
            pl.lit(sample or None, pl.String).alias("sample"),
        )

    def _all_decisions(self, database: Database) -> pl.DataFrame:
        decisions = decisions_of(database, self.fetched(database), self.leaks(database)).items()
        return pl.concat([rows.with_columns(pl.lit(name).alias("leak")) for name, rows in decisions])


# --- priced once ------------------------------------------------------------------------------------------------------

_priced = OrderedDict[object, PricedLeaks]()
_lock = Lock()


def priced_leaks(database: Database, player: str, filters: Filters) -> PricedLeaks:
    """The leaks of a player in the hands that pass the filters: those priced before, if the database is as it was.

    Unless the filters name a currency, it is that of most hands with cards known. Raises StatisticsError.
    """
    return next(leaks_by_currency(database, player, filters))


def leaks_by_currency(database: Database, player: str, filters: Filters) -> Iterator[PricedLeaks]:
    """The leaks of each currency, that of most hands first; at least of none. Raises StatisticsError."""
    state = state_of(database, filters)
    named: Sequence[str | None] = [filters.money] if filters.money else currencies_seen(database, player, filters)
    for currency in named or [None]:
        of_currency = structs.replace(filters, money=currency)
        key = state, player, of_currency
        with _lock:
            leaks = _priced.setdefault(key, PricedLeaks(player, of_currency))
            _priced.move_to_end(key)
            while len(_priced) > MOST:
                _priced.popitem(last=False)
        yield leaks


# --- in the report ----------------------------------------------------------------------------------------------------

NO_PROOF = "no proof in these hands"
LEAKS = Statistic(
    name="leaks",
    title="Leaks",
    section="leaks",
    place=10,
    definition="What draws, and acts on the river, cost beside the best alternative, in big bets per 100 hands. Draws, "
    "and calls and folds: by the worth at showdown against what the others showed after the same draws and bets, in "
    "the pot as it stood, which is not a solution of the game. Bets, checks and raises: the loss against an "
    "equilibrium of the river, heads-up, given what the others held there. `priced` is of how many acts after the "
    "last draw that can be told: not with more than two players, with too few chips, after draws that too few "
    "hands show, on the rarest rivers, and where the equilibrium hardly ever plays; and of how many snows: a single "
    "opponent who has not "
    "stood pat before them may fold. `histparse leaks --hands LEAK` lists the decisions. "
    "Kinds whose 95 % interval includes zero, or with fewer than ten mistakes, have no proof in these hands. "
    "Spots are the decisions in which that mistake could be made. Others is what the same mistake costs the other "
    "players whose cards are known at the deal, by the same ranges; it is empty if they had fewer than 30 such "
    f"spots. Of more than {SAMPLE:,} hands with cards known, {SAMPLE:,} drawn by chance are priced.",
    numerator="big bets lost",
    denominator="hundreds of hands with cards seen at the deal",
    needs_draws=True,
    chart="bars",
)


def leak_rows(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    """One frame, by currency; none if the player's cards are not known often enough."""
    rows = [
        _row(player, leak)
        for leaks in leaks_by_currency(database, player, filters)
        if leaks.are_enough(database)
        for leak in leaks.rows(database)[:-1].to_dicts()
    ]
    if rows:
        types = {"of_others": pl.Float64, "priced": pl.String}
        yield pl.DataFrame(rows, infer_schema_length=None, schema_overrides=types)


def _row(player: str, leak: Mapping[str, Any]) -> dict[str, object]:
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
        "priced": leak["priced"] and how_many(leak["priced"]),
    }
