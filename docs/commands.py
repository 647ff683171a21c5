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

COMMON_OPTIONS = ("quiet", "verbose", "log", "help")
"""Options that every command has; they are described once."""
OUTPUTS: dict[str, tuple[Mapping[str, object], str]] = {
    "Rows": (row_table.FORMATS, "`--format` of the commands that show figures, and of `hands` and `query`."),
    "Findings": (finding_formats.FORMATS, "`--format` of `check` and `db findings`; see [the fields](findings.md)."),
    "Hands": (FORMATS, "`--format` of `export` and `convert`, with the sites below; see [formats](formats.md)."),
}


def commands_page() -> str:
    """All commands with their arguments and options."""
    group: Any = typer.main.get_command(build_app())  # Any: a group of typer's own, of no public type
    common_options = [option for option in group.commands["players"].params if option.name in COMMON_OPTIONS]
    common_table = _table("option", common_options)
    intro = f"{_sentences(group.help)}\n\nEvery command has these options, and `--help`:\n\n{common_table}"
    topics = [_topic(build_topic(name)) for name in TOPICS]
    return "\n\n".join(["# Commands", intro, *_commands(group.commands), *topics])


def outputs_page() -> str:
    """The formats of what is printed and written."""
    intro = "A format is a function: a new one appears here."
    parts = [
        f"## {kind}\n\n{caption}\n\n{_format_table(_describe_formats(formats))}"
        for kind, (formats, caption) in OUTPUTS.items()
    ]
    sites = _format_table((site, "The text of that site, or of that file format.") for site in export.sites())
    return "\n\n".join(["# Formats of output", intro, *parts, f"## Texts of sites\n\n{sites}"])


def _commands(commands: Mapping[str, Any], group_prefix: str = "") -> Iterator[str]:
    for name in commands:
        command = commands[name]
        yield _command(f"{group_prefix}{name}", command)
        if hasattr(command, "commands"):
            yield from _commands(command.commands, f"{group_prefix}{name} ")


def _command(name: str, command: Any) -> str:
    arguments = [parameter for parameter in command.params if not parameter.opts[0].startswith("-")]
    options = [
        parameter
        for parameter in command.params
        if not (parameter in arguments or parameter.hidden or parameter.name in COMMON_OPTIONS)
    ]
    what = "COMMAND" if hasattr(command, "commands") else "[OPTIONS]"
    usage = " ".join(filter(None, ["histparse", name, *map(_argument, arguments), what]))
    parts = [f"## {name}", f"```text\n{usage}\n```", _sentences(command.help)]
    parts += [_table("argument", arguments)] if arguments else []
    parts += [_table("option", options)] if options else []
    return "\n\n".join(parts)


def _topic(topic: Any) -> str:
    """What `histparse help` explains beside commands; its options stand with every command."""
    usage = f"```text\nhistparse help {topic.name}\n```"
    return "\n\n".join([f"## help {topic.name}", usage, _sentences(topic.help)])


def _argument(argument: Any) -> str:
    word = (argument.metavar or argument.name).upper()
    return str(word if argument.required else f"[{word}]")


def _table(kind: str, options: Iterable[Any]) -> str:
    rows = [f"| {_format_names(option)} | {_cell(option.help or '')}{_format_default(option)} |" for option in options]
    return "\n".join([f"| {kind} | |", "|---|---|", *rows])


def _format_names(option: Any) -> str:
    if not option.opts[0].startswith("-"):
        return f"`{_argument(option)}`"
    words = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    return f"{words} `{option.metavar}`" if option.metavar else words


def _format_default(option: Any) -> str:
    """What holds without the option, unless that is nothing or its help says so."""
    shown = option.show_default if isinstance(option.show_default, str) else option.default
    plain = isinstance(shown, str | int | float) and not isinstance(shown, bool)
    is_in_help = "default" in (option.help or "").casefold()
    return f" Default: `{getattr(shown, 'value', shown)}`." if plain and shown != "" and not is_in_help else ""


def _sentences(text: str) -> str:
    """Paragraphs, and examples as a list, without the indentation of the source."""
    return "\n\n".join(_unfolded(part) for part in re.split(r"\n\s*\n", text.strip()))


def _unfolded(paragraph: str) -> str:
    if paragraph.lstrip().startswith("- "):
        return "\n".join(line.strip() for line in paragraph.splitlines())
    return " ".join(paragraph.split())


def _describe_formats(formats: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Each format and the first paragraph of what is said of it."""
    for name, format_ in formats.items():
        yield name, " ".join((getdoc(format_) or "").split("\n\n")[0].split())


def _format_table(descriptions: Iterable[tuple[str, str]]) -> str:
    rows = [f"| `{name}` | {_cell(description)} |" for name, description in descriptions]
    return "\n".join(["| format | |", "|---|---|", *rows])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
