"""The exception that commands raise themselves: why they cannot run, in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from histparse.model.absent import absent
from histparse.model.errors import HistparseError

Named = TypeVar("Named")


class UsageError(HistparseError):
    """The command could not run. The message is the sentence the user reads; the exit code is 2."""


def unknown(kind: str, asked: str, there: Collection[str]) -> UsageError:
    """The error for an unknown name, with the closest known ones."""
    return UsageError(absent(kind, asked, there))


def chosen(kind: str, asked: str, there: Mapping[str, Named]) -> Named:
    """What has that name. Raises UsageError, naming the `kind`, when nothing has."""
    if asked not in there:
        raise unknown(kind, asked, there)
    return there[asked]


@contextmanager
def refusing(*errors: type[Exception]) -> Iterator[None]:
    """Turn other errors whose message is already a sentence for the user into UsageError."""
    try:
        yield
    except errors as error:
        raise UsageError(str(error)) from error
