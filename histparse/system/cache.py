"""System: the folder for what is made once and may be deleted at any time."""

from __future__ import annotations

import os
import sys
from pathlib import Path

FOLDER = "HISTPARSE_CACHE"
"""The variable of the environment that names another folder."""


def cache_folder() -> Path:
    """Where this program keeps such files for the user, by the custom of the system. It may not exist."""
    if own := os.environ.get(FOLDER):
        return Path(own)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "histparse" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "histparse"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "histparse"
