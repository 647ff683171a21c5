"""Step 1, reading: where the sites' own programs (clients) keep the hand histories that they write on this computer.

`grammars/<site>.toml` lists the folders, each with the evidence for it; a site without proven folders has no such file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from histparse.system import late
from histparse.system.files import data_folder

Roots = Mapping[str, Iterable[Path]]
"""What stands for the words in braces: `{local}` of Windows is one folder, of Wine one for each of its users."""
SYSTEMS = ("windows", "macos", "linux")
_WINE = (".wine", ".PlayOnLinux/wineprefix/*", ".local/share/bottles/bottles/*", ".cxoffice/*")
"""Folders in which Wine keeps a Windows, or several, one for each program; below the user's own folder."""
_WINE_ON_MAC = (".wine", "Library/Application Support/CrossOver/Bottles/*")


class ClientFolder(Struct, frozen=True, order=True):
    """A folder that is there, in which the site's client writes."""

    site: str
    path: Path


def existing_client_folders(roots: Mapping[str, Roots] | None = None) -> list[ClientFolder]:
    """The folders of all sites' clients on this computer, by site. `roots`: by system, other ones than its own."""
    roots_by_system = roots if roots is not None else _system_roots()
    folders = {
        ClientFolder(site, path)
        for site, systems in folder_evidence_by_site_system_pattern().items()
        for system, patterns in systems.items()
        for path in _folders_matching(patterns, roots_by_system.get(system, {}))
    }
    return sorted(folders)


@cache
def folder_evidence_by_site_system_pattern() -> dict[str, dict[str, dict[str, str]]]:
    """By site and system, patterns of folders with the evidence for them."""
    files = sorted(data_folder("grammars").glob("*.toml"))
    return {file.stem: msgspec.toml.decode(file.read_bytes(), type=dict[str, dict[str, str]]) for file in files}


def _folders_matching(patterns: Iterable[str], roots: Roots) -> Iterator[Path]:
    for pattern in patterns:
        root, _, subfolder = pattern.partition("}/")
        for start in roots.get(root.removeprefix("{"), ()):
            yield from _subfolders_matching(start, subfolder)


def _subfolders_matching(start: Path, pattern: str) -> Iterator[Path]:
    """The folders of that pattern; none where nothing may be read."""
    try:
        yield from (path for path in start.glob(pattern) if path.is_dir())
    except OSError:
        return


def _system_roots() -> dict[str, Roots]:
    """The user's folders of this system, and of the Windows that Wine makes on it."""
    home = Path.home()
    if sys.platform == "win32":
        return {"windows": _windows_roots(os.environ)}
    if sys.platform == "darwin":
        roots: Roots = {"support": [home / "Library" / "Application Support"], "documents": [home / "Documents"]}
        return {"macos": roots, "windows": _wine_roots(home, _WINE_ON_MAC)}
    roots = {"config": [Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")]}
    return {"linux": roots, "windows": _wine_roots(home, _WINE)}


def _windows_roots(variables: Mapping[str, str]) -> Roots:
    named = {"local": ["LOCALAPPDATA"], "roaming": ["APPDATA"], "programs": ["PROGRAMFILES", "PROGRAMFILES(X86)"]}
    roots = {root: [Path(variables[name]) for name in names if variables.get(name)] for root, names in named.items()}
    return {**roots, "documents": [late.platformdirs.user_documents_path()]}


def _wine_roots(home: Path, prefixes: Iterable[str]) -> Roots:
    """The folders of Wine's Windows, of today's versions and of older ones."""
    named = os.environ.get("WINEPREFIX")
    drives = [Path(named)] if named else []
    drives += [prefix for pattern in prefixes for prefix in _subfolders_matching(home, pattern)]
    subfolders = {
        "local": ("users/*/AppData/Local", "users/*/Local Settings/Application Data"),
        "roaming": ("users/*/AppData/Roaming", "users/*/Application Data"),
        "documents": ("users/*/Documents", "users/*/My Documents"),
        "programs": ("Program Files", "Program Files (x86)"),
    }
    return {
        root: [
            path
            for drive in drives
            for pattern in patterns
            for path in _subfolders_matching(drive / "drive_c", pattern)
        ]
        for root, patterns in subfolders.items()
    }
