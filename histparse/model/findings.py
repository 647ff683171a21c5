"""The vocabulary of judgement: rules are declared by code, findings are values with file and line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import asdict

from histparse.model.errors import count
from histparse.model.figures import Figure, Figures, fill_template


class Severity(StrEnum):
    """The severity of a finding: how much it matters."""

    ERROR = "error"
    """The hand breaks a rule."""
    WARNING = "warning"
    """The text contradicts itself or is doubtful."""
    NOTE = "note"
    """Worth knowing; never a reason to fail."""


class Finding(Struct, frozen=True):
    """One thing wrong at one place: what `check` prints and the table `findings` stores."""

    code: str
    severity: Severity
    path: str
    line: int
    hand_id: str | None
    site: str | None
    seat: int | None
    player: str | None
    template: str
    """The sentence with a name in braces for each figure; the sentence itself if there are none."""
    figures: dict[str, Figure] = {}

    @property
    def message(self) -> str:
        """The sentence, made from template and figures."""
        return fill_template(self.template, self.figures)

    def to_dict(self) -> dict[str, Any]:
        """All fields and the sentence, for programs. Any: fields have many types."""
        return asdict(self) | {"message": self.message}


class FindingCounts(Struct, frozen=True):
    """The number of findings of each severity. Hands of other games are skipped, and are in none of them."""

    errors: int = 0
    warnings: int = 0
    notes: int = 0

    @classmethod
    def count_severities(cls, severities: Iterable[str] | Mapping[str, int]) -> Self:
        """Count findings, given their severities or the number of each severity."""
        counts = Counter(severities)
        return cls(counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.NOTE])

    @property
    def total(self) -> int:
        """All of them."""
        return self.errors + self.warnings + self.notes

    def __add__(self, counts: FindingCounts) -> FindingCounts:
        return FindingCounts(self.errors + counts.errors, self.warnings + counts.warnings, self.notes + counts.notes)

    def __str__(self) -> str:
        numbers = {"error": self.errors, "warning": self.warnings, "note": self.notes}
        return ", ".join(count(number, word) for word, number in numbers.items() if number) or "no finding"


class Rule(Struct, frozen=True):
    """A code of the rulebook. One name everywhere: code = sample file = test id = heading in the docs."""

    code: str
    title: str
    severity: Severity
    explanation: str

    @property
    def family(self) -> str:
        """The first three letters: `BET` of `BET02`."""
        return self.code[:3]

    def make_finding(
        self,
        path: str,
        line: int,
        template: str,
        figures: Figures | None = None,
        *,
        site: str | None = None,
        hand_id: str | None = None,
        seat: int | None = None,
        player: str | None = None,
    ) -> Finding:
        """A finding of this rule on one line of one file; `{name}` in its sentence is the player."""
        named = {"name": player} if player is not None and "{name}" in template else {}
        all_figures = {**named, **(figures or {})}
        return Finding(self.code, self.severity, path, line, hand_id, site, seat, player, template, all_figures)


CATALOGUE: dict[str, Rule] = {}
"""Every declared rule by code. Filled by the modules of rules; `catalogue` of their registry returns them all."""


def declare_rule(code: str, severity: Severity, title: str, explanation: str) -> Rule:
    """Add a rule to the catalogue. Raises ValueError when the code is taken: a code is never reused."""
    if code in CATALOGUE:
        raise ValueError(f"rule {code} is declared twice")
    CATALOGUE[code] = Rule(code, title, severity, explanation)
    return CATALOGUE[code]
