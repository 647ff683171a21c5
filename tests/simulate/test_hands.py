"""Dealt hands, checked with all cards open by the plain arithmetic of the game."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import replace

from histparse.model.cards import DECK, Card
from histparse.model.events import (
    Bet,
    Call,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Fold,
    Post,
    PostKind,
    Raise,
    Receive,
    Reshuffle,
    Show,
    StandPat,
    Total,
    Uncalled,
    of_type,
)
from histparse.model.hand import Hand
from histparse.model.ranking import number
from histparse.simulate import deal_hands
from tests.simulate.games import GAMES, game

HANDS = 120


@pytest.fixture(scope="module", params=GAMES)
def hands(request: pytest.FixtureRequest) -> list[Hand]:
    return list(deal_hands(game(request.param, HANDS, open_cards=True)))


def nets(hand: Hand) -> Counter[str]:
    """What every player won or lost, by the amounts of the lines."""
    net, street = Counter[str](), Counter[str]()
    for event in hand.events:
        match event:
            case DrawBegins():
                street.clear()
            case Post(player=player, amount=amount, kind=kind):
                net[player] -= amount
                dead = amount - hand.header.low if kind is PostKind.SMALL_AND_BIG else 0
                street[player] += amount - dead
            case Call(player=player, added=int(added)) | Bet(player=player, added=added):
                net[player] -= added
                street[player] += added
            case Raise(player=player, to=int(raised)):
                net[player] -= raised - street[player]
                street[player] = raised
            case Uncalled(player=player, amount=amount) | Collect(player=player, amount=amount):
                net[player] += amount
    return net


def total(hand: Hand) -> Total:
    return next(event for event in hand.events if isinstance(event, Total))


def test_chips_are_conserved(hands: list[Hand]) -> None:
    for hand in hands:
        stated = total(hand)
        assert nets(hand).total() == -(stated.rake or 0)
        won = sum(event.amount for event in hand.events if isinstance(event, Collect))
        assert won + (stated.rake or 0) == stated.pot
        if stated.main is not None:
            assert stated.main + sum(stated.sides) == won


def test_nobody_puts_in_more_than_he_has_and_all_in_means_all(hands: list[Hand]) -> None:
    for hand in hands:
        stacks = {seat.player: seat.stack for seat in hand.seats}
        for count, event in enumerate(hand.events):
            if isinstance(event, Post | Call | Bet | Raise):
                beginning = replace(hand, events=hand.events[: count + 1])
                left = stacks[event.player] + nets(beginning)[event.player]
                assert left >= 0
                assert event.all_in == (left == 0)


def test_stacks_carry_over(hands: list[Hand]) -> None:
    for hand, next_hand in pairwise(hands):
        if hand.table.name != next_hand.table.name:
            continue
        net = nets(hand)
        left = {seat.player: seat.stack + net[seat.player] for seat in hand.seats}
        for seat in next_hand.seats:
            if seat.player in left:
                assert seat.stack >= left[seat.player], "chips are bought, never lost between hands"
                assert seat.stack == left[seat.player] or not hand.header.tournament


def test_nobody_holds_a_card_twice_or_gets_his_own_back(hands: list[Hand]) -> None:
    for hand in hands:
        held: dict[str, list[Card]] = {}
        thrown: dict[str, set[Card]] = {}
        for event in hand.events:
            match event:
                case Deal(player=player, cards=cards):
                    held[player] = list(cards)
                case Discard(player=player, cards=tuple(cards)):
                    thrown.setdefault(player, set()).update(cards)
                    held[player] = [card for card in held[player] if card not in cards]
                case Receive(player=player, new=tuple(new), kept=kept):
                    assert tuple(held[player]) == kept
                    assert not thrown[player] & set(new)
                    held[player] += new
                case StandPat(player=player, held=cards):
                    assert tuple(held[player]) == cards
                case Show(player=player, cards=cards):
                    assert set(held[player]) == set(cards)
                case Fold(player=player):
                    # A reshuffle may give their cards to others.
                    del held[player]
            everything = [card for cards in held.values() for card in cards]
            assert len(everything) == len(set(everything))


def test_the_deck_is_reshuffled_when_it_must_be_and_no_card_comes_twice_before(hands: list[Hand]) -> None:
    for hand in hands:
        dealt = [card for deal in of_type(hand.events, Deal) for card in deal.cards]
        for event in hand.events:
            if isinstance(event, Reshuffle):
                break
            if isinstance(event, Discard):
                assert len(DECK) - len(dealt) >= event.count
            if isinstance(event, Receive):
                dealt += event.new or ()
                assert len(dealt) == len(set(dealt))


def test_the_best_hand_takes_the_main_pot(hands: list[Hand]) -> None:
    for hand in hands:
        folded = {event.player for event in hand.events if isinstance(event, Fold)}
        final = {
            event.player: event.cards if isinstance(event, Deal) else (event.kept or ()) + (event.new or ())
            for event in hand.events
            if isinstance(event, Deal | Receive)
        }
        best = min(number(cards) for player, cards in final.items() if player not in folded)
        winners = {event.player for event in hand.events if isinstance(event, Collect) and not event.pot}
        if len(final) - len(folded) > 1:
            assert {number(final[player]) for player in winners} == {best}
        else:
            assert winners == final.keys() - folded


def test_order_of_drawing_is_from_left_of_the_button(hands: list[Hand]) -> None:
    for hand in hands:
        seat = {seat.player: seat.seat for seat in hand.seats}
        order: dict[int, list[int]] = {1: [], 2: [], 3: []}
        drawing = 0
        for event in hand.events:
            if isinstance(event, DrawBegins):
                drawing = event.draw
            if isinstance(event, Discard | StandPat):
                order[drawing].append(seat[event.player])
        button = hand.table.button or 0
        for seats in order.values():
            assert seats == sorted(seats, key=lambda seat: (seat <= button, seat))


def test_five_discards_and_exchanges_of_equal_size(hands: list[Hand]) -> None:
    for hand in hands:
        for discard, receive in pairwise(hand.events):
            if not isinstance(discard, Discard):
                continue
            assert isinstance(receive, Receive)
            assert 1 <= discard.count == receive.count == len(discard.cards or ()) == len(receive.new or ()) <= 5
