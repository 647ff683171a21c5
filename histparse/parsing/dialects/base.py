"""The base of all dialects: the text being read, filled in by one method per terminal of the site's grammar.

A dialect is the class of a site in a module of its package, which is found there by the site's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime
from functools import cache
from importlib import import_module
from inspect import isclass
from pkgutil import iter_modules
from typing import ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from histparse.model import events as ev
from histparse.model.errors import HistparseError, suggest_names
from histparse.model.events import Event, Note
from histparse.model.figures import Sentence
from histparse.model.hand import Doubt, Hand, Header, Reading, Seat, TableLine
from histparse.model.times import Clock, parse_stated_time

SEATS = 24
"""No table has more players; further names are not looked for."""
WITH_CARDS: frozenset[type[Event]] = frozenset(
    {*ev.ACTS, ev.Deal, ev.Discard, ev.StandPat, ev.Show, ev.Muck, ev.Collect}
)
"""What happens only to a player with cards."""
NO_MATCH = "(?!)"
"""A pattern that matches nothing."""


class OwnResult(Struct, frozen=True):
    """The player's result in the tournament by one line of a hand; None: nothing. Amounts in 1/100."""

    tournament_place: int | None = None
    tournament_prize: int | None = None
    bounties_won: int | None = None
    bounty_won: int | None = None
    rebuys: int | None = None
    addons: int | None = None


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

    def numbered_lines_to_parse(self) -> Iterable[tuple[int, str]]:
        """The lines that the grammar reads, with their numbers: usually the text's own lines."""
        return enumerate(self.lines, self.first)

    def line_text(self, line: int) -> str:
        """The line of that number in the file."""
        return self.lines[line - self.first]

    @property
    def end_line(self) -> int:
        """The number of the last line of the text."""
        return self.first + len(self.lines) - 1

    @property
    def unknown_lines_but_cut_off_last(self) -> list[int]:
        """The numbers of the unknown lines, without the last line of an incomplete text."""
        return [line for line in self.unknown if self.complete or line != self.end_line]

    @staticmethod
    def original_positions(line: str) -> Sequence[int]:
        """Where in a line as it was written the letters stand that are read."""
        return range(len(line))

    @staticmethod
    def decode_name(name: str) -> str:
        """The name that stands for in a line."""
        return name

    def record_note(self, kind: str, line: int, player: str | None) -> None:
        """Keep a harmless line."""
        self.notes.append(Note(line, kind, self.line_text(line), player))

    def note_doubt(self, line: int, doubt: Sentence | None) -> None:
        """Note that a line states something impossible; None: it does not."""
        if doubt is not None:
            self.doubts.append(Doubt(line, *doubt))

    @staticmethod
    def parse_time(text: str) -> Clock:
        """The time that a piece of a line states; a subclass may have to write it another way first."""
        return parse_stated_time(text)

    def parse_time_and_note_doubt(self, line: int, text: str) -> tuple[datetime | None, str | None]:
        """The time in UTC, and the zone as the text writes it."""
        moment, zone, doubt, self.second_moment = self.parse_time(text)
        self.note_doubt(line, doubt)
        return moment, zone


