"""The base of all writers of lines: a method per type of event, and the error for what a site cannot express."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeVar

from histparse.export.contract import UnwritableError
from histparse.model.events import Event, Fold, Note

K = TypeVar("K")


class PlayWriter:
    """Writes the play of one hand. A subclass has `_raise` for the line of a Raise, and so on."""

    site: ClassVar[str]
    always: ClassVar[Mapping[type[Event], str]] = {}
    """Lines without names and figures."""

    def line(self, event: Event) -> str:
        """The line for that event. Raises UnwritableError for one that the site cannot express."""
        if type(event) in self.always:
            return self.always[type(event)]
        name = type(event).__name__
        write = getattr(self, f"_{name.lower()}", None)
        if write is None:
            raise UnwritableError(f"{self.site} has no line for {name}")
        line: str = write(event)
        return line

    def word(self, words: Mapping[K, str], thing: K) -> str:
        """The site's word for a value. Raises UnwritableError if it has none."""
        if thing not in words:
            raise UnwritableError(f"{self.site} has no word for `{thing}`")
        return words[thing]

    def _fold(self, event: Fold) -> str:
        return f"{event.player} folds"

    def _note(self, event: Note) -> str:
        return event.text
