"""Do the tests notice mistakes? `python -m tests.mutants.run`: mutants of what judges and filters, drawn by a seed.

Each is tried in a copy of the tree, never in the source: first by the tests of its own folder, the quickest files
first, then by those of folders further down the data flow, as far as the time for one mutant goes.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from compileall import compile_dir
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from random import Random
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired

from msgspec import Struct

from tests.mutants.make import Mutant, mutants

ROOT = Path(__file__).parent.parent.parent
COPIED = ("histparse", "tests", "grammars", "analytics", "sample_histories", "docs", "pyproject.toml")
"""What the tests read."""
SOURCES = {
    "histparse/replay/**/*.py": ("rules", "judging", "simulate"),
    "histparse/rules/**/*.py": ("judging", "simulate", "replay"),
    "histparse/stats/filter*.py": (),
}
"""What mutants are made of, and the folders of tests that follow those of its own folder."""
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=line")
FIRST = 0.25
"""The share of the time that is for the first tests of a mutant."""
SLOWER = 10
"""So many times their processor seconds tests may take before a mutant counts as caught: it does not end."""
NO_TEST = "(pytest ends with"
"""What is said where no test fails, but nothing can be tested."""
MEMORY = 8 << 30
"""Bytes that a process may ask for: nor may a mutant take the machine's memory."""


class Outcome(Struct, frozen=True):
    """What became of a mutant."""

    mutant: Mutant
    caught_by: str
    """A test; empty if it survived."""

    def __str__(self) -> str:
        """The line of a report."""
        return f"{'caught' if self.caught_by else 'SURVIVED'} {self.mutant.text}  {self.caught_by}".rstrip()


class Copy:
    """A copy of the tree in which a mutant can be tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name)
            else:
                shutil.copy2(ROOT / name, folder / name)
        compile_dir(folder / "histparse", quiet=1)  # once, and not anew for each mutant

    def fails(self, files: Iterable[str], seconds: float) -> str:
        """The first test that fails, or that time was up; empty if all pass."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, *PYTEST, *files]
        process = Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
        )
        try:
            printed, _ = process.communicate(timeout=seconds)
        except TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # and what the tests have started
            process.communicate()
            return "(does not end)"
        if process.returncode == 0:
            return ""
        lines = printed.decode(errors="replace").splitlines()
        failures = (line.split(" - ")[0] for line in lines if line.startswith(("FAILED tests", "ERROR tests")))
        return next(failures, f"{NO_TEST} {process.returncode})")

    def try_out(self, mutant: Mutant, source: str, parts: list[list[str]], seconds: float) -> Outcome:
        """Put the mutant's source in the place of its module's, and that back afterwards."""
        module = self.folder / mutant.path
        module.write_text(source, encoding="utf-8")
        # Compiled modules are told apart by seconds, and a mutant is tried in less.
        for compiled in (module.parent / "__pycache__").glob(f"{module.stem}.*.pyc"):
            compiled.unlink()
        try:
            failed = (self.fails(files, seconds) for files in parts)
            outcome = Outcome(mutant, next(filter(None, failed), ""))
        finally:
            shutil.copy2(ROOT / mutant.path, module)
        if outcome.caught_by.startswith(NO_TEST) and (still := self.fails(parts[0], seconds)):
            raise RuntimeError(f"tests fail without a mutant too: {still}")
        return outcome


def all_mutants() -> dict[str, list[Mutant]]:
    """Those of the source as it is, by their pattern in `SOURCES`."""
    return {
        pattern: [
            mutant
            for path in sorted(ROOT.glob(pattern))
            for mutant in mutants(path.relative_to(ROOT), path.read_text(encoding="utf-8"))
        ]
        for pattern in SOURCES
    }


