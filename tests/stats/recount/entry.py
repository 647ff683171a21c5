"""Betting round 0, counted once more from the order of its acts."""

from __future__ import annotations

from collections.abc import Iterator

from tests.stats.recount.book import Act, Story
from tests.stats.recount.person import Person
from tests.stats.recount.starting import kind_of
from tests.stats.recount.sums import Count, chance, chances

STEALERS = {"CO", "BTN", "BTN/SB", "SB"}


def counts(story: Story) -> Iterator[Count]:
    """What each player did before the first draw."""
    acts = story.rounds[0]
    yield from _first_in(acts)
    yield from _answers_to_an_open_raise(acts)
    for person in story.people:
        own_acts = [act for act in acts if act.person is person]
        if own_acts:
            yield chance("vpip", person, any(act.word in {"call", "bet", "raise"} for act in own_acts))
            yield chance("pfr", person, any(act.wager for act in own_acts))
            yield from _over_limp(acts, own_acts[0])
            yield from _cold_call(acts, own_acts[0])
            yield from _raises(own_acts)


def _first_in(acts: list[Act]) -> Iterator[Count]:
    """Everybody up to the first who does not fold had the chance."""
    for act in acts:
        yield chance("rfi", act.person, act.wager)
        if act.person.seen[0]:
            yield chance(
                "rfi_by_hand", act.person, act.wager, (act.person.position, kind_of(act.person.cards[0] or ())[0])
            )
        yield chance("open_limp", act.person, act.word == "call")
        if act.person.position in STEALERS:
            yield chance("steal", act.person, act.wager)
        if act.word != "fold":
            return


def _answers_to_an_open_raise(acts: list[Act]) -> Iterator[Count]:
    left = [act for act in acts if act.word != "fold"]
    if not left or not left[0].wager:
        return
    opener = left[0].person.position
    for act in acts[acts.index(left[0]) + 1 :]:
        if act.person.position in {"SB", "BB"}:
            answer, key = "3-bet" if act.wager else act.word, (act.person.position, opener)
            yield from chances("blind_defence", act.person, answer, ("fold", "call", "3-bet"), key)
        if act.person.position in {"SB", "BB"} and opener in STEALERS:
            blind = (act.person.position,)
            yield chance("fold_to_steal", act.person, act.word == "fold", blind)
            yield chance("call_steal", act.person, act.word == "call", blind)
            yield chance("three_bet_steal", act.person, act.wager, blind)
        if act.word != "fold":
            return


def _over_limp(acts: list[Act], first: Act) -> Iterator[Count]:
    earlier_words = [act.word for act in acts[: acts.index(first)]]
    if "call" in earlier_words and not {"bet", "raise"} & set(earlier_words) and first.to_call > 0:
        yield chance("over_limp", first.person, first.word == "call")


def _cold_call(acts: list[Act], first: Act) -> Iterator[Count]:
    raises = sum(act.wager for act in acts[: acts.index(first)])
    if raises and first.to_call > 0 and not first.person.post:
        yield chance("cold_call", first.person, first.word == "call", ("raise" if raises == 1 else "3-bet",))


def _raises(own_acts: list[Act]) -> Iterator[Count]:
    """The third, fourth and last bet: one chance a hand, however often they face it."""
    person: Person = own_acts[0].person
    free = [act for act in own_acts if act.may_raise]
    for name, facing in (
        ("three_bet", [act for act in free if act.full == 2]),
        ("four_bet", [act for act in free if act.full == 3]),
        ("cap", [act for act in free if act.cap not in {None, 4} and act.full == (act.cap or 0) - 1]),
    ):
        if facing:
            yield chance(name, person, any(act.wager for act in facing))
