"""The identity of this program, from the contents of its files: a checkout changes without a new version."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from histparse.system.resources import PACKAGE, folder

MADE_OF = {".py", ".toml", ".lark", ".sql"}


@cache
def program() -> str:
    """A name that no other or modified version has: 16 hexadecimal digits."""
    folders = [PACKAGE, folder("grammars"), folder("analytics") / "neighbours"]
    files = {str(file): file for place in folders for file in place.rglob("*") if file.suffix in MADE_OF}
    made_of = sha256()
    for _, file in sorted(files.items()):
        made_of.update(file.name.encode() + b"\0" + file.read_bytes())
    return made_of.hexdigest()[:16]
