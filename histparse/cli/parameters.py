"""Values of options and arguments: what has its type already is taken as it is.

Typer has each of them checked by pydantic, text that may be any text as well, and to load that takes longer than most
commands do. It is only asked where there is something to find out: whether a text is a number, a choice, a path.
"""

from __future__ import annotations

from typing import Any, get_args, get_origin

from typer.core import TyperArgument, TyperOption

Parameter = TyperArgument | TyperOption


def checked_late(parameters: list[Any]) -> list[Any]:
    """The same, which load what checks a value when there is one to check. Any: parameters as typer has them."""
    for parameter in parameters:
        if parameter._runtime_param is None:  # where typer keeps its check, once it is made
            parameter._runtime_param = _Check()
    return parameters


class _Check:
    """Stands where typer's own check will stand as soon as it is needed."""

    def coerce(self, value: Any, param: Parameter, ctx: Any) -> Any:
        """What the command gets for a value of the command line, or for a default."""
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
    return isinstance(kind, type) and isinstance(value, kind)
