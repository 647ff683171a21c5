"""Sites whose hands cannot share a file with those of others: a file of theirs is wholly theirs."""

from __future__ import annotations

from histparse.model.errors import HistparseError
from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.base import NEVER


class SoleSite:
    """The sites of the hands of one file."""

    def __init__(self) -> None:
        self._sites: set[str] = set()

    def add(self, site: str) -> None:
        """Note one. Raises HistparseError when the file could not be read again."""
        self._sites.add(site)
        alone = [one for one in sorted(self._sites) if dialects()[one].whole != NEVER]
        if alone and len(self._sites) > 1:
            raise HistparseError(f"hands of {alone[0]} need a file of their own: name one site with --site")
