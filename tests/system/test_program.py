"""A version has one name, however it is installed: hands it has judged are not judged again by another installation."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from histparse.system import files


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package as a wheel lays it out, data inside, and asked instead of the one that runs."""
    files.program_digest()  # remembered from here on
    package = tmp_path / "histparse"
    shutil.copytree(files.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in files.DATA:
        shutil.copytree(files.data_folder(name), package / name)
    monkeypatch.setattr(files, "PACKAGE", package)
    return package


@pytest.mark.usefixtures("installed")
def test_an_installed_package_has_the_name_of_its_checkout() -> None:
    assert files.program_digest.__wrapped__() == files.program_digest()


@pytest.mark.parametrize("file", ["rules/pot.py", "grammars/merge.lark", "analytics/neighbours/SEQ01.sql"])
def test_what_changes_a_judgement_changes_the_name(file: str, installed: Path) -> None:
    with (installed / file).open("a", encoding="utf-8") as end:
        end.write(" ")
    assert files.program_digest.__wrapped__() != files.program_digest()
