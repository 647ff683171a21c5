"""The command line: calls the steps and prints their results. It holds no logic of its own.

Here it begins, and here it ends early: whatever Ctrl-C interrupts, with one sentence and exit code 130.
"""

from __future__ import annotations

import _thread
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.machinery import ExtensionFileLoader
from time import sleep
from types import FrameType
from typing import Any

from histparse.cli import late


def main() -> None:
    """The entry point: runs the command line of this process and exits with its code."""
    # Loading takes a moment, and Ctrl-C must work meanwhile.
    sys.exit(run_until_ctrl_c(lambda: late.app.run_as_process(sys.argv[1:]), is_last_work=True))


# --- Ctrl-C ----------------------------------------------------------------------------------------------------------

STOPPED = 130
SOON = 0.02
"""Seconds until Ctrl-C is raised again where it could not be heard."""
SENTENCE = "histparse: stopped before the end, as you asked\n"


def run_until_ctrl_c(work: Callable[[], int], *, is_last_work: bool = False) -> int:
    """The exit code that `work` returns, or 130, with a message, when Ctrl-C stopped it.

    An interrupted library may raise an error of its own or be half loaded: any exception after Ctrl-C is put down to
    it. `is_last_work`: nothing runs after this, so Ctrl-C is ignored from then on.
    """
    pressed = False

    def press(_number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        if _is_interruptible(frame):
            raise KeyboardInterrupt
        _press_again_soon()

    previous = _set_interrupt_handler(press)
    try:
        with _reraising_dropped_interrupts():
            code = work()
        ignore_ctrl_c()
    except BaseException as error:
        ignore_ctrl_c()
        if not (pressed or isinstance(error, KeyboardInterrupt)):
            raise
        code = STOPPED
        sys.stderr.write(SENTENCE)
    finally:
        if not is_last_work:
            _set_interrupt_handler(previous)
    return code


def let_ctrl_c_interrupt_waits() -> None:
    """Let Ctrl-C end a system call that waits: polars, once loaded, has the system begin it anew."""
    if hasattr(signal, "siginterrupt"):
        signal.siginterrupt(signal.SIGINT, True)


def ignore_ctrl_c() -> None:
    """Ignore Ctrl-C from here on: the work it could stop is done."""
    _set_interrupt_handler(signal.SIG_IGN)


def _is_interruptible(frame: FrameType | None) -> bool:
    """Whether an exception there ends the work in order."""
    while frame and frame.f_code not in UNINTERRUPTIBLE:
        frame = frame.f_back
    return frame is None


def _press_again_soon() -> None:
    def wait_and_press() -> None:
        sleep(SOON)
        _thread.interrupt_main()

    _thread.start_new_thread(wait_and_press, ())  # not by threading, whose locks the main thread may hold just now


@contextmanager
def _reraising_dropped_interrupts() -> Iterator[None]:
    previous = sys.unraisablehook
    sys.unraisablehook = partial(_press_again_if_dropped, previous)
    try:
        yield
    finally:
        sys.unraisablehook = previous


def _press_again_if_dropped(
    previous_hook: Callable[[sys.UnraisableHookArgs], object], dropped: sys.UnraisableHookArgs
) -> None:
    """Python drops and prints what is raised in destructors and callbacks, of its import locks for instance."""
    if isinstance(dropped.exc_value, KeyboardInterrupt):
        _press_again_soon()
    else:
        previous_hook(dropped)


UNINTERRUPTIBLE = {
    ExtensionFileLoader.create_module.__code__,
    ExtensionFileLoader.exec_module.__code__,
    _press_again_if_dropped.__code__,
}
"""Neither these functions nor the Python that they call: an exception while a library is loaded may abort the process
(DuckDB's does), and one in the hook for dropped exceptions is dropped too."""


def _set_interrupt_handler(handler: Any) -> Any:  # Any: what the module signal accepts and returns
    with suppress(ValueError):  # only the main thread gets Ctrl-C and can set a handler
        return signal.signal(signal.SIGINT, handler)
    return None
