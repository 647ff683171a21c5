"""Step 10, serve: what stands for the names of players while these are hidden, on pages and in addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count

from msgspec import Struct

from histparse import Store
from histparse.view.masked import HERO, with_masks

NOBODY = "a player"
SHAPE = re.compile(rf"({HERO}|Player)( \d+)?")
ALL = 2**62
"""More players than there are."""


class Pseudonyms(Struct, frozen=True):
    """`Hero` and `Player 1` for the names of a database, the players with most hands first."""

    given: dict[str, str]
    meant: dict[str, str]
    written: dict[str, str]
    """As `given`, by names as texts write them: without a site, and not joined with others."""

    @classmethod
    def of(cls, store: Store) -> Pseudonyms:
        """Give one to each who was ever dealt in; the hero with most hands is `Hero`, the next `Hero 2`."""
        names, heroes = store.most_met(ALL), [name for name, _ in store.heroes()]
        own = {name for name in names if SHAPE.fullmatch(name)}  # they keep theirs: none may mean two players
        here = zip((name for name in heroes if name not in own), _numbered(HERO, own), strict=False)
        there = zip((one for one in names if one not in {*own, *heroes}), _numbered("Player", own), strict=False)
        given = {**{name: name for name in own}, **dict(here), **dict(there)}
        joined = {name: given[alias] for alias, _, name in store.aliases().rows() if alias in given}
        at_sites = {name.partition(":")[2]: word for name, word in given.items() if ":" in name}
        return cls(given, {word: name for name, word in given.items()}, {**at_sites, **joined, **given})

    def word(self, name: str) -> str:
        """What an address says for a name, different for each; a pseudonym stays as it is."""
        return self.given.get(name) or (name if name in self.meant else NOBODY)

    def mask(self, name: str) -> str:
        """What a page shows for a name: every hero is `Hero`."""
        word = self.word(name)
        return HERO if word.startswith(HERO) else word

    def name(self, said: str) -> str | None:
        """The player that a pseudonym or a name means; None: there is none."""
        return self.meant.get(said) or (said if said in self.given else None)

    def masked(self, text: str) -> str:
        """The text with every name in it masked."""
        return with_masks(text, {name: self.mask(word) for name, word in self.written.items() if name and name in text})


def _numbered(word: str, taken: Iterable[str]) -> Iterator[str]:
    """`Hero`, `Hero 2`, ... or `Player 1`, `Player 2`, ..., but for those that are taken."""
    own = {*taken}
    words = (word if word == HERO and number == 1 else f"{word} {number}" for number in count(1))
    return (one for one in words if one not in own)
