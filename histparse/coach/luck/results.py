"""Coach, luck: a player's result beside the one without the luck of the own cards, each with its interval, as rows.

Luck is what each deal and each draw brought beyond its average, in 17 figures a hand. Of whatever a hand is taken to be
worth once its cards have come, the average over all cards that could have come is taken away: what is left is zero on
average. The worth of five cards is the chance to beat somebody who simply draws for low; a power of it that to beat
several.

What these were worth is fitted to the player's other hands: a value fitted to a hand would explain some of its result
by chance, and take that away too. Hands are fitted in five parts, each by the four others.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np
import polars as pl
from msgspec import Struct

from histparse.coach.luck.observed import Draws, Hands, Observed, fetch_hands_and_draws
from histparse.model.errors import quoted
from histparse.odds.card_sets import HAND, Floats
from histparse.odds.hand_sums import DrawMeans, low_count_distribution
from histparse.odds.low_draws import load_array, load_low_draws
from histparse.stats import Filters, StatisticsError
from histparse.stats.words import currency_name
from histparse.store import Database
from histparse.system import late
from histparse.system.streams import as_frame

DRAWS = 3
FiguresByHand = Floats
WorthsByDrawAndPower = Floats
ValuesByFoldAndFigure = Floats
OF_DEAL, OF_DRAW = 5, 4
FIGURES = OF_DEAL + DRAWS * OF_DRAW
DEAL_POWERS, POWERS = (1, 4), (1, 2, 3, 4, 6)
MOST_OPPONENTS = 3
"""The number of opponents that counts for more: rarely do more draw, and then few hands beat them all."""
_SINGLE, _DOUBLE = (np.array([POWERS.index(often * n) for n in range(1, MOST_OPPONENTS + 1)]) for often in (1, 2))


def luck_figures_by_hand(observed: Observed) -> FiguresByHand:
    """An array of hands by figures; 0 for what is not known."""
    figures = np.zeros((len(observed.hands.key), FIGURES))
    figures[:, :OF_DEAL] = _deal_figures(observed.hands)
    drawn = _draw_figures(observed.draws)
    for draw in range(1, DRAWS + 1):
        is_draw = observed.draws.draw == draw
        start = OF_DEAL + (draw - 1) * OF_DRAW
        figures[observed.draws.hand[is_draw], start : start + OF_DRAW] = drawn[is_draw]
    return figures


def _deal_figures(hands: Hands) -> FiguresByHand:
    """By the number of players and the place, which are known before the deal; not by anything that came after it."""
    figures = np.zeros((len(hands.key), OF_DEAL))
    dealt = load_deal_worths().numbers_by_hand(hands.dealt[hands.known]) - means_over_all_deals()
    wins, strong = dealt.T
    players, place = hands.players[hands.known], hands.place[hands.known]
    figures[hands.known] = np.stack([wins, wins * players, strong, strong * players, strong * place / players], axis=1)
    return figures


def _draw_figures(draws: Draws) -> Floats:
    """By the pot and the opponents before the draw."""
    beyond = draw_worths_above_mean(draws)
    opponents = np.clip(draws.opponents, 1, MOST_OPPONENTS) - 1
    rows = np.arange(len(draws.hand))
    wins, strong = beyond[rows, _SINGLE[opponents]], beyond[rows, _DOUBLE[opponents]]
    return np.stack([draws.pot * wins, wins, draws.opponents * wins, draws.pot * strong], axis=1)


def draw_worths_above_mean(draws: Draws) -> WorthsByDrawAndPower:
    """By how much the powers of the worth after each draw exceed their means: an array of draws by powers."""
    excess = np.empty((len(draws.hand), len(POWERS)))
    for draw in range(1, DRAWS + 1):
        is_draw, worths = draws.draw == draw, load_draw_worths()[draw - 1]
        excess[is_draw] = worths.numbers_by_hand(draws.after[is_draw]) - worths.means_over_completions(
            draws.keeps[is_draw], draws.discards[is_draw], draws.low[is_draw]
        )
    return excess


@cache
def load_deal_worths() -> DrawMeans:
    """Powers of the worth of five cards with three draws to come."""
    return DrawMeans(load_low_draws().counted.index, load_array("luck_numbers"), load_array("luck_deal"))


@cache
def means_over_all_deals() -> Floats:
    """The means of a hand's numbers over all deals."""
    no_cards = np.zeros(1, np.int64)
    return np.asarray(
        load_deal_worths().means_over_completions(no_cards, no_cards, low_count_distribution(HAND)[None, : HAND + 1])[0]
    )


