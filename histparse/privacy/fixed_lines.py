"""Step 7c, privacy: which lines beside the play are the site's own words and figures, with nothing of anybody's."""

from __future__ import annotations

import re
from functools import cache

from histparse.parsing.grammar import load

_ANYTHING = re.compile(r"(?<!\\)(?:\\\\)*+(?:\.|\\[SwDW]|\[\^)")
"""What matches words that the pattern does not name; `\\.` is a full stop."""


@cache
def is_fixed(site: str, kind: str) -> bool:
    """Whether a note of that kind can say nothing but what the grammar of the site says."""
    patterns = {terminal.name: terminal.pattern.to_regexp() for terminal in load(site).terminals}
    pattern = patterns.get(kind.upper().replace(" ", "_"))
    return pattern is not None and _ANYTHING.search(pattern) is None
