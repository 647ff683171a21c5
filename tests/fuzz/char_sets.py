"""Sets of letters, from the tree of a pattern back to a pattern."""

from __future__ import annotations

import re
from re import _constants as ops
from typing import Any

_CATEGORIES = {
    ops.CATEGORY_DIGIT: r"\d",
    ops.CATEGORY_NOT_DIGIT: r"\D",
    ops.CATEGORY_SPACE: r"\s",
    ops.CATEGORY_NOT_SPACE: r"\S",
    ops.CATEGORY_WORD: r"\w",
    ops.CATEGORY_NOT_WORD: r"\W",
}


def char_set(kind: Any, what: Any) -> str | None:
    """The pattern of one letter that a node stands for; None if it stands for anything else."""
    if kind is ops.LITERAL:
        return members([(kind, what)])
    if kind is ops.NOT_LITERAL:
        return members([(ops.NEGATE, None), (ops.LITERAL, what)])
    if kind is ops.IN:
        return members(what)
    return "." if kind is ops.ANY else None


def members(parts: list[tuple[Any, Any]]) -> str:
    """The pattern of a set with these members."""
    written = ""
    for kind, what in parts:
        match kind:
            case ops.LITERAL:
                written += re.escape(chr(what))
            case ops.RANGE:
                written += "-".join(re.escape(chr(code)) for code in what)
            case ops.CATEGORY:
                written += _CATEGORIES[what]
    return f"[^{written}]" if parts[0][0] is ops.NEGATE else f"[{written}]"
