"""What `histparse` alone shows fits on the smallest screen, and leads to everything else."""

from __future__ import annotations

import re

from histparse.cli import commands
from histparse.cli.command_group import names
from tests.running import Run


def test_it_fits_and_names_every_command(run: Run) -> None:
    code, out, err = run()
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    there = {name.rstrip("_").replace("_", "-") for name in names(commands)}
    assert there <= {*re.findall(r"[\w-]+", out)}


def test_the_commands_that_it_names_to_begin_with_are_there(run: Run) -> None:
    for name in re.findall(r"^  histparse (\w+)", run()[1], re.MULTILINE):
        assert run("help", name)[1].lstrip().startswith(f"Usage: histparse {name} ")


def test_help_says_what_each_is_for(run: Run) -> None:
    code, out, _ = run("help")
    assert code == 0
    assert {f"─ {panel} ─" for panel in ("Start", "Look", "Study")} <= {*re.findall(r"─ \w+ ─", out)}
