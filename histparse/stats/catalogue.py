"""Step 7, statistics: a statistic is a file of analytics/stats - a header that says what it counts, and its query."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from msgspec import Struct

from histparse.model.errors import HistparseError
from histparse.system.resources import folder

Value = int | float | str
KEYS = ("title", "section", "sentence", "definition", "numerator", "denominator", "parameters", "chart")
"""What a header says, in this order, one line each: `-- title: Pat rate`. An empty line ends it."""
MAY_LACK = frozenset({"section", "sentence"})
SECTIONS = ("results", "entry", "draws", "betting", "river", "showdown", "starting hands", "luck", "more")
"""The parts of a report. A header names one and the place in it, `-- section: entry 20`; else it is the last, of which
nothing stands in the summary.
`-- section: entry 20, by position`: a report shows it by that group too."""

_LINE = re.compile(r"-- (\w+): (\S.*)")
_SECTION = re.compile(rf"({'|'.join(SECTIONS)}) (\d+)(?:, by (\w+))?")
_PARAMETER = re.compile(r"^(\w+) = ([^,]+), (\S.*)$")


class StatisticsError(HistparseError):
    """A statistic or player that is not there, or a file that is no statistic; the message is one sentence."""


class Parameter(Struct, frozen=True):
    """Something the user may set, written `worst = 52, highest number of a made hand`; several with `;` between."""

    name: str
    default: Value
    meaning: str


class Statistic(Struct, frozen=True):
    """One file of analytics/stats. `numerator` and `denominator` tell what `done` and `chances` count.

    `sentence` is what a player with a high rate does, with the row's own columns in braces: `stands pat in the {draw}`.
    """

    name: str
    title: str
    section: str
    place: int
    """Among the statistics of its section, the least first."""
    by: str
    """The group that a report shows it by too; empty: none."""
    sentence: str
    definition: str
    numerator: str
    denominator: str
    parameters: tuple[Parameter, ...]
    chart: str
    sql: str

    @property
    def is_by_time(self) -> bool:
        """Its rows are of sessions, and hands without a time are in none."""
        return re.search(r"\bJOIN sessions\b", self.sql) is not None


def catalogue(stats: Path | None = None) -> dict[str, Statistic]:
    """All statistics by name, which is the file's name. Raises StatisticsError for a file with a wrong header."""
    files = sorted((stats or folder("analytics") / "stats").glob("*.sql"))
    return {file.stem: read(file) for file in files}


def read(file: Path) -> Statistic:
    """The statistic in that file. Raises StatisticsError."""
    said, sql = parted(file, KEYS, MAY_LACK)
    parameters = _parameters(file, said.pop("parameters"))
    section, place, by = _section(file, said.pop("section", f"{SECTIONS[-1]} 0"))
    said.setdefault("sentence", "")
    return Statistic(name=file.stem, section=section, place=place, by=by, parameters=parameters, sql=sql, **said)


def parted(file: Path, keys: tuple[str, ...], may_lack: frozenset[str] = frozenset()) -> tuple[dict[str, str], str]:
    """What the header of a file of analytics says, and the SQL below it. Raises StatisticsError for other keys."""
    header, _, sql = file.read_text("utf-8").partition("\n\n")
    said = dict(_said(file, line) for line in header.splitlines())
    if list(said) != [key for key in keys if key in said or key not in may_lack] or not sql.strip():
        raise StatisticsError(f"{file.name}: the header says {', '.join(keys)} in this order, then comes the query")
    return said, sql.strip()


def _said(file: Path, line: str) -> tuple[str, str]:
    found = _LINE.fullmatch(line)
    if found is None:
        raise StatisticsError(f"{file.name}: `{line}` is no line of a header; write `-- key: value`")
    return found[1], found[2].strip()


def _section(file: Path, text: str) -> tuple[str, int, str]:
    found = _SECTION.fullmatch(text)
    if found is None:
        raise StatisticsError(
            f"{file.name}: a section is one of {', '.join(SECTIONS)}, and a number for the place in it"
        )
    return found[1], int(found[2]), found[3] or ""


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
