"""`histparse report`: one player in full, on the terminal, as a web page, as a PDF, as charts."""

from __future__ import annotations

import os
import sys
from collections import ChainMap
from collections.abc import Collection, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from histparse.api.reporting import render_bytes_by_path
from histparse.cli.filter_options import Filtering
from histparse.cli.output import Force, is_stdout, refuse_to_overwrite, write_all_or_none
from histparse.cli.printing import Answer, Format, print_json, print_remark, progress
from histparse.cli.screen import Screen
from histparse.cli.settings import Db, Player, open_for_reading
from histparse.model.errors import HistparseError, quoted, suggest_names
from histparse.report import (
    Report,
    is_in_summary,
    print_report,
    print_sections,
    print_summary,
    report_to_data,
    scope_of_sections,
)
from histparse.report.model import Estimates
from histparse.stats.catalogue import SECTIONS

PAGE = 116
"""Width in columns when output is not a terminal."""


def run_report(
    db: Db,
    player: Player = None,
    html: Annotated[str | None, typer.Option(help="Write a web page; - prints it instead.", metavar="FILE")] = None,
    pdf: Annotated[str | None, typer.Option(help="Write a PDF; - prints it instead.", metavar="FILE")] = None,
    png: Annotated[str | None, typer.Option(help="Write the charts as PNG.", metavar="DIR")] = None,
    svg: Annotated[str | None, typer.Option(help="Write the charts as SVG.", metavar="DIR")] = None,
    out: Annotated[str | None, typer.Option(help="Write the charts as PNG and SVG.", metavar="DIR")] = None,
    force: Force = False,
    filtering: Filtering = Filtering(),
    full: Annotated[
        bool, typer.Option("--full", help="Show all sections and tables, also of --html and --pdf.")
    ] = False,
    sections: Annotated[
        list[str],
        typer.Option("--section", help=f"Print this section: {', '.join(SECTIONS)}; may be repeated.", metavar="NAME"),
    ] = [],
    format: Format = "text",
) -> int:
    """Show a player's results and play, compared with opponents, in short or in full.

    **Examples**

    - `histparse report`
    - `histparse report --section draws --section river`
    - `histparse report s0rrow --html s0rrow.html`
    - `histparse report s0rrow --pdf s0rrow.pdf --png charts`
    - `histparse report s0rrow --html - | gzip > s0rrow.html.gz`
    """
    documents, folders = _target_paths(html=html, pdf=pdf), _target_paths(png=png or out, svg=svg or out)
    _refuse_impossible_targets(documents.values(), folders.values())
    for document in documents.values():
        refuse_to_overwrite(document, force=force, inputs=[db])
    if strange := set(sections) - set(SECTIONS):
        raise HistparseError(suggest_names("section", min(strange), SECTIONS))
    targets, filters = documents | folders, filtering.filters()
    with ThreadPoolExecutor(1) as loading, open_for_reading(db) as store:
        # The charts take long to load; the database answers meanwhile.
        drawing = [loading.submit(import_module, "histparse.report.charts")] if targets else []
        with progress("Counting"):
            # Nothing else need be counted than what the terminal shows.
            terminal_scope = scope_of_sections(sections) if sections else is_in_summary
            shown = None if targets or full or format == "json" else terminal_scope
            estimates = _rate_estimates_to_compute(format, documents)
            lists = "html" in documents
            report = store.report(player, filters=filters, lists=lists, scope=shown, estimates=estimates)
        for loaded in drawing:
            loaded.result()
    with progress("Drawing", len(targets)) as advance:
        made = list[tuple[Path, dict[Path, bytes]]]()
        for kind, target in targets.items():
            made.append((target, render_bytes_by_path(report, kind, target, full=full)))
            advance(1)
    write_all_or_none(dict(ChainMap(*(whole for _, whole in made))), folders.values(), force=force, inputs=[db])
    with _naming_written_files_at_end(made):
        if not any(map(is_stdout, documents.values())):
            _print_report(report, format, sections, full=full)
    return 0


def _rate_estimates_to_compute(format: Answer, documents: Collection[str]) -> Estimates:
    """Select the estimates that will be written; the terminal shows none."""
    if format == "json":
        return Estimates.ALL
    return Estimates.SMALL_SAMPLES if documents else Estimates.NONE


def _target_paths(**targets: str | None) -> dict[str, Path]:
    return {kind: Path(target) for kind, target in targets.items() if target}


def _refuse_impossible_targets(documents: Collection[Path], folders: Collection[Path]) -> None:
    """Refuse targets that cannot be written before anything is computed."""
    if any(map(is_stdout, folders)):
        raise HistparseError("charts are several files: name a folder for them, not standard output")
    if len(documents) > len(set(documents)):
        raise HistparseError(f"{quoted(min(documents))} cannot be both the web page and the PDF: name two files")


def _print_report(report: Report, format: Answer, sections: list[str], *, full: bool) -> None:
    if format == "json":
        print_json(report_to_data(report))
        return
    screen = Screen(sys.stdout)
    screen = screen if screen.is_terminal else Screen(sys.stdout, width=int(os.environ.get("COLUMNS") or PAGE))
    if sections:
        print_sections(report, sections, screen)
    elif full:
        print_report(report, screen)
    else:
        print_summary(report, screen)


@contextmanager
def _naming_written_files_at_end(files_written: Iterable[tuple[Path, Collection[Path]]]) -> Iterator[None]:
    """Say what was written, even when the reader closed the pipe early."""
    try:
        yield
    finally:
        for target, written in files_written:
            names = ", ".join(file.name for file in written if file != target)
            if not written:
                print_remark(f"No charts in {target}: the hands are too few to draw.")
            elif not is_stdout(target):
                print_remark(f"Written: {target}{f' ({names})' if names else ''}.")
