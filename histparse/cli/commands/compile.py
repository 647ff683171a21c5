"""`histparse compile`: makes the machine code of large imports now, instead of during one."""

from __future__ import annotations

from histparse.api.machine_code import compile_lane, functions
from histparse.cli.printing import say
from histparse.cli.progress import progress
from histparse.cli.usage_error import UsageError
from histparse.model.plain import plain
from histparse.system.cache import FOLDER, cache_folder
from histparse.system.files import shown_path

PANEL = "Operate"


def run() -> int:
    """Compile the code that makes large imports and checks fast: half a minute, once for each version.

    Without this code an import of a thousand hands or more has the same results but takes two to three times as long.
    An import of more than 300 MB compiles it by itself, while it runs. The code is kept in the cache folder
    (`HISTPARSE_CACHE` names another) and serves every installation of this version. If it is there already, nothing is
    done. Exit code: 0 the code is there, 2 could not run.

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
    say(f"the compiled code is ready in {plain(shown_path(folder))}")
    return 0
