"""Options that several commands share: a command takes them as one parameter, the command line as many."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, get_args

import typer
from typer.models import ArgumentInfo

from histparse.cli.messages import Verbosity


class OptionSet:
    """Options, which the parameters of its constructor are: each is annotated for typer, and has a default."""


def spliced(run: Callable[..., int]) -> Callable[..., int]:
    """The command as typer reads it: its sets of options, and those that every command has, become single options."""
    signature = inspect.signature(run, eval_str=True)
    own = signature.parameters.values()
    sets = {
        one.name: one.annotation
        for one in own
        if inspect.isclass(one.annotation) and issubclass(one.annotation, OptionSet)
    }
    shown = [option for one in own for option in (options(sets[one.name]) if one.name in sets else [one])]
    named = _named(shown)

    @wraps(run)
    def command(context: typer.Context, **given: Any) -> int:
        verbosity = _taken(Verbosity, given)
        for name in named:
            given[name] = given.pop(f"{name}_") or given[name]
        for name, kind in sets.items():
            given[name] = _taken(kind, given)
        with verbosity.applied(context.command_path, given.get("db")):
            return run(**given)

    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    every = [*shown, *named.values(), *options(Verbosity), context]
    keywords = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in every]
    command.__signature__ = signature.replace(parameters=keywords)  # type: ignore[attr-defined] # typer reads it
    command.__annotations__ = {one.name: one.annotation for one in keywords}
    return command


def options(kind: type) -> list[inspect.Parameter]:
    """The options of a set."""
    return [*inspect.signature(kind, eval_str=True).parameters.values()]


def _taken(kind: type, given: dict[str, Any]) -> Any:  # Any: the set of that kind
    """The set, its values taken out of those given."""
    return kind(**{one.name: given.pop(one.name) for one in options(kind)})


def _named(shown: list[inspect.Parameter]) -> dict[str, inspect.Parameter]:
    """A hidden option for an only argument that may be left out: who writes `report --player Ann` means it."""
    arguments = [
        (one, info) for one in shown for info in get_args(one.annotation)[1:] if isinstance(info, ArgumentInfo)
    ]
    if len(arguments) != 1 or arguments[0][0].default is inspect.Parameter.empty:
        return {}
    [(one, info)] = arguments
    option = typer.Option(f"--{info.metavar or one.name}".lower(), hidden=True, autocompletion=info.autocompletion)
    return {one.name: one.replace(name=f"{one.name}_", annotation=Annotated[get_args(one.annotation)[0], option])}
