"""Step 10, serve: a player in a few words, what each rests on, and how to play against it."""

from __future__ import annotations

from typing import Any

from histparse.coach.notes import Word, notes
from histparse.serve.asked import Asked, player_of
from histparse.serve.behind import Behind
from histparse.serve.choices import choices
from histparse.serve.source import Source
from histparse.stats import catalogue
from histparse.store import Database

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/notes", "Notes", 26, "notes.html", True
KEYS = ("player",)


def shown(asked: Asked, database: Database, source: Source) -> dict[str, Any]:
    """The words, each with the address of the hands behind it."""
    player, filters = player_of(database, asked), asked.filters()
    found = source.kept(database, ("notes", player, filters), lambda own: notes(own, player, filters))
    there, behind = catalogue(), Behind(asked, player)

    def rate_of(word: Word) -> dict[str, str]:
        statistic = there[word.statistic]
        return {
            "title": ", ".join([statistic.title, *(f"{name} {value}" for name, value in word.of.items())]),
            "made": behind.made(statistic, word.of),
            "every": behind.every(statistic, word.of),
        }

    return {
        "player": player,
        "only": filters.in_words,
        "choices": choices(database, source),
        "notes": found,
        "rate_of": rate_of,
    }
