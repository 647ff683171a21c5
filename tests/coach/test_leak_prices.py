"""Prices of leaks by known ranges: of standing pat too much, and of snows, as the game itself is.

HISTPARSE_SOAK=1: as many repetitions as the interval promises.
"""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from histparse.coach.kinds import KINDS, NAMES
from histparse.coach.leaks import leaks_to_rows
from histparse.coach.mistakes import find_draw_mistakes
from histparse.coach.observed import (
    DRAW_LINES,
    FOLDED,
    OUTCOMES,
    PARTS,
    DrawDecisions,
    Observed,
)
from histparse.coach.ranges import beat_rates
from histparse.odds.card_sets import HAND, Floats, Masks, hand_rank_numbers, subsets
from histparse.odds.low_draws import CLASSES, KEEPS, classes_of_rank_numbers, load_outcomes
from histparse.store import Database
from tests.coach.empty import DRAW_LINE_COUNT, empty_observations
from tests.coach.finding import find_leak, find_leaks
from tests.coach.hands import masks
from tests.coach.planted import fill_with, observed
from tests.coach.planted_leaks import LEAKS
from tests.coach.resampled import Population
from tests.coach.solved_rivers import RANGES, worths
from tests.conftest import SOAK

REPETITIONS = 1_000 if SOAK else 60


PATS = [(7, 0.2), (14, 0.5), (34, 0.3)]
"""What the opponents of the model hold: numbers, and how often."""
LINE = 2 * DRAW_LINES[1]
"""In the last draw they stood pat before the player."""
TIMES = 60
"""Mistakes in a thousand hands."""


def jacks(number: int) -> Masks:
    """Pat jacks with four low cards."""
    random = np.random.default_rng(5)
    ranks = [random.choice([*"2345678"], 4, replace=False) for _ in range(number * 4)]
    texts = [f"Jc {' '.join(rank + suit for rank, suit in zip(four, 'dhss', strict=True))}" for four in ranks]
    hands = masks(*texts)
    is_open = [
        max("2345678".index(rank) for rank in four) - min("2345678".index(rank) for rank in four) > 4 for four in ranks
    ]
    return hands[is_open][:number]


HELD = jacks(400)
POTS = 2 + np.random.default_rng(6).exponential(3, len(HELD))


def show(counts: Floats, parts: Masks, classes: Masks) -> None:
    """Add hands of these classes to the range."""
    for part, made in zip(parts.tolist(), classes.tolist(), strict=True):
        counts[part, LINE, made] += 1


def pats(hands: Masks, pots: Floats, parts: Masks, line: int) -> DrawDecisions:
    """Hands that stood pat in the last draw, each against one opponent of that line."""
    opponents = np.zeros((len(hands), DRAW_LINE_COUNT), np.uint8)
    opponents[:, line] = 1
    ones = np.ones(len(hands), int)
    return DrawDecisions(parts, ones, hands, 0 * ones, ones == 0, pots, opponents, ones.astype(float))


def modelled(seed: int, shown: int) -> Observed:
    """A thousand hands with some of these mistakes, and as many hands shown by opponents."""
    random = np.random.default_rng(seed)
    rows = random.integers(len(HELD), size=random.poisson(TIMES))
    draws = pats(HELD[rows], POTS[rows], random.integers(PARTS, size=len(rows)), LINE)
    counts = np.zeros((PARTS, DRAW_LINE_COUNT, OUTCOMES))
    numbers, shares = zip(*PATS, strict=True)
    theirs = classes_of_rank_numbers(random.choice(numbers, shown, p=shares))
    show(counts, random.integers(PARTS, size=shown), theirs)
    hands = np.bincount(random.integers(PARTS, size=1_000), minlength=PARTS)
    return replace(empty_observations(hands), draws=draws, draw_range=counts)


def true_price() -> float:
    """What these mistakes cost in a hundred hands, by the ranges they were made of."""
    counts = np.zeros((1, 1, OUTCOMES))
    for number, share in PATS:
        counts[0, 0, classes_of_rank_numbers(np.array([number]))] += share * 1e9
    class_worths = np.repeat(beat_rates(counts), len(HELD), 0)
    worths = load_outcomes().keep_worths(HELD, 1, class_worths)
    return float((POTS * (worths.max(0) - worths[KEEPS - 1])).mean() * TIMES / 10)


@pytest.mark.nightly
def test_a_price_is_that_of_the_range() -> None:
    prices = [find_leak(modelled(seed, 20_000), "pat-too-much").price for seed in range(20)]
    assert np.mean(prices) == pytest.approx(true_price(), abs=float(3 * np.std(prices) / 20**0.5))


def test_opponents_who_stay_more_often_than_others_do_cost_more() -> None:
    """Half of those with this line fold to the others, and nobody to this player."""
    observations = modelled(1, 20_000)
    folded = observations.draw_range.copy()
    folded[:, LINE, FOLDED] = folded[:, LINE].sum(1)
    staying = find_leak(replace(observations, draw_range=folded), "pat-too-much").price
    assert staying == pytest.approx(find_leak(observations, "pat-too-much").price, rel=0.05)


@pytest.mark.nightly
def test_intervals_cover_the_truth() -> None:
    truth = true_price()
    leaks = [find_leak(modelled(seed, 150), "pat-too-much") for seed in range(REPETITIONS)]
    covered = np.mean([leak.low <= truth <= leak.high for leak in leaks])
    assert (0.93 if SOAK else 0.88) <= covered <= (0.97 if SOAK else 1)


