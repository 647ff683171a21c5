"""Tournament summaries of PokerStars: a method for each terminal of `grammars/pokerstars_summary.lark`."""

# ruff: noqa: PLR0917  a method takes the parts of its line, however many there are

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from histparse.model.tournament import PLAY_MONEY, Finish
from histparse.parsing.summaries.base import SummaryDialect, parse_prize, parse_sum

_STILL_IN = "still playing"
_PURCHASES = {"e": "reentries", "b": "rebuys", "a": "addons"}
"""By the letter that tells the words apart: re-Entries, re-Buys, Add-ons."""


class PokerStarsSummary(SummaryDialect):
    """The list of players has everybody, oneself without a mark: one's own place says which line it is."""

    site = "pokerstars"

    def read_title(self, line: int, number: str, game: str) -> None:  # noqa: ARG002 - each method gets its line
        """The name of the tournament is not told."""
        self.set_number_and_facts(number, game=game.strip(), states_bounties=False, places_apart=True)

    def read_kind(self, line: int, kind: str) -> None:  # noqa: ARG002 - as above
        """Between the first line and the price."""
        self.facts["satellite"] = "Satellite" in kind
        self.facts["kind"] = kind

    def read_buy_in(self, line: int, price: str) -> None:  # noqa: ARG002 - as above
        """Before 2008 the currency was a sign alone."""
        if price.lower().startswith("free"):
            self.set_price_to_zero("price")
            return
        amounts, _, name = price.partition(" ") if not price.startswith("Rs. ") else (price, "", "")
        parts = [part for text in re.split("[/+]", amounts) if (part := parse_sum(text))]
        signs = {part.currency for part in parts} - {PLAY_MONEY}
        code = _currency_code(name) if len(signs) < 2 else None
        self.set_price("price", [replace(part, currency=code or part.currency) for part in parts])

    def read_added(self, line: int, amount: str) -> None:  # noqa: ARG002 - as above
        """Read the money that the house adds; it is in the prize pool."""
        self.facts["added"] = parse_sum(amount)

    def read_target(self, line: int, number: str, price: str | None) -> None:  # noqa: ARG002 - as above
        """The price of that tournament is not this one's."""
        self.facts |= {"satellite": True, "target": number}

    def read_tickets(self, line: int, count: str) -> None:  # noqa: ARG002 - as above
        """Note a satellite: the line says how many places are paid."""
        self.facts["satellite"] = True

    def read_place(
        self, line: int, place: str, player: str, entry: str | None, country: str, prize: str | None
    ) -> None:
        """Whoever is still playing is numbered too, which is no place."""
        if prize == _STILL_IN:
            self.finishes.append(Finish(line, player, None, int(entry or 1), country))
            return
        won = self.parse_prize_or_zero(prize)
        self.finishes.append(Finish(line, player, int(place), int(entry or 1), country, won.sum, won.ticket, won.share))

    def read_dear(self, line: int, player: str) -> None:  # noqa: ARG002 - as above
        """A mail has no list of players; one's name is in its salutation."""
        self.own_facts |= {"player": player}

    def read_own_place(self, line: int, place: str, award: str | None) -> None:
        """The number of the last hand is left alone: hands know better."""
        self.own_facts |= {"place": int(place), "line": line}
        if award is not None:
            self.own_facts["prize"] = parse_sum(award)

    def read_award(self, line: int, award: str) -> None:  # noqa: ARG002 - as above
        """As at the end of one's place."""
        self.own_facts["prize"] = parse_sum(award)

    def read_received(self, line: int, prize: str) -> None:  # noqa: ARG002 - as above
        """Money, or something else."""
        won = parse_prize(prize)
        self.own_facts |= {"prize": won.sum, "ticket": won.ticket}

    def read_bought(
        self,
        line: int,  # noqa: ARG002 - as above
        first: str,
        purchase: str,
        second: str | None,
        second_purchase: str | None,
        third: str | None,
        third_purchase: str | None,
        total: str,
    ) -> None:
        """One sum for all of it."""
        for count, words in ((first, purchase), (second, second_purchase), (third, third_purchase)):
            if count and words:
                self.own_facts[_PURCHASES[words.removeprefix("re").removeprefix("-")[0]]] = int(count)
        self.own_facts["further"] = parse_sum(total)

    def read_bounties(self, line: int, count: str, total: str) -> None:  # noqa: ARG002 - as above
        """The bounties won, and their sum over all entries."""
        self.own_facts |= {"bounties": int(count), "bounty": parse_sum(total)}

    def derive_own_result(self) -> dict[str, Any]:
        """The prize on the line of one's own place; in a mail, which states each award, none if there is none."""
        if "prize" in self.own_facts or "place" not in self.own_facts:
            return {}
        finishes = [finish for finish in self.finishes if finish.place == self.own_facts["place"]]
        if not self.finishes:
            return {"prize": self.zero_prize()} if "player" in self.own_facts else {}
        if len(finishes) != 1:
            return {}
        return {"player": finishes[0].player, "prize": finishes[0].prize, "ticket": finishes[0].ticket}


def _currency_code(name: str) -> str | None:
    """`USD`, `FPP`; None: the sign decides."""
    money = parse_sum(f"1 {name}") if name else None
    return money.currency if money else None
