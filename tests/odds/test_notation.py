"""The notation of hands and ranges: what each stands for, and what is said of what it cannot be."""

from __future__ import annotations

from itertools import combinations

import pytest

from histparse.model.cards import DECK, parse_cards
from histparse.model.ranking import describe, number
from histparse.odds.card_sets import cards_to_mask, mask_to_cards
from histparse.odds.notation import NotationError, parse_dead_cards, parse_range, parse_target_number
from tests.parsing.dialects.tables import read_table

HANDS = read_table("""
2c3d4h7s => 1
10c 3D 4h => 1
T♣ 3♦ => 1
2c3d4h7s/Kc => 1
2347 => 252
7432 => 252
J8653 => 1020
2 => 4
2237 => 96
2347/K => 1008
23/277 => 216
pat 7 => 4080
pat 8- => 18360
PAT 8 - => 18360
pat T8 => 20400
pat T8- => 88740
one-card 8 draws => 5040
one-card 8- => 8820
one-card 87 draw => 2520
two-card 7- draws => 1200
three-card 4- => 36
any => 2598960
best 2c3d4h7sKc => 1
2347, 2c3d4h7s => 253
""")
"""Flushes are no such hands: `2347` is of all suits but one alone."""


@pytest.mark.nightly(18)
@pytest.mark.parametrize(("text", "number_of_hands"), HANDS)
def test_how_many_hands_it_stands_for(text: str, number_of_hands: str) -> None:
    held, hands = parse_range(text), int(number_of_hands)
    assert len(held.keeps) == len(held.thrown) == len(held.chooses) == len(held.weight) == hands
    assert len({*zip(held.keeps.tolist(), held.thrown.tolist(), strict=True)}) == hands or "," in text
    assert set(held.chooses.tolist()) == {int(text.startswith(("any", "best")))}


@pytest.mark.parametrize(
    ("written", "standard"),
    read_table("""
T8 pat => pat T8
pat T-8 => pat T8
pat 10-8 => pat T8
T8s => pat T8
86s => pat 86
86s or better => pat 86-
8 or better pat => pat 8-
T8- pat => pat T8-
pat T-8- => pat T8-
pat 8s => pat 8
2-3-4-7 => 2347
2-3-4-7/K => 2347/K
2347 draw => 2347
2347 D1 => 2347
D1 => one-card 8- draws
d2 7- => two-card 7-
D0 8- => pat 8-
1-card 8 draw => one-card 8
one card 8 => one-card 8
wheel => 75432
pat wheel => 75432
#1 => 75432
#3 => 76532
#18 => 87653
number 2 => 76432
#4- => pat 7
J8653 pat => J8653
pat Jc8d6h5s3s => Jc8d6h5s3s
D1 2c3d4h7s => 2c3d4h7s
2c, 3d, 4h, 7s => 2c3d4h7s
best J-8-6-5-3 => best J8653
D1@0.5, wheel => one-card 8-@0.5, 75432
"""),
)
def test_what_players_write_otherwise(written: str, standard: str) -> None:
    read, expected = parse_range(written), parse_range(standard)
    for part in ("keeps", "thrown", "chooses", "weight"):
        assert getattr(read, part).tolist() == getattr(expected, part).tolist()


@pytest.mark.parametrize(
    ("text", "ranks"),
    read_table("""
8 => 87653
T8 => T8765
87542 => 87542
#4 => 76542
8-7-5-4-2 => 87542
"""),
)
def test_a_hand_to_make_is_the_worst_with_these_ranks(text: str, ranks: str) -> None:
    assert describe(parse_target_number(text)).ranks == ranks


def test_a_pat_range_is_all_hands_as_good() -> None:
    """Tried out: the hands of nine cards that are ten-eights or better."""
    cards = parse_cards("2c 3d 4h 5s 6c 7d 8h Ts Td")
    expected = {
        cards_to_mask(hand) for hand in combinations(cards, 5) if number(hand) <= number(parse_cards("Td 8h 7d 6c 5s"))
    }
    hands = {hand for hand in parse_range("pat T8-").keeps.tolist() if {*mask_to_cards(hand)} <= {*cards}}
    assert hands == expected


