"""The manual page, written from the help of the commands: `make docs`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer

from histparse.cli.app import build_app

HEAD = '.TH HISTPARSE 1 "" "histparse" "User Commands"'
FILES = """\
.SH FILES
.TP
.I histparse.toml
Time zone, house, waivers, filters and aliases of your own; in this folder, else in your configuration folder.
.SH ENVIRONMENT
.TP
.B HISTPARSE_DB
The database where none is named.
.TP
.B HISTPARSE_CONFIG
Another file of settings.
.TP
.B NO_COLOR
No colours.
.SH EXIT STATUS
0 clean, 1 findings, 2 could not run, 130 stopped by Ctrl-C, 141 the reader of the output has gone."""


def man_page() -> str:
    """The page in the macros of man."""
    group: Any = typer.main.get_command(build_app())  # Any: a group of typer's own, of no public type
    about = _plain(group.help.split("\n\n")[0])
    head = [HEAD, ".SH NAME", f"histparse \\- {about}", ".SH SYNOPSIS", ".B histparse", "COMMAND [OPTIONS] ..."]
    commands = [line for name in group.commands for line in _command(name, group.commands[name])]
    return "\n".join([*head, ".SH COMMANDS", *commands, FILES]) + "\n"


def _command(name: str, command: Any) -> Iterator[str]:
    arguments = [parameter for parameter in command.params if not parameter.opts[0].startswith("-")]
    yield f".SS {name} {' '.join(_argument(argument) for argument in arguments)}".rstrip()
    for paragraph in re.split(r"\n\s*\n", command.help.strip()):
        yield from (".PP", *_paragraph(paragraph))
    for parameter in command.params:
        option_names = ", ".join(_plain(option) for option in (*parameter.opts, *parameter.secondary_opts))
        if parameter.help and parameter not in arguments:
            yield from (".TP", f".B {option_names}", _plain(parameter.help))


def _argument(argument: Any) -> str:
    word = _plain((argument.metavar or argument.name).upper())
    return word if argument.required else f"[{word}]"


def _paragraph(text: str) -> list[str]:
    if text.lstrip().startswith("- "):
        return [line for example in text.splitlines() for line in (_plain(example.strip().removeprefix("- ")), ".br")]
    return [_plain(" ".join(text.split()))]


def _plain(text: str) -> str:
    """Without marks of Markdown, and with what means something to man escaped."""
    shown = re.sub(r"[`*]", "", text).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown
