"""Archives of damaged texts, as gzip and zip make them, whole or damaged themselves."""

from __future__ import annotations

import gzip
import io
import warnings
import zipfile
from random import Random

from tests.fuzz import bytes_

METHODS = (zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2)
MEMBERS = (
    "a.txt", "b/c.txt", "../up.txt", "/root.txt", "a\nb.txt", "\x1b[31m.txt", ".hidden", "x" * 300, "caf\u00e9.txt",
    "folder/",
)  # fmt: skip
"""Names in an archive: some are the same twice, some would leave the folder if anybody unpacked them."""


def archive(members: list[bytes], random: Random) -> bytes:
    """Those files in an archive, which is damaged in two cases of three."""
    as_zip = random.random() < 0.6
    whole = _zip(members, random) if as_zip else b"".join(gzip.compress(member, mtime=0) for member in members)
    return bytes_.damaged(whole, random) if random.random() < 0.67 else whole


def _zip(members: list[bytes], random: Random) -> bytes:
    packed = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(packed, "w") as file:
        warnings.simplefilter("ignore")  # of names that come twice, which are wanted here
        for member in members:
            file.writestr(zipfile.ZipInfo(random.choice(MEMBERS)), member, random.choice(METHODS))
    return packed.getvalue()
