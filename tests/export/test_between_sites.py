"""Any site's hands written for any other site: read back they are the same, or there is a reason why they cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from histparse.conversion import convert_hand
from histparse.export import UnwritableError
from histparse.export.contract import Given, fill_in_given_facts_or_refuse
from histparse.judging.engine import Judged, judge
from histparse.model.cards import Card, parse_cards
from histparse.model.events import Cancelled, Outcome, Post, PostKind, Result, Show
from histparse.model.hand import Hand, Limit, Tournament
from histparse.model.house import house
from histparse.parsing.cutting import read_hand_texts
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.replay.table import Table
from tests.dealer.writing import heading, sites, write, writer

FOLDER = Path(__file__).parent.parent.parent / "sample_histories"
EVERY = 12
"""How many hands of a sample are skipped between two: all kinds of tables still occur."""
GIVEN = {site: Given("EUR" if site == "winamax" else "USD", None, 8) for site in sites()}
"""What is said of hands for each site: not all have signs for all currencies."""


@cache
def samples(site: str) -> list[Hand]:
    """Some hands from each sample of that site."""
    return [hand for file in sorted(FOLDER.glob(f"{site}/*")) for hand in list(_read(file))[::EVERY]]


def _read(file: Path) -> Iterator[Hand]:
    for text in read_hand_texts(file):
        assert isinstance(text, HandText)
        parsed = parse_hand(text)
        if parsed.hand is not None:
            yield parsed.hand


def read_back(hand: Hand) -> Hand:
    """The text as read by the site's dialect."""
    text = write(hand).rstrip("\n")
    parsed = parse_hand(HandText("", 1, text, hand.header.site, heading(hand)))
    assert parsed.findings == (), text
    assert parsed.hand is not None
    return parsed.hand


class Facts(NamedTuple):
    """The outcome of a hand, whatever site prints it."""

    seated: list[tuple[str, int]]
    """The players from left of the button, with their stacks."""
    left: list[int]
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


def cards(table: Table) -> dict[str, set[Card]]:
    """The last hands of live players, if known."""
    hands = {player.name: player.shown or player.held for player in table.live_players}
    return {name: set(hand) for name, hand in hands.items() if hand}


def blamed(verdict: Judged) -> set[str]:
    return {finding.code for finding in verdict.findings}


@pytest.mark.nightly(3)
@pytest.mark.soak(12)
@pytest.mark.parametrize(("origin", "site"), list(product(sites(), sites())))
def test_a_hand_is_the_same_in_any_words(origin: str, site: str) -> None:
    written = 0
    for sample in samples(origin):
        hand = fill_in_given_facts_or_refuse(sample, GIVEN[site])
        try:
            adapted = convert_hand(hand, writer(site), origin_rules=True)
        except UnwritableError:
            continue
        written += 1
        before, after = judge(hand, house(origin)), judge(read_back(adapted), house(origin))
        assert blamed(after) <= blamed(before), write(adapted)
        assert facts(after.table) == facts(before.table), write(adapted)
        known, again = cards(before.table), cards(after.table)
        assert all(again[name] == known[name] for name in known.keys() & again.keys()), write(adapted)
        shown = {
            player.name for player in before.table.live_players if player.shown and len(before.table.live_players) > 1
        }
        assert shown <= again.keys(), write(adapted)
    assert written


@pytest.mark.parametrize("site", sites())
def test_a_site_keeps_its_own_hands(site: str) -> None:
    for hand in samples(site):
        assert write(writer(site).adapt_hand(hand)), hand


# --- what a site has no words for ---------------------------------------------------------------------------


def a_hand(site: str) -> Hand:
    return next(_read(min(FOLDER.glob(f"{site}/*"))))


def changed(hand: Hand, **changes: object) -> Hand:
    return replace(hand, header=replace(hand.header, **changes))


def with_post(hand: Hand, kind: PostKind) -> Hand:
    """The first forced bet is of that kind."""
    place = next(place for place, event in enumerate(hand.events) if isinstance(event, Post))
    post = hand.events[place]
    assert isinstance(post, Post)
    events = (*hand.events[:place], replace(post, kind=kind), *hand.events[place + 1 :])
    return replace(hand, events=events)


FULLTILT = a_hand("fulltilt")
UNWRITABLE = [
    ("winamax", changed(FULLTILT, currency="USD"), "winamax has no sign for amounts in `USD`"),
    ("pokerstars", changed(FULLTILT, currency="?"), "pokerstars prints the currency of amounts"),
    ("kingsclub", changed(FULLTILT, played_at=None), "kingsclub prints when a hand was played"),
    ("pokerstars", changed(FULLTILT, stack_cap=4000), "pokerstars cannot express a cap on losses"),
    ("phh", changed(FULLTILT, limit=Limit.POT), "phh has Triple Draw in fixed limit only"),
    ("pokerstars", changed(FULLTILT, tournament=Tournament("1", "II")), "prints what a tournament costs"),
    ("merge", changed(FULLTILT, tournament=Tournament("1")), "prints the level of a tournament"),
    (
        "winamax",
        changed(replace(FULLTILT, table=replace(FULLTILT.table, seats=None)), currency="EUR"),
        "how many seats",
    ),
    ("merge", replace(FULLTILT, table=replace(FULLTILT.table, button=None)), "who has the button"),
    ("pokerstars", changed(FULLTILT, partial=True), "the hand is incomplete"),
    ("pokerstars", replace(FULLTILT, unread=(12,)), "what line 12 says is not known"),
    ("fulltilt", with_post(a_hand("winamax"), PostKind.BUTTON_BLIND), "no word for `button blind`"),
    (
        "fulltilt",
        a_hand("pokerstars"),
        "fulltilt takes the rake from the main pot, and a side pot of this hand was raked",
    ),
    ("phh", replace(FULLTILT, events=(*FULLTILT.events[:2], Cancelled(99)), cancelled=True), "phh has no line"),
]


@pytest.mark.parametrize(("site", "hand", "sentence"), UNWRITABLE)
def test_what_a_site_cannot_say_is_one_sentence(site: str, hand: Hand, sentence: str) -> None:
    with pytest.raises(UnwritableError, match=sentence):
        write(writer(site).adapt_hand(hand))


@pytest.mark.parametrize("site", ["kingsclub", "winamax"])
def test_where_nobody_mucks_all_hands_must_be_known(site: str) -> None:
    hand = next(hand for hand in samples("pokerstars") if any(_mucked(event) for event in hand.events))
    unknown = tuple(replace(event, cards=None) if _mucked(event) else event for event in hand.events)
    with pytest.raises(
        UnwritableError, match=f"{site} prints the cards of .* at the showdown, which this hand leaves out"
    ):
        convert_hand(replace(hand, events=unknown, hero=None), writer(site), GIVEN[site])


def _mucked(event: object) -> bool:
    return isinstance(event, Result) and event.outcome is Outcome.MUCKED


def test_a_hand_shown_in_part_is_not_guessed() -> None:
    hand = next(hand for hand in samples("pokerstars") if any(isinstance(event, Show) for event in hand.events))
    four = parse_cards("2c 3c 4c 5c ??")
    events = tuple(replace(event, cards=four) if isinstance(event, Show) else event for event in hand.events)
    with pytest.raises(UnwritableError, match="shown only in part"):
        writer("fulltilt").adapt_hand(replace(hand, events=events))
