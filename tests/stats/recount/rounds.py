"""The four betting rounds, counted once more from the order of their acts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, takewhile

from histparse.model.ranking import number
from tests.stats.recount.book import Act, Story, fewest_beside
from tests.stats.recount.person import Person
from tests.stats.recount.sums import Count, chance

LIMIT = 121
"""The worst ten-low."""


def counts(story: Story) -> Iterator[Count]:
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
        made = cards is not None and number(cards) <= LIMIT
        for known in act.who.known_as(3) if cards else ():
            yield Count("value_to_bluff", act.who, (known,), (int(made), int(not made)))


def _after_own_acts(n: int, own: list[Act]) -> Iterator[Count]:
    for last, act in pairwise(own):
        if act.to_call <= 0:
            continue
        if last.word == "check":
            yield chance("check_raise", act.who, act.wager, (n,))
        if last.wager:
            facing = "raise" if last.word == "bet" else "re-raise"
            yield chance("fold_to_raise", act.who, act.word == "fold", (n, facing if n else f"{max(act.bets, 3)}-bet"))


def _river(story: Story, who: Person, own: list[Act]) -> Iterator[Count]:
    if own[0].to_call == 0:
        for word in ("bet", "check"):
            yield chance("river_unbet", who, own[0].word == word, (*_drawn(story, own[0]), word))
    before = list(takewhile(lambda act: act.word == "check", own))
    facing = own[len(before)] if len(before) < len(own) else None
    if facing and facing.to_call > 0:
        did = "check-raise" if before and facing.wager else facing.word
        for word in ("fold", "call", "raise", "check-raise"):
            yield chance("river_facing_bet", who, did == word, (*_drawn(story, facing), word))


def _drawn(story: Story, now: Act) -> tuple[str, str]:
    """What who acts drew last, and the fewest of an opponent."""
    fewest = fewest_beside(story.rounds[3], now, dict(story.draws[2]))
    own, against = ("pat" if count == 0 else "1" if count == 1 else "2+" for count in (now.who.draws[2], fewest))
    return own, against
