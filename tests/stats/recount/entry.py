"""Betting round 0, counted once more from the order of its acts."""

from __future__ import annotations

from collections.abc import Iterator

from tests.stats.recount.book import Act, Story
from tests.stats.recount.person import Person
from tests.stats.recount.starting import kind_of
from tests.stats.recount.sums import Count, chance

STEALERS = {"CO", "BTN", "BTN/SB", "SB"}


def counts(story: Story) -> Iterator[Count]:
    """What each player did before the first draw."""
    acts = story.rounds[0]
    yield from _first_in(acts)
    yield from _answers_to_an_open_raise(acts)
    for who in story.people:
        own = [act for act in acts if act.who is who]
        if own:
            yield chance("vpip", who, any(act.word in {"call", "bet", "raise"} for act in own))
            yield chance("pfr", who, any(act.wager for act in own))
            yield from _over_limp(acts, own[0])
            yield from _cold_call(acts, own[0])
            yield from _raises(own)


def _first_in(acts: list[Act]) -> Iterator[Count]:
    """Everybody up to the first who does not fold had the chance."""
    for act in acts:
        yield chance("rfi", act.who, act.wager)
        if act.who.seen[0]:
            yield chance("rfi_by_hand", act.who, act.wager, (act.who.position, kind_of(act.who.cards[0] or ())[0]))
        yield chance("open_limp", act.who, act.word == "call")
        if act.who.position in STEALERS:
            yield chance("steal", act.who, act.wager)
        if act.word != "fold":
            return


def _answers_to_an_open_raise(acts: list[Act]) -> Iterator[Count]:
    left = [act for act in acts if act.word != "fold"]
    if not left or not left[0].wager:
        return
    opener = left[0].who.position
    for act in acts[acts.index(left[0]) + 1 :]:
        if act.who.position in {"SB", "BB"}:
            for answer in ("fold", "call", "3-bet"):
                done = act.wager if answer == "3-bet" else act.word == answer
                yield chance("blind_defence", act.who, done, (act.who.position, opener, answer))
        if act.who.position in {"SB", "BB"} and opener in STEALERS:
            blind = (act.who.position,)
            yield chance("fold_to_steal", act.who, act.word == "fold", blind)
            yield chance("call_steal", act.who, act.word == "call", blind)
            yield chance("three_bet_steal", act.who, act.wager, blind)
        if act.word != "fold":
            return


def _over_limp(acts: list[Act], first: Act) -> Iterator[Count]:
    before = [act.word for act in acts[: acts.index(first)]]
    if "call" in before and not {"bet", "raise"} & set(before) and first.to_call > 0:
        yield chance("over_limp", first.who, first.word == "call")


def _cold_call(acts: list[Act], first: Act) -> Iterator[Count]:
    raises = sum(act.wager for act in acts[: acts.index(first)])
    if raises and first.to_call > 0 and not first.who.post:
        yield chance("cold_call", first.who, first.word == "call", ("raise" if raises == 1 else "3-bet",))


def _raises(own: list[Act]) -> Iterator[Count]:
    """The third, fourth and last bet: one chance a hand, however often they face it."""
    who: Person = own[0].who
    free = [act for act in own if act.may_raise]
    for name, facing in (
        ("three_bet", [act for act in free if act.full == 2]),
        ("four_bet", [act for act in free if act.full == 3]),
        ("cap", [act for act in free if act.cap not in {None, 4} and act.full == (act.cap or 0) - 1]),
    ):
        if facing:
            yield chance(name, who, any(act.wager for act in facing))
