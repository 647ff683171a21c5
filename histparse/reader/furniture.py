"""Step 1c, reader: what downloads and mails from a site put around the text of a hand, taken off again."""

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


def without_furniture(text: str) -> str:
    """The text without such lines and the blank ones at its end, behind a hand."""
    text = text.rstrip()
    while _LINE.fullmatch(text, text.rfind("\n") + 1):
        text = text[: text.rfind("\n") + 1].rstrip()
    return text


def is_furniture(text: str) -> bool:
    """Whether there is nothing else in that text, before the first hand or between two."""
    return all(_LINE.fullmatch(line.rstrip()) for line in text.split("\n") if line and not line.isspace())


def without_margin(text: str) -> str:
    """The hand without the blank that some downloads have before each of its lines."""
    return "\n".join(line.removeprefix(" ") for line in text.split("\n")) if text.startswith(" ") else text
