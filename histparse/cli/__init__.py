"""The command line: calls the steps and prints their results. It holds no logic of its own."""

from __future__ import annotations

import sys

from histparse.cli import late
from histparse.cli.ctrl_c import stoppable


def main() -> None:
    """The entry point: runs the command line of this process and exits with its code."""
    sys.exit(stoppable(_run, last=True))


def _run() -> int:
    return late.app.program(sys.argv[1:])  # loading takes a moment, and Ctrl-C must work meanwhile
