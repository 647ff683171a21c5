"""Writes the table of what audits of the deal find, by simulation: `python -m docs.audit_power`, in ten minutes."""

from __future__ import annotations

from pathlib import Path

from tests.audit.faults import FAULTS, share_found

PAGE = Path(__file__).parent / "audit_power.md"
HANDS, SETS = (1_000, 5_000), 100
"""Sizes of samples, and how many of each are dealt."""


def rows() -> list[str]:
    """A line for each fault."""
    return [f"| {fault} | {' | '.join(_cell(fault, hands) for hands in HANDS)} |" for fault in FAULTS]


def _cell(fault: str, hands: int) -> str:
    return f"{round(SETS * share_found(FAULTS[fault][0], hands, SETS))} of {SETS}"


def page() -> str:
    """All of the page, below its heading the table."""
    head = ["fault", *(f"{hands:,} hands" for hands in HANDS)]
    table = [f"| {' | '.join(head)} |", "|---" * len(head) + "|", *rows()]
    caption = (
        "Sets of hands dealt with a fault in which the family of `audit deal` finds anything, corrected as always."
    )
    return "\n".join(
        [
            "<!-- Written by `python -m docs.audit_power`. -->\n",
            "# What audits of the deal find\n",
            f"{caption}\n",
            *table,
            "",
        ]
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
