"""The docs say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.tables import FOLDER, pages
from histparse.cli.commands import MODULES

pytestmark = pytest.mark.commented


ROOT = Path(__file__).parents[2]
GENERATED = pages()
"""Made once: each takes a while."""
PAGES = [*ROOT.glob("*.md"), *FOLDER.glob("**/*.md")]


@pytest.mark.parametrize("name", GENERATED)
def test_pages_from_the_code_are_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == GENERATED[name], "run `make docs`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!http|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_words_of_one_room_stay_there() -> None:
    """A keep is the cards that are kept; those who build the odds have more such words."""
    private = re.compile(r"(?i)\b(?:best|each) keeps?\b|\bloose hands\b")
    texts = {page: page.read_text(encoding="utf-8") for page in PAGES if page.name != "decisions.md"}
    assert {page.name: private.findall(text) for page, text in texts.items() if private.search(text)} == {}


def test_every_command_has_an_example_at_a_glance() -> None:
    page = (FOLDER / "at_a_glance.md").read_text(encoding="utf-8")
    assert [name for name in MODULES if f"\n| `histparse {name}" not in page] == []


def test_the_recipes_of_readme_are_those_of_the_docs() -> None:
    linked = re.findall(r"docs/extending\.md#([\w-]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    headings = re.findall(r"(?m)^## (An? \w+)$", (FOLDER / "extending.md").read_text(encoding="utf-8"))
    assert linked == [heading.lower().replace(" ", "-") for heading in headings]


def test_docs_name_targets_that_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = {*re.findall(r"(?m)(?:^|`)make ([a-z]+)", text)}
    assert {"demo", "test"} <= named
    assert named - targets == set()
