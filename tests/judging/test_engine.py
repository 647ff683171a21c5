"""Whole hands through the replay: chips are conserved, wagers get their types, an incomplete hand raises no finding."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from histparse.judging.engine import ActObserver, Observer, judge
from histparse.model.events import Bet, Call, Cancelled, Check, Event, Raise, SummaryBegins, Wager
from histparse.model.hand import Hand
from histparse.model.house import house, house_of_site_or_lenient_default, profile_names
from histparse.replay.players import Player
from histparse.replay.table import Table
from histparse.simulate import Settings, deal_hands

STARS = house("pokerstars")


def hands(seed: int, count: int = 8, **settings: object) -> Iterator[Hand]:
    return deal_hands(Settings(hands=count, seed=seed, **settings))  # type: ignore[arg-type]  # those of each test


def every_act(observe: ActObserver) -> Observer:
    """An observer whose observe sees acts of all types."""
    return lambda _table: dict.fromkeys(Event.__subclasses__(), observe)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([(1, 3), (2, 12), (8, 60)]), st.sampled_from([0.2, 0.6, 0.95]))
def test_a_legal_hand_raises_no_finding_and_no_chip_is_lost(seed: int, stacks: tuple[int, int], callers: float) -> None:
    for hand in hands(seed, stacks=stacks, callers=callers):
        chips: set[int] = set()

        def count(table: Table, _event: Event, _player: Player, chips: set[int] = chips) -> None:
            chips.add(sum(player.stack for player in table.players) + table.pot)
            able = [player for player in table.players if not player.folded and not player.all_in]
            assert table.betting.contested == (len(able) > 1)

        findings, table = judge(hand, STARS, every_act(count))
        assert findings == ()
        assert chips == {sum(player.start for player in table.players)}
        rake = table.stated.rake if table.stated else 0
        assert sum(player.net for player in table.players) + (rake or 0) == 0


@pytest.mark.nightly(3)
@pytest.mark.parametrize("name", [name for name in profile_names() if name != "phenom"])  # of which no rule is known
def test_hands_of_a_house_are_legal_there_and_where_nothing_is_known(name: str) -> None:
    rules = house(name)
    players = (min(rules.most_players, 3), rules.most_players)
    for hand in hands(3, 60, house=rules, players=players, stacks=(2, 20), callers=0.8):
        assert judge(hand, rules).findings == ()
        assert judge(hand, house_of_site_or_lenient_default("a site without a profile")).findings == ()


def unnamed(event: Event) -> Event:
    """The act as a text without names for acts would give it: chips added, or nothing."""
    match event:
        case Check(line, player):
            return Wager(line, player)
        case Call(line, player, added, _, all_in) | Bet(line, player, added, all_in):
            return Wager(line, player, added, None, all_in)
        case Raise(line, player, _, to, all_in):
            return Wager(line, player, None, to, all_in)
        case _:
            return event


def acts(hand: Hand) -> list[Event]:
    """The acts of a hand as the rules see them."""
    events: list[Event] = []
    judge(hand, STARS, every_act(lambda _table, event, _player: events.append(event)))
    return [event for event in events if isinstance(event, (Check, Call, Bet, Raise))]


def test_a_wager_without_a_name_gets_it_back() -> None:
    for hand in hands(11, 40, stacks=(2, 20)):
        assert acts(replace(hand, events=tuple(map(unnamed, hand.events)))) == acts(hand)


def test_a_cancelled_hand_is_not_judged() -> None:
    (hand,) = hands(1, 1)
    broken = replace(hand, events=(*hand.events[3:], Cancelled(99)), cancelled=True)
    assert judge(broken, STARS).findings == ()


def test_a_partial_hand_is_not_judged() -> None:
    (hand,) = hands(1, 1)
    broken = replace(hand, header=replace(hand.header, partial=True), events=hand.events[-3:])
    assert judge(broken, STARS).findings == ()


def test_a_hand_cut_anywhere_before_its_summary_raises_no_alarm() -> None:
    for hand in hands(5, 12, callers=0.8):
        end = next(n for n, event in enumerate(hand.events) if isinstance(event, SummaryBegins))
        for cut in range(end):
            assert judge(replace(hand, events=hand.events[:cut]), STARS).findings == ()
