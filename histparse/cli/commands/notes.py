"""`histparse notes`: one screen to read before sitting down with somebody."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.api.coaching import Notes, Word
from histparse.cli import filter_options
from histparse.cli.messages import progress
from histparse.cli.printing import Format, answer
from histparse.cli.settings import Db, Player, reading
from histparse.model.plain import count

PANEL = "Study"

MOST = 5
"""Differences without advice that are shown."""


def run(
    db: Db,
    player: Player = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),
    format: Format = "text",
) -> int:
    """Say in a few words how somebody plays, what each word rests on, and how to play against it.

    A word appears only for a difference that chance does not explain, allowing for the number of rates looked at. Rates
    are estimates, shrunk toward what all players do, with their 95 % interval. The clearest comes first.

    **Examples**

    - `histparse notes s0rrow`
    - `histparse notes s0rrow --players 6 --format json`
    """
    filters = filtering.filters()
    with reading(db) as store:
        who = store.player(player)
        with progress("Counting"):
            found = store.notes(who, filters=filters)
        filter_options.report_undated(store, who, filters)
        filter_options.report_untold(store, who, filters)
    answer(found, _lines(found), format)
    return 0


def _lines(found: Notes) -> Iterator[str]:
    yield f"{found.player}: {count(found.hands, 'hand')}"
    advised, others = ([word for word in found.words if bool(word.advice) is there] for there in (True, False))
    for word in advised:
        yield ""
        yield word.word[0].upper() + word.word[1:]
        yield f"  {_basis(word)}"
        yield f"  {word.advice}"
    if others:
        yield ""
    for word in others[:MOST]:
        yield f"{word.word[0].upper()}{word.word[1:]}: {_figures(word)}"
    if len(others) > MOST:
        yield f"And {len(others) - MOST} more: --format json has all."
    if not found.words:
        yield "These hands do not set them apart from the others."


def _basis(word: Word) -> str:
    of = "".join(f", {name} {value}" for name, value in word.of.items())
    return f"{word.statistic}{of}: {_figures(word)}"


def _figures(word: Word) -> str:
    rates = f"{word.estimate:.0%} ({word.low:.0%} to {word.high:.0%}), others {word.others:.0%}"
    return f"{rates}; {word.done}/{word.chances}"
