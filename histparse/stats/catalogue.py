"""Step 6, statistics: a statistic is a file of analytics/stats - a header that says what it counts, and its query."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from msgspec import Struct

from histparse.resources import folder

Value = int | float | str
KEYS = ("title", "definition", "numerator", "denominator", "parameters", "chart")
"""What a header says, in this order, one line each: `-- title: Pat rate`. An empty line ends it."""

_LINE = re.compile(r"-- (\w+): (\S.*)")
_PARAMETER = re.compile(r"^(\w+) = ([^,]+), (\S.*)$")


class StatisticsError(ValueError):
    """A statistic or player that is not there, or a file that is no statistic; the message is one sentence."""


class Parameter(Struct, frozen=True):
    """Something the user may set, written `worst = 52, highest number of a made hand`; several with `;` between."""

    name: str
    default: Value
    meaning: str


class Statistic(Struct, frozen=True):
    """One file of analytics/stats. `numerator` and `denominator` tell what `done` and `chances` count."""

    name: str
    title: str
    definition: str
    numerator: str
    denominator: str
    parameters: tuple[Parameter, ...]
    chart: str
    sql: str


def catalogue(stats: Path | None = None) -> dict[str, Statistic]:
    """All statistics by name, which is the file's name. Raises StatisticsError for a file with a wrong header."""
    files = sorted((stats or folder("analytics") / "stats").glob("*.sql"))
    return {file.stem: read(file) for file in files}


def read(file: Path) -> Statistic:
    """The statistic in that file. Raises StatisticsError."""
    header, _, sql = file.read_text("utf-8").partition("\n\n")
    said = dict(_said(file, line) for line in header.splitlines())
    if tuple(said) != KEYS or not sql.strip():
        raise StatisticsError(f"{file.name}: the header says {', '.join(KEYS)} in this order, then comes the query")
    parameters = said.pop("parameters")
    return Statistic(name=file.stem, parameters=_parameters(file, parameters), sql=sql, **said)


def _said(file: Path, line: str) -> tuple[str, str]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise StatisticsError(f"{file.name}: `{line}` is no line of a header; write `-- key: value`")
    return found[1], found[2].strip()


def _parameters(file: Path, text: str) -> tuple[Parameter, ...]:
    if text == "none":
        return ()
    return tuple(_parameter(file, part.strip()) for part in text.split(";"))


def _parameter(file: Path, text: str) -> Parameter:
    try:
        name, default, meaning = _PARAMETER.findall(text)[0]
        return Parameter(name, msgspec.json.decode(default, type=Value), meaning)
    except (IndexError, msgspec.DecodeError) as error:
        raise StatisticsError(f"{file.name}: parameters are `none` or `name = default, what it means`") from error
