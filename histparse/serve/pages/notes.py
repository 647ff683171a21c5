"""Step 10, serve: a player in a few words, what each rests on, and how to play against it."""

from __future__ import annotations

from typing import Any

from histparse import Filters, Store, statistics
from histparse.coach.notes import Word
from histparse.serve.hand_addresses import HandAddresses
from histparse.serve.source import PageRequest
from histparse.stats.words import row_name

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/notes", "Notes", 26, "notes.html", True
KEYS = ("player",)


def shown(request: PageRequest) -> dict[str, Any]:
    """The words, each with the address of the hands behind it."""
    address, player = request.address, request.player
    catalogue, hands = statistics(), HandAddresses(address, player)

    def rate_of(word: Word) -> dict[str, Any]:
        statistic = catalogue[word.statistic]
        return {
            "statistic": statistic,
            "title": ", ".join([statistic.title, *row_name(word.of)]),
            "made": hands.made(statistic, word.of),
            "chances": hands.all(statistic, word.of),
        }

    return {
        "player": player,
        "is_hero": is_hero(request),
        "filter_words": request.filter_words,
        "notes": request.of_player(Store.notes),
        "untold": request.of_player(Store.untold),
        "rate_of": rate_of,
    }


def is_hero(request: PageRequest) -> bool:
    """Whether any hand shows the cards of that player at the deal, as it does to whom it belongs."""
    player, hero_hands = request.player, Filters(hero=True)
    return request.cached(("hero", player), lambda store: store.number_of_hands(None, player, filters=hero_hands)) > 0
