"""Step 10, serve: the bar of all pages - a few words, each with its pages as tabs - and whom a page is about."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from itertools import groupby
from pkgutil import iter_modules
from types import ModuleType

from msgspec import Struct

from histparse.serve import pages
from histparse.serve.source import PageRequest

PLAYER = "player"


class Tab(Struct, frozen=True):
    """A page under a word of the bar."""

    path: str
    name: str
    is_of_player: bool


class Word(Struct, frozen=True):
    """A word of the bar: it leads to the first of its tabs."""

    name: str
    tabs: tuple[Tab, ...]
    paths: frozenset[str]
    """The pages of its tabs, and those to which only other pages lead."""


class Person(Struct, frozen=True):
    """Whom a page is about, if it is not the hero: the bar keeps the hero, and tabs keep the person."""

    name: str
    back: str
    """The address about the hero instead."""


def load_pages() -> list[ModuleType]:
    """All pages, in the order of the bar."""
    modules = [import_module(f"{pages.__name__}.{module.name}") for module in iter_modules(pages.__path__)]
    return sorted(modules, key=lambda page: page.PLACE)


def bar_words(pages: Iterable[ModuleType]) -> tuple[Word, ...]:
    """The words of the bar, from pages in its order."""
    words = []
    for name, listed in groupby(pages, key=lambda page: page.WORD):
        grouped = list(listed)
        tabs = tuple(Tab(page.PATH, page.TAB, PLAYER in page.KEYS) for page in grouped if page.TAB)
        words.append(Word(name, tabs, frozenset(page.PATH for page in grouped)))
    return tuple(words)


def player_if_not_hero(page: ModuleType, request: PageRequest, words: Iterable[Word]) -> Person | None:
    """The player whom the address names, if there is a hero and it is somebody else."""
    if request.address.get(PLAYER) is None or request.is_hero or not request.has_hero:
        return None
    if page.TAB:
        return Person(request.player, request.address.changed_address(player="", page=""))
    first = next(word.tabs[0].path for word in words if word.name == page.WORD)
    return Person(request.player, request.address.filtered_link(first))
