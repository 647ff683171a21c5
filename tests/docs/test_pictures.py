"""The pictures of README and the docs: small, up to date, and loading nothing from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs import pictures

DOCS = pictures.FOLDER.parent
PAGES = [DOCS.parent / "README.md", *DOCS.glob("**/*.md")]
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
SHOWN = re.findall(r"!\[[^\]]+\]\([\w./]*pictures/([^)]+)\)", TEXT)
DRAWN = ("report.svg", "show.svg")
"""Text, which is the same on every machine; photographs and charts depend on its fonts."""


@pytest.mark.nightly(1)
@pytest.mark.parametrize("name", DRAWN)
def test_pictures_of_terminals_are_up_to_date(name: str) -> None:
    assert (pictures.FOLDER / name).read_bytes() == pictures.drawn()[name](), "run `make docs`"


def test_every_picture_is_shown_once() -> None:
    assert sorted(SHOWN) == sorted(file.name for file in pictures.FOLDER.iterdir())
    assert {*SHOWN} == {*pictures.drawn(), "page.png"}


@pytest.mark.parametrize("name", SHOWN)
def test_a_picture_is_small(name: str) -> None:
    assert 1_000 < (pictures.FOLDER / name).stat().st_size < pictures.MOST


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_loads_nothing(name: str) -> None:
    text = (pictures.FOLDER / name).read_text(encoding="utf-8")
    assert set(re.findall(r"[a-z]+://[^\s\"')]+", text)) == {"http://www.w3.org/2000/svg"}
    assert "@font-face" not in text
    assert "Katja72" in text


def test_without_a_browser_its_picture_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.png").write_bytes(b"as it was")
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    monkeypatch.setattr(pictures, "drawn", lambda: {"net.png": lambda: b"new"})
    monkeypatch.setattr("shutil.which", lambda _: None)
    pictures.main()
    assert capsys.readouterr().err == "There is no Chromium here: docs/pictures/page.png stays as it is.\n"
    assert (tmp_path / "page.png").read_bytes() == b"as it was"
    assert (tmp_path / "net.png").read_bytes() == b"new"


def test_a_large_picture_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    monkeypatch.setattr(pictures, "drawn", lambda: {"net.png": lambda: bytes(pictures.MOST + 1)})
    with pytest.raises(ValueError, match=r"docs/pictures/net\.png would have 150,001 bytes"):
        pictures.main()
    assert not [*tmp_path.iterdir()]
