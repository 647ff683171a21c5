"""Data that comes with the package: inside it when installed, beside it in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def folder(name: str) -> Path:
    """The data folder of that name (`grammars`, `analytics`). Raises FileNotFoundError."""
    inside, beside = PACKAGE / name, PACKAGE.parent / name
    if inside.is_dir():
        return inside
    # A folder beside an installed package is somebody else's: only a checkout has pyproject.toml there.
    if beside.is_dir() and (PACKAGE.parent / "pyproject.toml").is_file():
        return beside
    raise FileNotFoundError(f"the data folder `{name}` did not come with this installation of histparse")


def queries(place: str) -> list[Path]:
    """The files of that folder of analytics, in order of name."""
    return sorted((folder("analytics") / place).glob("*.sql"))


@cache
def query(name: str) -> str:
    """The text of a file of analytics, named by its place there: `settle/verdict`."""
    return (folder("analytics") / f"{name}.sql").read_text("utf-8")
