"""Step 6 of a hand: hide what the text does not tell, as the writers do."""

from __future__ import annotations

from histparse.writers.sight import as_told

__all__ = ["as_told"]
