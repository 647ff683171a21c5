"""`make bench`: what people wait for - the page after a session, the first report, a filter, a short command.

`python -m benchmarks.waiting` measures each in a fresh process, in processor seconds beside those of a fixed unit of
work, so that machines can be compared.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from shutil import copy, rmtree

from benchmarks.year import HERO, NEW_YEAR, deal, settings_of
from histparse.report.renewal import __name__ as RENEWAL  # noqa: N812 - the module as Python runs it
from histparse.simulate import deal_hands
from tests.dealer.writing import write_all

FOLDER = Path("build", "bench", "waiting")
RESULT = FOLDER.parent / "waiting.json"
HANDS_OF_MONTHS, HANDS_OF_YEAR, MANY_HANDS, HANDS_OF_SESSION, FEW_HANDS = 3_000, 24_000, 100_000, 300, 20
FILTER = "position=BTN"
UNIT = "sum(x * x % 7 for x in range(10_000_000))"
"""The fixed unit of work: plain Python, about a second."""
Line = tuple[str, float]


def main() -> None:
    """Measure and print."""
    unit = min(_cpu_seconds(["-c", UNIT]) for _ in range(3))
    lines = list(measure())
    RESULT.write_text(json.dumps({"unit": unit, **dict(lines)}, indent=2))
    print(f"{'processor seconds':58}{'seconds':>9}{'units':>8}")
    print(
        "\n".join(f"{name:58}{seconds:>9.2f}{seconds / unit:>8.2f}" for name, seconds in [("the unit", unit), *lines])
    )


def measure() -> Iterator[Line]:
    """Each thing that is waited for, and its processor seconds."""
    months, year, large = (_database(hands) for hands in (HANDS_OF_MONTHS, HANDS_OF_YEAR, MANY_HANDS))
    few_hands, session = FOLDER / "few.txt", FOLDER / "session.txt"
    for file, hands, seed in ((few_hands, FEW_HANDS, 1), (session, HANDS_OF_SESSION, 2)):
        dealt = deal_hands(settings_of("pokerstars", hands, 900 + seed, NEW_YEAR.replace(year=2014), Random(seed)))  # noqa: S311 - the same in every run
        file.write_text(write_all(dealt), encoding="utf-8")
    for name, arguments in (
        ("--version", ["--version"]),
        ("--help", ["--help"]),
        (f"check of {FEW_HANDS} hands", ["check", str(few_hands)]),
        (f"stats pat_rate, {HANDS_OF_MONTHS:,} hands", ["stats", "pat_rate", "--db", str(months)]),
        (f"hands --limit 20, {HANDS_OF_MONTHS:,} hands", ["hands", "--limit", "20", "--db", str(months)]),
    ):
        yield name, min(_command_seconds(*arguments) for _ in range(3))
    yield from _measure_reports(year, large, session)


def _measure_reports(year: Path, large: Path, session: Path) -> Iterator[Line]:
    _forget()
    yield f"first report, {HANDS_OF_YEAR:,} hands", _command_seconds("report", HERO, "--db", str(year))
    yield from _page(f"Home, {HANDS_OF_YEAR:,} hands", year, f"/?player={HERO}")
    home, page = f"/?player={HERO}", f"/report?player={HERO}"
    yield from _page(f"Home with a new filter, {HANDS_OF_YEAR:,} hands", year, home, f"{home}&{FILTER}")
    yield from _page(f"report page with a new filter, {HANDS_OF_YEAR:,} hands", year, page, f"{page}&{FILTER}")
    _forget()
    _cpu_seconds(["-m", RENEWAL, str(year.resolve())])
    yield (
        f"first report after counting ahead, {HANDS_OF_YEAR:,} hands",
        _command_seconds("report", HERO, "--db", str(year)),
    )
    played = Path(copy(large, FOLDER / "played.duckdb"))
    name = f"{HANDS_OF_SESSION} hands into {MANY_HANDS:,}"
    yield f"import of {name}", _command_seconds("import", str(session), "--db", str(played))
    yield f"counted ahead after {name}", _cpu_seconds(["-m", RENEWAL, str(played.resolve())])
    yield f"report after {name}", _command_seconds("report", HERO, "--db", str(played))
    yield from _page(f"Home after {name}", played, f"/?player={HERO}")
    yield "serve, one page: megabytes at most", _measure_page(year, f"/?player={HERO}")["peak"] / 1e6


def _database(hands: int) -> Path:
    """A year of so many hands, dealt and imported but once."""
    folder = FOLDER / f"year of {hands}"
    database = Path(f"{folder}.duckdb")
    if not database.exists():
        rmtree(folder, ignore_errors=True)
        deal(folder, hands)
        _command_seconds("import", str(folder), "--db", str(database))
        players = [f"{site}:{HERO}" for site in ("pokerstars", "fulltilt")]
        _command_seconds("aliases", HERO, *players, "--db", str(database))
    return database


def _forget() -> None:
    """Empty the cache, as on a new machine."""
    rmtree(FOLDER / "cache", ignore_errors=True)


def _page(name: str, database: Path, *addresses: str) -> Iterator[Line]:
    times = _measure_page(database, *addresses)
    yield f"{name}: first chart", times["first"]
    yield f"{name}: all", times["whole"]


def _measure_page(database: Path, *addresses: str) -> dict[str, float]:
    """The last of these pages in a server that has just begun."""
    command = [sys.executable, "-m", "benchmarks.page", str(database), *addresses]
    process = subprocess.run(command, stdout=subprocess.PIPE, check=True, env=_environment())
    times: dict[str, float] = json.loads(process.stdout)
    return times


def _command_seconds(*arguments: str) -> float:
    return _cpu_seconds(["-m", "histparse", *arguments])


def _cpu_seconds(arguments: list[str]) -> float:
    """The processor seconds of a program."""
    usage_before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=_environment())
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime - usage_before.ru_utime - usage_before.ru_stime


def _environment() -> Mapping[str, str]:
    """Nothing goes on behind a measurement, and nothing is kept from another. NumPy: as `histparse` has it.

    Modules are compiled once, as on any machine, even where this program was told to write no bytecode.
    """
    settings = {"HISTPARSE_AHEAD": "no", "OPENBLAS_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": ""}
    return {**os.environ, **settings, "HISTPARSE_CACHE": str((FOLDER / "cache").resolve())}


if __name__ == "__main__":
    main()
