"""The bets of one round, counted once more: how many full ones are out, and who may raise."""

from __future__ import annotations

from histparse.model.hand import Hand, Limit
from histparse.model.house import ShortRaise, house

HALF_COUNTS = {ShortRaise.HALF_COUNTS, ShortRaise.ADDS}
"""Where a short all-in of half a bet or more is a bet."""


class Bets:
    """One betting round. Levels are street totals in 1/100."""

    def __init__(self, hand: Hand, dealt: int, live: int, number: int) -> None:
        header = hand.header
        self.rules = house(header.site)
        self.fixed = header.limit is Limit.FIXED
        self.big_blind = header.big_blind or (header.low if self.fixed else header.high)
        self.unit = (header.low if number < 2 else header.high) if self.fixed else self.big_blind
        self.cap = self._cap(dealt, live, tournament=header.tournament is not None)
        self.level = self.full_level = self.opened = 0
        self.full = self.posted = 0
        self.short = False
        self.step = self.unit
        self.answered: dict[str, int] = {}

    def _cap(self, dealt: int, live: int, *, tournament: bool) -> int | None:
        is_heads_up = {"hand": dealt == 2, "round": live == 2, "table": dealt == 2 and tournament}
        cap = self.rules.cap_heads_up if is_heads_up[self.rules.heads_up_counts] and live == 2 else self.rules.cap
        return None if cap == "none" or not self.fixed else cap

    @property
    def bets_out(self) -> int:
        """Bets out, a short all-in too that the next raise completes."""
        return self.full + (self.short and self.rules.short_raise is ShortRaise.COMPLETES)

    def post(self, level: int) -> None:
        """A live blind."""
        if level > self.level:
            self.level = self.full_level = self.opened = level
            self.full += 1
            self.posted += 1

    def may_raise(self, name: str, chips: int, street: int) -> bool:
        """Below the cap, chips beyond the call, and the bet has grown enough since they acted."""
        is_open = name not in self.answered or self.answered[name] < self.opened
        return is_open and chips > self.level - street and (self.cap is None or self.full < self.cap)

    def wager(self, level: int, *, all_in: bool) -> None:
        """A bet or raise to that level."""
        if not self._is_short(level, all_in=all_in):
            self.step = max(self.unit, level - self.level)
            self.full_level = level
            self.full += 1
            self.short = False
        else:
            self.short = True
            self.full += self.rules.short_raise in HALF_COUNTS and 2 * (level - self.level) >= self.unit
        if not all_in or level - self.opened >= ((self.unit + 1) // 2 if self.fixed else self.step):
            self.opened = level
        self.level = max(level, self.level)

    def _is_short(self, level: int, *, all_in: bool) -> bool:
        base = self.level if self.rules.short_raise is ShortRaise.ADDS else self.full_level
        return all_in and level - base < self.unit

    def answer(self, name: str, street: int) -> None:
        """They have acted."""
        self.answered[name] = max(self.level, street)
