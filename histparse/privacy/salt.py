"""Step 7c, privacy: the secret behind pseudonyms - drawn at random, and kept in a file for the next time."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_bytes

from histparse.model.errors import HistparseError
from histparse.model.plain import quoted

_BYTES = 32
_HEAD = "# histparse anonymise: who has this file can find out the names behind pseudonyms"


class SaltError(HistparseError):
    """The file of a salt cannot be used."""


def new_salt() -> bytes:
    """One that nobody can guess."""
    return token_bytes(_BYTES)


def read_salt(file: Path) -> bytes | None:
    """The salt in that file; None if there is no such file. Raises SaltError if it is something else."""
    try:
        if not file.is_file():
            if file.exists():
                raise SaltError(f"{quoted(file)} is not a file: name one for the salt")
            return None
        with file.open("rb") as stream:
            salt = _salt_in(stream.read(1_000))
    except OSError as error:
        raise SaltError(f"cannot read {quoted(file)}: {error.strerror}") from error
    if salt is None:
        raise SaltError(f"{quoted(file)} is not a salt file of `histparse anonymise`: name another")
    return salt


def _salt_in(content: bytes) -> bytes | None:
    head, _, digits = content.decode("ascii", "replace").partition("\n")
    try:
        salt = bytes.fromhex(digits)
    except ValueError:
        return None
    return salt if head == _HEAD and len(salt) == _BYTES else None


def keep_salt(salt: bytes, file: Path) -> None:
    """Write a new file that only its owner can read. Raises SaltError, also if there is such a file by now."""
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(f"{_HEAD}\n{salt.hex()}\n".encode())
    except OSError as error:
        raise SaltError(f"cannot write {quoted(file)}: {error.strerror}") from error
