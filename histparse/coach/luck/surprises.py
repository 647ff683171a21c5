"""Coach, luck: what each deal and each draw brought beyond its average, in 17 figures a hand.

Of whatever a hand is taken to be worth once its cards have come, the average over all cards that could have come is
taken away: what is left is zero on average. The worth of five cards is the chance to beat somebody who simply draws for
low; a power of it that to beat several.

What these were worth is fitted to the player's other hands: a value fitted to a hand would explain some of its result
by chance, and take that away too. Hands are fitted in five parts, each by the four others.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from histparse.coach.luck.observed import Draws, Hands, Observed
from histparse.odds.card_sets import HAND, Floats, all_sets, deck_without
from histparse.odds.hand_sums import DrawMeans, by_chance, sums_within
from histparse.odds.low_draws import Array, constant, low_draws

DRAWS = 3
OF_DEAL, OF_DRAW = 5, 4
FIGURES = OF_DEAL + DRAWS * OF_DRAW
DEAL_POWERS, POWERS = (1, 4), (1, 2, 3, 4, 6)
MOST_OPPONENTS = 3
"""The number of opponents that counts for more: rarely do more draw, and then few hands beat them all."""
_SINGLE, _DOUBLE = (np.array([POWERS.index(often * n) for n in range(1, MOST_OPPONENTS + 1)]) for often in (1, 2))


def surprises(observed: Observed) -> Floats:
    """An array of hands by figures; 0 for what is not known."""
    figures = np.zeros((len(observed.hands.key), FIGURES))
    figures[:, :OF_DEAL] = _of_deals(observed.hands)
    drawn = _of_draws(observed.draws)
    for draw in range(1, DRAWS + 1):
        is_draw = observed.draws.draw == draw
        start = OF_DEAL + (draw - 1) * OF_DRAW
        figures[observed.draws.hand[is_draw], start : start + OF_DRAW] = drawn[is_draw]
    return figures


def _of_deals(hands: Hands) -> Floats:
    """By the number of players and the place, which are known before the deal; not by anything that came after it."""
    figures = np.zeros((len(hands.key), OF_DEAL))
    dealt = deal_worths().numbers_of(hands.dealt[hands.known]) - deal_average()
    wins, strong = dealt.T
    players, place = hands.players[hands.known], hands.place[hands.known]
    figures[hands.known] = np.stack([wins, wins * players, strong, strong * players, strong * place / players], axis=1)
    return figures


def _of_draws(draws: Draws) -> Floats:
    """By the pot and the opponents before the draw."""
    beyond = beyond_average(draws)
    opponents = np.clip(draws.opponents, 1, MOST_OPPONENTS) - 1
    rows = np.arange(len(draws.hand))
    wins, strong = beyond[rows, _SINGLE[opponents]], beyond[rows, _DOUBLE[opponents]]
    return np.stack([draws.pot * wins, wins, draws.opponents * wins, draws.pot * strong], axis=1)


def beyond_average(draws: Draws) -> Floats:
    """By how much the powers of the worth after each draw exceed their means: an array of draws by powers."""
    excess = np.empty((len(draws.hand), len(POWERS)))
    for draw in range(1, DRAWS + 1):
        is_draw, worths = draws.draw == draw, draw_worths()[draw - 1]
        excess[is_draw] = worths.numbers_of(draws.after[is_draw]) - worths.means(
            draws.keeps[is_draw], draws.discards[is_draw], draws.low[is_draw]
        )
    return excess


@cache
def deal_worths() -> DrawMeans:
    """Powers of the worth of five cards with three draws to come."""
    return DrawMeans(low_draws().counted.index, constant("luck_numbers"), constant("luck_deal"))


@cache
def deal_average() -> Floats:
    """The means of a hand's numbers over all deals."""
    no_cards = np.zeros(1, np.int64)
    return np.asarray(deal_worths().means(no_cards, no_cards, by_chance(HAND)[None, : HAND + 1])[0])


@cache
def draw_worths() -> list[DrawMeans]:
    """Powers of the worth of five cards after each draw."""
    index = low_draws().counted.index
    return [DrawMeans(index, _draw_numbers(draw), constant(f"luck_draw{draw}")) for draw in range(1, DRAWS + 1)]


def count_luck() -> dict[str, Array]:
    """The constants from which these worths are made."""
    sets, numbers = all_sets(deck_without()), _deal_numbers()
    of_draws = {f"luck_draw{draw}": sums_within(sets, _draw_numbers(draw)) for draw in range(1, DRAWS + 1)}
    return {"luck_numbers": numbers, "luck_deal": sums_within(sets, numbers), **of_draws}


def _deal_numbers() -> Floats:
    counted = low_draws().counted
    ids = counted.index.subset_ids(counted.index.keys[HAND], HAND)
    return _powers(counted.worths_of(ids, DRAWS).max(0), DEAL_POWERS)


def _draw_numbers(draw: int) -> Floats:
    counted = low_draws().counted
    return _powers(counted.sums[DRAWS - draw][HAND][counted.index.first[HAND] :], POWERS)


def _powers(worths: Floats, powers: tuple[int, ...]) -> Floats:
    return np.stack([worths**power for power in powers], axis=1)


# --- luck -------------------------------------------------------------------------------------------------------------

FOLDS = 5
HOLD = 100
"""How many hands without any effect are added to those fitted, so that few hands do not claim much (ridge)."""


def luck(observed: Observed) -> Floats:
    """What the player's own cards brought in each hand beyond the average, in big bets; 0 where they are unknown."""
    figures = surprises(observed)
    return priced(figures, observed.hands, values(figures, observed.hands))


def priced(figures: Floats, hands: Hands, fitted: Floats) -> Floats:
    """The figures of each hand at the values that other hands gave."""
    return np.asarray((figures * fitted[hands.key % FOLDS]).sum(1))


def values(figures: Floats, hands: Hands) -> Floats:
    """What each figure was worth in the hands of all other parts, in big bets: an array of parts by figures."""
    fold = np.where(hands.known, hands.key % FOLDS, FOLDS)
    columns = np.column_stack([figures, hands.net, np.ones(len(fold))])
    parts = (columns[fold == part] for part in range(FOLDS))
    products = np.stack([np.einsum("hi,hj->ij", part, part) for part in parts])
    return np.stack([_fit(part_sums) for part_sums in products.sum(0) - products])


def _fit(products: Floats) -> Floats:
    """From the sums of products of all figures, the net and 1."""
    alike, with_net, sums = products[:-2, :-2], products[:-2, -2], products[:-2, -1]
    net, hands = products[-2:, -1]
    if not hands:
        return np.zeros(len(sums))
    scale = np.sqrt(np.diag(alike) / hands)
    scale[scale == 0] = 1
    held = alike / np.outer(scale, scale) + HOLD * np.eye(len(scale))
    return np.asarray(np.linalg.solve(held, (with_net - sums * net / hands) / scale) / scale)
