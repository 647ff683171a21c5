"""What a newcomer meets: refused imports, statistics without a name, other games, amounts of an unsaid currency."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

from histparse.cli import filter_options
from histparse.report.blocks import Line, Rates
from histparse.report.model import Rate, Share
from histparse.report.tables import MOST, shorten_table
from histparse.simulate import Settings, deal_hands
from histparse.stats import catalogue
from tests.cli.commands import Refusal, import_by_command
from tests.dealer.writing import write_all
from tests.running import Run

RAZZ = "PokerStars Hand #{}:  Razz Limit ($2/$4 USD) - 2013/02/04 14:00:00 ET\nTable 'x' 6-max\n\n\n"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty hands and five of another game."""
    file = tmp_path_factory.mktemp("session") / "session.txt"
    razz_hands = "".join(RAZZ.format(number) for number in range(5))
    file.write_text(write_all(deal_hands(Settings(hands=40, seed=8))) + "\n\n" + razz_hands, "utf-8")
    return file


@pytest.fixture(scope="module")
def filled(session: Path) -> Path:
    """The database of them."""
    db = session.with_name("poker.duckdb")
    return import_by_command(db, session)


def test_without_hands_the_first_command_is_named(
    refusal: Refusal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HISTPARSE_DB", str(tmp_path / "none.duckdb"))
    assert "there are no hands yet; `histparse start` finds and imports them" in refusal("report")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("compare Hero", "compare needs SECOND, as in: histparse compare s0rrow Katja72"),
        ("report --players 1", "--players must be greater than or equal to 2"),
        ("import x --jobs 1.5", "--jobs must be a whole number"),
        ("report --format xml", "--format must be 'text' or 'json', not 'xml'"),
        ("report --from", "--from needs a value"),
        ("stats vpip pfr", "`pfr` is more than this command takes"),
    ],
)
def test_wrong_arguments_are_told_without_words_of_a_library(run: Run, line: str, sentence: str) -> None:
    code, output, err = run(*line.split())
    assert (code, output) == (2, "")
    assert err.startswith(f"histparse: {sentence}\nTry: histparse ")


def test_a_refused_import_leaves_no_database(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann\n", "utf-8")
    assert run("import", tmp_path / "letter.txt", "--db", tmp_path / "new.duckdb")[0] == 2
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("kind", "expected"), [("table", "currency unsaid"), ("json", '"currency":null'), ("csv", "\n,5")]
)
def test_a_currency_that_no_text_names_is_unknown_everywhere(
    capsys: pytest.CaptureFixture[str],
    kind: str,
    expected: str,
) -> None:
    filter_options.write_rows(pl.DataFrame({"currency": ["?", "USD"], "net": [5, 6]}), kind)
    output = capsys.readouterr().out
    assert expected in output
    assert "?" not in output


def test_sarif_explains_rules_without_the_indentation_of_the_code(run: Run) -> None:
    illegal = Path(__file__).parents[2] / "sample_histories" / "illegal"
    rules = json.loads(run("check", *illegal.glob("POT*"), "--format", "sarif")[1])["runs"][0]["tool"]["driver"][
        "rules"
    ]
    texts = [rule["fullDescription"]["text"] for rule in rules]
    assert any("\n" in text for text in texts)
    assert not any(line.startswith("  ") for text in texts for line in text.splitlines())


def test_a_lone_row_is_not_a_sum_of_others() -> None:
    """`other` has no best keep, which is no total of all keeps: alone it would say nothing."""
    statistic = catalogue()["best_keeps"]

    def line(**values: object) -> Line:
        return Line(("",), Rate(values, Share(1, 9), Share(1, 9)), statistic)

    keeps = [line(kind="one card", keep=str(number), straight=None) for number in range(MOST)]
    shortened = shorten_table(Rates("Best keeps", (*keeps, line(kind="other", keep=None, straight=None))))
    assert "rows, in the page" in str(shortened)
    total = line(kind="one card", keep=None, straight=None)
    shown = shorten_table(Rates("Best keeps", (*keeps, total)))
    assert isinstance(shown, Rates)
    assert shown.rows == (total,)


def test_a_refused_import_leaves_a_database_that_was_there(run: Run, filled: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann\n", "utf-8")
    content = filled.read_bytes()
    assert run("import", tmp_path / "letter.txt", "--db", filled)[0] == 2
    assert filled.read_bytes() == content
