"""Tournament summaries of Winamax: a method for each terminal of `grammars/winamax_summary.lark`."""

from __future__ import annotations

import re
from functools import partialmethod
from typing import Any

from histparse.model.tournament import Price, Sum
from histparse.parsing.summaries.base import SummaryDialect, parse_sum

_FREE = re.compile(r"(?i:free\w*|gratuit)")
_GAME = re.compile(r":([a-z0-9][a-z0-9-]{2,40})[,\]]")
_HYPHEN = re.compile(r"-(?!\d)|(?<!\d)-")
"""Between words, as in `2-7-triple-draw`: that of 2-7 stays."""
_SECONDS = (86_400, 3_600, 60, 1)


class WinamaxSummary(SummaryDialect):
    """Only one's own place is told."""

    site = "winamax"

    def summary_id(self) -> str:
        """The summary of each player is another text."""
        player = self.own_facts.get("player")
        return f"{self.tournament_id} of {player}" if player else str(self.tournament_id)

    def read_title(self, line: int, name: str, number: str, remark: str | None) -> None:  # noqa: ARG002 - each method gets its line
        """The name, or the game of a nameless tournament."""
        self.set_number_and_facts(number, name=name.strip(), kind=remark)

    def read_owner(self, line: int, player: str) -> None:  # noqa: ARG002 - as above
        """Whose summary it is."""
        self.own_facts |= {"player": player}

    def _read_price(self, kind: str, _line: int, price: str) -> None:
        if _FREE.fullmatch(price):
            self.set_price_to_zero(kind)
            return
        parts = [parse_sum(part) for part in price.split("+")]
        known = [part for part in parts if part is not None]
        if len(known) == len(parts):
            self.set_price(kind, known)

    read_buy_in = partialmethod(_read_price, "price")
    """The price of an entry; a ticket's is not told."""
    read_rebuy_cost = partialmethod(_read_price, "rebuy")
    read_addon_cost = partialmethod(_read_price, "addon")

    def _read_own_count(self, purchase: str, _line: int, count: str) -> None:
        self.own_facts[purchase] = int(count)

    read_your_rebuys = partialmethod(_read_own_count, "rebuys")
    read_your_addons = partialmethod(_read_own_count, "addons")
    read_your_reentries = partialmethod(_read_own_count, "reentries")

    def read_mode(self, line: int, *words: str | None) -> None:  # noqa: ARG002 - as above
        """`tt` for tournaments of many tables, `sng` for one, and perhaps further words."""
        kinds = [self.facts.get("kind"), *(word.strip() for word in words if word)]
        self.facts["kind"] = ", ".join(filter(None, kinds)) or None

    read_type = read_mode
    """The kind of tournament: `normal`, `knockout`."""

    def read_speed(self, line: int, speed: str) -> None:  # noqa: ARG002 - as above
        """A word of the site."""
        self.facts["speed"] = speed.strip().lower() or None

    def read_levels(self, line: int, levels: str) -> None:  # noqa: ARG002 - as above
        """The game of each level; the one, if they are all of one."""
        games = {_HYPHEN.sub(" ", game) for game in _GAME.findall(levels)}
        self.facts["game"] = games.pop() if len(games) == 1 else "mixed" if games else None

    def _read_total(self, purchase: str, _line: int, count: str) -> None:
        self.facts[purchase] = int(count)

    read_total_rebuys = partialmethod(_read_total, "rebuys")
    read_total_addons = partialmethod(_read_total, "addons")

    def read_played(self, line: int, *times: str | None) -> None:  # noqa: ARG002 - as above
        """Days, hours, minutes, seconds."""
        self.own_facts["seconds"] = sum(int(time or 0) * unit for time, unit in zip(times, _SECONDS, strict=True))

    def read_own_place(self, line: int, place: str | None) -> None:
        """Three dots: not known yet."""
        self.own_facts["line"] = line
        if place is None:
            self.facts["in_progress"] = True
        else:
            self.own_facts["place"] = int(place)

    def read_won(self, line: int, prize: str) -> None:  # noqa: ARG002 - as above
        """`45€ + Ticket 10€ + Bounty 5€`, or a part of it."""
        tickets: list[str] = []
        for part in prize.split(" + "):
            words = part.strip()
            if money := parse_sum(words.removeprefix("Bounty ")):
                self.own_facts["bounty" if words.startswith("Bounty ") else "prize"] = money
            else:
                tickets.append(words)
        self.own_facts["ticket"] = ", ".join(tickets) or None

    def derive_own_result(self) -> dict[str, Any]:
        """Whoever is placed and is not said to have won anything has won nothing."""
        if "place" not in self.own_facts:
            return {}
        price: Price | None = self.facts.get("price")
        outcome = {"prize": self.own_facts.get("prize", self.zero_prize())}
        if price and price.bounty is not None:
            outcome["bounty"] = self.own_facts.get("bounty", Sum(0, price.currency))
        return outcome
