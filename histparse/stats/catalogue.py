"""Step 7, statistics: the files of analytics - a statistic, or a way to group rows: a header, and its query."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from histparse.model.errors import HistparseError, similar_names, suggest_names
from histparse.system.files import data_folder

Value = int | float | str
KEYS = (
    *("title", "section", "sentence", "within", "definition"),
    *("numerator", "denominator", "outcome", "needs", "parameters", "chart"),
)
"""The keys of a header, in this order, one line each: `-- title: Pat rate`. An empty line ends it."""
MAY_LACK = frozenset({"section", "sentence", "within", "outcome", "needs"})
DRAWS = "drawn cards"
"""What a statistic may need of a text: hands without it are left out, and that is said."""
NAMES = "all names"
"""What a statistic or group needs that tells players apart, also those who are not asked for."""
SECTIONS = ("results", "entry", "draws", "betting", "river", "showdown", "starting hands", "luck", "leaks", "more")
"""The sections of a report. A header names one and the place in it, `-- section: entry 20`.

The default is the last, which is left out of the summary. With `-- section: entry 20, by position` a report shows the
statistic by that group too.
"""

_LINE = re.compile(r"-- (\w+): (\S.*)")
_SECTION = re.compile(rf"({'|'.join(SECTIONS)}) (\d+)(?:, by (\w+))?")
_LISTED = re.compile(r"WITH listed AS \((.*?)\n\)", re.DOTALL)
_PARAMETER = re.compile(r"^(\w+) = ([^,]+), (\S.*)$")


class StatisticsError(HistparseError):
    """An unknown statistic or player, or a file that is not a statistic; the message is one sentence."""


class Parameter(Struct, frozen=True):
    """A parameter the user may set, written `worst = 52, highest number of a made hand`; separated by `;`."""

    name: str
    default: Value
    meaning: str


class Statistic(Struct, frozen=True, kw_only=True):
    """One file of analytics/stats. `numerator` and `denominator` say what `done` and `chances` count.

    `sentence` is what a player with a high rate does, with the row's own columns in braces: `stands pat in the {draw}`.
    """

    name: str
    title: str
    section: str
    place: int
    """The place in the section; the lowest comes first."""
    by: str = ""
    """The group by which a report shows it too; empty: none."""
    sentence: str = ""
    within: str = ""
    """The statistic of which it is a slice: the same outcome, of some of its opportunities; empty: none."""
    definition: str
    numerator: str
    denominator: str
    outcome: tuple[str, ...] = ()
    """Columns that tell outcomes apart: each row listed is an opportunity for all of them and made for its own."""
    needs_draws: bool = False
    """Whether it leaves out hands whose text does not print the cards that a hero throws and draws."""
    needs_names: bool = False
    """Whether it tells players apart."""
    parameters: tuple[Parameter, ...] = ()
    chart: str
    sql: str = ""

    @property
    def listed_rows_sql(self) -> str | None:
        """The query of the rows it counts: the first part of its own, `WITH listed AS (...)`; None: it has none.

        Besides `label`, `hand_key`, `seat` and `line` the rows have the columns that identify a row of figures. If it
        is a rate, `opportunity` says which are opportunities (without it all are), and `is_made` which of them were
        made (without it the `outcome` says so). Columns named as figures are the summands of these.
        """
        match = _LISTED.match(self.sql)
        return match and match[1]

    @property
    def is_by_time(self) -> bool:
        """Whether its rows are sessions, which leave out hands without a time."""
        return re.search(r"\bJOIN sessions\b", self.sql) is not None


def catalogue(stats_folder: Path | None = None) -> dict[str, Statistic]:
    """All statistics by name, in the order in which a report shows them. Raises StatisticsError for a wrong header."""
    statistics = [
        read_statistic(file) for file in _files_by_name(stats_folder or data_folder("analytics") / "stats").values()
    ]
    statistics.sort(key=lambda statistic: (SECTIONS.index(statistic.section), statistic.place))
    return {statistic.name: statistic for statistic in statistics}


def find_statistic(name: str) -> Statistic:
    """The statistic of that name or title, `pat_rate` or `Pat rate`, whatever its case, blanks and dashes.

    Of a name as it is written no other file is read. Raises StatisticsError, suggesting similar names.
    """
    files = _files_by_name(data_folder("analytics") / "stats")
    if name in files:
        return read_statistic(files[name])
    by_words = {words: statistic for statistic in catalogue().values() for words in (statistic.name, statistic.title)}
    by_letters = {_casefolded_letters_and_digits(words): statistic for words, statistic in by_words.items()}
    if _casefolded_letters_and_digits(name) not in by_letters:
        near = dict.fromkeys(by_words[words].name for words in similar_names(name, by_words))
        raise StatisticsError(suggest_names("statistic", name, near_names=near))
    return by_letters[_casefolded_letters_and_digits(name)]


def _casefolded_letters_and_digits(words: str) -> str:
    return re.sub(r"[\W_]", "", words.casefold())


def _files_by_name(stats: Path) -> dict[str, Path]:
    return {file.stem: file for file in sorted(stats.glob("*.sql"))}


@cache
def read_statistic(file: Path) -> Statistic:
    """The statistic in that file. Raises StatisticsError."""
    header, sql = read_header_and_sql(file, KEYS, MAY_LACK)
    parameters = _parse_parameters(file, header.pop("parameters"))
    section, place, by = _parse_section(file, header.pop("section", f"{SECTIONS[-1]} 0"))
    outcome = tuple(filter(None, header.pop("outcome", "").split(", ")))
    needs = header.pop("needs", "")
    if needs not in {"", DRAWS, NAMES}:
        raise StatisticsError(f"{file.name}: a statistic needs `{DRAWS}`, `{NAMES}`, or nothing")
    fields = {"section": section, "place": place, "by": by, "outcome": outcome, "parameters": parameters}
    fields |= {"needs_draws": needs == DRAWS, "needs_names": needs == NAMES}
    return msgspec.convert({"name": file.stem, "sql": sql, **header, **fields}, Statistic)


def read_header_and_sql(
    file: Path, keys: tuple[str, ...], may_lack: frozenset[str] = frozenset()
) -> tuple[dict[str, str], str]:
    """The header of a file of analytics, and the SQL below it. Raises StatisticsError for other keys."""
    header_text, _, sql = file.read_text("utf-8").partition("\n\n")
    header = dict(_parse_header_line(file, line) for line in header_text.splitlines())
    if list(header) != [key for key in keys if key in header or key not in may_lack] or not sql.strip():
        raise StatisticsError(f"{file.name}: the header must have {', '.join(keys)} in this order, then the query")
    return header, sql.strip()


def _parse_header_line(file: Path, line: str) -> tuple[str, str]:
    match = _LINE.fullmatch(line)
    if match is None:
        raise StatisticsError(f"{file.name}: `{line}` is not a header line; write `-- key: value`")
    return match[1], match[2].strip()


def _parse_section(file: Path, text: str) -> tuple[str, int, str]:
    match = _SECTION.fullmatch(text)
    if match is None:
        raise StatisticsError(
            f"{file.name}: a section is one of {', '.join(SECTIONS)}, followed by its place there, a number"
        )
    return match[1], int(match[2]), match[3] or ""


def _parse_parameters(file: Path, text: str) -> tuple[Parameter, ...]:
    if text == "none":
        return ()
    return tuple(_read_parameter(file, part.strip()) for part in text.split(";"))


def _read_parameter(file: Path, text: str) -> Parameter:
    try:
        name, default, meaning = _PARAMETER.findall(text)[0]
        return Parameter(name, msgspec.json.decode(default, type=Value), meaning)
    except (IndexError, msgspec.DecodeError) as error:
        raise StatisticsError(f"{file.name}: parameters are `none` or `name = default, what it means`") from error


# --- the ways to group rows ------------------------------------------------------------------------------------------

_GROUP_KEYS = ("title", "rows", "needs")


class Group(Struct, frozen=True):
    """One file of analytics/groups."""

    name: str
    title: str
    rows: Literal["hands", "players", "opponents", "seats"]
    """`seats`: the SQL is an expression over a row of a player.

    `hands` and `players`: it is a query that returns `hand_key`, for players `seat` too, then `label` and the `place`
    by which labels are sorted. A player's hand may have several labels: it counts for each. `opponents`: as `players`,
    and the labels are other players, who need as many hands together as the filter `min_hands` says.
    """
    sql: str
    needs: Literal["", "all names"] = ""

    @property
    def needs_names(self) -> bool:
        """Whether its labels tell players apart."""
        return self.needs == NAMES

    @property
    def label(self) -> str:
        """The expression of the label of a row."""
        return self.sql if self.rows == "seats" else f"placed_{self.name}.label"

    @property
    def join_sql(self) -> str:
        """The SQL that joins a row with its place; empty: none."""
        keys = {"hands": "hand_key", "players": "hand_key, seat", "opponents": "hand_key, seat"}
        return f"JOIN placed_{self.name} USING ({keys[self.rows]})" if self.rows in keys else ""


def groups(folder_path: Path | None = None) -> dict[str, Group]:
    """All groups by name, which is the file name. Raises StatisticsError for a file with a wrong header."""
    files = sorted((folder_path or data_folder("analytics") / "groups").glob("*.sql"))
    return {file.stem: _read_group(file) for file in files}


@cache
def _read_group(file: Path) -> Group:
    header, sql = read_header_and_sql(file, _GROUP_KEYS, frozenset({"needs"}))
    try:
        return msgspec.convert({"name": file.stem, "sql": sql, **header}, Group)
    except msgspec.ValidationError as error:
        raise StatisticsError(
            f"{file.name}: rows are `hands`, `players`, `opponents` or `seats`, not `{header['rows']}`; a group needs "
            f"`{NAMES}`, or nothing"
        ) from error
