"""The command line: calls the steps and prints their results. It holds no logic of its own."""

from __future__ import annotations

import sys

from histparse.cli.ctrl_c import stoppable


def main() -> None:
    """The entry point: runs the command line of this process and exits with its code."""
    sys.exit(stoppable(_run, last=True))


def _run() -> int:
    from histparse.cli.app import program  # noqa: PLC0415 - loading takes a moment, and Ctrl-C must work meanwhile

    return program(sys.argv[1:])
