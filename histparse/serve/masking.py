"""Step 10, serve: the names of players on a page, or what stands for them if the address hides names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse import Store
from histparse.model.errors import escape_unprintable
from histparse.serve.address import HIDDEN, NAMES, PLAYERS, SHOWN, Address, RefusedError
from histparse.serve.source import Source
from histparse.view.masked import HERO, mask_text

UNKNOWN = (
    "names are hidden, and no player is called that: you are Hero, the other players are Player 1, Player 2 and so on"
)


def hides_names(address: Address) -> bool:
    """Whether the address says `names=hidden`. Raises RefusedError for another word."""
    return address.require_choice(NAMES, [HIDDEN, SHOWN, ""], "") == HIDDEN


def resolve_pseudonyms(address: Address, store: Store, source: Source) -> Address:
    """The address with players for the pseudonyms in it; if it hides names, it writes pseudonyms. Raises RefusedError.

    Shown again, names stand in all addresses of the page.
    """
    is_hidden = hides_names(address)
    if address.get(NAMES) is None:
        return address
    pseudonyms = source.compute_cached(store, "pseudonyms", Pseudonyms.from_store)
    parameters = [
        (key, _require_player(pseudonyms, value) if key in PLAYERS else value) for key, value in address.parameters
    ]
    if is_hidden:
        return replace(address, parameters=tuple(parameters), pseudonyms=pseudonyms)
    return replace(address, parameters=tuple((key, value) for key, value in parameters if key != NAMES))


def mask_address_players_if_hidden(sentence: str, address: Address, extra_player: str | None) -> str:
    """The sentence, that player and those of the address masked if it hides names."""
    for name in filter(None, [extra_player, *(name for _, name in address.pick_parameters(PLAYERS))]):
        sentence = sentence.replace(escape_unprintable(name), address.mask_if_hidden(name))
    return sentence


def rows_with_shown_and_true_names(rows: pl.DataFrame, address: Address) -> list[dict[str, Any]]:
    """The rows with the names that are shown as `player`, and the true ones as `unmasked`."""
    return [
        row | {"player": address.mask_if_hidden(row["player"]), "unmasked": row["player"]} for row in rows.to_dicts()
    ]


def _require_player(pseudonyms: Pseudonyms, pseudonym: str) -> str:
    if (name := pseudonyms.player_for(pseudonym)) is None:
        raise RefusedError(UNKNOWN, 404)
    return name


def resolve_pseudonyms_or_drop_players(address: Address, store: Store, source: Source) -> Address:
    """The address as `resolve_pseudonyms` gives it, without its players where these are refused."""
    try:
        return resolve_pseudonyms(address, store, source)
    except RefusedError:
        parameters = [(key, value) for key, value in address.parameters if key not in {NAMES, *PLAYERS}]
        return resolve_pseudonyms(replace(address, parameters=(*parameters, (NAMES, HIDDEN))), store, source)


def shown_name_contains(address: Address, text: str, column: str) -> pl.Expr:
    """Whether a column has a name with that in it, whatever its case: in what is shown of it."""
    shown = pl.col(column).map_elements(address.mask_if_hidden, pl.String)
    return shown.str.to_lowercase().str.contains(text.lower(), literal=True)


# --- what stands for names --------------------------------------------------------------------------------------------


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
        by_name = {name: name for name in fixed}
        for word, called in ((HERO, heroes), ("Player", names)):
            nameless = [name for name in called if name not in by_name]
            by_name |= zip(nameless, _numbered_pseudonyms(word, fixed), strict=False)
        joined = {name: by_name[alias] for alias, _, name in store.aliases().rows() if alias in by_name}
        at_sites = {name.partition(":")[2]: word for name, word in by_name.items() if ":" in name}
        return cls(by_name, {word: name for name, word in by_name.items()}, {**at_sites, **joined, **by_name})

    def unique_pseudonym(self, name: str) -> str:
        """Return the word that stands for a name in addresses, different for each; a pseudonym stays as it is."""
        return self.by_name.get(name) or (name if name in self.names else NOBODY)

    def shown_pseudonym_merging_heroes(self, name: str) -> str:
        """Return the name that a page shows: every hero is `Hero`."""
        word = self.unique_pseudonym(name)
        return HERO if word.startswith(HERO) else word

    def player_for(self, pseudonym: str) -> str | None:
        """The player that a pseudonym or a name means; None: there is none."""
        return self.names.get(pseudonym) or (pseudonym if pseudonym in self.by_name else None)

    def mask_text(self, text: str) -> str:
        """The text with every name in it masked."""
        return mask_text(
            text,
            {
                name: self.shown_pseudonym_merging_heroes(word)
                for name, word in self.written.items()
                if name and name in text
            },
        )


def _numbered_pseudonyms(word: str, taken: Iterable[str]) -> Iterator[str]:
    """`Hero`, `Hero 2`, ... or `Player 1`, `Player 2`, ..., without those that are used."""
    taken = {*taken}
    words = (word if word == HERO and number == 1 else f"{word} {number}" for number in count(1))
    return (pseudonym for pseudonym in words if pseudonym not in taken)
