"""What every text being read has: its numbered lines, and what was found in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import ClassVar

from histparse.model.events import Event, Note
from histparse.model.figures import Sentence
from histparse.model.hand import Doubt
from histparse.model.times import Clock, read_time


class Lines:
    """One text being read. A subclass has a method for each terminal of its grammar: `read_raise` for RAISE.

    A method gets the line number, the player if the terminal has a PLAYER, then the parts of the line in their order
    (None if absent). It returns the event of the line, or None after storing what it read. A terminal of the grammar's
    `%ignore` becomes a note of the same name.

    Parts of a line that tell who played are called `nickname`, `hand_id`, `table`, `club`, `title`, `tournament`,
    `session`, `time` and `day`, with an underline where they are not used: by these names anonymising finds them.
    """

    site: ClassVar[str]
    milliseconds: ClassVar[str | None] = None
    """The pattern of further times in lines as they were written, since 1970."""

    def __init__(self, lines: list[str], first: int) -> None:
        """`lines` without line ends and trailing blanks; `first` is the number of the first of them."""
        self.lines = lines
        self.first = first
        self.names: dict[str, list[str]] = {}
        """The seated players by the first letter of their name, the longest name first."""
        self.events: list[Event] = []
        self.notes: list[Note] = []
        self.unknown: list[int] = []
        """Numbers of the lines that match nothing in the grammar."""
        self.doubts: list[Doubt] = []
        """Impossible statements of lines."""
        self.second_moment: datetime | None = None
        """The later moment at which the clock shows the time of the text, if it may be meant."""
        self.last = first - 1
        """The number of the last recognised line, notes excepted."""
        self.complete = False
        """Whether the text is complete; set by the method of a line that every complete text has."""

    @classmethod
    def grammar_name(cls) -> str:
        """The name of its grammar: `grammars/<name>.lark`."""
        return cls.site

    @property
    def hand_id(self) -> str | None:
        """The number by which findings name the text, if it is known."""
        return None

    def numbered(self) -> Iterable[tuple[int, str]]:
        """The lines that the grammar reads, with their numbers: usually the text's own lines."""
        return enumerate(self.lines, self.first)

    def text(self, line: int) -> str:
        """The line of that number in the file."""
        return self.lines[line - self.first]

    @staticmethod
    def letters_read(line: str) -> Sequence[int]:
        """Where in a line as it was written the letters stand that are read."""
        return range(len(line))

    @staticmethod
    def plain(name: str) -> str:
        """The name that stands for in a line."""
        return name

    def note(self, kind: str, line: int, player: str | None) -> None:
        """Keep a harmless line."""
        self.notes.append(Note(line, kind, self.text(line), player))

    def doubt(self, line: int, doubt: Sentence | None) -> None:
        """Note that a line states something impossible; None: it does not."""
        if doubt is not None:
            self.doubts.append(Doubt(line, *doubt))

    @staticmethod
    def time_of(text: str) -> Clock:
        """The time that a piece of a line states; a subclass may have to write it another way first."""
        return read_time(text)

    def clock(self, line: int, text: str) -> tuple[datetime | None, str | None]:
        """The time in UTC, and the zone as the text writes it."""
        moment, zone, doubt, self.second_moment = self.time_of(text)
        self.doubt(line, doubt)
        return moment, zone
