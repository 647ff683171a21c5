"""Hands set aside are tried again: afterwards the database is as if they had been readable at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse import flow
from histparse.judging.engine import HandResult, why_unstorable
from histparse.store import Database, Summary
from histparse.store.rows import batch
from histparse.store.upkeep.retry import Retry
from tests.store.filling import SAMPLES, import_new_hands, lasting_content, rows

FILES = [
    *(SAMPLES / "pokerstars").glob("[a-m]*.txt"),
    SAMPLES / "malformed",
    SAMPLES / "illegal" / "POT01_stated_pot_too_small.txt",
]
MERGE = SAMPLES / "merge"
"""Its hands depend on a heading, which is not stored with them."""


def imported(database: Database, *more: Path) -> Summary:
    """Import them as the command does."""
    return import_new_hands(database, flow.list_files([*FILES, *more]))


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
def test_after_an_upgrade_it_is_as_if_they_had_been_read_at_once(
    database: Database, fresh: Database, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "cannot parse":
        monkeypatch.setattr(flow, "_parse_result", unreadable)
    else:
        monkeypatch.setattr(
            batch, "why_unstorable", lambda table: "no" if table.hand.last_line % 2 else why_unstorable(table)
        )
    first_import = imported(database)
    monkeypatch.undo()
    undisturbed = imported(fresh)
    assert first_import.set_aside > undisturbed.set_aside > 0
    summary = retry(database)
    assert summary.stored == first_import.set_aside - undisturbed.set_aside
    assert lasting_content(database) == lasting_content(fresh)
    assert imported(database).unchanged == undisturbed.files
    assert lasting_content(database) == lasting_content(fresh)


@pytest.mark.nightly
def test_what_stays_set_aside_has_the_new_reason(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "why_unstorable", lambda _: "an old reason")
    imported(database, MERGE)
    reason = "SELECT count(*) FROM set_aside WHERE reason = '{}'"
    ((old_reasons,),) = rows(database, reason.format("an old reason"))
    monkeypatch.setattr(batch, "why_unstorable", lambda _: "a new reason")
    summary = retry(database)
    ((merge,),) = rows(database, "SELECT count(*) FROM set_aside WHERE reason = 'an old reason' AND site = 'merge'")
    assert old_reasons > merge > 0
    assert (summary.stored, rows(database, reason.format("a new reason"))) == (0, [(old_reasons - merge,)])
    assert rows(database, "SELECT count(*) FROM hands") == [(0,)]


@pytest.mark.nightly
def test_a_hand_that_turns_out_to_be_of_another_game_is_skipped(
    database: Database, fresh: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "_parse_result", lambda result: HandResult((), result.text) if result.text else result)
    imported(database)
    monkeypatch.undo()
    undisturbed = imported(fresh)
    assert sum(undisturbed.skipped.values()) > 0
    assert sum(retry(database).skipped.values()) == sum(undisturbed.skipped.values())
    assert [row[:3] for row in lasting_content(database)["skipped"]] == [
        row[:3] for row in lasting_content(fresh)["skipped"]
    ]


@pytest.mark.nightly
def test_an_interrupted_retry_changes_nothing(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow, "_parse_result", unreadable)
    imported(database)
    monkeypatch.undo()
    content_before = lasting_content(database)
    with pytest.raises(KeyboardInterrupt):
        interrupted(database)
    assert lasting_content(database) == content_before
    assert retry(database).stored > 0
