"""Equities: as published, by trying all cards, against a million deals, and the policies.

With HISTPARSE_SOAK=1 a hundred random questions, otherwise a few and fewer deals.
"""

from __future__ import annotations

import os
from itertools import permutations
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
from tests.odds.dealer import dealt_shares, shares_tried_out

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
QUESTIONS, DEALS = (50, 1_000_000) if SOAK else (8, 40_000)


def side(text: str, policy: Policy | None = None) -> Side:
    return Side(parse_range(text), policy or ForLow())


def count_share(*sides: Side, dead: str = "", draws: int = 1) -> Share:
    """What the first wins, counted."""
    dead_cards = cards_to_mask(parse_cards(dead))
    return count_shares_or_refuse(possible_sides_or_refuse(sides, dead_cards, draws), dead_cards, draws)[0]


def simulate_share(*sides: Side, dead: int = 0, draws: int = 1, deals: int = DEALS, seed: int = 1) -> Share:
    """What the first wins, dealt."""
    return sampled_shares(
        deal_rank_numbers(Dealing(possible_sides_or_refuse(sides, dead, draws), dead, draws, deals, seed))
    )[0]


def error_of(share: Share) -> float:
    assert share.error is not None
    return share.error


def equity_won(first: str, second: str, draws: int = 1, dead: str = "") -> float:
    return count_share(side(first), side(second), dead=dead, draws=draws).equity


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
    equity = compute_equity(Dealing([side(pat), side(drawing)], 0, 1, DEALS))
    assert round(100 * equity.equity, 1) == percent
    assert (equity.error, equity.deals) == (None, None)
    assert equity_won(drawing, pat) == pytest.approx(1 - equity.equity, abs=1e-12)


def test_a_pat_ten_as_published() -> None:
    assert round(100 * equity_won("T8642", "2347"), 2) == 60.47


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
    wins, ties = shares_tried_out(*map(parse_cards, (first, second, dead)))
    share = count_share(side(first), side(second), dead=dead)
    assert (share.wins, share.ties, share.equity) == pytest.approx((wins, ties, wins + ties / 2), abs=1e-12)


def test_ranges_are_all_their_pairs_of_hands_that_fit() -> None:
    """Hand by hand the same, but for the pairs with a card in common, and one weighs half."""
    (ours, theirs), sums = ("87652, 2347@0.5", "2c3d4h7s, Kc9c8c7c"), [0.0, 0.0]
    first, second = parse_range(ours), parse_range(theirs)
    for hand, weight in zip(first.keeps[::7].tolist(), first.weight[::7].tolist(), strict=True):
        for opposing in second.keeps.tolist():
            if not hand & opposing:
                sums[0] += weight * equity_won(show_cards(mask_to_cards(hand)), show_cards(mask_to_cards(opposing)))
                sums[1] += weight
    picked = select_rows(first, np.arange(len(first.keeps)) % 7 == 0)
    share = count_share(Side(picked, ForLow()), side(theirs))
    assert share.equity == pytest.approx(sums[0] / sums[1], abs=1e-12)


def test_without_a_draw_hands_are_compared() -> None:
    assert equity_won("7c5d4h3s2c", "7d5h4s3c2d", 0) == 0.5
    assert equity_won("87642", "87652, 8c6c4c3c2c", 0) == 1
    with pytest.raises(HistparseError, match="`2347` has fewer than five cards, and no draw is left"):
        equity_won("87652", "2347", 0)


def test_large_ranges_without_a_draw_are_counted() -> None:
    """Fifteen thousand million pairs: a range against itself wins exactly half."""
    equity = compute_equity(Dealing([side("pat T-"), side("pat T-")], 0, 0, 100))
    assert equity.deals is None
    assert [share.equity for share in equity.shares] == pytest.approx([0.5, 0.5], abs=1e-12)


def test_three_hands_tried_out() -> None:
    texts = "2c 3d 4h 7s", "2d 3h 5s 8c", "Jc 9d 6h 5c 3s"
    first, second, pat = map(parse_cards, texts)
    unseen = [card for card in DECK if card not in {*first, *second, *pat}]
    won = [0.0, 0.0, 0.0]
    for first_card, second_card in permutations(unseen, 2):
        numbers = [number((*first, first_card)), number((*second, second_card)), number(pat)]
        for place in range(3):
            won[place] += (numbers[place] == min(numbers)) / numbers.count(min(numbers))
    shares = count_shares_or_refuse(possible_sides_or_refuse([*map(side, texts)], 0, 1), 0, 1)
    ways = len(unseen) * (len(unseen) - 1)
    assert [share.equity for share in shares] == pytest.approx([part / ways for part in won], abs=1e-12)


