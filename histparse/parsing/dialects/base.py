"""What every dialect shares: the hand being read, filled by one method for each terminal of the site's grammar."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from datetime import datetime
from math import inf
from typing import ClassVar

from msgspec.structs import replace

from histparse.model.events import Event, Note, Result, SummaryBegins, Total
from histparse.model.hand import Doubt, Hand, Header, Reading, Seat, Table
from histparse.model.times import read_time

SEATS = 24
"""No table has more; names beyond that are not looked for."""
NEVER = "(?!)"
"""A pattern that fits nothing."""


class Dialect:
    """One hand while it is read. A subclass has the methods of its site: `read_raise` for the terminal RAISE.

    A method gets the line's number, the player if the terminal has a PLAYER, then the pieces of the line in their
    order (None where one is absent). It gives the event of the line, or None and keeps what it read in the hand.
    A terminal of the grammar's `%ignore` becomes a note of its own name; `note_sit_out` may watch SIT_OUT.
    """

    site: ClassVar[str]
    opening: ClassVar[str] = NEVER
    """The pattern that the first line of a hand begins with, and no other line."""
    heading: ClassVar[str] = NEVER
    """The pattern of a line that stands before hands and holds for all that follow, until the next one."""
    whole: ClassVar[str] = NEVER
    """The pattern that a line near the beginning of a file has (any of its first lines, wherever it stands) when all
    the file is this site's: one hand, or one before each `opening`, which is looked for nowhere else."""
    apart: ClassVar[Mapping[str, str]] = {}
    """The patterns that other texts of the site begin with, by what those are: `tournament summary`."""
    foreign: ClassVar[Mapping[str, str]] = {}
    """The patterns that hands begin with where the site writes them in another language, by that language: not read."""
    english: ClassVar[str] = ""
    """How to have the site write English, in one sentence."""
    figures: ClassVar[Reading] = Reading()
    """How the figures of this site are to be read."""

    def __init__(self, lines: list[str], first: int) -> None:
        """`lines` without line ends and trailing blanks; `first` is the number of the first of them."""
        self.lines = lines
        self.first = first
        self.names: dict[str, list[str]] = {}
        """The seated players by the first letter of their name, longest name first."""
        self.header: Header | None = None
        self.table: Table | None = None
        self.seats: list[Seat] = []
        self.events: list[Event] = []
        self.notes: list[Note] = []
        self.unknown: list[int] = []
        """Numbers of the lines that nothing in the grammar fits."""
        self.doubts: list[Doubt] = []
        """What lines say that cannot be."""
        self.last = first - 1
        """The number of the last line that was understood, notes apart."""
        self.other_game: str | None = None
        self._other_id: str | None = None
        self.hero: str | None = None
        self.cancelled: int | None = None
        """The number of the line that says so."""
        self.complete = False
        """The text goes on to the hand's end: for the method of the line to say that no whole hand lacks."""

    @property
    def hand_id(self) -> str | None:
        """The site's number of the hand, also of one that is skipped."""
        return self.header.hand_id if self.header else self._other_id

    def numbered(self) -> Iterable[tuple[int, str]]:
        """What the grammar reads, with the numbers of the lines: mostly the lines themselves."""
        return enumerate(self.lines, self.first)

    def text(self, line: int) -> str:
        """The line of that number in the file."""
        return self.lines[line - self.first]

    def take_seat(self, seat: Seat) -> None:
        """A player is at the table: lines may name them from now on."""
        self.seats.append(seat)
        if len(self.seats) <= SEATS:
            names = self.names.setdefault(seat.player[0], [])
            names.append(seat.player)
            names.sort(key=len, reverse=True)

    def note(self, kind: str, line: int, player: str | None) -> None:
        """Keep a harmless line."""
        self.notes.append(Note(line, kind, self.text(line), player))

    def skip(self, hand_id: str, game: str) -> None:
        """The hand is of another game: the rest of it is not looked at."""
        self._other_id, self.other_game = hand_id, game
        del self.lines[1:]

    def doubt(self, line: int, sentence: str | None) -> None:
        """A line says what cannot be; None: it does not."""
        if sentence is not None:
            self.doubts.append(Doubt(line, sentence))

    def clock(self, line: int, text: str) -> tuple[datetime | None, str | None]:
        """The moment in UTC and the zone as the text writes it."""
        moment, zone, doubt = read_time(text)
        self.doubt(line, doubt)
        return moment, zone

    def dealt_in(self, seat: Seat) -> bool:
        """Whether that player has cards in this hand, now that the whole of it is read."""
        return seat.dealt_in

    def does_any(self, player: str, kinds: Set[type[Event]]) -> bool:
        """Whether that player does anything of these kinds."""
        return any(type(event) in kinds and getattr(event, "player", None) == player for event in self.events)

    def perhaps_an_act(self, text: str) -> bool:
        """Whether a line that nothing fits may tell what a player did: it begins with their name."""
        return any(map(text.startswith, self.names.get(text[:1], ())))

    def doubtful_from(self) -> int | None:
        """The first unknown line of the play that may be an act; None when all is known."""
        played = self.seats[-1].line if self.seats else self.last
        summary = next((event.line for event in self.events if isinstance(event, SummaryBegins)), inf)
        lines = (line for line in self.unknown if played < line < summary)
        return next((line for line in lines if self.perhaps_an_act(self.text(line))), None)

    def last_line(self) -> int:
        """The number of the last line. What nobody knows behind a whole hand may be the beginning of the next one."""
        last, unknown = self.first + len(self.lines) - 1, set(self.unknown)
        while self.complete and (last in unknown or not self.text(last)):
            last -= 1
        return last

    def hand(self, path: str) -> Hand | None:
        """The hand, as far as it was read; None without a header and a table."""
        if self.header is None or self.table is None:
            return None
        seats = [seat if self.dealt_in(seat) == seat.dealt_in else _turned(seat) for seat in self.seats]
        self._end()
        return Hand(
            path,
            self.header if self.complete else replace(self.header, partial=True),
            self.table,
            tuple(seats),
            tuple(self.events),
            tuple(self.notes),
            self.hero,
            self.figures,
            self.last_line(),
            self.doubtful_from() if self.unknown else None,
            self.cancelled is not None,
            tuple(self.doubts),
        )

    def _end(self) -> None:
        """The play of a whole hand ends before its summary, also where no heading of the site says so."""
        played = self.complete and self.cancelled is None
        if played and not any(isinstance(event, SummaryBegins) for event in reversed(self.events)):
            summary = next((event for event in self.events if isinstance(event, Total | Result)), None)
            at, line = (self.events.index(summary), summary.line) if summary else (len(self.events), self.last)
            self.events.insert(at, SummaryBegins(line))


def _turned(seat: Seat) -> Seat:
    return replace(seat, dealt_in=not seat.dealt_in)
