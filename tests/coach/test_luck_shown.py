"""Results without luck as commands, programs and reports show them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import histparse
from histparse import Filters, Store
from histparse.report import report_to_data
from histparse.report.html.page import render_page
from histparse.report.model import Estimates
from histparse.report.results import LUCK, LUCK_LEFT_IN, worded_results_by_currency
from histparse.report.terminal import is_in_summary, print_summary, scope_of_sections
from histparse.simulate import Settings, deal_hands
from histparse.stats import StatisticsError
from tests.running import Run
from tests.stats.dealing import store_hands

HANDS = 620


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    dealt = deal_hands(Settings(hands=HANDS, seed=3, players=(2, 6)))
    return store_hands(tmp_path_factory.mktemp("luck"), dealt)


@pytest.fixture
def store(db: Path) -> Iterator[Store]:
    with Store(db, read_only=True) as opened:
        yield opened


@pytest.fixture
def luck(store: Store) -> dict[str, Any]:
    (row,) = store.luck("Hero").rows(named=True)
    return row


def test_the_net_is_that_of_results(store: Store, luck: dict[str, Any]) -> None:
    net = store.statistic("bb100", "Hero").row(0, named=True)
    assert (luck["currency"], luck["hands"], luck["known"]) == ("USD", net["hands"], HANDS)
    assert [luck[name] for name in ("bb100", "low_end", "high_end")] == pytest.approx(
        [net[name] for name in ("bb100", "low_end", "high_end")]
    )
    assert luck["bb100"] == pytest.approx(luck["luck"] + luck["without"])
    assert luck["without_low"] < luck["without"] < luck["without_high"]
    assert luck["variance_left"] < 1
    assert luck["without_high"] - luck["without_low"] < luck["high_end"] - luck["low_end"]


def test_the_luck_of_each_hand_adds_up(store: Store, luck: dict[str, Any]) -> None:
    by_hand = store.luck("Hero", hands=True)
    assert by_hand.height == HANDS
    assert by_hand["luck"].is_sorted(descending=True)
    assert 100 * by_hand["luck"].mean() == pytest.approx(luck["luck"])  # type: ignore[operator]
    assert np.allclose(by_hand["net"] - by_hand["luck"], by_hand["without"])


@pytest.mark.nightly
def test_too_few_hands_say_nothing(store: Store, run: Run, db: Path) -> None:
    with pytest.raises(StatisticsError, match=r"need 500 hands in one currency .* known: `Hero` has \d+ in "):
        store.luck("Hero", filters=Filters(players=2))
    with pytest.raises(StatisticsError, match="has none"):
        store.luck(store.players(sort="hands")["player"].filter(store.players(sort="hands")["player"] != "Hero")[0])
    report = store.report("Hero", filters=Filters(players=2), lists=False, scope=is_in_summary)
    assert LUCK.name not in report.figures
    assert [line.luck for line in worded_results_by_currency(report)] == [""]
    code, _, message = run("results", "Hero", "--luck", "--db", db, "--players", "2")
    assert code == 2
    assert "need 500 hands" in message


def test_a_command_says_it_in_one_sentence(store: Store, luck: dict[str, Any], run: Run, db: Path) -> None:
    code, printed, _ = run("results", "--luck", "--db", db)
    assert code == 0
    assert f"Hero, USD: {luck['bb100']:+.1f} BB/100 ({luck['low_end']:+.0f} to {luck['high_end']:+.0f})" in printed
    assert f"luck of own cards {luck['luck']:+.1f}, without it {luck['without']:+.1f} (" in printed
    assert f"from {HANDS} hands." in printed
    assert LUCK_LEFT_IN in printed.lower()
    assert json.loads(run("results", "--luck", "--db", db, "--format", "json")[1]) == [luck]
    listed = json.loads(run("results", "--luck", "--db", db, "--hands", "--limit", "3", "--format", "json")[1])
    assert listed == store.luck(hands=True).head(3).to_dicts()
    assert "add --hands" in run("results", "--luck", "--db", db, "--limit", "3")[2]
    assert "add --luck" in run("results", "--db", db, "--hands")[2]
    assert "which only --luck has" in run("results", "--db", db, "--format", "csv")[2]


def test_a_hand_is_shown_with_its_luck(store: Store, run: Run, db: Path) -> None:
    by_hand = store.luck(hands=True)
    best, worst = (by_hand.row(place, named=True) for place in (0, -1))
    for hand, direction in ((best, "more"), (worst, "less")):
        assert store.luck_of(hand["site"], hand["hand_id"]) == pytest.approx(hand["luck"])
        sentence = f"Your cards were worth {abs(hand['luck']):.1f} big bets {direction} than average"
        assert sentence in run("show", hand["hand_id"], "--db", db)[1]
    assert store.luck_of("pokerstars", "1") is None
    assert "than average" not in run("show", best["hand_id"], "--db", db, "--oneline")[1]
    assert "than average" not in run("show", f"{db.with_name('dealt.txt')}:{best['line']}")[1]


@pytest.mark.nightly
@pytest.mark.usefixtures("few_charts")
def test_it_stands_beside_the_net_in_reports(store: Store) -> None:
    report = store.report("Hero", lists=False, estimates=Estimates.NONE)
    [line] = worded_results_by_currency(report)
    assert line.luck.startswith("luck of own cards ")
    assert line.luck.endswith(f"from {HANDS} hands; {LUCK_LEFT_IN}")
    assert "BB/100" in line.rest
    screen = StringIO()
    print_summary(report, Console(file=screen, width=160))
    assert line.luck.partition(";")[0] in screen.getvalue()
    assert line.luck.replace("'", "&#39;") in render_page(report)
    rows = report_to_data(report)["statistics"][LUCK.name]["own"]
    assert [row["counted"] for row in rows] == ["as won", "luck of own cards", "without it"]


def test_its_section_has_it_too(store: Store) -> None:
    report = store.report("Hero", lists=False, scope=scope_of_sections(["luck"]))
    assert next(iter(report.figures)) == LUCK.name
    assert histparse.report_data(report)["statistics"][LUCK.name]["title"] == "Net without luck"
