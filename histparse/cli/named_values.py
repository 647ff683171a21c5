"""Values a user gives by name: parameters and columns of a statistic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from histparse.api.statistics import Value
from histparse.cli.usage_error import UsageError
from histparse.model.plain import quoted


def values(settings: list[str]) -> dict[str, Value]:
    """The parameters of a statistic: `worst=52` as a name and a value. Raises UsageError."""
    parted = [setting.partition("=") for setting in settings]
    if wrong := [setting for setting, (name, _, value) in zip(settings, parted, strict=True) if not (name and value)]:
        raise UsageError(f"{quoted(wrong[0])} is not a setting: write it like worst=52")
    return {name: _value(value) for name, _, value in parted}


def _value(text: str) -> Value:
    try:
        return msgspec.json.decode(text, type=int | float)
    except msgspec.DecodeError:
        return text


def columns(words: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """Columns of a statistic with their values: `drawn=0`; `drawn=` is null. Raises UsageError."""
    for word in words:
        name, sign, value = word.partition("=")
        if not (name and sign):
            raise UsageError(f"{quoted(word)} is not a column and its value: write it like drawn=0")
        yield name, value or None
