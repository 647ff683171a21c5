"""`histparse leaks`: what mistakes with known cards cost; `notes`: one screen to read before sitting down."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote
from typing import Annotated

import polars as pl
import typer

from histparse.cli import late
from histparse.cli.filter_options import (
    Filtering,
    Limit,
    RowFormat,
    remark_on_undated_hands,
    remark_on_untold_draws,
    write_rows,
)
from histparse.cli.printing import Format, print_answer, print_line, progress
from histparse.cli.settings import Db, Player, db_option_text, open_for_reading
from histparse.coach.notes import Notes, Word
from histparse.model.errors import HistparseError, count
from histparse.stats import words
from histparse.stats.words import done_of_chances, percent, percent_interval, row_name

# --- leaks -----------------------------------------------------------------------------------------------------------

NO_LEAK = "no leak is proven yet"


def run_leaks(
    db: Db,
    player: Player = None,
    hands: Annotated[
        str | None,
        typer.Option(
            help="List the mistakes of this leak, or `all`, worst first.",
            metavar="LEAK",
            autocompletion=lambda: [*late.kinds.NAMES, late.kinds.ALL_KINDS],
        ),
    ] = None,
    limit: Limit = None,
    filtering: Filtering = Filtering(),
    format: RowFormat = "table",
) -> int:
    """Show what a player's mistakes with known cards cost, in big bets per 100 hands, the worst first.

    Every draw, and every call and fold on the river, is compared with the best alternative. What each is worth is
    counted at showdown, in the pot as it stood, against what opponents in this database showed after the same draws
    and bets; those who folded count as beaten. That is not a solution of the game: it leaves out bets to come, and
    bluffs. Bets, checks and raises on the river are priced by their loss against an equilibrium of a stated model:
    that river, heads-up, given what opponents held after these draws. Only hands whose cards were seen as they were
    played count. A leak is proven if its 95 % interval leaves out zero and it has ten mistakes or more. The column
    *others* is what the same mistake costs opponents whose cards the histories show at the deal.

    **Examples**

    - `histparse leaks`
    - `histparse leaks Katja72 --stakes 10/20 --format json`
    - `histparse leaks Katja72 --hands pat-too-much --limit 10`
    """
    if limit is not None and hands is None:
        raise HistparseError("--limit is for the hands of a leak: name it with --hands LEAK")
    filters = filtering.filters()
    with open_for_reading(db) as store:
        name = store.player(player)
        remark_on_untold_draws(store, name, filters)
        with progress("Counting"):
            leaks = store.leaks(name, hands=hands, filters=filters)
        remark_on_undated_hands(store, name, filters)
    if hands is not None or format != "table":
        shown = leaks.rename({"big_bets": "big_bets_lost"}) if format == "table" else leaks
        write_rows(shown if limit is None else shown.head(limit), format, filters)
    else:
        _print_leaks(leaks, name, db)
    return 0


def _print_leaks(leaks: pl.DataFrame, player: str, db: str) -> None:
    """Each currency by itself, that of most hands first, and what the figures mean."""
    by_currency = leaks.partition_by("currency", maintain_order=True)
    for rows in by_currency:
        if len(by_currency) > 1:
            print_line(f"In {words.currency_name(rows['currency'][0])}:")
        _print_leaks_in_currency(rows, player, db)
    print_line(
        "BB/100: big bets per 100 hands, by showdown against what these opponents showed; not a solution of the game."
    )
    print_line(
        "Bets, checks and raises on the river: the loss against a heads-up equilibrium, given what opponents held."
    )
    print_line(
        "n/N: mistakes, of the decisions where it was possible. Opponents: what it costs those whose cards are known."
    )


def _print_leaks_in_currency(rows: pl.DataFrame, player: str, db: str) -> None:
    """Print the leaks that these hands prove as a table, the rest in a line, and how to see the hands."""
    kinds, total = rows[:-1], rows[-1]
    shown, unproven = kinds.filter("shown"), kinds.filter(~pl.col("shown"))
    if not shown.is_empty():
        write_rows(_leak_table(pl.concat([shown, total.filter("shown")])), "table")
        print_line(f"The hands: histparse leaks {quote(player)} --hands {shown['leak'][0]}{db_option_text(db)}")
    else:
        print_line(f"{player}: {NO_LEAK}.")
    if not unproven.is_empty():
        print_line(f"Not proven yet: {'; '.join(unproven['player'])}.")
    for priced in kinds["priced"].drop_nulls().unique(maintain_order=True):
        print_line(f"{priced}.")


def _leak_table(rows: pl.DataFrame) -> pl.DataFrame:
    """For people: what is lost is negative, as in the report."""
    spans = [
        f"{words.signed_number(-high, 2)} to {words.signed_number(-low, 2)}"
        for low, high in rows.select("low", "high").rows()
    ]
    made = [done_of_chances(mistakes, spots) for mistakes, spots in rows.select("mistakes", "spots").rows()]
    return rows.select(
        "leak",
        pl.col("player").alias("mistake"),
        (0 - pl.col("big_bets").round(2)).alias("BB/100"),
        pl.Series("95 %", spans),
        pl.Series("n/N", made),
        (0 - pl.col("others").cast(pl.Float64).round(2)).alias("opponents"),
        pl.col("instead").alias("better"),
    )


# --- notes -----------------------------------------------------------------------------------------------------------

MOST = 5
"""Differences without advice that are shown."""


def run_notes(
    db: Db,
    player: Player = None,
    filtering: Filtering = Filtering(),
    format: Format = "text",
) -> int:
    """Say in a few words how somebody plays, what each word rests on, and how to play against it.

    A word appears only for a difference that chance does not explain, given how many rates are compared. Rates are
    estimates, moved toward what all players do, with their 95 % interval. The clearest comes first.

    **Examples**

    - `histparse notes s0rrow`
    - `histparse notes s0rrow --players 6 --format json`
    """
    filters = filtering.filters()
    with open_for_reading(db) as store:
        name = store.player(player)
        with progress("Counting"):
            notes = store.notes(name, filters=filters)
            is_hero = any(name == hero for hero, _ in store.heroes())
        remark_on_undated_hands(store, name, filters)
        remark_on_untold_draws(store, name, filters)
    print_answer(notes, _notes_lines(notes, is_hero=is_hero), format)
    return 0


def _notes_lines(notes: Notes, *, is_hero: bool) -> Iterator[str]:
    yield f"{notes.player}: {count(notes.hands, 'hand')}; {notes.style}"
    if notes.advice:
        yield ""
        yield "How opponents may play against you:" if is_hero else "How to play against them:"
        yield from (f"  {number}. {advice}" for number, advice in enumerate(notes.advice, 1))
    advised, unadvised = (
        [word for word in notes.words if bool(word.advice) is is_advised] for is_advised in (True, False)
    )
    for word in advised:
        yield ""
        yield words.capitalise(word.word)
        yield f"  {', '.join([word.statistic, *row_name(word.of)])}: {_format_estimate_and_opponents(word)}"
        yield f"  {word.advice}"
    if unadvised:
        yield ""
    for word in unadvised[:MOST]:
        yield f"{words.capitalise(word.word)}: {_format_estimate_and_opponents(word)}"
    if len(unadvised) > MOST:
        yield f"And {len(unadvised) - MOST} more: --format json has all."
    if not notes.words:
        yield "They play like their opponents so far."


def _format_estimate_and_opponents(word: Word) -> str:
    rate = f"{percent(word.estimate)} ({percent_interval(word.low, word.high)}), opponents {percent(word.others)}"
    return f"{rate}; {done_of_chances(word.done, word.chances)}"
