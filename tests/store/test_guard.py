"""A value that does not fit its column costs only its hand, never the import or another hand."""

from __future__ import annotations

import os
from collections.abc import Iterable
from gzip import compress
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from polars.testing import assert_frame_equal

from histparse import flow
from histparse.judging.engine import HandResult, judge
from histparse.model.findings import Finding, Severity
from histparse.model.house import house
from histparse.model.money import LARGEST
from histparse.store import Batch, Database, Frames, Importer
from histparse.store.observe.row_buffer import HANDS, Column, Misfits, table_columns
from histparse.store.rows import derived
from tests.store.filling import SAMPLES, Content, content, fill, rows
from tests.store.odd import hand

MISPRINT = LARGEST // 10
"""Dollars that are more than the largest amount in cents."""
ODD = {
    "raises": hand(2, raises=127),
    "reshuffles": hand(2, reshuffles=128),
    "amounts": hand(2, stack=MISPRINT),
}
BOUND = {
    "raises": "`bets` of `decisions`",
    "reshuffles": "`reshuffles` of `hands`",
    "amounts": "`starting_stack` of `seats`",
}


def stored(database: Database) -> Content:
    """What is stored of hands."""
    return {table: content(database)[table] for table in HANDS}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A folder with two plain hands in two files; a third one fits between them."""
    for number, name in ((1, "a.txt"), (3, "c.txt")):
        (tmp_path / name).write_text(hand(number), "utf-8")
    return tmp_path


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("odd", ODD)
def test_one_odd_hand_costs_one_hand(files: Path, odd: str) -> None:
    with Database(":memory:") as plain, Database(":memory:") as database:
        fill(plain, [files])
        (files / "b.txt").write_text(ODD[odd], "utf-8")
        summary = fill(database, [files])
        assert (summary.hands, summary.stored, summary.set_aside) == (3, 2, 1)
        assert stored(database) == stored(plain)
        set_aside = rows(database, "SELECT hand_id, path, line, reason, text FROM set_aside")
        findings = rows(database, "SELECT count(*) FROM findings WHERE hand_key IS NULL AND hand_id = '2'")
    assert [row[:3] for row in set_aside] == [("2", str(files / "b.txt"), 1)]
    assert BOUND[odd] in set_aside[0][3]
    assert set_aside[0][4] == ODD[odd].rstrip()
    assert findings == [(summary.findings.total,)]


def test_what_was_counted_for_a_batch_is_looked_at_too(
    database: Database, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No text is long enough for more decisions than a column can count."""
    decisions = derived._derive_decision_columns_sorted_by_round

    def count_many_raises(*parts: pl.DataFrame) -> pl.DataFrame:
        first = pl.col("hand_key") == 0
        return decisions(*parts).with_columns(raises=pl.when(first).then(40_000).otherwise("raises"))

    monkeypatch.setattr(derived, "_derive_decision_columns_sorted_by_round", count_many_raises)
    assert fill(database, [files]).set_aside == 1
    assert rows(database, "SELECT hand_id FROM hands") == [("3",)]
    assert rows(database, "SELECT hand_id, reason FROM set_aside") == [
        ("1", "40,000 does not fit `raises` of `decisions`, which holds -32,768 to 32,767")
    ]


FITS: list[tuple[pl.DataType, list[Any], list[Any]]] = [
    (pl.Int8(), [127, -128, None, 128, -129, 10**30], [127, -128, None, None, None, None]),
    (pl.Int16(), [32_767, 32_768], [32_767, None]),
    (pl.Int64(), [LARGEST, -LARGEST, LARGEST + 1, 2**63, 10**400], [LARGEST, -LARGEST, None, None, None]),
    (pl.Int32(), [2**31 - 1, 2**31, 10**12], [2**31 - 1] * 3),
    (pl.String(), ["a", None, "\0", "\udce9\ud800"], ["a", None, "\0", r"\udce9\ud800"]),
    (pl.Enum(["fold", "call"]), ["fold", None, "muck", "\ud800"], ["fold", None, None, None]),
    (pl.Boolean(), [True, None, False], [True, None, False]),
]


@pytest.mark.parametrize(("kind", "values", "expected"), FITS, ids=lambda value: str(value)[:8])
def test_each_type_says_what_does_not_fit(kind: pl.DataType, values: list[Any], expected: list[Any]) -> None:
    misfits: Misfits = {}
    assert Column("table", "name", kind).make_series(values, misfits).to_list() == expected
    assert sorted(misfits) == [row for row, value in enumerate(values) if expected[row] is None and value is not None]
    assert all("`name` of `table`" in sentence for sentence in misfits.values())


def test_every_type_of_the_schema_is_tried_here() -> None:
    tried = {type(kind) for kind, _, _ in FITS}
    kinds = {type(kind) for table in table_columns().values() for kind in table.values()}
    assert kinds - tried == {pl.Datetime, pl.Float64}  # Python's own always fit


