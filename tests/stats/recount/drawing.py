"""The three draws, counted once more."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.ranking import number
from tests.stats.recount.book import Story
from tests.stats.recount.person import Person
from tests.stats.recount.rounds import LIMIT
from tests.stats.recount.sums import Count, chance, chances

WORDS = {0: "pat", 1: "1", 2: "2", 3: "3", 4: "4+", 5: "4+"}


def counts(story: Story) -> Iterator[Count]:
    """What each player drew."""
    for n, draws in enumerate(story.draws, start=1):
        for place, (person, count) in enumerate(draws):
            pat, earlier_counts = count == 0, [drawn for _, drawn in draws[:place]]
            yield chance("pat_rate", person, pat, (n,))
            yield Count("average_drawn", person, (n,), (count, 1))
            yield from chances("draw_frequency", person, count, range(6), (n,))
            yield from chances("draw_frequency_by_role", person, count, range(6), (role(story, person), n))
            yield from chances("draw_frequency_by_place", person, count, range(6), (person is draws[-1][0], n))
            path = "-".join(WORDS[drawn] for drawn in person.draws[: n - 1]) or "deal"
            yield from chances("draw_path", person, WORDS[count], {*WORDS.values()}, (path,))
            pat_statistic = (
                "pat_first_to_draw"
                if not earlier_counts
                else "pat_behind_pat"
                if 0 in earlier_counts
                else "pat_behind_drawing"
            )
            yield chance(pat_statistic, person, pat, (n,))
            yield from _after_the_round_before(story, n, person)
            yield from _after_earlier_draws(n, person)
            yield from _snow(story, n, person)


def role(story: Story, person: Person) -> str:
    """First raiser, later raiser, else blind or caller."""
    raisers = [act.person for act in story.rounds[0] if act.wager]
    if person in raisers:
        return "opener" if raisers[0] is person else "3-bettor"
    return "blind" if person.post else "caller"


def _after_the_round_before(story: Story, n: int, person: Person) -> Iterator[Count]:
    own_acts = [act for act in story.rounds[n - 1] if act.person is person]
    count = person.draws[n - 1]
    if any(act.word == "raise" for act in own_acts):
        yield chance("pat_after_raising", person, count == 0, (n,))
    if n > 1 and person.draws[n - 2] == 0 and any(act.wagers > 1 for act in own_acts):
        yield chance("break_after_raise", person, count > 0, (n,))


def _after_earlier_draws(n: int, person: Person) -> Iterator[Count]:
    *earlier, count = person.draws[:n]
    if 0 not in earlier:
        yield chance("first_pat", person, count == 0, (n,))
    if earlier and earlier[-1] == 0:
        yield chance("break_rate", person, count > 0, (n,))
    if earlier and earlier[-1] > 0:
        yield chance("improvement", person, count < earlier[-1], (n,))


def _snow(story: Story, n: int, person: Person) -> Iterator[Count]:
    cards = person.cards[n]
    if person.draws[n - 1] == 0 and cards:
        bet_later = any(act.person is person and act.wager for acts in story.rounds[n:] for act in acts)
        for known in person.known_as(n):
            yield chance("snow", person, number(cards) > LIMIT and bet_later, (known, n))
