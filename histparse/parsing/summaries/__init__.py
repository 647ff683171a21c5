"""Tournament summaries: one module per site that writes them, with the grammar `grammars/<site>_summary.lark`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import isclass
from pkgutil import iter_modules

from histparse.parsing.summaries.base import SummaryDialect


@cache
def summaries() -> dict[str, type[SummaryDialect]]:
    """Every dialect of summaries by the name of its site; new modules of this package are found automatically."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    members = [member for module in modules for member in vars(module).values() if isclass(member)]
    return {kind.site: kind for kind in members if issubclass(kind, SummaryDialect) and hasattr(kind, "site")}
