"""The commands as typer sees them: each file in `commands/` is a command, loaded when it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from histparse.cli import commands
from histparse.cli.discovery import names, pick
from histparse.cli.option_sets import expanded
from histparse.cli.parameters import checked_late
from histparse.cli.verbosity import Verbosity


class CommandGroup(TyperGroup):
    """All commands, loaded one by one: only the help page needs them all."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "commands": _Commands()})

    def get_params(self, ctx: Any) -> list[Any]:
        """The options of all commands."""
        return checked_late(super().get_params(ctx))

    def list_commands(self, ctx: object) -> list[str]:  # noqa: ARG002 - typer passes it
        """Their names; typer's own list would load every command."""
        return [*self.commands]


class Command(TyperCommand):
    """One command."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Its arguments and options."""
        return checked_late(super().get_params(ctx))


class _Commands(Mapping[str, Command]):
    """The commands by their names."""

    def __init__(self) -> None:
        self._modules = {name.rstrip("_"): name for name in names(commands)}  # `import` cannot be a module's name

    def __getitem__(self, name: str) -> Command:
        return _loaded(name, self._modules[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


def _loaded(name: str, module: str) -> Command:
    command = pick(commands, "command", module)
    alone = typer.Typer(rich_markup_mode="markdown", add_completion=False, pretty_exceptions_enable=False)
    alone.command(name, cls=Command, no_args_is_help=getattr(command, "NEEDS_ARGUMENTS", False))(
        expanded(command.run, Verbosity)
    )
    return cast("Command", get_command(alone))
