"""Step 6d, settle: what hands tell of each other - neighbours at a table, tournaments, and hours shown twice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.judging.neighbours import find_neighbour_contradictions, pair_hands_with_previous
from histparse.model.figures import Figures, Money
from histparse.model.findings import Finding, Rule
from histparse.rules.tournaments import AGAINST_HANDS, TRN06, TRN07, TRN08, TRN09
from histparse.store.observe.row_buffer import Rows
from histparse.store.rows.hand_rows import add_finding
from histparse.store.settle.changes import Changes
from histparse.system.files import query_text
from histparse.system.streams import append_rows, as_frame, has_rows, query_rows, run_statement

# --- neighbours ------------------------------------------------------------------------------------------------------

GROUP_SIZE = 25_000
"""Hands put in order together: a million at once would take more memory than an import may."""
TABLES_WITH_GAPS = "SELECT DISTINCT site, table_name FROM hands WHERE in_sequence AND path IN $paths"
# What is played at one table stays together.
GROUPED = """
    SELECT site, table_name, sum(count(*)) OVER (ORDER BY site, table_name) // {group_size} AS place
    FROM hands SEMI JOIN ({tables}) AS tables USING (site, table_name) WHERE in_sequence GROUP BY site, table_name
"""
PLACED = """
    CREATE OR REPLACE TEMP TABLE placed AS
    SELECT hand_key, site, table_name, tournament_id, currency, hand_id,
        {is_new} OR path IN (FROM ({beside})) AS is_new
    FROM hands SEMI JOIN ({tables}) AS tables USING (site, table_name) WHERE in_sequence
    UNION ALL BY NAME
    SELECT *, true AS is_new FROM ({gone}) SEMI JOIN ({tables}) AS tables USING (site, table_name)
"""
RELATIONS = """
    CREATE OR REPLACE TEMP TABLE table_hands AS
    SELECT
        hand_key, site, hand_id, table_name, tournament_id, currency, played_at, button::INTEGER AS button,
        players::INTEGER AS players, NOT cancelled AND rank < 2 AS sound, path, first_line AS line
    FROM hands WHERE hand_key IN (SELECT hand_key FROM following UNION SELECT earlier_key FROM following);

    CREATE OR REPLACE TEMP TABLE table_seats AS
    SELECT hand_key, seat::INTEGER AS seat, player, dealt_in,
        starting_stack AS stack, starting_stack + net AS left_with, seat_line AS line
    FROM seats SEMI JOIN table_hands USING (hand_key);

    CREATE OR REPLACE TEMP VIEW no_measure AS
    SELECT path, line, false AS is_broken FROM findings WHERE hand_key IS NULL AND text_id IS NULL
    UNION ALL SELECT path, line, true FROM set_aside WHERE code <> 'SYN09'
    UNION ALL SELECT path, line, false FROM skipped;
