"""PHH: values as TOML writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from histparse.model.cards import Cards

_ESCAPES = {ord("\\"): "\\\\", ord('"'): '\\"'} | {code: f"\\u{code:04x}" for code in (*range(32), 127)}
_LITERAL = re.compile(r"[^'\x00-\x1f\x7f]*").fullmatch
_INTEGER = re.compile(r"0|[1-9][0-9]{0,17}").fullmatch


def string(text: str) -> str:
    """In single quotes if these can contain it, else in double quotes with escapes."""
    return f"'{text}'" if _LITERAL(text) else f'"{text.translate(_ESCAPES)}"'


def word(text: str) -> str:
    """A number, or a string."""
    return text if _INTEGER(text) else string(text)


def listed(values: Iterable[str]) -> str:
    """A list on one line."""
    return f"[{', '.join(values)}]"


def cards(some: Cards) -> str:
    """`7h6c??`, without blanks."""
    return "".join(some)
