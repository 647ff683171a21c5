"""Step 7c, privacy: what still tells who played: stakes that few play, and months with few hands."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from histparse.model.errors import count, escape_unprintable
from histparse.model.hand import Hand
from histparse.model.money import show_amount

FEW_PLAYERS = 10
FEW_HANDS = 20


class Telling:
    """The traits that hands share with few others."""

    def __init__(self) -> None:
        self._hands: Counter[str] = Counter()
        self._players: defaultdict[str, set[str]] = defaultdict(set)
        """By stakes; no more than are needed to know that they are not few."""
        self._months: Counter[str] = Counter()

    def count_stakes_and_month(self, hand: Hand) -> None:
        """Count the stakes and the month of a hand."""
        header = hand.header
        stakes = f"{header.currency} {show_amount(header.low)}/{show_amount(header.high)}"
        self._hands[stakes] += 1
        players = self._players[stakes]
        if len(players) < FEW_PLAYERS:
            players.update(seat.player for seat in hand.seats)
        if header.played_at:
            self._months[f"{header.played_at:%Y-%m}"] += 1

    def warnings_of_rare_stakes(self) -> Iterator[str]:
        """A sentence for each stakes that few play."""
        for stakes, players in sorted(self._players.items()):
            if len(players) < FEW_PLAYERS:
                hands = count(self._hands[stakes], "hand")
                people = count(len(players), "player")
                yield f"{escape_unprintable(stakes)} is rare here ({hands}, {people}): it may tell who they are"

    def warnings_of_rare_months(self) -> Iterator[str]:
        """A sentence for each month with few hands."""
        for month, number in sorted(self._months.items()):
            if number < FEW_HANDS:
                yield f"{month} has only {count(number, 'hand')}: the time may tell who played"