def test_hands_that_differ_in_the_names_of_suits_are_counted_once() -> None:
    """Against ranks, flush draws too: the mean over all pairs, one by one, that fit."""
    text, opposing, total, weight = "8c6c5c3c/Jd, 8d6d5d3d/Jc@0.5, 8c6d5h3s/Jc", parse_range("2347"), 0.0, 0.0
    for part in text.split(","):
        held = parse_range(part)
        for theirs in opposing.keeps.tolist():
            if not theirs & int(held.cards_known[0]):
                single = structs.replace(select_rows(opposing, np.array([0])), keeps=np.array([theirs]))
                total += held.weight[0] * count_share(Side(held, ForLow()), Side(single, ForLow())).equity
                weight += held.weight[0]
    share = count_share(side(text), Side(opposing, ForLow()))
    assert share.equity == pytest.approx(total / weight, abs=1e-12)
    assert share.error is None


# -- against deals ---------------------------------------------------------------------------------------------


def questions() -> list[tuple[str, str, str]]:
    """Random keeps and ranges, some with dead cards."""
    random = np.random.default_rng(12)
    ranges = ["pat 8-", "one-card 8- draws", "pat T8@0.5, one-card 7-", "2347", "237", "J8653", "2347/K", "98754"]
    drawn: list[tuple[str, str, str]] = []
    while len(drawn) < QUESTIONS:
        cards = [card for card in random.permutation(DECK).tolist() if card[0] in RANKS[:9]]
        sizes = random.integers(2, 6, 2)
        hands = [show_cards(tuple(cards[:5][: sizes[0]])), show_cards(tuple(cards[5:10][: sizes[1]]))]
        dead = show_cards(tuple(cards[10 : 10 + int(random.choice([0, 0, 2, 6]))]))
        if random.random() < 0.5:
            hands[1] = str(random.choice(ranges))
        if random.random() < 0.3:
            hands[0] = str(random.choice(ranges))
        drawn.append((hands[0], hands[1], dead))
    return drawn


def test_random_questions_dealt() -> None:
    beyond = []
    for first, second, dead in questions():
        dead_cards, sides = cards_to_mask(parse_cards(dead)), (side(first), side(second))
        try:
            exact = count_share(*sides, dead=dead)
        except TooManyError:
            exact = simulate_share(*sides, dead=dead_cards)
        won = dealt_shares(sides, dead_cards, 1, DEALS)[0]
        z = (won.mean() - exact.equity) / sqrt(max(won.var(), 1e-12) / DEALS + (exact.error or 0) ** 2)
        if abs(z) > 3:
            beyond.append((first, second, dead, z))
    assert len(beyond) <= QUESTIONS // 50, beyond  # of 370, one is beyond by chance


@pytest.mark.parametrize("draws", [0, 1, 2, 3])
def test_simulated_as_with_shuffled_decks(draws: int) -> None:
    sides, dead = (side("2347, pat 9-@0.02" if draws else "pat 9-"), side("2c3d5h8s" if draws else "pat T-")), 1 << 51
    share = simulate_share(*sides, dead=dead, draws=draws)
    won = dealt_shares(sides, dead, draws, DEALS)[0].mean()
    assert abs(won - share.equity) < 4 * sqrt(2) * error_of(share)
    assert share.equity == pytest.approx(share.wins + share.ties / 2)


def test_the_same_seed_gives_the_same_deals() -> None:
    sides = side("2347"), side("237")
    first, again, different = (simulate_share(*sides, deals=5_000, seed=seed) for seed in (1, 1, 2))
    assert first == again != different


def test_more_deals_begin_with_the_same_ones() -> None:
    sides = side("2347"), side("237")
    fewer, more_deals = (deal_rank_numbers(Dealing(sides, 0, 2, deals)) for deals in (BLOCK, BLOCK + 100))
    assert (more_deals[:, :BLOCK] == fewer).all()


def test_three_ranges_dealt_as_with_shuffled_decks() -> None:
    sides = side("2347"), side("237, pat 9-@0.01"), side("2358")
    equity = compute_equity(Dealing(sides, 0, 2, DEALS))
    for share, won in zip(equity.shares, dealt_shares(sides, 0, 2, DEALS).mean(1), strict=True):
        assert abs(share.equity - won) < 4 * sqrt(2) * error_of(share)
    assert sum(share.equity for share in equity.shares) == pytest.approx(1)


