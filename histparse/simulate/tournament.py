"""A tournament of one table: rising levels, no new players, until one has all the chips or the hero is out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from histparse.model.hand import Tournament
from histparse.simulate.onehand import Occasion
from histparse.simulate.roster import Occupant, next_deal, seats_for
from histparse.simulate.settings import Level, Settings
from histparse.simulate.styles import invent


class TournamentTable:
    """A table whose occupants start with equal stacks; `over` when it has ended for the hero."""

    def __init__(self, settings: Settings, random: Random, people: Iterator[str], number: int) -> None:
        self.settings = settings
        self.number = number
        self.entrants = random.randint(*settings.players)
        self.seats = seats_for(settings.players[1])
        self.hands = 0
        known = [name for name in (settings.hero, *settings.regulars) if name is not None]
        names = list(dict.fromkeys([*known, *islice(people, self.entrants)]))[: self.entrants]
        places = random.sample(range(1, self.seats + 1), self.entrants)
        stack = settings.stacks[1] * settings.levels[0].stakes.big_bet
        self.occupants = [
            Occupant(name, seat, stack, settings.regulars.get(name) or invent(random, settings.callers))
            for name, seat in zip(names, places, strict=True)
        ]
        self.button = random.choice(places)

    @property
    def over(self) -> bool:
        """Whether one player has all the chips or the hero is out, which ends the hero's text."""
        alive = [occupant.name for occupant in self.occupants if occupant.stack]
        return len(alive) < 2 or self.settings.hero not in (None, *alive)

    def next(self) -> Occasion:
        """The next hand: its players and stakes."""
        level = self._level()
        self.hands += 1
        self.occupants = [occupant for occupant in self.occupants if occupant.stack]
        dealt = next_deal(self.occupants, self.button)
        self.button = dealt[-1].seat
        price, fee = self.settings.buy_in
        currency = None if self.settings.currency == "play" else self.settings.currency
        named = Tournament(str(self.number), level.name, price, None, fee, currency)
        table = f"{self.number} 1"
        return Occasion(table, self.seats, level.stakes, self.occupants, dealt, [], named, self.entrants)

    def _level(self) -> Level:
        played = self.hands
        for level in self.settings.levels:
            if played < level.hands:
                return level
            played -= level.hands
        return self.settings.levels[-1]
