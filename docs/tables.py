"""Writes the tables of the docs from the code: `make docs`. A test fails when they are out of date."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path

from docs.commands import commands_page, outputs_page
from docs.man import man_page
from histparse import stats
from histparse.model.findings import Rule
from histparse.parsing import coverage
from histparse.parsing.dialects.base import dialects
from histparse.reader.clients import folder_evidence_by_site_system_pattern
from histparse.rules.registry import catalogue as rule_catalogue
from histparse.rules.rule_pages import describe_entries_in_paragraphs, load_rule_pages
from histparse.stats import Statistic
from histparse.store import Database
from histparse.store.schema import VIEWS, stored_schema

FOLDER = Path(__file__).parent
TABLES = """
    SELECT table_name, comment FROM duckdb_tables()
    UNION ALL
    SELECT view_name, comment FROM duckdb_views() WHERE NOT internal
    ORDER BY ALL
"""
COLUMNS = """
    SELECT column_name, data_type, is_nullable, comment FROM duckdb_columns()
    WHERE table_name = ?
    ORDER BY column_index
"""
WORDS = "SELECT type_name, labels FROM duckdb_types() WHERE labels IS NOT NULL AND NOT internal ORDER BY ALL"
MACROS = """
    SELECT DISTINCT function_name, parameters FROM duckdb_functions()
    WHERE function_type LIKE '%macro' AND NOT internal
    ORDER BY ALL
"""
NOTICE = "<!-- Written by `make docs`. -->"
ROOTS = {
    "local": "%LOCALAPPDATA%",
    "roaming": "%APPDATA%",
    "programs": "C:/Program Files",
    "documents": "Documents",
    "support": "~/Library/Application Support",
    "config": "~/.config",
}
"""Where the folders of clients begin, as people write it."""
SYSTEMS = {"windows": "Windows", "macos": "macOS", "linux": "Linux"}


def pages() -> dict[str, str]:
    """The text of each page by its file's name."""
    return {
        "rules.md": _rules(),
        "statistics.md": _statistics(),
        "sites.md": _sites(),
        "tables.md": _tables(),
        "commands.md": f"{NOTICE}\n\n{commands_page()}\n",
        "outputs.md": f"{NOTICE}\n\n{outputs_page()}\n",
        "histparse.1": man_page(),
    }


def main() -> None:
    """Write the pages."""
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def _rules() -> str:
    rules = list(rule_catalogue().values())
    index = [f"| [{rule.code}](#{rule.code.lower()}) | {rule.severity} | {_sentence(rule.title)} |" for rule in rules]
    table = "\n".join(["| code | severity | |", "|---|---|---|", *index])
    intro = (
        "What `histparse check` reports. An *error* breaks a rule of the house the hand was played in, a *warning* is a"
        " doubt about the text, a *note* is worth knowing. A code begins with its subject and is never reused for"
        " another rule.\n\n"
        "*Rule pages* are five descriptions of the game that histparse implements, in Italian (it), Portuguese (pt),"
        " Swedish (sv), Spanish (es) and Japanese (ja). What they state is paraphrased, with the numbers of their"
        " paragraphs. Where they disagree, [the house](how_to/houses.md) decides."
    )
    return "\n\n".join([NOTICE, "# Rules", intro, table, *map(_rule, rules)]) + "\n"


def _rule(rule: Rule) -> str:
    paragraphs = [
        cleandoc(rule.explanation),
        *describe_entries_in_paragraphs(load_rule_pages().select_entries_of_rule(rule.code)),
    ]
    return "\n\n".join([f"## {rule.code}", f"**{_sentence(rule.title)}** ({rule.severity})", *paragraphs])


def _statistics() -> str:
    intro = (
        "What `histparse stats NAME` shows; `histparse hands --stat NAME` lists the hands it counts. A rate is its"
        " numerator divided by its denominator: how often something was made, of its chances."
        " Betting round 0 is before the first draw, round 3 after the last; draws are counted from 1. A *hero* is the"
        " player whose cards a history shows. Each statistic is one file in `analytics/stats/`."
    )
    return "\n\n".join([NOTICE, "# Statistics", intro, *map(_statistic, stats.catalogue().values())]) + "\n"


