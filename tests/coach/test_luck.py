"""Results without the luck of one's own cards, held against hands whose every card is known.

With HISTPARSE_SOAK=1 over 100,000 seats of tight, usual and loose players each, otherwise over a few thousand.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace
from scipy.special import stdtrit

from histparse.coach.luck.observed import MOST_ALLOWED, Draws, Hands, Observed, fetch_hands_and_draws
from histparse.coach.luck.results import (
    OF_DEAL,
    fit_figure_values,
    load_draw_worths,
    luck_figures_by_hand,
    luck_in_big_bets_by_hand,
    price_figures,
)
from histparse.model.house import house
from histparse.odds.card_sets import HAND, Floats, Masks, deck_without, enumerate_card_sets
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters
from histparse.store import Database
from tests.coach.columns import select_rows
from tests.coach.open_hands import DEFAULT, LOOSE, TIGHT, OpenHands, as_arrays, deal_lone_hero, open_hands
from tests.dealer.writing import writer
from tests.stats.dealing import database_of_hands

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
HANDS = 2_500
SEATS = 100_000
AT_TABLE = 3.5
"""Fewer are dealt in on average."""
BY_STYLE = {TIGHT: (1.0, 1.0), DEFAULT: (0.5, 1.0), LOOSE: (0.5, 1.0)}
"""By how loose the players are, the most big bets per 100 hands that luck may be off: in all, and in one place or at a
size of table."""
DEAL_SPREAD = 2.3
"""How many standard errors the means of nine deals differ by: hands of a deal share their players and their prices."""
SIZES = {500: 0.80, 2_000: 0.77}
"""By hands, the most of the variance that may be left."""


@pytest.fixture(scope="module")
def dealt() -> OpenHands:
    """Usual players."""
    return open_hands(HANDS, 341, DEFAULT)


def error(amounts: Floats, keys: Masks) -> float:
    """The standard error of a mean over seats, those of one hand together."""
    sums = np.bincount(np.unique(keys, return_inverse=True)[1], amounts - amounts.mean())
    return float(np.sqrt((sums**2).sum()) / len(amounts))


def is_zero(amounts: Floats, hands: Hands) -> bool:
    """Whether the mean is zero but for chance: beyond four standard errors is one case in 16,000."""
    return bool(abs(amounts.mean()) < 4 * error(amounts, hands.key))


def test_over_all_deals_luck_is_zero() -> None:
    sets = enumerate_card_sets(deck_without())
    hands_dealt = sets.index.keys[HAND]
    ones = np.ones(len(hands_dealt), np.int64)
    hands = Hands(ones, np.zeros(len(hands_dealt)), ones > 0, hands_dealt, ones * 4, ones * 3)
    figures = luck_figures_by_hand(Observed(hands, Draws()))[:, :OF_DEAL]
    assert np.abs(figures).max() > 0.1
    assert np.abs(sets.ways[HAND] @ figures / sets.ways[HAND].sum()).max() < 1e-12


@pytest.mark.nightly
def test_over_all_cards_that_may_come_luck_is_zero(dealt: OpenHands) -> None:
    one_card = np.flatnonzero(np.bitwise_count(dealt.observed.draws.keeps) == HAND - 1)[:200]
    draws = dealt.uniform.draws
    for number in one_card:
        draw, worths = select_rows(draws, np.array([number])), load_draw_worths()[draws.draw[number] - 1]
        cards = 1 << np.arange(52)
        hands = draw.keeps + cards[cards & (draw.keeps | draw.discards) == 0]
        mean = worths.means_over_completions(draw.keeps, draw.discards, draw.low)[0]
        assert np.abs((worths.numbers_by_hand(hands) - mean).mean(0)).max() < 1e-12


@pytest.mark.nightly
def test_low_cards_are_as_rare_as_counted(dealt: OpenHands) -> None:
    """The share of low cards in the stub, beside what is said of it with and without what opponents hold."""
    draws, uniform = dealt.observed.draws, dealt.uniform.draws
    number = np.arange(HAND + 1)
    estimated, evenly, true = (observed.low @ number for observed in (draws, uniform, dealt.in_truth.draws))
    keys = dealt.observed.hands.key[draws.hand]
    for rows in (estimated < evenly - 0.02, estimated > evenly + 0.02):
        error_estimated, error_evenly = (estimated - true)[rows], (evenly - true)[rows]
        assert abs(error_estimated.mean()) < 0.004 + 3 * error(error_estimated, keys[rows])
        assert abs(error_evenly.mean()) > 0.004 + 3 * error(error_evenly, keys[rows])


@pytest.mark.soak
@pytest.mark.parametrize("callers", BY_STYLE)
def test_luck_is_as_if_the_stub_were_known(callers: float) -> None:
    """Beside luck counted with the cards that the dealer really had left; with all cards equally likely it is not."""
    dealt = open_hands(int(SEATS / AT_TABLE), 3442, callers)
    observed, (limit, limit_in_part) = dealt.observed, BY_STYLE[callers]
    hands, figures = observed.hands, luck_figures_by_hand(observed)
    assert len(hands.key) >= SEATS
    values, in_truth = fit_figure_values(figures, hands), luck_figures_by_hand(dealt.in_truth)
    overstated = 100 * price_figures(figures - in_truth, hands, values)
    assert abs(overstated.mean()) < limit + 2 * DEAL_SPREAD * error(overstated, hands.key)
    for group in (hands.players, hands.players - hands.place):
        for number in np.unique(group):
            seats = np.flatnonzero(group == number)
            assert abs(overstated[seats].mean()) < limit_in_part + 2 * DEAL_SPREAD * error(
                overstated[seats], hands.key[seats]
            ), number
    if callers != TIGHT:
        uniform = 100 * price_figures(luck_figures_by_hand(dealt.uniform) - in_truth, hands, values)
        assert uniform.mean() < -limit - 2 * error(uniform, hands.key)


@pytest.mark.soak
@pytest.mark.parametrize(("callers", "loose"), [(0.9, 0.0), (0.15, 0.8)])
def test_a_lone_hero_unlike_the_others(callers: float, loose: float) -> None:
    """Within what the interval allows for: nothing if the others fold less than the hero."""
    dealt, allowed = deal_lone_hero(20_000, 3443, callers, loose)
    hands, figures = dealt.observed.hands, luck_figures_by_hand(dealt.observed)
    overstated = 100 * price_figures(
        figures - luck_figures_by_hand(dealt.in_truth), hands, fit_figure_values(figures, hands)
    )
    assert allowed == (0 if callers > loose else MOST_ALLOWED)
    assert (
        -0.5 - 2 * error(overstated, hands.key) < overstated.mean() < 0.5 + allowed + 2 * error(overstated, hands.key)
    )


def without_luck(figures: Floats, hands: Hands) -> Floats:
    """The nets less the luck that these figures make."""
    return hands.net - price_figures(figures, hands, fit_figure_values(figures, hands))


def share_of_variance_left(figures: Floats, hands: Hands) -> float:
    return float(without_luck(figures, hands).var() / hands.net.var())


@pytest.mark.nightly(1)
@pytest.mark.parametrize("size", SIZES)
def test_less_varies(dealt: OpenHands, size: int) -> None:
    figures, random = luck_figures_by_hand(dealt.observed), np.random.default_rng(1)
    samples = [random.choice(len(figures), size, replace=False) for _ in range(20)]
    assert (
        np.mean([share_of_variance_left(figures[seats], select_rows(dealt.observed.hands, seats)) for seats in samples])
        < SIZES[size]
    )


@pytest.mark.nightly
def test_it_never_varies_more() -> None:
    for callers in (TIGHT, LOOSE):
        dealt = open_hands(300, 343, callers)
        seats = np.arange(500)
        figures = luck_figures_by_hand(dealt.observed)[seats]
        assert share_of_variance_left(figures, select_rows(dealt.observed.hands, seats)) < 1


def test_nothing_is_explained_where_there_is_nothing_to_explain(dealt: OpenHands) -> None:
    """Nets shuffled between hands; fitted to the hand itself, cards would seem to explain some of them."""
    seats = np.arange(1_000)
    figures, hands = luck_figures_by_hand(dealt.observed)[seats], select_rows(dealt.observed.hands, seats)
    left_by_others, left_by_itself = [], []
    for seed in range(20):
        mixed = replace(hands, net=np.random.default_rng(seed).permutation(hands.net))
        left_by_others.append(share_of_variance_left(figures, mixed))
        values = fit_figure_values(figures, replace(mixed, key=np.ones(len(seats), np.int64)))[
            0
        ]  # the other parts have all
        left_by_itself.append((mixed.net - figures @ values).var() / mixed.net.var())
    assert np.mean(left_by_others) >= 0.99
    assert np.mean(left_by_itself) < 0.99


def test_luck_is_zero_on_average(dealt: OpenHands) -> None:
    hands, figures = dealt.observed.hands, luck_figures_by_hand(dealt.observed)
    assert is_zero(luck_in_big_bets_by_hand(dealt.observed), hands)
    assert all(is_zero(figures[:, column], hands) for column in range(OF_DEAL))


def test_draws_known_because_they_were_shown_are_lucky(dealt: OpenHands) -> None:
    """Why only draws seen as they were made count: had the losers mucked, luck would not be zero."""
    draws = dealt.observed.draws
    won = dealt.observed.hands.net[draws.hand] > 0
    shown = replace(dealt.observed, draws=select_rows(draws, won))
    assert not is_zero(luck_in_big_bets_by_hand(shown), shown.hands)


def test_a_deal_by_what_was_done_with_it_is_lucky(dealt: OpenHands) -> None:
    """Why the deal is not told by what came after it: who folds was not dealt what is drawn to."""
    hands = dealt.observed.hands
    figures = luck_figures_by_hand(dealt.observed)
    stayed = np.isin(np.arange(len(hands.key)), dealt.observed.draws.hand)
    assert not any(is_zero(figures[:, column] * stayed, hands) for column in range(OF_DEAL))


@pytest.mark.soak
def test_intervals_hold_what_they_say() -> None:
    """Samples of the seats of many hands; the truth is the mean of all."""
    dealt = open_hands(int(SEATS / AT_TABLE), 344, DEFAULT)
    figures, random = luck_figures_by_hand(dealt.observed), np.random.default_rng(1)
    truth = without_luck(figures, dealt.observed.hands).mean()
    for size, limit in ((500, 0.80), (1_000, 1), (2_000, 0.77), (5_000, 1), (10_000, 0.74)):
        covered, variance = [], []
        for _ in range(600):
            seats = random.choice(len(figures), size, replace=False)
            hands = select_rows(dealt.observed.hands, seats)
            rest = without_luck(figures[seats], hands)
            drawn_from = np.sqrt(1 - size / len(figures))  # the sample is a part of the whole
            reach = stdtrit(size - 1, 0.975) * rest.std(ddof=1) / np.sqrt(size) * drawn_from
            covered.append(abs(rest.mean() - truth) <= reach)
            variance.append(rest.var() / hands.net.var())
        assert np.mean(variance) < limit
        assert 0.93 <= np.mean(covered) <= 0.97, size


@pytest.fixture(scope="module")
def stored() -> Iterator[tuple[Database, OpenHands]]:
    """Hands with all cards open in a database, and as arrays."""
    settings = Settings(hands=150, seed=345, callers=LOOSE, players=(2, 6), open_cards=True, chatter=0)
    with database_of_hands(deal_hands(settings)) as database:
        yield database, as_arrays(deal_hands(settings))


@pytest.mark.nightly
def test_the_database_says_what_was_dealt(stored: tuple[Database, OpenHands]) -> None:
    database, dealt = stored
    stored_hands, dealt_hands = fetch_hands_and_draws(database, None, Filters()).observed, dealt.observed
    assert sorted_rows(stored_hands.hands) == sorted_rows(dealt_hands.hands)
    assert sorted_rows(stored_hands.draws, stored_hands.hands.dealt) == sorted_rows(
        dealt_hands.draws, dealt_hands.hands.dealt
    )
    [(drawn,)] = database.connection.execute("SELECT count(*) FROM draws WHERE drawn > 0").fetchall()
    assert len(dealt_hands.draws.hand) < drawn  # the others came after a reshuffle


def sorted_rows(table: Hands | Draws, dealt: Masks | None = None) -> list[tuple[float, ...]]:
    """All of it in some order; hands are known by what is dealt."""
    names = [name for name in table.__struct_fields__ if name not in {"key", "hand"}]
    columns = [column for name in names for column in np.atleast_2d(getattr(table, name).T)]
    if dealt is not None and isinstance(table, Draws):
        columns.append(dealt[table.hand])
    return sorted(tuple(round(float(value), 9) for value in row) for row in zip(*columns, strict=True))


@pytest.mark.nightly
def test_draws_inferred_later_do_not_count() -> None:
    """Winamax prints what a hero holds who stands pat: what the draw before brought is known then, if it was good."""
    settings = Settings(hands=120, seed=346, writer=writer("winamax"), house=house("winamax"), currency="EUR")
    known = "FROM draws SELECT count(*) WHERE hero AND drawn > 0 AND held_before IS NOT NULL AND held_after IS NOT NULL"
    with database_of_hands(deal_hands(settings)) as database:
        assert database.connection.execute(known).fetchall()[0][0] > 10
        hero = fetch_hands_and_draws(database, "Hero", Filters()).observed
        assert hero.hands.known.all()
        assert len(hero.draws.hand) == 0
        opponents = fetch_hands_and_draws(database, None, Filters(but="Hero")).observed
        assert not opponents.hands.known.any()
