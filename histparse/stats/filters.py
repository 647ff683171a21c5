"""Step 7, statistics: the filters. Each is one field of `Filters`, which says all there is to know about it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Annotated, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from histparse.model.errors import quoted
from histparse.stats import filter_kinds, periods
from histparse.stats.catalogue import StatisticsError
from histparse.stats.filter_kinds import Filter
from histparse.stats.periods import UTC_ZONE, parse_day


def _is_of_kind(value: object, kind: type) -> bool:
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


@cache
def filters_by_field() -> dict[str, Filter]:
    """The filters by field, in the order of options and headings."""
    declarations = {}
    for field, hint in get_type_hints(Filters, include_extras=True).items():
        for declaration in getattr(hint, "__metadata__", ()):
            kind = (*get_args(hint.__origin__), hint.__origin__)[0]
            declarations[field] = replace(declaration, kind=kind, name=declaration.name or field.replace("_", "-"))
    return declarations


class Filters(Struct, frozen=True, kw_only=True):
    """The filters besides the player; None: no filter. `by`: the files of analytics/groups to group by.

    From the `Filter` at a field come its option, its key in histparse.toml and in addresses, its input, and its SQL.
    """

    site: Annotated[
        str | None,
        Filter(
            help="Only hands from this site.",
            heading=("site {}",),
            values="SELECT DISTINCT site FROM hands ORDER BY ALL",
            hands="site = getvariable('site')",
        ),
    ] = None
    stakes: Annotated[
        str | None,
        Filter(
            help="Only these stakes: 1/2, or 'EUR 1/2'.",
            menu="Stakes",
            heading=("stakes {}",),
            values="SELECT DISTINCT stakes FROM hands ORDER BY ALL",
            variables=filter_kinds.stakes_variables,
            hands="""
                (getvariable('currency') IS NULL OR currency = getvariable('currency'))
                AND (getvariable('low') IS NULL OR low_stake = getvariable('low'))
                AND (getvariable('high') IS NULL OR high_stake = getvariable('high'))
            """,
        ),
    ] = None
    """`1/2` in units of any currency, or `USD 1/2`."""
    money: Annotated[
        str | None,
        Filter(
            help="Only hands played for this: EUR, play (play money), chips (tournaments).",
            menu="Stakes",
            heading=("for {}",),
            values="SELECT DISTINCT currency FROM hands ORDER BY ALL",
            hands="currency = getvariable('money')",
        ),
    ] = None
    """An ISO code, `play` for play money, `chips` for tournament chips, or `?` where the text names none."""
    since: Annotated[
        date | None,
        Filter(
            name="from",
            metavar="DAY",
            help="Only from this day, month or year on.",
            menu="When",
            heading=("from {}",),
            example="2024-01-31",
            hands="played_at >= getvariable('since')",
        ),
    ] = None
    until: Annotated[
        date | None,
        Filter(
            name="to",
            metavar="DAY",
            is_end=True,
            help="Only up to this day, month or year.",
            menu="When",
            heading=("to {}",),
            example="2024-12-31",
            hands="played_at < getvariable('until')",
        ),
    ] = None
    """Hands from `since` on and before `until`. A time without a zone is UTC; a day means its beginning in `zone`.

    Texts are read: `2024-01-31`, `2024-01-31T20:00`, and the month `2024-03` and the year `2024` as their first days.
    """
    last: Annotated[
        str | None,
        Filter(
            metavar="PERIOD",
            help="Only the last days, weeks or months (7d, 2w, 3m), or the last session.",
            heading=("last {}",),
            menu="When",
            example="7d, 2w, 3m, session",
            parse=periods.check_and_casefold_last_period,
            describe=periods.last_period_in_words,
            variables=periods.last_period_variables,
            hands="played_at >= getvariable('last')",
        ),
    ] = None
    """`7d`, `2w` or `3m`, ending with the day of the last hand of all, or `session`: back to a break of 30 minutes."""
    zone: Annotated[
        str,
        Filter(
            name="tz",
            label="Time zone",
            metavar="ZONE",
            help="Time zone, such as Europe/Berlin.",
            heading=(),
            example=UTC_ZONE,
        ),
    ] = UTC_ZONE
    """The time zone in which times are shown and months end, by its IANA name."""
    players: Annotated[
        int | None,
        Filter(
            help="Only hands dealt to N players.",
            menu="Table size",
            heading=("players {}",),
            least=2,
            noun="number of players",
            values="SELECT DISTINCT players FROM hands WHERE NOT cancelled ORDER BY ALL",
            hands="players = getvariable('players')",
        ),
    ] = None
    """Players dealt in."""
    seats: Annotated[
        int | None,
        Filter(
            help="Only tables with N seats.",
            menu="Table size",
            heading=("seats {}",),
            least=2,
            noun="number of seats",
            values="SELECT DISTINCT table_seats FROM hands WHERE table_seats IS NOT NULL ORDER BY ALL",
            hands="table_seats = getvariable('seats')",
        ),
    ] = None
    """Seats at the table, where the text says so."""
    tournament: Annotated[
        bool | None,
        Filter(
            name="game",
            options=("tournaments", "cash"),
            help="Only tournaments, or only cash games.",
            heading=("tournaments", "cash games"),
            hands="(tournament_id IS NOT NULL) = getvariable('tournament')",
        ),
    ] = None
    """Only tournaments, or only cash games."""
    position: Annotated[
        str | None,
        Filter(
            help="Only in this position: UTG, HJ, CO, BTN, BTN/SB, SB, BB.",
            menu="Position",
            heading=("position {}",),
            values="SELECT unnest(enum_range(NULL::position_word))",
            seats="position = getvariable('position')::position_word",
        ),
    ] = None
    opponent: Annotated[
        str | None,
        Filter(
            help="Only hands with this opponent.",
            menu="Opponent",
            heading=("with {}",),
            example="a player",
            is_player=True,
            join="SEMI JOIN hands_with_opponent USING (hand_key)",
        ),
    ] = None
    """Only hands in which this player was dealt in too."""
    start: Annotated[
        str | None,
        Filter(
            help="Only hands dealt this: pat, 'one card', 'two cards', ..., or the cards to keep: 2347.",
            heading=("start {}",),
            example="pat, one card, 2347",
            variables=filter_kinds.starting_hand_variables,
            join="SEMI JOIN started_seats USING (hand_key, seat)",
        ),
    ] = None
    """Only players dealt `pat` (a nine or better), `one card` to `three cards`, `other`, or cards to keep: `2347`.

    Only cards that the text shows at the deal are known.
    """
    tag: Annotated[
        str | None,
        Filter(
            help="Only hands with this tag; star: with a star, noted: with a note.",
            heading=("tagged {}",),
            example="star",
            list_values=filter_kinds.list_tags,
            variables=filter_kinds.tag_variables,
            hands="(site || ':' || hand_id) IN (SELECT unnest(getvariable('tagged')))",
        ),
    ] = None
    """Only hands with this tag, or `noted`: with a note."""
    note: Annotated[
        str | None,
        Filter(
            help="Only hands with these words in a note or a tag.",
            heading=("note or tag with {}",),
            label="In notes and tags",
            example="check-raise",
            variables=filter_kinds.note_variables,
            hands="(site || ':' || hand_id) IN (SELECT unnest(getvariable('noted')))",
        ),
    ] = None
    """Only hands in whose note, or in one of whose tags, this is written, whatever its case."""
    hero: Annotated[
        bool,
        Filter(
            options=("hero",),
            label="Heroes only",
            help="Only heroes; in stats, all of them together.",
            heading=("heroes",),
            seats="hero",
        ),
    ] = False
    """Only players whose cards the text shows at the deal."""
    min_hands: Annotated[
        int | None,
        Filter(
            label="At least hands",
            help="Only players with at least N hands; by opponent, N hands together.",
            heading=("min hands {}",),
        ),
    ] = None
    """Only players with at least this many hands that pass the other filters."""
    but: str | None = None
    """All players but this one: the others."""
    sessions_of: str | None = None
    """The player whose sessions rows are grouped by, if not the player requested."""
    by: str | None = None
    """One group, or several: `position,month`."""

    def __post_init__(self) -> None:
        """Read days and times that are texts. Raises StatisticsError for a value of another type than its field's."""
        for field, declaration in filters_by_field().items():
            value = getattr(self, field)
            if declaration.kind is date and isinstance(value, str):
                force_setattr(self, field, parse_day(field, value))
            elif value is not None and not _is_of_kind(value, declaration.kind):
                kind = {int: "a number", str: "a text", bool: "True or False", date: "a day or a time"}[
                    declaration.kind
                ]
                raise StatisticsError(f"{{{field}}} is {kind}, not {quoted(value)}", **{field: str(value)})
            elif value is not None and declaration.parse:
                force_setattr(self, field, declaration.parse(value))

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the groups, once each."""
        return tuple(dict.fromkeys(name.strip().casefold() for name in (self.by or "").split(",") if name.strip()))

    def active_filters(self) -> Iterator[tuple[str, Filter]]:
        """The filters that are set, with their fields."""
        unset = Filters()
        return (
            (field, declaration)
            for field, declaration in filters_by_field().items()
            if getattr(self, field) != getattr(unset, field)
        )

    @property
    def has_period(self) -> bool:
        """Whether hands are chosen by when they were played."""
        return self != self.at_any_time()

    def at_any_time(self) -> Filters:
        """The filters without a period."""
        return replace(self, since=None, until=None, last=None)

    @property
    def narrows_hands(self) -> bool:
        """Whether any hand is filtered out."""
        return any(declaration.hands for _, declaration in self.active_filters())

    @property
    def narrows_seats(self) -> bool:
        """Whether any player of a hand is filtered out, or any hand because of its players."""
        filters_players = any(declaration.seats or declaration.join for _, declaration in self.active_filters())
        return filters_players or self.but is not None or self.min_hands is not None

    @property
    def in_words(self) -> tuple[str, ...]:
        """The filters in use, for a heading: `site pokerstars`."""
        with_headings = ((field, declaration) for field, declaration in self.active_filters() if declaration.heading)
        return tuple(declaration.in_words(getattr(self, field), self.zone) for field, declaration in with_headings)
