"""Nothing needs what only POSIX has: the package is imported, and commands run, as Windows would have them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HOOK = Path(__file__).parent / "without_posix.py"
ROOT = HOOK.parents[2]
SAMPLES = ROOT / "sample_histories" / "pokerstars"

EVERY_MODULE = """
import importlib, logging, pkgutil, histparse
logging.getLogger("matplotlib.font_manager").setLevel("ERROR")  # with a new HOME it says that it looks for fonts
for module in pkgutil.walk_packages(histparse.__path__, "histparse."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""
HIDDEN = """
import fcntl, os
os.fork
ours = {"__name__": "histparse.any"}
for line in ("import fcntl", "import resource", "from os import fork", "import signal; signal.SIGKILL"):
    try:
        exec(line, ours)
    except (ImportError, AttributeError):
        continue
    raise SystemExit(line)
exec("import os, sys; print(os.name, sys.platform)", ours)
"""
COMMANDS = (
    "import samples --db hands.duckdb --jobs 2",
    "report --db hands.duckdb --section draws",
    "players --db hands.duckdb",
    "query VALUES(1) --db hands.duckdb",
    "db check --db hands.duckdb",
    "db compact --db hands.duckdb",
    "check samples",
    "show samples/session_zoom.txt:1",
    "anonymise samples/session_zoom.txt --salt-file salt -o one.txt",
    "anonymise samples/session_zoom.txt --salt-file salt -o again.txt",
    "draw J8653 --against 2347",
)
"""Some find something in the samples; none fails."""
ONE_AFTER_ANOTHER = """
import sys
from histparse.cli import app, process
process.attach_streams()
for command in sys.argv[1:]:
    code = app.run_command_line(command.split())
    assert code in {0, 1}, command
"""


@pytest.fixture
def windows(tmp_path: Path) -> dict[str, str]:
    """The environment of processes, and of those they start, that miss what Windows does."""
    hook = tmp_path / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_bytes(HOOK.read_bytes())
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join((str(hook), str(ROOT))),
        "PYTHONIOENCODING": "cp1252",
        "HOME": str(tmp_path),
        "COLUMNS": "120",  # so wide that a report has strips
    }


def python(windows: dict[str, str], *words: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Python there, in that folder."""
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=windows, capture_output=True, encoding="cp1252", check=False
    )


def test_it_is_hidden_from_us_alone(windows: dict[str, str]) -> None:
    process = python(windows, "-c", HIDDEN)
    assert (process.stdout, process.stderr) == ("nt win32\n", "")


@pytest.mark.nightly
def test_every_module_is_imported(windows: dict[str, str]) -> None:
    process = python(windows, "-c", EVERY_MODULE)
    assert (process.returncode, process.stderr) == (0, "")


@pytest.mark.nightly
def test_commands_run(windows: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "samples").mkdir()
    for sample in SAMPLES.glob("*.txt"):
        (tmp_path / "samples" / sample.name).write_bytes(sample.read_bytes().replace(b"\n", b"\r\n"))
    process = python(windows, "-c", ONE_AFTER_ANOTHER, *COMMANDS, folder=tmp_path)
    assert (process.returncode, "Traceback" in process.stderr) == (0, False), process.stderr
    assert "--o|" in process.stdout or "|o--" in process.stdout
    assert "\\u" not in process.stdout
    assert (tmp_path / "one.txt").read_bytes() == (tmp_path / "again.txt").read_bytes()
