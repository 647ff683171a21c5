"""Step 4, rules: one module per family of codes; a rule is one small function. Adding a rule is writing one.

The codes SYN, which reader and parser report before there is a hand to judge, are declared in `model/text_codes.py`.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from histparse.model import text_codes  # noqa: F401 - it declares its codes
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
