"""What tests of commands call to run one."""

from __future__ import annotations

from collections.abc import Callable

Run = Callable[..., tuple[int, str, str]]
"""Runs a command line, given as words or paths: exit code, standard output, standard error."""
