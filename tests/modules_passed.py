"""Which modules a command passes: `python -m tests.modules_passed FILE check one.txt` writes each on a line of FILE.

Counted are the modules of histparse of which a function is entered, in whatever thread.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from types import FrameType

import histparse

PACKAGE = f"{Path(histparse.__file__).parent}{os.sep}"
IS_FUNCTION = 1
"""The flag of code that has local variables: that of a module or a class has none."""


def main(listing: Path, words: list[str]) -> None:
    """Run the command line, and write the modules that it passes."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_flags & IS_FUNCTION and not code.co_name.startswith("<"):
            files.add(code.co_filename)

    sys.argv = ["histparse", *words]
    from histparse.cli import main as run  # noqa: PLC0415 - so that only what the command does is counted

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
        passed = sorted(file.removeprefix(PACKAGE) for file in files if file.startswith(PACKAGE))
        listing.write_text("".join(f"{file}\n" for file in passed), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