"""
FORGET = "DELETE FROM findings WHERE code LIKE 'SEQ%' AND hand_key IN (SELECT hand_key FROM following)"


def renew_findings_of_changed_neighbours(connection: DuckDBPyConnection, changes: Changes) -> None:
    """Compare hands with those before them: what came, what follows a hand that came or went, or a change between two.

    Runs inside the transaction of the import.
    """
    added, removed = changes.added, changes.removed
    gap_files = [*(added.gap_files | removed.gap_files)]
    tables_with_gaps = connection.execute(TABLES_WITH_GAPS, {"paths": gap_files}).fetchall() if gap_files else []
    names = sorted(added.tables | removed.tables | set(tables_with_gaps))
    touched = pl.DataFrame(names, {"site": pl.String, "table_name": pl.String}, orient="row")
    groups = query_rows(connection, GROUPED, group_size=str(GROUP_SIZE), tables=touched)
    paths = pl.DataFrame({"path": gap_files}, {"path": pl.String})
    for tables in groups.partition_by("place", include_key=False):
        run_statement(connection, PLACED, is_new=changes.is_new, tables=tables, beside=paths, gone=removed.places)
        _renew_findings_of_placed_hands(connection)


def _renew_findings_of_placed_hands(connection: DuckDBPyConnection) -> None:
    pair_hands_with_previous(connection)
    connection.execute(FORGET)
    if not has_rows(connection, "following WHERE earlier_key IS NOT NULL"):  # hands alone at their tables
        return
    connection.execute(RELATIONS)
    findings = Rows("findings")
    for neighbour in find_neighbour_contradictions(connection):
        add_finding(findings, neighbour.hand_key, None, neighbour.finding)
    append_rows(connection, "findings", findings.to_frame_without_misfit_column())


# --- summaries of tournaments ----------------------------------------------------------------------------------------

Row = Mapping[str, Any]  # Any: columns of many types
OF_THEM = f"code IN ({', '.join(repr(rule.code) for rule in AGAINST_HANDS)})"
"""In SQL, whether a finding is one of these, which are made anew each time."""


def _describe_price_contradiction(row: Row) -> tuple[str, Figures]:
    stated, cost_by_hand = (Money(row[name], row["currency"]) for name in ("stated", "other"))
    words = "an entry costs {stated} here, {other} by hand {hand}"
    return words, {"stated": stated, "other": cost_by_hand, "hand": row["hand_id"]}


def _describe_place_or_prize_contradiction(row: Row) -> tuple[str, Figures]:
    if row["stated"] != row["other"]:
        words = "{name} finished in place {stated} here, in place {other} by hand {hand}"
        return words, {name: row[key] for name, key in _OF_PLACE.items()}
    won = {name: Money(row[name], row["currency"]) for name in ("prize", "won")}
    words = "{name} won {prize} here, {won} by hand {hand}"
    return words, {"name": row["player"], **won, "hand": row["hand_id"]}


_OF_PLACE = {"name": "player", "stated": "stated", "other": "other", "hand": "hand_id"}


def _describe_time_contradiction(row: Row) -> tuple[str, Figures]:
    if row["began"] is not None and row["played"] < row["began"]:
        words = "hand {hand} began at {played}, before the tournament started at {began} (UTC)"
        return words, {"hand": row["hand_id"], "played": row["played"], "began": row["began"]}
    words = "hand {hand} began at {played}, after the tournament finished at {ended} (UTC)"
    return words, {"hand": row["hand_id"], "played": row["played"], "ended": row["ended"]}


def _describe_purchase_contradiction(row: Row) -> tuple[str, Figures]:
    words = "{stated} {what} of {name} here, {other} in the hands"
    return words, {"stated": row["stated"], "what": row["what"], "name": row["player"], "other": row["other"]}


_SENTENCES: dict[Rule, Callable[[Row], tuple[str, Figures]]] = {
    TRN06: _describe_price_contradiction,
    TRN07: _describe_place_or_prize_contradiction,
    TRN08: _describe_time_contradiction,
    TRN09: _describe_purchase_contradiction,
}


def delete_summary_contradictions(connection: DuckDBPyConnection) -> None:
    """Take these findings away; runs before neighbouring hands are compared."""
    connection.execute(f"DELETE FROM findings WHERE {OF_THEM}")  # noqa: S608 - our codes


def insert_summary_contradictions(connection: DuckDBPyConnection) -> None:
    """Find anew what contradicts the hands. Runs before the commit."""
    findings = Rows("findings")
    for text_id, finding in find_summary_contradictions(connection):
        add_finding(findings, None, text_id, finding)
    append_rows(connection, "findings", findings.to_frame_without_misfit_column())


def find_summary_contradictions(connection: DuckDBPyConnection) -> Iterator[tuple[int, Finding]]:
    """Find summaries that contradict the hands: the id of the summary's text, and the finding."""
    if not has_rows(connection, "tournaments"):
        return
    for rule, sentence in _SENTENCES.items():
        for row in as_frame(connection.sql(query_text(f"tournaments/against_hands/{rule.code}"))).to_dicts():
            words, figures = sentence(row)
            where = {"site": row["site"], "hand_id": f"tournament {row['number']}", "player": row["player"]}
            yield row["text_id"], rule.make_finding(row["path"], row["line"], words, figures, **where)


# --- the hour that clocks show twice when they go back: the order of the numbers tells which it is -------------------

