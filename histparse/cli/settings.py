"""`histparse.toml`, the user's own settings: time zone, house, waivers, filters by name, aliases; and the database."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct, field

from histparse.cli.usage_error import UsageError

NAME = "histparse.toml"
DATABASE, FILE = "HISTPARSE_DB", "HISTPARSE_CONFIG"
"""The variables of the environment that name another database, and another file of settings."""


class SavedFilter(Struct, frozen=True, forbid_unknown_fields=True):
    """Filters under a name, as their options are called."""

    site: str | None = None
    stakes: str | None = None
    since: str | None = field(name="from", default=None)
    until: str | None = field(name="to", default=None)
    tz: str | None = None
    players: int | None = None
    seats: int | None = None
    cash: bool | None = None
    position: str | None = None
    opponent: str | None = None
    start: str | None = None
    hero: bool | None = None
    min_hands: int | None = field(name="min-hands", default=None)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the file may say; everything has a default."""

    zone: str | None = None
    """Time zone of days, months and sessions."""
    house: str | None = None
    """Whose rules `check` judges by: a name, or a TOML file."""
    waivers: str | None = None
    """The file of findings that `check` suppresses."""
    filters: dict[str, SavedFilter] = {}
    """For `--filter NAME`."""
    aliases: dict[str, list[str]] = {}
    """For `aliases --settings`: the players of each name."""


@cache
def settings() -> Settings:
    """The settings of the file in this folder, or else of the user's. Raises UsageError."""
    file = _file()
    if file is None:
        return Settings()
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Settings)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: {error}") from error
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error


def default_database() -> str:
    """The database where no other is named: that of the environment, else one in the user's data folder."""
    if named := os.environ.get(DATABASE):
        return named
    from platformdirs import user_data_path  # noqa: PLC0415 - loaded only when no database is named

    return str(user_data_path("histparse", appauthor=False) / "hands.duckdb")


def beside_settings(name: str) -> str:
    """A file named in the settings: paths there begin at the folder of the file."""
    file = _file()
    return name if file is None else str(file.parent / name)


def _file() -> Path | None:
    if named := os.environ.get(FILE):
        return Path(named)
    if Path(NAME).is_file():
        return Path(NAME)
    from platformdirs import user_config_path  # noqa: PLC0415 - as above

    own = user_config_path("histparse", appauthor=False) / NAME
    return own if own.is_file() else None
