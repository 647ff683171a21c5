"""What differs between sites and nothing else: one module, and one grammar of the same name, for each."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import isclass
from pkgutil import iter_modules

from histparse.model.absent import absent
from histparse.model.errors import HistparseError
from histparse.parsing.dialects.base import Dialect


@cache
def dialects() -> dict[str, type[Dialect]]:
    """Every dialect by its site's name; a new module of this package is found by itself."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    found = [thing for module in modules for thing in vars(module).values() if isclass(thing)]
    return {kind.site: kind for kind in found if issubclass(kind, Dialect) and hasattr(kind, "site")}


def known_site(site: str | None) -> str | None:
    """The site asked for, None for any. Raises HistparseError when there is none of that name."""
    if site is not None and site not in dialects():
        raise HistparseError(absent("site", site, dialects()))
    return site
