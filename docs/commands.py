"""The reference of commands and formats, written from their own help: `make docs`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from inspect import getdoc
from typing import Any

import typer

from histparse import export
from histparse.api.hand_formats import FORMATS
from histparse.cli import finding_formats, row_table
from histparse.cli.app import build_app
from histparse.cli.command_group import TOPICS, build_topic

OF_ALL = ("quiet", "verbose", "log", "help")
"""Options that every command has; they are described once."""
OUTPUTS: dict[str, tuple[Mapping[str, object], str]] = {
    "Rows": (row_table.FORMATS, "`--format` of the commands that show figures, and of `hands` and `query`."),
    "Findings": (finding_formats.FORMATS, "`--format` of `check` and `db findings`; see [the fields](findings.md)."),
    "Hands": (FORMATS, "`--format` of `export` and `convert`, with the sites below; see [formats](formats.md)."),
}


def commands_page() -> str:
    """All commands with their arguments and options."""
    group: Any = typer.main.get_command(build_app())  # Any: a group of typer's own, of no public type
    of_all = [one for one in group.commands["players"].params if one.name in OF_ALL]
    intro = f"{_sentences(group.help)}\n\nEvery command has these options, and `--help`:\n\n{_table('option', of_all)}"
    told = [_topic(build_topic(name)) for name in TOPICS]
    return "\n\n".join(["# Commands", intro, *_commands(group.commands), *told])


def outputs_page() -> str:
    """The formats of what is printed and written."""
    intro = "A format is a function: a new one appears here."
    parts = [f"## {kind}\n\n{said}\n\n{_list(_about(formats))}" for kind, (formats, said) in OUTPUTS.items()]
    sites = _list((site, "The text of that site, or of that file format.") for site in export.sites())
    return "\n\n".join(["# Formats of output", intro, *parts, f"## Texts of sites\n\n{sites}"])


def _commands(there: Mapping[str, Any], above: str = "") -> Iterator[str]:
    for name in there:
        command = there[name]
        yield _command(f"{above}{name}", command)
        if hasattr(command, "commands"):
            yield from _commands(command.commands, f"{above}{name} ")


def _command(name: str, command: Any) -> str:
    arguments = [one for one in command.params if not one.opts[0].startswith("-")]
    options = [one for one in command.params if not (one in arguments or one.hidden or one.name in OF_ALL)]
    what = "COMMAND" if hasattr(command, "commands") else "[OPTIONS]"
    usage = " ".join(filter(None, ["histparse", name, *map(_argument, arguments), what]))
    parts = [f"## {name}", f"```text\n{usage}\n```", _sentences(command.help)]
    parts += [_table("argument", arguments)] if arguments else []
    parts += [_table("option", options)] if options else []
    return "\n\n".join(parts)


def _topic(told: Any) -> str:
    """What `histparse help` explains beside commands; its options stand with every command."""
    usage = f"```text\nhistparse help {told.name}\n```"
    return "\n\n".join([f"## help {told.name}", usage, _sentences(told.help)])


def _argument(one: Any) -> str:
    word = (one.metavar or one.name).upper()
    return str(word if one.required else f"[{word}]")


def _table(kind: str, options: Iterable[Any]) -> str:
    rows = [f"| {_named(one)} | {_cell(one.help or '')}{_default(one)} |" for one in options]
    return "\n".join([f"| {kind} | |", "|---|---|", *rows])


def _named(one: Any) -> str:
    if not one.opts[0].startswith("-"):
        return f"`{_argument(one)}`"
    words = ", ".join(f"`{option}`" for option in (*one.opts, *one.secondary_opts))
    return f"{words} `{one.metavar}`" if one.metavar else words


def _default(one: Any) -> str:
    """What holds without the option, unless that is nothing or its help says so."""
    shown = one.show_default if isinstance(one.show_default, str) else one.default
    plain = isinstance(shown, str | int | float) and not isinstance(shown, bool)
    said = "default" in (one.help or "").casefold()
    return f" Default: `{getattr(shown, 'value', shown)}`." if plain and shown != "" and not said else ""


def _sentences(text: str) -> str:
    """Paragraphs, and examples as a list, without the indentation of the source."""
    return "\n\n".join(_unfolded(part) for part in re.split(r"\n\s*\n", text.strip()))


def _unfolded(paragraph: str) -> str:
    if paragraph.lstrip().startswith("- "):
        return "\n".join(line.strip() for line in paragraph.splitlines())
    return " ".join(paragraph.split())


def _about(formats: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Each format and the first paragraph of what is said of it."""
    for name, format_ in formats.items():
        yield name, " ".join((getdoc(format_) or "").split("\n\n")[0].split())


def _list(about: Iterable[tuple[str, str]]) -> str:
    rows = [f"| `{name}` | {_cell(said)} |" for name, said in about]
    return "\n".join(["| format | |", "|---|---|", *rows])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
