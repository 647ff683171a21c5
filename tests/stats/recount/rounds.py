"""The four betting rounds, counted once more from the order of their acts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, takewhile

from histparse.model.ranking import number
from tests.stats.recount.book import Act, Story, fewest_beside
from tests.stats.recount.person import Person
from tests.stats.recount.sums import ANSWERS, Count, chance, chances

LIMIT = 121
"""The worst ten-low."""


def counts(story: Story) -> Iterator[Count]:
    """What each player did in each betting round."""
    for n, acts in enumerate(story.rounds):
        for act in acts:
            yield from _act(n, act)
        for person in story.people:
            own_acts = [act for act in acts if act.person is person]
            yield from _after_own_acts(n, own_acts)
            if n == 3 and own_acts and len(person.draws) == 3:
                yield from _river(story, person, own_acts)


def _act(n: int, act: Act) -> Iterator[Count]:
    if act.word != "check":
        yield chance("aggression_frequency", act.person, act.wager, (n,))
    yield Count("aggression_factor", act.person, (n,), (int(act.wager), int(act.word == "call")))
    if act.wagers == 1 and act.to_call > 0:
        yield chance("fold_to_bet", act.person, act.word == "fold", (n,))
    if n == 3 and act.word == "bet":
        cards = act.person.cards[3] if len(act.person.cards) > 3 else None
        made = cards is not None and number(cards) <= LIMIT
        for known in act.person.known_as(3) if cards else ():
            yield Count("value_to_bluff", act.person, (known,), (int(made), int(not made)))


def _after_own_acts(n: int, own_acts: list[Act]) -> Iterator[Count]:
    for last, act in pairwise(own_acts):
        if act.to_call <= 0:
            continue
        if last.word == "check":
            yield chance("check_raise", act.person, act.wager, (n,))
        if last.wager:
            facing = "raise" if last.word == "bet" else "re-raise"
            yield chance(
                "fold_to_raise", act.person, act.word == "fold", (n, facing if n else f"{max(act.bets, 3)}-bet")
            )


def _river(story: Story, person: Person, own_acts: list[Act]) -> Iterator[Count]:
    if own_acts[0].to_call == 0:
        yield from chances("river_unbet", person, own_acts[0].word, ("bet", "check"), _drawn(story, own_acts[0]))
    checks = list(takewhile(lambda act: act.word == "check", own_acts))
    facing = own_acts[len(checks)] if len(checks) < len(own_acts) else None
    if facing and facing.to_call > 0:
        did = "check-raise" if checks and facing.wager else facing.word
        yield from chances("river_facing_bet", person, did, (*ANSWERS, "check-raise"), _drawn(story, facing))


def _drawn(story: Story, now: Act) -> tuple[str, str]:
    """What who acts drew last, and the fewest of an opponent."""
    fewest = fewest_beside(story.rounds[3], now, dict(story.draws[2]))
    own_drawn, against = (
        "pat" if count == 0 else "1" if count == 1 else "2+" for count in (now.person.draws[2], fewest)
    )
    return own_drawn, against
