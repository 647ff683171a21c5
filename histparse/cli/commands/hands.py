"""`histparse hands`: the hands behind a figure, with a finding, of a session, or that meet a condition."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse.cli import filter_options
from histparse.cli.filter_options import Listed
from histparse.cli.settings import Db, reading
from histparse.stats.listing_query import SORTS

PANEL = "Look"


def run(
    db: Db,
    listed: Listed = Listed(),
    sort: Annotated[str, typer.Option(help=f"Latest or largest first, by {', '.join(SORTS)}.")] = "date",
    reverse: Annotated[bool, typer.Option("--reverse", help="Earliest or smallest first.")] = False,
    limit: Annotated[int | None, typer.Option(help="Only the first N rows.", min=1)] = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),
    format: filter_options.Format = "table",
) -> int:
    """List the hands behind a figure: one row for each opportunity it counts, or with --made for each one taken.

    `path` and `line` say where; `histparse show` shows the hand. A hand with several opportunities has several rows.
    Where a statistic tells outcomes apart, such as the cards drawn, all of them share their opportunities: name the
    outcome with --made.

    **Examples**

    - `histparse hands --stat pat_rate --draw 2 --made --player s0rrow`
    - `histparse hands --stat draw_frequency --draw 1 --of drawn=4 --made`
    - `histparse hands --stat net --player s0rrow --sort net --reverse --limit 10`
    - `histparse hands --finding BET11 --format csv`
    - `histparse hands --where "pot > 10000 AND players = 2"`
    """
    words, filters = listed.words(), filtering.filters()
    with reading(db) as store:
        who = listed.found_player(store)
        filter_options.report_undated(store, who, filters, by_time=listed.session is not None)
        found = store.find_hands(player=who, filters=filters, sort=sort, reverse=reverse, limit=limit, **words)
    if format == "table" and len(found):  # hands that are nobody's have no position and net
        found = found.drop(name for name in ("player", "position", "net") if found[name].null_count() == len(found))
    filter_options.print_zone(filters, format)
    filter_options.write(found, format, filters)
    return 0
