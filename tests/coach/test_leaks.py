"""Leaks: what they cost by known ranges, what kinds there are, and that a planted one is found, at its price.

HISTPARSE_SOAK=1: more hands, and as many repetitions as the interval promises.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime

import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace

from histparse.api.reporting import list_leak_mistakes, price_leaks_by_currency
from histparse.coach.decisions import find_similar_right_decisions
from histparse.coach.kinds import KINDS, NAMES, find_possible_mistake_kinds, kind_numbers_of_draw_mistakes
from histparse.coach.leaks import Leak, leaks_to_rows
from histparse.coach.mistakes import find_draw_mistakes
from histparse.coach.observed import (
    BET,
    DRAW_LINES,
    FOLDED,
    MAY_FOLD,
    OUTCOMES,
    PARTS,
    UNCALLED,
    UNSEEN,
    DrawDecisions,
    Fetched,
    Observed,
    fetch_with_opponents_or_refuse,
)
from histparse.coach.ranges import beat_rates, chances_to_beat_all
from histparse.model.cards import parse_cards
from histparse.odds.card_sets import HAND, Floats, Masks, cards_to_mask, hand_rank_numbers, subsets
from histparse.odds.low_draws import CLASSES, KEEPS, classes_of_rank_numbers, find_keep_numbers, load_outcomes
from histparse.report import gather
from histparse.report.blocks import Grid, section_tables
from histparse.report.charts import charts_if_enough_hands, render_chart
from histparse.report.model import Estimates
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, StatisticsError
from histparse.store import Database
from histparse.system.streams import as_frame
from histparse.view import find_film
from histparse.view.html.page import step_number_at_line
from tests.coach.best_player import best_player
from tests.coach.empty import DRAW_LINE_COUNT, NO_BETS, NO_RIVERS, empty_observations
from tests.coach.finding import find_leaks
from tests.coach.planted import SOUND_PLAYERS, fill_with, observed, select_kind, true_losses, true_river_losses
from tests.coach.planted_leaks import LEAKS
from tests.coach.resampled import Population
from tests.coach.solved_rivers import RANGES, worths
from tests.stats.dealing import database_of_files, database_of_hands
from tests.store.filling import BY_HAND

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
PLAYER = "pat-too-much"
"""Named as the leak that was planted."""
PLANTED = [*LEAKS] if SOAK else [PLAYER, "breaks-raised"]
HANDS = 3_000 if SOAK else 350
REPETITIONS = 1_000 if SOAK else 60


def find_leak(observations: Observed, name: str) -> Leak:
    return next(leak for leak in find_leaks(observations).counted.leaks if leak.kind.name == name)


def masks(*hands: str) -> Masks:
    return np.array([cards_to_mask(parse_cards(hand)) for hand in hands])


# --- ranges


def test_a_hand_beats_those_who_folded_and_worse_ones() -> None:
    counts = np.zeros((1, 2, OUTCOMES))
    counts[0, 0, [4, 10, FOLDED]] = 1_000, 3_000, 4_000
    counts[0, 1, FOLDED] = 10_000
    beaten = beat_rates(counts)
    assert beaten[0, [0, 4, 7, 10, 20]] == pytest.approx([1, 15 / 16, 7 / 8, 11 / 16, 1 / 2], abs=2e-3)
    assert beaten[1] == pytest.approx(np.ones(CLASSES), abs=2e-3)
    both_beaten = chances_to_beat_all(np.array([[1.0, 1.0], [2.0, 0.0]]), beaten)
    assert both_beaten[:, 20] == pytest.approx([1 / 2, 1 / 4], abs=2e-3)


@pytest.mark.parametrize(
    ("outcomes", "beaten"),
    [
        # Half of those who stayed in were not called: then a quarter folded, not a third.
        ([4, 10, FOLDED, UNSEEN], [1, 1 / 4 + 3 / 8, 1 / 4]),
        ([BET + 4, 10, FOLDED, UNCALLED], [1, 1 / 4 + 1 / 4, 1 / 4]),
    ],
    ids=["stayed in unseen", "their last bet was not called"],
)
def test_those_who_showed_nothing_held_what_others_showed(outcomes: list[int], beaten: list[float]) -> None:
    counts = np.zeros((1, 1, OUTCOMES))
    counts[0, 0, outcomes] = 1_000
    assert beat_rates(counts)[0, [0, 7, 20]] == pytest.approx(beaten, abs=2e-3)


def test_a_rare_line_is_like_all_lines() -> None:
    counts = np.zeros((1, 2, OUTCOMES))
    counts[0, 0, [4, 10]] = 500
    counts[0, 1, 4] = 1
    assert 0.55 < beat_rates(counts)[1, 7] / beat_rates(counts)[0, 7] < 0.95


# --- kinds


@pytest.mark.parametrize(
    ("held", "thrown", "better", "name"),
    [
        ("Jc 8d 6h 5s 3s", "", "Jc", "pat-too-much"),
        ("Jc Jd 6h 5s 3s", "", "Jc Jd", "snows"),
        ("7c 6d 5h 4s 3s", "", "7c", "keeps-pairs"),
        ("Qc 7c 6c 4c 2c", "", "Qc", "keeps-pairs"),
        ("9c 8d 6h 5s 3s", "9c", "", "breaks-nines"),
        ("Tc 8d 6h 5s 3s", "Tc", "", "breaks"),
        ("Kc Qd 7h 3s 3d", "Kc Qd", "Kc Qd 3d", "keeps-pairs"),
        ("Kc 9d 7h 4s 3s", "Kc", "Kc 9d", "draws-too-few"),
        ("Kc 8d 7h 4s 3s", "Kc 8d", "Kc", "draws-too-many"),
        ("7h 6d 5s 4s 3c", "7h", "6d", "wrong-card"),
    ],
)
def test_kinds(held: str, thrown: str, better: str, name: str) -> None:
    hand = masks(held)
    chosen, best = (find_keep_numbers(hand, masks(cards)) for cards in (thrown, better))
    calm = np.array([False])
    assert NAMES[kind_numbers_of_draw_mistakes(hand, chosen, best, calm)[0]] == name
    assert find_possible_mistake_kinds(hand, best, calm, calm)[NAMES.index(name)].all()
    raised = "breaks-raised" if name in {"breaks", "breaks-nines"} else name
    assert NAMES[kind_numbers_of_draw_mistakes(hand, chosen, best, ~calm)[0]] == raised
    assert find_possible_mistake_kinds(hand, best, ~calm, calm)[NAMES.index(raised)].all()


def test_a_mistake_is_possible_only_where_it_can_be_made() -> None:
    held = masks("9c 8d 6h 5s 3s", "Jc 8d 6h 5s 3s", "Jc Jd 6h 5s 3s", "Kc Qd 7h 4s 3s")
    best = find_keep_numbers(held, masks("", "Jc", "Jc Jd", "Kc Qd"))
    spots = dict(zip(NAMES, find_possible_mistake_kinds(held, best, *[np.zeros(4, bool)] * 2).tolist(), strict=True))
    assert spots["breaks-nines"] == [True, False, False, False]
    assert spots["pat-too-much"] == [False, True, False, True]
    assert spots["snows"] == spots["keeps-pairs"] == [False, False, True, False]
    assert spots["draws-too-few"] == [False, False, True, True]
    assert not any(spots["calls-too-much"])


# --- prices by known ranges

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


# --- players


@pytest.fixture(scope="module")
def dealt() -> Iterator[dict[str, Database]]:
    """For each leak a table: its player, and two others without one."""
    with ExitStack() as opened:
        databases = {name: opened.enter_context(Database(":memory:")) for name in PLANTED}
        for name, database in databases.items():
            fill_with(database, LEAKS[name], HANDS)
        yield databases


@pytest.fixture
def database(dealt: dict[str, Database]) -> Database:
    return dealt[PLAYER]


@pytest.fixture(scope="module")
def fetched(dealt: dict[str, Database]) -> Fetched:
    return observed(dealt[PLAYER], PLAYER)


def true_cost(database: Database, name: str, fetched: Fetched) -> tuple[float, float]:
    """What the leak costs in a hundred hands, and the standard error."""
    leaks, kind = find_leaks(fetched.observed), NAMES.index(name)
    in_draws = true_losses(database, name, fetched, select_kind(leaks.priced.draws, kind), 20 if SOAK else 5)
    on_the_river = true_river_losses(database, name, fetched, select_kind(leaks.priced.rivers, kind))
    lost: Floats = np.concatenate([in_draws, on_the_river])
    per_hundred = 100 / fetched.observed.hands.sum()
    return float(lost.sum() * per_hundred), float(np.sqrt((lost**2).sum()) * per_hundred)


def find_planted_leak(database: Database, name: str) -> tuple[bool, bool]:
    """Whether the leak comes first, and whether its interval has what it costs in truth."""
    fetched = observed(database, name)
    ranked = find_leaks(fetched.observed).counted.leaks
    leak = next(leak for leak in ranked if leak.kind.name == name)
    truth, error = true_cost(database, name, fetched)
    return ranked[0].kind.name == name, leak.low - 2 * error <= truth <= leak.high + 2 * error


@pytest.mark.skipif(not SOAK, reason="twenty tables take minutes")
@pytest.mark.parametrize(("name", "hands"), [("breaks-raised", 1_000), ("snows", 500)])
def test_planted_leaks_are_found_in_nineteen_of_twenty_tables(name: str, hands: int) -> None:
    verdicts = []
    for seed in range(1, 21):
        with Database(":memory:") as database:
            fill_with(database, LEAKS[name], hands, seed)
            verdicts.append(find_planted_leak(database, name))
    assert np.mean(verdicts, axis=0).min() >= 0.95


@pytest.mark.nightly
def test_a_planted_leak_comes_first_at_its_price(dealt: dict[str, Database]) -> None:
    verdicts = [find_planted_leak(database, name) for name, database in dealt.items()]
    assert [*LEAKS] == [kind.name for kind in KINDS if kind.priced != "bets"]
    assert len(LEAKS) == 11
    assert np.mean(verdicts, axis=0).min() >= 0.9


def test_who_may_fold_and_whose_bet_was_raised_is_read_from_the_hands(database: Database, fetched: Fetched) -> None:
    draws, rows = fetched.observed.draws, database.connection.execute(SPOTS, {"player": PLAYER}).fetchall()
    spots = {row[:2]: row[2:] for row in rows}
    may_fold = np.asarray(draws.opponents[:, MAY_FOLD].any(1))
    observed_spots = [*zip(may_fold.tolist(), draws.was_raised.tolist(), strict=True)]
    assert observed_spots == [spots[key] for key in fetched.draws.select("hand_key", "draw").rows()]
    assert 0.1 < np.mean([may_fold for may_fold, _ in spots.values()]) < 0.9
    assert draws.was_raised.sum() > 10


SPOTS = """
    SELECT own.hand_key, own.draw,
        count(theirs.seat) = 1 AND NOT bool_or(theirs.drawn = 0 AND theirs.draw_seq < own.draw_seq),
        own.draw > 1 AND coalesce(
            (SELECT bool_or(player = $player) AND arg_max(player, seq) <> $player FROM decisions
            WHERE hand_key = own.hand_key AND round = own.draw - 1 AND action IN ('bet', 'raise')), FALSE)
    FROM draws AS own JOIN draws AS theirs USING (hand_key, draw)
    WHERE own.player = $player AND theirs.player <> $player
    GROUP BY ALL
