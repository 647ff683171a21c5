"""Step 5, judging: the summary of a tournament, against itself."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import chain
from typing import Any

from msgspec.structs import astuple

from histparse.model.figures import Figure, Money
from histparse.model.findings import Finding, Rule
from histparse.model.tournament import Finish, Sum, TournamentSummary
from histparse.rules.tables import earliest_and_latest_time
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


def find_contradictions_in_summary(summary: TournamentSummary, has_no_unknown_line: bool = True) -> list[Finding]:
    """Find contradictions within a summary, in the order of the lines."""
    repeated = [*_check_player_listed_twice(summary)]
    listed = (
        repeated
        or [*_check_not_more_listed_than_played(summary), *_check_places_within_entries(summary)]
        or [*_check_missing_or_repeated_places(summary)][: 1 if has_no_unknown_line else 0]
    )
    shares = [*_check_prize_shares(summary)]
    # Of several shares, the prize pool is what is wrong.
    sums = [*_check_prizes_within_pool(summary)] if len(shares) != 1 else []
    sums = sums or shares[:1] or [*_check_totals_against_prices(summary)][:1]
    checks = (_check_times, _check_price_currencies, _check_own_purchases_within_total, _check_own_place_against_list)
    findings = [*listed, *sums, *chain.from_iterable(check(summary) for check in checks)]
    return sorted(findings, key=lambda finding: finding.line)


def _check_times(summary: TournamentSummary) -> Iterator[Finding]:
    for doubt in summary.doubts:
        figures: Any = doubt.figures  # mypy takes them for other arguments too
        yield _build_finding(TRN04, summary, doubt.template, doubt.line, **figures)
    started, ended = summary.started_at, summary.finished_at
    if started and ended and ended < started:
        yield _build_finding(
            TRN04,
            summary,
            "finished at {ended}, before it started at {began} (UTC)",
            ended=f"{ended:%F %T}",
            began=f"{started:%F %T}",
        )
    elif started and summary.own.seconds:
        last = ended or earliest_and_latest_time()[1]
        if started + timedelta(seconds=summary.own.seconds) > last:
            template = "{hours} hours played since {began}, which is later than {ended} (UTC)"
            hours = str(round(summary.own.seconds / 3600, 1))
            yield _build_finding(TRN04, summary, template, hours=hours, began=f"{started:%F %T}", ended=f"{last:%F %T}")


def _check_prizes_within_pool(summary: TournamentSummary) -> Iterator[Finding]:
    pool, prize = summary.prize_pool, summary.own.prize
    paid = sum(_prize_amount_if_in_pool_currency(finish, pool) or 0 for finish in summary.finishes)
    if pool and paid > pool.amount:
        yield _build_finding(
            TRN01,
            summary,
            "the prizes add up to {paid}; the prize pool is {pool}",
            paid=Sum(paid, pool.currency),
            pool=pool,
        )
    elif pool and prize and prize.currency == pool.currency and prize.amount > pool.amount:
        yield _build_finding(
            TRN01,
            summary,
            "a prize of {prize} is more than the prize pool of {pool}",
            summary.own.line,
            prize=prize,
            pool=pool,
        )


def _prize_amount_if_in_pool_currency(finish: Finish, pool: Sum | None) -> int | None:
    prize = finish.prize
    return prize.amount if prize and pool and prize.currency == pool.currency else None


def _check_price_currencies(summary: TournamentSummary) -> Iterator[Finding]:
    if summary.mixed_price:
        first, *_, last = sorted({part.currency for part in summary.mixed_price})
        yield _build_finding(TRN15, summary, "a price in {first} and {last} together", first=first, last=last)


def _check_totals_against_prices(summary: TournamentSummary) -> Iterator[Finding]:
    """Sums that are not price times number."""
    owner, price, pool = summary.own, summary.price, summary.prize_pool
    if price and owner.further and owner.reentries and not (owner.rebuys or owner.addons):
        due = Sum(owner.reentries * price.total, price.currency)
        if due.currency == owner.further.currency and due != owner.further:
            yield _build_finding(
                TRN13, summary, "{count} further entries at {price} are {due}, not {stated}", owner.line,
                count=owner.reentries, price=Sum(price.total, price.currency), due=due, stated=owner.further,
            )  # fmt: skip
    paid_in = _total_paid_into_pool(summary)
    if pool and paid_in and pool.amount * (1 if summary.states_bounties else _PART) < paid_in.amount:
        yield _build_finding(
            TRN13,
            summary,
            "entries, rebuys and add-ons paid {paid}; the prize pool is {pool}",
            paid=paid_in,
            pool=pool,
        )


def _check_own_purchases_within_total(summary: TournamentSummary) -> Iterator[Finding]:
    owner = summary.own
    for purchase, own_count, all_of_them in (
        ("rebuys", owner.rebuys, summary.rebuys),
        ("add-ons", owner.addons, summary.addons),
    ):
        if own_count is not None and all_of_them is not None and own_count > all_of_them:
            yield _build_finding(
                TRN14,
                summary,
                "{mine} {what} of one player; all together have {all}",
                mine=own_count,
                what=purchase,
                all=all_of_them,
            )


def _total_paid_into_pool(summary: TournamentSummary) -> Sum | None:
    """The sum that known entries, rebuys and add-ons paid into the prize pool, in its currency."""
    pool, entries = summary.prize_pool, max(summary.players or 0, len(summary.finishes))
    counts = ((entries, summary.price), (summary.rebuys, summary.rebuy), (summary.addons, summary.addon))
    if pool is None or summary.price is None:
        return None
    paid = sum((count or 0) * price.buy_in for count, price in counts if price and price.currency == pool.currency)
    return Sum(paid, pool.currency)


def _check_not_more_listed_than_played(summary: TournamentSummary) -> Iterator[Finding]:
    listed = sum(finish.entry == 1 for finish in summary.finishes)
    if summary.players is not None and listed > summary.players:
        yield _build_finding(
            TRN10,
            summary,
            "{listed} players are listed; {players} played",
            listed=listed,
            players=summary.players,
        )


def _check_places_within_entries(summary: TournamentSummary) -> Iterator[Finding]:
    owner, most = summary.own, _most_entries(summary)
    stated = [(finish.line, finish.place, finish.player) for finish in summary.finishes]
    for line, place, player in (*stated, (owner.line or summary.line, owner.place, owner.player)):
        if place is not None and not 1 <= place <= most:
            yield _build_finding(TRN11, summary, "place {place} of {entries}", line, player, place=place, entries=most)
            return


def _most_entries(summary: TournamentSummary) -> int:
    """The most entries there can have been: the prize pool may tell of more than are counted."""
    pool, price = summary.prize_pool, summary.price
    paid = pool.amount // price.buy_in if pool and price and price.buy_in and pool.currency == price.currency else 0
    return max(summary.players or 0, len(summary.finishes), paid)


def _check_missing_or_repeated_places(summary: TournamentSummary) -> Iterator[Finding]:
    """Places that are missing from the list or stand there twice, where each entry has its own."""
    if not summary.places_apart:
        return
    due = sum(finish.place is None for finish in summary.finishes)
    placed = ((finish.place, finish.line, finish.player) for finish in summary.finishes if finish.place is not None)
    for place, line, player in sorted(placed):
        due += 1
        if place != due:
            if place < due:
                yield _build_finding(TRN12, summary, "place {place} is given twice", line, player, place=place)
            else:
                yield _build_finding(TRN12, summary, "place {place} is missing", line, player, place=due)
            return


def _check_prize_shares(summary: TournamentSummary) -> Iterator[Finding]:
    """Prizes that are another share than the one behind them."""
    pool = summary.prize_pool
    for finish in summary.finishes:
        prize = _prize_amount_if_in_pool_currency(finish, pool)
        if pool and prize and finish.share and not _is_rounded_share(prize, finish.share, pool.amount):
            yield _build_finding(
                TRN02,
                summary,
                "a prize of {prize} is not {share}% of a prize pool of {pool}",
                finish.line,
                finish.player,
                prize=Sum(prize, pool.currency),
                share=finish.share,
                pool=pool,
            )


def _is_rounded_share(prize: int, share: str, pool: int) -> bool:
    """Whether it is, within the rounding of the digits shown and of cents. Whole numbers: nothing is lost."""
    whole, _, decimals = share.partition(".")
    unit = int("1" + "0" * len(decimals))
    difference = abs(prize * 100 * unit - pool * int(whole + decimals))
    return 2 * difference <= pool + 2 * 100 * unit * (1 + pool // _ROUNDING)


def _check_own_place_against_list(summary: TournamentSummary) -> Iterator[Finding]:
    owner = summary.own
    listed = [finish.place for finish in summary.finishes if finish.player == owner.player and finish.place]
    if owner.place and owner.place <= _most_entries(summary) and listed and owner.place not in listed:
        yield _build_finding(
            TRN03,
            summary,
            "{name} finished in place {place} here, in the list in place {listed}",
            owner.line,
            owner.player,
            place=owner.place,
            listed=min(listed),
        )


def _check_player_listed_twice(summary: TournamentSummary) -> Iterator[Finding]:
    """The first player who has two lines for one entry."""
    lines: dict[tuple[str, int], int] = {}
    for finish in summary.finishes:
        first = lines.setdefault((finish.player, finish.entry), finish.line)
        if first != finish.line:
            yield _build_finding(
                TRN05,
                summary,
                "{name} is listed again, after line {first}",
                finish.line,
                finish.player,
                first=first,
            )
            return


def _build_finding(
    rule: Rule,
    summary: TournamentSummary,
    template: str,
    line: int | None = None,
    player: str | None = None,
    **figures: Figure | Sum,
) -> Finding:
    """A finding on that line of the file, by default the first of the summary."""
    shown = {name: Money(*astuple(figure)) if isinstance(figure, Sum) else figure for name, figure in figures.items()}
    number = f"tournament {summary.number}"
    return rule.make_finding(
        summary.path, line or summary.line, template, shown, site=summary.site, hand_id=number, player=player
    )
