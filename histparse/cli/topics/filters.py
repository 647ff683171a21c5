"""`histparse help filters`: the options that say which hands count."""

from __future__ import annotations

from histparse.cli.filter_options import Filtering


def run(filtering: Filtering = Filtering()) -> None:
    """Filters say which hands count. Several leave the hands that meet all of them.

    `--from` and `--to` take days, or times with an offset such as 2024-01-31T20:00+01:00. What you often ask for can be
    saved under a name in histparse.toml, for `--filter NAME`; options on the command line go first.

    **Examples**

    - `histparse report --stakes 10/20 --from 2024-01-01 --to 2024-06-30`
    - `histparse stats pat_rate --position BTN --players 6`
    - `histparse hands --opponent Nils72 --start 2347`
    - `histparse leaks --filter regulars`
    """
