"""All keeps of a hand, ranked: by trying all cards, against shuffled decks, and what is said of them."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from msgspec import structs

from histparse.model.cards import parse_cards, show_cards
from histparse.model.errors import HistparseError
from histparse.odds.card_sets import cards_to_mask, hand_rank_numbers, select_rows
from histparse.odds.equity import Question, with_policy_to_beat_opponents
from histparse.odds.keeps import Keep, format_advice, rank_keeps, rank_keeps_against_unknown_hand
from histparse.odds.notation import parse_range
from histparse.odds.policies import ForLow, Side
from tests.odds.dealer import dealt_shares, equity_tried_out, final_hands

HAND = "Jc8d6h5s3s"
DEALS = 10_000


def pose_question(*against: str, draws: int = 1, dead: str = "", deals: int = DEALS) -> Question:
    opponents = [Side(parse_range(text), ForLow()) for text in against]
    return Question(opponents, cards_to_mask(parse_cards(dead)), draws, deals)


def spaced(cards: str) -> str:
    return " ".join(cards[place : place + 2] for place in range(0, len(cards), 2))


@pytest.mark.nightly(1)
@pytest.mark.parametrize("dead", ["", "4c 4d 7s"])
def test_keeps_tried_out(dead: str) -> None:
    """Those that draw two cards or fewer, card by card; the others may be dealt."""
    keeps_ranked = rank_keeps(parse_range(HAND), pose_question("2c3d4h7c", dead=dead)).keeps
    assert len({keep.kept for keep in keeps_ranked}) == 32
    for keep in keeps_ranked:
        if keep.drawn <= 2:
            cards = parse_cards(spaced(keep.kept))
            truth = equity_tried_out(cards, parse_cards("2c 3d 4h 7c"), parse_cards(f"{spaced(HAND)} {dead}"))
            assert keep.equity == pytest.approx(truth, abs=1e-12)
            assert keep.error is None
    assert [keep.gap for keep in keeps_ranked] == sorted(keep.gap for keep in keeps_ranked)
    assert keeps_ranked[0].gap == 0
    assert all(keep.gap == pytest.approx(keeps_ranked[0].equity - keep.equity) for keep in keeps_ranked)


@pytest.mark.nightly
def test_of_ranks_each_keep_is_all_its_suits() -> None:
    """The eights of a pair are one keep, and the published figure is that of standing pat."""
    best, *_ = rank_keeps(parse_range("J8653"), pose_question("2347")).keeps
    assert (best.kept, best.drawn, round(best.equity, 3)) == ("J8653", 0, 0.535)
    kept = [keep.kept for keep in rank_keeps(parse_range("88653"), pose_question("2347")).keeps]
    assert len({*kept}) == len(kept) == 24
    assert kept[0] == "8653"


def test_keeps_dealt_with_shuffled_decks() -> None:
    """With three draws to come, the best keep and the pat hand: whoever deals."""
    question = pose_question("2347", draws=3)
    hand = parse_range("9c8d7d4s2h")
    keeps_by_cards = {keep.kept: keep for keep in rank_keeps(hand, question).keeps}
    policy = with_policy_to_beat_opponents(hand, question).policy
    for name, notation in (("8d7d4s2h", "8d7d4s2h/9c"), ("9c8d7d4s2h", "9c8d7d4s2h")):
        sides = Side(parse_range(notation), policy), Side(parse_range("2347"), ForLow())
        won, keep = dealt_shares(sides, 0, 3, DEALS)[0].mean(), keeps_by_cards[name]
        assert keep.error is not None
        assert abs(won - keep.equity) < 4 * sqrt(2) * keep.error


@pytest.mark.nightly
def test_the_same_cards_come_to_all_keeps() -> None:
    """So a gap is known better than either equity."""
    ranked = rank_keeps(parse_range("9c8d7d4s2h"), pose_question("2347", draws=2))
    close = ranked.keeps[1]
    assert close.error is not None
    assert close.gap_error is not None
    assert close.gap_error < close.error
    assert ranked.policy_error is not None


@pytest.mark.nightly
def test_later_draws_are_the_best_against_these_hands() -> None:
    """Somebody who stands pat on a king is beaten by a pat queen, which the best draw for low would break."""
    pat = rank_keeps(parse_range("Qc7d6h3s2s"), pose_question("KcQdJhTs8c", draws=2)).keeps[0]
    assert (pat.kept, pat.equity) == ("Qc7d6h3s2s", 1)


def test_against_anybody_it_is_the_worth_of_the_best_draw() -> None:
    """Somebody who is dealt five cards and draws three times: half of the pot to a hand like theirs."""
    ranked = rank_keeps_against_unknown_hand(parse_range("Kc7d4h3s2s"), 2).keeps
    assert (ranked[0].kept, ranked[0].error) == ("7d4h3s2s", None)
    dealt = np.concatenate(
        [
            (hand_rank_numbers(our_hands) < hand_rank_numbers(their_hands))
            + (hand_rank_numbers(our_hands) == hand_rank_numbers(their_hands)) / 2
            for our_hands, their_hands in _drawn_before_them(DEALS)
        ]
    )
    assert ranked[0].equity == pytest.approx(dealt.mean(), abs=4 * dealt.std() / sqrt(DEALS) + 0.01)


def _drawn_before_them(deals: int) -> list[list[np.ndarray[tuple[int, ...], np.dtype[np.int64]]]]:
    """The hands of both, from decks of their own: the worth knows nothing of the opponent's cards."""
    our_blocks = [hands[0] for hands in final_hands([parse_range("7d4h3s2s/Kc")], 0, [ForLow()], 2, deals)]
    dealt = select_rows(parse_range("any"), np.random.default_rng(4).choice(2_598_960, 30_000, replace=False))
    first = ForLow().choose_keeps(dealt.keeps, 3).keeps
    drawing = structs.replace(dealt, keeps=first, thrown=dealt.keeps & ~first)
    their_blocks = [hands[0] for hands in final_hands([drawing], 0, [ForLow()], 3, deals)]
    return [[ours, theirs] for ours, theirs in zip(our_blocks, their_blocks, strict=True)]


