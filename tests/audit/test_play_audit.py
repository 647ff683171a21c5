"""Audits of play: partners are found, innocent players are not, and what is counted is what happened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from histparse import Filters, Store
from histparse.audit.encounters import Encounters, Sums, measure_distances_from_usual, sum_by_pair, tail_chances
from histparse.audit.play_tests import PLAY_TESTS
from histparse.audit.words import report_pair
from histparse.simulate import Settings, deal_hands
from histparse.stats import StatisticsError
from tests.audit.lives import lived
from tests.audit.pairs_found import PAIR, audited, check_pair, partners
from tests.audit.tables import sessions
from tests.dealer.writing import write_all
from tests.running import Run


def test_partners_are_found_and_nobody_else(run: Run, tmp_path: Path) -> None:
    """Who take every chance, after 300 hands together."""
    with Store(tmp_path / "poker.duckdb") as store:
        (tmp_path / "hands.txt").write_text(
            sessions(25, 1, partners=partners(1.0), companions=PAIR, shared_sessions=5), "utf-8"
        )
        store.import_files(tmp_path / "hands.txt")
        assert store.findings().collect().is_empty()
        audit = store.audit_play()
        assert check_pair(audit) == (True, 0)
        [pair] = audit.pairs.filter("found").to_dicts()
        assert pair["hands"] == 300
        with pytest.raises(StatisticsError, match="leave out filters of players"):
            store.audit_play(filters=Filters(position="BTN"))
    code, printed, message = run("audit", "play", "--db", tmp_path / "poker.duckdb")
    assert code == 1
    assert f"ALARM  `{PAIR[0]}` and `{PAIR[1]}`: Raising together" in printed
    assert "It may also be innocent: " in printed
    assert "This is no proof" in message
    hand, place = pair["evidence"][0].split(" ")
    path, _, line = place.rpartition(":")
    assert hand.removeprefix("pokerstars:") in Path(path).read_text("utf-8").splitlines()[int(line) - 1]
    code, printed, _ = run("audit", "play", "--db", tmp_path / "poker.duckdb", "--stakes", "1/2", "--format", "json")
    assert code == 1
    assert json.loads(printed)[0]["evidence"].count("hands.txt:") == 5


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(4, 23))])
def test_innocent_players_are_not_found(seed: int) -> None:
    """Thirty players of all styles, of whom two sit together in many sessions."""
    audit = audited(40, seed, {}, 17)
    assert audit.judged > 100
    assert audit.found == 0


@pytest.mark.nightly
@pytest.mark.parametrize("seeds", [(17, 57, 61), pytest.param(range(200), marks=pytest.mark.soak)])
def test_of_populations_that_live_as_people_do_one_of_twenty_names_anybody(seeds: Sequence[int]) -> None:
    """Friends, favourite tables, moods, tournaments, 100 to 3,000 hands. Hand by hand the three are named."""
    named = 0
    for seed in seeds:
        with Store() as store:
            store.import_text(lived(seed))
            named += store.audit_play().found > 0
    assert named <= len(seeds) / 20


@pytest.mark.nightly
def test_company_accuses_nobody_and_is_told_of_partners() -> None:
    """Two who always share one of two tables are found only if they play for each other."""
    for habits, named in (({}, []), (partners(1.0), [PAIR])):
        with Store() as store:
            store.import_text(sessions(6, 5, partners=habits, companions=PAIR, shared_sessions=6, tables=2))
            pairs = store.audit_play().pairs.filter("found")
        assert pairs.select("first", "second").rows() == named
    [pair] = pairs.to_dicts()
    assert pair["shared"] == pair["hours"] >= 6
    assert pair["any_two"] == pytest.approx(pair["hours"] * 5 / 11)
    assert any(line.startswith(f"    They shared a table in {pair['shared']} of ") for line in report_pair(pair))


def test_names_are_set_apart() -> None:
    row: dict[str, object] = {
        "first": "and is all-in",
        "second": "folds",
        "by": "folds",
        "title": "Folding",
        "about": "whether",
        "hours": None,
    }
    row |= {"met": 20, "unit": "answers", "done": 9, "likely": 2.0, "z": 5.0, "p": 0.001, "q": 0.01, "hands": 120}
    first, *_ = report_pair(row | {"explains": "chance", "evidence": []})
    assert first.startswith("ALARM  `and is all-in` and `folds`: Folding, whether: `folds`: 9 of 20 answers")


@pytest.mark.nightly(2)
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("hands", range(4))
def test_of_hardly_any_hands_nothing_is_said(hands: int, seats: int) -> None:
    with Store() as store:
        if hands:
            store.import_text(write_all(deal_hands(Settings(hands=hands, players=(seats, seats), table="Vega"))))
        audit = store.audit_play()
    assert (audit.players, audit.judged, audit.found) == (seats if hands else 0, 0, 0)


def _deal_sums(random: np.random.Generator, habit_size: float, pair: float, mood: float = 0.0) -> Sums:
    """A figure that is the sum of habits, and of something between the first two players, in sittings of ten hands."""
    a, b = np.sort(random.random((900, 20)).argpartition(2, axis=1)[:, :2], axis=1).T.astype(np.int64)
    habit = habit_size * np.linspace(-1, 1, 20)
    means = habit[a] + habit[b] + pair * ((a == 0) & (b == 1)) + mood * random.normal(size=len(a))
    x = means[:, None] + random.normal(size=(len(a), 10))
    tens = np.full(len(a), 10)
    sums = ((x**power).sum(axis=1) for power in (2, 3))
    return sum_by_pair(Encounters(a, b, tens, x.sum(axis=1), tens * 1.0, tens * np.nan, *sums), 20)


@pytest.mark.parametrize(("seed", "mood"), [(2, 0.0), (4, 1.0)], ids=["habits", "habits and moods"])
def test_habits_and_moods_are_not_mistaken_for_partners(seed: int, mood: float) -> None:
    """What each of two does with everybody does not count, whatever it is.

    A mood that lasts a whole sitting is not ten hands that say the same; taken for that, it is found everywhere.
    """
    random = np.random.default_rng(seed)
    sums = [_deal_sums(random, habit_size=0.5, pair=0.0, mood=mood) for _ in range(30)]
    z = np.concatenate([measure_distances_from_usual(dealt, 20, 1).z_scores for dealt in sums])
    assert np.std(z) == pytest.approx(1, abs=0.15)


def test_what_two_do_with_each_other_counts() -> None:
    far = measure_distances_from_usual(_deal_sums(np.random.default_rng(2), habit_size=0.5, pair=3.0), 20, 1)
    assert far.z_scores[(far.a == 0) & (far.b == 1)].item() == far.z_scores.max() > 4


def test_tail_chances() -> None:
    assert tail_chances(np.array([0.0, 1.959964]), "both") == pytest.approx([1, 0.05])


def test_every_test_says_what_else_explains_it() -> None:
    assert {test.side for test in PLAY_TESTS.values()} == {"less", "more", "both"}
    assert all(test.explains and test.unit and test.sign in {1, 0, -1} for test in PLAY_TESTS.values())
