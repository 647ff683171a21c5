"""System: work in a process of its own, which can be killed whatever it is at, and may take so much memory only."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from select import select
from typing import NoReturn

from histparse.system.cores import cores

POSSIBLE = sys.platform == "linux"
"""Whether work can be done apart. Elsewhere libraries do not survive being copied, or nothing limits the copy."""
A_THREAD = 8 << 20
"""Bytes that a thread reserves for its stack."""
_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl


class LostError(RuntimeError):
    """The process was killed, or gave up; the message is the sentence for the user."""


def apart(work: Callable[[], object]) -> None:
    """Do that work in a copy of this process, which prints to the same standard output. Raises what it raises.

    An exception that comes meanwhile, such as Ctrl-C, kills it at once. Raises LostError when it is lost.
    """
    sys.stdout.flush()
    reading, writing = os.pipe()
    with ExitStack() as ending:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # it stays so in the copy
        ending.callback(signal.pthread_sigmask, signal.SIG_SETMASK, mask)
        child = os.fork()
        if not child:
            _do(work, writing)
        ending.callback(_end, child)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        os.close(writing)
        select([reading], [], [])  # polars has reading begin anew after a signal, and Python would not hear of it
        with open(reading, "rb") as said:  # noqa: PTH123 - a descriptor
            outcome = said.read()
    if not outcome:
        raise LostError("the process that did the work was killed, most likely because it took too much memory")
    if (error := pickle.loads(outcome)) is not None:  # noqa: S301 - our own process has written it
        raise error


def limit_memory(more: int) -> None:
    """Allow this process `more` bytes beyond what it has now, besides what its threads reserve."""
    import resource  # noqa: PLC0415 - only some systems have it

    now = next(line for line in Path("/proc/self/status").read_text("utf-8").splitlines() if line.startswith("VmData"))
    wanted = (int(now.split()[1]) << 10) + more + cores() * A_THREAD
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _do(work: Callable[[], object], writing: int) -> NoReturn:
    """The life of the copy. What libraries say when they give up is not heard: one sentence is."""
    error: BaseException | None = None
    with suppress(BaseException):
        _die_with_parent()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            work()
            sys.stdout.flush()
        except BaseException as raised:
            error = raised
        os.write(writing, _pickled(error))
    os._exit(0)


def _pickled(error: BaseException | None) -> bytes:
    try:
        return pickle.dumps(error)
    except Exception:
        return pickle.dumps(LostError(f"{type(error).__name__}: {error}"))  # a panic of Rust cannot be pickled


def _die_with_parent() -> None:
    import ctypes  # noqa: PLC0415 - only here

    parent = os.getppid()
    ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:  # it was quicker
        os._exit(1)


def _end(child: int) -> None:
    """End the process, which is done or should be."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
