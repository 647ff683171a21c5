"""System: work in a process of its own, which can be killed whatever it is at, and may take so much memory only.

It is forked, not spawned: a query would load its libraries twice, which takes longer than most queries.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from pathlib import Path
from threading import Thread

from histparse.system.processes import core_count
from histparse.system.workers import blocking_ctrl_c

try:
    import resource
except ImportError:  # a system without limits
    resource = None  # type: ignore[assignment] # as it says

POSSIBLE = sys.platform == "linux"
"""Whether work can be done apart. Elsewhere libraries do not survive being copied, or nothing limits the copy."""
A_THREAD = 8 << 20
"""Bytes that a thread reserves for its stack."""


class LostError(RuntimeError):
    """The process was killed, or gave up; the message is the sentence for the user."""


def run_in_forked_process(work: Callable[[], object], timeout: float | None = None) -> None:
    """Do that work in a copy of this process, which prints to the same standard output. Raises what it raises.

    Raises TimeoutError after so many seconds.

    An exception that comes meanwhile, such as Ctrl-C, kills it at once: DuckDB does not look for it in all it does.
    Raises LostError when it is lost.
    """
    sys.stdout.flush()
    system = get_context("fork")
    reading, writing = system.Pipe(duplex=False)
    copy = system.Process(target=_run_in_child, args=(work, writing))
    with blocking_ctrl_c():
        copy.start()
    writing.close()
    try:
        if not reading.poll(timeout):  # unlike reading, it ends with Ctrl-C even if polars is loaded
            raise TimeoutError
        error = reading.recv()
    except EOFError:
        raise LostError(
            "the process that did the work was killed, most likely because it took too much memory"
        ) from None
    finally:
        copy.kill()
        copy.join()
    if error is not None:
        raise error


def limit_memory(more_bytes: int) -> None:
    """Allow this process `more` bytes beyond what it has now, besides what its threads reserve.

    For what DuckDB takes and does not count: `repeat('x', 3000000000)`, see tests/cli/test_query_apart.py.
    """
    now = next(line for line in Path("/proc/self/status").read_text("utf-8").splitlines() if line.startswith("VmData"))
    wanted = (int(now.split()[1]) << 10) + more_bytes + core_count() * A_THREAD
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _run_in_child(work: Callable[[], object], writing: Connection) -> None:
    """The life of the copy. What libraries say when they give up is not heard: one sentence is."""
    Thread(target=_exit_with_parent, daemon=True).start()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    try:
        work()
        sys.stdout.flush()
    except Exception as error:
        writing.send(error)
    except BaseException as error:  # a panic of Rust cannot be pickled
        writing.send(LostError(f"{type(error).__name__}: {error}"))
    else:
        writing.send(None)
    os._exit(0)


def _exit_with_parent() -> None:
    if starter := parent_process():
        wait([starter.sentinel])
    os._exit(1)
