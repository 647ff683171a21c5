"""Step 7c, privacy: a hand of PHH with other names, numbers and times as the values of their keys.

What a key of somebody's own says, and a comment, are left out: nothing tells what is in them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC
from typing import NamedTuple
from zoneinfo import ZoneInfo

from histparse.export.phh.lines import number_or_string, quote_string
from histparse.model.hand import Hand
from histparse.parsing.dialects.phh import LABELS, Phh
from histparse.parsing.dialects.phh_keys import DRAWS_TOLD, KNOWN_CARDS, STAKES
from histparse.parsing.dialects.toml import Toml
from histparse.parsing.grammar import hand_grammar
from histparse.privacy.in_place import UNKNOWN, UnreplacedError
from histparse.privacy.masked import Wishes
from histparse.privacy.pseudonyms import Pseudonyms
from histparse.reader import HandText

_PLAY = (*STAKES, "actions", "seats", "seat_count", "level", "winnings", "finishing_stacks", KNOWN_CARDS, DRAWS_TOLD)
_TERMS = ("currency", "currency_symbol", "ante_trimming_status", "rake_percentage", "time_limit", "time_banks")
_DATE_KEYS = ("year", "month", "day", "time")
_COPIED_KEYS = frozenset({*_PLAY, *_TERMS, *_DATE_KEYS, "time_zone", "players", "hand", "event", "table"})


class Value(NamedTuple):
    """A value of a key, and where it stands, quotes included."""

    line: int
    begin: int
    end: int
    text: str


class PlacedToml(Toml):
    """The table, with the places of its values."""

    @staticmethod
    def usual(_line: str) -> None:  # type: ignore[override]  # no line is read without its places
        """Read all lines token by token."""

    def __init__(self, lines: list[str]) -> None:
        self.values: defaultdict[str, list[Value]] = defaultdict(list)
        self.key_of: dict[int, str] = {}
        """The key that each line belongs to."""
        self.comment_at: dict[int, int] = {}
        """Where the comment of a line begins."""
        self._key = ""
        super().__init__(lines, 0)

    def _begin_entry(self, number: int, key: str) -> None:
        self._key = key
        super()._begin_entry(number, key)

    def _read_values(self, number: int, line: str, start: int) -> None:
        self.key_of[number] = self._key
        super()._read_values(number, line, start)

    def _add_value(self, number: int, text: str, place: tuple[int, int]) -> None:
        self.values[self._key].append(Value(number, *place, text))
        super()._add_value(number, text, place)

    def _add_comment(self, number: int, text: str, at: int) -> None:
        self.comment_at[number] = at
        super()._add_comment(number, text, at)


class PhhInPlace:
    """The text of one hand that was read."""

    def __init__(self, text: HandText, hand: Hand, names: Pseudonyms, wishes: Wishes) -> None:
        self._lines = [line.rstrip() for line in text.text.split("\n")]
        self._hand, self._names, self._wishes = hand, names, wishes
        self._toml = PlacedToml(self._lines)
        self._read = Phh(self._lines, 0)
        hand_grammar(text.site).read_into(self._read)
        self.unnamed = {seat.player for seat in hand.seats if self._read.is_placeholder_name(seat.player)}
        """What players are called whom the text does not name."""

    def rewritten_heading_and_text(self) -> tuple[str, str]:
        """No heading, which follows from what the hand reads as, and the text. Raises UnreplacedError."""
        if any(len(self._toml.values_of(key)) != len(self._toml.values[key]) for key in _COPIED_KEYS):
            raise UnreplacedError  # a string of several lines, or a key that is there twice
        edits: defaultdict[int, list[tuple[Value, str]]] = defaultdict(list)
        for value, new in self._value_edits():
            edits[value.line].append((value, new))
        return "", "\n".join(self._rewrite_lines(edits)).strip("\n")

    def _rewrite_lines(self, edits: dict[int, list[tuple[Value, str]]]) -> Iterator[str]:
        for number, line in enumerate(self._lines):
            key = self._toml.key_of.get(number)
            if number in self._toml.strange:
                yield f"{quote_string(UNKNOWN)},"
            elif key is None and not line:
                yield line
            elif key in _COPIED_KEYS:
                left = line[: self._toml.comment_at.get(number)].rstrip()
                for value, new in sorted(edits.get(number, ()), reverse=True):
                    left = left[: value.begin] + new + left[value.end :]
                yield from [left] if left else []

    def _value_edits(self) -> Iterator[tuple[Value, str]]:
        values, names = self._toml.values, self._names
        for value in values["actions"]:
            if value.text != (action := self._rewrite_action(value.text)):
                yield value, quote_string(action)
        for value in values["players"]:
            if value.text and value.text != (pseudonym := names.replace_player(value.text)):
                yield value, quote_string(pseudonym)
        if self._wishes.numbers:
            yield from ((value, number_or_string(names.replace_number(value.text))) for value in values["hand"])
            number = self._hand.header.tournament.tournament_id if self._hand.header.tournament else ""
            for value in (*values["event"], *values["table"]):
                yield value, number_or_string(names.replace_title(value.text, number))
        if self._wishes.times:
            yield from self._time_edits()

    def _rewrite_action(self, text: str) -> str:
        """The action without a remark, of a label or a pseudonym in place of one; what is no action is hidden."""
        plain, lexer = " ".join(text.split()), hand_grammar("phh").lexer
        parsed = lexer.read(plain, self._read.names) if plain else None
        if parsed is None:
            return UNKNOWN
        line, player = parsed
        places = lexer.find_places(plain, line.terminal, player)
        if player is not None and player not in LABELS and places is not None and places.player is not None:
            begin, end = places.player
            text = plain[:begin] + self._names.replace_player(player) + plain[end:]
        return text.partition("#")[0].rstrip() or "#"

    def _time_edits(self) -> Iterator[tuple[Value, str]]:
        """Day and time on the clock of their zone."""
        played_at, values = self._hand.header.played_at, self._toml.values
        dated_keys = [key for key in _DATE_KEYS if values[key]]
        if played_at is None and dated_keys:
            raise UnreplacedError
        if played_at is None:
            return
        zone = self._hand.header.zone if values["time"] else None  # a day without a time is noon UTC
        clock = self._names.move_by_secret_weeks(played_at).astimezone(ZoneInfo(zone) if zone else UTC)
        for key in dated_keys:
            yield values[key][0], f"{clock:%H:%M:%S}" if key == "time" else str(getattr(clock, key))
