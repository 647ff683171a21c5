"""A site's words for a hand against its cards."""

from __future__ import annotations

from itertools import product

import pytest

from histparse.model.cards import Card, Cards, parse_cards
from histparse.model.ranking import number
from histparse.rules.summary import contradicts_rank, is_maybe_cut_short
from tests.dealer.writing import sites, writer
from tests.parsing.dialects.tables import read_table

TRUE = read_table("""
8,7,5,4,3 => 7s 5s 8d 4h 3c
8-7-6-4-2 => 2d 6c 4c 8s 7c
A,5,4,3,2 => As 5s 4d 3h 2c
a pair of Fives => 7d 2s 8d 5h 5c
a pair of Sixes => 7d 2s 8d 6h 6c
a pair of Deuces => 7d 2s 8d 2h 6c
Pair of Nines => 9d 9c 4s 6h 7h
two pair, Kings and Fours => Kd Kc 4s 4h 7h
Two Pair Tens and Fives => Td Tc 5s 5h 7h
a straight, Four to Eight => 5d 4h 8h 7d 6h
a flush, Queen high => Qd 4d 8d 7d 6d
three of a kind, Threes => 3d 3h 3c 7d 6d
a full house, Queens full of Nines => Qh Qc 9d 9c Qs
Full House - Queens over Nines => Qh Qc 9d 9c Qs
four of a kind, Jacks => Jh Jc Jd Js Qs
a straight flush, Two to Six => 2h 3h 4h 5h 6h
High card : 8 => 7s 5s 8d 4h 3c
words nobody knows => 7s 5s 8d 4h 3c
""")
FALSE = read_table("""
7,5,4,3,2 => 7s 5s 8d 4h 3c
6,5,4,3,2 => 6s 5s 4d 3h 2c
8,7,5,4,3 => 7s 5s 8s 4s 3s
a pair of Fives => 7d 2s 8d 6h 6c
a pair of Fives => 7d 2s 8d 5h 6c
a straight, Four to Eight => 9d 4h 8h 7d 6h
a flush, Queen high => Qd 4d 8d 7d 6h
two pair, Kings and Fours => Kd Kc 5s 5h 7h
three of a kind, Fours => 3d 3h 3c 7d 6d
""")


@pytest.mark.parametrize(("words", "cards"), TRUE)
def test_true_words(words: str, cards: str) -> None:
    assert not contradicts_rank(words, number(parse_cards(cards)))


@pytest.mark.parametrize(("words", "cards"), FALSE)
def test_false_words(words: str, cards: str) -> None:
    assert contradicts_rank(words, number(parse_cards(cards)))


RANKS = (
    *("75432", "76432", "85432", "87654", "97543", "AKQJ9", "A5432", "A6432", "KQJ98", "T9764"),
    *("22345", "22346", "33245", "AAKQJ", "TT982", "44335", "44225", "AAKK2", "33345", "222AK", "TTT98"),
    *("65432", "98765", "AKQJT", "TT999", "22233", "33322", "AAA22", "44443", "AAAA2", "2222A"),
)
SUITED = ("75432", "97543", "AKQJ9", "KQJ98", "T9764", "65432", "98765", "AKQJT")


def make_cards(ranks: str, suits: str) -> Cards:
    """Cards of these ranks, one after the other of each suit."""
    return tuple(Card(rank + suits[place % len(suits)]) for place, rank in enumerate(ranks))


HANDS = [*(make_cards(ranks, "cdhs") for ranks in RANKS), *(make_cards(ranks, "h") for ranks in SUITED)]
"""Hands of all kinds, many of which differ by a rank or by their suits."""


@pytest.mark.parametrize("site", [site for site in sites() if writer(site).says(HANDS[0])])
def test_what_a_site_calls_a_hand_contradicts_every_other(site: str) -> None:
    by_hand = {hand: writer(site).says(hand) for hand in HANDS}
    for words, (hand, own_words) in product(by_hand.values(), by_hand.items()):
        assert contradicts_rank(words, number(hand)) is (words != own_words), (words, hand)
        assert not is_maybe_cut_short(words)


@pytest.mark.parametrize("words", [words for words, _ in TRUE[:-1]])
def test_words_that_are_whole(words: str) -> None:
    assert not is_maybe_cut_short(words)


@pytest.mark.parametrize(
    "words",
    """
Lo:
8,
8,7,5,
T-8-6-4
a pair of Fiv
a flush, Queen hi
High
a full hou
""".strip().split("\n"),
)
def test_words_that_are_cut_short(words: str) -> None:
    assert is_maybe_cut_short(words)
