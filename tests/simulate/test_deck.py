"""The deck at its end: what is mixed in, what is kept out, and what is dealt first."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from histparse.model.cards import Card, parse_cards
from histparse.model.house import House, Shortage, Source, house
from histparse.simulate.state import Deck

STARS = house("pokerstars")


def short_deck(rules: House, stub: str, thrown: str, folded: str = "", seed: int = 5) -> Deck:
    """A deck late in draw 2: `thrown` in draw 1 and by players served in draw 2."""
    deck = Deck(Random(seed), rules)  # noqa: S311 - nothing secret, and the same cards in every run
    deck.stub = list(parse_cards(stub))
    first, second = thrown.split("|")
    deck.take_discards(1, list(parse_cards(first)))
    deck.take_discards(2, list(parse_cards(second)))
    deck.take_folded(list(parse_cards(folded)))
    return deck


def test_a_stub_that_suffices_is_dealt_without_a_reshuffle() -> None:
    deck = short_deck(STARS, "2c 3c", "4c|5c")
    assert deck.serve_cards(2, 2, ()) == ([Card("3c"), Card("2c")], False)
    assert deck.stub == []


def test_the_last_cards_are_mixed_in_with_all_discards_and_folded_hands() -> None:
    first = set()
    for seed in range(60):
        deck = short_deck(STARS, "2c", "4c 6c|5c", folded="As Ks", seed=seed)
        cards, reshuffled = deck.serve_cards(2, 2, ())
        assert reshuffled
        first.add(cards[0])
        assert set(cards) | set(deck.stub) == {"2c", "4c", "5c", "6c", "As", "Ks"}
    assert first == {"2c", "4c", "5c", "6c", "As", "Ks"}


def test_the_last_cards_are_dealt_first_where_the_house_says_so() -> None:
    rules = replace(STARS, shortage=Shortage.DEALT_FIRST)
    for seed in range(20):
        cards, _ = short_deck(rules, "2c", "4c 6c|5c", seed=seed).serve_cards(2, 2, ())
        assert cards[0] == "2c"
        assert cards[1] in {"4c", "5c", "6c"}


@pytest.mark.parametrize("returns", [True, False])
def test_own_earlier_discards_come_back_only_where_the_house_allows_it(returns: bool) -> None:
    returned = set()
    for seed in range(60):
        deck = short_deck(replace(STARS, own_discard_returns=returns), "", "4c 6c|5c 7c", seed=seed)
        returned.update(deck.serve_cards(2, 2, parse_cards("4c 6c"))[0])
    assert returned == ({"4c", "5c", "6c", "7c"} if returns else {"5c", "7c"})


def test_own_cards_that_are_passed_over_stay_for_the_next_player() -> None:
    deck = short_deck(STARS, "", "4c|5c 7c")
    deck.serve_cards(2, 2, parse_cards("4c"))
    assert deck.stub == ["4c"]


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        ((Source.EARLIER_DRAWS,), {"4c", "6c"}),
        ((Source.THIS_DRAW,), {"5c"}),
        ((Source.FOLDED_HANDS,), {"As"}),
        (tuple(Source), {"4c", "6c", "5c", "As"}),
    ],
)
def test_the_house_says_what_is_reshuffled(sources: tuple[Source, ...], expected: set[str]) -> None:
    deck = short_deck(replace(STARS, reshuffled=sources), "", "4c 6c|5c", folded="As")
    cards, _ = deck.serve_cards(1, 2, ())
    assert {*cards, *deck.stub} == expected


def test_this_draws_discards_may_come_last() -> None:
    for seed in range(20):
        deck = short_deck(house("fulltilt"), "2c", "4c|5c 6c", folded="As", seed=seed)
        cards, reshuffled = deck.serve_cards(4, 2, ())
        assert reshuffled
        assert cards[0] == Card("2c")
        assert set(cards[1:3]) == set(parse_cards("4c As"))
        assert cards[3] in parse_cards("5c 6c")


def test_without_a_second_shortage_this_draws_discards_stay_out() -> None:
    deck = short_deck(house("fulltilt"), "2c", "4c 8c|5c 6c", folded="As")
    cards, _ = deck.serve_cards(3, 2, ())
    assert set(cards) < set(parse_cards("2c 4c 8c As"))
    assert [card for _, card in deck.thrown] == list(parse_cards("5c 6c"))


def test_nobody_goes_short() -> None:
    deck = short_deck(replace(STARS, reshuffled=(Source.EARLIER_DRAWS,)), "2c", "4c|5c", folded="As")
    assert set(deck.serve_cards(4, 2, ())[0]) == set(parse_cards("2c 4c 5c As"))
