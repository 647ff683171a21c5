"""What is wrong with a command line, in our words instead of the toolkit's."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import typer

from histparse.model.errors import MOST_LISTED, join_by_or, quoted, similar_names

_MISSING = re.compile(r"Missing (?:argument|option|parameter) '?([^'.]+)")
_NO_COMMAND = "Missing command."
_EXAMPLE = re.compile(r"- `(histparse [^`]+)`")
_WRONG = re.compile(r"Invalid value for '(.+)': Input should be ([^,]+(?:, '[^']+')*)")
_BARE = re.compile(r"Option '(.+)' requires an argument\.")
_SURPLUS = re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)$")
_KINDS = {"a valid integer": "a whole number", "a valid number": "a number"}
"""What a value is, by the toolkit's word for it."""
USUAL = "report"
"""The command whose options are those that most have."""
NO_OTHER = {"--db"}
"""Options so well known that nobody means another by them."""


def describe_usage_error(error: typer.TyperException, arguments: Sequence[str]) -> tuple[str, str]:
    """Say what is wrong with these arguments, and where to find help."""
    context = getattr(error, "ctx", None)
    help_line = f"Try: {context.command_path if context else 'histparse'} --help"
    return _describe_error_if_known(error, context, arguments) or _reword_message(error.format_message()), help_line


def _describe_error_if_known(
    error: typer.TyperException, context: Any, arguments: Sequence[str]
) -> str:  # Any: of the toolkit
    """The sentence on what the toolkit knows more of than it says; empty: its message is enough."""
    message = error.format_message()
    if near := getattr(error, "possibilities", None):
        return f"{error.message}. Did you mean {' or '.join(near)}?"
    if missing := _MISSING.match(message):
        name = missing[1]
        return _say_what_lacks(name if name.startswith("-") else name.upper(), context)
    if commands := getattr(context and context.command, "commands", None):
        return _describe_wrong_command(message, getattr(error, "option_name", ""), context, commands, arguments)
    return ""


def _describe_wrong_command(
    message: str, option: str, context: Any, commands: Mapping[str, Any], arguments: Sequence[str]
) -> str:
    """The sentence on a command that is missing or unknown, or on an option that is typed before it."""
    if message == _NO_COMMAND:
        return _say_what_lacks(_phrase_naming_commands(commands), context)
    if option:
        return _describe_misplaced_option(option, context, commands, arguments)
    return f"{message.rstrip('.')}: there is {join_by_or(commands)}" if len(commands) <= MOST_LISTED else ""


def _phrase_naming_commands(commands: Iterable[str]) -> str:
    return f"a command ({', '.join(commands)})"


def _say_what_lacks(what: str, context: Any) -> str:
    """Ask for what the command cannot do without, by the first example of its help."""
    example = _EXAMPLE.search(context.command.help or "")
    name = context.command_path.partition(" ")[2]
    return f"{name} needs {what}" + (f", as in: {example[1]}" if example else "")


def _describe_misplaced_option(option: str, context: Any, commands: Mapping[str, Any], arguments: Sequence[str]) -> str:
    """Say of an option before the command what it should be, and that the command comes first."""
    path = context.command_path.split()[1:]
    rest = list(arguments[len(path) :])
    named = next((word for word in rest if word in commands), None)
    if named:
        rest.remove(named)
    tried = [named] if named else [*commands] if len(commands) <= MOST_LISTED else [USUAL]
    options = {name: [word for parameter in commands[name].params for word in parameter.opts] for name in tried}
    meant = _same_or_similar_option(option, {word for words in options.values() for word in words})
    if not meant:
        return f"No such option: {option}" + (
            f"; {_say_what_lacks(_phrase_naming_commands(commands), context)}" if path else ""
        )
    takers = [name for name, words in options.items() if meant in words]
    example = _EXAMPLE.search(context.command.help or "")
    usual = next((name for name in takers if example and name in example[1].split()), takers[0])
    rest = [meant + word.removeprefix(option) if word.partition("=")[0] == option else word for word in rest]
    line = shlex.join(["histparse", *path, usual, *rest])
    if meant != option:
        return f"No such option: {option}. Did you mean {meant}? It comes after the command: {line}"
    return f"{option} comes after {'the command' if named or not path else _phrase_naming_commands(takers)}: {line}"


def _same_or_similar_option(option: str, options: Collection[str]) -> str:
    """The option of a command, or that most similar to it; empty: none, or it is one of other commands."""
    if option in options:
        return option
    if option in NO_OTHER:
        return ""
    near = similar_names(option, [word for word in options if word.startswith("--")], most_names=1)
    return near[0] if near else ""


def _reword_message(message: str) -> str:
    """Rewrite the toolkit's message on an argument, without its words for types."""
    if bare := _BARE.match(message):
        return f"{bare[1]} needs a value"
    if surplus := _SURPLUS.match(message):
        return f"{quoted(surplus[1])} is more than this command takes"
    where, _, complaint = message.removeprefix("Invalid value for '").partition("': Value error, ")
    value, is_choice, choices = complaint.removesuffix(".").rpartition(" is not one of ")
    if is_choice:
        return f"{where} must be {' or '.join(choices.split(', '))}, not {value}"
    if wrong := _WRONG.match(message):
        return f"{wrong[1]} must be {_KINDS.get(wrong[2], wrong[2])}"
    return message
