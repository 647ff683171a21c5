"""`histparse.toml`, the user's own settings: time zone, house, waivers, filters by name, aliases; and the database."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer
from msgspec import Struct

import histparse  # loads a store when one is opened
from histparse.cli import late
from histparse.cli.printing import print_if_verbose
from histparse.model.errors import HistparseError
from histparse.model.house import read_toml
from histparse.system.files import read_whole_file

NAME = "histparse.toml"
DATABASE, FILE = "HISTPARSE_DB", "HISTPARSE_CONFIG"
"""The variables of the environment that name another database, and another file of settings."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the file; everything has a default."""

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
def load_settings() -> Settings:
    """The settings of the file in this folder, or else of the user's. Raises HistparseError."""
    file = _settings_file()
    if file is None:
        return Settings()
    print_if_verbose(f"settings: {file}")
    try:
        loaded = read_toml(read_whole_file(file), Settings, str(file))
    except OSError as error:
        raise HistparseError(f"cannot read {file}: {error.strerror}") from error
    _refuse_wrong_saved_filters(loaded, file)
    return loaded


def _refuse_wrong_saved_filters(loaded: Settings, file: Path) -> None:
    """Refuse filters that are none, whether they are asked for or not. Raises HistparseError."""
    try:
        for filters in loaded.filters.values():
            late.filter_texts.read_filters(filters)
    except HistparseError as error:
        raise HistparseError(f"{file}: {error.to_users}") from error


def default_database() -> str:
    """The database where no other is named: that of the environment, else one in the user's data folder."""
    return os.environ.get(DATABASE) or str(_user_database_path())


def make_folder_if_default_database(database: str) -> None:
    """Make the folder of the user's own database; those of others they make themselves. Raises HistparseError."""
    if database == str(_user_database_path()):
        try:
            Path(database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise HistparseError(f"cannot make {Path(database).parent}: {error.strerror}") from error


def _user_database_path() -> Path:
    return late.platformdirs.user_data_path("histparse", appauthor=False) / "hands.duckdb"


def house_in_settings() -> str | None:
    """The house of the settings: a name, or the path of a TOML file, which begins at the folder of the settings."""
    named = load_settings().house
    return str(_resolve_from_settings(named)) if named and named.endswith(".toml") else named


def waivers_in_settings() -> Path | None:
    """The file of waivers of the settings; its path begins at their folder."""
    named = load_settings().waivers
    return _resolve_from_settings(named) if named else None


def _resolve_from_settings(name: str) -> Path:
    file = _settings_file()
    return Path(name) if file is None else file.parent / name


def _settings_file() -> Path | None:
    if named := os.environ.get(FILE):
        return Path(named)
    if Path(NAME).is_file():
        return Path(NAME)
    path = late.platformdirs.user_config_path("histparse", appauthor=False) / NAME
    return path if path.is_file() else None


# --- the database ----------------------------------------------------------------------------------------------------

MOST = 50
"""Names that are offered to complete one."""


def complete_player_names(ctx: Any, incomplete: str) -> list[str]:  # Any: the context of typer, of no public type
    """The first players whose names begin so, to complete one; none without a database that can be read."""
    try:
        with open_for_reading(ctx.params.get("db") or default_database()) as store:
            return store.names(incomplete)[:MOST]
    except HistparseError:
        return []


Db = Annotated[
    str,
    typer.Option(
        help=f"The database file; default: ${DATABASE}, else one in your data folder.",
        metavar="FILE",
        show_default=False,
        default_factory=default_database,
    ),
]
Player = Annotated[
    str | None,
    typer.Argument(help="The player; default: the hero with the most hands.", autocompletion=complete_player_names),
]


def open_for_reading(db: str) -> histparse.Store:
    """Open a database for reading. Raises HistparseError for anything else."""
    if db == default_database() and not Path(db).exists():
        raise HistparseError(f"{db}: there are no hands yet; `histparse start` finds and imports them")
    return histparse.Store(db, read_only=True)


def open_for_changes(db: str) -> histparse.Store:
    """Open a database for changes; it is not made. Raises HistparseError for anything else."""
    open_for_reading(db).close()  # a missing or unusable file is refused: opening it for writing would create it
    return histparse.Store(db)


def db_option_text(db: str) -> str:
    """Write the option that names the database, with a blank before it; empty for the user's default."""
    return "" if db == default_database() else f" --db {quote(db)}"
