"""The four betting rounds, counted once more from the order of their acts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from histparse.ranking import number
from tests.stats.recount.book import Act, Story
from tests.stats.recount.person import Person
from tests.stats.recount.sums import Count, chance

LIMIT = 121
"""The worst ten-low."""


def rounds(story: Story) -> Iterator[Count]:
    """What each player did in each betting round."""
    for n, acts in enumerate(story.rounds):
        for act in acts:
            yield from _act(n, act)
        for who in story.people:
            own = [act for act in acts if act.who is who]
            yield from _after_own_acts(n, own)
            if n == 3 and own and len(who.draws) == 3:
                yield from _river(story, who, own)


def _act(n: int, act: Act) -> Iterator[Count]:
    if act.word != "check":
        yield chance("aggression_frequency", act.who, act.wager, (n,))
    yield Count("aggression_factor", act.who, (n,), (int(act.wager), int(act.word == "call")))
    if act.wagers == 1 and act.to_call > 0:
        yield chance("fold_to_bet", act.who, act.word == "fold", (n,))
    if n == 3 and act.word == "bet":
        cards = act.who.cards[3] if len(act.who.cards) > 3 else None
        made = cards and number(cards) <= LIMIT
        figures = (int(made is True), int(made is False), int(made is None))
        yield Count("value_to_bluff", act.who, (), figures)


def _after_own_acts(n: int, own: list[Act]) -> Iterator[Count]:
    for last, act in pairwise(own):
        if act.to_call <= 0:
            continue
        if last.word == "check":
            yield chance("check_raise", act.who, act.wager, (n,))
        if last.wager:
            yield chance("fold_to_raise", act.who, act.word == "fold", (n, last.word))


def _river(story: Story, who: Person, own: list[Act]) -> Iterator[Count]:
    fewest = min(count for person, count in story.draws[2] if person is not who)
    key = tuple("pat" if count == 0 else "1" if count == 1 else "2+" for count in (who.draws[2], fewest))
    did = {own[0].word}
    for last, act in pairwise(own):
        did.add("check-raise" if (last.word, act.word) == ("check", "raise") else act.word)
    for word in ("bet", "check-raise", "call", "raise", "fold"):
        yield chance("river_matrix", who, word in did, (*key, word))
