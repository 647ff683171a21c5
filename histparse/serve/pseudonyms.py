"""Step 10, serve: what stands for the names of players while these are hidden, on pages and in addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count

from msgspec import Struct

from histparse import Store
from histparse.view.masked import HERO, mask_text

NOBODY = "a player"
SHAPE = re.compile(rf"({HERO}|Player)( \d+)?")
ALL = 2**62
"""More players than there are."""


class Pseudonyms(Struct, frozen=True):
    """`Hero` and `Player 1` for the names of a database, the players with most hands first."""

    by_name: dict[str, str]
    names: dict[str, str]
    written: dict[str, str]
    """As `by_name`, by names as texts write them: without a site, and not joined with others."""

    @classmethod
    def from_store(cls, store: Store) -> Pseudonyms:
        """Give one to each who was ever dealt in; the hero with most hands is `Hero`, the next `Hero 2`."""
        names, heroes = store.most_met(ALL), [name for name, _ in store.heroes()]
        fixed = {name for name in names if SHAPE.fullmatch(name)}  # they keep theirs: none may mean two players
        hero_words = zip(
            (name for name in heroes if name not in fixed), _numbered_pseudonyms(HERO, fixed), strict=False
        )
        player_words = zip(
            (name for name in names if name not in {*fixed, *heroes}),
            _numbered_pseudonyms("Player", fixed),
            strict=False,
        )
        by_name = {**{name: name for name in fixed}, **dict(hero_words), **dict(player_words)}
        joined = {name: by_name[alias] for alias, _, name in store.aliases().rows() if alias in by_name}
        at_sites = {name.partition(":")[2]: word for name, word in by_name.items() if ":" in name}
        return cls(by_name, {word: name for name, word in by_name.items()}, {**at_sites, **joined, **by_name})

    def pseudonym_for(self, name: str) -> str:
        """Return the word that stands for a name in addresses, different for each; a pseudonym stays as it is."""
        return self.by_name.get(name) or (name if name in self.names else NOBODY)

    def mask(self, name: str) -> str:
        """Return the name that a page shows: every hero is `Hero`."""
        word = self.pseudonym_for(name)
        return HERO if word.startswith(HERO) else word

    def player_for(self, pseudonym: str) -> str | None:
        """The player that a pseudonym or a name means; None: there is none."""
        return self.names.get(pseudonym) or (pseudonym if pseudonym in self.by_name else None)

    def mask_text(self, text: str) -> str:
        """The text with every name in it masked."""
        return mask_text(text, {name: self.mask(word) for name, word in self.written.items() if name and name in text})


def _numbered_pseudonyms(word: str, taken: Iterable[str]) -> Iterator[str]:
    """`Hero`, `Hero 2`, ... or `Player 1`, `Player 2`, ..., without those that are used."""
    taken = {*taken}
    words = (word if word == HERO and number == 1 else f"{word} {number}" for number in count(1))
    return (pseudonym for pseudonym in words if pseudonym not in taken)
