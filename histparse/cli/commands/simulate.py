"""`histparse simulate`: deals legal random hands and writes them as a site would."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse.api.outgoing import text_sites
from histparse.api.simulation import simulate_hands
from histparse.cli.messages import progress
from histparse.cli.new_file import Output
from histparse.cli.output import is_stdout, written
from histparse.cli.overwriting import Force
from histparse.cli.printing import UsageError
from histparse.model.plain import quoted

PANEL = "Share"
NEEDS_ARGUMENTS = True


def run(
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
    dealt_in, bets = players and _range(players, "players"), _range(stacks, "stacks")
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
    with written(output, force=force, read=[rules] if rules else ()) as out, dealing as advance:
        for number, hand in enumerate(dealt, 1):  # noqa: B007 - progress shows it
            out.write(hand.text.encode())
            advance(1)
    return 0


def _range(text: str, what: str) -> tuple[int, int]:
    """`6` or `2-6`. Raises UsageError when it is neither."""
    low, _, high = text.partition("-")
    if not (low.isdecimal() and (high or low).isdecimal()):
        raise UsageError(f"--{what} takes a number or a range such as 2-6, not {quoted(text)}")
    return int(low), int(high or low)
