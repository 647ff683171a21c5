"""Tournament levels: some sites use Arabic numerals, others Roman ones."""

from __future__ import annotations

from itertools import product

_TENS = ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC")
_ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_ROMAN = {str(number): "".join(parts) for number, parts in enumerate(product(_TENS, _ONES))}
_FIGURES = {numeral: figure for figure, numeral in _ROMAN.items() if numeral}


def roman(level: str) -> str:
    """`IV` for `4`; anything else unchanged."""
    return _ROMAN.get(level, level)


def figures(level: str | None) -> str | None:
    """`4` for `IV`; anything else unchanged."""
    return level and _FIGURES.get(level, level)
