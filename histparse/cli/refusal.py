"""What cannot be done, in one sentence: the only exception a command raises on purpose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches


class Refusal(Exception):  # noqa: N818 - it is no error of the program: the user asked for what is not there
    """The command could not run; the message is the sentence the user reads, the exit code is 2."""


def unknown(kind: str, asked: str, there: Iterable[str]) -> Refusal:
    """The refusal of a name that is not there, with the nearest ones that are."""
    by_fold = {name.casefold(): name for name in there}
    near = [by_fold[match] for match in get_close_matches(asked.casefold(), by_fold, n=3, cutoff=0.5)]
    hint = f"did you mean {' or '.join(f'`{name}`' for name in near)}?" if near else f"no {kind} has a similar name"
    return Refusal(f"there is no {kind} `{asked}`: {hint}")


@contextmanager
def refusing(*errors: type[Exception]) -> Iterator[None]:
    """Take errors whose message already is the sentence for the user."""
    try:
        yield
    except errors as error:
        raise Refusal(str(error)) from error