def test_findings_lose_a_seat_that_no_table_has_rather_than_be_lost(database: Database, tmp_path: Path) -> None:
    path = str(tmp_path / "x.txt")
    odd = Finding("TBL01", Severity.ERROR, path, 2**40, None, None, 999, "\ud800", "seat 999")
    with Importer(database) as importer:
        importer.add(HandResult((odd,)))
    findings = rows(database, "SELECT code, line, seat, player, message FROM findings")
    assert findings == [("TBL01", 2**31 - 1, None, r"\ud800", "seat 999")]


WHOLE = list(flow.parse_file(SAMPLES / "pokerstars" / "session_cash_six_handed.txt"))[:3]
ABSURD = st.one_of(
    st.sampled_from([-1, 99, 127, 128, 32_768, 2**31, LARGEST, LARGEST + 1, 2**63, 10**30]),
    st.integers(-(10**40), 10**40).filter(bool),
)
"""Numbers except 0, which means absence: a hand without stakes is not a hand."""


def absurd_values(*names: str) -> st.SearchStrategy[dict[str, int]]:
    """Absurd values for some of these fields."""
    return st.dictionaries(st.sampled_from(names), ABSURD)


@st.composite
def absurd_hands(draw: st.DrawFn, result: HandResult) -> HandResult:
    """The result with absurd numbers in its hand."""
    hand = result.hand
    assert hand is not None
    header = replace(hand.header, **draw(absurd_values("small_blind", "ante", "stack_cap", "low", "high", "line")))
    table = replace(hand.table, **draw(absurd_values("seats", "button")))
    seats = tuple(replace(seat, **draw(absurd_values("seat", "stack", "bounty", "line"))) for seat in hand.seats)
    changes = absurd_values("line", "added", "to", "amount", "count")
    events = tuple(
        replace(event, **{name: value for name, value in draw(changes).items() if hasattr(event, name)})
        for event in hand.events
    )
    return replace(result, hand=replace(hand, header=header, table=table, seats=seats, events=events))


def frames(results: Iterable[HandResult]) -> Frames:
    """The hands, judged, as a batch."""
    batch = Batch()
    for result in results:
        assert result.hand is not None
        verdict = judge(result.hand, house(result.hand.header.site), batch.observe)
        batch.add(replace(result, findings=verdict.findings, table=verdict.table))
    return batch.finish_and_reset()


PLAIN = frames([WHOLE[0], WHOLE[2]]).tables


@pytest.mark.nightly
@settings(max_examples=20 if os.environ.get("HISTPARSE_SOAK") else 5, deadline=None)
@given(absurd_hands(WHOLE[1]))
def test_whatever_its_numbers_the_others_are_as_without_it(odd: HandResult) -> None:
    made = frames([WHOLE[0], odd, WHOLE[2]])
    ids = [result.hand.header.hand_id for result in (WHOLE[0], WHOLE[2]) if result.hand]
    keys = made.tables["hands"].filter(pl.col("hand_id").is_in(ids))["hand_key"]
    for table in HANDS:
        rest = made.tables[table].filter(pl.col("hand_key").is_in(keys.implode()))
        assert_frame_equal(rest, PLAIN[table], check_row_order=False)
    with Database(":memory:") as database, Importer(database) as importer:
        importer.add_batch(made)
    assert (importer.summary.hands, importer.summary.stored + importer.summary.set_aside) == (3, 3)


NAME = b"caf\xe9.txt"


@pytest.fixture
def strange(tmp_path: Path) -> Path:
    """A folder with files whose names are not UTF-8."""
    try:
        (tmp_path / os.fsdecode(NAME)).write_text(hand(1) + ODD["raises"] + "lost\n", "utf-8")
    except OSError:
        pytest.skip("this system knows no such names")
    (tmp_path / os.fsdecode(b"\xff.gz")).write_bytes(compress(hand(3).encode()))
    (tmp_path / "plain.txt").write_text(hand(4), "utf-8")
    return tmp_path


@pytest.mark.nightly(1)
@pytest.mark.parametrize("jobs", [1, 2])
def test_names_of_files_may_be_any_bytes(database: Database, strange: Path, jobs: int) -> None:
    for _ in range(2):  # the second time everything is known
        with Importer(database, batch_size=1) as importer:
            importer.judge_and_add_texts(
                (result for file in flow.list_files([strange]) for result in flow.cut_file_into_hand_texts(file)),
                jobs,
            )
    named = {
        table: {Path(path).name for (path,) in rows(database, f"SELECT path FROM {table}")}  # noqa: S608 - of this list
        for table in ("hands", "files", "set_aside", "findings")
    }
    assert named["hands"] == named["files"] == {r"caf\xe9.txt", r"\xff.gz", "plain.txt"}
    assert named["set_aside"] == {r"caf\xe9.txt"}
    assert r"caf\xe9.txt" in named["findings"]
    assert importer.summary.stored == 0
