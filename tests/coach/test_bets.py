"""Leaks: bets on rivers between equal players - a planted habit is found at its price, and the answer costs nothing.

HISTPARSE_SOAK=1: twenty tables of each habit; otherwise one.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace

from histparse.coach import bets
from histparse.coach.bets import CAP, EXPLOITABLE, FEWEST_SHOWN, RARE, REASONS, Answers, estimate_class_shares
from histparse.coach.betting import Betting
from histparse.coach.decisions import STEPS, all_decision_rows
from histparse.coach.kinds import KINDS, NAMES
from histparse.coach.leaks import Leak, price_leaks
from histparse.coach.observed import BET_LINES, BetDecisions, Fetched, fetch_with_opponents_or_refuse
from histparse.coach.river import River
from histparse.odds.card_sets import Floats
from histparse.odds.final_hands import FinalHands
from histparse.odds.low_draws import CLASSES, classes_of_rank_numbers
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters
from tests.coach.finding import FoundLeaks, find_leaks
from tests.coach.solved_rivers import RANGES, Dealt, Habit, ObservedRivers, observed, rivers
from tests.coach.test_river import combine_ranges
from tests.stats.dealing import database_of_hands

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
SEEDS = range(20 if SOAK else 1)
HANDS, POOL = 500, 1_200
EIGHT, SEVEN, NINE = 18, 4, 52


def checks_behind(place: int, _drawn: int, line: str, number: int) -> str | None:
    """Never bets an eight or better when checked to."""
    return "x" if place == 1 and line == "x" and number <= EIGHT else None


def bets_all(_place: int, _drawn: int, line: str, _number: int) -> str | None:
    """Bets whatever they hold."""
    return "b" if line in {"", "x"} else None


def calls_with_sevens(_place: int, _drawn: int, line: str, number: int) -> str | None:
    """Never raises a bet."""
    return "c" if line.endswith("b") and number <= SEVEN else None


def raises_nines(_place: int, _drawn: int, line: str, number: int) -> str | None:
    """Raises every bet with a nine or better."""
    return "r" if line.endswith("b") and number <= NINE else None


HABITS: dict[str, tuple[Habit, tuple[str, ...]]] = {
    "checks behind": (checks_behind, ("checks-pats", "checks-draws")),
    "bets all": (bets_all, ("bets-too-much",)),
    "calls with sevens": (calls_with_sevens, ("raises-too-little",)),
    "raises nines": (raises_nines, ("raises-too-much",)),
}
"""Each with the kinds of mistakes that it makes."""


@cache
def table() -> list[Dealt]:
    return rivers(5.0)


@cache
def play(habit: Habit | None, seed: int, hands: int = HANDS, pool: int = POOL) -> ObservedRivers:
    return observed(table(), habit, hands, pool, seed)


def find_leak(leaks: FoundLeaks, name: str) -> Leak:
    return next(leak for leak in leaks.counted.leaks if leak.kind.name == name)


def judge_habit(habit: Habit | None, seed: int) -> tuple[ObservedRivers, FoundLeaks]:
    return play(habit, seed), find_leaks(play(habit, seed).observed)


@pytest.mark.nightly(1)
@pytest.mark.parametrize("name", HABITS if SOAK else ["checks behind", "bets all"])
def test_a_planted_habit_comes_first_at_its_price(name: str) -> None:
    habit, kinds = HABITS[name]
    first, priced = [], []
    for seed in SEEDS:
        played, leaks = judge_habit(habit, seed)
        first.append({leak.kind.name for leak in leaks.counted.leaks[: len(kinds)]} == {*kinds})
        for kind in kinds:
            lost = played.truth(kind, leaks.priced.bets.row[leaks.priced.bets.kind == NAMES.index(kind)])
            priced.append(find_leak(leaks, kind).low <= lost <= find_leak(leaks, kind).high)
            assert played.truth(kind) > 0.3
            assert lost > 0.7 * played.truth(kind)
    assert np.mean(first) >= 0.95
    assert np.mean(priced) >= 0.95


@pytest.mark.nightly
def test_who_plays_the_answer_is_charged_nothing() -> None:
    charged, covered = [], []
    for seed in SEEDS:
        played, leaks = judge_habit(None, seed)
        charged += [leak.is_proven_costly for leak in leaks.counted.leaks]
        covered += [leak.low <= 0 <= leak.high for leak in leaks.counted.leaks]
        assert leaks.priced.bets.exceeds_price_error.sum() < 0.02 * len(played.observed.bets.part)
    assert not any(charged)
    assert np.mean(covered) >= 0.95


@pytest.mark.nightly
def test_the_same_hands_have_the_same_prices() -> None:
    played, leaks = judge_habit(checks_behind, 3)
    again = find_leaks(played.observed)
    assert np.array_equal(leaks.priced.bets.lost, again.priced.bets.lost)
    assert [leak.price for leak in leaks.counted.leaks] == [leak.price for leak in again.counted.leaks]


def test_rows_that_are_kept_tell_the_same_leaks(tmp_path: Path) -> None:
    for seed in SEEDS:
        played, fresh = judge_habit(raises_nines, seed)
        all_decision_rows(played.observed, fresh.priced).write_ipc(tmp_path / "rows.arrow", compression="zstd")
        rows = pl.read_ipc(tmp_path / "rows.arrow")
        counted = price_leaks(rows, played.observed.hands, rows.clear(), 0)
        assert counted.leaks == fresh.counted.leaks
        bets, hands = fresh.priced.bets, played.observed.hands.sum()
        exact = np.bincount(bets.kind, bets.lost[0], len(KINDS)) * 100 / hands
        assert {leak.kind.name: leak.price for leak in counted.leaks} == pytest.approx(
            dict(zip(NAMES, exact, strict=True))
        )
        recounted = np.array(rows["recounted"].gather(bets.row).to_list())
        assert np.abs(bets.lost[1:] - bets.lost[0] - recounted.T / STEPS).max() <= 0.5 / STEPS


def test_every_act_has_a_price_or_a_reason() -> None:
    observations = play(None, 4).observed
    acts = len(observations.bets.part)
    barely_shown = replace(observations, left_out=(7, 5), bet_range=observations.bet_range / POOL)
    leaks = find_leaks(barely_shown).counted
    assert dict(zip(REASONS, leaks.unpriced.tolist(), strict=True)) == {
        "more than two players": 7,
        "too few chips": 5,
        "too few hands shown, or a fifth bet": acts,
        "in pots and after draws that are rare": 0,
        "hardly ever comes up": 0,
    }
    assert leaks.acts == acts + 12


@pytest.mark.nightly
def test_the_rarest_rivers_are_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundredth of the decisions, in large pots, has no price; the others have the one that they had."""
    observations = play(None, 4).observed
    pot = observations.bets.pot.copy()
    pot[::100] = 24
    few_large = replace(observations, bets=replace(observations.bets, pot=pot))
    priced = find_leaks(few_large).priced.bets
    monkeypatch.setattr(bets, "UNSOLVED", 0)
    all_priced = find_leaks(few_large).priced.bets
    assert priced.unpriced_counts_by_reason.tolist() == [
        *all_priced.unpriced_counts_by_reason[:3],
        len(pot[::100]),
        priced.unpriced_counts_by_reason[4],
    ]
    assert all_priced.unpriced_counts_by_reason[3] == 0
    is_in_both = np.isin(all_priced.row, priced.row)
    assert np.array_equal(all_priced.row[is_in_both], priced.row)
    assert all_priced.lost[:, is_in_both] == pytest.approx(priced.lost, abs=0.01)
    assert (all_priced.row[~is_in_both] % 100 == 0).all()


