"""The three draws, counted once more."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.ranking import number
from tests.stats.recount.book import Story
from tests.stats.recount.person import Person
from tests.stats.recount.rounds import LIMIT
from tests.stats.recount.sums import Count, chance

WORDS = {0: "pat", 1: "1", 2: "2", 3: "3", 4: "4+", 5: "4+"}


def counts(story: Story) -> Iterator[Count]:
    """What each player drew."""
    for n, draws in enumerate(story.draws, start=1):
        for place, (who, count) in enumerate(draws):
            pat, before = count == 0, [drawn for _, drawn in draws[:place]]
            yield chance("pat_rate", who, pat, (n,))
            yield Count("average_drawn", who, (n,), (count, 1))
            for j in range(6):
                yield chance("draw_frequency", who, count == j, (n, j))
                yield chance("draw_frequency_by_role", who, count == j, (role(story, who), n, j))
                yield chance("draw_frequency_by_place", who, count == j, (who is draws[-1][0], n, j))
            after = "-".join(WORDS[drawn] for drawn in who.draws[: n - 1]) or "deal"
            for word in dict.fromkeys(WORDS.values()):
                yield chance("draw_path", who, word == WORDS[count], (after, word))
            behind = "pat_first_to_draw" if not before else "pat_behind_pat" if 0 in before else "pat_behind_drawing"
            yield chance(behind, who, pat, (n,))
            yield from _after_the_round_before(story, n, who)
            yield from _after_earlier_draws(n, who)
            yield from _snow(story, n, who)


def role(story: Story, who: Person) -> str:
    """First raiser, later raiser, else blind or caller."""
    raisers = [act.who for act in story.rounds[0] if act.wager]
    if who in raisers:
        return "opener" if raisers[0] is who else "3-bettor"
    return "blind" if who.post else "caller"


def _after_the_round_before(story: Story, n: int, who: Person) -> Iterator[Count]:
    own = [act for act in story.rounds[n - 1] if act.who is who]
    count = who.draws[n - 1]
    if any(act.word == "raise" for act in own):
        yield chance("pat_after_raising", who, count == 0, (n,))
    if n > 1 and who.draws[n - 2] == 0 and any(act.wagers > 1 for act in own):
        yield chance("break_after_raise", who, count > 0, (n,))


def _after_earlier_draws(n: int, who: Person) -> Iterator[Count]:
    *earlier, count = who.draws[:n]
    if 0 not in earlier:
        yield chance("first_pat", who, count == 0, (n,))
    if earlier and earlier[-1] == 0:
        yield chance("break_rate", who, count > 0, (n,))
    if earlier and earlier[-1] > 0:
        yield chance("improvement", who, count < earlier[-1], (n,))


def _snow(story: Story, n: int, who: Person) -> Iterator[Count]:
    cards = who.cards[n]
    if who.draws[n - 1] == 0 and cards:
        after = any(act.who is who and act.wager for acts in story.rounds[n:] for act in acts)
        for known in who.known_as(n):
            yield chance("snow", who, number(cards) > LIMIT and after, (known, n))
