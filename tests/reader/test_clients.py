"""The folders in which the sites' own programs keep hand histories: made up, as each system would have them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from histparse.parsing.dialects.base import dialects
from histparse.reader import clients
from histparse.reader.clients import SYSTEMS, ClientFolder, existing_client_folders
from histparse.system.files import data_folder


class Listed(NamedTuple):
    """A pattern of folders, as `grammars/<site>.toml` says it."""

    site: str
    system: str
    pattern: str
    evidence: str


LISTED = [
    Listed(file.stem, system, pattern, evidence)
    for file in sorted(data_folder("grammars").glob("*.toml"))
    for system, patterns in msgspec.toml.decode(file.read_bytes(), type=dict[str, dict[str, str]]).items()
    for pattern, evidence in patterns.items()
]


@pytest.mark.parametrize("listed", LISTED, ids=lambda listed: f"{listed.site}-{listed.system}-{listed.pattern}")
def test_each_folder_is_found(listed: Listed, tmp_path: Path) -> None:
    assert listed.site in dialects()
    assert listed.system in SYSTEMS
    assert len(listed.evidence.split()) > 1
    root, _, path = listed.pattern.partition("}/")
    folder = tmp_path / path.replace("*", "Ann")
    roots = {listed.system: {root.removeprefix("{"): [tmp_path]}}
    assert existing_client_folders(roots) == []
    folder.mkdir(parents=True)
    assert existing_client_folders(roots) == [ClientFolder(listed.site, folder)]


def test_a_file_of_that_name_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "PokerStars").mkdir()
    (tmp_path / "PokerStars" / "HandHistory").touch()
    assert existing_client_folders({"windows": {"local": [tmp_path]}}) == []


WINDOWS = "AppData/Local/PokerStars.EU/HandHistory"
PLACES = {
    "linux": [".config/winamax/documents/accounts/Ann/history", f".wine/drive_c/users/ann/{WINDOWS}"],
    "darwin": [
        "Library/Application Support/PokerStarsFR/HandHistory",
        "Documents/Winamax Poker/accounts/Ann/history",
        f"Library/Application Support/CrossOver/Bottles/poker/drive_c/users/crossover/{WINDOWS}",
    ],
    "win32": [WINDOWS, "AppData/Roaming/winamax/documents/accounts/Ann/history", "x86/Full Tilt Poker/HandHistory"],
}


@pytest.mark.parametrize("platform", PLACES)
def test_they_are_looked_for_where_the_system_has_them(
    platform: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("WINEPREFIX", "XDG_CONFIG_HOME", "PROGRAMFILES"):
        monkeypatch.delenv(name, raising=False)
    for name, path in (
        ("LOCALAPPDATA", "AppData/Local"),
        ("APPDATA", "AppData/Roaming"),
        ("PROGRAMFILES(X86)", "x86"),
    ):
        monkeypatch.setenv(name, str(tmp_path / path))
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert existing_client_folders() == []
    folders = {tmp_path / place for place in PLACES[platform]}
    for folder in folders:
        folder.mkdir(parents=True)
    assert {existing.path for existing in existing_client_folders()} == folders


def test_wine_may_be_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "bottle" / "drive_c" / "Program Files (x86)" / "CarbonPoker" / "history"
    folder.mkdir(parents=True)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "nobody")
    monkeypatch.setenv("WINEPREFIX", str(tmp_path / "bottle"))
    assert existing_client_folders() == [ClientFolder("merge", folder)]


def test_what_may_not_be_read_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "glob", refuse)
    assert [*clients._subfolders_matching(tmp_path, "*")] == []
