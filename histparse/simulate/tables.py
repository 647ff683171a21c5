"""Tables: of cash games, where players come, go, sit out, return and buy chips, and of tournaments.

At a cash table stacks carry over. A tournament has one table, rising levels and no new players; it goes on until one
has all the chips or the hero is out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from histparse.export import Remark
from histparse.model.events import PostKind
from histparse.model.hand import Tournament
from histparse.simulate.chatter import WAITING
from histparse.simulate.onehand import Occasion
from histparse.simulate.player import Occupant, players_dealt_next, table_size_two_or_six_up
from histparse.simulate.settings import Level, Settings, Stakes, invent_style


class CashTable:
    """A table and its occupants, until it closes."""

    def __init__(self, settings: Settings, random: Random, people: Iterator[str], name: str) -> None:
        self.settings = settings
        self.random = random
        self.people = people
        self.name = name
        self.stakes: Stakes = random.choice(settings.stakes)
        self.seats = table_size_two_or_six_up(settings.players[1])
        self.occupants: list[Occupant] = []
        for _ in range(random.randint(*settings.players)):
            self._seat_newcomer()
        self.button = random.choice(self.occupants).seat

    def next_occasion(self) -> Occasion:
        """The next hand: its players and stakes."""
        self._maybe_top_up_short_stacks()
        occupants = list(self.occupants)
        dealt = players_dealt_next(occupants, self.button)
        self.button = dealt[-1].seat
        remarks: list[Remark] = [
            Remark("sit out", occupant.name, WAITING)
            for occupant in occupants
            if occupant.new and occupant not in dealt
        ]
        # Players who come or go now are mentioned in this hand, and seated or gone in the next.
        remarks += self._maybe_change_occupants()
        return Occasion(self.name, self.seats, self.stakes, occupants, dealt, remarks)

    def _seat_newcomer(self) -> Occupant:
        occupied = {occupant.seat for occupant in self.occupants}
        seat = self.random.choice([seat for seat in range(1, self.seats + 1) if seat not in occupied])
        name = self._newcomer_name()
        style = self.settings.regulars.get(name) or invent_style(self.random, self.settings.callers)
        self.occupants.append(Occupant(name, seat, self._random_stack(), style))
        return self.occupants[-1]

    def _newcomer_name(self) -> str:
        seated = {occupant.name for occupant in self.occupants}
        known = [self.settings.hero] if self.settings.hero else []
        wanted = [name for name in (*known, *self.settings.regulars) if name not in seated]
        return wanted[0] if wanted else next(name for name in self.people if name not in seated)

    def _random_stack(self) -> int:
        chip = self.stakes.small_blind
        low, high = (depth * self.stakes.big_bet for depth in self.settings.stacks)
        return self.random.randint(low // chip, high // chip) * chip

    def _maybe_change_occupants(self) -> list[Remark]:
        fewest, most = self.settings.players
        active = sum(not occupant.is_away for occupant in self.occupants)
        moved = self.random.random()
        if moved < 0.03 and active > fewest:
            return self._make_random_player_leave()
        if moved < 0.06 and active > fewest:
            return self._make_random_player_sit_out()
        if moved < 0.12:
            return self._bring_back_absent_players()
        if moved < 0.18 and len(self.occupants) < most:
            return self._make_player_join()
        return []

    def _make_player_join(self) -> list[Remark]:
        occupant = self._seat_newcomer()
        occupant.new, occupant.owes = True, PostKind.BIG_BLIND
        return [Remark("join", occupant.name, number=occupant.seat)]

    def _make_random_player_leave(self) -> list[Remark]:
        occupant = self.random.choice(self._active_occupants_but_hero())
        self.occupants.remove(occupant)
        return [Remark("leave", occupant.name)]

    def _make_random_player_sit_out(self) -> list[Remark]:
        occupant = self.random.choice(self._active_occupants_but_hero())
        occupant.is_away = True
        return [Remark("sit out", occupant.name)]

    def _bring_back_absent_players(self) -> list[Remark]:
        absent = [occupant for occupant in self.occupants if occupant.is_away]
        for occupant in absent:
            occupant.is_away = False
            occupant.owes = self.random.choice((PostKind.BIG_BLIND, PostKind.SMALL_AND_BIG))
        return [Remark("return", occupant.name) for occupant in absent]

    def _active_occupants_but_hero(self) -> list[Occupant]:
        return [occupant for occupant in self.occupants if occupant.name != self.settings.hero and not occupant.is_away]

    def _maybe_top_up_short_stacks(self) -> None:
        for occupant in self.occupants:
            short = occupant.stack < self.settings.stacks[0] * self.stakes.big_bet // 2
            if occupant.stack <= self.stakes.ante or (short and self.random.random() < 0.2):
                occupant.stack = max(occupant.stack, self._random_stack())


class TournamentTable:
    """A table whose occupants start with equal stacks; `over` when it has ended for the hero."""

    def __init__(self, settings: Settings, random: Random, people: Iterator[str], number: int) -> None:
        self.settings = settings
        self.number = number
        self.entrants = random.randint(*settings.players)
        self.seats = table_size_two_or_six_up(settings.players[1])
        self.hands = 0
        known = [name for name in (settings.hero, *settings.regulars) if name is not None]
        names = list(dict.fromkeys([*known, *islice(people, self.entrants)]))[: self.entrants]
        places = random.sample(range(1, self.seats + 1), self.entrants)
        stack = settings.stacks[1] * settings.levels[0].stakes.big_bet
        self.occupants = [
            Occupant(name, seat, stack, settings.regulars.get(name) or invent_style(random, settings.callers))
            for name, seat in zip(names, places, strict=True)
        ]
        self.button = random.choice(places)

    @property
    def is_over_or_hero_out(self) -> bool:
        """Whether one player has all the chips or the hero is out, which ends the hero's text."""
        alive = [occupant.name for occupant in self.occupants if occupant.stack]
        return len(alive) < 2 or self.settings.hero not in (None, *alive)

    def next_occasion(self) -> Occasion:
        """The next hand: its players and stakes."""
        level = self._current_level()
        self.hands += 1
        self.occupants = [occupant for occupant in self.occupants if occupant.stack]
        dealt = players_dealt_next(self.occupants, self.button)
        self.button = dealt[-1].seat
        price, fee = self.settings.buy_in
        currency = None if self.settings.currency == "play" else self.settings.currency
        named = Tournament(str(self.number), level.name, price, None, fee, currency)
        table = f"{self.number} 1"
        return Occasion(table, self.seats, level.stakes, self.occupants, dealt, [], named, self.entrants)

    def _current_level(self) -> Level:
        played = self.hands
        for level in self.settings.levels:
            if played < level.hands:
                return level
            played -= level.hands
        return self.settings.levels[-1]
