"""Names of files as text."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from histparse.system.files import printable_path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plain.txt", "plain.txt"),
        ("caf\N{LATIN SMALL LETTER E WITH ACUTE}.txt", "caf\N{LATIN SMALL LETTER E WITH ACUTE}.txt"),
        ("caf\udce9/\udcff.txt", r"caf\xe9/\xff.txt"),
    ],
)
def test_a_name_of_any_bytes_is_text(name: str, text: str) -> None:
    assert printable_path(name) == text
    assert printable_path(Path(name)) == str(Path(text))
    assert printable_path(text) == text


@pytest.mark.skipif(os.name != "posix", reason="names are bytes on POSIX systems only")
def test_names_of_different_bytes_are_distinguished() -> None:
    names = {printable_path(os.fsdecode(bytes([byte]))) for byte in range(1, 256)}
    assert len(names) == 255
    assert all(name.encode() for name in names)
