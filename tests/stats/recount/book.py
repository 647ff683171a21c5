"""What happened in a hand, worked out again from its events, without replay or database."""

from __future__ import annotations

from dataclasses import dataclass

from histparse.model import events as ev
from histparse.model.cards import Cards
from histparse.model.hand import Hand, UncalledBet
from tests.stats.recount.bets import Bets
from tests.stats.recount.payouts import pay_out
from tests.stats.recount.person import Person, five, know_backwards, seated

ROUNDS = 4


@dataclass(frozen=True)
class Act:
    """A decision, with the few facts that earlier acts do not show."""

    person: Person
    word: str
    to_call: int
    wagers: int
    """Bets and raises out; the big blind is one."""
    full: int
    """Full bets out."""
    bets: int
    """The same, and a short all-in that the next raise completes."""
    may_raise: bool
    cap: int | None
    all_ins: int
    """Opponents left who are all-in."""

    @property
    def wager(self) -> bool:
        return self.word in {"bet", "raise"}


@dataclass(eq=False)
class Story:
    """A hand replayed independently. `draws`: who drew how many, in order, for each draw."""

    hand: Hand
    people: list[Person]
    rounds: list[list[Act]]
    draws: list[list[tuple[Person, int]]]
    rake: int = 0

    @property
    def contested(self) -> bool:
        return sum(not person.folded for person in self.people) > 1


def fewest_beside(acts: list[Act], now: Act, drew: dict[Person, int]) -> int:
    """The fewest cards that an opponent drew who is still in when somebody acts; `drew`: all who reached the draw."""
    folded = {act.person.name for act in acts[: acts.index(now)] if act.word == "fold"}
    return min(count for person, count in drew.items() if person is not now.person and person.name not in folded)


def story_of(hand: Hand) -> Story:
    """The story of a hand that was played to its end."""
    builder = _StoryBuilder(hand)
    for event in hand.events:
        builder.take(event)
    return builder.end()