def draw(count: int, seed: int) -> list[Mutant]:
    """As many of each pattern, drawn by the seed, in any order: the first of them are a fair sample too."""
    random, shares = Random(seed), len(SOURCES)  # noqa: S311 - the same seed must give the same mutants
    drawn = [
        mutant
        for place, possible in enumerate(all_mutants().values())
        for mutant in random.sample(possible, min(len(possible), (count + place) // shares))
    ]
    return random.sample(drawn, len(drawn))


def nearest_files(pattern: str) -> list[list[str]]:
    """The test files that fit the modules of a pattern, nearest first: of their name, of their folder, of others."""
    folder, name = Path(pattern).parts[1], Path(pattern).name
    named = [] if name == "*.py" else sorted(ROOT.glob(f"tests/*/test_{name}"))
    folders = [sorted(ROOT.glob(f"tests/{tested}/test_*.py")) for tested in (folder, *SOURCES[pattern])]
    return [[str(path.relative_to(ROOT)) for path in paths] for paths in (named, *folders)]


def measured(copy: Copy, patterns: Iterable[str], seconds: float, say: Callable[[str], None]) -> dict[str, float]:
    """How many processor seconds each test file takes as it is; those that fail or take longer are left out."""
    files = sorted({file for pattern in patterns for files in nearest_files(pattern) for file in files})
    durations = dict[str, float]()
    for file in files:  # one after the other: the system adds up what all children took
        begin = _seconds_of_children()
        if failing := copy.fails([file], SLOWER * seconds):
            say(f"left out: {file}, without a mutant: {failing}")
        elif (spent := _seconds_of_children() - begin) <= seconds:
            durations[file] = spent
    return durations


def _seconds_of_children() -> float:
    """The processor seconds of all processes that have ended: a busy machine takes no more of them."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def chosen(pattern: str, durations: dict[str, float], seconds: float) -> list[list[str]]:
    """The files to try, for so many seconds: the nearest folders first and the quickest of each, in two parts.

    The second part, most of the time, is for what survives the first.
    """
    parts, whole = [list[str](), list[str]()], 0.0
    for nearest in nearest_files(pattern):
        for file in sorted(set(nearest) & durations.keys() - {*parts[0], *parts[1]}, key=lambda file: durations[file]):
            if not whole or whole + durations[file] <= seconds:
                whole += durations[file]
                parts[whole > seconds * FIRST].append(file)
    return [part for part in parts if part]


def outcomes(drawn: list[Mutant], durations: dict[str, float], copies: list[Copy], seconds: float) -> Iterator[Outcome]:
    """What becomes of each, as many at a time as there are copies."""
    free = SimpleQueue[Copy]()
    for copy in copies:
        free.put(copy)
    plans = {pattern: chosen(pattern, durations, seconds) for pattern in SOURCES}

    def tried(mutant: Mutant, source: str) -> Outcome:
        copy = free.get()
        try:
            return copy.try_out(mutant, source, plans[_pattern(mutant)], SLOWER * seconds)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        for future in as_completed([pool.submit(tried, mutant, mutant.source) for mutant in drawn]):
            yield future.result()


def _pattern(mutant: Mutant) -> str:
    return next(pattern for pattern in SOURCES if ROOT / mutant.path in set(ROOT.glob(pattern)))


def main() -> None:
    """Try them and say what became of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=47)
    parser.add_argument("--seconds", type=float, default=100, help="of the processor, for the tests of one mutant")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--again", type=Path, help="only those that survived in this report")
    options = parser.parse_args()

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    drawn = draw(options.count, options.seed)
    if options.again:
        survived = {line.removeprefix("SURVIVED ") for line in options.again.read_text().splitlines()}
        drawn = [mutant for mutant in drawn if mutant.text in survived]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.RLIM_INFINITY))
    with tempfile.TemporaryDirectory() as folder:
        copies = [Copy(Path(folder, str(number))) for number in range(options.workers)]
        durations = measured(copies[0], {_pattern(mutant) for mutant in drawn}, options.seconds, say)
        results = Counter[bool]()
        for outcome in outcomes(drawn, durations, copies, options.seconds):
            say(str(outcome))
            results[bool(outcome.caught_by)] += 1
    say(f"{results[True]} of {results.total()} mutants caught")


if __name__ == "__main__":
    main()
