"""A cash table: stacks carry over, players come, go, sit out, return and buy chips."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from histparse.export import Remark
from histparse.model.events import PostKind
from histparse.simulate.chatter import WAITING
from histparse.simulate.onehand import Occasion
from histparse.simulate.roster import Guest, next_deal, seats_for
from histparse.simulate.settings import Settings, Stakes
from histparse.simulate.styles import invent


class CashTable:
    """Guests around one table, until it closes."""

    def __init__(self, settings: Settings, random: Random, people: Iterator[str], name: str) -> None:
        self.settings = settings
        self.random = random
        self.people = people
        self.name = name
        self.stakes: Stakes = random.choice(settings.stakes)
        self.seats = seats_for(settings.players[1])
        self.guests: list[Guest] = []
        for _ in range(random.randint(*settings.players)):
            self._sit_down()
        self.button = random.choice(self.guests).seat

    def next(self) -> Occasion:
        """Who plays the next hand."""
        self._buy_chips()
        guests = list(self.guests)
        dealt = next_deal(guests, self.button)
        self.button = dealt[-1].seat
        remarks: list[Remark] = [
            Remark("sit out", guest.name, WAITING) for guest in guests if guest.new and guest not in dealt
        ]
        # Who comes or goes now is told in this hand and missing or present in the next.
        remarks += self._come_and_go()
        return Occasion(self.name, self.seats, self.stakes, guests, dealt, remarks)

    def _sit_down(self) -> Guest:
        taken = {guest.seat for guest in self.guests}
        seat = self.random.choice([seat for seat in range(1, self.seats + 1) if seat not in taken])
        name = self._who()
        style = self.settings.regulars.get(name) or invent(self.random, self.settings.callers)
        self.guests.append(Guest(name, seat, self._bought(), style))
        return self.guests[-1]

    def _who(self) -> str:
        here = {guest.name for guest in self.guests}
        known = [self.settings.hero] if self.settings.hero else []
        wanted = [name for name in (*known, *self.settings.regulars) if name not in here]
        return wanted[0] if wanted else next(name for name in self.people if name not in here)

    def _bought(self) -> int:
        chip = self.stakes.small_blind
        low, high = (depth * self.stakes.big_bet for depth in self.settings.stacks)
        return self.random.randint(low // chip, high // chip) * chip

    def _come_and_go(self) -> list[Remark]:
        fewest, most = self.settings.players
        here = sum(not guest.away for guest in self.guests)
        moved = self.random.random()
        if moved < 0.03 and here > fewest:
            return self._leave()
        if moved < 0.06 and here > fewest:
            return self._sit_out()
        if moved < 0.12:
            return self._return()
        if moved < 0.18 and len(self.guests) < most:
            return self._join()
        return []

    def _join(self) -> list[Remark]:
        guest = self._sit_down()
        guest.new, guest.owes = True, PostKind.BIG_BLIND
        return [Remark("join", guest.name, number=guest.seat)]

    def _leave(self) -> list[Remark]:
        guest = self.random.choice(self._strangers())
        self.guests.remove(guest)
        return [Remark("leave", guest.name)]

    def _sit_out(self) -> list[Remark]:
        guest = self.random.choice(self._strangers())
        guest.away = True
        return [Remark("sit out", guest.name)]

    def _return(self) -> list[Remark]:
        away = [guest for guest in self.guests if guest.away]
        for guest in away:
            guest.away = False
            guest.owes = self.random.choice((PostKind.BIG_BLIND, PostKind.SMALL_AND_BIG))
        return [Remark("return", guest.name) for guest in away]

    def _strangers(self) -> list[Guest]:
        return [guest for guest in self.guests if guest.name != self.settings.hero and not guest.away]

    def _buy_chips(self) -> None:
        for guest in self.guests:
            short = guest.stack < self.settings.stacks[0] * self.stakes.big_bet // 2
            if guest.stack <= self.stakes.ante or (short and self.random.random() < 0.2):
                guest.stack = max(guest.stack, self._bought())
