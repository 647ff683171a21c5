"""The command line: calls the steps and prints their results. It holds no logic of its own."""

from __future__ import annotations

import sys

from histparse.cli import late
from histparse.cli.ctrl_c import run_until_ctrl_c


def main() -> None:
    """The entry point: runs the command line of this process and exits with its code."""
    sys.exit(run_until_ctrl_c(_run_command_line, last=True))


def _run_command_line() -> int:
    return late.app.run_as_process(sys.argv[1:])  # loading takes a moment, and Ctrl-C must work meanwhile
