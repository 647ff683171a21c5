"""The packages: a wheel built from the source archive works in a clean environment, from any folder.

What it depends on is linked into that environment; with HISTPARSE_SOAK=1 pip installs it anew.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")
INSTALLED = bool(os.environ.get("HISTPARSE_SOAK")) or os.name == "nt"
"""Whether pip installs what the wheel depends on, as `make` did before; on Windows few may make links."""
PACKAGES = "import sysconfig; print(sysconfig.get_path('purelib'))"
DATA = sorted(
    file.relative_to(ROOT).as_posix()
    for pattern in (
        "grammars/**/*.lark",
        "analytics/**/*.sql",
        "histparse/model/houses/*.toml",
        "histparse/rules/*.toml",
        "histparse/**/*.html",
        "histparse/**/*.css",
        "histparse/**/*.js",
        "histparse/**/*.typ",
        "sample_histories/[im]*/*.txt",
    )
    for file in ROOT.glob(pattern)
)


def call(*command: str | Path, folder: Path = ROOT) -> str:
    """The output of a program that must succeed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COV"))}
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def pip(programs: Path, *words: str | Path) -> str:
    """Our own pip at work in another environment, which needs none then."""
    return call(sys.executable, "-m", "pip", "--python", programs / "python", *words)


def link_dependencies(packages: Path) -> None:
    """Give the packages installed there what they depend on, from our own environment."""
    installed = list(distributions(path=[str(packages)]))
    for package in dependencies(package.requires for package in installed):
        for name in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            if not (packages / name).exists():
                (packages / name).symlink_to(str(package.locate_file(name)))


def dependencies(lists: Iterable[list[str] | None]) -> Iterator[Distribution]:
    """What is required in those lists, and in turn by that."""
    for requirement in (Requirement(line) for lines in lists for line in lines or ()):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            package = distribution(requirement.name)
            yield package
            yield from dependencies([package.requires])


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel built from it."""
    folder = tmp_path_factory.mktemp("dist")
    call(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def clean(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a fresh environment that has the wheel and what it depends on, nothing else."""
    (wheel,) = packages.glob("*.whl")
    home = tmp_path_factory.mktemp("installed") / "clean environment"
    call(sys.executable, "-m", "venv", "--without-pip", home)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    if INSTALLED:
        # pip wants hashes for all requirements or none: versions alone suffice here.
        versions = home / "versions.txt"
        versions.write_text("\n".join(re.findall(r"^\S+==\S+", CONSTRAINTS, re.MULTILINE)))
        pip(programs, "install", "--no-compile", "-qq", "-c", versions, wheel)
    else:
        pip(programs, "install", "--no-compile", "--no-deps", "-qq", wheel)
        link_dependencies(Path(call(programs / "python", "-c", PACKAGES).strip()))
    pip(programs, "check")
    return programs


@pytest.mark.nightly
def test_wheel_holds_the_data_files(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    inside = {name.removeprefix("histparse/") for name in zipfile.ZipFile(wheel).namelist()}
    assert {name.removeprefix("histparse/") for name in DATA} <= inside


@pytest.mark.nightly
def test_source_archive_holds_data_samples_and_tests(packages: Path) -> None:
    (archive,) = packages.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        inside = {name.partition("/")[2] for name in tar.getnames()}
    samples = {file.relative_to(ROOT).as_posix() for file in ROOT.glob("sample_histories/**/*.txt")}
    assert {*DATA, *samples, "Makefile", "constraints.txt", "tests/test_packaging.py"} <= inside


@pytest.mark.nightly
def test_wheel_runs_in_a_clean_environment_from_the_root_folder(clean: Path, tmp_path: Path) -> None:
    database, root = tmp_path / "hands.duckdb", Path("/")
    histparse = clean / "histparse"
    call(histparse, "import", ROOT / "sample_histories" / "pokerstars", "--db", database, folder=root)
    assert "all players" in call(histparse, "stats", "vpip", "--db", database, folder=root)
    assert "vpip" in call(histparse, "stats", "--definitions", folder=root)
    assert "BET02_" in call(histparse, "rules", "BET02", folder=root)
    page = tmp_path / "report.html"
    assert "2-7 Triple Draw" in call(histparse, "report", "--db", database, "--html", page, folder=root)
    assert "<svg" in page.read_text(encoding="utf-8")
    installed = pip(clean, "list", "--format", "freeze")
    assert not {"pytest", "mypy", "ruff", "pokerkit"} & {line.partition("==")[0] for line in installed.splitlines()}


EXTRAS = {
    "pdf": ["typst"],
    "lake": ["arro3-core", "deltalake", "fsspec"],
    "cluster": ["distributed", "dask"],
    "pandas": ["pandas", "pyarrow"],
}
"""By extra, what is not there without it."""
MISSED = {
    "pdf": ["report", "--pdf", "report.pdf", "--db", "hands.duckdb"],
    "lake": ["publish", "poker", "--db", "hands.duckdb"],
    "cluster": ["import", "{samples}", "--db", "new.duckdb", "--scheduler", "tcp://localhost:1"],
}
"""What asks for it."""


@pytest.mark.soak
def test_the_default_install_is_small_and_names_what_it_misses(clean: Path, tmp_path: Path) -> None:
    """The quick start works in it; each extra is named in a sentence by the first command that needs it."""
    histparse, samples = clean / "histparse", str(ROOT / "sample_histories" / "pokerstars")
    installed = {line.partition("==")[0] for line in pip(clean, "list", "--format", "freeze").splitlines()}
    assert not installed & {name for names in EXTRAS.values() for name in names}
    if not INSTALLED:
        packages = distributions(name="histparse", path=[call(clean / "python", "-c", PACKAGES).strip()])
        required = {package.name: package for package in dependencies(package.requires for package in packages)}
        assert sum(map(size_of, required.values())) < 650e6
    call(histparse, "import", samples, "--db", "hands.duckdb", folder=tmp_path)
    for name, words in MISSED.items():
        command = [str(histparse), *(word.format(samples=samples) for word in words)]
        refused = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (refused.returncode, refused.stderr[-1]) == (2, "\n")
        assert refused.stderr.splitlines()[-1].startswith("histparse: ")
        assert f"pip install 'histparse[{name}]'" in refused.stderr


def size_of(package: Distribution) -> int:
    """Bytes of its files."""
    places = (Path(str(package.locate_file(file))) for file in package.files or ())
    return sum(place.stat().st_size for place in places if place.is_file())


def test_constraints_name_no_place_to_download_from() -> None:
    assert "://" not in CONSTRAINTS
    assert not [line for line in CONSTRAINTS.splitlines() if line.startswith("-")]
    assert CONSTRAINTS.count("--hash=sha256:") > CONSTRAINTS.count("==")
