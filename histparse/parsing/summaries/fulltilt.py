"""Tournament summaries of Full Tilt: a method for each terminal of `grammars/fulltilt_summary.lark`."""

# ruff: noqa: PLR0917  a method takes the parts of its line, however many there are

from __future__ import annotations

import re
from functools import partialmethod
from typing import Any

from msgspec.structs import replace

from histparse.model.times import Clock
from histparse.model.tournament import Finish, Price, Sum
from histparse.parsing.dialects.common import parse_optional_number
from histparse.parsing.dialects.fulltilt import FullTilt
from histparse.parsing.summaries.base import SummaryDialect, add_sums, parse_sum

_SPEED = re.compile(r"(?:Super |Hyper )?Turbo|Escalator")
_PERFORMED = {"Add-On": "addons", "Rebuy": "rebuys", "Re-Entr": "reentries"}
_MANY_ENTRIES = re.compile(r"Multi-Entry|Re-Entry")
"""How a title says that a player may enter more than once."""
_PLACE = re.compile(r"\d+")
_NOT_LOADED = "[Player not loaded]"


class FullTiltSummary(SummaryDialect):
    """The list of players may be cut, at the end or at the beginning, as it was loaded in the client."""

    site = "fulltilt"

    @staticmethod
    def parse_time(text: str) -> Clock:
        """Times are written as in hands; some name the month."""
        return FullTilt.parse_time(text)

    def summary_id(self) -> str:
        """Each match of a tournament has a summary of its own, and so has each player."""
        match, player = self.facts.get("match"), self.own_facts.get("player")
        parts = [str(self.tournament_id), *([f"match {match}"] if match else []), *([f"of {player}"] if player else [])]
        return " ".join(parts)

    def read_title(
        self,
        line: int,  # noqa: ARG002 - each method gets its line
        name: str,
        number: str,
        match: str | None,
        game: str,
        extras: str | None,
    ) -> None:
        """Behind the game stands what is special: `Turbo, 6 Handed`."""
        words = extras.split(", ") if extras else []
        speeds = [word.lower() for word in words if _SPEED.fullmatch(word)]
        kinds = [word for word in words if not _SPEED.fullmatch(word)]
        self.set_number_and_facts(number, name=name, match=parse_optional_number(match), game=game.strip())
        self.facts |= {"speed": speeds[0] if speeds else None, "kind": ", ".join(kinds) or None}

    def read_buy_in(self, line: int, buy_in: str | None, fee: str | None) -> None:  # noqa: ARG002 - as above
        """The bounty, which stands below, is part of it."""
        if buy_in is None:
            self.set_price_to_zero("price")
        else:
            self.set_price("price", _parse_sums(buy_in, fee))

    def read_knockout(self, line: int, amount: str) -> None:  # noqa: ARG002 - as above
        """A part of the buy-in that does not go into the prize pool."""
        price, bounty = self.facts.get("price"), parse_sum(amount)
        if price and bounty and price.currency != bounty.currency:
            self.facts["mixed_price"] = (Sum(price.buy_in, price.currency), bounty)
        elif price and bounty and bounty.amount <= price.buy_in:
            self.facts["price"] = replace(price, buy_in=price.buy_in - bounty.amount, bounty=bounty.amount)

    def read_awards(self, line: int, player: str, count: str) -> None:  # noqa: ARG002 - as above
        """`4 received %1 ...`: the number is in the place of the name."""
        number = player if count.startswith("%") and player.isdecimal() else count
        if number.isdecimal():
            self.own_facts["bounties"] = int(number)

    def _read_price(self, kind: str, _line: int, amount: str, fee: str | None) -> None:
        self.set_price(kind, _parse_sums(amount, fee))

    read_add_on = partialmethod(_read_price, "addon")
    read_rebuy = partialmethod(_read_price, "rebuy")

    def read_performed(self, line: int, player: str, count: str, purchase: str) -> None:  # noqa: ARG002 - as above
        """Only of the player whose summary it is."""
        self.own_facts |= {"player": player, _PERFORMED[purchase]: int(count)}

    read_entries = SummaryDialect.read_players
    """Entries, re-entries included."""

    def _read_total(self, purchase: str, line: int, count: str, pool: str | None) -> None:
        self.facts[purchase] = int(count)
        if pool:
            self.read_prize_pool(line, pool)

    read_total_add_ons = partialmethod(_read_total, "addons")
    read_total_rebuys = partialmethod(_read_total, "rebuys")

    def read_satellite(self, line: int, target: str) -> None:  # noqa: ARG002 - as above
        """The number of the tournament, or words."""
        self.facts |= {"satellite": True, "target": target}

    read_target = read_satellite

    def read_in_progress(self, line: int) -> None:  # noqa: ARG002 - as above
        """In place of the end."""
        self.facts["in_progress"] = True

    def read_still_playing(self, line: int, player: str) -> None:
        """Before the list of places."""
        self.finishes.append(Finish(line, player, None))

    def read_place(self, line: int, place: str, player: str, prize: str | None) -> None:
        """Several players may have the same place, and a player may have several, one for each entry."""
        if player != _NOT_LOADED:
            won = self.parse_prize_or_zero(prize)
            earlier = (
                sum(finish.player == player for finish in self.finishes)
                if _MANY_ENTRIES.search(self.facts.get("kind") or "")
                else 0
            )
            self.finishes.append(Finish(line, player, int(place), 1 + earlier, None, won.sum, won.ticket))

    def read_own_place(self, line: int, player: str, place: str, later_places: str) -> None:
        """The last line but notes: the best place first, and then that of each further entry."""
        self.own_facts |= {"player": player, "place": int(place), "line": line}
        if reentries := _PLACE.findall(later_places):
            self.own_facts.setdefault("reentries", len(reentries))

    def derive_own_result(self) -> dict[str, Any]:
        """The prize on one's own line of the list, and what the bounties brought: who won none has no line of them."""
        outcome: dict[str, Any] = {}
        if finishes := [
            finish for finish in self.finishes if finish.player == self.own_facts.get("player") and finish.place
        ]:
            prizes = [finish.prize for finish in finishes if finish.prize]
            tickets = filter(None, (finish.ticket for finish in finishes))
            # Of several entries all prizes are known, or their sum is not.
            prize = add_sums(prizes) if len(prizes) == len(finishes) else None
            outcome |= {"prize": prize, "ticket": ", ".join(tickets) or None}
        price: Price | None = self.facts.get("price")
        if price and price.bounty is not None and self.own_facts.keys() & {"place", "bounties"}:
            outcome["bounties"] = self.own_facts.get("bounties", 0)
            outcome["bounty"] = Sum(outcome["bounties"] * price.bounty, price.currency)
        return outcome


def _parse_sums(*texts: str | None) -> list[Sum]:
    return [money for text in texts if text and (money := parse_sum(text))]
