"""What cannot be done, in one sentence: the only exception a command raises on purpose."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from histparse.model.absent import absent


class UsageError(Exception):
    """The command could not run; the message is the sentence the user reads, the exit code is 2."""


def unknown(kind: str, asked: str, there: Collection[str]) -> UsageError:
    """The refusal of a name that is not there, with the nearest ones that are."""
    return UsageError(absent(kind, asked, there))


@contextmanager
def refusing(*errors: type[Exception]) -> Iterator[None]:
    """Take errors whose message already is the sentence for the user."""
    try:
        yield
    except errors as error:
        raise UsageError(str(error)) from error
