"""What is wrong with a command line, in our words instead of the toolkit's."""

from __future__ import annotations

import re

import typer

from histparse.model.errors import quoted

_MISSING = re.compile(r"Missing (?:argument|option|parameter) '?([^'.]+)")
_WRONG = re.compile(r"Invalid value for '(.+)': Input should be ([^,]+(?:, '[^']+')*)")
_BARE = re.compile(r"Option '(.+)' requires an argument\.")
_SURPLUS = re.compile(r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)$")
_KINDS = {"a valid integer": "a whole number", "a valid number": "a number"}
"""What a value is, by the toolkit's word for it."""


def describe_usage_error(error: typer.TyperException) -> tuple[str, str]:
    """Say what is wrong with the command line, and where to find help."""
    near = getattr(error, "possibilities", None)
    sentence = (
        f"{error.message}. Did you mean {' or '.join(near)}?" if near else _reword_message(error.format_message())
    )
    context = getattr(error, "ctx", None)
    return sentence, f"Try: {context.command_path if context else 'histparse'} --help"


def _reword_message(message: str) -> str:
    """Rewrite the toolkit's message on an argument, without its words for types."""
    if missing := _MISSING.match(message):
        return f"{missing[1]} is missing"
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
