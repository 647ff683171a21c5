"""Beside step 6, watch: when to look - at the system's file events, and now and then in any case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import sleep

import watchfiles

FLOCK = 0.05
"""Seconds without an event after which a flock of them is over."""


def wakes(folders: list[str], seconds: float, *, poll: bool, refused: Callable[[str], object]) -> Iterator[bool]:
    """Say at least every `seconds` whether files may have changed; with `poll` the answer is always yes.

    Where the system has no file events, or no more of them, `refused` gets the reason, and it polls from then on.
    """
    if not poll:
        try:
            yield from _by_events(folders, round(seconds * 1000))
        except (OSError, RuntimeError) as error:  # the library's own error is a RuntimeError
            refused(str(error))
    while True:
        sleep(seconds)
        yield True


def _by_events(folders: list[str], milliseconds: int) -> Iterator[bool]:
    events = watchfiles.watch(
        *folders,
        watch_filter=None,
        debounce=milliseconds,
        step=round(FLOCK * 1000),
        rust_timeout=milliseconds,
        yield_on_timeout=True,
        ignore_permission_denied=True,
    )
    yield from map(bool, events)
