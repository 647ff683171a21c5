"""`histparse hands`: the hands behind a figure, with a finding, of a session, or that meet a condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from histparse import stats
from histparse.cli import filter_options
from histparse.cli.completion import player_names
from histparse.cli.finding_filter import codes
from histparse.cli.named_values import columns, values
from histparse.cli.usage_error import UsageError, refusing, unknown
from histparse.model.plain import quoted
from histparse.store import StoreError
from histparse.store.lake.opening import reading


def run(  # noqa: PLR0913, PLR0917 - one parameter per option
    db: filter_options.Db,
    stat: Annotated[
        str | None,
        typer.Option(
            help="The rows this statistic counts: its opportunities, or what it adds up.",
            autocompletion=lambda: [*stats.catalogue()],
        ),
    ] = None,
    made: Annotated[bool, typer.Option("--made", help="Only opportunities taken.")] = False,
    draw: Annotated[int | None, typer.Option(help="The draw, where the statistic tells draws apart.", min=1)] = None,
    round: Annotated[  # noqa: A002 - the option's name
        int | None, typer.Option(help="The betting round, where the statistic tells rounds apart.", min=0)
    ] = None,
    of: Annotated[
        list[str],
        typer.Option(help="Another column of the statistic; may be repeated; NAME= is null.", metavar="NAME=VALUE"),
    ] = [],  # noqa: B006 - typer copies it
    player: Annotated[str | None, typer.Option(help="The player; default: all.", autocompletion=player_names)] = None,
    finding: Annotated[str | None, typer.Option(help="Only hands with this finding: BET11, or BET.")] = None,
    session: Annotated[
        str | None, typer.Option(help="Only the session that began then.", metavar="'YYYY-MM-DD HH:MM'")
    ] = None,
    where: Annotated[
        str | None, typer.Option(help="Only where this holds of the columns of seats and hands.", metavar="SQL")
    ] = None,
    sort: Annotated[str, typer.Option(help=f"Latest or largest first, by {', '.join(stats.SORTS)}.")] = "date",
    reverse: Annotated[bool, typer.Option("--reverse", help="Earliest or smallest first.")] = False,
    limit: Annotated[int | None, typer.Option(help="Only the first N rows.", min=1)] = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),  # noqa: B008 - it is frozen
    settings: Annotated[
        list[str],
        typer.Option("--set", help="A parameter of the statistic; may be repeated.", metavar="NAME=VALUE"),
    ] = [],  # noqa: B006 - typer copies it
    format: filter_options.Format = "table",  # noqa: A002 - the option's name
) -> int:
    """List the hands behind a figure: one row for each opportunity it counts, or with --made for each one taken.

    `path` and `line` say where; `histparse show` shows the hand. A hand with several opportunities has several rows.
    Where a statistic tells outcomes apart, such as the cards drawn, all of them share their opportunities: name the
    outcome with --made.

    **Examples**

    - `histparse hands --stat pat_rate --draw 2 --made --player s0rrow --db poker.duckdb`
    - `histparse hands --stat draw_frequency --draw 1 --of drawn=4 --made --db poker.duckdb`
    - `histparse hands --stat net --player s0rrow --sort net --reverse --limit 10 --db poker.duckdb`
    - `histparse hands --finding BET11 --db poker.duckdb --format csv`
    - `histparse hands --where "pot > 10000 AND players = 2" --db poker.duckdb`
    """
    filter_options.known_format(format)
    if sort not in stats.SORTS:
        raise UsageError(f"hands cannot be sorted by {quoted(sort)}: choose one of {', '.join(stats.SORTS)}")
    if stat is not None and stat not in stats.catalogue():
        raise unknown("statistic", stat, stats.catalogue())
    asked = stats.Listing(
        statistic=stat,
        parameters=values(settings),
        made=made,
        of=dict([*_numbered(draw=draw, round=round), *columns(of)]),
        finding=_code(finding),
        session=session,
        where=where,
        sort=sort,
        reverse=reverse,
        limit=limit,
    )
    filters = filtering.filters()
    with refusing(StoreError, stats.StatisticsError), reading(db) as database:
        who = None if player is None else stats.find_player(database, player)
        filter_options.report_undated(database, who, filters, by_time=session is not None)
        found = stats.hands(database, asked, who, filters)
    filter_options.print_zone(filters, format)
    filter_options.write(found, format)
    return 0


def _numbered(**given: int | None) -> Iterator[tuple[str, str]]:
    yield from ((name, str(number)) for name, number in given.items() if number is not None)


def _code(finding: str | None) -> str | None:
    """The code or family, if there is one of that name."""
    if finding is not None:
        codes([finding])
    return finding