def test_what_the_best_of_few_hands_promises_is_not_claimed() -> None:
    """Against hands that nobody beats and nobody loses to, all draws are as good: what looks better is chance."""
    observations = modelled(1, 0)
    random = np.random.default_rng(1)
    counts = observations.draw_range.copy()
    show(counts, random.integers(PARTS, size=40), random.integers(CLASSES, size=40))
    draws = observations.draws
    mistakes = find_draw_mistakes(replace(observations, draw_range=counts))
    best = np.full(len(draws.held), KEEPS - 1)
    best[mistakes.row] = mistakes.better
    thrown = draws.held & ~np.take_along_axis(subsets(draws.held, HAND), best[None], 0)[0]
    chosen = replace(observations, draws=replace(draws, thrown=thrown), draw_range=counts)
    assert find_leaks(chosen).counted.total.mistakes == 0


@pytest.mark.skipif(not SOAK, reason="a thousand repetitions take minutes")
@pytest.mark.parametrize("name", ["draws-too-many", "keeps-pairs"])
def test_intervals_cover_what_is_true_of_many_dealt_hands(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """About 180 hands at a time, of 10,000."""
    monkeypatch.setattr("histparse.coach.observed.PARTS", 3_333)
    with Database(":memory:") as database:
        fill_with(database, LEAKS[name], 10_000, seed=31)
        population = Population(observed(database, name).observed)
    random, kind = np.random.default_rng(31), NAMES.index(name)
    claimed, covered, wrong = 0, 0, 0
    for _ in range(REPETITIONS):
        sample = population.sample(random, PARTS)
        truth = population.truth(sample)
        leaks = find_leaks(sample).counted.leaks
        (leak,) = (leak for leak in leaks if leak.kind is KINDS[kind])
        claimed += leak.is_proven_costly
        covered += leak.is_proven_costly and leak.low <= truth[kind] <= leak.high
        wrong += any(claim.is_proven_costly and truth[KINDS.index(claim.kind)] < claim.low for claim in leaks)
    assert claimed > REPETITIONS / 2
    assert 0.93 <= covered / claimed <= 0.97
    assert wrong / REPETITIONS <= 0.05


# --- snows


JUNK = masks("2c 3d 4h 5s 6c", "2c 2d 3h 7s 8c", "8c 8d 7h 5s 3c", "3c 3d 5h 7s 8c")
"""What needs a card: against those who stand pat it wins nothing at showdown."""
POT = 6.0
SINGLE_OPPONENT = LINE + 24
"""In the last draw the only opponent stood pat before the player; one more: drew a card."""


def snowed(line: int) -> Observed:
    """These hands stood pat, and opponents of the line held what the river is solved with."""
    draws = pats(JUNK, np.full(len(JUNK), POT), np.arange(len(JUNK)), line)
    counts = np.zeros((PARTS, DRAW_LINE_COUNT, OUTCOMES))
    counts[:, line, :CLASSES] = 100 * RANGES[line - SINGLE_OPPONENT]
    return replace(empty_observations(np.ones(PARTS, int)), draws=draws, draw_range=counts)


def lost_in_truth(theirs: int, player: int) -> Floats:
    """What standing pat with each hand loses beside drawing one card, both followed by the river as it is solved."""
    pat, drawing = (
        worths((RANGES[drawn], RANGES[theirs]) if player == 0 else (RANGES[theirs], RANGES[drawn]), POT, player)
        for drawn in (0, 1)
    )
    single = [keep for keep in range(KEEPS) if keep.bit_count() == HAND - 1]
    ones = np.ones(len(JUNK), int)
    drawn = np.stack([load_outcomes().final_class_shares(JUNK, 1, keep * ones) @ drawing for keep in single]).max(0)
    return np.asarray(drawn - pat[classes_of_rank_numbers(hand_rank_numbers(JUNK))])


@pytest.mark.nightly(1)
@pytest.mark.parametrize("player", [0, 1])
def test_a_snow_that_wins_by_folds_is_not_charged(player: int) -> None:
    """Where the only opponent drew, these snows gain on the solved river what they lose at showdown, and more."""
    assert lost_in_truth(1, player).max() < 0
    leaks = find_leaks(snowed(SINGLE_OPPONENT + 1))
    assert leaks.priced.draws.unpriced.tolist() == [*range(len(JUNK))]
    assert not len(leaks.priced.draws.row)
    assert all(leak.price == leak.mistakes == 0 for leak in leaks.counted.leaks)
    wording = dict(leaks_to_rows(leaks.counted).select("leak", "priced").rows())["snows"]
    assert wording.startswith(f"0 of {len(JUNK)} snows are priced; the rest are not: a single opponent")


@pytest.mark.nightly(1)
@pytest.mark.parametrize("player", [0, 1])
def test_a_snow_into_a_pat_hand_costs_what_the_solved_river_says(player: int) -> None:
    leaks = find_leaks(snowed(SINGLE_OPPONENT))
    lost = np.zeros(len(JUNK))
    lost[leaks.priced.draws.row] = leaks.priced.lost[0][0]
    assert lost == pytest.approx(lost_in_truth(0, player), abs=0.4)
    assert lost.min() > 0.7
    assert dict(leaks_to_rows(leaks.counted).select("leak", "priced").rows())["snows"] is None
