"""`--where` can read the columns of a row and nothing else: the attempts on `query`, in every form of a condition."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from histparse.stats import Listing, StatisticsError, list_hands
from histparse.store import Database
from tests.cli.commands import Refusal
from tests.cli.guarding import ATTEMPTS, attempt_in, unchanged

FORMS = (
    "{}",
    "({}) IS NOT NULL",
    "EXISTS ({})",
    "pot > 0 AND hand_key IN ({})",
    "pot > 0 OR position = ANY ({})",
    "true; {}",
    "true); {} --",
    "true)); {}; SELECT ((true",
    "true)) UNION ALL ({}) --",
    "true)), more AS ({}) SELECT ((true",
)
"""As a condition, inside one, and behind the end of ours."""


@pytest.mark.nightly
def test_every_attempt_is_refused_in_every_form(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with unchanged(tmp_path, filled), Database(filled, read_only=True) as database:
        for form in FORMS:
            for attempt in ATTEMPTS:
                where = form.format(attempt_in(tmp_path, filled, attempt))
                with pytest.raises(StatisticsError, match=r"^where=: [^\n]+$"):
                    pytest.fail(f"{where}: {list_hands(database, Listing(where=where))}")
        assert list_hands(database, Listing()).height == 40


def test_the_settings_alone_protect_other_files(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the first gate let every condition pass."""
    monkeypatch.setattr("histparse.stats.listing.refuse_all_but_one_expression", lambda *_: None)
    reading = [attempt for attempt in ATTEMPTS if attempt.startswith(("FROM", "SELECT")) and "{secret}" in attempt]
    assert len(reading) > 30
    with unchanged(tmp_path, filled), Database(filled, read_only=True) as database:
        for attempt in reading:
            where = f"EXISTS ({attempt_in(tmp_path, filled, attempt)})"
            with pytest.raises((StatisticsError, duckdb.Error)):
                pytest.fail(f"{where}: {list_hands(database, Listing(where=where))}")


@pytest.mark.nightly(5)
@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("pot > (SELECT avg(pot) FROM hands)", "without a query inside it"),
        ("pot > 1, net > 1", "one expression"),
        ("pot > $pot", "has no parameters"),
        ("count(*) > 1", "WHERE clause cannot contain aggregates"),
        ("pot >", "syntax error"),
    ],
)
def test_what_is_no_condition_gets_one_sentence(filled: Path, where: str, message: str, refusal: Refusal) -> None:
    with Database(filled, read_only=True) as database, pytest.raises(StatisticsError, match=message):
        list_hands(database, Listing(where=where))
    refusal("hands", "--where", where, "--db", filled)


@pytest.mark.parametrize(
    "where",
    [
        "pot > 10 AND players > 2 -- not heads-up",
        "extract(year FROM played_at) = 2013",
        "position IN ('BTN', 'SB') OR net IS DISTINCT FROM 0",
        "CASE WHEN net < 0 THEN pot > 10 ELSE true END",
        "player ILIKE '%SELECT%' OR starts_with(hand_id, '2')",
        "list_contains([4, 5, 6], players)",
    ],
)
def test_expressions_over_columns_are_conditions(filled: Path, where: str) -> None:
    with Database(filled, read_only=True) as database:
        assert 0 < list_hands(database, Listing(where=where), "Hero").height <= 40
