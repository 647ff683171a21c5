"""Hands as their sites wrote them, word for word, with three blank lines after each."""

from __future__ import annotations

from typing import BinaryIO

from histparse import export
from histparse.cli.outgoing import Selection
from histparse.cli.sole_site import SoleSite


def write(selected: Selection, out: BinaryIO) -> None:
    """The text of each hand; a heading that applies to several stands above the first of them.

    Raises UsageError for hands that cannot share a file.
    """
    above, sole = "", SoleSite()
    for result in selected.hands():
        if result.text is not None and result.hand is not None:
            sole.add(result.text.site)
            heading = result.text.heading or export.heading(result.hand)
            if heading != above:
                above = heading
                out.write(f"{heading}\n".encode(errors="surrogatepass") if heading else b"")
            out.write((result.text.text.rstrip("\n") + "\n\n\n\n").encode(errors="surrogatepass"))
            selected.wrote()
