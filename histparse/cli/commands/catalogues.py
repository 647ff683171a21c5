"""`histparse rules` and `sites`: what is judged, and which lines are understood."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from histparse.api.catalogues import (
    judged_rule_samples,
    known_lines,
    paragraphs_from_rule_pages,
    proofs_by_part_event_site,
    rulebook,
    sites,
)
from histparse.api.judging import add_context_lines
from histparse.cli.finding_formats import write_text
from histparse.cli.printing import Format, print_json
from histparse.cli.screen import Column, RuledTable, Screen
from histparse.model.errors import HistparseError, suggest_names
from histparse.model.findings import Rule

# --- rules -----------------------------------------------------------------------------------------------------------

WORDS = {
    "SYN": "the text",
    "TBL": "the table",
    "BLD": "blinds and antes",
    "DLT": "the deal",
    "BET": "betting",
    "DRW": "draws",
    "DCK": "the deck",
    "POT": "the pot",
    "SHD": "the showdown",
    "SEQ": "neighbouring hands of a table",
}
"""The subject of each family, in the order of a hand; a family missing here is listed after these."""


def run_rules(
    code: Annotated[
        str | None,
        typer.Argument(help="One rule; default: list all.", autocompletion=lambda: [*rulebook()]),
    ] = None,
    format: Format = "text",
) -> int:
    """List the rules, or explain one with a sample that breaks it.

    **Examples**

    - `histparse rules`
    - `histparse rules BET02`
    - `histparse rules --format json`
    """
    rules = rulebook()
    if code is not None and code.upper() not in rules:
        raise HistparseError(suggest_names("rule", code, rules))
    listed = list(rules.values()) if code is None else [rules[code.upper()]]
    if format == "json":
        print_json(listed if code is None else listed[0])
    elif code is None:
        _print_rules(listed)
    else:
        _print_rule_pages_and_sample(listed[0])
    return 0


def _print_rules(rules: list[Rule]) -> None:
    screen = Screen(sys.stdout)
    families = sorted({rule.family for rule in rules}, key=lambda family: [*WORDS, family].index(family))
    for family in families:
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for rule in rules:
            if rule.family == family:
                table.add_row(Text(rule.code, style="bold"), Text(str(rule.severity), style="dim"), Text(rule.title))
        heading = Text(f"{family}  {WORDS.get(family, '')}".rstrip(), style="bold")
        screen.print(heading, Padding(table, (0, 0, 1, 2)), sep="\n")


def _print_rule_pages_and_sample(rule: Rule) -> None:
    screen = Screen(sys.stdout)
    screen.print(Text.assemble((rule.code, "bold"), f"  {rule.title}  ", (f"({rule.severity})", "dim")), "")
    for paragraph in (*rule.explanation.split("\n\n"), *paragraphs_from_rule_pages(rule.code)):
        screen.print(Text(" ".join(paragraph.split())), "")
    write_text(add_context_lines(judged_rule_samples(rule.code)), sys.stdout)


# --- sites -----------------------------------------------------------------------------------------------------------


def run_sites(
    format: Format = "text",
) -> int:
    """Show which lines of each site's text are understood, and whether they were seen in real hands or only documented.

    **Examples**

    - `histparse sites`
    - `histparse sites --format json`
    """
    if format == "json":
        print_json(known_lines())
        return 0
    screen = Screen(sys.stdout)
    for part, events in proofs_by_part_event_site().items():
        shown = RuledTable(*map(Column, ["", *sites()]))
        for event, proofs in events.items():
            shown.add_row(event, *(str(proofs.get(site, "")) for site in sites()))
        screen.print(Text(part, style="italic"))
        screen.print_whole(shown)
    return 0
