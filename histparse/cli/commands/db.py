"""`histparse db` looks after a whole database; `publish` makes a copy of it as Delta tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import polars as pl
import typer
from msgspec import structs

from histparse import Check, Info, Published
from histparse.api.importing import VERSION, compact, upgrade
from histparse.api.judging import select_codes
from histparse.cli.filter_options import RowFormat, write_rows
from histparse.cli.printing import Format, print_answer, print_line, print_remark, progress
from histparse.cli.settings import Db, db_option_text, open_for_reading
from histparse.model.errors import count
from histparse.store.upkeep.info import (
    count_findings_by_code,
    describe_outdated_hands_or_empty,
    describe_outdated_judgement_or_empty,
    list_finding_codes,
    list_findings,
    list_set_aside,
)
from histparse.store.upkeep.integrity import count_checks


def run_db() -> None:
    """Look after a database: what it holds, whether it is sound, which problems its files had.

    **Examples**

    - `histparse db info`
    - `histparse db check`
    - `histparse db findings`
    - `histparse db compact`
    - `histparse db upgrade`
    """


# --- info ------------------------------------------------------------------------------------------------------------

NONE = "no date"


def run_info(
    db: Db,
    format: Format = "text",
) -> int:
    """Show size, versions, rows by table, and hands by site and month.

    **Examples**

    - `histparse db info`
    - `histparse db info --format json`
    """
    with open_for_reading(db) as store:
        info, by_month = store.info(), store.months()
    lines = _info_lines(info, by_month, db_option_text(db))
    print_answer(structs.asdict(info) | {"months": by_month.to_dicts()}, lines, format)
    return 0


def _info_lines(info: Info, by_month: pl.DataFrame, db_option: str) -> Iterator[str]:
    rows = info.rows
    yield f"{info.path}: {_format_megabytes(info.bytes)}, schema {info.schema}, read by DuckDB {info.duckdb}"
    if info.free_bytes:
        yield f"  {_format_megabytes(info.free_bytes)} of it free: histparse db compact{db_option}"
    span = f", {info.first:%Y-%m-%d} to {info.last:%Y-%m-%d}" if info.first and info.last else ""
    yield f"  {count(rows['hands'], 'hand')} from {count(rows['files'], 'file')}{span}"
    if info.judged_by_others:
        yield f"  {describe_outdated_hands_or_empty(info.judged_by_others)}"
    for number, words in (
        (rows["set_aside"], f"{count(rows['set_aside'], 'hand')} set aside"),
        (rows["findings"], str(info.findings)),
    ):
        yield f"  {words}{f': histparse db findings{db_option}' if number else ''}"
    yield f"  rows: {', '.join(f'{table} {number:,}' for table, number in rows.items())}"
    for site, month, hands, cancelled in by_month.rows():
        yield f"  {site:<12} {month or NONE:<8} {hands:>9,}{f'  ({cancelled:,} cancelled)' if cancelled else ''}"


def _format_megabytes(byte_count: int) -> str:
    return f"{byte_count / 1e6:,.1f} MB"


# --- check -----------------------------------------------------------------------------------------------------------


def run_check(
    db: Db,
    format: Format = "text",
) -> int:
    """Check that a database is sound: nets and rake add up to zero, no key is missing, every digest is right.

    Every block is read, so a damaged disk shows as well. Exit code: 0 sound, 1 something is wrong, 2 could not run.

    **Examples**

    - `histparse db check`
    - `histparse db check --format json`
    """
    with open_for_reading(db) as store, progress("Checking", count_checks()) as advance:
        made = store.verify(progress=advance)
    print_answer(made, _check_lines(made, db), format)
    return int(any(check.wrong for check in made))


def _check_lines(checks: list[Check], db: str) -> Iterator[str]:
    for check in checks:
        yield f"{'WRONG' if check.wrong else 'ok':<5} {check.name}{f': {check.wrong:,} times' if check.wrong else ''}"
        yield from (f"        {sentence}" for sentence in check.examples)
    if any(check.wrong for check in checks):
        yield f"{db} contradicts itself: restore a backup, or import the histories into a new file"


# --- findings --------------------------------------------------------------------------------------------------------


def run_findings(
    db: Db,
    wanted: Annotated[
        list[str] | None, typer.Argument(help="Codes or families to list: BET02, DRW.", metavar="CODE")
    ] = None,
    aside: Annotated[bool, typer.Option("--set-aside", help="List the hands set aside instead.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Print the texts of the hands set aside.")] = False,
    format: RowFormat = "table",
) -> int:
    """Show the problems of your files, counted by code; or each finding of the codes named, with file and line.

    A hand that cannot be stored is set aside with its text; `histparse retry` tries it again.

    **Examples**

    - `histparse db findings`
    - `histparse db findings BET02 POT`
    - `histparse db findings --set-aside`
    - `histparse db findings SYN01 --text > hands.txt`
    - `histparse db findings --format json`
    """
    with open_for_reading(db) as store, store.database() as database:
        codes = list_finding_codes(database)
        chosen = select_codes(wanted, codes) if wanted else codes
        if text:
            _print_texts(list_set_aside(database, chosen)["text"])
        elif aside:
            write_rows(list_set_aside(database, chosen).drop("text"), format)
        elif wanted:
            write_rows(list_findings(database, chosen), format)
        else:
            _print_finding_counts(count_findings_by_code(database), db, format)
            if outdated := describe_outdated_judgement_or_empty(database):
                print_remark(outdated)
    return 0


def _print_texts(texts: Iterable[str]) -> None:
    for text in texts:
        for line in text.split("\n"):
            print_line(line)
        print_line("")


def _print_finding_counts(rows: pl.DataFrame, db: str, format: str) -> None:
    if format == "table" and rows.is_empty():
        print_line("No problems, and no hand is set aside.")
        return
    write_rows(rows, format)
    if format == "table":
        code = rows["code"][0]
        print_remark(f"each of them: histparse db findings {code}{db_option_text(db)}")
        if rows["set_aside"].sum():
            print_remark(f"hands set aside: histparse db findings --set-aside{db_option_text(db)}")
            print_remark(f"retry: histparse retry{db_option_text(db)}")


# --- compact and upgrade ---------------------------------------------------------------------------------------------


def run_compact(
    db: Db,
    format: Format = "text",
) -> int:
    """Make a database file smaller: free the space of removed rows. Nothing in it changes.

    A new file is written next to the old one and replaces it when complete, so there must be room for both.

    **Examples**

    - `histparse db compact`
    - `histparse db compact --format json`
    """
    with progress("Compacting"):
        sizes = compact(db)
    print_answer(sizes, [f"{db}: {sizes.before / 1e6:,.1f} MB before, {sizes.after / 1e6:,.1f} MB now"], format)
    return 0


def run_upgrade(
    db: Db,
    format: Format = "text",
) -> int:
    """Bring a database of an older histparse up to date.

    A new file is written next to the old one and replaces it when complete, so there must be room for both. Hands stay
    as they were judged; importing their files judges them again.

    **Examples**

    - `histparse db upgrade`
    - `histparse db upgrade --format json`
    """
    with progress("Upgrading"):
        version = upgrade(db)
    change = f"from schema {version} to {VERSION}" if version else f"schema {VERSION}, nothing to do"
    print_answer({"path": db, "before": version or VERSION, "after": VERSION}, [f"{db}: {change}"], format)
    return 0


# --- publish ---------------------------------------------------------------------------------------------------------


def run_publish(
    address: Annotated[str, typer.Argument(help="Where to: a folder, or an address.", metavar="ADDRESS")],
    db: Db,
    vacuum: Annotated[
        bool, typer.Option("--vacuum", help="Then remove files that no version of the last seven days has.")
    ] = False,
    format: Format = "text",
) -> int:
    """Publish a copy of a database as Delta tables, which any engine reads. Later runs write only what changed.

    Readers see the copy before or after, never half of it, whatever happens meanwhile. Every command that reads a
    database reads a copy with --db.

    **Examples**

    - `histparse publish poker`
    - `histparse publish s3://bucket/poker`
    - `histparse publish poker --vacuum`
    - `histparse report --db poker`
    """
    with open_for_reading(db) as store, progress("Publishing"):
        copy = store.publish(address, vacuum=vacuum)
    print_answer(copy, _publish_lines(copy), format)
    return 0


def _publish_lines(copy: Published) -> Iterator[str]:
    tables = f"{copy.parts:,} parts of {count(copy.tables, 'table')} written" if copy.tables else "nothing new"
    yield f"{copy.address}: {count(copy.hands, 'hand')} published, {tables}"
    if copy.removed is not None:
        yield f"  {count(copy.removed, 'file')} removed"
