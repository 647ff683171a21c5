"""`histparse db compact`: gives back the space that removed rows left in a database."""

from __future__ import annotations

from histparse.api.upkeep import compact
from histparse.cli.messages import progress
from histparse.cli.printing import Format, answer
from histparse.cli.settings import Db


def run(
    db: Db,
    format: Format = "text",
) -> int:
    """Write a database anew without the space that removed rows left; nothing in it changes.

    The new file is made beside the old one and replaces it when complete, so there must be room for both.

    **Examples**

    - `histparse db compact`
    - `histparse db compact --format json`
    """
    with progress("Compacting"):
        sizes = compact(db)
    answer(sizes, [f"{db}: {sizes.before / 1e6:,.1f} MB before, {sizes.after / 1e6:,.1f} MB now"], format)
    return 0
