"""Everything that differs between sites: one module and one grammar of the same name per site."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import isclass
from pkgutil import iter_modules

from histparse.model.errors import HistparseError, suggest_names
from histparse.parsing.dialects.base import Dialect


@cache
def dialects() -> dict[str, type[Dialect]]:
    """Every dialect by the name of its site; new modules of this package are found automatically."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    members = [member for module in modules for member in vars(module).values() if isclass(member)]
    return {kind.site: kind for kind in members if issubclass(kind, Dialect) and hasattr(kind, "site")}


def known_site(site: str | None) -> str | None:
    """The site requested, in any case, None for any. Raises HistparseError when it is unknown."""
    if site is None or site.casefold() in dialects():
        return site and site.casefold()
    raise HistparseError(suggest_names("site", site, dialects()))