@cache
def load_draw_worths() -> list[DrawMeans]:
    """Powers of the worth of five cards after each draw."""
    index = load_low_draws().counted.index
    return [
        DrawMeans(index, hand_worths_raised_to_powers(draw), load_array(f"luck_draw{draw}"))
        for draw in range(1, DRAWS + 1)
    ]


def hand_worths_raised_to_powers(after_draw: int) -> Floats:
    """Powers of the worth of each five cards after that draw."""
    counted = load_low_draws().counted
    return raise_to_powers(counted.sums[DRAWS - after_draw][HAND][counted.index.first[HAND] :], POWERS)


def raise_to_powers(worths: Floats, powers: tuple[int, ...]) -> Floats:
    """An array of worths by powers."""
    return np.stack([worths**power for power in powers], axis=1)


# --- luck -------------------------------------------------------------------------------------------------------------

FOLDS = 5
HOLD = 100
"""How many hands without any effect are added to those fitted, so that few hands do not claim much (ridge)."""


def luck_in_big_bets_by_hand(observed: Observed) -> Floats:
    """Compute what the player's cards brought in each hand beyond the average, in big bets; 0 where unknown."""
    figures = luck_figures_by_hand(observed)
    return price_figures(figures, observed.hands, fit_figure_values(figures, observed.hands))


def price_figures(figures: FiguresByHand, hands: Hands, figure_values: ValuesByFoldAndFigure) -> Floats:
    """The figures of each hand at the values that other hands gave."""
    return np.asarray((figures * figure_values[hands.key % FOLDS]).sum(1))


def fit_figure_values(figures: FiguresByHand, hands: Hands) -> ValuesByFoldAndFigure:
    """Fit the worth of each figure in the hands of all other parts, in big bets: an array of parts by figures."""
    fold = np.where(hands.known, hands.key % FOLDS, FOLDS)
    columns = np.column_stack([figures, hands.net, np.ones(len(fold))])
    parts = (columns[fold == part] for part in range(FOLDS))
    products = np.stack([np.einsum("hi,hj->ij", part, part) for part in parts])
    return np.stack([_fit_ridge_coefficients(part_sums) for part_sums in products.sum(0) - products])


def _fit_ridge_coefficients(products: Floats) -> Floats:
    """From the sums of products of all figures, the net and 1."""
    alike, with_net, sums = products[:-2, :-2], products[:-2, -2], products[:-2, -1]
    net, hands = products[-2:, -1]
    if not hands:
        return np.zeros(len(sums))
    scale = np.sqrt(np.diag(alike) / hands)
    scale[scale == 0] = 1
    held = alike / np.outer(scale, scale) + HOLD * np.eye(len(scale))
    return np.asarray(np.linalg.solve(held, (with_net - sums * net / hands) / scale) / scale)


# --- results without luck ---------------------------------------------------------------------------------------------

FEWEST = 500
"""Fewer hands with cards known do not tell what cards are worth, so nothing is said."""
_TAIL = 0.975


class Pace(Struct, frozen=True):
    """Big bets won per 100 hands, and the 95 % interval."""

    bb100: float
    low: float
    high: float


class WithoutLuck(Struct, frozen=True):
    """A result, the part of it that the own cards brought beyond the average, and the rest."""

    net: Pace
    luck: float
    """In big bets per 100 hands."""
    without: Pace
    variance_left: float
    """The variance of the rest beside that of the nets: with 0.7 each hand tells as much as 1.4 hands."""


def subtract_luck(net_by_hand: Floats, luck_by_hand: Floats) -> WithoutLuck:
    """The result of hands with those nets and that luck, in big bets."""
    rest = net_by_hand - luck_by_hand
    return WithoutLuck(
        _bb100_with_interval(net_by_hand),
        float(100 * luck_by_hand.mean()),
        _bb100_with_interval(rest),
        float(rest.var() / (net_by_hand.var() or 1)),
    )