"""


@pytest.mark.nightly
def test_ranges_are_what_the_pool_was_dealt(dealt: dict[str, Database]) -> None:
    """All cards are open: also those of hands that nobody called, which no showdown tells."""
    errors = np.array([_range_errors(database, name) for name, database in dealt.items()])
    assert np.abs(errors).max() < 4  # of 44 at two standard errors, two are beyond them by chance
    assert np.abs(errors.mean(0)).max() < 4 / len(errors) ** 0.5


def _range_errors(database: Database, name: str) -> list[float]:
    """How far off it is how often hands of four classes win, in standard errors."""
    counts = observed(database, name).observed.draw_range.sum(0).reshape(*DRAW_LINES, -1)[2:]
    shares = np.average(beat_rates(counts), axis=0, weights=counts[0].sum(-1))
    rows = database.connection.execute(DEALT, {"player": name}).fetchall()
    held = classes_of_rank_numbers(np.array([number for (number,) in rows if number is not None]))
    errors = []
    for made in (4, 8, 12, 16):
        beaten = (held > made).sum() + (held == made).sum() / 2 + len(rows) - len(held)
        dealt_share = beaten / len(rows)
        errors.append((shares[made] - dealt_share) / (dealt_share * (1 - dealt_share) / len(rows)) ** 0.5)
    return errors


DEALT = """
    SELECT CASE WHEN folded_in IS NULL THEN number END
    FROM draws JOIN seats USING (hand_key, seat) WHERE draw = 3 AND draws.player <> $player
