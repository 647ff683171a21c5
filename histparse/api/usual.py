"""The Python interface: in what a session is unlike the other hands of its player, and what mistakes cost usually."""

from __future__ import annotations

from msgspec import Struct, structs

from histparse import stats
from histparse.api.coaching import LeakPages
from histparse.api.store_base import StoreBase
from histparse.report.differences import Difference, clearest
from histparse.report.model import Figures, is_tested
from histparse.stats import Filters, Listing

MOST = 5
CHIPS = "chips"


class Unlike(Struct, frozen=True):
    """The clearest differences between the hands of a session and the others, which chance does not explain."""

    others: int
    """How many other hands there are."""
    differences: list[Difference]


def game_of_session(filters: Filters, currency: str) -> Filters:
    """Which hands a session in that currency is compared with: tournaments or cash games of all dates."""
    return structs.replace(filters, since=None, until=None, tournament=currency == CHIPS)


def unlike_others(store: StoreBase, player: str, began: str, currency: str, filters: Filters) -> Unlike:
    """What that player did in the session that began then more or less often than in all other hands of this game.

    A rate of the session and that of the others are tested as a report tests those of two players, and corrected for
    all rates that are looked at. Raises StatisticsError.
    """
    there = {name: one for name, one in stats.catalogue().items() if is_tested(one)}
    game = game_of_session(filters, currency)
    with store._again() as database:
        every = stats.number(database, Listing(), player, game)
        of_session = Listing(statistic="bb100", session=began, of={"currency": currency})
        others = every - stats.select(database, of_session, player, filters)
        pairs = stats.selected_versus_rest(database, there.values(), player, game) if others else {}
    figures = [Figures(there[name], pair.own, pair.others, p=pair.p) for name, pair in pairs.items()]
    return Unlike(others, clearest(figures, MOST))


def usual_loss(store: StoreBase, like: LeakPages) -> float | None:
    """What mistakes cost in 100 of the hands by which others are priced, in big bets, all kinds added up."""
    with store._again() as database:
        hands = int(like.counted.fetched(database).observed.hands.sum())
    lost = sum(float(rows["big_bets"].sum()) for rows in like.decisions.values())
    return 100 * lost / hands if hands else None
