"""What every command and page shows of a database, for tests of what must hold in all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from histparse.store import Database
from tests.running import Run
from tests.serve.client import Answer, visiting

COMMANDS = (
    "audit deal",
    "audit evidence -o {folder}/evidence",
    "audit play",
    "compare Hero {rival}",
    "db check",
    "db findings",
    "db info",
    "hands",
    "hands --player Hero",
    "leaks",
    "notes",
    "players",
    "report --full",
    "report --format json",
    "results",
    "results --format json",
    "sessions",
    "show {hand}",
    "stats",
    "stats bb100",
    "tags list",
    "tournaments",
)
"""Those that show figures of a database, without the option that names it."""
ELSEWHERE = frozenset(
    (
        *("aliases", "anonymise", "chart", "check", "convert", "doctor", "draw", "equity", "export", "import", "parse"),
        *("publish", "query", "retry", "river", "rules", "serve", "simulate", "sites", "start", "street", "watch"),
    )
)
"""Commands whose figures are not of a database, or that ask for what the others show."""
ADDRESSES = (
    "/",
    "/ask",
    "/ask?stat=bb100",
    "/audit",
    "/definitions",
    "/findings",
    "/hand?id={hand}",
    "/hands",
    "/hands?player=Hero&stat=bb100",
    "/leaks",
    "/learn",
    "/names",
    "/notes",
    "/opponents",
    "/players",
    "/report",
    "/session?player=Hero&stat=bb100&of=currency%3D{currency}&session={began}",
    "/sessions",
    "/sessions?sort=lost_by_mistakes",
    "/tournaments",
)
HAND = """
    SELECT site || ':' || hand_id, currency, strftime(played_at, '%Y-%m-%d+%H:%M')
    FROM hands ORDER BY played_at, hand_key
"""
RIVAL = "SELECT player FROM seats WHERE dealt_in AND player <> 'Hero' GROUP BY player ORDER BY count(*) DESC, player"


def words_of(db: Path) -> dict[str, str]:
    """What stands for the words in braces: the first hand, its currency and time, and the opponent of most hands."""
    with Database(db, read_only=True) as database:
        hand, currency, began = database.connection.execute(HAND).fetchone() or ("pokerstars:1", "USD", "")
        (rival,) = database.connection.execute(RIVAL).fetchone() or ("Nobody",)
    return {"hand": hand, "currency": currency, "began": began, "rival": rival}


def all_commands() -> frozenset[str]:
    """The commands that are here, or said to be elsewhere."""
    return ELSEWHERE | {command.split()[0] for command in COMMANDS}


def run_commands(run: Run, db: Path, folder: Path) -> Iterator[tuple[str, int, str]]:
    """Each command with its exit code and all that it prints or writes as text."""
    folder.mkdir()
    words = words_of(db) | {"folder": str(folder)}
    for command in COMMANDS:
        code, *printed = run(*(word.format(**words) for word in command.split()), "--db", db)
        files = (path for path in folder.rglob("*") if path.suffix in {".json", ".csv", ".txt", ".svg"})
        yield command, code, "\n".join([*printed, *(path.read_text(encoding="utf-8") for path in sorted(files))])


def get_pages(db: Path) -> Iterator[tuple[str, Answer]]:
    """Each page that the database fills."""
    words = words_of(db)
    with visiting(db) as client:
        for address in ADDRESSES:
            yield address, client.get(address.format(**words))
