"""`histparse db check`: whether a database contradicts itself."""

from __future__ import annotations

from collections.abc import Iterator

from histparse import Check
from histparse.api.upkeep import number_of_checks
from histparse.cli.messages import progress
from histparse.cli.printing import Format, answer
from histparse.cli.settings import Db, reading


def run(
    db: Db,
    format: Format = "text",
) -> int:
    """Check that a database is sound: nets and rake add up to zero, no key is missing, every digest is right.

    Every block is read, so a damaged disk shows as well. Exit code: 0 sound, 1 something is wrong, 2 could not run.

    **Examples**

    - `histparse db check`
    - `histparse db check --format json`
    """
    with reading(db) as store, progress("Checking", number_of_checks()) as advance:
        made = store.verify(told=advance)
    answer(made, _lines(made, db), format)
    return int(any(check.wrong for check in made))


def _lines(made: list[Check], db: str) -> Iterator[str]:
    for check in made:
        yield f"{'WRONG' if check.wrong else 'ok':<5} {check.name}{f': {check.wrong:,} times' if check.wrong else ''}"
        yield from (f"        {sentence}" for sentence in check.examples)
    if any(check.wrong for check in made):
        yield f"{db} contradicts itself: restore a backup, or import the histories into a new file"
