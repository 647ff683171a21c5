"""`histparse simulate`: deals legal random hands and writes them as a site would."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

import typer

from histparse import export
from histparse.cli.output import written
from histparse.cli.usage_error import UsageError, refusing, unknown
from histparse.judging.engine import judge
from histparse.model.hand import Hand
from histparse.model.house import HouseError, house, house_of
from histparse.model.plain import quoted
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.simulate import Settings, deal_hands, neighbours
from histparse.simulate.violations import codes, make

NEEDS_ARGUMENTS = True
TOLD_BY = "pokerstars"
"""The site whose text can tell every violation; of others only texts are written in which it can be seen."""
UNSEEN = 60
"""Hands without a visible violation after which the site is said to be unable to tell it."""


def _breakable() -> list[str]:
    """Codes of single hands and of neighbouring ones."""
    return sorted([*codes(), *neighbours.WAYS])


def run(  # noqa: PLR0917 - each is an option of the command
    hands: Annotated[int, typer.Option(help="How many.", min=1)],
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.")] = 1,
    site: Annotated[
        str, typer.Option(help=f"Whose text: {', '.join(export.sites())}.", autocompletion=export.sites)
    ] = "pokerstars",
    rules: Annotated[
        str | None, typer.Option("--house", help="The rules dealt by: a profile or a TOML file; else the site's own.")
    ] = None,
    players: Annotated[
        str | None, typer.Option(help="Dealt in: one number or a range.", metavar="2-6", show_default="2-6")
    ] = None,
    stacks: Annotated[str, typer.Option(help="In big bets; short ones provoke all-ins.", metavar="5-40")] = "5-40",
    callers: Annotated[
        float, typer.Option(help="How loose they play; with many callers the deck runs out.", min=0, max=1)
    ] = 0.45,
    illegal: Annotated[
        str | None,
        typer.Option(
            metavar="CODE", help="Break that rule in every hand, and nothing else.", autocompletion=_breakable
        ),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", help="The file to write; - is standard output.", metavar="FILE")
    ] = "-",
) -> int:
    """Deal legal hands by a house's rules and write them in a site's own text.

    All-ins with side pots, splits, walks, snows and reshuffles come up as they do at a table. Illegal hands break
    exactly the rule asked for, in all ways by turns, and are consistent otherwise; those of the family SEQ come in
    pairs, each at a table of its own.

    **Examples**

    - `histparse simulate --hands 1000 -o hands.txt`
    - `histparse simulate --hands 500 --players 6 --callers 0.9 --seed 7 | histparse check -`
    - `histparse simulate --hands 200 --stacks 1-5 --house wsop-live -o short.txt`
    - `histparse simulate --hands 20 --illegal BET02 | histparse check -`
    """
    if site not in export.sites():
        raise unknown("site", site, export.sites())
    with refusing(HouseError):
        rule_set = house(rules) if rules else house_of(site)
    most = rule_set.most_players
    settings = Settings(
        hands=hands,
        seed=seed,
        site=site,
        house=rule_set,
        players=_range(players or f"2-{min(most, 6)}", "players", 2, most),
        stacks=_range(stacks, "stacks", 1, 10_000),
        callers=callers,
    )
    pages = _broken(illegal, settings) if illegal else export.pages(deal_hands(settings))
    with written(output) as out:
        out.writelines(page.encode() for page in pages)
    return 0


def _broken(code: str, settings: Settings) -> Iterator[str]:
    """Hands that break that rule. Raises UsageError when the house or the site does not let it be broken."""
    if code.upper() in neighbours.WAYS:
        pairs = neighbours.contradict(code.upper(), settings.seed, settings)
        yield from (pair.text for pair in islice(pairs, (settings.hands + 1) // 2))
        return
    if code.upper() not in codes():
        raise unknown("rule to break", code, _breakable())
    made = 0
    for text in islice(_visible(code.upper(), settings), settings.hands):
        made += 1
        yield text
    if not made and settings.site != TOLD_BY:
        raise UsageError(f"{settings.site}'s text cannot tell {code.upper()}, or not at this table")
    if made < settings.hands:
        raise UsageError(f"only {made} of {settings.hands} hands could break {code.upper()} at this table")


def _visible(code: str, settings: Settings) -> Iterator[str]:
    """The illegal hands in which a reader of the site's text can see the violation; sites leave much unsaid."""
    unseen = 0
    for broken in make(code, settings.seed, settings):
        if settings.site == TOLD_BY or code in _found(broken.hand):
            unseen = 0
            yield broken.text
        elif (unseen := unseen + 1) == UNSEEN:
            return


def _found(hand: Hand) -> set[str]:
    """What a reader finds in the site's text of that hand."""
    site = hand.header.site
    parsed = parse_hand(HandText("", 1, export.write(hand).rstrip("\n"), site, export.heading(hand)))
    findings = judge(parsed.hand, house_of(site)).findings if parsed.hand else ()
    return {finding.code for finding in (*parsed.findings, *findings)}


def _range(text: str, what: str, least: int, most: int) -> tuple[int, int]:
    """`6` or `2-6`. Raises UsageError when it is neither, or out of bounds."""
    low, _, high = text.partition("-")
    if not (low.isdecimal() and (high or low).isdecimal()):
        raise UsageError(f"--{what} takes a number or a range such as {least}-{most}, not {quoted(text)}")
    found = int(low), int(high or low)
    if not least <= found[0] <= found[1] <= most:
        raise UsageError(f"--{what} {text} is not within {least}-{most}")
    return found