def _bb100_with_interval(big_bets_by_hand: Floats) -> Pace:
    mean = 100 * float(big_bets_by_hand.mean())
    reach = (
        100
        * float(late.special.stdtrit(len(big_bets_by_hand) - 1, _TAIL) * np.std(big_bets_by_hand, ddof=1))
        / sqrt(len(big_bets_by_hand))
    )
    return Pace(mean, mean - reach, mean + reach)


# --- in rows ----------------------------------------------------------------------------------------------------------

HANDS = "SELECT hand_key, site, hand_id, path FROM hands WHERE hand_key IN (SELECT unnest($keys::BIGINT[]))"
COLUMNS = ("site", "hand_id", "path", "line", "currency", "net", "luck", "without")


def list_luck_or_refuse(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each hand: `net` and `luck` in big bets, and whether its cards are `known`.

    `allowed`, the same in all: by how much luck may be too large in 100 hands, because opponents fold more often than
    those whose cards are known. Raises StatisticsError for fewer than 500 hands with cards known.
    """
    fetched = fetch_hands_and_draws(database, player, filters)
    observed, lucky = fetched.observed.hands, luck_in_big_bets_by_hand(fetched.observed)
    hand_rows = fetched.rows.with_columns(
        pl.Series("net", observed.net),
        pl.Series("luck", lucky),
        pl.Series("known", observed.known),
        pl.lit(fetched.allowed, pl.Float64).alias("allowed"),
    )
    if hand_rows["known"].sum() < FEWEST:
        raise _too_few_hands(hand_rows, player)
    named = as_frame(database.connection.sql(HANDS, params={"keys": hand_rows["hand_key"].unique().to_list()}))
    return hand_rows.join(named, on="hand_key", maintain_order="left")


def known_hands_luckiest_first(hands: pl.DataFrame) -> pl.DataFrame:
    """The hands with cards known, the luckiest first, with what is left `without` luck in big bets."""
    without = (pl.col("net") - pl.col("luck")).alias("without")
    ranked = hands.filter("known").sort("luck", "hand_key", descending=[True, False])
    return ranked.with_columns(without).select(COLUMNS)


def luck_by_currency_or_refuse(hands: pl.DataFrame, player: str) -> pl.DataFrame:
    """A row for each currency with enough hands whose cards are known, that with the most hands first.

    `hands`, those with cards `known`, then in big bets per 100 hands `bb100`, `luck`, which the own cards brought
    beyond their average, and `without`, what is left; `low_end` to `high_end` and `without_low` to `without_high` are
    95 % intervals; `variance_left`: how much of that of nets is left. `allowed`: how much `without_high` is raised.
    Raises StatisticsError if no currency has 500.
    """
    by_currency = (
        hands.with_columns(pl.col("currency").cast(pl.String))
        .sort("currency", maintain_order=True)
        .partition_by("currency")
    )
    currencies = [rows for rows in by_currency if rows["known"].sum() >= FEWEST]
    if not currencies:
        raise _too_few_hands(hands, player)
    return pl.DataFrame([_currency_row(rows) for rows in sorted(currencies, key=len, reverse=True)])


def _currency_row(hands: pl.DataFrame) -> dict[str, object]:
    counted, allowed = subtract_luck(hands["net"].to_numpy(), hands["luck"].to_numpy()), hands["allowed"][0]
    return {
        "currency": hands["currency"][0],
        "hands": len(hands),
        "known": int(hands["known"].sum()),
        "bb100": counted.net.bb100,
        "low_end": counted.net.low,
        "high_end": counted.net.high,
        "luck": counted.luck,
        "without": counted.without.bb100,
        "without_low": counted.without.low,
        "without_high": counted.without.high + allowed,
        "variance_left": counted.variance_left,
        "allowed": allowed,
    }


def _too_few_hands(hands: pl.DataFrame, player: str) -> StatisticsError:
    known = hands.filter("known")["currency"].value_counts(sort=True)
    counts = ", ".join(f"{number:,} in {currency_name(currency)}" for currency, number in known.rows()) or "none"
    requirement = f"{FEWEST} hands in one currency with the player's cards known"
    return StatisticsError(f"results without luck need {requirement}: {quoted(player)} has {counts}")
