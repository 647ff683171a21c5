"""The commands that write hands for others: `histparse convert`, `export`, `anonymise` and `simulate`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import typer

from histparse import Anonymised, HandResult, anonymise
from histparse.api.catalogues import check_site
from histparse.api.converting import FileHands, check_table
from histparse.api.hand_formats import formats, text_sites
from histparse.api.simulation import simulate_hands
from histparse.cli.filter_options import Filtering, HandSelection, Limit, remark_on_undated_hands
from histparse.cli.inputs import Inputs, Paths, Site
from histparse.cli.output import Force, Output, is_stdout, open_target, open_terminal_safe_target
from histparse.cli.printing import print_error, print_remark, progress
from histparse.cli.settings import Db, open_for_reading
from histparse.cli.sharing_options import Converting, SaltFile, Table, print_left_out_hands, remark_on_salt
from histparse.model.errors import HistparseError, quoted
from histparse.stats.listing_query import SORTS

# --- convert ---------------------------------------------------------------------------------------------------------


def run_convert(
    paths: Paths,
    format: Annotated[
        str, typer.Option("--to", "--format", help=f"One of {', '.join(formats())}.", autocompletion=formats)
    ],
    output: Output,
    table: Table = "hands",
    site: Site = None,
    force: Force = False,
    converting: Converting = Converting(),
) -> int:
    """Write the hands of files into a file of another format, in their order. Nothing is stored.

    The formats are those of `histparse export`. Hands of other games are skipped; those that cannot be read, that the
    format cannot carry, or that the rules of the site whose text is written forbid, are left out, counted and named.

    **Examples**

    - `histparse convert session.txt --to phh -o session.phhs`
    - `histparse convert club.txt --to pokerstars --currency USD -o session.txt`
    - `histparse convert session.xml --to pokerstars --keep -o session.txt`
    - `histparse convert histories/ --to jsonl -o - | head -1`
    - `histparse convert histories/ --to csv --table draws -o draws.csv`
    """
    write, site_name = converting.choose_writer(format), check_site(site)
    check_table(table)
    with Inputs(paths, printing=is_stdout(output)) as inputs:
        hands = FileHands(inputs, site_name, table)
        with open_terminal_safe_target(output, force=force, inputs=inputs.paths) as stream:
            write(hands, stream)
            print_left_out_hands(hands.finish_or_refuse_nothing())
    return 0


# --- export ----------------------------------------------------------------------------------------------------------

MEMORY = "400MB"
"""What DuckDB may use: every block of hands reads past all rows of a table, which would stay in memory."""


def run_export(
    db: Db,
    format: Annotated[str, typer.Option(help=f"One of {', '.join(formats())}.", autocompletion=formats)],
    output: Output,
    table: Table = "hands",
    force: Force = False,
    listed: HandSelection = HandSelection(),
    sort: Annotated[str, typer.Option(help=f"Earliest or largest first, by {', '.join(SORTS)}.")] = "date",
    limit: Limit = None,
    filtering: Filtering = Filtering(),
    converting: Converting = Converting(),
) -> int:
    """Write hands of a database into a file: all, or those that are asked for.

    The options of `histparse hands` choose them; each hand is written once. Formats: `text` as the sites wrote them;
    `pokerstars`, as that site would write them; `phh` for PokerKit; `jsonl`, their events; `csv` and `parquet`, rows of
    a table; `oneline`, `bbcode` and `markdown`, for chats and forums. docs/formats.md says what each leaves out.

    **Examples**

    - `histparse export --format text -o all.txt`
    - `histparse export --stat pat_rate --draw 2 --made --format phh -o pat.phhs`
    - `histparse export --sort pot --limit 3 --format markdown -o -`
    - `histparse export --finding BET --format markdown -o -`
    - `histparse export --site winamax --format parquet --table decisions -o decisions.parquet`
    """
    converting.choose_writer(format)
    check_table(table)
    words, filters = listed.find_hands_arguments(), filtering.filters()

    def passing(number: int, hands: Iterable[HandResult]) -> Iterator[HandResult]:
        with progress("Exporting", number, printing=is_stdout(output)) as advance:
            for hand in hands:
                yield hand
                advance(1)

    with open_for_reading(db) as store:
        store.limit(MEMORY)
        name = listed.find_player(store)
        remark_on_undated_hands(store, name, filters, by_time=listed.session is not None)
        with open_terminal_safe_target(output, force=force, inputs=[db]) as stream:
            written = store.export(
                stream,
                player=name,
                to=format,
                table=table,
                given=converting.read_given(),
                keep=converting.keep,
                filters=filters,
                passing=passing,
                sort=sort,
                limit=limit,
                **words,
            )
            print_left_out_hands(written)
    return 0


# --- anonymise -------------------------------------------------------------------------------------------------------

MOST = 10
"""How many warnings of a kind are printed."""


def run_anonymise(
    paths: Paths,
    output: Output,
    salt_file: SaltFile = None,
    keep: Annotated[
        list[str], typer.Option("--keep", help="A player who keeps their name; may be repeated.", metavar="PLAYER")
    ] = [],
    keep_hero: Annotated[bool, typer.Option("--keep-hero", help="All heroes keep their names.")] = False,
    chat: Annotated[
        Literal["drop", "mask"], typer.Option(help="Drop chat, or mask what is said: who chatted remains.")
    ] = "drop",
    ids: Annotated[
        Literal["map", "keep"],
        typer.Option(help="Map numbers of hands and tournaments and names of tables, or keep them."),
    ] = "map",
    shift: Annotated[bool, typer.Option("--shift", help="Move all times by the same secret number of weeks.")] = False,
    site: Site = None,
    force: Force = False,
) -> int:
    """Write hands under pseudonyms: the same play, the same findings and statistics, and no name of a player.

    Chat, remarks and unknown lines lose their words. A hand that would not read as the same one is left out, and so are
    other games. Warnings say what may still tell who played; nothing hides the cards.

    Pseudonyms depend on a random secret. It is forgotten unless `--salt-file` names a file for it: with the same file a
    player gets the same pseudonym again. Whoever has that file can find out the names.

    **Examples**

    - `histparse anonymise session.txt -o shared.txt`
    - `histparse anonymise histories/ --salt-file own.salt --keep-hero --shift -o shared.txt`
    """
    site_name = check_site(site)
    with (
        Inputs(paths, printing=is_stdout(output)) as inputs,
        open_terminal_safe_target(output, force=force, inputs=inputs.paths) as stream,
    ):
        written = anonymise(
            inputs,
            stream,
            salt_file=salt_file,
            keep=keep,
            keep_hero=keep_hero,
            chat=chat,
            ids=ids,
            shift=shift,
            site=site_name,
        )
    _print_warnings_and_unchanged_facts(written, ids, is_shifted=shift)
    remark_on_salt(salt_file, is_new=written.is_salt_new)
    return 0


def _print_warnings_and_unchanged_facts(written: Anonymised, ids: str, *, is_shifted: bool) -> None:
    """Say what was left out, what was changed beside names, and what still tells who played."""
    for line in [*written.left_out, *_limit_lines(written.stakes)]:
        print_error(line)
    if is_shifted:
        print_remark("All times are in other weeks: days of the week are right, dates are not.")
    else:
        for line in [*_limit_lines(written.months), "times are as they were: --shift moves them"]:
            print_error(line)
    unchanged = ", ".join(_list_unchanged_facts(ids, is_shifted=is_shifted))
    print_remark(f"As they were: {unchanged}. Anybody who was at the table can recognise a hand by them.")


def _list_unchanged_facts(ids: str, *, is_shifted: bool) -> Iterator[str]:
    yield "cards, stacks, bets, stakes and the order of hands"
    yield from ("numbers and names of tables",) if ids == "keep" else ()
    yield "days of the week and hours, with the time between hands" if is_shifted else "times"


def _limit_lines(lines: list[str]) -> Iterator[str]:
    """The first of them, and how many more there are."""
    yield from lines[:MOST]
    yield from [f"and {len(lines) - MOST:,} more of this kind"] if lines[MOST:] else []


# --- simulate --------------------------------------------------------------------------------------------------------


def run_simulate(
    hands: Annotated[int, typer.Option(help="How many hands to deal.", min=1)],
    seed: Annotated[int, typer.Option(help="The same seed gives the same output.")] = 1,
    site: Annotated[
        str, typer.Option(help=f"The site's text to write: {', '.join(text_sites())}.", autocompletion=text_sites)
    ] = "pokerstars",
    rules: Annotated[
        str | None, typer.Option("--house", help="A house's rules or a TOML file; default: the site's own.")
    ] = None,
    players: Annotated[
        str | None, typer.Option(help="Players dealt in: a number or a range.", metavar="2-6", show_default="2-6")
    ] = None,
    stacks: Annotated[
        str, typer.Option(help="Stacks in big bets; short ones provoke all-ins.", metavar="5-40")
    ] = "5-40",
    callers: Annotated[
        float, typer.Option(help="How loosely they play; with many callers the deck runs out.", min=0, max=1)
    ] = 0.45,
    output: Output = "-",
    force: Force = False,
) -> int:
    """Deal legal hands by a house's rules and write them in a site's own text.

    All-ins with side pots, splits, walks, snows and reshuffles occur as they do at a table.

    **Examples**

    - `histparse simulate --hands 1000 -o hands.txt`
    - `histparse simulate --hands 500 --players 6 --callers 0.9 --seed 7 | histparse check -`
    - `histparse simulate --hands 200 --stacks 1-5 --house wsop-live -o short.txt`
    """
    dealt_in, bets = players and _parse_range(players, "players"), _parse_range(stacks, "stacks")
    dealt = simulate_hands(
        hands,
        seed=seed,
        site=site,
        house=rules,
        players=dealt_in or None,
        stacks=bets,
        callers=callers,
    )
    dealing = progress("Dealing", hands, facts=lambda: {"hand": number}, printing=is_stdout(output))
    number = 0
    with open_target(output, force=force, inputs=[rules] if rules else ()) as stream, dealing as advance:
        for number, hand in enumerate(dealt, 1):  # noqa: B007 - progress shows it
            stream.write(hand.text.encode())
            advance(1)
    return 0


def _parse_range(text: str, option: str) -> tuple[int, int]:
    """`6` or `2-6`. Raises HistparseError when it is neither."""
    low, _, high = text.partition("-")
    if not (low.isdecimal() and (high or low).isdecimal()):
        raise HistparseError(f"--{option} takes a number or a range such as 2-6, not {quoted(text)}")
    return int(low), int(high or low)
