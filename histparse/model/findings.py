"""The vocabulary of judgement: rules are declared by code, findings are values with file and line."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct


class Severity(StrEnum):
    """How much a finding matters."""

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
    message: str


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

    def at(
        self,
        path: str,
        line: int,
        message: str,
        *,
        site: str | None = None,
        hand_id: str | None = None,
        seat: int | None = None,
        player: str | None = None,
    ) -> Finding:
        """A finding of this rule on one line of one file."""
        return Finding(self.code, self.severity, path, line, hand_id, site, seat, player, message)


CATALOGUE: dict[str, Rule] = {}
"""Every declared rule by code. Filled by the modules of rules; `histparse.rules.catalogue()` returns them all."""


def declare(code: str, severity: Severity, title: str, explanation: str) -> Rule:
    """Add a rule to the catalogue. Raises ValueError when the code is taken: a code is never reused."""
    if code in CATALOGUE:
        raise ValueError(f"rule {code} is declared twice")
    CATALOGUE[code] = Rule(code, title, severity, explanation)
    return CATALOGUE[code]
