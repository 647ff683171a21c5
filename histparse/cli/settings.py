"""`histparse.toml`, the user's own settings: time zone, house, waivers, filters by name, aliases; and the database."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from msgspec import Struct

from histparse.cli import late
from histparse.cli.messages import detail
from histparse.cli.usage_error import UsageError
from histparse.model.errors import HistparseError
from histparse.model.toml import read_toml
from histparse.system.files import content

NAME = "histparse.toml"
DATABASE, FILE = "HISTPARSE_DB", "HISTPARSE_CONFIG"
"""The variables of the environment that name another database, and another file of settings."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file may say; everything has a default."""

    zone: str | None = None
    """Time zone of days, months and sessions."""
    house: str | None = None
    """Whose rules `check` judges by: a name, or a TOML file."""
    waivers: str | None = None
    """The file of findings that `check` suppresses."""
    filters: dict[str, dict[str, str | int | bool]] = {}
    """For `--filter NAME`: filters as their options are called."""
    aliases: dict[str, list[str]] = {}
    """For `aliases --settings`: the players of each name."""


@cache
def settings() -> Settings:
    """The settings of the file in this folder, or else of the user's. Raises UsageError."""
    file = _file()
    if file is None:
        return Settings()
    detail(f"settings: {file}")
    try:
        found = read_toml(content(file), Settings, str(file))
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    _check(found, file)
    return found


def _check(found: Settings, file: Path) -> None:
    """Refuse filters that are none, whether they are asked for or not. Raises UsageError."""
    if found.filters:
        try:
            for said in found.filters.values():
                late.filter_text.read_filters(said)
        except HistparseError as error:
            raise UsageError(f"{file}: {error.to_users}") from error


def default_database() -> str:
    """The database where no other is named: that of the environment, else one in the user's data folder."""
    return os.environ.get(DATABASE) or str(_own_database())


def make_room(database: str) -> None:
    """Make the folder of the user's own database; those of others they make themselves. Raises UsageError."""
    if database == str(_own_database()):
        try:
            Path(database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot make {Path(database).parent}: {error.strerror}") from error


def _own_database() -> Path:
    return late.platformdirs.user_data_path("histparse", appauthor=False) / "hands.duckdb"


def settled_house() -> str | None:
    """The house of the settings: a name, or the path of a TOML file, which begins at the folder of the settings."""
    named = settings().house
    return str(_beside(named)) if named and named.endswith(".toml") else named


def settled_waivers() -> Path | None:
    """The file of waivers of the settings; its path begins at their folder."""
    named = settings().waivers
    return _beside(named) if named else None


def _beside(name: str) -> Path:
    file = _file()
    return Path(name) if file is None else file.parent / name


def _file() -> Path | None:
    if named := os.environ.get(FILE):
        return Path(named)
    if Path(NAME).is_file():
        return Path(NAME)
    own = late.platformdirs.user_config_path("histparse", appauthor=False) / NAME
    return own if own.is_file() else None
