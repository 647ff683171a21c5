"""Step 5, judging: accepted findings - a file of known faults (a site's bug, an old hand) that are not reported."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from histparse.model.errors import HistparseError
from histparse.model.findings import Finding
from histparse.model.plain import plain, quoted
from histparse.system.files import content

_WAIVER = re.compile(r"(?P<code>[A-Z]{3}\d\d)\s+(?P<place>\S[^#]*)(?:#.*)?")


class WaiverError(HistparseError):
    """A waiver file that cannot be used; the message is one sentence naming file and line."""


class Waivers:
    """The accepted codes and places. A place is `site:hand_id`, or `path:line` outside a hand."""

    def __init__(self, accepted: Iterable[tuple[str, str]] = ()) -> None:
        self._accepted = frozenset(accepted)
        self.used = 0
        """Findings suppressed so far."""

    def accepts(self, finding: Finding) -> bool:
        """Whether that finding is waived."""
        known = (finding.code, place(finding)) in self._accepted
        self.used += known
        return known


def place(finding: Finding) -> str:
    """The place of a finding; within a hand it stays valid when the file moves."""
    return plain(f"{finding.site}:{finding.hand_id}" if finding.hand_id else f"{finding.path}:{finding.line}")


def read(path: str | Path) -> Waivers:
    """The waivers of a file: `CODE site:hand_id  # why` on each line. Raises WaiverError."""
    try:
        lines = [line.decode() for line in content(path).splitlines()]
    except (OSError, UnicodeDecodeError) as error:
        raise WaiverError(f"cannot read the waivers in {path}: {getattr(error, 'strerror', None) or error}") from error
    return Waivers(_read_line(path, number, line) for number, line in enumerate(lines, 1) if not _is_empty(line))


def _is_empty(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def _read_line(path: str | Path, number: int, line: str) -> tuple[str, str]:
    found = _WAIVER.fullmatch(line.strip())
    if found is None:
        raise WaiverError(f"{path}:{number}: a waiver is `CODE site:hand_id  # why`, not {quoted(line.strip())}")
    return found["code"], found["place"].rstrip()
