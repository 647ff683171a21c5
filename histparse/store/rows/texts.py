"""Step 6b, rows: the table `texts` - a hand's original text, to be shown, exported or judged again."""

from __future__ import annotations

from msgspec import Struct

from histparse.store.observe.row_buffer import Rows


class TextRow(Struct, kw_only=True):
    """A row of `texts`."""

    hand_key: int
    text: str
    """The hand's own lines."""


class Texts(Rows):
    """The rows of `texts`."""

    def __init__(self) -> None:
        super().__init__("texts", TextRow)
        self.enter = self.adding(TextRow)
        """Add the text of a hand."""
