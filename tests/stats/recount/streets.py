"""Betting after a draw, by what was drawn and by who has yet to act, counted once more from the order of the acts."""

from __future__ import annotations

from collections.abc import Iterator

from tests.stats.recount.book import Act, Story, fewest_beside
from tests.stats.recount.drawing import role
from tests.stats.recount.person import Person
from tests.stats.recount.sums import ANSWERS, Count, chance, chances


def counts(story: Story) -> Iterator[Count]:
    """What each player did in each betting round, the draw before it considered."""
    for n, acts in enumerate(story.rounds):
        yield from _third_bets(n, acts)
        if n > 0 and acts:
            drew = dict(story.draws[n - 1])
            yield from _between_two(n, acts, set(drew))
            yield from _leads(n, acts, story.rounds[n - 1])
            for person in drew:
                own_acts = [act for act in acts if act.person is person]
                if own_acts:
                    yield from _first_decisions(story, n, own_acts, drew)


def _first_decisions(story: Story, n: int, own_acts: list[Act], drew: dict[Person, int]) -> Iterator[Count]:
    person, acts = own_acts[0].person, story.rounds[n]
    if own_acts[0].to_call == 0:
        key = (n, _opponents(acts, own_acts[0], drew), _drew(acts, own_acts[0], drew))
        yield from chances("bet_by_draw", person, own_acts[0].word, ("bet", "check"), key)
        checked = any(act.word == "check" for act in acts[: acts.index(own_acts[0])])
        place = "behind a check" if checked else "first to act"
        yield chance("bet_by_role", person, own_acts[0].wager, (n, role(story, person), place))
    facing = next((act for act in own_acts if act.word != "check"), None)
    if facing and facing.to_call > 0:
        key = (n, _opponents(acts, facing, drew), _drew(acts, facing, drew))
        yield from chances("facing_bet_by_role", person, facing.word, ANSWERS, (n, role(story, person)))
        did = "check-raise" if facing is not own_acts[0] and facing.wager else facing.word
        yield from chances("facing_bet_by_draw", person, did, (*ANSWERS, "check-raise"), key)


def _drew(acts: list[Act], now: Act, drew: dict[Person, int]) -> str:
    own_drawn, least = drew[now.person], fewest_beside(acts, now, drew)
    return "fewer" if own_drawn < least else "equal" if own_drawn == least else "more"


def _opponents(acts: list[Act], now: Act, drew: dict[Person, int]) -> str:
    folded = sum(act.word == "fold" for act in acts[: acts.index(now)])
    return "two or more" if len(drew) - folded > 2 else "one"


def _leads(n: int, acts: list[Act], earlier_round: list[Act]) -> Iterator[Count]:
    """Those who come before the last raiser of the round before."""
    raisers = [act.person for act in earlier_round if act.wager]
    if not raisers or all(act.person is not raisers[-1] for act in acts):
        return
    for act in acts:
        if act.person is raisers[-1] or act.to_call > 0:
            return
        yield chance("lead", act.person, act.wager, (n,))


def _between_two(n: int, acts: list[Act], left: set[Person]) -> Iterator[Count]:
    """Those with somebody behind who has not answered the bet."""
    waiting: set[Person] = set()
    for act in acts:
        waiting.discard(act.person)
        if act.to_call > 0 and waiting and not act.all_ins:
            yield from chances("between_two", act.person, act.word, ANSWERS, (n,))
        left = left - {act.person} if act.word == "fold" else left
        waiting = left - {act.person} if act.wager else waiting


def _third_bets(n: int, acts: list[Act]) -> Iterator[Count]:
    for place, act in enumerate(acts):
        if act.wagers == 3 and act.to_call > 0:
            own_acts = [earlier for earlier in acts[:place] if earlier.person is act.person]
            called = any(earlier.word == "call" for earlier in own_acts)
            history = "raised" if any(earlier.wager for earlier in own_acts) else "called" if called else "not in yet"
            yield from chances("facing_third_bet", act.person, act.word, ANSWERS, (n, history))
