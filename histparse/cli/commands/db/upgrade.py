"""`histparse db upgrade`: brings a database of an older histparse up to date."""

from __future__ import annotations

from histparse.api.upkeep import VERSION, upgrade
from histparse.cli.messages import progress
from histparse.cli.printing import Format, answer
from histparse.cli.settings import Db


def run(
    db: Db,
    format: Format = "text",
) -> int:
    """Bring a database of an older histparse up to date.

    A new file is made beside the old one and replaces it when complete, so there must be room for both. Hands are kept
    as they were judged; importing their files judges them again.

    **Examples**

    - `histparse db upgrade`
    - `histparse db upgrade --format json`
    """
    with progress("Upgrading"):
        version = upgrade(db)
    done = f"from schema {version} to {VERSION}" if version else f"schema {VERSION}, nothing to do"
    answer({"path": db, "before": version or VERSION, "after": VERSION}, [f"{db}: {done}"], format)
    return 0
