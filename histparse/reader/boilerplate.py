"""Step 1c, reader: removes what downloads and mails from a site put around the text of a hand."""

from __future__ import annotations

import re

_LINE = re.compile(
    r"""
    \ ?(?:
        (?<!\*)\*{4,}+\ ?\#\ ?\d++\ ?\*{4,}+           # `*********** # 1 **************`
        | Hand\ \#\d++:?                              # `Hand #1:`
        | Transcript\ for\ your\ last\ (?:\d++\ )?hands?\b.{0,200}
    )""",
    re.VERBOSE,
)


def without_boilerplate(text: str) -> str:
    """The text of a hand without such lines and blank lines at its end."""
    text = text.rstrip()
    while _LINE.fullmatch(text, text.rfind("\n") + 1):
        text = text[: text.rfind("\n") + 1].rstrip()
    return text


def is_boilerplate(text: str) -> bool:
    """Whether that text, before the first hand or between two, is nothing else."""
    return all(_LINE.fullmatch(line.rstrip()) for line in text.split("\n") if line and not line.isspace())


def without_margin(text: str) -> str:
    """The hand without the blank that some downloads put before each line."""
    return "\n".join(line.removeprefix(" ") for line in text.split("\n")) if text.startswith(" ") else text
