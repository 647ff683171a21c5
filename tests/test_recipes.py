"""The recipes of docs/extending.md, followed in a copy of the checkout: their files suffice, a missing one is reported.

The files of each step lie in `tests/recipes/`, each where the recipe says it belongs. With HISTPARSE_SOAK=1 all tests
are run in the copy, otherwise a few of those that the new files get because they are there.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from histparse.parsing.coverage import _SEEN_MARK

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "extending.md"
FILES = Path(__file__).parent / "recipes"
NAMES = {
    "site": "riverboat",
    "family": "tables",
    "CODE": "TBL05",
    "slug": "called_so",
    "statistic": "whole_hands",
    "house": "riverboat",
    "filter": "betting",
    "chart": "entries",
    "table": "6_draws",
    "column": "pat",
    "version": "13",
}
"""The names we use for the recipes' angle brackets."""
FREE = ("<family>", "<slug>")
"""Parts of names that no message can contain."""
SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
TESTED = (
    "tests/parsing/test_grammar.py::test_every_line_has_a_method[riverboat]",
    "tests/test_samples.py::test_a_sample_is_legal[riverboat-by_hand]",
    "tests/fuzz/test_linear.py::test_terminals_are_linear[riverboat]",
    "tests/rules/test_samples.py::test_a_sample_breaks_exactly_its_rule_on_its_line[TBL05]",
    "tests/rules/test_samples.py::test_a_rule_explains_itself[TBL05]",
    "tests/stats/test_recount.py::test_every_statistic_is_counted_once_more",
    "tests/judging/test_engine.py::test_hands_of_a_house_are_legal_there_and_where_nothing_is_known[riverboat]",
    "tests/report/test_charts.py::test_a_chart_is_in_a_section[entries]",
    "tests/stats/test_filters.py::test_a_filter_can_be_said_in_every_way[betting]",
    "tests/store/test_upgrade.py::test_the_sentence_names_the_command_which_then_works",
    "tests/store/test_schema.py::test_types_of_columns_are_those_of_the_database",
)
"""Tests that cover the new things merely because they exist."""
TELLING = (
    "tests/parsing/test_grammar.py::test_every_grammar_has_a_dialect",
    "tests/parsing/test_grammar.py::test_every_dialect_has_a_grammar",
    "tests/test_samples.py::test_every_site_has_samples",
    "tests/test_samples.py::test_every_sample_is_of_a_site",
    "tests/rules/test_samples.py::test_a_sample_breaks_exactly_its_rule_on_its_line",
    "tests/rules/test_samples.py::test_every_sample_is_of_a_rule",
    "tests/report/test_charts.py::test_a_chart_is_in_a_section",
    "tests/stats/test_recount.py::test_every_statistic_is_counted_once_more",
)
"""Tests that report what is missing."""
ABOUT_THE_REST = (
    "tests/cli/test_first_screen.py::test_a_topic_is_one_page_that_the_help_names",
    "tests/report/test_long_pages.py::test_a_report_is_few_screens_long_and_its_charts_can_be_read",
    "tests/privacy/test_anonymise.py::test_broken_hands_keep_their_findings[illegal]",
    "tests/stats/test_filters.py::test_each_value_of_a_filter_leaves_some_hands_and_not_all[betting]",
)
"""Tests that these additions cannot pass: two hold what there is to a length, `anonymise` replaces the name that breaks
our rule, and all hands of the last have the same betting."""


class Recipe(NamedTuple):
    """One recipe: the files of its steps and the commands it names, including their angle brackets."""

    steps: list[str]
    commands: list[str]


def recipes() -> dict[str, Recipe]:
    """The recipes by kind."""
    kinds = re.split(r"^## An? (\w+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {
        kind: Recipe(re.findall(r"^\d\. `([^`]+)`", recipe, re.MULTILINE), re.findall(r"`histparse ([^`]+)`", recipe))
        for kind, recipe in zip(kinds[::2], kinds[1::2], strict=True)
    }


RECIPES = recipes()


def filled(text: str, names: dict[str, str]) -> str:
    """The text with names instead of angle brackets."""
    return re.sub(r"<(\w+)>", lambda match: names[match[1]], text)


def files_of_step(kind: str, step: str) -> list[Path]:
    """The file of a step, or those of its folder."""
    place = FILES / kind / filled(step, NAMES)
    changes = (place.with_name(f"{place.name}.{kind}") for kind in ("edit", "part"))
    files = place.rglob("*") if step.endswith("/") else [place, *changes]
    return sorted(file for file in files if file.is_file())