class _StoryBuilder:
    def __init__(self, hand: Hand) -> None:
        self.story = Story(hand, seated(hand), [[] for _ in range(ROUNDS)], [])
        self.by_name = {person.name: person for person in self.story.people}
        self.bets = Bets(hand, len(self.story.people), len(self.story.people), 0)
        self.drawing = False

    def take(self, event: ev.Event) -> None:
        person = self.by_name.get(getattr(event, "player", ""))
        if person is None:
            return
        match event:
            case ev.Post():
                self.post(person, event)
            case ev.Fold() | ev.Check() | ev.Call() | ev.Bet() | ev.Raise() | ev.Wager():
                self.decide(person, event)
            case ev.Uncalled(amount=amount) if person.out_of_pot:
                person.out_of_pot -= amount
            case ev.Uncalled(amount=amount):
                person.pay(-amount, live=-amount)
            case ev.Collect(amount=amount):
                person.won += amount
            case _:
                self.hold(person, event)

    def hold(self, person: Person, event: ev.Event) -> None:
        """The cards, if known."""
        match event:
            case ev.Deal(cards=cards):
                person.cards, person.seen = [five(cards)], [five(cards) is not None]
            case ev.Discard(count=count, cards=cards):
                self.draw(person, count)
                person.cards.append(_discard_cards(person.cards[-1], cards, count))
                person.seen.append(False)  # until the new cards are known
            case ev.StandPat(held=held):
                self.draw(person, 0)
                person.cards.append(five(held) or person.cards[-1])
                person.seen.append(five(person.cards[-2]) is not None)
            case ev.Receive():
                person.cards[-1] = five(event.held) or five((event.kept or person.cards[-1] or ()) + (event.new or ()))
                person.seen[-1] = person.cards[-1] is not None and five(person.cards[-2]) is not None
            case ev.Show(cards=cards) | ev.Result(cards=cards):
                person.cards[-1] = person.cards[-1] if five(person.cards[-1]) else five(cards)
                person.printed = person.printed or five(cards)

    def post(self, person: Person, event: ev.Post) -> None:
        dead = event.kind in {ev.PostKind.ANTE, ev.PostKind.DEAD_BLIND}
        is_small_and_big = event.kind is ev.PostKind.SMALL_AND_BIG
        live = 0 if dead else min(event.amount, self.bets.big_blind) if is_small_and_big else event.amount
        person.pay(event.amount, live=live)
        person.post |= event.kind is not ev.PostKind.ANTE
        if not dead and event.kind is not ev.PostKind.SMALL_BLIND:
            straddle = event.kind in {ev.PostKind.STRADDLE, ev.PostKind.BUTTON_BLIND}
            self.bets.post(person.street if straddle else self.bets.big_blind)

    def decide(self, person: Person, event: ev.Event) -> None:
        if self.drawing:
            self.open_round()
        added = self.added(person, event)
        word = self.word(person, event, added)
        acts = self.story.rounds[self.round]
        opponents = [opponent for opponent in self.story.people if opponent is not person and not opponent.folded]
        acts.append(
            Act(
                person=person,
                word=word,
                to_call=max(self.bets.level - person.street, 0),
                wagers=self.bets.posted + sum(act.wager for act in acts),
                full=self.bets.full,
                bets=self.bets.bets_out,
                may_raise=self.bets.may_raise(person.name, person.chips, person.street)
                and any(not opponent.all_in for opponent in opponents),
                cap=self.bets.cap,
                all_ins=sum(opponent.all_in for opponent in opponents),
            )
        )
        person.pay(added, live=added)
        person.folded |= word == "fold"
        if word in {"bet", "raise"}:
            self.bets.wager(person.street, all_in=person.all_in)
        self.bets.answer(person.name, person.street)

    def added(self, person: Person, event: ev.Event) -> int:
        """Chips an act puts in."""
        match event:
            case ev.Call(added=int(added)) | ev.Bet(added=int(added)) | ev.Wager(added=int(added)):
                return added
            case ev.Call(to=int(total)) | ev.Raise(to=int(total)) | ev.Wager(to=int(total)):
                return total - person.street
            case ev.Raise(by=int(by)):
                return self.bets.level + by - person.street
            case ev.Wager():
                return min(max(self.bets.level - person.street, 0), person.chips)
        return 0

    def word(self, person: Person, event: ev.Event, added: int) -> str:
        if not isinstance(event, ev.Wager):
            return type(event).__name__.lower()
        if added == 0:
            return "check"
        if person.street + added <= self.bets.level:
            return "call"
        return "raise" if self.bets.level else "bet"

    def draw(self, person: Person, count: int) -> None:
        """A draw begins after betting, or when somebody draws again: nobody bets when all but one are all-in."""
        draws = self.story.draws
        if not self.drawing or any(drawer is person for drawer, _ in draws[-1]):
            self.give_back()
            draws.append([])
        self.drawing = True
        draws[-1].append((person, count))
        person.draws.append(count)

    @property
    def round(self) -> int:
        return len(self.story.draws)

    def open_round(self) -> None:
        self.drawing = False
        for person in self.story.people:
            person.street = 0
        live = sum(not person.folded for person in self.story.people)
        self.bets = Bets(self.story.hand, len(self.story.people), live, self.round)

    def give_back(self) -> None:
        """If the text does not print it, uncalled chips are returned: they are not part of anybody's winnings."""
        people = sorted(self.story.people, key=lambda person: -person.street)
        uncalled = self.story.hand.reading.uncalled
        if uncalled is not UncalledBet.OWN_LINE and not self.drawing and len(people) > 1:
            over = people[0].street - people[1].street
            people[0].pay(-over, live=-over)
            people[0].out_of_pot = over if uncalled is not UncalledBet.UNSAID else 0

    def end(self) -> Story:
        self.give_back()
        for person in self.story.people:
            know_backwards(person)
            person.won -= person.out_of_pot
        if not self.story.hand.reading.says_payouts:
            pay_out(self.story.people)
        self.story.rake = sum(person.put - person.won for person in self.story.people)
        return self.story


def _discard_cards(held: Cards | None, thrown: Cards | None, count: int) -> Cards | None:
    """The cards left in hand: fewer than five until the new cards are known."""
    if not held or thrown is None or len(thrown) != count or not set(thrown) <= set(held):
        return None
    return tuple(card for card in held if card not in thrown)
