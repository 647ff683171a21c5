"""`histparse tags list`: the hands that have a tag or a note."""

from __future__ import annotations

import polars as pl

from histparse.cli import filter_options
from histparse.cli.printing import say
from histparse.cli.settings import Db, reading


def run(db: Db, format: filter_options.Format = "table") -> int:
    """List the hands that have a star, a tag or a note. `histparse hands --tag star` shows them as hands.

    **Examples**

    - `histparse tags list`
    - `histparse tags list --format json`
    """
    with reading(db) as store:
        found = store.tags()
    if found.is_empty() and format == "table":
        say("No hand has a tag.")
    else:
        filter_options.write(found.with_columns(pl.col("tags").list.join(", ")), format)
    return 0
