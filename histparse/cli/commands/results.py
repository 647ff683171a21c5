"""`histparse results`: what a player won, by the hour and before rake, how it swung, how much of it was luck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

import polars as pl
import typer
from msgspec import structs

import histparse  # loads special functions with `Outlook`
from histparse.cli import late
from histparse.cli.filter_options import Filtering, Limit, remark_on_undated_hands, write_rows
from histparse.cli.printing import Answer, print_answer, print_line, progress
from histparse.cli.settings import Db, Player, open_for_reading
from histparse.model.errors import HistparseError, count
from histparse.stats.verdicts import is_winning
from histparse.stats.words import (
    big_bets_interval,
    currency_name,
    explain_opposite_signs,
    money_interval,
    percent,
    signed_money,
    signed_number,
)

if TYPE_CHECKING:
    from histparse.report.explanation import Explanation

NONE = "no currency has two hands"
MORE_THAN_ONE = 1.05
"""Tables at once that are worth a word."""
WORTH_A_WORD = 0.5
"""Big bets per 100 hands by which luck may be too large."""


def run_results(
    db: Db,
    player: Player = None,
    rakeback: Annotated[
        float, typer.Option(help="Rakeback in percent of the rake paid.", metavar="PERCENT", min=0, max=100)
    ] = 0.0,
    coming: Annotated[
        int, typer.Option("--next", help="The chance of a loss is over the next N hands.", min=1)
    ] = 10_000,
    risk: Annotated[
        float, typer.Option(help="Risk of ruin of the bankroll.", metavar="PERCENT", min=0.01, max=50)
    ] = 5.0,
    luck: Annotated[
        bool, typer.Option("--luck", help="Show what is left without the luck of the player's own cards.")
    ] = False,
    hands: Annotated[
        bool, typer.Option("--hands", help="With --luck: list the hands with their luck, the luckiest first.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Say in a sentence what cards and mistakes did to it (takes some seconds).")
    ] = False,
    limit: Limit = None,
    filtering: Filtering = Filtering(),
    format: Annotated[
        Literal["text", "csv", "json", "parquet"],
        typer.Option(help="For people, or for programs: JSON; with --luck also rows."),
    ] = "text",
) -> int:
    """Show what a player won: per 100 hands and per hour, rake, downswings, and what more hands may bring.

    From 500 hands on it looks ahead, by the expected win rate: the one so far, moved toward those of the
    players here with 500 hands or more, or if they are fewer than 20 toward 0, with an assumed standard deviation of 10
    big bets per 100. Chances of a loss and bankrolls allow for how uncertain it still is. The same hands in random
    order show how usual a downswing is. Currencies are never added together; tournament chips are not winnings.
    `histparse stats hourly --by month` shows the parts; also by weekday, hour, stakes, stack, position, opponent.

    With --luck: what is left of it without the luck of the player's own cards, in big bets per 100 hands. At the deal
    and at each draw, the cards that came are compared with all that could have come, by what such cards were worth in
    the player's other hands. The luck of opponents is not counted. What is left is on average as large as the
    net but varies less; it adds to the net and does not replace it. At least 500 hands with known cards are
    needed. With --why: what cards and mistakes did to the net of fewer, as of a session, by all hands of the game.

    **Examples**

    - `histparse results`
    - `histparse results s0rrow --stakes 10/20 --rakeback 30 --next 50000`
    - `histparse results s0rrow --luck`
    - `histparse results --luck --hands --limit 10`
    - `histparse results --why --from 2024-05-01`
    """
    filters, outlook = filtering.filters(), histparse.Outlook(hands=coming, risk=risk / 100)
    _refuse_conflicting_options(luck=luck, why=why, hands=hands, limit=limit, format=format)
    answer: Answer = "json" if format == "json" else "text"
    with open_for_reading(db) as store:
        name = store.player(player)
        if why:
            return _print_explanation(store, name, filters, answer)
        if luck:
            return _print_luck(store, name, filters, hands=hands, limit=limit, format=format)
        with progress("Counting"):
            results = store.results(name, outlook=outlook, filters=filters)
        remark_on_undated_hands(store, name, filters, by_time=True)
    print_answer(list(map(_dict_with_verdict, results)), _result_lines(name, results, outlook, rakeback / 100), answer)
    return 0


def _print_explanation(store: histparse.Store, player: str, filters: histparse.Filters, answer: Answer) -> int:
    with progress("Pricing mistakes"):
        explanation = store.explain(player, filters=filters)
    if explanation is None:
        print_answer(None, [f"{player}: nothing to explain, no hand passes these filters."], answer)
        return 0
    played = f"{currency_name(explanation.currency)}, {count(explanation.hands, 'hand')}"
    print_answer(_dict_with_verdict(explanation), [f"{player}, {played}: {explanation.verdict}"], answer)
    return 0


def _dict_with_verdict(answer: histparse.Results | Explanation) -> dict[str, object]:
    """The answer as data, with its sentence."""
    return {"verdict": answer.verdict} | structs.asdict(answer)


def _print_luck(
    store: histparse.Store, player: str, filters: histparse.Filters, *, hands: bool, limit: int | None, format: str
) -> int:
    with progress("Counting"):
        rows = store.luck(player, hands=hands, filters=filters)
    remark_on_undated_hands(store, player, filters)
    if hands or format != "text":
        write_rows(rows.head(limit or len(rows)), "table" if format == "text" else format, filters)
    else:
        for line in _luck_lines(rows, player):
            print_line(line)
    return 0


def _refuse_conflicting_options(*, luck: bool, why: bool, hands: bool, limit: int | None, format: str) -> None:
    """Refuse options that have nothing to say. Raises HistparseError."""
    if limit is not None and not hands:
        raise HistparseError("--limit is for the list of hands: add --hands")
    if why and luck:
        raise HistparseError("--why says it in a sentence and --luck in figures: ask for one of them")
    if hands and not luck:
        raise HistparseError("--hands lists hands with their luck: add --luck")
    if not (luck or format in {"text", "json"}):
        raise HistparseError(f"--format {format} is for rows, which only --luck has")


def _luck_lines(rows: pl.DataFrame, player: str) -> Iterator[str]:
    """Say what was won in each currency, and how much of it was luck."""
    for row in rows.to_dicts():
        net = f"{signed_number(row['bb100'])} BB/100 ({big_bets_interval(row['low_end'], row['high_end'])})"
        remaining = (row["without"], row["without_low"], row["without_high"])
        luck = late.results.describe_luck_and_rest(row["luck"], remaining, row["hands"], row["known"])
        yield f"{player}, {currency_name(row['currency'])}: {net}, {luck}."
    allowed = rows["allowed"].max()
    if isinstance(allowed, float) and allowed >= WORTH_A_WORD:
        yield f"Opponents fold more often than players whose cards are known: luck may be {allowed:.1f} too large."
    left_in = late.results.LUCK_LEFT_IN.capitalize()
    yield f"{left_in}; a net is what was won, this only tells how much of it cards explain."


def _result_lines(
    player: str, results: list[histparse.Results], outlook: histparse.Outlook, rakeback: float
) -> Iterator[str]:
    yield f"Player: {player}"
    if not results:
        yield f"Nothing to show: {NONE}."
    for sums in results:
        yield ""
        yield f"{currency_name(sums.currency)}: {_describe_volume(sums)}"
        rows = {**_winnings_rows(sums, rakeback), **_downswing_rows(sums), **_prospect_rows(sums, outlook)}
        for name, text in rows.items():
            yield f"  {name:<18}  {text}"


def _describe_volume(sums: histparse.Results) -> str:
    """`363 hands in 6.5 hours, 5 sessions, 1.0 tables at once`."""
    hands = count(sums.hands, "hand")
    if not sums.hours or sums.tables is None or sums.sessions is None:
        return hands
    tables = f", {sums.tables:.1f} tables at once" if sums.tables >= MORE_THAN_ONE else ""
    return f"{hands} in {sums.hours:,.1f} hours, {count(sums.sessions, 'session')}{tables}"


def _winnings_rows(sums: histparse.Results, rakeback: float) -> dict[str, str]:
    rows = {"won": f"{signed_money(sums.net, sums.currency)}, {_format_win_rate(sums)}"}
    rows["winning"] = str(is_winning(sums.bb100, sums.low_end, sums.high_end, sums.hands))
    if note := explain_opposite_signs(sums.net, sums.bb100):
        rows["by stakes"] = note
    if sums.net_per_hour is not None and sums.bb_per_hour is not None:
        ends = big_bets_interval(sums.bb_per_hour_low, sums.bb_per_hour_high)
        amounts = (sums.net_per_hour, sums.net_per_hour_low, sums.net_per_hour_high)
        rows["per hour"] = (
            f"{money_interval(*amounts, sums.currency)}, {signed_number(sums.bb_per_hour)} big bets ({ends})"
        )
    rakeback_words = f", with rakeback {signed_money(sums.with_rakeback(rakeback), sums.currency)}" if rakeback else ""
    rake = signed_money(sums.rake, sums.currency).lstrip("+")
    rows["rake paid"] = f"{rake}; won before rake {signed_money(sums.before_rake, sums.currency)}{rakeback_words}"
    return rows | {"trend": _describe_trend(sums)}


def _describe_trend(sums: histparse.Results) -> str:
    if sums.trend is None:
        return "none"
    return f"from {signed_number(sums.trend.first)} to {signed_number(sums.trend.last)} BB/100, beyond chance"


def _downswing_rows(sums: histparse.Results) -> dict[str, str]:
    if sums.swings is None:
        return {}
    deepest, longest = (
        f"{swing.big_bets:,.1f} big bets in {count(swing.hands, 'hand')}, from hand {swing.first:,} to {swing.last:,}"
        for swing in (sums.swings.deepest, sums.swings.longest)
    )
    return {
        "deepest downswing": f"{deepest}; {percent(sums.swings.deepest_usual)} of such runs have one as deep",
        "longest downswing": f"{longest}; {percent(sums.swings.longest_usual)} of such runs have one as long",
    }


def _prospect_rows(sums: histparse.Results, outlook: histparse.Outlook) -> dict[str, str]:
    """Say what more hands may bring, and what that rests on."""
    future = sums.prospects
    if future is None:
        return {
            "hands to come": f"at least {sums.hands + sums.hands_needed_to_forecast} hands are needed to look ahead: "
            f"{sums.hands_needed_to_forecast} more"
        }
    bankroll = "none is enough" if future.bankroll is None else f"{future.bankroll:,.0f} big bets"
    note = (
        f": the true win rate is below 0 with a chance of {percent(future.losing)}" if future.bankroll is None else ""
    )
    hands = count(int(float(f"{future.hands_needed:.2g}")), "hand")  # more digits would be no truer
    return {
        "expected win rate": _format_win_rate(future),
        "true win rates": future.prior.in_words,
        "chance of a loss": f"{percent(future.loss)} over the next {outlook.hands:,} hands",
        "bankroll": f"{bankroll} for a {100 * outlook.risk:.3g} % risk of ruin{note}",
        "win rate known": f"to within {outlook.width / 2:.3g} BB/100 after about {hands}",
    }


def _format_win_rate(estimate: histparse.Results | histparse.Prospects) -> str:
    return f"{signed_number(estimate.bb100)} BB/100 ({big_bets_interval(estimate.low_end, estimate.high_end)})"
