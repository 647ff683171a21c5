"""Step 5, judging: the summary of a tournament, against itself."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.figures import Figure, Money
from histparse.model.findings import Finding, Rule
from histparse.model.tournament import Finish, Sum, TournamentSummary
from histparse.rules.tournaments import TRN01, TRN02, TRN03, TRN04, TRN05

_ROUNDING = 100_000
"""What rounding leaves over goes to the first places: a cent, and one more for each this many of the pool."""


def judge_summary(summary: TournamentSummary) -> list[Finding]:
    """What contradicts itself, in the order of the lines."""
    found = [*_times(summary), *_pool(summary), *_shares(summary), *_own(summary), *_twice(summary)]
    return sorted(found, key=lambda one: one.line)


def _times(summary: TournamentSummary) -> Iterator[Finding]:
    for doubt in summary.doubts:
        yield TRN04.at(
            summary.path, doubt.line, doubt.template, doubt.figures, site=summary.site, hand_id=_named(summary)
        )
    began, ended = summary.started_at, summary.finished_at
    if began and ended and ended < began:
        before = "finished at {ended}, before it started at {began} (UTC)"
        yield _at(TRN04, summary, summary.line, before, ended=f"{ended:%F %T}", began=f"{began:%F %T}")


def _pool(summary: TournamentSummary) -> Iterator[Finding]:
    pool = summary.prize_pool
    paid = sum(prize for each in summary.finishes if (prize := _paid_in(each, pool)) is not None)
    if pool and paid > pool.amount:
        more = "the prizes add up to {paid}; the prize pool is {pool}"
        yield _at(TRN01, summary, summary.line, more, paid=_said(Sum(paid, pool.currency)), pool=_said(pool))


def _paid_in(finish: Finish, pool: Sum | None) -> int | None:
    """The prize, if it is in the currency of the pool."""
    prize = finish.prize
    return prize.amount if prize and pool and prize.currency == pool.currency else None


def _shares(summary: TournamentSummary) -> Iterator[Finding]:
    """The first prize that is another share than the one behind it."""
    pool = summary.prize_pool
    for each in summary.finishes:
        prize = _paid_in(each, pool)
        if pool and prize and each.share and not _is_share(prize, each.share, pool.amount):
            other = "a prize of {prize} is not {share}% of a prize pool of {pool}"
            said = _said(Sum(prize, pool.currency))
            yield _at(TRN02, summary, each.line, other, each.player, prize=said, share=each.share, pool=_said(pool))
            return


def _is_share(prize: int, share: str, pool: int) -> bool:
    """Whether it is, within the rounding of the digits shown and of cents. Whole numbers: nothing is lost."""
    whole, _, decimals = share.partition(".")
    unit = int("1" + "0" * len(decimals))
    apart = abs(prize * 100 * unit - pool * int(whole + decimals))
    return 2 * apart <= pool + 2 * 100 * unit * (1 + pool // _ROUNDING)


def _own(summary: TournamentSummary) -> Iterator[Finding]:
    own = summary.own
    listed = [each.place for each in summary.finishes if each.player == own.player and each.place]
    if own.place and listed and own.place not in listed:
        other = "{name} finished in place {place} here, in the list in place {listed}"
        yield _at(
            TRN03, summary, own.line, other, own.player, name=str(own.player), place=own.place, listed=min(listed)
        )


def _twice(summary: TournamentSummary) -> Iterator[Finding]:
    """The first player who has two lines for one entry."""
    lines: dict[tuple[str, int], int] = {}
    for each in summary.finishes:
        first = lines.setdefault((each.player, each.entry), each.line)
        if first != each.line:
            again = "{name} is listed again, after line {first}"
            yield _at(TRN05, summary, each.line, again, each.player, name=each.player, first=first)
            return


def _at(
    rule: Rule, summary: TournamentSummary, line: int, template: str, player: str | None = None, **figures: Figure
) -> Finding:
    return rule.at(summary.path, line, template, figures, site=summary.site, hand_id=_named(summary), player=player)


def _named(summary: TournamentSummary) -> str:
    return f"tournament {summary.number}"


def _said(amount: Sum) -> Money:
    return Money(amount.amount, amount.currency)
