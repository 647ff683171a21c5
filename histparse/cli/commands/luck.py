"""`histparse luck`: a player's results without the luck of the own cards."""

from __future__ import annotations

from typing import Annotated, Any

import polars as pl
import typer

from histparse.cli import filter_options
from histparse.cli.messages import progress
from histparse.cli.printing import UsageError, say
from histparse.cli.settings import Db, Player, reading

PANEL = "Study"
WORTH_A_WORD = 0.5
"""Big bets per 100 hands."""


def run(
    db: Db,
    player: Player = None,
    hands: Annotated[bool, typer.Option("--hands", help="List the hands with their luck, the luckiest first.")] = False,
    limit: Annotated[int | None, typer.Option(help="Only the first N of these hands.", min=1)] = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),
    format: filter_options.Format = "table",
) -> int:
    """Show what a player won, and what is left of it without the luck of their own cards, in big bets per 100 hands.

    At the deal and at each draw, the cards that came are compared with all that could have come, by what such cards
    were worth in the player's other hands. Opponents' cards and draws are not taken out. What is left is on average as
    large as the net but varies less; it stands beside the net and does not replace it. At least 500 hands with known
    cards are needed.

    **Examples**

    - `histparse luck`
    - `histparse luck Katja72 --stakes 10/20 --format json`
    - `histparse luck Katja72 --hands --limit 10`
    """
    if limit is not None and not hands:
        raise UsageError("--limit is for the list of hands: add --hands")
    filters = filtering.filters()
    with reading(db) as store:
        who = store.player(player)
        with progress("Counting"):
            found = store.luck(who, hands=hands, filters=filters)
        filter_options.report_undated(store, who, filters)
    if hands or format != "table":
        filter_options.write(found if limit is None else found.head(limit), format, filters)
    else:
        _print(found, who)
    return 0


def _print(found: pl.DataFrame, player: str) -> None:
    from histparse.report.luck import NOT_TAKEN_OUT  # noqa: PLC0415 - what reports need takes long to load

    for row in found.to_dicts():
        say(f"{player}, {_in_words(**row)}.")
    allowed = found["allowed"].max()
    if isinstance(allowed, float) and allowed >= WORTH_A_WORD:
        say(f"Opponents fold more often than the players whose cards are known: luck may be {allowed:.1f} too large.")
    say(f"{NOT_TAKEN_OUT.capitalize()}; a net is what was won, this only tells how much of it cards explain.")


def _in_words(**row: Any) -> str:  # Any: the columns of a frame
    from histparse.report import words  # noqa: PLC0415 - as above
    from histparse.report.luck import in_words  # noqa: PLC0415 - as above

    net = f"{words.signed(row['bb100'])} big bets/100 ({words.between(row['low_end'], row['high_end'])})"
    without = (row["without"], row["without_low"], row["without_high"])
    return f"{words.unit(row['currency'])}: {net}, {in_words(row['luck'], without, row['hands'], row['known'])}"