@pytest.mark.parametrize("text", ["2347", "pat T8", "any", "J8653, T8653"])
def test_one_hand_of_five_cards_is_ranked(text: str) -> None:
    with pytest.raises(HistparseError, match=r"is not one hand of five cards: write it like J8653"):
        rank_keeps_against_unknown_hand(parse_range(text), 1)


# -- in a sentence ---------------------------------------------------------------------------------------------


def keeps(*rows: tuple[str, int, float], error: float | None = None) -> list[Keep]:
    return [Keep(name, drawn, equity, error, rows[0][2] - equity, error) for name, drawn, equity in rows]


PAT, BREAK, OTHER_BREAK = ("J8653", 0, 0.535), ("8653", 1, 0.454), ("J653", 1, 0.40)


@pytest.mark.parametrize(
    ("ranked", "is_low", "pot", "sentence"),
    [
        (
            keeps(PAT, BREAK, OTHER_BREAK),
            True,
            None,
            "Stand pat: 53.5 % of the pot, 8.1 points more than keeping 8653.",
        ),
        (
            keeps(("8653", 1, 0.6), OTHER_BREAK, PAT),
            True,
            6.0,
            "Break, keep 8653 and draw one card: 60.0 % of the pot, 6.5 points (0.39 big bets) more than standing pat.",
        ),
        (
            keeps(("732", 2, 0.3), ("", 5, 0.2), ("KKQQ8", 0, 0.0)),
            False,
            None,
            "Keep 732 and draw two cards: 30.0 % of the pot, 10.0 points more than drawing five cards.",
        ),
        (
            keeps(("", 5, 0.3), ("2", 4, 0.2)),
            False,
            None,
            "Draw five cards: 30.0 % of the pot, 10.0 points more than keeping 2.",
        ),
        (
            keeps(PAT, BREAK, error=0.05),
            True,
            None,
            "Too close to call with so many deals: standing pat wins 53.5 %, keeping 8653 45.4 %, and the difference is"
            " within its error.",
        ),
    ],
)
def test_pat_or_break_in_one_sentence(ranked: list[Keep], is_low: bool, pot: float | None, sentence: str) -> None:
    assert format_advice(ranked, is_low=is_low, pot=pot) == sentence


def test_cards_are_shown_as_they_are_written() -> None:
    best = rank_keeps(parse_range("3s 5s 6h 8d Jc"), pose_question("2347")).keeps[0]
    assert spaced(best.kept) == show_cards(parse_cards("Jc 8d 6h 5s 3s"))