def take(checkout: Path, kind: str, step: str, names: dict[str, str] = NAMES) -> None:
    """Follow a step: write its files, append lines to an existing file, or put them in place of one (`.edit`)."""
    for file in files_of_step(kind, step):
        place = str(file.relative_to(FILES / kind)).removesuffix(".part").removesuffix(".edit")  # alone no modules
        text = file.read_text(encoding="utf-8")
        for name, our_name in NAMES.items():
            place, text = place.replace(our_name, names[name]), text.replace(our_name, names[name])
        target = checkout / place
        if file.suffix == ".edit":
            line, lines = text.split("\n", 1)
            put(target, f"\n{line}\n", f"\n{lines}")
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("a", encoding="utf-8") as content:
            content.write(text)


def put(target: Path, old: str, new: str) -> None:
    """Put words in place of others, which the file has once."""
    text = target.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    target.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the files under version control."""
    git = shutil.which("git") or pytest.skip("there is no git here")
    listed = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    files = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    if "README.md" not in files:
        pytest.skip("this is no checkout: git does not know its files")
    for name in files:
        target = tmp_path / "checkout" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)
    return tmp_path / "checkout"


def call(checkout: Path, *command: str, code: int = 0) -> str:
    """The whole output of a program run there."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "HIST", "PYT"))}
    environment |= {"PYTHONPATH": str(checkout), "HISTPARSE_NIGHTLY": "1"}
    ended = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True, check=False)
    printed = ended.stdout + ended.stderr
    assert ended.returncode == code, printed
    return printed


SAMPLE = Path("sample_histories", "riverboat", "by_hand.txt")

RUN_ALL = """
import contextlib, io, json, sys
from histparse.cli import app
outcomes = []
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        code = app.run_command_line(words)
    outcomes.append((code, out.getvalue() + err.getvalue()))
print(json.dumps(outcomes))
"""
"""Runs many commands one after another, and prints how each ended and what it printed."""


def histparse(checkout: Path, commands: Iterable[str], codes: Mapping[str, int]) -> dict[str, str]:
    """What commands print, by command; `codes`: those that do not end well."""
    unique = list(dict.fromkeys(commands))
    words = [shlex.split(filled(command, NAMES)) for command in unique]
    outcomes = json.loads(call(checkout, sys.executable, "-c", RUN_ALL, json.dumps(words)))
    printed = {}
    for command, (code, text) in zip(unique, outcomes, strict=True):
        assert code == codes.get(command, 0), (command, text)
        printed[command] = text
    return printed


def suite(checkout: Path, *chosen: str, code: int = 0) -> str:
    options = ("-q", "-p", "no:cacheprovider", "-o", "addopts=--import-mode=importlib")
    return call(checkout, sys.executable, "-m", "pytest", *options, *chosen, code=code)


@pytest.mark.parametrize("kind", RECIPES)
def test_a_recipe_names_every_file(kind: str) -> None:
    files = [files_of_step(kind, step) for step in RECIPES[kind].steps]
    assert all(files)
    in_folder = (file for file in (FILES / kind).rglob("*.*") if file.suffix != ".pyc")
    assert sorted(chain.from_iterable(files)) == sorted(in_folder)


def test_the_recipe_of_a_site_says_how_lines_are_called_seen() -> None:
    assert f"`{_SEEN_MARK}`" in PAGE.read_text(encoding="utf-8")


