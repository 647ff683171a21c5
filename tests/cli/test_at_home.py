"""At home on the user's machine: the default database, settings, quiet and verbose, completion, manual, licence."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest

from docs.man import man_page
from histparse.cli.commands import MODULES
from histparse.cli.settings import Settings, complete_player_names, load_settings
from tests.cli.commands import PrintedJson, Refusal
from tests.running import Run

BASH, GROFF = (shutil.which(name) or "" for name in ("bash", "groff"))
ROOT = Path(__file__).parents[2]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of one's own, with the data folder and the folder of settings in it."""
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name, **_: tmp_path / "data" / name)
    monkeypatch.setattr(platformdirs, "user_config_path", lambda name, **_: tmp_path / "config" / name)
    monkeypatch.delenv("HISTPARSE_DB")
    monkeypatch.delenv("HISTPARSE_CONFIG")
    monkeypatch.chdir(tmp_path)
    load_settings.cache_clear()
    yield tmp_path
    load_settings.cache_clear()


def test_the_database_is_in_the_data_folder(run: Run, home: Path, session: Path) -> None:
    database_path = home / "data" / "histparse" / "hands.duckdb"
    code, _, err = run("players")
    assert (code, str(database_path) in err) == (2, True)
    assert not database_path.parent.exists()
    assert run("import", session)[0] == 0
    assert database_path.is_file()
    named = run("players", "--db", database_path, "--format", "json")
    assert named[0] == 0
    assert run("players", "--format", "json") == named
    assert run("stats", "vpip", "--format", "json") == run("stats", "vpip", "--format", "json", "--db", database_path)


def test_the_file_in_this_folder_comes_before_the_users_own(home: Path) -> None:
    settings_file = home / "config" / "histparse" / "histparse.toml"
    settings_file.parent.mkdir(parents=True)
    settings_file.write_text("zone = 'Asia/Tokyo'\n", "utf-8")
    assert load_settings().zone == "Asia/Tokyo"
    load_settings.cache_clear()
    (home / "histparse.toml").write_text("zone = 'Europe/Berlin'\n", "utf-8")
    assert load_settings().zone == "Europe/Berlin"


def test_house_and_waivers_of_the_settings_are_the_defaults_of_check(refusal: Refusal, run: Run, home: Path) -> None:
    illegal = ROOT / "sample_histories" / "illegal" / "BET01_out_of_turn.txt"
    code, _, _ = run("check", illegal)
    assert code == 1
    waived = run("check", illegal, "--format", "waivers")[1]
    (home / "known.txt").write_text(waived, "utf-8")
    (home / "histparse.toml").write_text("waivers = 'known.txt'\n", "utf-8")
    load_settings.cache_clear()
    assert run("check", illegal)[0] == 0
    (home / "histparse.toml").write_text("house = 'nobody'\n", "utf-8")
    load_settings.cache_clear()
    assert "nobody" in refusal("check", illegal)
    assert run("check", illegal, "--house", "wsop-live")[0] == 1


@pytest.mark.nightly
def test_aliases_of_the_settings_are_joined_on_request(
    printed_json: PrintedJson, run: Run, home: Path, session: Path
) -> None:
    (home / "histparse.toml").write_text("[aliases]\nMe = ['pokerstars:Hero']\n", "utf-8")
    assert run("import", session)[0] == 0
    for _ in range(2):  # again changes nothing
        assert run("aliases", "--settings")[0] == 0
    assert printed_json("aliases") == [{"alias": "Me", "site": "pokerstars", "name": "Hero"}]


def test_the_docs_show_settings_that_are_read() -> None:
    (shown,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "settings.md").read_text("utf-8"), re.DOTALL)
    assert set(tomllib.loads(shown)) == set(Settings.__struct_fields__)


def test_names_of_players_are_completed(run: Run, home: Path, session: Path) -> None:
    nowhere = SimpleNamespace(params={})
    assert complete_player_names(nowhere, "He") == []
    run("import", session)
    assert complete_player_names(nowhere, "he") == ["Hero"]
    assert complete_player_names(SimpleNamespace(params={"db": str(home / "none.duckdb")}), "he") == []


@pytest.mark.nightly(1)
@pytest.mark.skipif(not BASH, reason="bash is not on this machine")
@pytest.mark.parametrize(("line", "completed"), [("re", "report results retry"), ("stats --pl", "--player --players")])
def test_bash_completes_commands_and_options(line: str, completed: str) -> None:
    program = Path(sys.executable).with_name("histparse")
    environment = {**os.environ, "_HISTPARSE_COMPLETE": "source_bash"}
    script = subprocess.run([program], env=environment, capture_output=True, text=True, check=True).stdout
    words = ["histparse", *line.split()]
    question = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _histparse_completion {program}"
    process = subprocess.run(
        [BASH, "-c", f"{script}\n{question}; echo ${{COMPREPLY[*]}}"], capture_output=True, text=True, check=True
    )
    assert process.stdout.split() == completed.split()


def test_the_manual_has_every_command_and_is_in_the_wheel() -> None:
    page = man_page()
    assert [name for name in MODULES if f"\n.SS {name}" not in page] == []
    assert "docs/histparse.1" in (ROOT / "pyproject.toml").read_text("utf-8")


@pytest.mark.skipif(not GROFF, reason="groff is not on this machine")
def test_groff_understands_the_manual() -> None:
    process = subprocess.run(
        [GROFF, "-c", "-P-cbou", "-man", "-Tutf8", "-ww"],
        input=man_page(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stderr == ""
    assert "COMMANDS" in process.stdout


@pytest.mark.nightly
def test_nothing_is_said_of_fonts_where_neither_home_nor_system_keeps_them(tmp_path: Path) -> None:
    nowhere, fonts = tmp_path / "file", tmp_path / "fonts.conf"
    nowhere.touch()  # folders in a file can be written by nobody, not even by root
    caches = f'<cachedir>{nowhere}/cache</cachedir><cachedir prefix="xdg">fontconfig</cachedir>'
    fonts.write_text(f"<fontconfig><dir>{ROOT}/histparse/web</dir>{caches}</fontconfig>", "utf-8")
    environment = {"HOME": str(nowhere / "home"), "FONTCONFIG_FILE": str(fonts), "PYTHONPATH": str(ROOT)}
    line = "chart pat-or-break --pat J8653 --against 2347 --png pictures"
    command = [sys.executable, "-m", "histparse", *line.split()]
    process = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert process.stderr == "Written: pictures/pat_or_break_1.png.\n"
