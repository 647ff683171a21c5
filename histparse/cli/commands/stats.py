"""`histparse stats`: one statistic of a player beside all players, every rate of a player, or all definitions."""

from __future__ import annotations

from typing import Annotated

import polars as pl
import typer

from histparse import Filters, Store, groups, statistics
from histparse.cli.filter_options import (
    Filtering,
    RowFormat,
    Settings,
    parse_parameters,
    print_time_zone,
    remark_on_undated_hands,
    remark_on_untold_draws,
    write_rows,
)
from histparse.cli.printing import print_line, print_remark, progress
from histparse.cli.settings import Db, complete_player_names, open_for_reading
from histparse.model.errors import HistparseError, choose_by_name
from histparse.stats.catalogue import Value, find_statistic
from histparse.stats.run import are_rate_columns
from histparse.stats.trends import OVER, trends_in_words


def run_stats(
    db: Db,
    name: Annotated[
        str | None,
        typer.Argument(
            help="The statistic, by its name or title; default: every rate.",
            autocompletion=lambda: [*statistics()],
        ),
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(help="The player; default: the hero with the most hands.", autocompletion=complete_player_names),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            help=f"One row per {', '.join(groups())}; or per two: position,month.", autocompletion=lambda: [*groups()]
        ),
    ] = None,
    definitions: Annotated[bool, typer.Option("--definitions", help="Show what every statistic counts.")] = False,
    settings: Settings = None,
    filtering: Filtering = Filtering(),
    format: RowFormat = "table",
) -> int:
    """Show a statistic of a player compared with all players, or every rate of a player.

    "All players" includes the player. `--by player` shows each of them. Below rates by month or session a sentence says
    whether they rise or fall beyond chance, and which month or session stands out.

    **Examples**

    - `histparse stats`
    - `histparse stats --definitions`
    - `histparse stats vpip --player s0rrow`
    - `histparse stats rfi --by position`
    - `histparse stats snow --set worst=52 --from 2024-01-01 --stakes 10/20`
    - `histparse stats pat_rate --by player --min-hands 500 --format parquet > pats.parquet`
    """
    filters = filtering.filters(by=by)
    if definitions:
        rows = _definition_rows(name)
    elif name:
        rows = _statistic_rows(name, db, player, filters, parse_parameters(settings))
    else:
        rows = _all_rates_or_refuse_grouping(db, player, filters, settings)
        rows = (
            rows.filter(~pl.col("statistic").is_in(_names_of_multi_outcome_statistics())) if format == "table" else rows
        )
    if not definitions and (by in {"month", "session"} or (name and find_statistic(name).is_by_time)):
        print_time_zone(filters, format)
    write_rows(rows, format, filters)
    if not (definitions or name) and format == "table":
        several = (
            f"Shares of several outcomes have only such a table: {', '.join(_names_of_multi_outcome_statistics())}."
        )
        print_remark(f"`histparse stats vpip` shows one compared with all players. {several}")
    if format == "table" and name and by in OVER and are_rate_columns(rows.columns):
        print_line(trends_in_words(rows, str(by)))
    return 0


def _definition_rows(statistic_name: str | None) -> pl.DataFrame:
    """Title and definition of the statistic, or of all."""
    listed = [find_statistic(statistic_name)] if statistic_name else [*statistics().values()]
    return pl.DataFrame(
        {
            "name": [statistic.name for statistic in listed],
            "title": [statistic.title for statistic in listed],
            "definition": [statistic.definition for statistic in listed],
        }
    )


def _all_rates_or_refuse_grouping(
    db: str, player_name: str | None, filters: Filters, settings: list[str] | None
) -> pl.DataFrame:
    """Every rate of the player, or of all heroes or all players."""
    for group in filters.groups:
        choose_by_name("group", group, groups())
    if filters.by or settings:
        raise HistparseError("name the statistic that --by or --set is about")
    with open_for_reading(db) as store:
        player = _player_hero_or_all(store, player_name, filters)
        remark_on_undated_hands(store, player, filters)
        return store.rates(player, filters=filters)


def _names_of_multi_outcome_statistics() -> list[str]:
    """The statistics that are shares of several outcomes, which fill a thousand lines."""
    return [name for name, statistic in statistics().items() if statistic.outcome]


def _statistic_rows(
    stat: str, db: str, player_name: str | None, filters: Filters, statistic_parameters: dict[str, Value]
) -> pl.DataFrame:
    statistic = find_statistic(stat)
    with open_for_reading(db) as store:
        player = _player_hero_or_all(store, player_name, filters)
        remark_on_undated_hands(store, player, filters, by_time=statistic.is_by_time)
        if statistic.needs_draws:
            remark_on_untold_draws(store, player, filters)
        with progress("Counting"):
            return store.statistic(
                statistic.name, player, filters=filters, parameters=statistic_parameters, with_pool=True
            )


def _player_hero_or_all(store: Store, player_name: str | None, filters: Filters) -> str | None:
    """The player requested, else the hero; None: all players, or all heroes, or there is no hero."""
    if player_name is None and (filters.hero or filters.by == "player" or not store.has_hero()):
        return None
    return store.player(player_name)