@pytest.mark.nightly
def test_an_empty_pool_prices_nothing() -> None:
    observations = play(bets_all, 5).observed
    leaks = find_leaks(replace(observations, bet_range=np.zeros_like(observations.bet_range)))
    assert all(leak.mistakes == leak.spots == leak.price == 0 for leak in leaks.counted.leaks)
    assert leaks.counted.unpriced.sum() == leaks.counted.acts > 0


# -- what the pool held ----------------------------------------------------------------------------------------


def test_hands_known_after_each_act_stand_for_all_of_them() -> None:
    """Half of those who bet are known, a quarter of those who check: there are as many of both."""
    counts = np.zeros((*BET_LINES, CLASSES + 1))
    counts[0, 0, [20, CLASSES]] = 250, 750
    counts[0, 1, [2, CLASSES]] = 500, 500
    shares, telling = estimate_class_shares(counts)
    assert shares[0, [2, 20]] == pytest.approx([0.5, 0.5], abs=0.01)
    assert telling[0] == pytest.approx(2000**2 / (250 * 4**2 + 500 * 2**2))


def test_a_place_without_known_hands_after_an_act_tells_nothing() -> None:
    counts = np.zeros((*BET_LINES, CLASSES + 1))
    counts[0, 0, 20] = 300
    counts[0, 1, CLASSES] = 300
    counts[0, 2, 10] = 40
    counts[0, 3, 1] = 40
    shares, telling = estimate_class_shares(counts)
    assert shares[0, [1, 10]] == pytest.approx([0.5, 0.5], abs=0.03)
    assert telling[0] == pytest.approx(80)
    assert estimate_class_shares(counts[:1].repeat(27, 0) * 0)[1].max() == 0


