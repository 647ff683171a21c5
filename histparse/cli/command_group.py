"""The commands as typer sees them."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial, wraps
from importlib import import_module
from typing import Annotated, Any, ClassVar, Literal, TypeVar, cast, get_args, get_origin

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command
from typer.models import ArgumentInfo

from histparse.cli import commands, let_ctrl_c_interrupt_waits
from histparse.cli.printing import PANEL, Verbosity

# --- options that commands share -------------------------------------------------------------------------------------


class OptionSet:
    """Options, which the parameters of its constructor are: each is annotated for typer, and has a default."""


def splice_options(run: Callable[..., int]) -> Callable[..., int]:
    """The command as typer reads it: its sets of options, and those that every command has, become single options."""
    signature = inspect.signature(run, eval_str=True)
    parameters = signature.parameters.values()
    sets = {
        parameter.name: parameter.annotation
        for parameter in parameters
        if inspect.isclass(parameter.annotation) and issubclass(parameter.annotation, OptionSet)
    }
    shown = [
        option
        for parameter in parameters
        for option in (option_parameters(sets[parameter.name]) if parameter.name in sets else [parameter])
    ]
    named = _hidden_option_for_only_argument(shown)

    @wraps(run)
    def command(context: typer.Context, **values: Any) -> int:
        verbosity = _pop_option_set(Verbosity, values)
        for name in named:
            values[name] = values.pop(f"{name}_") or values[name]
        for name, kind in sets.items():
            values[name] = _pop_option_set(kind, values)
        with verbosity.applying(context.command_path, values.get("db")):
            return run(**values)

    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    all_parameters = [*shown, *named.values(), *option_parameters(Verbosity), context]
    keywords = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in all_parameters]
    command.__signature__ = signature.replace(parameters=keywords)  # type: ignore[attr-defined] # typer reads it
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in keywords}
    return command


def option_parameters(option_set: type) -> list[inspect.Parameter]:
    """The options of a set."""
    return [*inspect.signature(option_set, eval_str=True).parameters.values()]


def _pop_option_set(option_set: type, values: dict[str, Any]) -> Any:  # Any: the set of that kind
    """The set, its values taken out of those given."""
    return option_set(**{option.name: values.pop(option.name) for option in option_parameters(option_set)})


def _hidden_option_for_only_argument(parameters: list[inspect.Parameter]) -> dict[str, inspect.Parameter]:
    """A hidden option for an only argument that may be left out: who writes `report --player Ann` means it."""
    arguments = [
        (argument, info)
        for argument in parameters
        for info in get_args(argument.annotation)[1:]
        if isinstance(info, ArgumentInfo)
    ]
    if len(arguments) != 1 or arguments[0][0].default is inspect.Parameter.empty:
        return {}
    [(argument, info)] = arguments
    option = typer.Option(f"--{info.metavar or argument.name}".lower(), hidden=True, autocompletion=info.autocompletion)
    return {
        argument.name: argument.replace(
            name=f"{argument.name}_", annotation=Annotated[get_args(argument.annotation)[0], option]
        )
    }


# --- commands --------------------------------------------------------------------------------------------------------

TOPICS = {"filters": "histparse.cli.filter_options", "notation": "histparse.cli.odds_options"}
"""What `histparse help` explains beside commands, with the module whose function `NAME_help_page` has the page."""
FILTERS = "Filters"
"""The panel of the options that say which hands count."""
_WORDS = {int: "N", float: "NUMBER", str: "TEXT"}


class CommandGroup(TyperGroup):
    """Commands that are loaded one by one, when they are run."""

    modules: ClassVar[Mapping[str, str]] = commands.MODULES

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "commands": _Commands(self.modules)})

    def get_params(self, ctx: Any) -> list[Any]:
        """The options of all commands."""
        return _set_metavars_and_lazy_checks(super().get_params(ctx))

    def list_commands(self, ctx: object) -> list[str]:  # noqa: ARG002 - typer passes it
        """The names of the commands; typer's own list would load every command."""
        return [*self.commands]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help page, the commands panel by panel."""
        self._replace_commands_by_summaries()
        super().format_help(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """The commands and options that begin so."""
        self._replace_commands_by_summaries()
        return super().shell_complete(ctx, incomplete)

    def _replace_commands_by_summaries(self) -> None:
        """Put a summary in the place of each command of the program: loading all would take a second."""
        if self.modules is commands.MODULES:
            self.commands = {
                name: TyperCommand(name, help=summary, rich_help_panel=panel)
                for panel, listed in commands.PANELS.items()
                for name, (_, summary) in sorted(listed.items())
            }


class Command(TyperCommand):
    """One command, with the options that all have."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help page; filters are only named there, because a page of their own explains them."""
        filters = [option for option in self.params if getattr(option, "rich_help_panel", None) == FILTERS]
        if filters:
            self.params = [option for option in self.params if option not in filters]
            options = ", ".join(f"`{word}`" for option in filters for word in [*option.opts, *option.secondary_opts])
            self.epilog = f"**Filters**, explained by `histparse help filters`: {options}."
        super().format_help(ctx, formatter)

    def invoke(self, ctx: Any) -> Any:
        """Run the command."""
        let_ctrl_c_interrupt_waits()
        return super().invoke(ctx)

    def get_params(self, ctx: Any) -> list[Any]:
        """The arguments and options of the command."""
        return _set_metavars_and_lazy_checks(super().get_params(ctx))