def _statistic(statistic: Statistic) -> str:
    facts = [f"- numerator: {statistic.numerator}", f"- denominator: {statistic.denominator}"]
    facts += [f"- `{setting.name}` (default {setting.default}): {setting.meaning}" for setting in statistic.parameters]
    return f"## {statistic.name}\n\n**{statistic.title}**. {statistic.definition}\n\n" + "\n".join(facts)


def _sites() -> str:
    names = sorted(dialects())
    intro = (
        f"histparse reads 2-7 Triple Draw, cash games and tournaments, in the text of {', '.join(names)}."
        " `histparse doctor FILE` says of any file which site wrote it, and what in it is not understood."
    )
    settings = (
        "A site's program writes files only if its settings say so, and only of hands played from then on. In"
        " PokerStars these are *Settings*, *Playing History*, *Hand History*: tick *Save My Hand History* and *Save in"
        " English*.\n\n`histparse start` looks in these folders, below Wine too; `*` stands for any name. If your files"
        " are elsewhere, name the folder: `histparse start --folder FOLDER`."
    )
    lines = (
        "`histparse sites` shows the same. *seen*: seen in real hands. *documented*: known only from other programs or"
        " the site's own pages. The names are those of the terminals in `grammars/`."
    )
    parts = [
        _part(part, events, names)
        for part, events in coverage.group_proofs_by_part_event_site(coverage.list_known_lines()).items()
    ]
    sections = ["## Where the files are", settings, _folders(), "## Which lines are understood", lines]
    return "\n\n".join([NOTICE, "# Sites", intro, *sections, *parts]) + "\n"


def _folders() -> str:
    rows = [
        _row(site, SYSTEMS[system], f"`{_format_path(pattern.format_map(ROOTS), system)}`")
        for site, systems in folder_evidence_by_site_system_pattern().items()
        for system, patterns in systems.items()
        for pattern in patterns
    ]
    return "\n".join([_row("site", "system", "folder"), "|---|---|---|", *rows])


def _format_path(path: str, system: str) -> str:
    return path.replace("/", "\\") if system == "windows" else path


def _tables() -> str:
    intro = (
        "What `histparse query` and every DuckDB client read. Amounts are integers in 1/100, times are UTC; empty means"
        " unknown or not reached, zero means nothing. `hand_key` joins all tables."
    )
    with Database(":memory:") as database:
        ask = database.connection.execute
        type_names = {str(database.connection.sqltype(name)): name for name in stored_schema().types}
        parts = [
            _table(name, description, type_names, ask(COLUMNS, [name]).fetchall())
            for name, description in ask(TABLES).fetchall()
        ]
        words = [f"- `{name}`: {', '.join(f'`{value}`' for value in values)}" for name, values in ask(WORDS).fetchall()]
        macros = [f"- `{name}({', '.join(parameters)})`" for name, parameters in ask(MACROS).fetchall()]
    parts.append("\n".join(["## Words\n", "The values of columns with a few words, as they sort.\n", *words]))
    parts.append("\n".join(["## Macros\n", "Stored in the file; defined in `analytics/macros/`.\n", *macros]))
    return "\n\n".join([NOTICE, "# Tables", intro, *parts]) + "\n"


def _table(name: str, description: str, type_names: dict[str, str], columns: list[tuple[str, str, bool, str]]) -> str:
    """A table or view; whether a column of a view may be empty is not known."""
    empty = {True: "yes", False: ""} if name not in VIEWS else {True: "", False: ""}
    rows = [
        _row(f"`{column}`", type_names.get(kind, kind), empty[nullable], comment)
        for column, kind, nullable, comment in columns
    ]
    head = [_row("column", "type", "" if name in VIEWS else "may be empty", ""), "|---|---|---|---|"]
    return "\n".join([f"## {name}\n", f"{description}.\n", *head, *rows])


def _part(part: str, events: dict[str, dict[str, coverage.Proof]], sites: list[str]) -> str:
    rows = [_row(event, *(proofs.get(site, "") for site in sites)) for event, proofs in events.items()]
    return "\n".join([f"### {_sentence(part)}\n", _row("", *sites), "|---" * (len(sites) + 1) + "|", *rows])


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


if __name__ == "__main__":
    main()
