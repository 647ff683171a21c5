"""Step 10, serve: a player in a few words, what each rests on, and how to play against it."""

from __future__ import annotations

from typing import Any

from histparse import Filters, Store, statistics
from histparse.coach.notes import Word
from histparse.serve.address import Address, player_of
from histparse.serve.hand_addresses import HandAddresses
from histparse.serve.masking import only
from histparse.serve.source import Source
from histparse.stats.naming import row_name

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/notes", "Notes", 26, "notes.html", True
KEYS = ("player",)


def shown(address: Address, store: Store, source: Source) -> dict[str, Any]:
    """The words, each with the address of the hands behind it."""
    player, filters = player_of(store, address), address.filters()
    found = source.kept(store, ("notes", player, filters), lambda own: own.notes(player, filters=filters))
    untold = source.kept(store, ("untold", player, filters), lambda own: own.untold(player, filters=filters))
    there, hands = statistics(), HandAddresses(address, player)

    def rate_of(word: Word) -> dict[str, Any]:
        statistic = there[word.statistic]
        return {
            "statistic": statistic,
            "title": ", ".join([statistic.title, *row_name(word.of)]),
            "made": hands.made(statistic, word.of),
            "every": hands.every(statistic, word.of),
        }

    return {
        "player": player,
        "is_hero": is_hero(store, source, player),
        "only": only(filters, address.mask),
        "notes": found,
        "untold": untold,
        "rate_of": rate_of,
    }


def is_hero(store: Store, source: Source, player: str) -> bool:
    """Whether any hand shows the cards of that player at the deal, as it does to whom it belongs."""
    own = Filters(hero=True)
    return source.kept(store, ("hero", player), lambda one: one.number_of_hands(None, player, filters=own)) > 0
