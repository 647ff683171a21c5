"""The commands as typer sees them: each file in `commands/` is a command, each folder a group of them."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar, Literal, cast, get_args, get_origin

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from histparse.cli import commands, topics
from histparse.cli.ctrl_c import interrupt_waiting
from histparse.cli.option_sets import expanded
from histparse.cli.verbosity import applied, options

PANELS = ("Start", "Look", "Study", "Check", "Share", "Operate")
"""The commands on the help page, from the first to the rarest; a command's module says its `PANEL`."""
FILTERS = "Filters"
"""The panel of the options that say which hands count."""
_WORDS = {int: "N", float: "NUMBER", str: "TEXT"}


class CommandGroup(TyperGroup):
    """The commands of a package, loaded one by one: only the help page needs them all."""

    package: ClassVar[ModuleType] = commands

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "commands": _Commands(self.package)})

    def get_params(self, ctx: Any) -> list[Any]:
        """The options of all commands."""
        return _prepared(super().get_params(ctx))

    def list_commands(self, ctx: object) -> list[str]:  # noqa: ARG002 - typer passes it
        """The names of the commands; typer's own list would load every command."""
        return [*self.commands]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help page, the commands panel by panel."""
        by_panel = sorted(self.commands.items(), key=lambda item: _place(item[1]))
        self.commands = dict(by_panel)
        super().format_help(ctx, formatter)


class Command(TyperCommand):
    """One command, with the options that all have."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help page; filters are only named there, because a page of their own explains them."""
        filters = [one for one in self.params if getattr(one, "rich_help_panel", None) == FILTERS]
        if filters:
            self.params = [one for one in self.params if one not in filters]
            options = ", ".join(f"`{option}`" for one in filters for option in [*one.opts, *one.secondary_opts])
            self.epilog = f"**Filters**, explained by `histparse help filters`: {options}."
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        interrupt_waiting()
        of_all = {name: ctx.params.pop(name) for name in ("quiet", "verbose", "log")}
        with applied(ctx.command_path, ctx.params, **of_all):
            return super().invoke(ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the command line. An only argument may be named as if it were an option: `report --player Ann`."""
        own = {option for one in self.params for option in one.opts}
        arguments = [f"--{one.metavar or one.name}".lower() for one in self.params if isinstance(one, TyperArgument)]
        named = {*arguments} - own if len(arguments) == 1 else set()
        words = [word for arg in args for word in (arg.split("=", 1) if arg.split("=")[0] in named else [arg])]
        followed = zip(words, [*words, "-"][1:], strict=True)
        return super().parse_args(ctx, [word for word, to in followed if word not in named or to.startswith("-")])

    def get_params(self, ctx: Any) -> list[Any]:
        """The arguments and options of the command."""
        return _prepared(super().get_params(ctx))


class Topic(TyperCommand):
    """What `histparse help` explains beside commands."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ARG002 - typer passes it
        """The options that it explains."""
        return _prepared(self.params)

    def get_usage(self, ctx: Any) -> str:  # noqa: ARG002 - as above
        """What stands above: nobody can run it."""
        return f"histparse help {self.name}"


class _Commands(Mapping[str, Command | CommandGroup]):
    """The commands by their names."""

    def __init__(self, package: ModuleType) -> None:
        self._package = package
        # `import` cannot be a module's name, nor one with a dash.
        self._modules = {name.rstrip("_").replace("_", "-"): name for name in names(package)}

    def __getitem__(self, name: str) -> Command | CommandGroup:
        module = pick(self._package, self._modules[name])
        return _group(name, module) if hasattr(module, "__path__") else _command(name, module)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


def names(package: ModuleType) -> list[str]:
    """The names of the package's modules; none is loaded."""
    return sorted(module.name for module in pkgutil.iter_modules(package.__path__))


def pick(package: ModuleType, name: str) -> ModuleType:
    """The module of that name."""
    return import_module(f"{package.__name__}.{name}")


def _command(name: str, module: ModuleType) -> Command:
    alone, common = _shell(name), _shell("")
    alone.command(name, cls=Command, no_args_is_help=getattr(module, "NEEDS_ARGUMENTS", False))(expanded(module.run))
    common.command()(options)
    command = cast("Command", get_command(alone))
    command.params += get_command(common).params
    command.rich_help_panel = getattr(module, "PANEL", None)
    return command


def topic(name: str) -> Topic:
    """The topic of that name."""
    alone = _shell(name)
    alone.command(name, cls=Topic)(expanded(pick(topics, name).run))
    return cast("Topic", get_command(alone))


def _group(name: str, package: ModuleType) -> CommandGroup:
    """A package is a group: its modules are the commands."""
    alone = _shell(name)
    kind = type("Group", (CommandGroup,), {"package": package})
    alone.callback(cls=kind, no_args_is_help=True)(package.run)
    group = cast("CommandGroup", get_command(alone))
    group.rich_help_panel = getattr(package, "PANEL", None)
    return group


def _place(command: Any) -> int:  # Any: a command or a group, of typer's own kinds
    return PANELS.index(command.rich_help_panel) if command.rich_help_panel else 0


def _shell(name: str) -> typer.Typer:
    return typer.Typer(
        name=name,
        rich_markup_mode="markdown",
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _prepared(parameters: list[Any]) -> list[Any]:
    """The parameters, loading the validator only when a value needs it. Any: parameters as typer has them.

    Help shows a short word for a value, not its type, and none where an option has no value.
    """
    for parameter in parameters:
        if parameter.metavar is None and isinstance(parameter, TyperOption) and parameter.nargs == 1:
            kind = parameter.type_descriptor.annotation
            parameter.metavar = "" if parameter.is_flag else _WORDS.get(kind)
        if parameter._runtime_param is None:  # where typer keeps its validator, once created
            parameter._runtime_param = _Check()
    return parameters


class _Check:
    """A stand-in for typer's own validator until that is needed: a value that has its type is accepted as it is.

    Typer has pydantic check every value, even arbitrary text, and loading pydantic takes longer than most commands. It
    is used only when there is something to check: whether text is a number, a choice or a path.
    """

    def coerce(self, value: Any, param: TyperArgument | TyperOption, ctx: Any) -> Any:
        """The value the command receives for one from the command line, or for a default."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        if _fits(value, param.type_descriptor.annotation):
            return value
        param._runtime_param = None
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _fits(value: Any, kind: Any) -> bool:
    if get_origin(kind) is list:
        return isinstance(value, list | tuple) and all(_fits(each, get_args(kind)[0]) for each in value)
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    return isinstance(kind, type) and isinstance(value, kind)
