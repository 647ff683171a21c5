"""`make bench`: the whole report as a user asks for it - a command, from its start to its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.crowd import HERO
from histparse.store import Database

ROUNDS = 3
BUSIEST = (
    "SELECT player FROM seats WHERE dealt_in AND player <> ? GROUP BY player ORDER BY count(*) DESC, player LIMIT 1"
)


def measure(path: Path) -> dict[str, float]:
    """Seconds of the report on the terminal and as a page, the best of several.

    That of the hero who is in every hand, and of the player who is in most of them after the hero.
    """
    with Database(path, read_only=True) as database:
        ((busiest_opponent,),) = database.connection.execute(BUSIEST, [HERO]).fetchall()
    with TemporaryDirectory() as folder:
        page = ["--html", str(Path(folder, "page.html"))]
        arguments_by_name = {
            f"{player}{kind}": [player, *more]
            for player in (HERO, busiest_opponent)
            for kind, more in (("", []), (" as a page", page))
        }
        return {
            name: min(_report_seconds(path, arguments) for _ in range(ROUNDS))
            for name, arguments in arguments_by_name.items()
        }


def _report_seconds(path: Path, arguments: list[str]) -> float:
    begin = perf_counter()
    command = [sys.executable, "-m", "histparse", "report", *arguments, "--db", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    return perf_counter() - begin


def table(seconds: dict[str, float]) -> str:
    """The figures."""
    rows = [f"{name:36}{duration:>9.2f}" for name, duration in seconds.items()]
    return "\n".join([f"The whole report as a command, best of {ROUNDS}\n", f"{'':36}{'seconds':>9}", *rows])
