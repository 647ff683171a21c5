"""`start`: from what is on a computer to one's own page, asked or not, on a terminal or not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import typer

import histparse
from histparse.cli.commands import playing
from histparse.model.house import house
from histparse.simulate import Settings
from tests.cli.commands import Printed, write_session
from tests.dealer.writing import writer
from tests.running import Run
from tests.samples import of_site

FOLDERS = {
    "pokerstars": ".wine/drive_c/users/ann/AppData/Local/PokerStars/HandHistory/Ann",
    "winamax": ".config/winamax/documents/accounts/Ann/history",
    "fulltilt": ".wine/drive_c/Program Files/Full Tilt Poker/HandHistory/Ann",
    "merge": ".wine/drive_c/Program Files/CarbonPoker/history/Ann",
}
"""By site, where its program keeps the hands of Ann on Linux."""


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of somebody who plays everywhere."""
    home = tmp_path / "home"
    for site, place in FOLDERS.items():
        (home / place).mkdir(parents=True)
        shutil.copy(of_site(site)[-1], home / place)
    (home / FOLDERS["pokerstars"] / "notes.txt").write_text("no hand", "utf-8")
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("WINEPREFIX", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "poker.duckdb"


def test_from_the_computer_to_the_page(home: Path, database: Path, run: Run) -> None:
    code, output, err = run("start", "--yes", "--db", database)
    assert code == 0
    for folder in histparse.find_hands_here():
        [(site, hands)] = folder.hands.items()
        assert f"{folder.path}\n    {folder.files} file" in output
        assert f"{hands:,} hands of 2-7 Triple Draw at {site}" in output
        assert home / FOLDERS[site] in {folder.path / "Ann", folder.path}
    assert len(histparse.find_hands_here()) == len(FOLDERS)
    assert "You are " in output
    assert err.endswith(f"Go on with: histparse serve --open --db {database}\n")
    with histparse.Store(database) as store:
        stored = store.find_hands().height
    assert stored == sum(sum(folder.hands.values()) for folder in histparse.find_hands_here())


def test_somebody_at_several_sites_is_told_how_to_join_their_names(
    printed: Printed, database: Path, tmp_path: Path
) -> None:
    for site in ("pokerstars", "fulltilt"):
        settings = Settings(hands=3, writer=writer(site), house=house(site), hero="Ann B")
        write_session(tmp_path / f"{site}.txt", settings)
    output = printed("start", "--folder", tmp_path, "--yes", "--db", database)
    assert "You are fulltilt:Ann B (3 hands), pokerstars:Ann B (3 hands).\n" in output
    assert f"histparse aliases 'Ann B' 'fulltilt:Ann B' 'pokerstars:Ann B' --db {database}\n" in output


def test_a_program_is_told_the_next_command(home: Path, database: Path, run: Run) -> None:
    code, output, err = run("start", "--db", database)
    assert code == 0
    assert str(home) in output
    assert err == f"Go on with: histparse start --db {database} --yes\n"
    assert not database.exists()


def test_somebody_without_hands_is_told_so(
    run: Run, home: Path, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    for words, sentence in (
        ((), "histparse start FOLDER"),
        (("--folder", tmp_path / "empty"), "there is no hand of 2-7 Triple Draw in them"),
        (("--folder", tmp_path / "nowhere"), f"there is no folder {tmp_path / 'nowhere'}"),
    ):
        monkeypatch.setattr(Path, "home", lambda: home / "nobody")
        code, _, message = run("start", "--db", database, "--yes", *words)
        assert (code, sentence in message) == (2, True), message


@pytest.mark.nightly(2)
@pytest.mark.parametrize("answer", [True, False, None])
def test_on_a_terminal_it_asks_and_serves(
    answer: bool | None, home: Path, database: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None: the input ends."""
    assert home.is_dir()
    served: list[tuple[str, bool]] = []

    def confirm(*_: object, **__: object) -> bool:
        if answer is None:
            raise typer.Abort
        return answer

    monkeypatch.setattr(playing, "_is_interactive", lambda: True)
    monkeypatch.setattr(typer, "confirm", confirm)
    monkeypatch.setattr(playing, "run_serve", lambda db, open_: served.append((db, open_)))
    code, _, err = run("start", "--db", database)
    assert code == {True: 0, False: 0, None: 130}[answer]
    assert served == ([(str(database), True)] if answer else [])
    assert database.exists() is bool(answer)
    assert ("Nothing was imported. Later: histparse start" in err) is (answer is False)
