"""What tests of commands share: how one is run, and where hands and databases for it come from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from histparse.cli import app
from histparse.simulate import Settings, deal_hands
from tests.dealer.writing import write_all

Printed = Callable[..., str]
"""Runs a command line that succeeds: what it prints."""
PrintedJson = Callable[..., Any]
"""The same with `--format json`: what is printed, as Python has it."""
Refusal = Callable[..., str]
"""Runs a command line that is refused in one sentence, with nothing printed: the sentence."""


def write_session(file: Path, *parts: Settings) -> Path:
    """That file, with hands dealt as the settings of each part say."""
    file.write_text(write_all(hand for settings in parts for hand in deal_hands(settings)), "utf-8")
    return file


def import_by_command(db: Path, *paths: Path) -> Path:
    """That database, with the hands of these files or folders."""
    assert app.run_command_line(["import", *map(str, paths), "--db", str(db), "--jobs", "1", "-q"]) == 0
    return db
