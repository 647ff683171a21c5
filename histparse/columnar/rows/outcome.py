"""The fast lane: what became of a batch - the rows of the plain hands, and why the others are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from histparse.columnar.grammar.preambles import Preamble
from histparse.columnar.replay.workspace import Block
from histparse.columnar.rows.transposed import Rows
from histparse.columnar.scan.vocabulary import Reason
from histparse.reader import HandText


class Outcome(NamedTuple):
    """What became of a batch."""

    texts: Sequence[HandText]
    preambles: Sequence[Preamble | None]
    block: Block
    rows: Rows
    cleaned: bytes
    """The clean texts of plain hands."""
    reasons: np.ndarray
    """By text, why it is not plain."""

    @property
    def plain_texts(self) -> list[HandText]:
        """The texts of the plain hands."""
        return [text for text, reason in zip(self.texts, self.reasons.tolist(), strict=True) if reason == Reason.PLAIN]