_NEAR, _JITTER = timedelta(minutes=30), timedelta(minutes=1)
"""Hands of one session are so near; numbers given at several tables may be out of order by so much."""
# What was played within hours of a time in doubt, file by file; a night ends where nothing is played for six hours.
_NEARBY = """
    SELECT hand_key, played_at, or_at,
        sum(begins::INTEGER) OVER (ORDER BY site, path, length(hand_id), hand_id) AS night
    FROM (
        SELECT *, coalesce(abs(epoch(played_at) - epoch(lag(played_at) OVER numbers)) > 6 * 3600, true) AS begins
        FROM hands WHERE EXISTS (
            FROM hands AS doubt WHERE doubt.or_at IS NOT NULL AND doubt.path = hands.path AND doubt.site = hands.site
                AND abs(epoch(doubt.played_at) - epoch(hands.played_at)) < 3 * 3600
        ) AND path IN (SELECT path FROM ({paths}))
        WINDOW numbers AS (PARTITION BY site, path ORDER BY length(hand_id), hand_id)
    ) ORDER BY site, path, length(hand_id), hand_id
"""
_SETTLE = (
    "UPDATE hands SET played_at = new.moment, or_at = NULL FROM ({times}) AS new WHERE hands.hand_key = new.hand_key",
    "UPDATE seats SET hand_played_at = new.moment FROM ({times}) AS new WHERE seats.hand_key = new.hand_key",
)


class Timed(NamedTuple):
    """A hand with its time, in the order of the numbers of a file."""

    hand_key: int
    moment: datetime
    again: datetime | None
    """The later moment at which the clock shows the same; None: the time is certain."""


def settle_hours_and_count_doubtful(connection: DuckDBPyConnection, paths: Collection[str]) -> int:
    """Correct the times of hands in these files that came later than the first hour; how many stay uncertain."""
    if not paths:
        return 0
    files = pl.DataFrame({"path": [*paths]})
    rows = run_statement(connection, _NEARBY, paths=files).fetchall()
    nights = ([Timed(*hand) for *hand, _ in night] for _, night in groupby(rows, key=itemgetter(-1)))
    certain_times = [hand_time for night in nights for hand_time in determine_doubtful_times(night)]
    if certain_times:
        frame = pl.DataFrame(certain_times, {"hand_key": pl.Int64, "moment": pl.Datetime("us")}, orient="row")
        for statement in _SETTLE:
            run_statement(connection, statement, times=frame)
    return sum(again is not None for *_, again, _ in rows) - len(certain_times)


def determine_doubtful_times(hands: Sequence[Timed]) -> Iterator[tuple[int, datetime]]:
    """The times that the order of the hands tells: those of the first hour come first, and time goes on."""
    doubts = [place for place, hand in enumerate(hands) if hand.again]
    # All from some place on are of the second hour: it lies behind `first`, and not behind `second`.
    first = max(
        (place for place in doubts if any(_must_be_first_hour(hands[place], later) for later in hands[place:])),
        default=-1,
    )
    too_early = (
        place for place in doubts if any(earlier.moment > hands[place].moment + _JITTER for earlier in hands[:place])
    )
    second = min(too_early, default=len(hands))
    undecided = [place for place in doubts if first < place < second]
    if first > second:  # the numbers do not follow the time
        return
    if undecided:
        preceding, following = hands[: undecided[0]], hands[undecided[-1] + 1 :]
        follows = bool(preceding) and hands[undecided[0]].moment - preceding[-1].moment < _NEAR
        precedes = bool(following) and _later_moment(following[0]) - _later_moment(hands[undecided[-1]]) < _NEAR
        if precedes and not follows:
            second = undecided[0]
        elif not follows or precedes:
            doubts = [place for place in doubts if place not in undecided]
    for place in doubts:
        yield hands[place].hand_key, _later_moment(hands[place]) if place >= second else hands[place].moment


def _must_be_first_hour(hand: Timed, next_hand: Timed) -> bool:
    """Whether the other, which has a higher number, comes too early for the hand to be of the second hour."""
    return _later_moment(next_hand) < _later_moment(hand) - _JITTER


def _later_moment(hand: Timed) -> datetime:
    return hand.again or hand.moment
