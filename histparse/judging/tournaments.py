"""Step 5, judging: the summary of a tournament, against itself."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import chain

from histparse.model.figures import Figure, Money
from histparse.model.findings import Finding, Rule
from histparse.model.tournament import Finish, Sum, TournamentSummary
from histparse.rules.plausible import possible_times
from histparse.rules.tournaments import (
    TRN01,
    TRN02,
    TRN03,
    TRN04,
    TRN05,
    TRN10,
    TRN11,
    TRN12,
    TRN13,
    TRN14,
    TRN15,
)

_PART = 4
"""A prize pool is more than this part of the buy-ins where bounties that are not stated are in these."""
_ROUNDING = 100_000
"""What rounding leaves over goes to the first places: a cent, and one more for each this many of the pool."""


def judge_summary(summary: TournamentSummary, is_all_read: bool = True) -> list[Finding]:
    """What contradicts itself, in the order of the lines; `is_all_read`: no line of the summary is unknown."""
    repeated = [*_twice(summary)]
    listed = repeated or [*_count(summary), *_places(summary)] or [*_gaps(summary)][: 1 if is_all_read else 0]
    shares = [*_shares(summary)]
    sums = [*_pool(summary)] if len(shares) != 1 else []  # of several shares, the prize pool is what is wrong
    sums = sums or shares[:1] or [*_totals(summary)][:1]
    others = (_times, _price, _purchases, _own)
    found = [*listed, *sums, *chain.from_iterable(check(summary) for check in others)]
    return sorted(found, key=lambda finding: finding.line)


def _times(summary: TournamentSummary) -> Iterator[Finding]:
    for doubt in summary.doubts:
        yield TRN04.at(
            summary.path, doubt.line, doubt.template, doubt.figures, site=summary.site, hand_id=_named(summary)
        )
    began, ended = summary.started_at, summary.finished_at
    if began and ended and ended < began:
        before = "finished at {ended}, before it started at {began} (UTC)"
        yield _at(TRN04, summary, summary.line, before, ended=f"{ended:%F %T}", began=f"{began:%F %T}")
    elif began and summary.own.seconds:
        last = ended or possible_times()[1]
        if began + timedelta(seconds=summary.own.seconds) > last:
            longer = "{hours} hours played since {began}, which is later than {ended} (UTC)"
            hours = str(round(summary.own.seconds / 3600, 1))
            yield _at(TRN04, summary, summary.line, longer, hours=hours, began=f"{began:%F %T}", ended=f"{last:%F %T}")


def _pool(summary: TournamentSummary) -> Iterator[Finding]:
    pool, prize = summary.prize_pool, summary.own.prize
    paid = sum(_paid_in(finish, pool) or 0 for finish in summary.finishes)
    if pool and paid > pool.amount:
        more = "the prizes add up to {paid}; the prize pool is {pool}"
        yield _at(TRN01, summary, summary.line, more, paid=_said(Sum(paid, pool.currency)), pool=_said(pool))
    elif pool and prize and prize.currency == pool.currency and prize.amount > pool.amount:
        more = "a prize of {prize} is more than the prize pool of {pool}"
        yield _at(TRN01, summary, summary.own.line or summary.line, more, prize=_said(prize), pool=_said(pool))


def _paid_in(finish: Finish, pool: Sum | None) -> int | None:
    """The prize, if it is in the currency of the pool."""
    prize = finish.prize
    return prize.amount if prize and pool and prize.currency == pool.currency else None


def _price(summary: TournamentSummary) -> Iterator[Finding]:
    if summary.mixed_price:
        first, *_, last = sorted({part.currency for part in summary.mixed_price})
        mixed = "a price in {first} and {last} together"
        yield _at(TRN15, summary, summary.line, mixed, first=first, last=last)


def _totals(summary: TournamentSummary) -> Iterator[Finding]:
    """Sums that are not price times number."""
    own, price, pool = summary.own, summary.price, summary.prize_pool
    if price and own.further and own.reentries and not (own.rebuys or own.addons):
        due = Sum(own.reentries * price.total, price.currency)
        if due.currency == own.further.currency and due != own.further:
            other = "{count} further entries at {price} are {due}, not {stated}"
            each = _said(Sum(price.total, price.currency))
            yield _at(
                TRN13, summary, own.line or summary.line, other,
                count=own.reentries, price=each, due=_said(due), stated=_said(own.further),
            )  # fmt: skip
    paid_in = _paid_in_by_all(summary)
    if pool and paid_in and pool.amount * (1 if summary.states_bounties else _PART) < paid_in.amount:
        less = "entries, rebuys and add-ons paid {paid}; the prize pool is {pool}"
        yield _at(TRN13, summary, summary.line, less, paid=_said(paid_in), pool=_said(pool))


def _purchases(summary: TournamentSummary) -> Iterator[Finding]:
    own = summary.own
    for what, mine, all_of_them in (
        ("rebuys", own.rebuys, summary.rebuys),
        ("add-ons", own.addons, summary.addons),
    ):
        if mine is not None and all_of_them is not None and mine > all_of_them:
            more = "{mine} {what} of one player; all together have {all}"
            yield _at(TRN14, summary, summary.line, more, mine=mine, what=what, all=all_of_them)


def _paid_in_by_all(summary: TournamentSummary) -> Sum | None:
    """What entries, rebuys and add-ons that are known paid into the prize pool, in its currency."""
    pool, entries = summary.prize_pool, max(summary.players or 0, len(summary.finishes))
    counts = ((entries, summary.price), (summary.rebuys, summary.rebuy), (summary.addons, summary.addon))
    if pool is None or summary.price is None:
        return None
    paid = sum((count or 0) * price.buy_in for count, price in counts if price and price.currency == pool.currency)
    return Sum(paid, pool.currency)


def _count(summary: TournamentSummary) -> Iterator[Finding]:
    listed = sum(each.entry == 1 for each in summary.finishes)
    if summary.players is not None and listed > summary.players:
        more = "{listed} players are listed; {players} played"
        yield _at(TRN10, summary, summary.line, more, listed=listed, players=summary.players)


def _places(summary: TournamentSummary) -> Iterator[Finding]:
    """The first place that is 0, or beyond the number of entries."""
    own, most = summary.own, _entries(summary)
    stated = [(each.line, each.place, each.player) for each in summary.finishes]
    for line, place, player in (*stated, (own.line or summary.line, own.place, own.player)):
        if place is not None and not 1 <= place <= most:
            yield _at(TRN11, summary, line, "place {place} of {entries}", player, place=place, entries=most)
            return


def _entries(summary: TournamentSummary) -> int:
    """The most entries there can have been: the prize pool may tell of more than are counted."""
    pool, price = summary.prize_pool, summary.price
    paid = pool.amount // price.buy_in if pool and price and price.buy_in and pool.currency == price.currency else 0
    return max(summary.players or 0, len(summary.finishes), paid)


def _gaps(summary: TournamentSummary) -> Iterator[Finding]:
    """Places that are missing from the list or stand there twice, where each entry has its own."""
    if not summary.places_apart:
        return
    taken = sum(each.place is None for each in summary.finishes)
    placed = ((each.place, each.line, each.player) for each in summary.finishes if each.place is not None)
    for place, line, player in sorted(placed):
        taken += 1
        if place != taken:
            if place < taken:
                yield _at(TRN12, summary, line, "place {place} is given twice", player, place=place)
            else:
                yield _at(TRN12, summary, line, "place {place} is missing", player, place=taken)
            return


def _shares(summary: TournamentSummary) -> Iterator[Finding]:
    """Prizes that are another share than the one behind them."""
    pool = summary.prize_pool
    for each in summary.finishes:
        prize = _paid_in(each, pool)
        if pool and prize and each.share and not _is_share(prize, each.share, pool.amount):
            other = "a prize of {prize} is not {share}% of a prize pool of {pool}"
            said = _said(Sum(prize, pool.currency))
            yield _at(TRN02, summary, each.line, other, each.player, prize=said, share=each.share, pool=_said(pool))


def _is_share(prize: int, share: str, pool: int) -> bool:
    """Whether it is, within the rounding of the digits shown and of cents. Whole numbers: nothing is lost."""
    whole, _, decimals = share.partition(".")
    unit = int("1" + "0" * len(decimals))
    apart = abs(prize * 100 * unit - pool * int(whole + decimals))
    return 2 * apart <= pool + 2 * 100 * unit * (1 + pool // _ROUNDING)


def _own(summary: TournamentSummary) -> Iterator[Finding]:
    own = summary.own
    listed = [each.place for each in summary.finishes if each.player == own.player and each.place]
    if own.place and own.place <= _entries(summary) and listed and own.place not in listed:
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
