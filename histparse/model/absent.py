"""The sentence for an unknown name: similar names, or all there are."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from difflib import get_close_matches

from histparse.model.plain import quoted

FEW = 12
"""How many names are listed when none is similar."""


def absent(kind: str, asked: str, there: Collection[str] = (), near: Iterable[str] | None = None) -> str:
    """`there is no site ...`, with the closest names (`near`, if known), or with all if they are few."""
    found = list(similar(asked, there) if near is None else near)
    if found:
        hint = f"did you mean {either(found)}?"
    elif 0 < len(there) <= FEW:
        hint = f"there is {either(there)}"
    else:
        hint = f"no {kind} has a similar name"
    return f"there is no {kind} {quoted(asked)}: {hint}"


def similar(asked: str, there: Iterable[str], most: int = 3) -> list[str]:
    """The names most similar to that one, ignoring case."""
    by_fold = {name.casefold(): name for name in there}
    return [by_fold[match] for match in get_close_matches(asked.casefold(), by_fold, n=most, cutoff=0.5)]


def either(names: Iterable[str]) -> str:
    """The names, joined by "or" for a sentence."""
    return " or ".join(map(quoted, names))
