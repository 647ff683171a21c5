"""System: data that comes with the package, inside it or beside it in a checkout, and the program's identity."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def folder(name: str) -> Path:
    """The data folder of that name (`grammars`, `analytics`). Raises FileNotFoundError."""
    inside, checkout = PACKAGE / name, PACKAGE.parent / name
    if inside.is_dir():
        return inside
    # A folder beside an installed package is somebody else's: only a checkout has pyproject.toml there.
    if checkout.is_dir() and (PACKAGE.parent / "pyproject.toml").is_file():
        return checkout
    raise FileNotFoundError(f"the data folder `{name}` did not come with this installation of histparse")


def queries(place: str) -> list[Path]:
    """The files of that folder of analytics, in order of name."""
    return sorted((folder("analytics") / place).glob("*.sql"))


@cache
def query(name: str) -> str:
    """The text of a file of analytics, named by its place there: `settle/verdict`."""
    return (folder("analytics") / f"{name}.sql").read_text("utf-8")


# --- the identity of the program ------------------------------------------------------------------------------

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
