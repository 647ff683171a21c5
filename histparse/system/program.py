"""The identity of this program, from the contents of its files: a checkout changes without a new version."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from histparse.system.resources import PACKAGE, folder

MADE_OF = {".py", ".toml", ".lark", ".sql"}
DATA = ("grammars", "analytics")
"""Folders that are inside the package when it is installed, and beside it in a checkout."""


@cache
def program() -> str:
    """A name that no other or modified version has, wherever it is installed: 16 hexadecimal digits."""
    made_of = sha256()
    for name, file in sorted(_files()):
        made_of.update(name.encode() + b"\0" + file.read_bytes())
    return made_of.hexdigest()[:16]


def _files() -> Iterator[tuple[str, Path]]:
    """What decides how hands are read and judged, and its place in the package."""
    data = {name: folder(name) for name in DATA}
    for root in (PACKAGE, data["grammars"], data["analytics"] / "neighbours"):
        for file in root.rglob("*"):
            if file.suffix in MADE_OF and (root is not PACKAGE or not any(map(file.is_relative_to, data.values()))):
                yield f"{root.name}/{file.relative_to(root).as_posix()}", file
