"""Whole files for every other site: what is legal in both houses stays so, what is not is left out for its reason.

Hands are dealt with all cards known, written as their site does, read, converted and judged; what is left out is held
against the hand that was dealt. HISTPARSE_SOAK=1: 2,000 hands for each pair of sites.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, permutations
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from histparse import flow
from histparse.conversion import convert_hand, convert_to_texts
from histparse.export import COPY, UnwritableError
from histparse.export.contract import Given
from histparse.judging.neighbours import Neighbours
from histparse.model.events import (
    Bet,
    Capped,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Muck,
    Post,
    PostKind,
    Raise,
    Receive,
    Reshuffle,
    Show,
)
from histparse.model.findings import Finding
from histparse.model.hand import Hand
from histparse.model.house import FirstToShow, House, house
from histparse.simulate import Stakes, Style, deal_hands
from tests.dealer.habits import DrawHabit
from tests.dealer.writing import sites, write_all, writer
from tests.export.hands import FACTS, read_back
from tests.simulate.games import game

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
BOLD = {name: Style(loose=1.0, bold=1.0) for name in ("Ann", "Bo", "Cy", "Di")}
"""Players who raise until the house stops them."""
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in ("ring", "callers", "stakes", "tournament", "zoom")),
    ("ring", {"players": (7, 7)}),
    ("ring", {"stakes": (Stakes(20, 40, 10, ante=5),)}),
    ("heads-up", {"regulars": BOLD, "seed": 91}),
    ("short", {"regulars": BOLD}),
)
HANDS = 223 if SOAK else 2
"""Of each game."""
UNPRINTED = re.compile(r"what a tournament costs|the level of a tournament|a side pot of this hand was raked")
"""Reasons that have nothing to do with rules."""


class Session(NamedTuple):
    """Hands as they were dealt, and as they are read from the text of their site."""

    dealt: list[Hand]
    read: list[Hand]


@cache
def session(site: str) -> Session:
    """Hands of all games, legal in the house of that site."""
    dealt: list[Hand] = []
    for seed, (name, options) in enumerate(GAMES):
        settings = {"seed": seed} | options
        if "players" in options:  # no more than the house allows
            settings["players"] = tuple(min(number, house(site).most_players) for number in options["players"])
        dealt += deal_hands(game(name, HANDS, site=site, open_cards=True, **settings))
    text = write_all(map(writer(site).adapt_hand, dealt))
    assert findings_in(text, site) == []
    return Session(dealt, [result.hand for result in flow.parse_texts(cut(text, site)) if result.hand])


def cut(text: str, site: str) -> Iterator[Any]:
    return flow.cut_bytes_into_hand_texts(text.encode(), f"{site}.txt")


def findings_in(text: str, site: str, rules: House | None = None) -> list[Finding]:
    """The findings of a whole file, also between its hands."""
    neighbours = Neighbours()
    results = [
        *neighbours.pass_on_and_note(flow.judge_texts(cut(text, site), house=rules)),
        *neighbours.find_contradictions(),
    ]
    return [finding for result in results for finding in result.findings]


class Converted(NamedTuple):
    """A session in the words of another site."""

    text: str
    left_out: dict[str, str]
    """Reasons by the number of the hand."""


def convert(hand: Hand, site: str) -> Hand:
    """The hand in the words of another site."""
    return convert_hand(hand, writer(site), FACTS[site])


def in_words_of(site: str, origin: str, *, keep: bool = False) -> Converted:
    left_out: dict[str, str] = {}

    def leave_out(hand: Hand, error: UnwritableError) -> None:
        left_out[hand.header.hand_id] = str(error)

    written = convert_to_texts(session(origin).read, writer(site), leave_out, FACTS[site], origin_rules=keep)
    return Converted("".join(written), left_out)


PAIRS = list(permutations(sites(), 2))


@pytest.mark.nightly(2)
@pytest.mark.soak(10)
@pytest.mark.parametrize(("origin", "site"), PAIRS)
def test_a_hand_legal_in_both_houses_stays_legal(origin: str, site: str) -> None:
    converted = in_words_of(site, origin)
    _prove_forbidden(session(origin), converted.left_out, house(site))
    assert _findings_but_gaps(converted, origin, site, house(site)) == []


def _prove_forbidden(hands: Session, left_out: dict[str, str], rules: House) -> None:
    """By the hand that was dealt: what is left out breaks the rule named, and what surely breaks one is left out."""
    for dealt, hand in zip(*hands, strict=True):
        reason = left_out.get(hand.header.hand_id, "")
        assert reason or (_players(dealt) <= rules.most_players and _most_bets(dealt) <= _cap(dealt, rules)), dealt
        if reason and not UNPRINTED.search(reason):
            (code,) = re.findall(r"\((\w+)\)", reason)
            assert PROOFS[code](dealt, rules), (reason, dealt)


def _findings_but_gaps(converted: Converted, origin: str, site: str, rules: House) -> list[Finding]:
    """The findings, but not that hands are missing before one that follows a hand left out, which is true."""
    findings = findings_in(converted.text, site, rules)
    numbers = [hand.header.hand_id for hand in session(origin).read]
    gaps = set(_numbers_after_gaps(converted, numbers, site)) if findings else ()
    return [finding for finding in findings if finding.code[:3] != "SEQ" or finding.hand_id not in gaps]


def _numbers_after_gaps(converted: Converted, numbers: list[str], site: str) -> Iterator[str]:
    """The new numbers of hands that follow one left out."""
    written = [result.hand for result in flow.parse_texts(cut(converted.text, site)) if result.hand]
    places = [place for place, number in enumerate(numbers) if number not in converted.left_out]
    for hand, place in zip(written, places, strict=True):
        if place and numbers[place - 1] in converted.left_out:
            yield hand.header.hand_id


@pytest.mark.nightly(4)
@pytest.mark.parametrize(("origin", "site"), PAIRS if SOAK else PAIRS[::4])
def test_what_is_kept_is_legal_where_it_was_played(origin: str, site: str) -> None:
    converted = in_words_of(site, origin, keep=True)
    assert all(map(UNPRINTED.search, converted.left_out.values())), converted.left_out
    assert _findings_but_gaps(converted, origin, site, house(origin)) == []


# --- what the dealt hand shows of a rule ---------------------------------------------------------------------


def _players(hand: Hand) -> int:
    return sum(isinstance(event, Deal) for event in hand.events)


def _rounds(hand: Hand) -> list[list[Bet | Raise]]:
    rounds: list[list[Bet | Raise]] = [[]]
    for event in hand.events:
        if isinstance(event, DrawBegins):
            rounds.append([])
        elif isinstance(event, Bet | Raise):
            rounds[-1].append(event)
    return rounds


def _most_bets(hand: Hand) -> int:
    """The most bets of a round, the big blind among them, but all-ins."""
    return max((number == 0) + sum(not bet.all_in for bet in bets) for number, bets in enumerate(_rounds(hand)))


def _cap(hand: Hand, rules: House) -> float:
    """The most that could be permitted."""
    caps = [rules.cap, rules.cap_heads_up]
    return max(float("inf") if cap == "none" else cap for cap in (caps if _players(hand) == 2 else caps[:1]))


def _is_raised_after_an_all_in(hand: Hand, _: House) -> bool:
    """Houses differ in what the next raise over a short all-in is."""
    return any(bet.all_in for bets in _rounds(hand) for bet in bets[:-1])


def _runs_out(hand: Hand, _: House) -> bool:
    drawn = sum(event.count for event in hand.events if isinstance(event, Discard))
    return drawn > 52 - 5 * _players(hand)


PROOFS = {
    "TBL01": lambda hand, rules: _players(hand) > rules.most_players,
    "BET02": lambda hand, rules: max(map(len, _rounds(hand))) + 1 > _cap(hand, rules),
    "BET03": _is_raised_after_an_all_in,
    "BET10": _is_raised_after_an_all_in,
    "DCK03": _runs_out,
    "DCK06": _runs_out,
}
"""By code, what must be true of a hand that is forbidden for it."""


# --- announcements and the order of showing ------------------------------------------------------------------


def _announced(hand: Hand) -> list[str]:
    """Bets, draws and announcements in their order."""
    return [
        f"{type(event).__name__} {getattr(event, 'player', '')}"
        for event in hand.events
        if isinstance(event, Fold | Bet | Raise | DrawBegins | Discard | Capped | Reshuffle)
    ]


@pytest.mark.nightly(3)
@pytest.mark.parametrize("site", sorted({*sites()} - {"pokerstars"}))
def test_announcements_are_where_the_dealer_made_them(site: str) -> None:
    """On the way to that site and back they are left out, and found again."""
    counted: Counter[type[Event]] = Counter()
    for name, seed in (("callers", 3), ("heads-up", 1)):
        for dealt in deal_hands(game(name, 40 if SOAK else 12, seed)):
            try:
                converted = read_back(convert(dealt, site))
            except UnwritableError:
                continue
            assert not any(isinstance(event, Capped | Reshuffle) for event in converted.events)
            assert _announced(convert(converted, "pokerstars")) == _announced(dealt)
            counted.update(map(type, dealt.events))
    assert counted[Capped]
    assert counted[Reshuffle]


@pytest.mark.parametrize("site", sites())
def test_hands_are_shown_in_the_order_of_the_house(site: str) -> None:
    """By the hand that was dealt at the other kind of house: Full Tilt goes back to the last aggressor of the hand."""
    differ = 0
    for dealt in deal_hands(game("ring", 20, 7, "pokerstars" if site == "fulltilt" else "fulltilt", open_cards=True)):
        live, rounds = _live(dealt), _rounds(dealt)
        hand = read_back(writer(dealt.header.site).adapt_hand(dealt))
        if len(live) < 2 or _has_side_pots(dealt):
            continue
        try:
            shown = _order_of_showing(convert(hand, site))
        except UnwritableError:
            continue
        if house(site).first_to_show is not FirstToShow.LAST_AGGRESSOR:
            rounds[:3] = []
        bettors = [bet.player for bets in rounds for bet in bets]
        first = rounds[-1][-1].player if rounds[-1] else bettors[-1] if bettors and bettors[-1] in live else live[0]
        assert shown == live[live.index(first) :] + live[: live.index(first)]
        differ += shown != _order_of_showing(hand)
    assert differ


def _order_of_showing(hand: Hand) -> list[str]:
    return [event.player for event in hand.events if isinstance(event, Show | Muck)]


def _live(hand: Hand) -> list[str]:
    """Who has not folded, from left of the button: the order of the deal."""
    folded = {event.player for event in hand.events if isinstance(event, Fold)}
    return [event.player for event in hand.events if isinstance(event, Deal) and event.player not in folded]


def _has_side_pots(hand: Hand) -> bool:
    return any(isinstance(event, Collect) and event.pot is not None for event in hand.events)


# --- cards, numbers and tables -------------------------------------------------------------------------------


THROWS_ALL = Style(habit=DrawHabit("throws all", lambda cards, _best, _draw, _random: [*cards]))


def test_five_new_cards_are_kept() -> None:
    """Merge prints the five cards after a draw; all of them are new where all were thrown."""
    for dealt in deal_hands(game("heads-up", 12, 4, "merge", regulars={"Hero": THROWS_ALL}, open_cards=True)):
        hand = read_back(writer("merge").adapt_hand(dealt))
        for site in ("pokerstars", "fulltilt", "phh"):
            assert _new_cards_of_hero(convert(hand, site)) == _new_cards_of_hero(dealt)


def _new_cards_of_hero(hand: Hand) -> list[set[str]]:
    received = (event for event in hand.events if isinstance(event, Receive))
    return [set(event.new or ()) for event in received if event.player == "Hero"]


def test_a_hero_whose_new_cards_are_hidden_throws_hidden_ones() -> None:
    """Winamax prints no card that its hero draws, others print every one: all five thrown would miss five new ones."""
    hands = [*map(read_back, deal_hands(game("heads-up", 3, 4, "winamax", regulars={"Hero": THROWS_ALL})))]
    assert any(isinstance(event, Discard) and event.count == 5 for hand in hands for event in hand.events)
    for site in ("pokerstars", "fulltilt", "kingsclub"):
        assert findings_in(write_all(convert(hand, site) for hand in hands), site) == []


def test_numbers_rise_with_time() -> None:
    headers = [convert_hand(hand, writer("fulltilt"), origin_rules=True).header for hand in session("merge").read]
    played = {int(header.hand_id): header.played_at for header in headers}
    assert len(played) == len(headers)
    assert [played[number] for number in sorted(played)] == sorted(filter(None, played.values()))
    assert max(played) < 2**63  # other programs keep them in 64 bits


def _cash(site: str) -> Iterator[Hand]:
    return (hand for hand in session(site).read if hand.header.tournament is None)


def test_tables_of_pools_are_apart() -> None:
    """Where a site has no word for a table that is a pool of players, each hand has a table of its own."""
    zoom = [hand for hand in session("pokerstars").read if not hand.header.in_sequence]
    names = [convert(hand, "merge").table.name for hand in zoom]
    assert len({*names}) == len(names) == HANDS
    assert all(name.startswith(hand.table.name) for name, hand in zip(names, zoom, strict=True))


def test_a_file_of_tables_has_a_hand_once() -> None:
    """In PHH each hand is a table named after it, and no two may have the same name."""
    hand, left_out = next(_cash("pokerstars")), []
    text = "".join(convert_to_texts([hand, hand], writer("phh"), lambda _, error: left_out.append(str(error))))
    assert left_out == [COPY]
    assert findings_in(text, "phh") == []


def test_a_word_that_is_missing_ends_nothing() -> None:
    """What only the writer of lines notices concerns one hand, too."""
    odd, second = islice(_cash("pokerstars"), 2)
    posts = (replace(event, kind=PostKind.BUTTON_BLIND) if isinstance(event, Post) else event for event in odd.events)
    hands, left_out = [replace(odd, events=tuple(posts)), second], list[str]()

    def leave_out(_: Hand, error: UnwritableError) -> None:
        left_out.append(str(error))

    (_,) = convert_to_texts(hands, writer("merge"), leave_out, origin_rules=True)
    assert left_out == ["merge has no word for `button blind`"]


# --- what is said of hands -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("site", "currency"), [("winamax", "EUR"), ("merge", "USD"), ("phh", "GBP"), ("fulltilt", "JPY")]
)
def test_amounts_are_kept_under_another_sign(site: str, currency: str) -> None:
    hand = next(_cash("kingsclub"))
    converted = convert_hand(hand, writer(site), Given(currency, None, 9))
    header, original = converted.header, hand.header
    assert (header.currency, header.low, header.high) == (currency, original.low, original.high)
    assert {seat.player: seat.stack for seat in converted.seats} == {seat.player: seat.stack for seat in hand.seats}


@pytest.mark.parametrize(
    ("site", "change", "sentence", "remedy"),
    [
        ("winamax", {"currency": "USD"}, "has no sign for amounts in `USD`", "currency EUR"),
        ("merge", {"currency": "?"}, "prints the currency of amounts, which this hand leaves out", "currency USD"),
        ("merge", {"played_at": None}, "prints when a hand was played, which this hand leaves out", "date DAY"),
    ],
)
def test_a_refusal_names_what_helps(change: dict[str, Any], site: str, sentence: str, remedy: str) -> None:
    hand = next(_cash("pokerstars"))
    changed = replace(hand, header=replace(hand.header, **change))
    with pytest.raises(UnwritableError, match=f"{site} {sentence}") as refused:
        convert_hand(changed, writer(site))
    assert refused.value.remedy == remedy
    assert convert(changed, site)


def test_tables_are_as_large_as_is_said() -> None:
    hand = next(_cash("kingsclub"))
    with pytest.raises(UnwritableError, match="how many seats a table has") as refused:
        convert_hand(hand, writer("winamax"), Given("EUR"))
    assert refused.value.remedy == "table-seats 6"
    with pytest.raises(UnwritableError, match=r"somebody sits in seat \d, at a table of 2 seats"):
        convert_hand(hand, writer("winamax"), Given("EUR", None, 2))
    assert convert_hand(hand, writer("winamax"), Given("EUR", None, 9)).table.seats == 9
