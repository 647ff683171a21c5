"""`histparse tags export`: writes all tags and notes as JSON."""

from __future__ import annotations

from histparse.api.tags import exported
from histparse.cli.database_option import Db, reading
from histparse.cli.new_file import Output, created
from histparse.cli.overwriting import Force


def run(db: Db, output: Output = "-", force: Force = False) -> int:
    """Write all stars, tags and notes as JSON, to keep or to take to another computer.

    **Examples**

    - `histparse tags export -o tags.json`
    - `histparse tags export | jq '.[].hand'`
    """
    with reading(db) as store:
        found = exported(store)
        with created(output, force=force, read=[db]) as out:
            out.write(found)
    return 0
