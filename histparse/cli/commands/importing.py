"""`histparse import` and `retry`: read, judge and store hands, and try again those that were set aside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Annotated

import typer
from msgspec.structs import asdict

from histparse import Summary, WorkerError, retry
from histparse.api.importing import import_new_hands, open_importer, require_known_site
from histparse.cli import ignore_ctrl_c
from histparse.cli.inputs import (
    Inputs,
    Jobs,
    Paths,
    Site,
    name_commonest_skipped_games,
    picture_lines,
    warn_of_unread_archive_files,
)
from histparse.cli.printing import Answer, Format, print_answer, print_remark, progress
from histparse.cli.settings import Db, db_option_text, make_folder_if_default_database
from histparse.model.errors import HistparseError, count
from histparse.system.processes import RENEWAL, default_jobs, start_background_work


def run_import(
    paths: Paths,
    db: Db,
    format: Format = "text",
    site: Site = None,
    jobs: Jobs = default_jobs(),
    scheduler: Annotated[
        str | None,
        typer.Option(help="Let the workers of this Dask scheduler read and judge.", metavar="ADDRESS"),
    ] = None,
    again: Annotated[
        bool,
        typer.Option("--again", help="Read and judge everything, also files and hands that are known."),
    ] = False,
) -> int:
    """Store new hands in a database, which is made if needed. An interrupted import stores nothing.

    Importing the same hands again changes nothing: an unchanged file is not read, one that has grown is read from where
    it ended, and a stored hand is not judged again unless histparse has changed since. Hands of other games are
    skipped; hands that cannot be stored are set aside with their text and the reason. Exit code: 0 done, 2 could not
    run or could not read every file.

    **Examples**

    - `histparse import histories/`
    - `histparse import session.txt --db poker.duckdb --format json`
    - `histparse import histories/ --again`
    - `histparse import histories/ --scheduler tcp://10.0.0.1:8786`
    """
    site_name = require_known_site(site)
    with Inputs(paths) as inputs, _refusing_worker_errors():
        summary, has_hero = _import_and_look_for_hero(
            inputs, db, site_name, jobs=jobs, scheduler=scheduler, again=again
        )
        _print_summary_and_start_renewal(summary, db, format, picture_lines(inputs.picture_count), has_hero=has_hero)
    return 0


@contextmanager
def _refusing_worker_errors() -> Iterator[None]:
    try:
        yield
    except WorkerError as error:
        raise HistparseError(str(error)) from error


def _import_and_look_for_hero(
    inputs: Inputs, db: str, site: str | None, *, jobs: int, scheduler: str | None, again: bool
) -> tuple[Summary, bool]:
    """The summary, and whether any hand shows a hero's cards."""
    make_folder_if_default_database(db)
    try:
        with open_importer(db, again=again) as importer:
            inputs.facts = lambda: {"hand": importer.summary.hands, "finding": importer.summary.findings.total}
            importer.before_commit = ignore_ctrl_c  # all that is left then is to print the summary
            summary = import_new_hands(importer, inputs, site, jobs, scheduler)
            return summary, importer.has_hero()
    finally:
        warn_of_unread_archive_files(inputs.unread_archives)


def _print_summary_and_start_renewal(
    summary: Summary, db: str, format: Answer, more_lines: list[str], *, has_hero: bool
) -> None:
    """The summary, and for people what to do next if there are new hands."""
    print_answer(summary, [*_summary_lines(summary, db), *more_lines], format)
    if summary.stored:
        start_background_work(RENEWAL, db)
    if summary.stored and format == "text":
        # The report on the hero; where no hand shows a hero's cards, the list of players to choose from.
        print_remark(f"Go on with: histparse {'report' if has_hero else 'players'}{db_option_text(db)}")


def _summary_lines(summary: Summary, db: str) -> list[str]:
    findings_command = f"histparse db findings{db_option_text(db)}"
    rows = {
        "texts": (summary.hands, ""),
        "stored": (summary.stored, ""),
        **(
            {"tournaments": (summary.tournaments, f"histparse tournaments{db_option_text(db)}")}
            if summary.tournaments
            else {}
        ),
        "duplicates": (summary.duplicates, ""),
        "skipped": (sum(summary.skipped.values()), name_commonest_skipped_games(summary.skipped)),
        "set aside": (summary.set_aside, f"{findings_command} --set-aside"),
        **(
            {"uncertain": (summary.uncertain, "hours that clocks show twice: taken for the first")}
            if summary.uncertain
            else {}
        ),
        **{name: (number, findings_command) for name, number in asdict(summary.findings).items()},
    }
    lines = [f"{name:>12} {number:>9,}  {more if number else ''}".rstrip() for name, (number, more) in rows.items()]
    speed = f"{summary.seconds:,.1f} s, {summary.hands_per_second:,.0f} hands/s"
    unchanged = f", {summary.unchanged:,} unchanged since the last import" if summary.unchanged else ""
    return [f"{count(summary.files - summary.unchanged, 'file')} read into {db}{unchanged} ({speed})", *lines]


def run_retry(
    db: Db,
    format: Format = "text",
    jobs: Jobs = default_jobs(),
) -> int:
    """Try the hands set aside again, as after an upgrade: their files are not needed.

    A hand that can be read now is stored; the rest stay set aside, with the present reason. If it is interrupted,
    nothing has changed. A hand is not tried if another text has its number.

    **Examples**

    - `histparse retry`
    - `histparse retry --format json`
    """
    with _refusing_worker_errors(), ExitStack() as shown:
        advancing = lambda texts: shown.enter_context(progress("Retrying", texts))  # noqa: E731 - it is passed on
        summary = retry(db, jobs=jobs, advancing=advancing, before_commit=ignore_ctrl_c)
    if summary.stored:
        start_background_work(RENEWAL, db)
    print_answer(summary, _retry_outcome_lines(summary, db), format)
    return 0


def _retry_outcome_lines(summary: Summary, db: str) -> Iterator[str]:
    yield f"{count(summary.hands, 'hand')} retried in {db}: {summary.stored:,} stored, {summary.set_aside:,} set aside"
    if summary.set_aside:
        yield f"  histparse db findings --set-aside{db_option_text(db)}"
    if summary.findings.total:
        yield f"  {summary.findings}, new: histparse db findings{db_option_text(db)}"
