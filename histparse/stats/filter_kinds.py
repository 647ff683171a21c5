"""Step 7, statistics: what is said of a filter, and how its value is checked against the database."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct

from histparse.model.errors import quoted, suggest_names
from histparse.model.money import parse_amount
from histparse.stats import words
from histparse.stats.catalogue import StatisticsError
from histparse.stats.periods import to_naive_utc
from histparse.stats.players import VariableValue, VariableValues, find_player
from histparse.store import Database
from histparse.store.database.tags import TagFile, hands_with_tag_or_note, list_tags_and_noted_word

Variables = Callable[[Database, Any, str], VariableValues]
"""The variables for the value of a filter, in that time zone. Any: of the filter's type."""


class Filter(Struct, frozen=True, kw_only=True):
    """A filter, at its field of `Filters`. Its SQL reads the value as a variable of that name."""

    help: str
    heading: tuple[str, ...]
    """What a heading says of it: with the value in `{}`, or for yes and for no."""
    kind: type = str
    """The type of its values."""
    name: str = ""
    """As an option, in addresses and in histparse.toml, if it is not that of the field."""
    options: tuple[str, ...] = ()
    """The options that say yes and no, if the filter has no value."""
    metavar: str | None = None
    label: str = ""
    """In a form, if that is not its name."""
    menu: str = "More"
    """The menu of a page in which it is set."""
    example: str = ""
    least: int = 1
    """The least number it can be, if it is one."""
    is_end: bool = False
    """Whether a day counts to its end."""
    is_player: bool = False
    """Whether it takes the name of a player."""
    noun: str = ""
    """What its values are called, if not as the filter is."""
    values: str = ""
    """The query of all values it can have in a database."""
    list_values: Callable[[Database], list[str]] | None = None
    """All its values, where they are not in the database itself."""
    parse: Callable[[str], str] | None = None
    """Reads a text as it is typed. Raises StatisticsError."""
    describe: Callable[[str], str] | None = None
    """Says a text in a heading, if not as it is typed."""
    variables: Variables | None = None
    """Where one variable, of the field's name and with its value, is not enough."""
    hands: str = ""
    """The condition that rows of `hands` must meet, if any."""
    seats: str = ""
    """The condition that rows of `seats`, `decisions` and `draws` must meet, if any."""
    join: str = ""
    """What these are joined with."""

    @property
    def is_number(self) -> bool:
        """Whether it takes a number."""
        return self.kind is int

    @property
    def words(self) -> Mapping[str, bool]:
        """The words for a filter without a value, in an address and in histparse.toml."""
        yes, *no = self.options
        return {yes: True, no[0]: False} if no else {"yes": True}

    def known_values(self, database: Database) -> list[str] | None:
        """All values it can have; None: not a few."""
        if self.list_values:
            return self.list_values(database)
        return [str(name) for (name,) in database.connection.execute(self.values).fetchall()] if self.values else None

    def in_words(self, value: object, zone: str) -> str:
        """Say in a heading what it filters by, times in that zone."""
        template = self.heading[-1] if self.options and not value else self.heading[0]
        if isinstance(value, datetime):
            value = self._format_time(value, zone)
        elif self.describe:
            value = self.describe(str(value))
        return template.format(value)

    def _format_time(self, value: datetime, zone: str) -> str:
        """`2024-01-31 UTC`, or with its time where that is not the edge of a day."""
        local_time = value.replace(tzinfo=value.tzinfo or UTC).astimezone(ZoneInfo(zone))
        if local_time.time() == time():
            return f"{local_time.date() - timedelta(days=self.is_end)} {zone}"
        return f"{local_time:%Y-%m-%d %H:%M:%S} {zone}"


Stakes = tuple[str | None, int | None, int | None]
"""Currency, small and big bet; None as the currency: any."""

STAKES = "SELECT DISTINCT currency, low_stake, high_stake, stakes FROM hands ORDER BY ALL"
STARTS = ("pat", "one card", "two cards", "three cards", "other", "seven", "eight", "nine")
KEEP = re.compile(r"(?=.{2,4}$)2?3?4?5?6?7?8?")
"""Two to four different ranks from the deuce up."""
WRITTEN = re.compile(r"(?:(?P<currency>\S+) )?\D?(?P<low>[\d.,]+)/\D?(?P<high>[\d.,]+)")


