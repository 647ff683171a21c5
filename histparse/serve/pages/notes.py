"""Step 10, serve: a player on a card, then in a few words, what each rests on, and how to play against it."""

from __future__ import annotations

from functools import partial
from typing import Any

from histparse import Store, statistics
from histparse.coach.notes import Word
from histparse.serve.hand_addresses import counted_hands_address
from histparse.serve.opponents import hero_results_against_player, showdown_classes_by_draw, verdict_by_currency
from histparse.serve.source import PageRequest, PageValues
from histparse.stats.words import row_name

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/notes", "Players", "Notes", 44, "notes.html", True
KEYS = ("player",)


def template_values(request: PageRequest) -> PageValues:
    """The words, each with the address of the hands behind it."""
    address, player = request.address, request.player
    catalogue, hands = statistics(), partial(counted_hands_address, address, player)

    def rate_of(word: Word) -> dict[str, Any]:
        statistic, row = catalogue[word.statistic], dict(word.of)
        return {
            "statistic": statistic,
            "title": ", ".join([statistic.title, *row_name(row)]),
            "made": hands(statistic, row, only_made=True),
            "chances": hands(statistic, row),
        }

    return {
        "player": player,
        "is_hero": request.is_hero,
        "notes": request.call_cached(Store.notes, player, filters=request.filters),
        "untold": request.call_cached(Store.untold, player, filters=request.filters),
        "rate_of": rate_of,
        "shown": partial(showdown_classes_by_draw, request),
        "together": partial(hero_results_against_player, request),
        "winning": partial(verdict_by_currency, request),
    }
