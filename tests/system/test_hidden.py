"""A package that is hidden seems not to be installed: in that thread, in that block, unless it is loaded already."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from threading import Thread

import pytest

from histparse.system.hidden import hidden


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package that nobody has loaded."""
    (tmp_path / "seldom_loaded.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return "seldom_loaded"


def test_it_cannot_be_imported_until_the_block_ends(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with hidden(package), pytest.raises(ModuleNotFoundError, match="seldom_loaded is hidden"):
        import_module(package)
    import_module(package)
    monkeypatch.delitem(sys.modules, package)


def test_other_threads_can_import_it(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with hidden(package):
        other = Thread(target=import_module, args=(package,))
        other.start()
        other.join()
    monkeypatch.delitem(sys.modules, package)


def test_what_is_loaded_stays(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    there = import_module(package)
    with hidden(package):
        assert import_module(package) is there
    monkeypatch.delitem(sys.modules, package)


def test_the_fast_lane_loads_no_linear_algebra() -> None:
    program = (
        "import sys; from histparse.columnar import ready; ready.is_proven(); "
        "print({'numba', 'scipy', 'coverage'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "{'numba'}"
