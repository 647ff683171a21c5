"""Command line: what `histparse` alone shows - how to begin, and the names of all commands."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from histparse import __version__
from histparse.cli.command_group import PANELS, CommandGroup

BEGIN = """\
  histparse start               find your hands, import them and show them
  histparse import ~/histories  or name the folder yourself
  histparse report              you beside everybody else, in brief
  histparse check session.txt   which hands break which rule, and where
"""
WIDTH = 80
MORE = "`histparse help` says what each is for, `histparse help report` all about one."


def first_screen(program: CommandGroup) -> list[str]:
    """The lines: at most 24 of 80 columns, so that none scrolls out of sight."""
    by_panel: dict[str, list[str]] = {panel: [] for panel in PANELS}
    for name in program.list_commands(None):
        by_panel[_panel(program.commands[name])].append(name)
    listed = [
        line
        for panel, names in by_panel.items()
        for line in wrap(" ".join(names), WIDTH, initial_indent=f"  {panel:<9}", subsequent_indent=" " * 11)
    ]
    about = f"histparse {__version__} reads, judges and measures hands of 2-7 Triple Draw."
    return [about, "", *BEGIN.splitlines(), "", *listed, "", MORE]


def _panel(command: Any) -> str:  # Any: a command or a group, of typer's own kinds
    return command.rich_help_panel or PANELS[0]
