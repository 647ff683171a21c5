"""Step 4, rules: one module per family of codes; a rule is one small function. Adding a rule is writing one."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from histparse import text_rules
from histparse.findings import CATALOGUE, Rule

__all__ = ["catalogue", "load", "text_rules"]


def load() -> None:
    """Import every family, so that its rules stand in the registry."""
    for module in iter_modules(__path__, __name__ + "."):
        import_module(module.name)


def catalogue() -> dict[str, Rule]:
    """Every rule by code, sorted; also those of `text_rules`, which are found before there is a hand."""
    load()
    return dict(sorted(CATALOGUE.items()))
