"""Databases of no hand, one and two: nothing warns, nothing is nan, and one hand gives no interval."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from histparse import HistparseError, Store, report_data
from histparse.simulate import Settings
from histparse.store import Database
from tests.everywhere import get_pages, run_commands
from tests.running import Run
from tests.serve.databases import deal_into

UNKNOWN = re.compile(r"(?<![A-Za-z])(nan|NaN|inf|-inf|None)(?![A-Za-z]| that)")
NOT_A_NUMBER = re.compile(r"(?<![A-Za-z])(nan|NaN|inf|-inf)(?![A-Za-z])")
OWN_ERROR = "an error of the program itself"


@pytest.fixture(scope="module", params=[0, *(pytest.param(hands, marks=pytest.mark.nightly) for hands in (1, 2))])
def db(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("few") / "a.duckdb"
    if request.param:
        return deal_into(file, Settings(hands=request.param, seed=3, players=(3, 3)))
    Database(file).close()
    return file


@pytest.mark.nightly
def test_commands_say_what_they_can(run: Run, db: Path, tmp_path: Path) -> None:
    for command, code, text in run_commands(run, db, tmp_path / "written"):
        assert code in {0, 2}, (command, text)
        assert OWN_ERROR not in text, (command, text)
        assert UNKNOWN.search(text.replace("inferred", "")) is None, (command, text)


@pytest.mark.nightly
def test_pages_say_what_they_can(db: Path) -> None:
    for address, page in get_pages(db):
        assert page.status in {200, 303, 404}, (address, page.status, page.text)
        assert UNKNOWN.search(re.sub(r"<[^>]*>", " ", page.text)) is None, address


@pytest.mark.nightly
def test_python_answers_or_says_why_not(db: Path) -> None:
    with Store(db, read_only=True) as store:
        counted = ("audit_deal", "audit_play", "leaks", "luck", "notes", "players", "rates", "results", "tournaments")
        tables = ("hands", "seats", "decisions", "draws", "showdowns", "findings")
        calls: dict[str, Callable[[], object]] = {name: getattr(store, name) for name in counted}
        calls |= {name: getattr(store, name)().collect for name in tables}
        calls |= {name: partial(store.statistic, name) for name in ("bb100", "hourly", "net_line", "vpip")}
        calls["report"] = lambda: report_data(store.report())
        for name, call in calls.items():
            answer = _answer(call)
            assert "\n" not in answer or not answer.startswith("refused"), name
            assert NOT_A_NUMBER.search(answer) is None, (name, answer)
        assert "hand" in repr(store)


def _answer(call: Callable[[], object]) -> str:
    try:
        return repr(call())
    except HistparseError as error:
        return f"refused: {error}"


def test_one_hand_has_no_interval(db: Path) -> None:
    with Store(db, read_only=True) as store:
        rows = store.players().filter(hands=1)
    assert rows.select("low_end", "high_end").null_count().row(0) == (len(rows), len(rows))
