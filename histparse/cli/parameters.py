"""Values of options and arguments: one that already has its type is accepted as it is.

Typer has pydantic check every value, even arbitrary text, and loading pydantic takes longer than most commands. It is
used only when there is something to check: whether text is a number, a choice or a path.
"""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from typer.core import TyperArgument, TyperOption

Parameter = TyperArgument | TyperOption


def checked_late(parameters: list[Any]) -> list[Any]:
    """The parameters, loading the validator only when a value needs it. Any: parameters as typer has them."""
    for parameter in parameters:
        if parameter._runtime_param is None:  # where typer keeps its validator, once created
            parameter._runtime_param = _Check()
    return parameters


class _Check:
    """A stand-in for typer's own validator until that is needed."""

    def coerce(self, value: Any, param: Parameter, ctx: Any) -> Any:
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