def test_weights_belong_to_each_hand() -> None:
    held = parse_range("2c3d@0.5, 23@20%, pat 7")
    assert held.weight.tolist() == [0.5] + 12 * [0.2] + 4080 * [1]


def test_what_is_thrown_is_apart() -> None:
    held = parse_range("2c 3d 4h 7s / Kc")
    assert mask_to_cards(int(held.keeps[0])) == parse_cards("7s 4h 3d 2c")
    assert mask_to_cards(int(held.thrown[0])) == parse_cards("Kc")


def test_dead_cards() -> None:
    assert parse_dead_cards("Kc,2d 3h") == cards_to_mask(parse_cards("Kc 2d 3h"))
    assert parse_dead_cards(" ") == 0
    assert parse_dead_cards("".join(DECK)).bit_count() == 52


REFUSED = [
    ("", "`` names no card: write cards (2c3d4h7s), ranks (2347), `pat 8-`, `one-card 8 draws` or `any`"),
    *read_table("""
2c3d2c => 2c is twice in `2c3d2c`
2c3d4h7s/7s => `2c3d4h7s/7s`: 7s cannot be both held and thrown
234578 => `234578` names 6 cards: a hand has five
2c3d4h5s7c8d => `2c3d4h5s7c8d` names 6 cards: a hand has five
234/K => `234/K` names 4 cards: a hand has five
22222 => `22222`: there are four cards of rank 2
2x => `X` in `2x` is not a rank
1c => `1c` in `1c` is not a card like Ts or 2c: write cards (2c3d4h7s), ranks (2347), `pat 8-`
2c3 => `3` in `2c3` is not a card like Ts or 2c: did you mean `23`?
pta 8- => there is no kind of hand `pta`: did you mean `pat 8-`?
T8 pta => `P` in `T8 pta` is not a rank: did you mean `T8 pat`?
onecrad 8 => there is no kind of hand `onecrad`: did you mean `one-card 8`?
2347 suited => `S` in `2347 suited` is not a rank: did you mean `2347`?
2c347 => `347` in `2c347` is not a card like Ts or 2c: did you mean `2347`?
2x47 => `X` in `2x47` is not a rank: did you mean `247`?
T8- => `-` in `T8-` is not a rank: did you mean `pat T8-`?
87 draw => `D` in `87 draw` is not a rank: did you mean `one-card 87 draws`?
pat-8 => `P` in `pat-8` is not a rank: did you mean `pat 8`?
whel => there is no kind of hand `whel`: did you mean `wheel`?
#1279 => #1279 is not a hand without a pair: those are #1 to #1278
pat => `pat` needs 1 to 5 ranks: write it like `pat 8-`
one-card 87654 => `one-card 87654` needs 1 to 4 ranks: write it like `one-card 8-`
pat 6- => `pat 6-` stands for no hand: it would be paired or a straight
pat 88 => `pat 88` stands for no hand
pat 8c => `C` in `pat 8c` is not a rank: did you mean `pat 8`?
best 2347 => `best 2347`: `best` needs five cards
2347@x => `x` in `2347@x` is not a weight: write it like @0.5 or @50%
2347@-1 => `-1` in `2347@-1` is not a weight
2347@nan => `nan` in `2347@nan` is not a weight
2347,,237 => `` names no card
"""),
]


@pytest.mark.parametrize(("text", "sentence"), REFUSED)
def test_what_it_cannot_be(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_range(text)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"), [("Kc Kc", "Kc is twice in `Kc Kc`"), ("2347", "`2347` in `2347` is not a card")]
)
def test_dead_cards_have_suits(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_dead_cards(text)
    assert str(raised.value).startswith(sentence)