class HelpTopic(TyperCommand):
    """A topic that `histparse help` explains beside commands."""

    def get_params(self, ctx: Any) -> list[Any]:  # noqa: ARG002 - typer passes it
        """The options that it explains."""
        return _set_metavars_and_lazy_checks(
            [option for option in self.params if getattr(option, "rich_help_panel", None) != PANEL]
        )

    def get_usage(self, ctx: Any) -> str:  # noqa: ARG002 - as above
        """Return the heading of the help. There is no usage: nobody can run a topic."""
        return f"histparse help {self.name}"


Made = TypeVar("Made", bound=TyperCommand)


class _Commands(Mapping[str, Command | CommandGroup]):
    """The commands by their names."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules

    def __getitem__(self, name: str) -> Command | CommandGroup:
        module = import_module(f"{commands.__name__}.{self._modules[name]}")
        run = getattr(module, f"run_{name.replace('-', '_')}")
        if self._modules is not commands.MODULES:
            return _build_command(name, run, Command)
        return _build_group(name, run) if name in commands.GROUPS else _build_command(name, run, Command)

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._modules))

    def __len__(self) -> int:
        return len(self._modules)


def _build_command(name: str, run: Callable[..., int], kind: type[Made]) -> Made:
    shell = _build_typer(name)
    shell.command(name, cls=kind)(splice_options(run))
    return cast("Made", get_command(shell))


def build_topic(name: str) -> HelpTopic:
    """The topic of that name."""
    return _build_command(name, getattr(import_module(TOPICS[name]), f"{name}_help_page"), HelpTopic)


def _build_group(name: str, run: Callable[[], None]) -> CommandGroup:
    shell = _build_typer(name)
    kind = type("Group", (CommandGroup,), {"modules": dict.fromkeys(commands.GROUPS[name], commands.MODULES[name])})
    shell.callback(cls=kind)(run)
    return cast("CommandGroup", get_command(shell))


def _build_typer(name: str) -> typer.Typer:
    return typer.Typer(
        name=name,
        rich_markup_mode="markdown",
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _set_metavars_and_lazy_checks(parameters: list[Any]) -> list[Any]:
    """The parameters, loading the validator only when a value needs it. Any: parameters as typer has them.

    Help shows a short word for a value, not its type, and none where an option has no value.
    """
    for parameter in parameters:
        if parameter.metavar is None and isinstance(parameter, TyperOption) and parameter.nargs == 1:
            kind = parameter.type_descriptor.annotation
            parameter.metavar = "" if parameter.is_flag else _WORDS.get(kind)
        parameter.get_runtime_param = partial(_Check, parameter.get_runtime_param)
    return parameters


class _Check:
    """Typer's check of values, loaded when a value needs it: when text is to be a number, a choice or a path.

    Typer loads pydantic for any value, even for text that may be anything: `check` of one file takes 0.64 s of a
    processor with it, and 0.44 s without. Whole numbers in range need it no more than text does.
    """

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load

    def coerce(self, value: Any, param: TyperArgument | TyperOption, ctx: Any) -> Any:
        """The value the command receives for one from the command line, or for a default."""
        if value is None:
            return () if param.multiple or param.nargs == -1 else None
        if _is_of_type(value, param.type_descriptor.annotation):
            return value
        if (
            param.type_descriptor.annotation is int
            and (number := _parse_whole_number(value, param.min, param.max)) is not None
        ):
            return number
        return self._load().coerce(value, param=param, ctx=ctx)


def _is_of_type(value: Any, annotation: Any) -> bool:
    if get_origin(annotation) is list:
        return isinstance(value, list | tuple) and all(_is_of_type(part, get_args(annotation)[0]) for part in value)
    if get_origin(annotation) is Literal:
        return value in get_args(annotation)
    return isinstance(annotation, type) and isinstance(value, annotation)


def _parse_whole_number(text: Any, least: float | None, most: float | None) -> int | None:
    """The number in that range that the text is; None: typer says what is wrong with it."""
    if not (isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < sys.get_int_max_str_digits()):
        return None
    number = int(text)
    in_range = (least is None or least <= number) and (most is None or number <= most)
    return number if in_range else None
