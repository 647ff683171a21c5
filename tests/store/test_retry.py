"""Hands set aside are tried again: afterwards the database is as if they had been readable at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse import flow
from histparse.judging.engine import HandResult, why_unstorable
from histparse.store import Database, Importer, Summary
from histparse.store.rows import batch
from histparse.store.upkeep.retry import Retry
from tests.store.filling import CONTENT, SAMPLES, rows

FILES = [
    *(SAMPLES / "pokerstars").glob("[a-m]*.txt"),
    SAMPLES / "malformed",
    SAMPLES / "illegal" / "POT01_stated_pot_too_small.txt",
]
MERGE = SAMPLES / "merge"
"""Its hands depend on a heading, which is not stored with them."""


def imported(database: Database, *more: Path) -> Summary:
    """Import them as the command does."""
    with Importer(database) as importer:
        files = flow.list_files([*FILES, *more])
        importer.judge_and_add_texts(flow.run_for_each(files, importer.cut_new_hands_of_file))
    return importer.summary


def told(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """All that the database tells but when."""
    what = {table: "* EXCLUDE (imported_at)" if table == "files" else "*" for table in CONTENT}
    return {table: rows(database, f"SELECT {columns} FROM {table} ORDER BY ALL") for table, columns in what.items()}  # noqa: S608 - our names


def retry(database: Database) -> Summary:
    with Retry(database) as again:
        again.judge_and_add_texts(again.unjudged_texts_to_retry())
    return again.summary


def unreadable(result: HandResult) -> HandResult:
    """As a program makes it that cannot read the hand."""
    text = result.text
    if text is None or text.site != "pokerstars" or sum(text.text.encode()) % 3:
        return READ(result)
    return HandResult((), text)


READ = flow._parse_result


def interrupted(database: Database) -> None:
    with Retry(database) as again:
        again.judge_and_add_texts(again.unjudged_texts_to_retry())
        raise KeyboardInterrupt


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("way", ["cannot parse", "cannot store"])
def test_after_an_upgrade_it_is_as_if_they_had_been_read_at_once(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if way == "cannot parse":
        monkeypatch.setattr(flow, "_parse_result", unreadable)
    else:
        monkeypatch.setattr(
            batch, "why_unstorable", lambda table: "no" if table.hand.last_line % 2 else why_unstorable(table)
        )
    with Database(":memory:") as database, Database(":memory:") as other:
        before = imported(database)
        monkeypatch.undo()
        undisturbed = imported(other)
        assert before.set_aside > undisturbed.set_aside > 0
        summary = retry(database)
        assert summary.stored == before.set_aside - undisturbed.set_aside
        assert told(database) == told(other)
        assert imported(database).unchanged == undisturbed.files
        assert told(database) == told(other)


@pytest.mark.nightly
def test_what_stays_set_aside_has_the_new_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "why_unstorable", lambda _: "an old reason")
    with Database(":memory:") as database:
        imported(database, MERGE)
        reason = "SELECT count(*) FROM set_aside WHERE reason = '{}'"
        ((before,),) = rows(database, reason.format("an old reason"))
        monkeypatch.setattr(batch, "why_unstorable", lambda _: "a new reason")
        summary = retry(database)
        ((merge,),) = rows(database, "SELECT count(*) FROM set_aside WHERE reason = 'an old reason' AND site = 'merge'")
        assert before > merge > 0
        assert (summary.stored, rows(database, reason.format("a new reason"))) == (0, [(before - merge,)])
        assert rows(database, "SELECT count(*) FROM hands") == [(0,)]


@pytest.mark.nightly
def test_a_hand_that_turns_out_to_be_of_another_game_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "_parse_result", lambda result: HandResult((), result.text) if result.text else result)
    with Database(":memory:") as database, Database(":memory:") as other:
        imported(database)
        monkeypatch.undo()
        undisturbed = imported(other)
        assert sum(undisturbed.skipped.values()) > 0
        assert sum(retry(database).skipped.values()) == sum(undisturbed.skipped.values())
        assert [row[:3] for row in told(database)["skipped"]] == [row[:3] for row in told(other)["skipped"]]


@pytest.mark.nightly
def test_an_interrupted_retry_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "_parse_result", unreadable)
    with Database(":memory:") as database:
        imported(database)
        monkeypatch.undo()
        before = told(database)
        with pytest.raises(KeyboardInterrupt):
            interrupted(database)
        assert told(database) == before
        assert retry(database).stored > 0
