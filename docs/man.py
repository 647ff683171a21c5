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
    arguments = [one for one in command.params if not one.opts[0].startswith("-")]
    yield f".SS {name} {' '.join(_argument(one) for one in arguments)}".rstrip()
    for paragraph in re.split(r"\n\s*\n", command.help.strip()):
        yield from (".PP", *_paragraph(paragraph))
    for one in command.params:
        named = ", ".join(_plain(option) for option in (*one.opts, *one.secondary_opts))
        if one.help and one not in arguments:
            yield from (".TP", f".B {named}", _plain(one.help))


def _argument(one: Any) -> str:
    word = _plain((one.metavar or one.name).upper())
    return word if one.required else f"[{word}]"


def _paragraph(text: str) -> list[str]:
    if text.lstrip().startswith("- "):
        return [line for example in text.splitlines() for line in (_plain(example.strip().removeprefix("- ")), ".br")]
    return [_plain(" ".join(text.split()))]


def _plain(text: str) -> str:
    """Without marks of Markdown, and with what means something to man escaped."""
    shown = re.sub(r"[`*]", "", text).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{shown}" if shown.startswith((".", "'")) else shown
