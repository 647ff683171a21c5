"""Text to finished rows of plain hands: what the fast lane does of an import."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

from histparse import flow
from histparse.columnar import ready
from histparse.columnar.lane import run as run_lanes
from histparse.columnar.rows.outcome import Outcome
from histparse.columnar.scan.vocabulary import Reason
from histparse.store.importing.importer import BATCH
from histparse.store.rows.filling import finished


def prepare(file: Path) -> Path:
    """Have it compiled, if it can be; the import is measured with compiled code too."""
    if not ready.is_ready():
        subprocess.run([sys.executable, "-m", "histparse", "compile"], check=False, stdout=subprocess.DEVNULL)
    return file


def run(file: Path) -> str:
    """Replay every hand; the share that is plain, and why the others are not."""
    reasons = Counter[str]()
    hands = flow.cut(file)
    while some := list(islice(hands, BATCH)):
        for found in run_lanes(some, _reasons)[0]:
            reasons.update(found)
    plain, total = reasons.pop("plain", 0), reasons.total()
    why = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
    return f"{plain / max(1, plain + total):.1%} plain; {why}"


def _reasons(outcome: Outcome) -> list[str]:
    """Why each hand is left; the rows of plain ones are made, as in an import."""
    finished(outcome)
    return [Reason(reason).name.lower() for reason in outcome.reasons.tolist()]