def test_the_error_of_a_policy_is_what_drawing_better_wins() -> None:
    """With shuffled decks: the draw breaks a ten against a pat nine, as the policy for low does not."""
    nine, draw = side("98654"), side("2358")
    equity = compute_equity(Dealing([nine, draw], 0, 2, DEALS))
    assert equity.shares[0].policy_error == 0
    to_beat = BestDrawAgainst.from_numbers(np.array([number(parse_cards("9c 8d 6h 5s 4c"))]))
    low, better = (
        dealt_shares([nine, Side(draw.held, policy)], 0, 2, DEALS)[1].mean() for policy in (ForLow(), to_beat)
    )
    assert better - low > 0.015
    assert equity.shares[1].policy_error == pytest.approx(better - low, abs=4 * sqrt(2) * error_of(equity.shares[1]))


def test_a_card_in_both_hands_is_named() -> None:
    sides = side("2c3d4h"), side("2c7d")
    with pytest.raises(HistparseError, match="2c is in both `2c3d4h` and `2c7d`"):
        count_share(*sides)
    with pytest.raises(HistparseError, match="2c is in both `2c3d4h` and `2c7d`"):
        simulate_share(*sides, draws=2, deals=100)


def dealt_once(held: Range, seed: int) -> Masks:
    """Each hand of the range after one draw."""
    random, hands, used = np.random.default_rng(seed), held.keeps.copy(), held.cards_known.copy()
    while len(short := np.flatnonzero(np.bitwise_count(hands) < 5)):
        card = 1 << random.integers(0, 52, len(short))
        new = used[short] & card == 0
        hands[short[new]] |= card[new]
        used[short[new]] |= card[new]
    return hands


# -- policies --------------------------------------------------------------------------------------------------


@pytest.mark.nightly
def test_the_worth_of_a_hand_is_its_chance_against_who_draws_for_it() -> None:
    """Each follows from the other. What was thrown in an earlier draw may come back to them."""
    sets = enumerate_card_sets(deck_without())
    worths = compute_low_worths(sets)
    assert (np.diff(worths[1:]) <= 0).all()
    draws, hands = (
        count_best_draws(sets, worths).draws,
        np.random.default_rng(5).choice(parse_range("any").keeps, DEALS),
    )
    for draws_left in (3, 2, 1):
        held = draws.best_keeps(hands, 5, draws_left).keeps
        drawn = Range("", held, hands ^ held, np.zeros_like(held), np.ones(DEALS))
        hands = dealt_once(drawn, draws_left)
    shares = np.bincount(hand_rank_numbers(hands), minlength=WORST + 1) / DEALS
    beaten = 1 - np.cumsum(shares) + shares / 2
    assert np.abs(beaten - worths)[1:].max() < 4 * 0.5 / sqrt(DEALS) + CHANGE


def test_keeps_looked_up_are_as_good_as_those_counted() -> None:
    hands = np.random.default_rng(7).choice(parse_range("any").keeps, 2_000)
    for draws in (1, 2, 3):
        worths = load_low_draws().counted.keep_worths(hands, 5, draws)
        keeps = find_keep_numbers(hands, hands & ~load_low_draws().best_keeps(hands, draws))
        assert np.take_along_axis(worths, keeps[None], 0)[0] == pytest.approx(worths.max(0), abs=1e-9)


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
    opponent = side("2d3h4d7c")
    rates = [AsOftenPat("table", {(1, "J"): rate}) for rate in (0.0, 1.0, 0.5)]
    never_pat, always_pat, half_pat = (count_share(side(jack, policy), opponent).equity for policy in rates)
    # What is thrown is out of the deck.
    drawing = count_share(side("8d6h5s3s/Jc"), opponent).equity
    assert (never_pat, always_pat) == pytest.approx((drawing, equity_won("Jc8d6h5s3s", "2d3h4d7c")), abs=1e-12)
    assert half_pat == pytest.approx((never_pat + always_pat) / 2, abs=1e-12)
    dealt = simulate_share(side(jack, rates[2]), opponent)
    assert abs(dealt.equity - half_pat) < 4 * error_of(dealt)


def test_rates_of_a_table_fill_its_gaps_from_the_next_higher_rank() -> None:
    rates = compute_pat_rates({(1, "9"): (3, 4), (1, "J"): (1, 4)})
    assert [rates[1, rank] for rank in "789TJQ"] == [0.75, 0.75, 0.75, 0.25, 0.25, 0]
    assert rates[2, "7"] == 0
