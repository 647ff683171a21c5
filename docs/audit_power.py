"""Writes the table of what audits of the deal find, by simulation: `python -m docs.audit_power`, in some minutes."""

from __future__ import annotations

from pathlib import Path

from tests.audit.faults import FAULTS, share_found

PAGE = Path(__file__).parent / "audit_power.md"
SETS = {1_000: 10, 5_000: 4}
"""How many sets of hands are dealt, by their size."""


def rows() -> list[str]:
    """A line for each fault."""
    return [f"| {fault} | {' | '.join(_cell(fault, hands) for hands in SETS)} |" for fault in FAULTS]


def _cell(fault: str, hands: int) -> str:
    sets = SETS[hands]
    return f"{round(sets * share_found(FAULTS[fault][0], hands, sets))} of {sets}"


def page() -> str:
    """All of the page, below its heading the table."""
    head = ["fault", *(f"{hands:,} hands" for hands in SETS)]
    table = [f"| {' | '.join(head)} |", "|---" * len(head) + "|", *rows()]
    said = "Sets of hands dealt with a fault in which the family of `audit deal` finds anything, corrected as always."
    return "\n".join(
        [
            "<!-- Written by `python -m docs.audit_power`. -->\n",
            "# What audits of the deal find\n",
            f"{said}\n",
            *table,
            "",
        ]
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
