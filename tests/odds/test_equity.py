"""Equities: as published, by trying all cards, against a million deals, and the policies.

With HISTPARSE_SOAK=1 a hundred random questions, otherwise a few and fewer deals.
"""

from __future__ import annotations

import os
from itertools import combinations, permutations
from math import sqrt

import numpy as np
import pytest
from msgspec import structs

from docs.constants import CHANGE, compute_low_worths
from histparse.model.cards import DECK, RANKS, parse_cards, show_cards
from histparse.model.errors import HistparseError
from histparse.model.ranking import WORST, number
from histparse.odds.card_sets import (
    Masks,
    Range,
    TooManyError,
    cards_to_mask,
    deck_without,
    enumerate_card_sets,
    hand_rank_numbers,
    mask_to_cards,
    select_rows,
)
from histparse.odds.counting import Share, count_shares_or_refuse, sampled_shares
from histparse.odds.equity import BLOCK, Dealing, compute_equity, deal_final_hands, deal_rank_numbers
from histparse.odds.hand_sums import count_best_draws
from histparse.odds.low_draws import find_keep_numbers, load_low_draws
from histparse.odds.notation import parse_range
from histparse.odds.policies import (
    AsOftenPat,
    BestDrawAgainst,
    ForLow,
    Policy,
    Side,
    compute_pat_rates,
    possible_sides_or_refuse,
)
from tests.odds.dealer import final_hands

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
QUESTIONS, DEALS = (50, 1_000_000) if SOAK else (8, 40_000)


def side(text: str, policy: Policy | None = None) -> Side:
    return Side(parse_range(text), policy or ForLow())


def exactly(*sides: Side, dead: str = "", draws: int = 1) -> Share:
    """What the first wins, counted."""
    gone = cards_to_mask(parse_cards(dead))
    return count_shares_or_refuse(possible_sides_or_refuse(sides, gone, draws), gone, draws)[0]


def simulated(*sides: Side, dead: int = 0, draws: int = 1, deals: int = DEALS, seed: int = 1) -> Share:
    """What the first wins, dealt."""
    return sampled_shares(
        deal_rank_numbers(Dealing(possible_sides_or_refuse(sides, dead, draws), dead, draws, deals, seed))
    )[0]


def error_of(share: Share) -> float:
    assert share.error is not None
    return share.error


def won(first: str, second: str, draws: int = 1, dead: str = "") -> float:
    return exactly(side(first), side(second), dead=dead, draws=draws).equity


# -- the last draw ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pat", "drawing", "percent"),
    [
        ("J8653", "2347", 53.5),
        ("JT986", "2347", 55.8),
        ("JT986", "2568", 51.2),  # it holds cards that the drawer needs, and so is better than the better hand
        ("J8653", "2568", 48.8),
        ("T9865", "2347", 65.1),
        ("98754", "2347", 69.8),
    ],
)
def test_pat_against_a_one_card_draw_as_published(pat: str, drawing: str, percent: float) -> None:
    found = compute_equity(Dealing([side(pat), side(drawing)], 0, 1, DEALS))
    assert round(100 * found.equity, 1) == percent
    assert (found.error, found.deals) == (None, None)
    assert won(drawing, pat) == pytest.approx(1 - found.equity, abs=1e-12)


def test_a_pat_ten_as_published() -> None:
    assert round(100 * won("T8642", "2347"), 2) == 60.47


@pytest.mark.parametrize(
    ("first", "second", "dead"),
    [
        ("2c 3d 4h 7s", "2d 3h 5s 8c", "Kc Kd 6s"),
        ("2c 3d 7h", "2d 3h 4h 7d", ""),
        ("2h 3h 4h 7h", "2c 5c 7c 8c", "9s"),
        ("8c 7d 6h 5s 2s", "2d 3h", "Kc Kd Kh"),
        ("9c 9d 8h 7s", "9h 9s 8d 7c", ""),
        ("2c 3c 4c", "2d 3d 5d", "Ac Ad Ah As Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd Jh Js"),
    ],
)
def test_one_draw_of_both_tried_out(first: str, second: str, dead: str) -> None:
    ours, theirs = parse_cards(first), parse_cards(second)
    unseen = [card for card in DECK if card not in {*ours, *theirs, *parse_cards(dead)}]
    wins = ties = ways = 0
    theirs_all = [({*new}, number((*theirs, *new))) for new in combinations(unseen, 5 - len(theirs))]
    for new in combinations(unseen, 5 - len(ours)):
        mine = number((*ours, *new))
        others = [their for cards, their in theirs_all if cards.isdisjoint(new)]
        ways += len(others)
        wins += sum(mine < other for other in others)
        ties += sum(mine == other for other in others)
    found = exactly(side(first), side(second), dead=dead)
    assert (found.wins, found.ties) == pytest.approx((wins / ways, ties / ways), abs=1e-12)
    assert found.equity == pytest.approx((wins + ties / 2) / ways, abs=1e-12)


