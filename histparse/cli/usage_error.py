"""The only exception a command raises on purpose: why it cannot run, in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from histparse.model.absent import absent
from histparse.model.errors import HistparseError


class UsageError(Exception):
    """The command could not run. The message is the sentence the user reads; the exit code is 2."""


def unknown(kind: str, asked: str, there: Collection[str]) -> UsageError:
    """The error for an unknown name, with the closest known ones."""
    return UsageError(absent(kind, asked, there))


@contextmanager
def refusing(*errors: type[Exception]) -> Iterator[None]:
    """Turn errors whose message is already a sentence for the user into UsageError."""
    try:
        yield
    except errors as error:
        raise UsageError(error.to_users if isinstance(error, HistparseError) else str(error)) from error