@pytest.mark.nightly
def test_the_recipes_are_enough(checkout: Path) -> None:
    for kind, recipe in RECIPES.items():
        for step in recipe.steps:
            take(checkout, kind, step)
    listed, none = "sites --format json", "stats vpip --<filter> bets --db poker.duckdb"
    capped = "check sample_histories/pokerstars/by_hand_all_in_side_pot.txt --house <house>"
    ten_hands = "import sample_histories/fulltilt --db poker.duckdb"  # which charts need
    commands = [command for recipe in RECIPES.values() for command in recipe.commands]
    commands = [*commands, listed, none, capped, ten_hands]
    commands.sort(key=lambda command: "--svg" in command)
    printed = histparse(checkout, commands, {none: 2, capped: 1})

    assert printed["check sample_histories/<site>"] == "2 hands, no finding.\n"
    assert re.search(r"stored +2\n", printed["import sample_histories/<site> --db poker.duckdb"])
    assert "riverboat" in printed["sites"]
    assert {line["proof"] for line in json.loads(printed[listed]) if line["site"] == "riverboat"} == {"documented"}
    assert "the table is called TBL05" in printed["rules <CODE>"]
    assert "TBL05_called_so.txt:2: TBL05 the table is called TBL05" in printed["rules <CODE>"]
    assert re.search(r"Katja72 +1 +0\.0 % +0/1 ", printed["stats <statistic> --db poker.duckdb"])
    assert "Whole hands thrown" in printed["report --db poker.duckdb --full"]
    assert printed["check hands.txt --house <house>"] == "50 hands, no finding.\n"
    assert "Katja72" in printed['stats vpip --<filter> "fixed limit" --db poker.duckdb']
    (pat_hands,) = (text for command, text in printed.items() if command.startswith("query "))
    assert re.search(r"\n +True +1 ", pat_hands)
    assert "there is no betting" in printed[none]
    assert "the cap is 3" in printed[capped]
    assert (checkout / "charts" / "entries.svg").stat().st_size

    call(checkout, sys.executable, "-m", "docs.tables")  # `make docs` also draws pictures
    for page, name in (
        ("sites.md", "riverboat"),
        ("rules.md", "TBL05"),
        ("statistics.md", "whole_hands"),
        ("tables.md", "`pat`"),
    ):
        assert name in (checkout / "docs" / page).read_text(encoding="utf-8")
    if SOAK:
        deselected = (f"--deselect={test}" for test in ABOUT_THE_REST)
        suite(checkout, "tests", "--ignore=tests/test_recipes.py", *deselected, "-n", "2")
    else:
        suite(checkout, *TESTED)


@pytest.mark.nightly
def test_a_site_with_other_figures_is_told_where_to_say_so(checkout: Path) -> None:
    """It leaves uncalled bets in the pot. Without `figures` it is accused of not returning them."""
    for step in RECIPES["site"].steps:
        take(checkout, "site", step)
    for old, new in (
        ("\nKatja72 takes 5 back", ""),
        ("\nKatja72 wins 10\n", "\nKatja72 wins 15\n"),
        ("Pot 10,", "Pot 15,"),
    ):
        put(checkout / SAMPLE, old, new)
    legal = "tests/test_samples.py::test_a_sample_is_legal[riverboat-by_hand]"
    printed = suite(checkout, legal, code=1)
    assert "`figures` in histparse/parsing/dialects/riverboat.py says how they are to be read" in printed
    assert "code='POT03'" in printed
    dialect = checkout / "histparse" / "parsing" / "dialects" / "riverboat.py"
    put(dialect, "import Header, Limit,", "import Header, Limit, Reading, UncalledBet,")
    site = '    site = "riverboat"\n'
    put(dialect, site, f"{site}    figures = Reading(uncalled=UncalledBet.IN_POT)\n")
    suite(checkout, legal)


def left_out() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Every recipe with several steps once per step, under a new name each time, with that step left out.

    But for a column: there is one version after this one, and what is declared twice is none.
    """
    for kind, recipe in RECIPES.items():
        if len(recipe.steps) > 1 and kind != "column":
            # The code that no rule has comes last: those of a family are counted up.
            for n, step in enumerate([*recipe.steps[1:], recipe.steps[0]]):
                changed = {name: f"{NAMES[name]}_{n}" for name in ("site", "statistic")}
                yield kind, step, NAMES | changed | {"CODE": f"TBL{5 + n:02}"}


@pytest.mark.nightly
def test_what_is_left_out_is_reported(checkout: Path) -> None:
    for kind, step, names in left_out():
        for taken in RECIPES[kind].steps:
            if taken != step:
                take(checkout, kind, taken, names)
    (chart,) = files_of_step("chart", RECIPES["chart"].steps[0])
    text = chart.read_text(encoding="utf-8").replace('chart("entry")', 'chart("entries")')
    (checkout / chart.relative_to(FILES / "chart")).write_text(text, encoding="utf-8")

    printed = suite(checkout, *TELLING, code=1)
    errors = [line for line in printed.splitlines() if line.startswith("E ")]
    for kind, step, names in left_out():
        known = re.split("|".join(FREE), step)[0]
        words = {filled(known, names), names["CODE"] if kind == "rule" else names[kind]}
        assert any(all(word in line for word in words) for line in errors), (words, printed)
    assert any('lines.toml: TBL06 = "line 2, note: ' in line for line in errors)
    assert any("histparse/report/charts/entries.py: the section of entries should be one of" in line for line in errors)
