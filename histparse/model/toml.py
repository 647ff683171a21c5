"""Files of settings in TOML: read into a struct, with errors that speak of the file and not of the library."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

from histparse.model.absent import absent
from histparse.model.errors import HistparseError
from histparse.model.plain import quoted

Settings = TypeVar("Settings", bound=msgspec.Struct)
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]++)`")
_KIND = re.compile(r"Expected `([^`]++)`, got `([^`]++)`(?: - at `\$\.?([^`]++)`)?$")
_WORDS = {
    "str": "a text in quotes",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list in brackets",
    "object": "a table",
}
"""What a value is, by the library's word for it."""


def read_toml(data: bytes, kind: type[Settings], called: str) -> Settings:
    """The settings that the file `called` so says. Raises HistparseError, in a sentence that names the line or key."""
    try:
        return msgspec.toml.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HistparseError(f"{called}: {_in_words(str(error), kind)}") from error


def _in_words(message: str, kind: type[msgspec.Struct]) -> str:
    if unknown := _UNKNOWN.match(message):
        return absent("setting", unknown[1], kind.__struct_fields__)
    if wrong := _KIND.match(message):
        expected = " or ".join(_WORDS.get(word, word) for word in wrong[1].split(" | ") if word != "null")
        return f"{quoted(wrong[3] or 'it')} must be {expected}, not {_WORDS.get(wrong[2], wrong[2])}"
    return message
