"""Python as it is on Windows, for the modules of histparse alone: a program that is copied to `sitecustomize.py`.

What only POSIX has is missing from `os`, `signal` and among the modules, `os.name` and `sys.platform` are those of
Windows, and files that are opened as text end their lines with CR LF, in Windows-1252 unless another is named.
"""

from __future__ import annotations

import builtins
import fcntl
import io
import sys
from types import ModuleType
from typing import Any

MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "posix", "readline"}
NAMES = {
    "os": "fork forkpty getuid geteuid getgid killpg getpgid setpgid setsid sched_getaffinity nice uname"
    " mkfifo mknod chown lchown fchown fchmod O_NONBLOCK O_NOFOLLOW O_DIRECTORY O_CLOEXEC O_SYNC sysconf statvfs pread"
    " pwrite sendfile register_at_fork getloadavg wait wait3 wait4 WNOHANG openpty ttyname chroot",
    "signal": "pthread_sigmask pthread_kill sigwait siginterrupt alarm setitimer pause SIG_BLOCK SIG_SETMASK"
    " SIGKILL SIGHUP SIGUSR1 SIGUSR2 SIGALRM SIGCHLD SIGPIPE SIGQUIT SIGSTOP SIGCONT SIGTSTP SIGWINCH SIGXCPU",
}
VALUES = {"os": {"name": "nt", "linesep": "\r\n"}, "sys": {"platform": "win32"}}


class Poorer(ModuleType):
    """A module as Windows has it: everything else is that of the module itself."""

    def __init__(self, module: ModuleType) -> None:
        self.__dict__.update(_module=module)

    def __getattr__(self, name: str) -> object:
        module = self.__dict__["_module"]
        if name in NAMES.get(module.__name__, "").split():
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r} on Windows")
        return VALUES.get(module.__name__, {}).get(name, getattr(module, name))

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self.__dict__["_module"], name, value)


def _locking(descriptor: int, _mode: int, _length: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise PermissionError(13, "Permission denied") from error


msvcrt = ModuleType("msvcrt")
vars(msvcrt).update(LK_NBLCK=2, locking=_locking)
poorer = {name: Poorer(__import__(name)) for name in ("os", "signal", "sys")} | {"msvcrt": msvcrt}
imported, opened = builtins.__import__, io.open


def _import(name: str, globals: Any = None, *more: Any, **named: Any) -> ModuleType:  # noqa: A002 # Any: as Python's
    if str((globals or {}).get("__name__")).startswith("histparse"):
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name in poorer:
            return poorer[name]
    return imported(name, globals, *more, **named)


def _open(file: Any, mode: str = "r", *more: Any, **named: Any) -> Any:  # Any: what Python's own takes
    if "b" not in mode and sys._getframe(1).f_globals.get("__name__", "").startswith(("histparse", "pathlib", "os")):
        options = dict(zip(("buffering", "encoding", "errors", "newline"), more, strict=False)) | named
        if options.get("encoding") in {None, "locale"}:
            options["encoding"] = "cp1252"
        if options.get("newline") is None and mode[0] in "wax":
            options["newline"] = "\r\n"
        return opened(file, mode, **options)
    return opened(file, mode, *more, **named)


builtins.__import__ = _import
io.open = builtins.open = _open
