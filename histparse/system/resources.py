"""Data that comes with the package: inside it when installed, beside it in a checkout."""

from __future__ import annotations

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