class Dialect(Lines):
    """One hand being read. A subclass has the methods of its site: `read_raise` for the terminal RAISE."""

    opening: ClassVar[str] = NO_MATCH
    """The pattern that matches the beginning of a hand's first line, and of no other line."""
    heading: ClassVar[str] = NO_MATCH
    """The pattern of a heading that applies to all hands after it, until the next heading."""
    whole: ClassVar[str] = NO_MATCH
    """The pattern of one of the first lines of a file that is wholly this site's: it is one hand, or has one before
    each `opening`, which is searched for only in such files."""
    other_texts: ClassVar[Mapping[str, str]] = {}
    """The patterns that other texts of the site begin with, by kind: `tournament summary`."""
    marks: ClassVar[str] = NO_MATCH
    """The pattern that lines of no other site begin with: it tells whose a text is that has lost its first line."""
    foreign: ClassVar[Mapping[str, str]] = {}
    """By language, the patterns that hands in other languages begin with; these are not read."""
    english: ClassVar[str] = "a hand in {language}; only English ones can be read"
    """What is said of such a hand: how to make the site write English."""
    writes_signs: ClassVar[bool] = True
    """Whether amounts have the sign of their currency."""
    figures: ClassVar[Reading] = Reading()
    """How this site's figures are to be read."""
    seen_in: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By the number of a real hand, which of these figures it shows."""

    def __init__(self, lines: list[str], first: int) -> None:
        """`lines` without line ends and trailing blanks; `first` is the number of the first of them."""
        super().__init__(lines, first)
        self.header: Header | None = None
        self.table: TableLine | None = None
        self.seats: list[Seat] = []
        self.unfinished: dict[str, int] = {}
        """Places of events that a line further down completes, by what that line has in common with theirs."""
        self.stacks_before_posts = True
        """Whether the stacks of seat lines include the forced bets."""
        self.other_game: str | None = None
        self._other_id: str | None = None
        self.hero: str | None = None
        self.cancelled: int | None = None
        """The number of the line that says the hand was cancelled."""

    @property
    def hand_id(self) -> str | None:
        """The site's number of the hand, skipped hands included."""
        return self.header.hand_id if self.header else self._other_id

    @staticmethod
    def parse_result(terminal: str, pieces: Sequence[str | None]) -> OwnResult | None:  # noqa: ARG004 - for sites that tell
        """Read the player's result in the tournament from a note of that kind, with these pieces; None: nothing."""
        return None

    def add_seat(self, seat: Seat) -> None:
        """Seat a player: lines may name them from now on."""
        self.seats.append(seat)
        if len(self.seats) <= SEATS:
            names = self.names.setdefault(seat.player[0], [])
            names.append(seat.player)
            # The longest first, as one name may begin another, and a name may be a whole act.
            names.sort(key=len, reverse=True)

    def is_placeholder_name(self, player: str) -> bool:  # noqa: ARG002 - for sites that leave out names
        """Whether the text does not name that player."""
        return False

    def mark_as_other_game_and_drop_rest(self, hand_id: str, game: str) -> None:
        """The hand is of another game: the rest of it is not read."""
        self._other_id, self.other_game = hand_id, game
        del self.lines[1:]

    def was_dealt_in(self, seat: Seat) -> bool:
        """Whether that player has cards in this hand, judged after reading all of it."""
        return seat.dealt_in

    def takes_part_in_hand(self, seat: Seat) -> bool:
        """Whether that player is dealt cards, posts or acts; in a text that is cut short, all do who are not away."""
        return self.has_event_of(seat.player, WITH_CARDS | {ev.Post}) or (seat.dealt_in and not self.complete)

    def has_event_of(self, player: str, kinds: Set[type[Event]]) -> bool:
        """Whether that player does anything of these kinds."""
        return any(type(event) in kinds and getattr(event, "player", None) == player for event in self.events)

    @property
    def unread_lines(self) -> tuple[int, ...]:
        """The unknown lines below the table's: above it every line is in a place of its own."""
        return tuple(line for line in sorted(self.unknown) if self.table and line > self.table.line)

    def last_line(self) -> int:
        """The number of the last line. Unknown text after a complete hand may be the beginning of the next one."""
        last, unknown = self.end_line, set(self.unknown)
        while self.complete and (last in unknown or not self.line_text(last)):
            last -= 1
        return last

    def build_hand(self, path: str) -> Hand | None:
        """The hand, as far as it was read; None without a header and a table."""
        if self.header is None or self.table is None:
            return None
        if self.second_moment:
            self.header = replace(self.header, or_at=self.second_moment)
        self._shorten_seat_names_to_actors()
        seats = [replace(seat, dealt_in=self._has_cards(seat)) for seat in self.seats]
        self._insert_missing_summary_heading()
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
            self.unread_lines,
            self.cancelled is not None,
            tuple(self.doubts),
        )

    def _shorten_seat_names_to_actors(self) -> None:
        """Give a seat the name of a stranger who acts where a player sits who does not, called so with further words.

        They are no part of the name, and so the line is not known.
        """
        active = {getattr(event, "player", None) for event in self.events}
        strangers = active - {seat.player for seat in self.seats} - {None}
        for index, seat in enumerate(self.seats if strangers else ()):
            prefixes = [name for name in strangers if name and seat.player.startswith(f"{name} ")]
            if prefixes and seat.player not in active:
                self.seats[index] = replace(seat, player=max(prefixes, key=len))
                self.unknown.append(seat.line)

    def _has_cards(self, seat: Seat) -> bool:
        """Where lines are unknown, one of them may be what says so of a player who acts."""
        return self.was_dealt_in(seat) or (bool(self.unread_lines) and self.has_event_of(seat.player, WITH_CARDS))

    def _insert_missing_summary_heading(self) -> None:
        """The play of a complete hand ends before its summary, even if the site prints no heading."""
        played = self.complete and self.cancelled is None
        if played and not any(isinstance(event, ev.SummaryBegins) for event in reversed(self.events)):
            summary = next((event for event in self.events if isinstance(event, ev.Total | ev.Result)), None)
            place, line = (self.events.index(summary), summary.line) if summary else (len(self.events), self.last)
            self.events.insert(place, ev.SummaryBegins(line))


# --- the dialects that there are --------------------------------------------------------------------------------------

Kind = TypeVar("Kind", bound=Lines)


def find_dialects(package: str, kind: type[Kind]) -> dict[str, type[Kind]]:
    """Every dialect of that kind by the name of its site; new modules of the package are found automatically."""
    names = (f"{package}.{module.name}" for module in iter_modules(import_module(package).__path__))
    members = [member for name in names for member in vars(import_module(name)).values() if isclass(member)]
    return {member.site: member for member in members if issubclass(member, kind) and hasattr(member, "site")}


@cache
def dialects() -> dict[str, type[Dialect]]:
    """Every dialect of hands by the name of its site."""
    return find_dialects(__name__.rpartition(".")[0], Dialect)


def require_known_site(site: str | None) -> str | None:
    """The site requested, in any case, None for any. Raises HistparseError when it is unknown."""
    if site is None or site.casefold() in dialects():
        return site and site.casefold()
    raise HistparseError(suggest_names("site", site, dialects()))
