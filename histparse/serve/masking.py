"""Step 10, serve: the names of players on a page, or what stands for them if the address hides names."""

from __future__ import annotations

import polars as pl
from msgspec.structs import replace

from histparse import Store
from histparse.model.errors import escape_unprintable
from histparse.serve.address import HIDDEN, NAMES, PLAYERS, SHOWN, Address, RefusedError
from histparse.serve.pseudonyms import Pseudonyms
from histparse.serve.source import Source

UNKNOWN = (
    "names are hidden, and no player is called that: you are Hero, the other players are Player 1, Player 2 and so on"
)


def hides_names(address: Address) -> bool:
    """Whether the address says `names=hidden`. Raises RefusedError for another word."""
    return address.get_choice(NAMES, [HIDDEN, SHOWN, ""], "") == HIDDEN


def resolve_pseudonyms(address: Address, store: Store, source: Source) -> Address:
    """The address with players for the pseudonyms in it; if it hides names, it writes pseudonyms. Raises RefusedError.

    Shown again, names stand in all addresses of the page.
    """
    is_hidden = hides_names(address)
    if address.get(NAMES) is None:
        return address
    pseudonyms = source.cached(store, "pseudonyms", Pseudonyms.from_store)
    parameters = [
        (key, _require_player(pseudonyms, value) if key in PLAYERS else value) for key, value in address.parameters
    ]
    if is_hidden:
        return replace(address, parameters=tuple(parameters), pseudonyms=pseudonyms)
    return replace(address, parameters=tuple((key, value) for key, value in parameters if key != NAMES))


def mask_names(sentence: str, address: Address, player: str | None) -> str:
    """The sentence, that player and those of the address masked if it hides names."""
    for name in filter(None, [player, *(name for _, name in address.pick_parameters(PLAYERS))]):
        sentence = sentence.replace(escape_unprintable(name), address.mask(name))
    return sentence


def _require_player(pseudonyms: Pseudonyms, pseudonym: str) -> str:
    if (name := pseudonyms.player_for(pseudonym)) is None:
        raise RefusedError(UNKNOWN, 404)
    return name


def resolve_known_pseudonyms(address: Address, store: Store, source: Source) -> Address:
    """The address as `resolve_pseudonyms` gives it, without its players where these are refused."""
    try:
        return resolve_pseudonyms(address, store, source)
    except RefusedError:
        parameters = [(key, value) for key, value in address.parameters if key not in {NAMES, *PLAYERS}]
        return resolve_pseudonyms(replace(address, parameters=(*parameters, (NAMES, HIDDEN))), store, source)


def shown_name_contains(address: Address, text: str, column: str) -> pl.Expr:
    """Whether a column has a name with that in it, whatever its case: in what is shown of it."""
    shown = pl.col(column).map_elements(address.mask, pl.String)
    return shown.str.to_lowercase().str.contains(text.lower(), literal=True)
