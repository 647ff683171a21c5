"""Command line: the file that keeps the secret of pseudonyms."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from histparse.cli.messages import remark

SaltFile = Annotated[
    Path | None,
    typer.Option(
        help="Keep the secret of pseudonyms in this file, so that a player gets the same one again.", metavar="FILE"
    ),
]


def say_what_became_of(salt_file: Path | None, *, is_new: bool) -> None:
    """Say whether the secret of pseudonyms is kept, and that it is one."""
    if salt_file is None:
        remark("The salt is forgotten: with --salt-file FILE the same players get the same pseudonyms next time.")
    elif is_new:
        remark(f"The salt is new, in {salt_file}: whoever has that file can find out the names. Do not share it.")
