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


Set = TypeVar("Set", bound=OptionSet)


def expanded(run: Callable[..., int]) -> Callable[..., int]:
    """The same command with an option for each field of a parameter that is a set of options."""
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
        shown += _parameters(sets[name]) if name in sets else [one]
    keywords = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in shown]
    command.__signature__ = signature.replace(parameters=keywords)  # type: ignore[attr-defined] # typer reads it
    command.__annotations__ = {one.name: one.annotation for one in keywords}
    return command


def _taken(kind: type[Set], given: dict[str, Any]) -> Set:
    """The set, its values taken out of those given."""
    return kind(**{field.name: given.pop(field.name) for field in fields(kind)})


def _parameters(kind: type[OptionSet]) -> list[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    place = inspect.Parameter.KEYWORD_ONLY
    return [
        inspect.Parameter(one.name, place, default=_default(one), annotation=hints[one.name]) for one in fields(kind)
    ]


def _default(one: Field[Any]) -> object:
    return one.default if one.default_factory is MISSING else one.default_factory()