def test_ranges_are_all_their_pairs_of_hands_that_fit() -> None:
    """Hand by hand the same, but for the pairs with a card in common, and one weighs half."""
    (ours, theirs), sums = ("87652, 2347@0.5", "2c3d4h7s, Kc9c8c7c"), [0.0, 0.0]
    first, second = parse_range(ours), parse_range(theirs)
    for mine, weight in zip(first.keeps[::7].tolist(), first.weight[::7].tolist(), strict=True):
        for other in second.keeps.tolist():
            if not mine & other:
                sums[0] += weight * won(show_cards(mask_to_cards(mine)), show_cards(mask_to_cards(other)))
                sums[1] += weight
    picked = select_rows(first, np.arange(len(first.keeps)) % 7 == 0)
    found = exactly(Side(picked, ForLow()), side(theirs))
    assert found.equity == pytest.approx(sums[0] / sums[1], abs=1e-12)


def test_without_a_draw_hands_are_compared() -> None:
    assert won("7c5d4h3s2c", "7d5h4s3c2d", 0) == 0.5
    assert won("87642", "87652, 8c6c4c3c2c", 0) == 1
    with pytest.raises(HistparseError, match="`2347` has fewer than five cards, and no draw is left"):
        won("87652", "2347", 0)


def test_large_ranges_without_a_draw_are_counted() -> None:
    """Fifteen thousand million pairs: a range against itself wins exactly half."""
    found = compute_equity(Dealing([side("pat T-"), side("pat T-")], 0, 0, 100))
    assert found.deals is None
    assert [share.equity for share in found.shares] == pytest.approx([0.5, 0.5], abs=1e-12)


def test_three_hands_tried_out() -> None:
    texts = "2c 3d 4h 7s", "2d 3h 5s 8c", "Jc 9d 6h 5c 3s"
    first, second, pat = map(parse_cards, texts)
    unseen = [card for card in DECK if card not in {*first, *second, *pat}]
    won = [0.0, 0.0, 0.0]
    for one, other in permutations(unseen, 2):
        numbers = [number((*first, one)), number((*second, other)), number(pat)]
        for place in range(3):
            won[place] += (numbers[place] == min(numbers)) / numbers.count(min(numbers))
    found = count_shares_or_refuse(possible_sides_or_refuse([*map(side, texts)], 0, 1), 0, 1)
    ways = len(unseen) * (len(unseen) - 1)
    assert [share.equity for share in found] == pytest.approx([part / ways for part in won], abs=1e-12)


def test_hands_that_differ_in_the_names_of_suits_are_counted_once() -> None:
    """Against ranks, flush draws too: the mean over all pairs, one by one, that fit."""
    text, other, total, weight = "8c6c5c3c/Jd, 8d6d5d3d/Jc@0.5, 8c6d5h3s/Jc", parse_range("2347"), 0.0, 0.0
    for part in text.split(","):
        mine = parse_range(part)
        for theirs in other.keeps.tolist():
            if not theirs & int(mine.cards_known[0]):
                alone = structs.replace(select_rows(other, np.array([0])), keeps=np.array([theirs]))
                total += mine.weight[0] * exactly(Side(mine, ForLow()), Side(alone, ForLow())).equity
                weight += mine.weight[0]
    found = exactly(side(text), Side(other, ForLow()))
    assert found.equity == pytest.approx(total / weight, abs=1e-12)
    assert found.error is None


# -- against deals ---------------------------------------------------------------------------------------------


def questions() -> list[tuple[str, str, str]]:
    """Random keeps and ranges, some with dead cards."""
    random = np.random.default_rng(12)
    ranges = ["pat 8-", "one-card 8- draws", "pat T8@0.5, one-card 7-", "2347", "237", "J8653", "2347/K", "98754"]
    found: list[tuple[str, str, str]] = []
    while len(found) < QUESTIONS:
        cards = [card for card in random.permutation(DECK).tolist() if card[0] in RANKS[:9]]
        sizes = random.integers(2, 6, 2)
        hands = [show_cards(tuple(cards[:5][: sizes[0]])), show_cards(tuple(cards[5:10][: sizes[1]]))]
        dead = show_cards(tuple(cards[10 : 10 + int(random.choice([0, 0, 2, 6]))]))
        if random.random() < 0.5:
            hands[1] = str(random.choice(ranges))
        if random.random() < 0.3:
            hands[0] = str(random.choice(ranges))
        found.append((hands[0], hands[1], dead))
    return found


