"""Sessions: the same seed deals the same, the hero sees their cards only, and everything that can happen does."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from msgspec.structs import replace

from histparse.model.events import (
    Bet,
    Call,
    Capped,
    Check,
    Collect,
    Deal,
    Discard,
    Event,
    Fold,
    Post,
    PostKind,
    Raise,
    Receive,
    Reshuffle,
    Show,
    ShowdownBegins,
    StandPat,
    Total,
    of_type,
)
from histparse.model.hand import Hand
from histparse.model.house import FirstToShow, Shortage, house
from histparse.simulate import Settings, Style, deal_hands
from tests.simulate.games import GAMES, game


@pytest.mark.nightly(4)
@pytest.mark.parametrize("name", GAMES)
def test_same_seed_same_hands(name: str) -> None:
    assert list(deal_hands(game(name, 40))) == list(deal_hands(game(name, 40)))
    assert list(deal_hands(game(name, 40))) != list(deal_hands(game(name, 40, seed=2)))


def test_more_hands_begin_with_the_same_ones() -> None:
    assert list(deal_hands(game("ring", 50)))[:20] == list(deal_hands(game("ring", 20)))


def test_the_text_shows_the_heros_cards_only() -> None:
    for hand in deal_hands(game("ring", 200)):
        for event in hand.events:
            if isinstance(event, Deal | Receive):
                assert event.player == "Hero"
            if isinstance(event, Discard):
                assert (event.cards is not None) == (event.player == "Hero")
            if isinstance(event, StandPat):
                assert (event.held is not None) == (event.player == "Hero")


def test_without_a_hero_no_cards_but_those_turned_up() -> None:
    for hand in deal_hands(game("ring", 50, hero=None)):
        assert hand.hero is None
        assert not any(isinstance(event, Deal | Receive) for event in hand.events)


def test_hidden_cards_change_nothing_else() -> None:
    shown = list(deal_hands(game("ring", 50, open_cards=True)))
    for usual, open_hand in zip(deal_hands(game("ring", 50)), shown, strict=True):
        lines = {event.line for event in usual.events}
        assert [type(event) for event in open_hand.events if event.line in lines] == [type(e) for e in usual.events]


def kinds(hand: Hand) -> set[type[Event]]:
    return {type(event) for event in hand.events}


def traits(hand: Hand) -> set[str]:
    """What is worth seeing in this hand."""
    (total,) = of_type(hand.events, Total)
    paid = Counter(payout.pot for payout in of_type(hand.events, Collect))
    posts = of_type(hand.events, Post)
    short = [raised for raised in of_type(hand.events, Raise) if raised.all_in]
    traits = {
        "walk": kinds(hand).isdisjoint((Call, Bet, Raise, Check)),
        "reshuffle": Reshuffle in kinds(hand),
        "second reshuffle": len(of_type(hand.events, Reshuffle)) > 1,
        "capped": Capped in kinds(hand),
        "side pot": len(total.sides) == 1,
        "side pots": len(total.sides) > 1,
        "split": max(paid.values()) > 1,
        "extra blind": sum(post.kind is PostKind.BIG_BLIND for post in posts) > 1,
        "dead blind": any(post.kind is PostKind.SMALL_AND_BIG for post in posts),
        "blind all-in": any(post.all_in for post in posts),
        "short raise": any((raised.by or 0) < hand.header.low for raised in short),
        "five discards": any(discard.count == 5 for discard in of_type(hand.events, Discard)),
        "sitting out": not all(seat.dealt_in for seat in hand.seats),
        "showdown": ShowdownBegins in kinds(hand),
        "no showdown": ShowdownBegins not in kinds(hand),
    }
    return {trait for trait, is_present in traits.items() if is_present} | {note.kind for note in hand.notes}


@pytest.mark.nightly
def test_everything_that_can_happen_does() -> None:
    dealt = {trait for name in GAMES for hand in deal_hands(game(name, 400)) for trait in traits(hand)}
    wanted = {
        *("walk", "reshuffle", "capped", "side pot", "side pots", "split", "extra blind", "dead blind", "blind all-in"),
        *("short raise", "five discards", "sitting out", "showdown", "no showdown"),
        *("chat", "join", "leave", "sit out", "return", "time out", "connection", "finish", "winner"),
    }
    assert wanted <= dealt, wanted - dealt


@pytest.mark.nightly
def test_with_many_callers_about_half_the_six_handed_hands_reshuffle() -> None:
    hands = list(deal_hands(game("callers", 1_200)))
    assert 0.35 < sum(Reshuffle in kinds(hand) for hand in hands) / len(hands) < 0.65


def test_players_stay_within_the_range() -> None:
    counts = {sum(seat.dealt_in for seat in hand.seats) for hand in deal_hands(game("ring", 400, players=(3, 5)))}
    assert counts <= {3, 4, 5}
    assert len(counts) > 1


def bets_in_a_round(hand: Hand) -> int:
    """The most bets that a round of this hand saw, the big blind being one."""
    most, now = 0, 1
    for event in hand.events:
        if isinstance(event, Bet | Raise):
            now += 1
        elif isinstance(event, Discard | StandPat):
            most, now = max(most, now), 0
    return max(most, now)


def test_the_house_sets_the_cap() -> None:
    for cap in (3, 4, 5):
        rules = replace(house("pokerstars"), cap=cap, cap_heads_up=cap)
        deep = game("ring", 300, house=rules, stacks=(90, 100))
        assert max(map(bets_in_a_round, deal_hands(deep))) == cap


def test_a_house_without_a_cap_heads_up() -> None:
    rules = replace(house("pokerstars"), cap_heads_up="none")
    wild = {name: Style(loose=1.0, bold=1.0) for name in ("Hero", "Max Raise")}
    duel = game("heads-up", 100, house=rules, stacks=(90, 100), regulars=wild)
    assert max(map(bets_in_a_round, deal_hands(duel))) > 4


def first_shown(hand: Hand) -> str | None:
    return next((show.player for show in of_type(hand.events, Show)), None)


def test_who_shows_first_when_the_river_was_checked() -> None:
    left = game("ring", 300, stacks=(90, 100))
    last = game("ring", 300, stacks=(90, 100), house=replace(left.house, first_to_show=FirstToShow.LAST_AGGRESSOR))
    differ = 0
    for ours, theirs in zip(deal_hands(left), deal_hands(last), strict=True):
        if ours.header.hand_id != theirs.header.hand_id or ours.seats != theirs.seats:
            break
        river = ours.events[[type(e).__name__ for e in ours.events].index("SummaryBegins") - 1 :: -1]
        raised = [e.player for e in reversed(river) if isinstance(e, Bet | Raise)]
        if first_shown(ours) != first_shown(theirs):
            differ += 1
            assert first_shown(theirs) == raised[-1]
            break
    assert differ


def test_a_house_that_announces_no_reshuffle_and_deals_the_stub_out_first() -> None:
    rules = replace(house("fulltilt"), shortage=Shortage.DEALT_FIRST)
    hands = list(deal_hands(game("callers", 100, house=rules)))
    drawn = [sum(e.count for e in hand.events if isinstance(e, Discard)) for hand in hands]
    assert max(drawn) > 52 - 30
    assert not any(Reshuffle in kinds(hand) for hand in hands)


def test_hand_ids_and_times_rise() -> None:
    hands = list(deal_hands(game("ring", 300)))
    stamps = [(hand.header.played_at, int(hand.header.hand_id)) for hand in hands]
    assert stamps == sorted(stamps)
    assert len({identity for _, identity in stamps}) == len(hands)


def test_a_tournament_ends_with_one_player_or_without_the_hero() -> None:
    hands = list(deal_hands(game("tournament", 600)))
    ids = [hand.header.tournament.tournament_id for hand in hands if hand.header.tournament]
    assert len(set(ids)) > 1
    for current, following, hand in zip(ids, ids[1:], hands, strict=False):
        if current != following:
            finished = {note.player for note in hand.notes if note.kind == "finish"}
            assert "Hero" in finished or any(note.kind == "winner" for note in hand.notes)


def test_nobody_folds_for_free() -> None:
    for hand in deal_hands(game("ring", 200)):
        owed = True
        for event in hand.events:
            if isinstance(event, Discard | StandPat):
                owed = False
            if isinstance(event, Bet | Raise):
                owed = True
            assert owed or not isinstance(event, Fold)


def test_the_hero_plays_alike_at_all_tables() -> None:
    """Whoever changes style with the table spares some opponents and not others, as partners do."""
    ranks_kept = defaultdict[str, set[str]](set)
    for hand in deal_hands(Settings(hands=700, seed=3)):
        ranks_kept[hand.table.name].update(
            card[0] for draw in of_type(hand.events, Receive) for card in draw.kept or ()
        )
    assert len(ranks_kept) > 5
    assert len({max(ranks, key="23456789TJQKA".index) for ranks in ranks_kept.values()}) == 1
