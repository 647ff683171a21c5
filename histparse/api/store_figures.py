"""The Python interface: what the hands of a store say of players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypedDict, Unpack

import polars as pl
from msgspec.structs import replace

from histparse import stats
from histparse.api.players import ranked
from histparse.api.statistics import beside_pool
from histparse.api.store_base import StoreBase, checked, found
from histparse.stats import Filters, Value
from histparse.stats.run import ALL

if TYPE_CHECKING:
    from histparse.api.auditing import DealAudit, PlayAudit
    from histparse.api.coaching import Notes
    from histparse.report.model import Estimates, Report, Scope
    from histparse.stats.results import Outlook, Results


HERO_OF = "SELECT player FROM seats JOIN hands USING (hand_key) WHERE site = ? AND hand_id = ? AND seats.hero"


class Extent(TypedDict, total=False):
    """How much of a report is counted, as `gather` explains it."""

    lists: bool
    scope: Scope | None
    estimates: Estimates


class StoreFigures(StoreBase):
    """The players and statistics of a store."""

    def hero(self) -> str:
        """The player with the most hands among those whose cards are shown at the deal. Raises StatisticsError."""
        return self.player()

    def has_hero(self) -> bool:
        """Whether any hand shows a player's cards at the deal."""
        with self._again() as database:
            return stats.has_hero(database)

    def heroes(self) -> list[tuple[str, int]]:
        """The players whose cards are shown at the deal, with the number of such hands, most first."""
        with self._again() as database:
            return stats.heroes(database)

    def player(self, name: str | None = None) -> str:
        """The name that statistics use for that player, by default the hero's. Raises StatisticsError."""
        with self._again() as database:
            return stats.find_player(database, name)

    def names(self, beginning: str = "") -> list[str]:
        """The players whose names begin with that text, in upper or lower case."""
        with self._again() as database:
            return stats.starting_with(database, beginning)

    def most_met(self, number: int) -> list[str]:
        """The names of that many players, those with the most hands."""
        with self._again() as database:
            return stats.most_met(database, number)

    def choices(self) -> dict[str, list[str]]:
        """What filters of few values can be set to here, by the names that options have."""
        with self._again() as database:
            found = {one.name: one.there(database) for one in stats.declared().values()}
        return {name: there for name, there in found.items() if there is not None}

    def undated(self, player: str | None = None, *, filters: Filters = ALL) -> int:
        """How many of these hands have no time, and so belong to no session or period. Raises StatisticsError."""
        with self._again() as database:
            return stats.undated(database, player, filters)

    def untold(self, player: str | None = None, *, filters: Filters = ALL) -> str:
        """A sentence on hands that statistics leave out because no text tells what the hero drew; empty: none are."""
        with self._again() as database:
            return stats.untold(database, player, filters)

    def players(
        self,
        stat: str | None = None,
        *,
        of: Mapping[str, object] | None = None,
        sort: str | None = None,
        top: int | None = None,
        filters: Filters = ALL,
    ) -> pl.DataFrame:
        """A row for each player and currency: `hands`, `net` in 1/100, `bb100` with its interval; the best comes first.

        `stat`: instead, a rate of each player, with what to expect of them; `of`: only where its other columns have
        these values. `sort` is `net`, `bb100` or `hands`; of rates `estimate`, `rate` or `chances`. `top`: the first so
        many of each currency, or of each rate. Raises StatisticsError.
        """
        with self._again() as database:
            return ranked(database, stat, of or {}, checked(filters), sort=sort, top=top)

    def statistic(
        self,
        name: str,
        player: str | None = None,
        *,
        by: str | None = None,
        filters: Filters = ALL,
        parameters: Mapping[str, Value] | None = None,
        with_pool: bool = False,
    ) -> pl.DataFrame:
        """The rows of a statistic, for that player or all together; `by`: a row for each position, month, ...

        `label` says whose they are, followed by the columns of docs/statistics.md: rates from 0 to 1, amounts in 1/100.
        `with_pool`: as `histparse stats` shows them, with what to expect of the player, and rows of all players below.
        Raises StatisticsError for an unknown name, value or parameter.
        """
        asked = checked(replace(filters, by=by or filters.by))
        with self._again() as database:
            count = beside_pool if with_pool else stats.run
            return count(database, name, found(database, player), parameters, asked)

    def results(
        self, player: str | None = None, *, outlook: Outlook | None = None, filters: Filters = ALL
    ) -> list[Results]:
        """What the player, by default the hero, won by currency, how it swung, and what to expect of more hands.

        `outlook` sets how many hands, which risk of ruin and which precision are asked about. Tournament chips are not
        winnings. Raises StatisticsError.
        """
        from histparse.stats.results import results  # noqa: PLC0415 - special functions, which nothing else needs

        with self._again() as database:
            return results(database, stats.find_player(database, player), outlook, checked(filters))

    def rates(self, player: str | None = None, *, filters: Filters = ALL) -> pl.DataFrame:
        """Every rate of the player, or of all players together, with what to expect of them. Raises StatisticsError."""
        with self._again() as database:
            return stats.overview(database, found(database, player), checked(filters))

    def compare(self, first: str, second: str, *, filters: Filters = ALL) -> pl.DataFrame:
        """Every rate of two players side by side, and which differ beyond chance. Raises StatisticsError."""
        with self._again() as database:
            one, two = (stats.find_player(database, player) for player in (first, second))
            return stats.compare(database, one, two, checked(filters))

    def tournaments(self, player: str | None = None, *, filters: Filters = ALL) -> pl.DataFrame:
        """A row for each tournament, by its summary and the hero's hands: place, `cost`, prize, `winnings`, `net`.

        Amounts in 1/100 of `currency`, null where nobody says. Only `site`, `since` and `until` of the filters apply.
        Raises StatisticsError.
        """
        with self._again() as database:
            return stats.tournaments(database, player, checked(filters))

    def tournament_totals(
        self, player: str | None = None, *, by: str | None = None, filters: Filters = ALL
    ) -> pl.DataFrame:
        """Totals of tournaments for each currency; `by`: also for each site, speed, game, stakes, month or player.

        `roi` is the return on what was paid, 0.1 for a profit of 10 %, with its 95 % interval `roi_low` to `roi_high`.
        Raises StatisticsError.
        """
        asked = checked(replace(filters, by=by or filters.by))
        with self._again() as database:
            return stats.tournament_totals(database, player, asked)

    def leaks(self, player: str | None = None, *, hands: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
        """What the mistakes of the player, by default the hero, cost in big bets per 100 hands: a row for each kind.

        `big_bets` with the 95 % interval `low` to `high`, `shown` if that leaves zero out, `mistakes` of the `spots`
        where they could be made; the last row is for all. `hands`: instead, a row for each mistake of that kind. Raises
        StatisticsError.
        """
        from histparse.api.coaching import leak_hands, leaks  # noqa: PLC0415 - tables of odds, which nothing else needs

        with self._again() as database:
            who, asked = stats.find_player(database, player), checked(filters)
            return leaks(database, who, asked) if hands is None else leak_hands(database, who, hands, asked)

    def luck(self, player: str | None = None, *, hands: bool = False, filters: Filters = ALL) -> pl.DataFrame:
        """The results of the player, by default the hero, beside those without the luck of the own cards, by currency.

        `hands`, those with cards `known`; in big bets per 100 hands `bb100`, `luck` and `without` it, with 95 %
        intervals; `variance_left`; `allowed`, by which `without_high` is raised. `hands=True`: instead, the luck of
        each hand in big bets, the luckiest first. Raises StatisticsError for fewer than 500 hands with cards known.
        """
        from histparse.api.coaching import kept_luck, luck_of_hands  # noqa: PLC0415 - as above

        with self._again() as database:
            who, asked = stats.find_player(database, player), checked(filters)
            return (luck_of_hands if hands else kept_luck)(database, who, asked)

    def luck_of(self, site: str, hand_id: str) -> float | None:
        """What the hero's cards were worth in that hand beyond the average, in big bets: as `luck(hands=True)` has it.

        None where their cards are not known, or not in 500 hands. Counted once for a state of the database, then kept.
        """
        from histparse.api.coaching import hand_luck  # noqa: PLC0415 - as above

        with self._again() as database:
            heroes = database.connection.execute(HERO_OF, [site, hand_id]).fetchall()
            return (
                hand_luck(database, stats.find_player(database, f"{site}:{heroes[0][0]}"), hand_id) if heroes else None
            )

    def notes(self, player: str | None = None, *, filters: Filters = ALL) -> Notes:
        """How the player, by default the hero, plays unlike the others, in words with what each rests on.

        Only what chance does not explain is said, the clearest first. Raises StatisticsError.
        """
        from histparse.api.coaching import notes  # noqa: PLC0415 - as above

        with self._again() as database:
            return notes(database, stats.find_player(database, player), checked(filters))

    def audit_deal(self, *, filters: Filters = ALL) -> DealAudit:
        """Whether the cards that were known at once were dealt as chance deals them; see docs/audit.md.

        `tests` has a row for each test: `p`, by Holm's method `p_family`, whether that is `found`, and the `power` to
        find a `fault`. Raises StatisticsError for a filter by the cards dealt.
        """
        from histparse.api.auditing import audit_deal  # noqa: PLC0415 - as above

        with self._again() as database:
            return audit_deal(database, checked(filters))

    def audit_play(self, *, filters: Filters = ALL) -> PlayAudit:
        """Pairs of players who do for each other what strangers do not; see docs/audit.md.

        `pairs` has a row for each with 100 hands together: its clearest `test`, the distance `z` from what both do with
        others, `p`, by Benjamini and Hochberg `q`, whether that is `found`, and if so, hands as `evidence`. Raises
        StatisticsError for filters that leave out players of a hand.
        """
        from histparse.api.auditing import audit_play  # noqa: PLC0415 - as above

        with self._again() as database:
            return audit_play(database, checked(filters))

    def report(
        self,
        player: str | None = None,
        *,
        zone: str | None = None,
        filters: Filters = ALL,
        **extent: Unpack[Extent],
    ) -> Report:
        """The report on one player beside the others, by default the hero; times in that zone, or the filters' own.

        All of it is counted, unless `lists`, `scope` or `estimates` leave some out that is not to be shown. Raises
        StatisticsError for an unknown player or zone, and if the filters leave none of the player's hands.
        """
        from histparse.report.gathering import gather  # noqa: PLC0415 - as above

        with self._again() as database:
            return gather(database, player, zone, checked(filters), **extent)