def test_random_questions_dealt() -> None:
    beyond, low = [], ForLow()
    for first, second, dead in questions():
        gone, sides = cards_to_mask(parse_cards(dead)), (side(first), side(second))
        try:
            exact = exactly(*sides, dead=dead)
        except TooManyError:
            exact = simulated(*sides, dead=gone)
        wins = ties = 0
        for ours, theirs in final_hands([one.held for one in sides], gone, [low, low], 1, DEALS):
            mine, other = hand_rank_numbers(ours), hand_rank_numbers(theirs)
            wins, ties = wins + int((mine < other).sum()), ties + int((mine == other).sum())
        equity = (wins + ties / 2) / DEALS
        spread = max((wins + ties / 4) / DEALS - equity**2, 1e-12)
        error = sqrt(spread / DEALS + (exact.error or 0) ** 2)
        if abs(equity - exact.equity) > 3 * error:
            beyond.append((first, second, dead, (equity - exact.equity) / error))
    assert len(beyond) <= QUESTIONS // 50, beyond  # of 370, one is beyond by chance


@pytest.mark.parametrize("draws", [0, 1, 2, 3])
def test_simulated_as_with_shuffled_decks(draws: int) -> None:
    sides, dead = (side("2347, pat 9-@0.02" if draws else "pat 9-"), side("2c3d5h8s" if draws else "pat T-")), 1 << 51
    found = simulated(*sides, dead=dead, draws=draws)
    low = ForLow()
    wins = ties = 0
    for ours, theirs in final_hands([one.held for one in sides], dead, [low, low], draws, DEALS):
        mine, other = hand_rank_numbers(ours), hand_rank_numbers(theirs)
        wins, ties = wins + int((mine < other).sum()), ties + int((mine == other).sum())
    assert abs((wins + ties / 2) / DEALS - found.equity) < 4 * sqrt(2) * error_of(found)
    assert found.equity == pytest.approx(found.wins + found.ties / 2)


def test_the_same_seed_gives_the_same_deals() -> None:
    sides = side("2347"), side("237")
    first, again, other = (simulated(*sides, deals=5_000, seed=seed) for seed in (1, 1, 2))
    assert first == again != other


def test_more_deals_begin_with_the_same_ones() -> None:
    sides = side("2347"), side("237")
    few, many = (deal_rank_numbers(Dealing(sides, 0, 2, deals)) for deals in (BLOCK, BLOCK + 100))
    assert (many[:, :BLOCK] == few).all()


def test_three_ranges_dealt_as_with_shuffled_decks() -> None:
    sides, low = (side("2347"), side("237, pat 9-@0.01"), side("2358")), ForLow()
    found = compute_equity(Dealing(sides, 0, 2, DEALS))
    won = np.zeros(3)
    for hands in final_hands([one.held for one in sides], 0, 3 * [low], 2, DEALS):
        numbers = np.stack([hand_rank_numbers(each) for each in hands])
        best = numbers == numbers.min(0)
        won += (best / best.sum(0)).sum(1)
    for share, dealt_otherwise in zip(found.shares, won / DEALS, strict=True):
        assert abs(share.equity - dealt_otherwise) < 4 * sqrt(2) * error_of(share)
    assert sum(share.equity for share in found.shares) == pytest.approx(1)


def test_the_error_of_a_policy_is_what_drawing_better_wins() -> None:
    """With shuffled decks: the draw breaks a ten against a pat nine, as the policy for low does not."""
    nine, draw = side("98654"), side("2358")
    found = compute_equity(Dealing([nine, draw], 0, 2, DEALS))
    assert found.shares[0].policy_error == 0
    to_beat = BestDrawAgainst.from_numbers(np.array([number(parse_cards("9c 8d 6h 5s 4c"))]))
    low, better = (
        np.concatenate(
            [
                hand_rank_numbers(hands[0]) > hand_rank_numbers(hands[1])
                for hands in final_hands([nine.held, draw.held], 0, [ForLow(), policy], 2, DEALS)
            ]
        ).mean()
        for policy in (ForLow(), to_beat)
    )
    assert better - low > 0.015
    assert found.shares[1].policy_error == pytest.approx(better - low, abs=4 * sqrt(2) * error_of(found.shares[1]))


