"""Writes the tables of the docs from the code: `make docs`. A test fails when they are out of date."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path

from histparse import rules, stats
from histparse.model.findings import Rule
from histparse.parsing import coverage
from histparse.parsing.dialects import dialects
from histparse.stats import Statistic
from histparse.store.schema import Column, comments, written

FOLDER = Path(__file__).parent
NOTICE = "<!-- Written by `make docs`. -->"


def pages() -> dict[str, str]:
    """The text of each page by its file's name."""
    return {"rules.md": _rules(), "statistics.md": _statistics(), "sites.md": _sites(), "tables.md": _tables()}


def main() -> None:
    """Write the pages."""
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def _rules() -> str:
    there = list(rules.catalogue().values())
    index = [f"| [{rule.code}](#{rule.code.lower()}) | {rule.severity} | {_sentence(rule.title)} |" for rule in there]
    table = "\n".join(["| code | severity | |", "|---|---|---|", *index])
    intro = "What `histparse check` finds. A code is never used again for another rule."
    return "\n\n".join([NOTICE, "# Rules", intro, table, *map(_rule, there)]) + "\n"


def _rule(rule: Rule) -> str:
    return f"## {rule.code}\n\n**{_sentence(rule.title)}** ({rule.severity})\n\n{cleandoc(rule.explanation)}"


def _statistics() -> str:
    intro = "What `histparse stats NAME` shows. Each is the file of that name in `analytics/stats/`."
    return "\n\n".join([NOTICE, "# Statistics", intro, *map(_statistic, stats.catalogue().values())]) + "\n"


def _statistic(one: Statistic) -> str:
    facts = [f"- numerator: {one.numerator}", f"- denominator: {one.denominator}"]
    facts += [f"- `{setting.name}` (default {setting.default}): {setting.meaning}" for setting in one.parameters]
    return f"## {one.name}\n\n**{one.title}**. {one.definition}\n\n" + "\n".join(facts)


def _sites() -> str:
    intro = (
        "Which lines of each site's text are understood, as shown by `histparse sites`. *seen*: seen in real hands. "
        "*documented*: known only from other programs or the site's own pages. "
        "The names are those of the terminals in `grammars/`."
    )
    names = sorted(dialects())
    parts = [_part(part, events, names) for part, events in coverage.table(coverage.known_lines()).items()]
    return "\n\n".join([NOTICE, "# Sites", intro, *parts]) + "\n"


def _tables() -> str:
    intro = (
        "What is stored: the tables of a database, and of a [lake](lake.md). Amounts are integers in 1/100 of the "
        "currency's unit or chip, times are UTC; empty means unknown or not reached."
    )
    notes = comments()
    parts = [_table(name, columns, notes) for name, columns in written().tables.items()]
    return "\n\n".join([NOTICE, "# Tables", intro, *parts]) + "\n"


def _table(name: str, columns: list[Column], notes: dict[str, str]) -> str:
    rows = [_row(f"`{one.name}`", one.kind.lower(), notes[f"{name}.{one.name}"]) for one in columns]
    return "\n".join([f"## {name}\n\n{notes[name]}.\n", _row("column", "type", ""), "|---|---|---|", *rows])


def _part(part: str, events: dict[str, dict[str, coverage.Proof]], sites: list[str]) -> str:
    rows = [_row(event, *(proofs.get(site, "") for site in sites)) for event, proofs in events.items()]
    return "\n".join([f"## {_sentence(part)}\n", _row("", *sites), "|---" * (len(sites) + 1) + "|", *rows])


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


if __name__ == "__main__":
    main()
