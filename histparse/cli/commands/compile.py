"""`histparse compile`: the machine code of the fast lane, at once and not beside a large import."""

from __future__ import annotations

from histparse.api.machine_code import compile_lane, functions
from histparse.cli.printing import say
from histparse.cli.progress import progress
from histparse.cli.usage_error import UsageError
from histparse.model.plain import plain
from histparse.system.cache import FOLDER, cache_folder
from histparse.system.paths import shown_path

PANEL = "Operate"


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
    try:
        with progress("Compiling", functions()) as advance:
            folder = compile_lane(lambda: advance(1))
    except OSError as error:
        where = plain(shown_path(cache_folder()))
        raise UsageError(f"cannot write to {where}: {error.strerror}; {FOLDER} names another folder") from error
    if folder is None:
        raise UsageError("what was compiled cannot be loaded; is NUMBA_DISABLE_JIT set?")
    say(f"the fast lane is ready in {plain(shown_path(folder))}")
    return 0