@pytest.mark.nightly
def test_ranges_of_dealt_rivers_are_what_was_dealt() -> None:
    """Folded hands are not among those known, and yet the shares are those of all hands."""
    counts = play(None, 6, hands=1, pool=20_000).observed.bet_range.sum(0)
    shares, telling = estimate_class_shares(counts)
    for line, drawn in ((0, 0), (3, 0), (9, 1), (12, 1)):
        error = np.sqrt(RANGES[drawn] * (1 - RANGES[drawn]) / telling[line])
        assert (abs(shares[line] - RANGES[drawn]) <= 4 * error + 0.002).all()
        assert telling[line] > FEWEST_SHOWN


@pytest.mark.nightly
def test_solved_rivers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each spot but once, also where others come to it."""
    observations = play(None, 7).observed
    answers = Answers(observations)
    priced = answers.price_unsolved_spots([(0, 0, 10), (3, 9, 10), (0, 0, 10)])
    assert len(priced) == 2
    monkeypatch.setattr(Answers, "_solve_rivers", lambda *_: pytest.fail("it was solved before"))
    assert answers.price_unsolved_spots([(3, 9, 10)])[3, 9, 10] is priced[3, 9, 10]


@pytest.fixture(scope="module")
def pools() -> dict[bool, tuple[Fetched, Floats]]:
    """The same hands with one hero and with all cards open, and what the others held."""
    pools = {}
    for is_open in (False, True):
        settings = Settings(hands=1_200, seed=9, hero="Hero", players=(2, 2), chatter=0, open_cards=is_open)
        with database_of_hands(deal_hands(settings)) as database:
            fetched = fetch_with_opponents_or_refuse(database, "Hero", Filters())
        pools[is_open] = fetched, fetched.observed.bet_range.sum(0)
    return pools


@pytest.mark.nightly
def test_hands_that_are_shown_anyway_are_like_all_hands(pools: dict[bool, tuple[Fetched, Floats]]) -> None:
    """One hero knows some hands of the others; if all cards are open, all are known."""
    (hidden, shown), (_, all_shown) = pools[False], pools[True]
    assert np.array_equal(shown.sum(-1), all_shown.sum(-1))
    assert not all_shown[..., CLASSES].any()
    assert 0.1 < shown[..., CLASSES].sum() / shown.sum() < 0.6
    shown_shares, true_shares = (
        estimate_class_shares(counts.sum(0, keepdims=True).repeat(27, 0)) for counts in (shown, all_shown)
    )
    error = np.sqrt(true_shares[0][0] * (1 - true_shares[0][0]) * (1 / shown_shares[1][0] - 1 / true_shares[1][0]))
    assert (abs(shown_shares[0][0] - true_shares[0][0]) <= 3.5 * error + 0.002).all()
    assert hidden.observed.bets.part.size == len(hidden.bets)


@pytest.mark.nightly
def test_acts_are_read_as_they_were_done(pools: dict[bool, tuple[Fetched, Floats]]) -> None:
    fetched, _ = pools[False]
    bets = fetched.observed.bets
    assert {*bets.acts.tolist()} <= {*Betting(CAP).acts}
    assert (np.char.str_len(bets.acts) % 2 == bets.place).all()
    assert all(act in Betting(CAP).acts[line] for line, act in zip(bets.acts, bets.act, strict=True))
    assert (bets.line // 9 == bets.opponent_line % 9 // 3).all()
    assert fetched.observed.left_out[0] == 0


@pytest.mark.nightly
def test_a_hand_that_nobody_held_has_a_price_and_a_fifth_bet_none() -> None:
    """A five-card draw's best hand is checked behind; then somebody bets more often than the game allows."""
    observations = play(None, 8).observed
    pool = observations.bet_range.copy()
    pool[..., CLASSES] += pool[..., 0]
    pool[..., 0] = 0
    columns = [1, 1], [1, 1], [1, 0], [0, 0], [0, 0], [5.0, 5.0], ["x", "brrr"], ["x", "r"]
    bets = BetDecisions(*(np.array(column) for column in columns))
    leaks = find_leaks(replace(observations, bets=bets, bet_range=pool))
    assert leaks.priced.bets.row.tolist() == [0]
    assert leaks.priced.bets.lost[0, 0] > 0.3
    assert leaks.priced.bets.unpriced_counts_by_reason.tolist() == [0, 0, 1, 0, 0]
    assert leaks.counted.total.spots == 1


