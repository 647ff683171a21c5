"""Any site's hands written for any other site: read back they are the same, or there is a reason why they cannot be."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from histparse import flow
from histparse.conversion import convert_hand
from histparse.export import UnwritableError
from histparse.export.contract import apply_given_facts_or_refuse
from histparse.judging.engine import Judged, judge
from histparse.model.cards import Card, parse_cards
from histparse.model.events import Cancelled, Outcome, Post, PostKind, Result, Show
from histparse.model.hand import Hand, Limit, Tournament
from histparse.model.house import house
from histparse.replay.table import Table
from tests.dealer.writing import sites, write, writer
from tests.export.hands import FACTS, read_back
from tests.samples import of_site

STRIDE = 12
"""How many hands of a sample are skipped between two: all kinds of tables still occur."""


@cache
def samples(site: str) -> list[Hand]:
    """Some hands from each sample of that site."""
    return [hand for file in of_site(site) for hand in hands_in(file)[::STRIDE]]


def hands_in(file: Path) -> list[Hand]:
    return [result.hand for result in flow.parse_file(file) if result.hand]


class Facts(NamedTuple):
    """The outcome of a hand, whatever site prints it."""

    seated: list[tuple[str, int]]
    """The players from left of the button, with their stacks."""
    final_stacks: list[int]
    draws: list[list[int | None]]
    folded: list[bool]
    pot: int


def facts(table: Table) -> Facts:
    """The outcome by the replay; sites do not agree whether uncalled chips are in the pot."""
    live = sorted(player.paid - player.dead for player in table.players)
    pot = sum(min(chips, live[-2]) for chips in live) + sum(player.dead for player in table.players)
    return Facts(
        [(player.name, player.start) for player in table.players],
        [player.stack + player.collected for player in table.players],
        [list(player.drawn) for player in table.players],
        [player.folded for player in table.players],
        pot,
    )


def last_hands(table: Table) -> dict[str, set[Card]]:
    """The last hands of live players, if known."""
    hands = {player.name: player.shown or player.held for player in table.live_players}
    return {name: set(hand) for name, hand in hands.items() if hand}


def codes(verdict: Judged) -> set[str]:
    return {finding.code for finding in verdict.findings}


@pytest.mark.nightly(3)
@pytest.mark.soak(12)
@pytest.mark.parametrize(("origin", "site"), list(product(sites(), sites())))
def test_a_hand_is_the_same_in_any_words(origin: str, site: str) -> None:
    written = 0
    for sample in samples(origin):
        hand = apply_given_facts_or_refuse(sample, FACTS[site])
        try:
            adapted = convert_hand(hand, writer(site), origin_rules=True)
        except UnwritableError:
            continue
        written += 1
        text = write(adapted)
        original, converted = judge(hand, house(origin)), judge(read_back(adapted), house(origin))
        assert codes(converted) <= codes(original), text
        assert facts(converted.table) == facts(original.table), text
        known, known_again = last_hands(original.table), last_hands(converted.table)
        assert all(known_again[name] == known[name] for name in known.keys() & known_again.keys()), text
        live = original.table.live_players
        shown = {player.name for player in live if player.shown and len(live) > 1}
        assert shown <= known_again.keys(), text
    assert written


@pytest.mark.parametrize("site", sites())
def test_a_site_keeps_its_own_hands(site: str) -> None:
    for hand in samples(site):
        assert write(writer(site).adapt_hand(hand)), hand


# --- what a site has no words for ---------------------------------------------------------------------------


def first_hand(site: str) -> Hand:
    return hands_in(of_site(site)[0])[0]


def changed(hand: Hand, **changes: object) -> Hand:
    return replace(hand, header=replace(hand.header, **changes))


def with_posts(hand: Hand, kind: PostKind) -> Hand:
    """All forced bets are of that kind."""
    events = (replace(event, kind=kind) if isinstance(event, Post) else event for event in hand.events)
    return replace(hand, events=tuple(events))


FULLTILT = first_hand("fulltilt")
NO_SEATS = replace(FULLTILT, table=replace(FULLTILT.table, seats=None))
UNWRITABLE = [
    ("winamax", changed(FULLTILT, currency="USD"), "winamax has no sign for amounts in `USD`"),
    ("pokerstars", changed(FULLTILT, currency="?"), "pokerstars prints the currency of amounts"),
    ("kingsclub", changed(FULLTILT, played_at=None), "kingsclub prints when a hand was played"),
    ("pokerstars", changed(FULLTILT, stack_cap=4000), "pokerstars cannot express a cap on losses"),
    ("phh", changed(FULLTILT, limit=Limit.POT), "phh has Triple Draw in fixed limit only"),
    ("pokerstars", changed(FULLTILT, tournament=Tournament("1", "II")), "prints what a tournament costs"),
    ("merge", changed(FULLTILT, tournament=Tournament("1")), "prints the level of a tournament"),
    ("winamax", changed(NO_SEATS, currency="EUR"), "how many seats"),
    ("merge", replace(FULLTILT, table=replace(FULLTILT.table, button=None)), "who has the button"),
    ("pokerstars", changed(FULLTILT, partial=True), "the hand is incomplete"),
    ("pokerstars", replace(FULLTILT, unread=(12,)), "what line 12 says is not known"),
    ("fulltilt", with_posts(first_hand("winamax"), PostKind.BUTTON_BLIND), "no word for `button blind`"),
    ("fulltilt", first_hand("pokerstars"), "takes the rake from the main pot, and a side pot of this hand was raked"),
    ("phh", replace(FULLTILT, events=(*FULLTILT.events[:2], Cancelled(99)), cancelled=True), "phh has no line"),
]


@pytest.mark.parametrize(("site", "hand", "sentence"), UNWRITABLE)
def test_what_a_site_cannot_say_is_one_sentence(site: str, hand: Hand, sentence: str) -> None:
    with pytest.raises(UnwritableError, match=sentence):
        write(writer(site).adapt_hand(hand))


@pytest.mark.parametrize("site", ["kingsclub", "winamax"])
def test_where_nobody_mucks_all_hands_must_be_known(site: str) -> None:
    hand = next(hand for hand in samples("pokerstars") if any(map(is_muck, hand.events)))
    unknown = tuple(replace(event, cards=None) if is_muck(event) else event for event in hand.events)
    sentence = f"{site} prints the cards of .* at the showdown, which this hand leaves out"
    with pytest.raises(UnwritableError, match=sentence):
        convert_hand(replace(hand, events=unknown, hero=None), writer(site), FACTS[site])


def is_muck(event: object) -> bool:
    return isinstance(event, Result) and event.outcome is Outcome.MUCKED


def test_a_hand_shown_in_part_is_not_guessed() -> None:
    hand = next(hand for hand in samples("pokerstars") if any(isinstance(event, Show) for event in hand.events))
    four = parse_cards("2c 3c 4c 5c ??")
    events = tuple(replace(event, cards=four) if isinstance(event, Show) else event for event in hand.events)
    with pytest.raises(UnwritableError, match="shown only in part"):
        writer("fulltilt").adapt_hand(replace(hand, events=events))
