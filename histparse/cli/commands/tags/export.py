"""`histparse tags export`: writes all tags and notes as JSON."""

from __future__ import annotations

from histparse.cli.new_file import Output, created
from histparse.cli.overwriting import Force
from histparse.cli.settings import Db, reading
from histparse.store.database.tags import TagFile, export_tags


def run(db: Db, output: Output = "-", force: Force = False) -> int:
    """Write all stars, tags and notes as JSON, to keep or to take to another computer.

    **Examples**

    - `histparse tags export -o tags.json`
    - `histparse tags export | jq '.[].hand'`
    """
    with reading(db) as store:
        tags = export_tags(TagFile(store.path))
        with created(output, force=force, read=[db]) as out:
            out.write(tags)
    return 0
