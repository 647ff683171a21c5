"""Audits of play: partners are found, innocent players are not, and what is counted is what happened."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from histparse import Filters, Store
from histparse.audit.encounters import Encounters, chance, distances, summed, widening
from histparse.audit.play_tests import PLAY_TESTS
from histparse.stats import StatisticsError
from tests.audit.pairs_found import PAIR, audited, found, partners
from tests.audit.tables import sessions
from tests.running import Run


@pytest.mark.untraced
def test_partners_are_found_and_nobody_else(run: Run, tmp_path: Path) -> None:
    """Who take every chance, after 300 hands together."""
    with Store(tmp_path / "poker.duckdb") as store:
        (tmp_path / "hands.txt").write_text(sessions(25, 1, partners=partners(1.0), together=PAIR, met=5), "utf-8")
        store.import_files(tmp_path / "hands.txt")
        assert store.findings().collect().is_empty()
        audit = store.audit_play()
        assert found(audit) == (True, 0)
        [pair] = audit.pairs.filter("found").to_dicts()
        assert pair["hands"] == 300
        with pytest.raises(StatisticsError, match="leave out filters of players"):
            store.audit_play(filters=Filters(position="BTN"))
    code, out, err = run("audit", "play", "--db", tmp_path / "poker.duckdb")
    assert code == 1
    assert f"FOUND  {PAIR[0]} and {PAIR[1]}: Raising together" in out
    assert "What else may explain it: " in out
    assert "This is not proof" in err
    hand, place = pair["evidence"][0].split(" ")
    path, _, line = place.rpartition(":")
    assert hand.removeprefix("pokerstars:") in Path(path).read_text("utf-8").splitlines()[int(line) - 1]
    code, out, _ = run("audit", "play", "--db", tmp_path / "poker.duckdb", "--stakes", "1/2", "--format", "json")
    assert code == 1
    assert json.loads(out)[0]["evidence"].count("hands.txt:") == 5


@pytest.mark.untraced
@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(4, 23))])
def test_innocent_players_are_not_found(seed: int) -> None:
    """Thirty players of all styles, of whom two sit together in many sessions."""
    audit = audited(40, seed, {}, 17)
    assert audit.judged > 100
    assert audit.found == 0


@pytest.mark.untraced
def test_two_who_always_share_one_of_two_tables_are_found() -> None:
    """Though they play as everybody does; the line says that friends do so too."""
    with Store() as store:
        store.import_text(sessions(16, 5, together=PAIR, met=16, tables=2))
        [pair] = store.audit_play().pairs.filter("found").to_dicts()
    assert ((pair["first"], pair["second"]), pair["test"]) == (PAIR, "together")
    assert "friends" in pair["explains"]


def _met(random: np.random.Generator, own: float, pair: float) -> Encounters:
    """A figure that is the sum of habits, and of something between the first two players."""
    a, b = np.sort(random.random((9_000, 20)).argpartition(2, axis=1)[:, :2], axis=1).T.astype(np.int64)
    habit = own * np.linspace(-1, 1, 20)
    x = habit[a] + habit[b] + pair * ((a == 0) & (b == 1)) + random.normal(size=len(a))
    ones = np.ones(len(a))
    stratum = np.sort(random.integers(4, size=len(a)))
    return Encounters(a, b, ones.astype(np.int64), x, ones, ones * np.nan, stratum)


def test_habits_are_not_mistaken_for_partners() -> None:
    """What each of two does with everybody does not count, whatever it is; what they do with each other does."""
    random = np.random.default_rng(2)
    z = [distances(summed(_met(random, own=0.5, pair=0.0), 20), 20, 1).z for _ in range(30)]
    assert np.std(z) == pytest.approx(1, abs=0.15)
    far = distances(summed(_met(random, own=0.5, pair=1.0), 20), 20, 1)
    assert far.z[(far.a == 0) & (far.b == 1)].item() == far.z.max() > 4


def test_shuffled_partners_do_not_differ_from_chance() -> None:
    met = _met(np.random.default_rng(3), own=0.0, pair=0.0)
    width = widening(met, 20, 1, "both")
    assert 1 <= width < 1.15
    assert chance(np.array([0.0, 1.959964 * width]), "both", width) == pytest.approx([1, 0.05])


def test_every_test_says_what_else_explains_it() -> None:
    assert {test.side for test in PLAY_TESTS.values()} == {"less", "more", "both"}
    assert all(test.explains and test.unit and test.sign in {1, 0, -1} for test in PLAY_TESTS.values())
