"""Step 7c, privacy: pseudonyms made with a secret salt. It gives the same ones again; without it nobody can try."""

from __future__ import annotations

import re
from collections.abc import Set
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import blake2b, scrypt

from histparse.privacy.keyed_order import KeyedOrder

_LONG = re.compile(r"\d{5,}")
"""Digits that are a number of the site or a time; shorter ones are numbers of tables and hands."""
_WORD = re.compile(r"[^\W\d_]{2,}")
COST = 1 << 12
"""The cost of scrypt: with the salt, a name takes 10 ms and 4 MB to try. A tenth of what suits passwords, for
an archive has thousands of players."""
WEEKS = 400
"""Times are moved by a number of weeks, one of this many."""
EARLY = datetime(2005, 9, 5, tzinfo=UTC)
"""Earlier times are moved forward, later ones back: neither to where nobody played online nor into the future."""
_LETTERS = str.maketrans("0123456789", "ghkmnpqrst")


class Pseudonyms:
    """The pseudonyms of one salt, 32 random bytes. `kept`: players who keep their names."""

    def __init__(self, salt: bytes, kept: Set[str] = frozenset()) -> None:
        self._salt = salt
        self._kept = kept
        self._order = lru_cache(maxsize=1 << 12)(KeyedOrder(self._key("numbers")))
        self.weeks = timedelta(weeks=1 + int.from_bytes(self._key("times"), "big") % WEEKS)
        """By how much times are moved."""
        self._name = lru_cache(maxsize=1 << 16)(self._named)

    def player(self, name: str) -> str:
        """Letters in place of a name."""
        return name if name in self._kept else f"P{self._name(f'player {name}')}"

    def number(self, number: str) -> str:
        """Another number for that one; numbers keep their order."""
        return self._moved(number) if number.isdecimal() else _LONG.sub(lambda at: self._moved(at[0]), number)

    def title(self, title: str, number: str = "") -> str:
        """The name of a table, a club or a tournament: word by word, its numbers as above, that one too."""
        return self._moved(title) if title.isdecimal() else self.part(title, number)

    def part(self, title: str, number: str = "") -> str:
        """A part of such a name: a short number counts something."""
        digits = re.compile(rf"(?<!\d){re.escape(number)}(?!\d)|{_LONG.pattern}") if number.isdecimal() else _LONG
        parts = _WORD.sub(lambda at: self._name(f"word {at[0]}")[:6], title)
        return digits.sub(lambda at: self._moved(at[0]), parts)

    def code(self, code: str) -> str:
        """Letters in place of digits and letters by which a site finds a hand again."""
        return self._name(f"code {code}")

    def time(self, played_at: datetime) -> datetime:
        """Another week, with weekday and time (UTC) as they were."""
        return played_at + self.weeks if played_at < EARLY else played_at - self.weeks

    def _moved(self, number: str) -> str:
        return str(self._order(int(number)))

    def _named(self, text: str) -> str:
        """Twelve letters, 48 bits: no digits, which would be taken for numbers of the site."""
        secret = scrypt(text.encode(errors="surrogatepass"), salt=self._salt, n=COST, r=8, p=1, dklen=6)
        return secret.hex().translate(_LETTERS)

    def _key(self, what: str) -> bytes:
        return blake2b(what.encode(), key=self._salt).digest()
