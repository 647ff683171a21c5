"""Short hands of three players: sizes in pot and no limit, payouts beyond the pot, and who posts no ante."""

from __future__ import annotations

import pytest

from histparse.judging.engine import Judged, judge
from histparse.model.events import (
    Bet,
    Call,
    Check,
    Collect,
    DrawBegins,
    Event,
    Fold,
    Post,
    PostKind,
    Raise,
    StandPat,
    SummaryBegins,
    Uncalled,
)
from histparse.model.hand import Hand, Header, Limit, Seat, TableLine
from histparse.model.house import house

POSTS = (Post(1, "Ann", PostKind.SMALL_BLIND, 50), Post(2, "Bob", PostKind.BIG_BLIND, 100))
CALLED = (Call(3, "Cal", 100), Call(4, "Ann", 50), Check(5, "Bob"))
NAMES = ("Ann", "Bob", "Cal")
PAT = (DrawBegins(6, 1), *(StandPat(7, name) for name in NAMES))


def judged(*events: Event, limit: Limit = Limit.NO, stacks: tuple[int, ...] = (10_000,) * 3, ante: int = 0) -> Judged:
    """A hand of three, which ends there."""
    header = Header(1, "phh", "1", limit, 100, 100, "chips", None, small_blind=50, big_blind=100, ante=ante)
    named = enumerate(zip(NAMES, stacks, strict=True), 1)
    seats = tuple(Seat(1, place, name, stack) for place, (name, stack) in named)
    return judge(Hand("", header, TableLine(1, "", 6, 3), seats, events, last_line=99), house("phh"))


def findings_after_blinds(limit: Limit, *play: Event) -> list[tuple[str, str]]:
    """The codes and sentences of what is found after the blinds."""
    return [(finding.code, finding.message) for finding in judged(*POSTS, *play, limit=limit).findings]


@pytest.mark.parametrize(
    ("limit", "play", "sentence"),
    [
        (Limit.NO, (Raise(3, "Cal", to=150),), "Cal raises to 1.50; the least is 2"),
        (Limit.NO, (*CALLED, *PAT, Bet(8, "Ann", 50)), "Ann bets 0.50; the least is 1"),
        (Limit.POT, (Raise(3, "Cal", to=400),), "Cal raises to 4; the pot permits 3.50"),
        (Limit.POT, (*CALLED, *PAT, Bet(8, "Ann", 301)), "Ann bets 3.01; the pot permits 3"),
    ],
)
def test_a_bet_of_a_wrong_size_is_told(limit: Limit, play: tuple[Event, ...], sentence: str) -> None:
    assert findings_after_blinds(limit, *play)[:1] == [("BET03", sentence)]


@pytest.mark.parametrize(
    ("paid", "expected"),
    [
        ((100,), []),
        ((100, 100), [("POT02", "Bob is paid 1 twice; the pot is 1")]),
        ((150,), [("POT02", "1.50 is paid out, more than the pot of 1")]),
    ],
)
def test_more_than_the_pot_is_paid(paid: tuple[int, ...], expected: list[tuple[str, str]]) -> None:
    folds = Fold(3, "Cal"), Fold(4, "Ann"), Uncalled(5, "Bob", 50)
    payouts = (Collect(line, "Bob", amount) for line, amount in enumerate(paid, 6))
    assert findings_after_blinds(Limit.NO, *folds, *payouts, SummaryBegins(9)) == expected


def test_who_posts_no_ante_is_named() -> None:
    antes = [Post(1, name, PostKind.ANTE, 10) for name in ("Ann", "Bob")]
    findings = judged(*antes, *POSTS, *CALLED, ante=10).findings
    [finding] = [finding for finding in findings if "ante" in finding.message]
    assert (finding.player, finding.message) == ("Cal", "Cal posts no ante; Ann posts 0.10")


@pytest.mark.parametrize(("stack", "codes"), [(10, set()), (20, {"BLD03"})])
def test_only_an_ante_that_takes_the_last_chip_spares_the_big_blind(stack: int, codes: set[str]) -> None:
    """The bet to call is the big blind, though nobody posts it."""
    antes = [Post(1, name, PostKind.ANTE, 10, all_in=name == "Bob" and stack == 10) for name in NAMES]
    play = *antes, POSTS[0], Call(3, "Cal", 100), Call(4, "Ann", 50)
    findings = judged(*play, stacks=(10_000, stack, 10_000), ante=10).findings
    assert {finding.code for finding in findings} & {"BLD03", "BET04"} == codes


@pytest.mark.parametrize(
    ("limit", "play"),
    [
        (Limit.NO, (Raise(3, "Cal", to=200), Raise(4, "Ann", to=300))),
        (Limit.NO, (Raise(3, "Cal", to=10_000),)),
        (Limit.POT, (Raise(3, "Cal", to=350), Raise(4, "Ann", to=1_150))),
        (Limit.POT, (*CALLED, *PAT, Bet(8, "Ann", 300))),
    ],
)
def test_one_of_the_least_or_largest_size_is_none(limit: Limit, play: tuple[Event, ...]) -> None:
    assert "BET03" not in {code for code, _ in findings_after_blinds(limit, *play)}


def test_antes_that_take_all_chips_of_everybody_make_side_pots() -> None:
    stacks = 100, 60, 30
    antes = (Post(1, name, PostKind.ANTE, stack, all_in=True) for name, stack in zip(NAMES, stacks, strict=True))
    pots = judged(*antes, SummaryBegins(9), stacks=stacks, ante=100).table.pots()
    shares = [(pot.amount, [player.name for player in pot.contenders]) for pot in pots]
    assert shares == [(90, ["Ann", "Bob", "Cal"]), (60, ["Ann", "Bob"]), (40, ["Ann"])]