# -- what leaving out cards costs ------------------------------------------------------------------------------


@pytest.mark.skipif(not SOAK, reason="two rivers card by card take seconds")
@pytest.mark.parametrize(
    ("first", "second", "least", "most"), [("pat 9-", "one-card 8-", 0.8, 1.25), ("pat T-", "2347", 0.7, 1.25)]
)
def test_what_classes_call_a_mistake_is_one_with_cards(first: str, second: str, least: float, most: float) -> None:
    """Checks, bets and raises that lose 0.1 to 0.8 big bets by classes, as often as they come."""
    hands = combine_ranges(first, second)
    made = [classes_of_rank_numbers(numbers) for numbers in hands.numbers]
    shares = [np.bincount(made[side], hands.joint_shares.sum(1 - side), CLASSES).astype(np.float64) for side in (0, 1)]
    classes = np.arange(CLASSES)
    by_class = FinalHands((classes, classes), shares[0][:, None] * shares[1])
    with_cards, by_classes = River(hands, 6), River(by_class, 6)
    answer, model = with_cards.solve(), by_classes.solve(EXPLOITABLE)
    betting, lost = with_cards.betting, []
    for player in (0, 1):
        real, modelled = with_cards.price_acts(player, answer), by_classes.price_acts(player, model)
        held = hands.joint_shares.sum(1 - player)
        own_reach = betting.reach_by_line(player, answer.plans[player], np.ones(len(held)))
        for line in betting.decision_lines(player):
            rows, acts = betting.rows[line], betting.acts[line]
            reached = modelled.made[rows].sum()
            if min(reached, modelled.reached[line].max()) < RARE:
                continue
            for row, act in zip(range(rows.start, rows.stop), acts, strict=True):
                if act in "cf" or (act in "br" and modelled.made[row] < RARE * reached):
                    continue
                pair = modelled.lost[row][made[player]], real.lost[row], held * own_reach[line] * real.reached[line]
                lost.append(np.stack(pair)[:, (pair[0] > 0.1) & (pair[0] < 0.8)])
    told_lost, by_card, weight = np.concatenate(lost, 1)
    assert least < (by_card * weight).sum() / (told_lost * weight).sum() < most
    assert weight[by_card < 0.02].sum() < 0.2 * weight.sum()
