"""PHH: values as TOML writes them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from histparse.model.cards import Cards

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"'})


@lru_cache(maxsize=1 << 14)
def chips(amount: int) -> str:
    """An amount in 1/100: `300000`, `12.50`."""
    units, hundredths = divmod(amount, 100)
    return f"{units}.{hundredths:02}" if hundredths else f"{units}"


def string(text: str) -> str:
    """In single quotes if the text contains none, else in double quotes with escapes."""
    return f'"{text.translate(_ESCAPES)}"' if "'" in text else f"'{text}'"


def listed(values: Iterable[str]) -> str:
    """A list on one line."""
    return f"[{', '.join(values)}]"


def cards(some: Cards) -> str:
    """`7h6c??`, without blanks."""
    return "".join(some)
