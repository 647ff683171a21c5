"""Step 7c, privacy: pseudonyms made with a secret salt. It gives the same ones again; without it nobody can try."""

from __future__ import annotations

import os
import re
from collections.abc import Set
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from hashlib import blake2b, scrypt
from pathlib import Path
from secrets import token_bytes

from histparse.model.errors import HistparseError, quoted

_BYTES = 32
_HEAD = "# histparse anonymise: who has this file can find out the names behind pseudonyms"


def new_salt() -> bytes:
    """One that nobody can guess."""
    # Drawn, not thought up: a word as salt was found at the 35th try, and with it every name.
    return token_bytes(_BYTES)


def read_salt(file: Path) -> bytes | None:
    """The salt in that file; None if there is no such file. Raises HistparseError if it is something else."""
    try:
        if not file.is_file():
            if file.exists():
                raise HistparseError(f"{quoted(file)} is not a file: name one for the salt")
            return None
        with file.open("rb") as stream:
            salt = _parse_salt(stream.read(1_000))
    except OSError as error:
        raise HistparseError(f"cannot read {quoted(file)}: {error.strerror}") from error
    if salt is None:
        raise HistparseError(f"{quoted(file)} is not a salt file of `histparse anonymise`: name another")
    return salt


def _parse_salt(content: bytes) -> bytes | None:
    head, _, digits = content.decode("ascii", "replace").partition("\n")
    try:
        salt = bytes.fromhex(digits)
    except ValueError:
        return None
    return salt if head == _HEAD and len(salt) == _BYTES else None


def write_new_salt_file(salt: bytes, file: Path) -> None:
    """Write a new file that only its owner can read. Raises HistparseError, also if there is such a file by now."""
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(f"{_HEAD}\n{salt.hex()}\n".encode())
    except OSError as error:
        raise HistparseError(f"cannot write {quoted(file)}: {error.strerror}") from error


# --- an order that needs a key ----------------------------------------------------------------------------------------

BITS = 50
"""Numbers of sites are shorter. Of a longer one what is above these bits stays as it is."""
SPREAD = 14
"""Bits by which numbers get longer on average, which gives gaps room to be unequal."""


class KeyedOrder:
    """The map of one key: a larger number gives a larger one.

    Numbers are halved and halved again, and so is the room for what they become, at a place that the key and the half
    decide. Knowing what one number becomes tells how far that path went, and of others only that they are on that side.
    """

    def __init__(self, key: bytes) -> None:
        """`key`: up to 64 bytes."""
        self._key = key

    def __call__(self, number: int) -> int:
        """Return the number, from 0, in its new place: never less than it was."""
        # Not shifted, which one known hand would give away, nor hashed, as neighbours are compared in their order.
        high_bits, low_bits = number >> BITS, number & (1 << BITS) - 1
        start, room = high_bits << BITS + SPREAD, 1 << BITS + SPREAD
        for bit in reversed(range(BITS)):
            lower = self._lower_half_room(1 << bit, room, number >> bit + 1, bit)
            if low_bits >> bit & 1:
                start, room = start + lower, room - lower
            else:
                room = lower
        return start + self._keyed_random(number, BITS) % room

    def _lower_half_room(self, half_size: int, room: int, numbers: int, bit: int) -> int:
        """The room of the lower half: a place for each of its numbers, and from a quarter to three of what is spare."""
        spare = room - 2 * half_size
        return half_size + spare // 4 + self._keyed_random(numbers, bit) % (spare // 2 + 1)

    def _keyed_random(self, numbers: int, bit: int) -> int:
        drawn = blake2b(b"%d %d" % (numbers, bit), key=self._key, digest_size=16)
        return int.from_bytes(drawn.digest(), "big")


# --- pseudonyms -------------------------------------------------------------------------------------------------------

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
        self._unchanged = kept
        self._order = lru_cache(maxsize=1 << 12)(KeyedOrder(self._derive_key("numbers")))
        self.weeks = timedelta(weeks=1 + int.from_bytes(self._derive_key("times"), "big") % WEEKS)
        """By how much times are moved."""
        self._name = lru_cache(maxsize=1 << 16)(self._twelve_letters_for)

    def replace_player(self, name: str) -> str:
        """Letters in place of a name."""
        return name if name in self._unchanged else f"P{self._name(f'player {name}')}"

    def replace_number(self, number: str) -> str:
        """Another number for that one; numbers keep their order."""
        return (
            self._map_number_in_order(number)
            if number.isdecimal()
            else _LONG.sub(lambda digits: self._map_number_in_order(digits[0]), number)
        )

    def replace_title(self, title: str, tournament_number: str = "") -> str:
        """The name of a table, a club or a tournament: word by word, its numbers as above, that one too."""
        return (
            self._map_number_in_order(title) if title.isdecimal() else self.replace_title_part(title, tournament_number)
        )

    def replace_title_part(self, title: str, tournament_number: str = "") -> str:
        """A part of such a name: a short number counts something."""
        digits = (
            re.compile(rf"(?<!\d){re.escape(tournament_number)}(?!\d)|{_LONG.pattern}")
            if tournament_number.isdecimal()
            else _LONG
        )
        parts = _WORD.sub(lambda letters: self._name(f"word {letters[0]}")[:6], title)
        return digits.sub(lambda digits_found: self._map_number_in_order(digits_found[0]), parts)

    def replace_code(self, code: str) -> str:
        """Letters in place of digits and letters by which a site finds a hand again."""
        return self._name(f"code {code}")

    def move_by_secret_weeks(self, played_at: datetime) -> datetime:
        """Another week, with weekday and time (UTC) as they were."""
        return played_at + self.weeks if played_at < EARLY else played_at - self.weeks

    def _map_number_in_order(self, number: str) -> str:
        return str(self._order(int(number)))

    def _twelve_letters_for(self, text: str) -> str:
        """Twelve letters, 48 bits: no digits, which would be taken for numbers of the site."""
        secret = scrypt(text.encode(errors="surrogatepass"), salt=self._salt, n=COST, r=8, p=1, dklen=6)
        return secret.hex().translate(_LETTERS)

    def _derive_key(self, purpose: str) -> bytes:
        return blake2b(purpose.encode(), key=self._salt).digest()
