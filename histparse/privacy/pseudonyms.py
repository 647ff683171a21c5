"""Step 7c, privacy: pseudonyms by a salted hash. The same salt gives the same ones; without it nobody can try names."""

from __future__ import annotations

import re
from collections.abc import Set
from datetime import timedelta
from functools import lru_cache
from hashlib import blake2b

_LONG = re.compile(r"\d{5,}")
"""Digits that are a number of the site or a time; shorter ones are numbers of tables and hands."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_SMALLEST = 10**12
_YEAR = timedelta(weeks=52)
"""The same days of the week at nearly the same time of the year."""
YEARS = 12
_LETTERS = str.maketrans("0123456789", "ghkmnpqrst")


class Pseudonyms:
    """The pseudonyms of one salt. `kept`: players who keep their names."""

    def __init__(self, salt: str, kept: Set[str] = frozenset()) -> None:
        self._key = blake2b(salt.encode(errors="surrogatepass"), digest_size=32).digest()
        self._kept = kept
        self._offset = _SMALLEST + self._secret("numbers") % (9 * _SMALLEST)
        self.earlier = _YEAR * (1 + self._secret("times") % YEARS)
        """By how much times are shifted into the past."""
        self.player = lru_cache(maxsize=1 << 16)(self._player)

    def number(self, number: str) -> str:
        """Numbers grow by the same amount, so that those next to each other stay so."""
        return self._moved(number) if number.isdecimal() else _LONG.sub(lambda at: self._moved(at[0]), number)

    def title(self, title: str, number: str = "") -> str:
        """The name of a table, a club or a tournament: word by word, its numbers as above, that one too."""
        if title.isdecimal():
            return self._moved(title)
        digits = re.compile(rf"(?<!\d){re.escape(number)}(?!\d)|{_LONG.pattern}") if number.isdecimal() else _LONG
        parts = _WORD.sub(lambda at: self._hash(f"word {at[0]}")[:6], title)
        return digits.sub(lambda at: self._moved(at[0]), parts)

    def _player(self, name: str) -> str:
        return name if name in self._kept else f"P{self._hash(f'player {name}')}"

    def _moved(self, number: str) -> str:
        return str(int(number) + self._offset)

    def _hash(self, text: str) -> str:
        """Twelve letters, 48 bits: no digits, which would be taken for numbers of the site."""
        return self._digest(text).hex()[:12].translate(_LETTERS)

    def _secret(self, what: str) -> int:
        return int.from_bytes(self._digest(what), "big")

    def _digest(self, text: str) -> bytes:
        return blake2b(text.encode(errors="surrogatepass"), key=self._key, digest_size=10).digest()
