"""Step 10, serve: who is one person at several sites - names are joined and parted as `aliases` does."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from operator import itemgetter

from histparse.serve.address import Address, RefusedError
from histparse.serve.masking import hides_names
from histparse.serve.source import PageRequest, PageValues, Source

PATH, WORD, TAB, PLACE, TEMPLATE, IN_PIECES = "/names", "More", "Names", 56, "names.html", False
KEYS = ()


def template_values(request: PageRequest) -> PageValues:
    """All aliases, each with its players."""
    address = request.address
    rows = [] if hides_names(address) else request.store.aliases().rows()
    return {
        "aliases": [
            (alias, [f"{site}:{name}" for _, site, name in group]) for alias, group in groupby(rows, itemgetter(0))
        ],
    }


def apply_form(address: Address, form: Mapping[str, str], source: Source) -> None:  # noqa: ARG001 - as every page's
    """Join the players of the form, or part those of an alias. Raises StoreError, while an import has the file too."""
    alias, players = form.get("alias", "").strip(), form.get("players", "").split("\n")
    named = [name.strip() for name in players if name.strip()]
    is_parting = form.get("do") == "part"
    if not is_parting and not named:
        raise RefusedError("name the accounts to merge, one a line, as pokerstars:Ann")
    with source.open_for_writing() as store:
        if is_parting:
            store.part(alias)
        else:
            store.join(alias, named)
