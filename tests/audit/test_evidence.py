"""Audits as files that somebody else can verify."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import polars as pl
import pytest

from histparse import Store
from histparse.audit.comparisons import OTHERS
from histparse.audit.deal_audit import DealAudit
from histparse.audit.deal_tests import DEAL_TESTS
from histparse.audit.hidden import hidden_deal
from histparse.audit.play_audit import PlayAudit
from histparse.privacy.pseudonyms import Pseudonyms
from histparse.report.paper.evidence import evidence
from histparse.report.paper.typesetting import typeset
from histparse.simulate import Settings, deal_hands
from tests.audit.pairs_found import PAIR, partners
from tests.audit.tables import sessions
from tests.dealer.writing import write_all
from tests.running import Run


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("evidence") / "dealt.txt"
    file.write_text(write_all(deal_hands(Settings(hands=200, seed=6))), encoding="utf-8")
    return file


@pytest.mark.untraced
def test_the_same_hands_give_the_same_bytes(run: Run, hands: Path, tmp_path: Path) -> None:
    """Imported into another database at another time."""
    for name in ("one", "two"):
        assert run("import", hands, "--db", tmp_path / f"{name}.duckdb")[0] == 0
        code, out, err = run("audit", "evidence", "--db", tmp_path / f"{name}.duckdb", "-o", tmp_path / f"{name}.zip")
        assert (code, out) == (0, "")
        assert "13 files in " in err
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()


def test_digests_are_those_of_the_files(hands: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "poker.duckdb") as store:
        store.import_files(hands)
        made = store.audit_evidence()
        tests = store.audit_deal().tests
    sums = {line[66:]: line[:64] for line in made.pop("SHA256SUMS").decode().splitlines()}
    assert sums == {name: sha256(content).hexdigest() for name, content in made.items()}
    [file] = json.loads(made["files.json"])
    assert file["digest"] == sha256(hands.read_bytes()).hexdigest()
    assert [row["p"] for row in json.loads(made["deal.json"])] == pytest.approx([*tests["p"]])
    assert json.loads(made["houses/pokerstars.json"])["name"]
    assert "would have been found in" in made["report.txt"].decode()


def test_a_file_is_not_replaced_unasked(run: Run, hands: Path, tmp_path: Path) -> None:
    assert run("import", hands, "--db", tmp_path / "poker.duckdb")[0] == 0
    (tmp_path / "mine.zip").write_bytes(b"mine")
    line = ("audit", "evidence", "--db", tmp_path / "poker.duckdb", "-o", tmp_path / "mine.zip")
    code, _, err = run(*line)
    assert (code, err.count("\n")) == (2, 1)
    assert run(*line, "--force")[0] == 0
    with ZipFile(BytesIO((tmp_path / "mine.zip").read_bytes())) as archive:
        assert archive.testzip() is None
    assert run("audit", "evidence", "--db", tmp_path / "poker.duckdb", "-o", "-")[0] == 2


@pytest.fixture(scope="module")
def partners_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("partners") / "private.txt"
    file.write_text(sessions(12, 1, partners=partners(1.0), together=PAIR, met=5), encoding="utf-8")
    return file


@pytest.mark.untraced
def test_nobody_is_named_in_what_is_handed_on(run: Run, partners_hands: Path, tmp_path: Path) -> None:
    """Players and hands have the names that `anonymise` gives them with that salt, and the same bytes come again."""
    database, salt = tmp_path / "poker.duckdb", tmp_path / "own.salt"
    assert run("import", partners_hands, "--db", database)[0] == 0
    for name in ("one", "two"):
        line = ("audit", "evidence", "--db", database, "-o", tmp_path / f"{name}.zip", "--anonymise")
        assert run(*line, "--salt-file", salt)[0] == 0
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with ZipFile(tmp_path / "one.zip") as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist() if name != "report.pdf"}
    told = "".join(texts.values())
    assert "Player" not in told.replace("Players", "")
    assert "private" not in told
    assert run("anonymise", partners_hands, "-o", tmp_path / "hidden.txt", "--salt-file", salt)[0] == 0
    hidden = (tmp_path / "hidden.txt").read_text("utf-8")
    [pair] = [row for row in json.loads(texts["play.json"]) if row["found"]]
    assert {pair["first"], pair["second"]} == {
        Pseudonyms(bytes.fromhex(salt.read_text().split()[-1])).player(one) for one in PAIR
    }
    assert all(f"#{hand.removeprefix('pokerstars:')}:" in hidden for hand in pair["evidence"].split("; "))


def test_a_salt_is_for_pseudonyms(run: Run, hands: Path, tmp_path: Path) -> None:
    assert run("import", hands, "--db", tmp_path / "poker.duckdb")[0] == 0
    line = ("audit", "evidence", "--db", tmp_path / "poker.duckdb", "-o", tmp_path / "a.zip", "--salt-file", "own.salt")
    code, _, err = run(*line)
    assert (code, "add --anonymise" in err) == (2, True)


def test_the_player_of_a_test_is_hidden() -> None:
    """Of the deal, only one test names players."""
    rows = [
        {"test": "players", "counted": "Ann", "fault": "low cards 5 % more frequent for one player, Ann"},
        {"test": "players", "counted": OTHERS, "fault": "low cards 5 % more frequent for one player, Ann"},
        {"test": "ranks", "counted": "deuces", "fault": "deuces 5 % rarer"},
    ]
    hidden = hidden_deal(DealAudit(1, 0, pl.DataFrame(rows)), Pseudonyms(bytes(32)).player).tests.to_dicts()
    assert hidden[0]["counted"].startswith("P")
    assert [row["counted"] for row in hidden[1:]] == [OTHERS, "deuces"]
    assert not any("Ann" in str(row) for row in hidden)
    assert hidden[2]["fault"] == "deuces 5 % rarer"


@pytest.mark.untraced
def test_the_paper_has_ten_pages_at_most() -> None:
    """However much was found and read, however long the names."""
    tests = pl.DataFrame(
        [
            {
                "test": name,
                "about": "a test",
                "sample": 10**6,
                "unit": "hands dealt",
                "counted": "a" * 40,
                "expected": 9.0,
            }
            | {"observed": 9.0, "effect": 1.0, "low": 0.5, "high": 1.5, "p": 0.01, "p_family": 0.01, "found": True}
            | {"fault": f"low cards 5 % more frequent for one player, {'n' * 30}", "power": 0.5, "needed": 10**9}
            | {"not_judged": None}
            for name in DEAL_TESTS
        ]
    )
    pair = {"first": "W" * 40, "second": "M" * 40, "hands": 1_000, "test": "folds", "by": "W" * 40, "met": 900}
    pair |= {"unit": "answers", "done": 800, "likely": 10.0, "z": 30.0, "p": 0.0, "q": 0.0, "found": True}
    pair |= {
        "about": "whether " * 12,
        "explains": "somebody " * 20,
        "evidence": ["site:1234567890123 " + "p" * 300] * 5,
    }
    play = PlayAudit(10**6, 10**6, pl.DataFrame([pair] * 500))
    files = pl.DataFrame({"path": ["f" * 400] * 5_000, "digest": ["d" * 64] * 5_000, "hands": [10**6] * 5_000})
    findings = pl.DataFrame({"code": [f"ABC{number}" for number in range(99)], "severity": ["error"] * 99})
    made = typeset("audit", evidence(DealAudit(1, 0, tests), play, files, findings, {"filters": ("year 2024",)}))
    assert 5 <= max(int(pages) for pages in re.findall(rb"/Count (\d+)", made)) <= 10
