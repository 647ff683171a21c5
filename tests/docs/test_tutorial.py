"""Tutorial and how-tos do what they say: their commands are run in order, and print, line by line, what is shown."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from docs.walkthroughs import FOLDER, HOW_TO, TUTORIAL, fitted, follow, followed, needs_a_shell
from histparse.report import charts

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, str]:
    """What every page should say. Charts take seconds, and no page says anything of them."""
    with pytest.MonkeyPatch.context() as patch:
        if not SOAK:
            patch.setattr(charts, "_generate_charts", lambda *_: iter(()))
        return dict(followed(tmp_path_factory.mktemp("reader")))


@pytest.mark.nightly
@pytest.mark.parametrize("page", [*TUTORIAL, *HOW_TO], ids=lambda page: page.stem)
def test_a_page_shows_what_its_commands_print(texts: dict[Path, str], page: Path) -> None:
    assert page.read_text(encoding="utf-8") == texts[page], "run `make docs`"


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        ("", "a  b\nc\nd\n"),
        ("a\n", "a  b\nc\nd\n"),
        ("...\n", "...\n"),
        ("x\n...\n", "a  b\n...\n"),
        ("...\nx\n", "...\nd\n"),
        ("x\n...\nx\n", "a  b\n...\nd\n"),
    ],
)
def test_only_lines_that_a_page_leaves_out_are_left_out(shown: str, expected: str) -> None:
    assert fitted("a  b\nc \nd\n", shown) == expected


def test_a_command_that_fails_or_prints_something_else_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ histparse rules BET99\n```\n", encoding="utf-8")
    with pytest.raises(ValueError, match="BET99"):
        follow(page, tmp_path)
    page.write_text(
        '```text title="x.txt"\nDear Ann\n```\n\n```console\n$ cat x.txt | head -1\nDear Bob\n```\n', "utf-8"
    )
    assert follow(page, tmp_path) == page.read_text(encoding="utf-8").replace("Bob", "Ann")


def test_pipes_need_a_shell() -> None:
    assert needs_a_shell("cat a | head")
    assert needs_a_shell("histparse rules > a")
    assert not needs_a_shell("histparse query 'SELECT 1 > 0 | 2'")


def test_the_site_has_every_tutorial_and_how_to() -> None:
    in_menu = {*re.findall(r"- ((?:tutorial|how_to)/\w+\.md)", (FOLDER / "site/mkdocs.yml").read_text())}
    assert in_menu == {f"{page.parent.name}/{page.name}" for page in FOLDER.glob("*/*.md")}
