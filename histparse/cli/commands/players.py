"""Players: `histparse players`, `sessions`, `tournaments`, `compare`, and `aliases`, which joins them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import polars as pl
import typer

from histparse import statistics
from histparse.cli.filter_options import (
    Filtering,
    LastRows,
    RowFormat,
    parse_columns,
    remark_on_undated_hands,
    write_rows,
)
from histparse.cli.printing import print_line, progress
from histparse.cli.settings import Db, Player, complete_player_names, load_settings, open_for_changes, open_for_reading
from histparse.model.errors import HistparseError, count, quoted
from histparse.model.money import show_amount
from histparse.stats.compare import RATE_ORDERS, WINNINGS_ORDERS
from histparse.stats.tournaments import GROUPS
from histparse.stats.words import currency_name, done_of_chances, percent

# --- players ---------------------------------------------------------------------------------------------------------


def run_players(
    db: Db,
    stat: Annotated[
        str | None,
        typer.Option(help="Instead of winnings, this rate.", autocompletion=lambda: [*statistics()]),
    ] = None,
    of: Annotated[
        list[str],
        typer.Option(help="A column of the statistic, as draw=2; may be repeated.", metavar="NAME=VALUE"),
    ] = [],
    sort: Annotated[
        str | None,
        typer.Option(
            help=f"Sort, largest first, by {', '.join(WINNINGS_ORDERS)}; with --stat by {', '.join(RATE_ORDERS)}."
        ),
    ] = None,
    top: Annotated[int | None, typer.Option(help="Only the first N of each currency.", min=1)] = None,
    filtering: Filtering = Filtering(),
    format: RowFormat = "table",
) -> int:
    """Show all players with hands, net, big bets won per 100 hands and its 95 % interval, by currency.

    With --stat, a rate of each: the estimate and its interval are what to expect of the player, given how players
    differ. With few chances it is mostly what all players do.

    **Examples**

    - `histparse players --min-hands 100`
    - `histparse players --stakes 10/20 --sort bb100 --top 10 --format csv`
    - `histparse players --stat pat_rate --of draw=2 --top 20`
    """
    narrowed, filters = dict(parse_columns(of)), filtering.filters()
    with open_for_reading(db) as store:
        with progress("Counting"):
            players = store.players(stat, of=narrowed, sort=sort, top=top, filters=filters)
        remark_on_undated_hands(store, None, filters)
    write_rows(players, format, filters)
    return 0


# --- sessions --------------------------------------------------------------------------------------------------------


def run_sessions(
    db: Db,
    player: Player = None,
    rows: LastRows = None,
    filtering: Filtering = Filtering(),
    format: RowFormat = "table",
) -> int:
    """Show a player's sessions. A session ends when no hand starts at any table for 30 minutes.

    A session in two currencies has two rows: they are never added together. Times are UTC unless --tz sets another
    zone.

    **Examples**

    - `histparse sessions`
    - `histparse sessions s0rrow --from 2024-01-01 --tz Europe/Berlin --rows 20`
    - `histparse sessions --last 3m`
    """
    filters = filtering.filters()
    with open_for_reading(db) as store:
        name = store.player(player)
        with progress("Counting"):
            sessions = store.statistic("sessions", name, filters=filters)
        remark_on_undated_hands(store, name, filters, by_time=True)
    if format == "table":  # the name once, not in every row: there is little room
        print_line(f"Player: {name}   Times: {filters.zone}")
        sessions = sessions.drop("label")
    write_rows(sessions if rows is None else sessions.tail(rows), format, filters)
    return 0


# --- tournaments -----------------------------------------------------------------------------------------------------

_OF_TOURNAMENTS = (
    "started_at",
    "site",
    "player",
    "stakes",
    "game",
    "place",
    "players",
    "currency",
    "cost",
    "winnings",
    "net",
    "ticket",
)
"""The columns that a table has room for; other formats have all."""


def run_tournaments(
    db: Db,
    player: Annotated[str | None, typer.Argument(help="Only the tournaments of this player; default: all.")] = None,
    by: Annotated[
        str | None,
        typer.Option(help=f"Totals, one row per {', '.join(GROUPS)}.", autocompletion=lambda: [*GROUPS]),
    ] = None,
    totals: Annotated[bool, typer.Option("--totals", help="Only the totals.")] = False,
    rows: LastRows = None,
    filtering: Filtering = Filtering(),
    format: RowFormat = "table",
) -> int:
    """List tournaments, with what they cost and brought: place, prize, bounties, return on investment.

    They are known from the hero's hands and from the summaries that PokerStars, Full Tilt and Winamax write, so import
    those files too. What neither states stays empty. Currencies and points are never added together, and tournaments
    that pay in tickets have no return. Of the filters only --site, --from, --to, --last and --tz apply.

    **Examples**

    - `histparse tournaments`
    - `histparse tournaments --by month --from 2024-01-01`
    - `histparse tournaments --by stakes --format csv`
    """
    filters = filtering.filters()
    with open_for_reading(db) as store, progress("Counting"):
        listed = pl.DataFrame() if by or totals else store.tournaments(player, filters=filters)
        sums = store.tournament_totals(player, by=by, filters=filters)
    if by or totals:
        write_rows(sums, format, filters)
        return 0
    listed = listed if rows is None else listed.tail(rows)
    write_rows(listed.select(_OF_TOURNAMENTS) if format == "table" else listed, format, filters)
    if format == "table":
        for row in sums.rows(named=True):
            print_line(_describe_tournament_totals(**row))
    return 0


def _describe_tournament_totals(
    currency: str, tournaments: int, counted: int, cost: int, winnings: int, **row: object
) -> str:
    """One line on the tournaments of a currency."""
    placed = f"{row['placed']:,} with a result, {row['in_the_money']:,} of them in the money"
    words = f"{currency_name(currency)}: {count(tournaments, 'tournament')} played, {placed}"
    if row["roi"] is None:
        return words
    paid, won = (show_amount(amount, currency) for amount in (cost, winnings))
    span = f"{row['roi_low']:+.0%} to {row['roi_high']:+.0%}"
    known = f"paid {paid}, won {won} in the {counted:,} with cost and prizes known"
    return f"{words}; {known}: return {row['roi']:+.1%} (95 %: {span})"


# --- compare ---------------------------------------------------------------------------------------------------------

SORTS = ("statistic", "difference")


def run_compare(
    first: Annotated[str, typer.Argument(help="A player.", autocompletion=complete_player_names)],
    second: Annotated[str, typer.Argument(help="Another player.", autocompletion=complete_player_names)],
    db: Db,
    differing: Annotated[bool, typer.Option("--differing", help="Only rates that differ significantly.")] = False,
    sort: Annotated[str, typer.Option(help=f"Sort by {', '.join(SORTS)}, the largest first.")] = SORTS[0],
    filtering: Filtering = Filtering(),
    format: RowFormat = "table",
) -> int:
    """Show every rate of two players side by side; `*` marks those that differ beyond chance.

    The estimate is what to expect of the player; with few chances it is mostly what all players do. `--sort
    difference` goes by the estimates.

    **Examples**

    - `histparse compare s0rrow Katja72`
    - `histparse compare s0rrow Katja72 --stakes 10/20 --differing`
    - `histparse compare s0rrow Katja72 --sort difference | head -20`
    """
    if sort not in SORTS:
        raise HistparseError(f"rates cannot be sorted by {quoted(sort)}: choose one of {', '.join(SORTS)}")
    filters = filtering.filters()
    with open_for_reading(db) as store:
        names = [*map(store.player, (first, second))]
        if names[0] == names[1]:
            raise HistparseError("name two different players")
        with progress("Comparing"):
            rates = store.compare(*names, filters=filters)
        remark_on_undated_hands(store, None, filters)
    shown = rates.filter(pl.col("differs") == "*") if differing else rates
    if sort == "difference":
        shown = shown.sort((pl.col("estimate1") - pl.col("estimate2")).abs(), descending=True, maintain_order=True)
    if format == "table":
        print_line(f"1: {names[0]}   2: {names[1]}   *: more than chance explains")
        marks = [] if differing else [pl.col("differs").alias("*")]
        shown = shown.select(
            "statistic", "of", *_player_text_columns(shown, 1), *_player_text_columns(shown, 2), *marks
        )
    if shown.is_empty() and format == "table":
        print_line("Nothing differs by more than chance explains.")
    else:
        write_rows(shown, format)
    return 0


def _player_text_columns(rates: pl.DataFrame, player_number: int) -> Iterator[pl.Series]:
    """The rate of one player, its n/N and the estimate, as text."""
    rate, done, chances, estimate = (
        rates[f"{name}{player_number}"] for name in ("rate", "done", "chances", "estimate")
    )
    yield pl.Series(f"rate {player_number}", map(percent, rate))
    yield pl.Series(f"n/N {player_number}", map(done_of_chances, done, chances))
    yield pl.Series(f"estimate {player_number}", map(percent, estimate))


# --- aliases ---------------------------------------------------------------------------------------------------------


def run_aliases(
    db: Db,
    alias: Annotated[str | None, typer.Argument(help="The name they share.", show_default=False)] = None,
    players: Annotated[
        list[str] | None, typer.Argument(help="The accounts to merge, as pokerstars:Ann.", show_default=False)
    ] = None,
    from_settings: Annotated[bool, typer.Option("--settings", help="Merge the aliases of histparse.toml.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Split the accounts of that alias again.")] = False,
    format: RowFormat = "table",
) -> int:
    """Merge accounts of one person, or list all merged accounts. Hands do not change, so a merger can be undone.

    A player is a name at a site: the same name at two sites counts as two players until they are merged here.

    **Examples**

    - `histparse aliases`
    - `histparse aliases Ann pokerstars:Ann winamax:Ann fulltilt:ann99`
    - `histparse aliases --settings`
    - `histparse aliases Ann --undo`
    """
    if from_settings:
        for name, names in load_settings().aliases.items():
            _join_alias(db, name, names)
    elif alias is None:
        with open_for_reading(db) as store:
            merged = store.aliases()
        if merged.is_empty() and format == "table":
            print_line("No accounts are merged.")
        else:
            write_rows(merged, format)
    elif undo:
        _split_alias(db, alias, players)
    else:
        _join_alias(db, alias, players)
    return 0


def _split_alias(db: str, alias: str, refused_players: list[str] | None) -> None:
    if refused_players:
        raise HistparseError("an alias can only be undone as a whole: name no players")
    with open_for_changes(db) as store:
        several = store.part(alias)
    print_line(f"Split again: {', '.join(map(quoted, several))}.")


def _join_alias(db: str, alias: str, players: list[str] | None) -> None:
    if not players:
        raise HistparseError("aliases needs PLAYERS, as in: histparse aliases Ann pokerstars:Ann winamax:Ann")
    with open_for_changes(db) as store:
        names = store.join(alias, players)
    print_line(f"{quoted(alias)} is {', '.join(map(quoted, names))}.")
