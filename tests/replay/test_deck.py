"""The stub before and after reshuffles."""

from __future__ import annotations

from histparse.model.cards import parse_cards
from histparse.replay.deck import Deck, Place
from histparse.replay.players import Player


def player() -> Player:
    return Player("Ann", 1, 0, "BTN", 100, 100)


def test_the_stub_is_the_deck_less_the_hands() -> None:
    assert Deck.after_deal(6).stub == 22
    assert Deck.after_deal(2).stub == 42


def test_a_reshuffle_brings_the_pile_back() -> None:
    deck, ann = Deck.after_deal(6), player()
    deck.serve_and_pile_discards(ann, 5)
    deck.serve_and_pile_discards(ann, 4)
    deck.reshuffle(40)
    assert (deck.stub, deck.pile, deck.reshuffles, deck.stub_before, deck.announced_on) == (22, 0, 1, 13, 40)


def test_a_reshuffle_takes_folded_hands_in() -> None:
    deck = Deck.after_deal(6)
    deck.serve_and_pile_discards(player(), 3)
    deck.count_folded_hand()
    deck.reshuffle(40)
    assert (deck.stub, deck.pile) == (27, 0)


def test_a_silent_shortage_ends_the_counting() -> None:
    deck, ann = Deck.after_deal(7), player()
    for _ in range(4):
        deck.serve_and_pile_discards(ann, 5)
    assert deck.stub is None
    assert deck.reshuffles == 1
    deck.serve_and_pile_discards(ann, 5)
    assert deck.stub is None


def test_a_card_is_remembered_where_it_was_seen_last() -> None:
    deck, ann = Deck.after_deal(2), player()
    cards = parse_cards("7h 5d")
    deck.note_sighting(ann, cards, Place.HELD, 10, 0)
    deck.note_sighting(ann, cards[:1], Place.THROWN, 12, 1)
    assert deck.sightings["7h"].place is Place.THROWN
    assert deck.sightings["5d"].line == 10


def test_cards_thrown_unseen_may_lie_in_the_pile() -> None:
    deck, ann, bob = Deck.after_deal(2), player(), player()
    deck.note_sighting(ann, parse_cards("7h 5d"), Place.HELD, 10, 0)
    deck.note_sighting(ann, parse_cards("Kd"), Place.THROWN, 11, 1)
    deck.note_sighting(bob, parse_cards("2c"), Place.HELD, 12, 1)
    deck.mark_held_cards_uncertain(ann)
    assert {card: sighting.place for card, sighting in deck.sightings.items()} == {
        "7h": Place.HELD_OR_THROWN,
        "5d": Place.HELD_OR_THROWN,
        "Kd": Place.THROWN,
        "2c": Place.HELD,
    }
