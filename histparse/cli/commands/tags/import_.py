"""`histparse tags import`: adds the tags and notes of an export to those that are there."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse.cli.printing import UsageError, say
from histparse.cli.settings import Db, reading
from histparse.model.plain import count, quoted
from histparse.store.database.tags import TagFile, import_tags
from histparse.system.files import content

NEEDS_ARGUMENTS = True


def run(
    db: Db, file: Annotated[str, typer.Argument(help="What `histparse tags export` wrote.", metavar="FILE")]
) -> int:
    """Add the stars, tags and notes of an export to those there are. Of two notes on a hand both stay.

    Hands need not be in the database yet: their tags wait for them.

    **Examples**

    - `histparse tags import tags.json`
    """
    try:
        data = content(file)
    except OSError as error:
        raise UsageError(f"cannot read {quoted(file)}: {error.strerror or error}") from error
    with reading(db) as store:
        number = import_tags(TagFile(store.path), data)
    say(f"{count(number, 'hand')} with tags or notes taken from {quoted(file)}.")
    return 0
