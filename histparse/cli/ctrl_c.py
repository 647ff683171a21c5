"""Ctrl-C: whatever it hits, the program ends with one sentence and an exit code of its own."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any

STOPPED = 130
SENTENCE = "histparse: stopped before the end, as you asked\n"


def stoppable(work: Callable[[], int], *, last: bool = False) -> int:
    """The exit code that `work` gives, or 130 when Ctrl-C stopped it, which is then said.

    A library that is hit raises an error of its own, or is loaded by half: whatever is raised after Ctrl-C comes of it.
    `last`: nothing of the program comes after this, so Ctrl-C does nothing any more.
    """
    pressed = False

    def press(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    before = _hear(press)
    try:
        code = work()
        too_late()
    except BaseException as error:
        too_late()
        if not (pressed or isinstance(error, KeyboardInterrupt)):
            raise
        code = STOPPED
        sys.stderr.write(SENTENCE)
    finally:
        if not last:
            _hear(before)
    return code


def too_late() -> None:
    """From here on Ctrl-C does nothing: what it could stop is done."""
    _hear(signal.SIG_IGN)


def _hear(listener: Any) -> Any:  # Any: what the module signal takes and gives
    with suppress(ValueError):  # Ctrl-C comes to the main thread only, and nothing can be set in another
        return signal.signal(signal.SIGINT, listener)
    return None
