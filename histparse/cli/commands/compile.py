"""`histparse compile`: the machine code of the fast lane, at once and not beside a large import."""

from __future__ import annotations

from time import sleep

from histparse.cli.progress import progress
from histparse.cli.usage_error import UsageError
from histparse.cli.words import say
from histparse.columnar.compiler import compile_all, functions
from histparse.columnar.machine_code import code_folder, is_installed
from histparse.columnar.ready import is_loadable, is_proven
from histparse.model.plain import plain
from histparse.system.cache import FOLDER, cache_folder
from histparse.system.paths import shown_path

AGAIN = 0.5
"""Seconds from one look at another compiler to the next."""


def run() -> int:
    """Compile the fast lane of imports and checks now, which takes about half a minute, once for each version.

    Without it imports of a thousand hands and more take the reference lane, with the same results, two to three times
    as long. An import of more than 300 MB compiles for itself, while it runs. Where the machine code is there already,
    nothing is done. It lies in the cache folder, which `HISTPARSE_CACHE` names, and serves every installation of this
    version. Exit code: 0 it is there, 2 could not run.

    **Examples**

    - `histparse compile`
    - `HISTPARSE_CACHE=/var/cache/histparse histparse compile`
    """
    if not is_installed():
        raise UsageError("the fast lane needs numba: pip install 'histparse[fast]'")
    if not is_loadable():
        _compile()
    if not is_loadable():
        raise UsageError("what was compiled cannot be loaded; is NUMBA_DISABLE_JIT set?")
    say(f"the fast lane is ready in {plain(shown_path(code_folder()))}")
    return 0


def _compile() -> None:
    try:
        with progress("Compiling", functions()) as advance:
            while not compile_all(lambda: advance(1)):
                sleep(AGAIN)
    except OSError as error:
        where = plain(shown_path(cache_folder()))
        raise UsageError(f"cannot write to {where}: {error.strerror}; {FOLDER} names another folder") from error
    is_proven.cache_clear()
