"""Whatever cache an import finds, and whoever imports beside it: it does not wait for a compiler, nor leave one behind.

HISTPARSE_SOAK=1: every case, and so many hands that their processor time can be compared with that of the reference
lane.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from histparse.columnar import ready
from histparse.simulate import Settings, deal_hands
from histparse.system.cache import FOLDER
from histparse.system.resources import PACKAGE
from tests.dealer.writing import write_all
from tests.faults.checksum import checksum
from tests.faults.child import MAIN, expect_nobody

pytestmark = [pytest.mark.untraced, pytest.mark.skipif(not hasattr(os, "wait4"), reason="of POSIX")]

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
HANDS = 12_000 if SOAK else 100
AT_ONCE = 4 if SOAK else 2
HERE = PACKAGE.parent

Import = Callable[..., subprocess.Popen[str]]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hands in one file."""
    file = tmp_path_factory.mktemp("session") / "session.txt"
    file.write_text(write_all(deal_hands(Settings(hands=HANDS, seed=30))), encoding="utf-8")
    return file


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Another installation of this program."""
    folder = tmp_path / "installation"
    shutil.copytree(PACKAGE, folder / "histparse", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("grammars", "analytics"):
        shutil.copytree(HERE / name, folder / "histparse" / name)
    return folder


@pytest.fixture
def begin(session: Path, tmp_path: Path) -> Import:
    """Begins to import the hands into a database of its own, with that cache, from that installation."""
    numbers = iter(range(100))

    def begin(cache: Path, installation: Path = HERE, **more: str) -> subprocess.Popen[str]:
        inherited = {key: value for key, value in os.environ.items() if key != ready.OFF}
        target = tmp_path / f"{next(numbers)}.duckdb"
        command = [sys.executable, "-c", MAIN, "import", str(session), "--db", str(target), "-q", "--jobs", "1"]
        environment = {**inherited, FOLDER: str(cache), **more}
        return subprocess.Popen(command, cwd=installation, env=environment, start_new_session=True, text=True)

    return begin


def processor_time(imports: Iterable[subprocess.Popen[str]]) -> float:
    """Of these imports and all they start, in seconds."""
    total = 0.0
    for process in imports:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        expect_nobody(process)
        total += used.ru_utime + used.ru_stime
    return total


def test_no_import_waits_for_a_compiler(begin: Import, elsewhere: Path, tmp_path: Path) -> None:
    """Each is compared with as many by the reference lane beside it: what else the machine does slows down both."""
    empty, unwritable = tmp_path / "empty", Path(os.devnull, "cache")
    cases = {
        "an empty cache": [(empty, HERE)],
        "a cache that cannot be written": [(unwritable, HERE)],
        "another installation": [(empty, elsewhere)],
        "two installations at once": [(empty, HERE), (empty, elsewhere)],
        "several at once": [(empty, HERE)] * AT_ONCE,
    }
    shares = {}
    for name, each in cases.items() if SOAK else [("two installations at once", cases["two installations at once"])]:
        imports, alone = [begin(*one) for one in each], [begin(*one, HISTPARSE_ONE_LANE="1") for one in each]
        shares[name] = processor_time(imports) / processor_time(alone)
    sys.stdout.write(f"{HANDS} hands, by processor time of the reference lane: {shares}\n")
    assert len({checksum(file) for file in tmp_path.glob("*.duckdb")}) == 1
    assert not SOAK or max(shares.values()) < 1.1, shares