def test_a_card_in_both_hands_is_named() -> None:
    sides = side("2c3d4h"), side("2c7d")
    with pytest.raises(HistparseError, match="2c is in both `2c3d4h` and `2c7d`"):
        exactly(*sides)
    with pytest.raises(HistparseError, match="2c is in both `2c3d4h` and `2c7d`"):
        simulated(*sides, draws=2, deals=100)


def dealt_once(held: Range, seed: int) -> Masks:
    """Each hand of the range after one draw."""
    random, kept, used = np.random.default_rng(seed), held.keeps.copy(), held.cards_known.copy()
    while len(short := np.flatnonzero(np.bitwise_count(kept) < 5)):
        card = 1 << random.integers(0, 52, len(short))
        new = used[short] & card == 0
        kept[short[new]] |= card[new]
        used[short[new]] |= card[new]
    return kept


# -- policies --------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_the_worth_of_a_hand_is_its_chance_against_who_draws_for_it() -> None:
    """Each follows from the other. What was thrown in an earlier draw may come back to them."""
    sets = enumerate_card_sets(deck_without())
    worth = compute_low_worths(sets)
    assert (np.diff(worth[1:]) <= 0).all()
    draws, hands = count_best_draws(sets, worth).draws, np.random.default_rng(5).choice(parse_range("any").keeps, DEALS)
    for to_come in (3, 2, 1):
        held = draws.best_keeps(hands, 5, to_come).keeps
        drawn = Range("", held, hands ^ held, np.zeros_like(held), np.ones(DEALS))
        hands = dealt_once(drawn, to_come)
    shares = np.bincount(hand_rank_numbers(hands), minlength=WORST + 1) / DEALS
    beaten = 1 - np.cumsum(shares) + shares / 2
    assert np.abs(beaten - worth)[1:].max() < 4 * 0.5 / sqrt(DEALS) + CHANGE


def test_keeps_looked_up_are_as_good_as_those_counted() -> None:
    hands = np.random.default_rng(7).choice(parse_range("any").keeps, 2_000)
    for draws in (1, 2, 3):
        worths = load_low_draws().counted.keep_worths(hands, 5, draws)
        kept = find_keep_numbers(hands, hands & ~load_low_draws().best_keeps(hands, draws))
        assert np.take_along_axis(worths, kept[None], 0)[0] == pytest.approx(worths.max(0), abs=1e-9)


def test_named_cards_are_kept_first_and_then_the_policy_chooses() -> None:
    """A king alone is kept once; who lets the policy choose throws it."""
    (king,) = (np.concatenate([block[0] for block in deal_final_hands(Dealing([side("Kc")], 0, 1, 500, 3))]),)
    assert (king & cards_to_mask(parse_cards("Kc")) != 0).all()
    best = np.concatenate([block[0] for block in deal_final_hands(Dealing([side("best 2c3d4h7sKc")], 0, 1, 500, 3))])
    assert (best & cards_to_mask(parse_cards("Kc")) == 0).all()
    assert (best & cards_to_mask(parse_cards("2c 3d 4h 7s")) == cards_to_mask(parse_cards("2c 3d 4h 7s"))).all()


def test_who_stands_pat_as_often_as_a_table() -> None:
    """Never on a jack: then the eight is drawn to; always; and half of the time."""
    jack = "best Jc8d6h5s3s"
    against = side("2d3h4d7c")
    rates = [AsOftenPat("table", {(1, "J"): rate}) for rate in (0.0, 1.0, 0.5)]
    never, always, half = (exactly(side(jack, policy), against).equity for policy in rates)
    # What is thrown is out of the deck.
    drawing = exactly(side("8d6h5s3s/Jc"), against).equity
    assert (never, always) == pytest.approx((drawing, won("Jc8d6h5s3s", "2d3h4d7c")), abs=1e-12)
    assert half == pytest.approx((never + always) / 2, abs=1e-12)
    found = simulated(side(jack, rates[2]), against)
    assert abs(found.equity - half) < 4 * error_of(found)


def test_rates_of_a_table_fill_its_gaps_from_the_next_higher_rank() -> None:
    rates = compute_pat_rates({(1, "9"): (3, 4), (1, "J"): (1, 4)})
    assert [rates[1, rank] for rank in "789TJQ"] == [0.75, 0.75, 0.75, 0.25, 0.25, 0]
    assert rates[2, "7"] == 0
