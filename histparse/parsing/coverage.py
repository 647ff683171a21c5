"""Step 2, parsing: which lines of each site's text are understood, for `histparse sites` and the docs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from histparse.parsing.dialects.base import dialects
from histparse.parsing.grammar import grammar_source, load_grammar
from histparse.parsing.summaries.base import summaries

_SECTION = re.compile(r"^// --- (.+?) ---$|^([A-Z_]+)(?:\.\d+)?:(.*)$", re.MULTILINE)
_SEEN_MARK = "// seen in real hands but for lines marked: only documented"
"""The comment of a grammar whose lines were seen in real hands; without it all of them are only documented."""
_DOCUMENTED = "// only documented"
"""In such a grammar, the comment after a terminal that was not seen in real hands yet."""


class Proof(StrEnum):
    """The evidence for a line."""

    SEEN = "seen"
    """The line was seen in a real hand."""
    DOCUMENTED = "documented"
    """Known only from other programs or the site's own pages."""


class KnownLine(Struct, frozen=True):
    """A line of one site that is recognised."""

    site: str
    part: str
    """The part of the text: `the play`, `the summary`."""
    event: str
    """The terminal of the grammar as words: `stand pat`."""
    proof: Proof


def list_known_lines() -> list[KnownLine]:
    """All lines of all sites, in the order of their grammars; those of hands before those of summaries."""
    kinds = [*sorted(dialects().items()), *sorted(summaries().items())]
    return [line for site, kind in kinds for line in _list_whole_lines_of_grammar(site, kind.grammar_name())]


def has_real_hands(site: str) -> bool:
    """Whether a real hand of that site has been seen."""
    return _SEEN_MARK in grammar_source(site)


def group_proofs_by_part_event_site(lines: Iterable[KnownLine]) -> dict[str, dict[str, dict[str, Proof]]]:
    """The lines by part, event and site."""
    parts: dict[str, dict[str, dict[str, Proof]]] = {}
    for line in lines:
        parts.setdefault(line.part, {}).setdefault(line.event, {})[line.site] = line.proof
    return parts


def _list_whole_lines_of_grammar(site: str, grammar_name: str) -> Iterable[KnownLine]:
    """The terminals of a grammar of the site that are whole lines; the others are parts of lines."""
    whole = {terminal.name for terminal in load_grammar(grammar_name).terminals}
    text, part = grammar_source(grammar_name), ""
    for section, terminal, pattern in _SECTION.findall(text):
        part = section or part
        if terminal in whole:
            was_met = _SEEN_MARK in text and not pattern.rstrip().endswith(_DOCUMENTED)
            proof = Proof.SEEN if was_met else Proof.DOCUMENTED
            yield KnownLine(site, part, terminal.lower().replace("_", " "), proof)
