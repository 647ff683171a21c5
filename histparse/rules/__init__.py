"""Step 4, rules: one module per family of codes; a rule is one small function. Adding a rule is writing one.

All codes are declared here, including those of the text (`text`), which reader and parser report before there is a hand
to judge: they import only that module, and it imports no step.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from histparse.model.findings import CATALOGUE, Rule

__all__ = ["catalogue", "load"]


def load() -> None:
    """Import every family, which registers its rules."""
    for module in iter_modules(__path__, __name__ + "."):
        import_module(module.name)


def catalogue() -> dict[str, Rule]:
    """Every rule by code, sorted."""
    load()
    return dict(sorted(CATALOGUE.items()))
