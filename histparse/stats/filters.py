"""Step 7, statistics: filters for hands and seats, checked against the contents of the database."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo, available_timezones

from duckdb import DuckDBPyConnection
from msgspec import Struct

from histparse.model.absent import absent
from histparse.model.money import parse_amount
from histparse.stats.catalogue import StatisticsError
from histparse.stats.players import find_player
from histparse.store import Database

Stakes = tuple[str | None, int | None, int | None]
"""Currency, small and big bet; None as the currency: any."""
Wanted = str | int | bool | datetime | None
"""The value of a variable of analytics/filters; None: no filter."""

POSITIONS = "SELECT unnest(enum_range(NULL::position_word))"
SITES = "SELECT DISTINCT site FROM hands ORDER BY ALL"
PLAYERS = "SELECT DISTINCT players FROM hands WHERE NOT cancelled ORDER BY ALL"
SEATS = "SELECT DISTINCT table_seats FROM hands WHERE table_seats IS NOT NULL ORDER BY ALL"
STAKES = "SELECT DISTINCT currency, low_stake, high_stake, stakes FROM hands ORDER BY ALL"
STARTS = ("pat", "one card", "two cards", "three cards", "other", "seven", "eight", "nine")
KEEP = re.compile(r"(?=.{2,4}$)2?3?4?5?6?7?8?")
"""Two to four different ranks from the deuce up."""
SAID = (
    *("hero", "site", "stakes", "tournament", "players", "seats", "position"),
    *("opponent", "start", "since", "until", "min_hands"),
)
"""The filters in the order of a heading."""
SET = "SELECT name FROM duckdb_variables()"
MOST = 40
"""How many names are listed when none is similar."""
WRITTEN = re.compile(r"(?:(?P<currency>\S+) )?\D?(?P<low>[\d.,]+)/\D?(?P<high>[\d.,]+)")


class Filters(Struct, frozen=True, kw_only=True):
    """The filters besides the player; None: no filter. `by`: the file of analytics/groups to group by."""

    hero: bool = False
    """Only players whose cards the text shows at the deal."""
    but: str | None = None
    """All players but this one: the others."""
    position: str | None = None
    site: str | None = None
    stakes: str | None = None
    """`1/2` in units of any currency, or `USD 1/2`."""
    since: date | None = None
    until: date | None = None
    """Hands from `since` on and before `until`. A time without a zone is UTC; a day means its beginning in `zone`."""
    zone: str = "UTC"
    """The time zone in which times are shown and months end, by its IANA name."""
    sessions_of: str | None = None
    """The player whose sessions rows are grouped by, if not the player requested."""
    players: int | None = None
    """Players dealt in."""
    seats: int | None = None
    """Seats at the table, where the text says so."""
    tournament: bool | None = None
    """Only tournaments, or only cash games."""
    opponent: str | None = None
    """Only hands in which this player was dealt in too."""
    start: str | None = None
    """Only players dealt this: `pat` (a nine or better), `one card` to `three cards`, `other`; or a keep: `2347`.

    Only cards that the text shows at the deal are known.
    """
    min_hands: int | None = None
    """Only players with at least this many hands that pass the other filters."""
    by: str | None = None

    @property
    def narrows_hands(self) -> bool:
        """Whether any hand is filtered out."""
        wanted = (self.site, self.stakes, self.since, self.until, self.players, self.seats, self.tournament)
        return any(one is not None for one in wanted)

    @property
    def in_words(self) -> tuple[str, ...]:
        """What was asked for, for a heading: `site pokerstars`."""
        said = {name: getattr(self, name) for name in SAID}
        return tuple(
            _in_words(name, value)
            for name, value in said.items()
            if value is not None and (value or name == "tournament")
        )


def variables(database: Database, player: str | None, filters: Filters) -> dict[str, Wanted]:
    """The variables of analytics/filters. Raises StatisticsError for a value the database does not have."""
    currency, low, high = _stakes(database, filters.stakes) if filters.stakes is not None else (None, None, None)
    return {
        "who": label_of(player, filters),
        "player": player,
        "rival": None,
        "but": filters.but,
        "group_by": filters.by and filters.by.casefold(),
        "zone": filters.zone,
        "sessions_of": filters.sessions_of or player,
        "hero": filters.hero or None,
        "position": _there(database, "position", filters.position, POSITIONS),
        "site": _there(database, "site", filters.site, SITES),
        "currency": currency,
        "low": low,
        "high": high,
        "since": _moment(filters.since, filters.zone),
        "until": _moment(filters.until, filters.zone),
        "players": _there(database, "number of players", filters.players, PLAYERS),
        "min_hands": filters.min_hands,
        "seats": _there(database, "number of seats", filters.seats, SEATS),
        "tournament": filters.tournament,
        "opponent": None if filters.opponent is None else find_player(database, filters.opponent),
        "start": filters.start and _start(filters.start),
    }


def set_variables(connection: DuckDBPyConnection, values: Mapping[str, Wanted]) -> None:
    """Set them for this connection. A variable that is not set is null, so null ones are only reset."""
    for (name,) in connection.execute(SET).fetchall():
        if name in values:
            connection.execute(f"RESET VARIABLE {name}")
    for name, value in values.items():
        if value is not None:
            connection.execute(f"SET VARIABLE {name} = ?", [value])


def zone_name(asked: str) -> str:
    """The time zone of that name, ignoring case. Raises StatisticsError, suggesting similar names."""
    return one_of("time zone", asked, available_timezones())


def begins(day: date, zone: str) -> datetime:
    """When that day begins in the zone, as naive UTC. Raises OverflowError at the ends of the calendar."""
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC).replace(tzinfo=None)


def _moment(asked: date | None, zone: str) -> datetime | None:
    """The time requested, as naive UTC."""
    match asked:
        case datetime(tzinfo=None) | None:
            return asked
        case datetime():
            return asked.astimezone(UTC).replace(tzinfo=None)
        case _:
            try:
                return begins(asked, zone)
            except OverflowError as error:
                raise StatisticsError(f"{asked} is at the end of the calendar: name a day in between") from error


def label_of(player: str | None, filters: Filters) -> str:
    """The label of the rows requested."""
    if player is not None:
        return player
    return "the others" if filters.but is not None else "all heroes" if filters.hero else "all players"


def one_of(kind: str, asked: str, there: Iterable[str]) -> str:
    """The name requested, ignoring case. Raises StatisticsError with the closest names, or with all."""
    by_fold = {name.casefold(): name for name in there}
    if asked.casefold() in by_fold:
        return by_fold[asked.casefold()]
    raise StatisticsError(absent(kind, asked, by_fold.values()))


def _there(database: Database, kind: str, asked: str | int | None, query: str) -> str | None:
    """The value, which must be among those of the query."""
    if asked is None:
        return None
    return one_of(kind, str(asked), [str(name) for (name,) in database.connection.execute(query).fetchall()])


def _start(asked: str) -> str:
    """The kind of starting hand, or its best keep. Raises StatisticsError."""
    return asked if KEEP.fullmatch(asked) else one_of("starting hand (or keep, such as 2347)", asked, STARTS)


def _in_words(name: str, value: object) -> str:
    match name, value:
        case "tournament", _:
            return "tournaments" if value else "cash games"
        case "hero", _:
            return "heroes"
        case (("since" | "until"), _):
            return f"{'from' if name == 'since' else 'before'} {value} UTC"
        case "opponent", _:
            return f"with {value}"
        case _:
            return f"{name.replace('_', ' ')} {value}"


def _stakes(database: Database, asked: str) -> Stakes:
    names: dict[str, Stakes] = {name: tuple(stakes) for *stakes, name in database.connection.execute(STAKES).fetchall()}
    wanted = _read(asked)
    if wanted and any(wanted in {stakes, (None, *stakes[1:])} for stakes in names.values()):
        return wanted
    return names[one_of("game at stakes", asked, names)]


def _read(asked: str) -> Stakes | None:
    found = WRITTEN.fullmatch(asked.strip())
    try:
        return (found["currency"], parse_amount(found["low"]), parse_amount(found["high"])) if found else None
    except ValueError:
        return None
