"""What is told when nothing comes of a command: why, and what to type instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import Printed, Refusal, import_by_command
from tests.running import Run
from tests.samples import FOLDER

HANDS = FOLDER / "pokerstars" / "session_cash_heads_up.txt"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:

    file = tmp_path_factory.mktemp("told") / "poker.duckdb"
    return import_by_command(file, HANDS)


@pytest.mark.nightly(1)
@pytest.mark.parametrize("command", ["stats vpip", "players", "sessions", "hands"])
def test_an_empty_table_says_which_filters_leave_nothing(command: str, made: Path, run: Run) -> None:
    code, _, err = run(*command.split(), "--from", "2090-01-01", "--db", made)
    assert (code, err) == (0, "No hand passes these filters: from 2090-01-01 UTC.\n")
    assert run(*command.split(), "--db", made)[2] == ""


def test_without_filters_it_says_that_nothing_was_found(made: Path, run: Run) -> None:
    assert run("hands", "--stat", "pat_rate", "--draw", "4", "--db", made)[2] == "Nothing to show.\n"


def test_an_only_argument_may_be_named_as_an_option(made: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("sessions", "Katja72", "--db", made)
    assert plain[0] == 0
    for words in (["--player", "Katja72"], ["--player=Katja72"]):
        assert run("sessions", *words, "--db", made) == plain
    assert run("rules", "--code", "BET02") == run("rules", "BET02")
    monkeypatch.setenv("HISTPARSE_DB", str(made))
    assert run("sessions") == plain
    for words in (["--player"], ["--player", "--db", str(made)]):
        assert run("sessions", *words)[0] == 2


def test_of_several_arguments_none_is_named(made: Path, run: Run) -> None:
    """Their order says which is which."""
    assert "No such option" in run("aliases", "--player", "Katja72", "--alias", "K", "--db", made)[2]


def test_days_the_wrong_way_round(made: Path, run: Run) -> None:
    code, output, err = run("report", "--from", "2020-01-01", "--to", "2019-01-01", "--db", made)
    assert (code, output) == (2, "")
    assert err == "histparse: no hand can be from 2020-01-01 to 2019-01-01: the first is the later one\n"


@pytest.mark.parametrize("line", ["", ":first"])
def test_a_file_is_no_hand(refusal: Refusal, run: Run, line: str) -> None:
    assert refusal("show", f"{HANDS}{line}") == f"which hand of {HANDS}? Name a line of it: histparse show {HANDS}:1"
    assert run("show", f"{HANDS}:1")[0] == 0


@pytest.mark.parametrize("command", ["import", "check"])
def test_a_database_is_no_hand_history(run: Run, command: str, made: Path, tmp_path: Path) -> None:
    more = ["--db", str(tmp_path / "new.duckdb")] if command == "import" else []
    code, _, message = run(command, made, *more)
    assert code == 2
    assert f"; a database is named with --db: histparse report --db {made}\n" in message


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("zoen = 'UTC'", "there is no setting `zoen`: did you mean `zone`?"),
        ("zone = 3", "`zone` must be a text in quotes, not a whole number"),
        ("zone = ", "Invalid value (at"),
        ("[filters.a]\nsiet = 'pokerstars'", "there is no filter `siet`: did you mean `site`"),
    ],
)
def test_settings_are_told_in_words(
    text: str, sentence: str, made: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from histparse.cli import settings  # noqa: PLC0415 - as above

    file = tmp_path / "histparse.toml"
    file.write_text(text, "utf-8")
    monkeypatch.setenv("HISTPARSE_CONFIG", str(file))
    settings.load_settings.cache_clear()
    code, _, err = run("stats", "vpip", "--db", made)
    settings.load_settings.cache_clear()
    assert code == 2
    assert err.startswith(f"histparse: {file}: {sentence}")


@pytest.mark.nightly
@pytest.mark.parametrize("width", [80, 100])
def test_a_piped_report_is_as_wide_as_asked(
    printed: Printed, width: int, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    box = printed("report", "--db", made).splitlines()[0]
    assert len(box) == width


def test_a_reshuffle_is_named_once(printed: Printed) -> None:
    output = printed("show", f"{FOLDER / 'pokerstars' / 'by_hand_six_handed_reshuffle.txt'}:1")
    assert output.count("from the reshuffled deck") == 1
    assert "mira.low draws 1 from the reshuffled deck" in output


@pytest.mark.nightly
def test_a_misspelt_player_is_found_behind_their_site(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "two.duckdb"
    run("import", HANDS, FOLDER / "winamax", "--db", file)
    assert "did you mean `pokerstars:Katja72` or `winamax:Katja72`" in run("report", "Kajta72", "--db", file)[2]
