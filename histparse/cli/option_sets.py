"""Options that several commands share: a command takes them as one parameter, the command line as many."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields
from functools import wraps
from typing import Any, TypeVar, get_type_hints


@dataclass(frozen=True)
class OptionSet:
    """A set of options: each field is one, annotated for typer, with its default."""

    @classmethod
    def parameters(cls) -> list[inspect.Parameter]:
        """The options as typer reads them."""
        hints = get_type_hints(cls, include_extras=True)
        return [parameter(one.name, _default(one), hints[one.name]) for one in fields(cls)]


Set = TypeVar("Set", bound=OptionSet)


def expanded(run: Callable[..., int]) -> Callable[..., int]:
    """The command with an option for each field of a parameter that is a set of options."""
    signature = inspect.signature(run, eval_str=True)
    sets = {
        name: one.annotation
        for name, one in signature.parameters.items()
        if isinstance(one.annotation, type) and issubclass(one.annotation, OptionSet)
    }

    @wraps(run)
    def command(**given: Any) -> int:
        for name, kind in sets.items():
            given[name] = _taken(kind, given)
        return run(**given)

    shown: list[inspect.Parameter] = []
    for name, one in signature.parameters.items():
        shown += sets[name].parameters() if name in sets else [one]
    keywords = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in shown]
    command.__signature__ = signature.replace(parameters=keywords)  # type: ignore[attr-defined] # typer reads it
    command.__annotations__ = {one.name: one.annotation for one in keywords}
    return command


def parameter(name: str, default: object, annotation: object) -> inspect.Parameter:
    """An option of a set."""
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _taken(kind: type[Set], given: dict[str, Any]) -> Set:
    """The set, its values taken out of those given."""
    return kind(**{one.name: given.pop(one.name) for one in kind.parameters()})


def _default(one: Field[Any]) -> object:
    return one.default if one.default_factory is MISSING else one.default_factory()