def filter_variables(
    database: Database, field: str, declaration: Filter, value: VariableValue, zone: str
) -> VariableValues:
    """The variables of a filter that is set. Raises StatisticsError for a value the database does not have."""
    if declaration.variables:
        return declaration.variables(database, value, zone)
    if isinstance(value, date):
        return {field: to_naive_utc(value, zone)}
    known_values = declaration.known_values(database)
    if known_values is not None:
        return {field: match_name_or_refuse(declaration.noun or field, str(value), known_values)}
    return {field: find_player(database, str(value)) if declaration.is_player else value}


def stakes_variables(database: Database, text: str, _zone: str) -> VariableValues:
    """Currency and both bets of `1/2`, `USD 1/2`, or of a name of stakes. Raises StatisticsError."""
    names: dict[str, Stakes] = {name: tuple(stakes) for *stakes, name in database.connection.execute(STAKES).fetchall()}
    parsed = _parse_stakes(text)
    is_known = parsed and any(parsed in {stakes, (None, *stakes[1:])} for stakes in names.values())
    currency, low, high = parsed if parsed and is_known else names[match_name_or_refuse("game at stakes", text, names)]
    return {"currency": currency, "low": low, "high": high}


def stakes_in_words(text: str) -> str:
    """`$1/$2` for `USD 1/2`; text that names no currency stays as it is."""
    currency, low, high = _parse_stakes(text) or (None, None, None)
    return text if currency is None or low is None or high is None else words.format_stakes(low, high, currency)


def _parse_stakes(text: str) -> Stakes | None:
    match = WRITTEN.fullmatch(text.strip())
    try:
        return (match["currency"], parse_amount(match["low"]), parse_amount(match["high"])) if match else None
    except ValueError:
        return None


def starting_hand_variables(_database: Database, text: str, _zone: str) -> VariableValues:
    """The kind of starting hand, or the best cards to keep of it. Raises StatisticsError."""
    is_keep = KEEP.fullmatch(text)
    return {"start": text if is_keep else match_name_or_refuse("starting hand (or keep, such as 2347)", text, STARTS)}


def list_tags(database: Database) -> list[str]:
    """List the tags of hands here, and `noted` if one has a note. Raises StoreError."""
    return list_tags_and_noted_word(TagFile(database.path).read_all().values())


def tag_variables(database: Database, text: str, _zone: str) -> VariableValues:
    """The hands with that tag, as `site:number`. Raises StatisticsError for a tag that no hand has."""
    tagged = TagFile(database.path).read_all()
    return {
        "tagged": [
            ":".join(hand)
            for hand in hands_with_tag_or_note(
                tagged, match_name_or_refuse("tag", text, list_tags_and_noted_word(tagged.values()))
            )
        ]
    }


def note_variables(database: Database, phrase: str, _zone: str) -> VariableValues:
    """The hands with that in their note or a tag, as `site:number`. Raises StatisticsError if no hand has it."""
    tagged, folded = TagFile(database.path).read_all().items(), phrase.casefold()
    noted_hands = [
        ":".join(hand) for hand, marks in tagged if any(folded in text.casefold() for text in (marks.note, *marks.tags))
    ]
    if not noted_hands:
        raise StatisticsError(f"no note and no tag of a hand has {quoted(phrase)} in it")
    return {"noted": noted_hands}


def match_zone_or_refuse(name: str) -> str:
    """The time zone of that name, ignoring case. Raises StatisticsError, suggesting similar names."""
    return match_name_or_refuse("time zone", name, _all_zones())


_all_zones = cache(available_timezones)


def match_name_or_refuse(kind: str, name: str, names: Iterable[str]) -> str:
    """The name requested, ignoring case. Raises StatisticsError with the closest names, or with all."""
    by_fold = {known_name.casefold(): known_name for known_name in names}
    if name.casefold() in by_fold:
        return by_fold[name.casefold()]
    raise StatisticsError(suggest_names(kind, name, by_fold.values()))
