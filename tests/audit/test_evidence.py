"""Audits as files that somebody else can verify."""

from __future__ import annotations

import json
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from histparse import Store
from histparse.export import write_all
from histparse.simulate import Settings, deal_hands
from tests.running import Run


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("evidence") / "dealt.txt"
    file.write_text(write_all(deal_hands(Settings(hands=200, seed=6))), encoding="utf-8")
    return file


def test_the_same_hands_give_the_same_bytes(run: Run, hands: Path, tmp_path: Path) -> None:
    """Imported into another database at another time."""
    for name in ("one", "two"):
        assert run("import", hands, "--db", tmp_path / f"{name}.duckdb")[0] == 0
        code, out, err = run("audit", "evidence", "--db", tmp_path / f"{name}.duckdb", "-o", tmp_path / f"{name}.zip")
        assert (code, out) == (0, "")
        assert "12 files in " in err
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
