"""The program `histparse`: finds the commands, runs the one asked for, and turns every outcome into an exit code."""

from __future__ import annotations

import gc
import io
import os
import re
import sys
from collections.abc import Iterable, Sequence
from errno import ENAMETOOLONG, EROFS
from textwrap import wrap
from typing import Annotated, cast

import typer
from typer.main import get_command

from histparse import __version__
from histparse.cli import STOPPED, process, run_until_ctrl_c
from histparse.cli.command_group import TOPICS, CommandGroup, HelpTopic, build_topic
from histparse.cli.printing import print_error, print_line, print_remark
from histparse.cli.usage_errors import describe_usage_error
from histparse.model.errors import HistparseError
from histparse.system.files import printable_path
from histparse.system.processes import COLLECTING

# --- the first screen ------------------------------------------------------------------------------------------------

BEGIN = """\
  histparse start               find your hands, import them and show them
  histparse import ~/histories  or name the folder yourself
  histparse report              you and your opponents, in short
  histparse check session.txt   which hands break which rule, and where
"""
FIRST = {
    "Start": ("start", "import", "watch", "serve"),
    "Look": ("report", "sessions", "hands", "show"),
    "Study": ("leaks", "notes", "draw", "equity"),
    "Check": ("check",),
}
"""The commands that most need no more than; the others come below them."""
WIDTH = 80
MORE = "`histparse help` says what each is for, `histparse help report` all about one."


def first_screen_lines(command_names: Iterable[str]) -> list[str]:
    """The lines: at most 24 of 80 columns, so that none scrolls out of sight."""
    first = {name for names in FIRST.values() for name in names}
    listed = [
        line
        for heading, names in {**FIRST, "More": [name for name in command_names if name not in first]}.items()
        for line in wrap(" ".join(names), WIDTH, initial_indent=f"  {heading:<9}", subsequent_indent=" " * 11)
    ]
    title = f"histparse {__version__} tracks, checks and studies your 2-7 Triple Draw hands."
    return [title, "", *BEGIN.splitlines(), "", *listed, "", MORE]


# --- the program -----------------------------------------------------------------------------------------------------

FAILED = 2
"""Exit code of everything that could not run."""
COMPLETING = "_HISTPARSE_COMPLETE"
"""A shell sets it to ask what comes next on its line; it passes no arguments."""
_WIDTH = re.compile(r"0*[1-9][0-9]{0,3}")
READER_GONE = 141
"""The exit code shells give a program ended by a closed pipe; 1 would mean findings."""


def run_as_process(arguments: Sequence[str]) -> int:
    """Run a command line as a whole process: its exit code, with all output flushed."""
    os.umask(0o077)  # databases, reports, notes and logs tell how somebody plays: they are the user's alone
    process.attach_streams()
    process.limit_reservations_and_guard_libraries()
    gc.set_threshold(*COLLECTING)
    with process.silencing_font_cache_warnings():
        code = run_command_line(arguments)
    process.flush_output_or_drop()
    return code


def run_command_line(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code (see docs/settings.md). Never a traceback."""
    _escape_unencodable_output()
    _unset_impossible_columns_variable()
    try:
        return run_until_ctrl_c(lambda: _show_help_or_invoke_command(arguments))
    except process.ReaderGone:
        return READER_GONE
    except HistparseError as error:
        return _report_failure(error.to_users)
    except typer.TyperException as error:
        return _report_failure(*describe_usage_error(error, arguments))
    except Exception as error:
        if os.environ.get("HISTPARSE_DEBUG"):
            raise
        if isinstance(error, OSError) and error.errno in {ENAMETOOLONG, EROFS} and error.filename:
            return _report_failure(f"{printable_path(error.filename)}: cannot be used ({error.strerror})")
        return _report_failure(
            f"an error of the program itself ({type(error).__name__}: {error}); HISTPARSE_DEBUG=1 shows where"
        )


def build_app() -> typer.Typer:
    """The program: its own options, and the commands, which are loaded when needed."""
    app = typer.Typer(
        name="histparse",
        cls=CommandGroup,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_program_options)
    return app


def _show_version_and_exit(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"histparse {__version__}")
        raise typer.Exit


def _program_options(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Print the version.", is_eager=True, callback=_show_version_and_exit)
    ] = False,
) -> None:
    """Tracks, checks and studies your 2-7 Triple Draw hands.

    To begin with:

    - `histparse start`: find your hands, import them, and look at them in your browser
    - `histparse report`: how you play
    - `histparse help report`: the options of a command
    - `histparse check session.txt`: which hands break which rule, and where
    - `histparse help filters`, `histparse help notation`: what several commands share

    Exit codes: 0 clean, 1 findings, 2 could not run.
    """


def _show_help_or_invoke_command(arguments: Sequence[str]) -> int:
    match arguments:
        case [] if COMPLETING not in os.environ:
            return _print_first_screen()
        case ["help", name] if name in TOPICS:
            return _print_topic(build_topic(name))
        case ["help", *command]:
            return _invoke_command([*command, "--help"])
    return _invoke_command(arguments)


def _print_topic(topic_page: HelpTopic) -> int:
    context = topic_page.make_context(topic_page.name, [])
    topic_page.format_help(context, context.make_formatter())
    return 0


def _print_first_screen() -> int:
    """Print the first screen, for somebody who names no command."""
    for line in first_screen_lines(cast("CommandGroup", get_command(build_app())).list_commands(None)):
        print_line(line)
    return 0


def _invoke_command(arguments: Sequence[str]) -> int:
    with process.reporting_memory_shortage():
        code = build_app()(list(arguments), prog_name="histparse", standalone_mode=False)
        sys.stdout.flush()
    if code == STOPPED:  # typer has caught it
        raise KeyboardInterrupt
    return code if isinstance(code, int) else 0


def _escape_unencodable_output() -> None:
    """Escape characters that a stream cannot encode, such as those of a player's name, but for lines and marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=process.IN_ASCII)


def _unset_impossible_columns_variable() -> None:
    """Forget a width of the screen that is no number of 1 to 9,999 columns: nothing could be shown on it."""
    if not _WIDTH.fullmatch(os.environ.get("COLUMNS", "")):
        os.environ.pop("COLUMNS", None)


def _report_failure(sentence: str, *hints: str) -> int:
    print_error(sentence)
    for line in hints:
        print_remark(line)
    return FAILED
