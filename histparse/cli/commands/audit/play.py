"""`histparse audit play`: whether pairs of players do for each other what strangers do not."""

from __future__ import annotations

import polars as pl

from histparse.cli import filter_options, late
from histparse.cli.messages import progress, remark
from histparse.cli.printing import say
from histparse.cli.settings import Db, reading
from histparse.model.plain import count


def run(
    db: Db,
    filtering: filter_options.Filtering = filter_options.Filtering(),
    format: filter_options.Format = "table",
) -> int:
    """Look for pairs of players who spare each other, raise others between them or pass chips on.

    Each pair is held against what both do with all others, so loose and tight players are not found. A finding is no
    proof: it names hands to look at, and what else may explain it. Of the pairs that are found, one of twenty is found
    by chance. With fewer than 100 hands together nobody is named.

    Exit code: 0 nothing found, 1 pairs were found, 2 could not run.

    **Examples**

    - `histparse audit play`
    - `histparse audit play --stakes 10/20 --from 2024-05-01`
    - `histparse audit play --format json`
    """
    filters = filtering.filters()
    with reading(db) as store:
        with progress("Auditing"):
            found = store.audit_play(filters=filters)
        filter_options.report_undated(store, None, filters)
    if format != "table":
        evidence = pl.col("evidence").list.join("; ")  # not every format has lists
        filter_options.write(found.pairs.with_columns(evidence), format)
    else:
        say(f"{count(found.players, 'player')}, {count(found.judged, 'pair')} with 100 hands together or more.")
        for row in found.pairs.filter("found").to_dicts():
            for line in late.words.pair_lines(row):
                say(line)
        say(f"Found: {count(found.found, 'pair')}.")
    if found.found:
        remark("This is not proof: look at the hands, and ask what else explains them, before you name anybody.")
    return int(found.found > 0)