"""


@pytest.mark.nightly
def test_beside_a_price_stands_what_others_lose_whose_cards_are_known(database: Database, fetched: Fetched) -> None:
    row = price_leaks_by_currency(database, PLAYER, Filters()).row(by_predicate=pl.col("leak") == PLAYER, named=True)
    assert row["others"] < row["low"]
    assert row["mistakes"] <= row["spots"] < len(fetched.draws)
    sound_rows = [
        price_leaks_by_currency(database, player, Filters()).row(by_predicate=pl.col("leak") == PLAYER, named=True)
        for player in SOUND_PLAYERS
    ]
    assert all(row["others"] > row["high"] for row in sound_rows)


@pytest.mark.nightly
def test_where_nobody_else_is_known_nothing_stands_beside() -> None:
    settings = Settings(hands=120, seed=3, hero="Hero", players=(3, 3), chatter=0)
    with database_of_hands(deal_hands(settings)) as database:
        assert price_leaks_by_currency(database, "Hero", Filters())["others"].null_count() == len(KINDS) + 1


@pytest.mark.nightly
def test_who_draws_best_against_the_pool_has_no_leak(fetched: Fetched) -> None:
    """They know the pool from other hands than those that price them."""
    pool = fetched.observed
    with Database(":memory:") as database:
        fill_with(database, best_player("Ann", pool), HANDS, seed=2)
        best = observed(database, "Ann").observed
    assert find_leaks(replace(pool, rivers=NO_RIVERS, bets=NO_BETS)).counted.total.price > 1
    assert find_leaks(replace(best, rivers=NO_RIVERS, bets=NO_BETS)).counted.total.price < 0.3


def test_who_bets_the_river_and_folds_to_a_raise_is_no_bettor_to_be_called(fetched: Fetched) -> None:
    river = fetched.observed.river_range
    assert river[..., FOLDED].sum() == 0
    assert river[..., :CLASSES].sum() > 0


@pytest.mark.nightly
def test_a_report_has_them_in_a_section_with_a_chart(database: Database, fetched: Fetched) -> None:
    report = gather(database, PLAYER, lists=False, estimates=Estimates.NONE)
    (section,) = (section for section in report.sections() if section.name == "leaks")
    (grid,) = section_tables(report, section)
    assert isinstance(grid, Grid)
    first = find_leaks(fetched.observed).counted.leaks[0]
    assert [cell.text for cell in grid.rows[0].cells][1] == first.kind.title
    assert any("not proven yet" in cell.text for row in grid.rows for cell in row.cells)
    (chart,) = (chart for chart in charts_if_enough_hands(report) if chart.section == "leaks")
    assert b"Leaks of" in render_chart(chart, "svg")


@pytest.mark.nightly
def test_the_hands_of_a_leak_are_listed(database: Database) -> None:
    leaks = {row["leak"]: row for row in price_leaks_by_currency(database, PLAYER, Filters()).to_dicts()}
    rows = list_leak_mistakes(database, PLAYER, PLAYER, Filters())
    assert len(rows) == leaks[PLAYER]["mistakes"] > 0
    assert rows["big_bets"].sum() * 100 / HANDS == pytest.approx(leaks[PLAYER]["big_bets"])
    assert (rows["did"] != rows["better"]).all()
    assert rows["big_bets"].is_sorted(descending=True)
    with pytest.raises(StatisticsError, match="there is no leak `snow`: did you mean `snows`"):
        list_leak_mistakes(database, PLAYER, "snow", Filters())


@pytest.mark.nightly
def test_who_is_all_in_can_lose_no_more_than_everybody_put_in_as_they_did() -> None:
    settings = Settings(hands=250, seed=8, stacks=(1, 7), callers=0.7, chatter=0)
    with database_of_hands(deal_hands(settings)) as database:
        priced = fetch_with_opponents_or_refuse(database, "Hero", Filters()).draws
        named = as_frame(database.connection.sql("SELECT hand_key, hand_id, big_bet FROM hands"))
        capped = 0
        for row in priced.join(named, on="hand_key").to_dicts():
            film = find_film(database, row["hand_id"])
            step = step_number_at_line(film, row["line"])
            seats_before, seats_after = film.frames[0].seats, film.frames[step].seats
            put_in = [start.stack + start.bet - end.stack for start, end in zip(seats_before, seats_after, strict=True)]
            hero, pot = next(place for place, seat in enumerate(film.view.seats) if seat.hero), film.frames[step].pot
            most = sum(min(chips, put_in[hero]) for chips in put_in) if seats_after[hero].all_in else pot
            assert row["pot"] == pytest.approx(most / row["big_bet"])
            capped += most < pot
        assert capped > 5


@pytest.mark.nightly(1)
@pytest.mark.parametrize("filters", [Filters(position="BTN"), Filters(since=datetime(2013, 2, 4, 22, tzinfo=UTC))])
def test_a_decision_costs_the_same_under_all_filters(database: Database, filters: Filters) -> None:
    filtered, unfiltered = (
        pl.concat([list_leak_mistakes(database, PLAYER, name, chosen) for name in NAMES])
        for chosen in (filters, Filters())
    )
    joined = filtered.join(unfiltered, on=["site", "hand_id", "line"], how="left")
    assert 5 < len(filtered) < len(unfiltered)
    assert joined["big_bets"].to_list() == pytest.approx(joined["big_bets_right"].to_list(), abs=1e-12)
    assert joined["better"].to_list() == joined["better_right"].to_list()


def test_whose_cards_are_not_known_has_no_leaks() -> None:
    with (
        database_of_files(BY_HAND / "by_hand_heads_up_snow.txt") as database,
        pytest.raises(StatisticsError, match="no hand shows the cards of `s0rrow` as played"),
    ):
        price_leaks_by_currency(database, "s0rrow", Filters())


def test_each_mistake_has_a_right_decision_of_its_own_with_the_most_similar_hand() -> None:
    numbers, draws = np.array([10, 50, 51, 49, 300, 50, 52]), np.array([1, 1, 1, 1, 1, 2, 2])
    twins = find_similar_right_decisions(numbers, draws, np.array([1, 2, 5]))
    assert twins.tolist() == [4, -1, 6], "of the same draw, as good or a little worse, and none twice"
    assert find_similar_right_decisions(numbers, draws, np.array([0])).tolist() == [3]
    random = np.random.default_rng(1)
    numbers, draws = random.integers(1, 7463, 500), random.integers(1, 4, 500)
    row = random.permutation(500)[:150]
    twin = find_similar_right_decisions(numbers, draws, row)
    has_twin = twin >= 0
    assert has_twin.sum() > 120
    assert not {*twin[has_twin]} & {*row}
    assert len({*twin[has_twin]}) == has_twin.sum()
    assert (draws[twin[has_twin]] == draws[row[has_twin]]).all()
    assert np.median(np.abs(numbers[twin[has_twin]] - numbers[row[has_twin]])) < 300
