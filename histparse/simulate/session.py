"""Deals hand after hand, at cash tables or in tournaments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random

from msgspec.structs import replace

from histparse.model.events import Note
from histparse.model.hand import Hand, Header, Limit, TableLine
from histparse.simulate.onehand import Occasion, play_hand_and_update_stacks
from histparse.simulate.player import Occupant, build_seats_except_waiting_newcomers
from histparse.simulate.settings import Settings
from histparse.simulate.tables import CashTable, TournamentTable

AWKWARD = (
    "Big Blind",
    "wet: paint",
    "(button)",
    "[Ks Kd]",
    "said Olga",
    "ca$h 4 Lena",
    "two  blanks",
    'O\'Neill "Red"',
    "##tilt##",
    "Ünal Blåbær",
    "牌九",
    "draws 2",
    "and is all-in",
    "pot.eu",
    "-Marie-",
    "7 7 7",
    "a_b\\c/d",
    "50% rake",
    "Seat 4",
    "({})",
)
FIRST = (
    "Alma", "Bruno", "Cleo", "Dario", "Edda", "Felix", "Gina", "Hugo", "Ines", "Jonas", "Kaja", "Leo", "Mira", "Nils",
    "Olga", "Pavel", "Rosa", "Sami", "Tove", "Uri", "Vera", "Wim", "Yara", "Zeno",
)  # fmt: skip
LAST = ("72", "_low", "Deuce", " River", "99", "Pat", "snow", ".pl", "Bear", " II", "4ever", "Smooth", "x", "Fisch")
TABLES = (
    "Adhara", "Bellona", "Calypso", "David's Draw", "Elara", "Fides", "Gaspra", "Hektor", "Iris", "Juno", "Klotho",
    "Lumen", "Mimas", "Nysa", "Ops", "Palma",
)  # fmt: skip


def invent_names(random: Random) -> Iterator[str]:
    """An endless supply of distinct names."""
    used: set[str] = set()
    while True:
        name = random.choice(AWKWARD) if random.random() < 0.1 else random.choice(FIRST) + random.choice(LAST)
        while name in used:
            name = f"{random.choice(FIRST)}{random.choice(LAST)}{random.randrange(10_000)}"
        used.add(name)
        yield name


def invent_table_names(random: Random) -> Iterator[str]:
    """Table names, none repeated before all are used; there are many, because the same name means the same table."""
    while True:
        names = [f"{name} {number}" for name in TABLES for number in range(1, 200)]
        random.shuffle(names)
        yield from names


# --- hand after hand --------------------------------------------------------------------------------------------------

OPENED = datetime(2000, 1, 1, tzinfo=UTC)
"""The day of the first hand."""
FAST_FOLD = ("Zoom", "Rush")
"""Fast-fold tables, which are pools of players."""
PER_SECOND = 500
"""Hand numbers per second: hands from other seeds at the same time get other numbers."""


def deal_hands(settings: Settings) -> Iterator[Hand]:
    """The hands requested. Lines are counted from 1 in every hand; the writer numbers the lines of a file."""
    random = Random(settings.seed)  # noqa: S311 - the same seed must give the same hands
    occasions = _tournament_occasions(settings, random) if settings.levels else _cash_occasions(settings, random)
    dealer = Dealer(settings, random)
    for occasion in islice(occasions, settings.hands):
        yield dealer.deal(occasion)


class Dealer:
    """Deals hands with increasing numbers and times."""

    def __init__(self, settings: Settings, random: Random) -> None:
        self.clock = settings.start
        self._settings = settings
        self._random = random
        self._offset = random.randrange(PER_SECOND)

    def deal(self, occasion: Occasion) -> Hand:
        """The next hand."""
        seconds = int((self.clock - OPENED).total_seconds())
        hand = _play_and_build_hand(
            self._settings, occasion, self._random, str(seconds * PER_SECOND + self._offset), self.clock
        )
        self.clock += timedelta(seconds=self._random.randrange(20, 110))
        return hand


def _cash_occasions(settings: Settings, random: Random) -> Iterator[Occasion]:
    names, places = invent_names(random), invent_table_names(random)
    while True:
        table = CashTable(settings, random, names, settings.table or next(places))
        settings = _keep_hero_style(settings, table.occupants)
        for _ in range(settings.hands if settings.table else random.randrange(60, 140)):
            yield table.next_occasion()


def _tournament_occasions(settings: Settings, random: Random) -> Iterator[Occasion]:
    names = invent_names(random)
    number = random.randrange(10**8, 10**9)
    while True:
        table = TournamentTable(settings, random, names, number)
        settings = _keep_hero_style(settings, table.occupants)
        number += random.randrange(10, 5_000)
        while not table.is_over_or_hero_out:
            yield table.next_occasion()


def _keep_hero_style(settings: Settings, occupants: Sequence[Occupant]) -> Settings:
    """The hero plays alike at all tables: an audit takes a change of style for a favour to whoever sits there."""
    styles = {occupant.name: occupant.style for occupant in occupants if occupant.name == settings.hero}
    return replace(settings, regulars=settings.regulars | styles)


def _play_and_build_hand(settings: Settings, occasion: Occasion, random: Random, hand_id: str, clock: datetime) -> Hand:
    seats = build_seats_except_waiting_newcomers(occasion.occupants, occasion.dealt)
    button = occasion.dealt[-1].seat
    events = play_hand_and_update_stacks(settings, occasion, random)
    story = [replace(event, line=line) for line, event in enumerate(events, 3 + len(occasion.occupants))]
    dealt = {occupant.name for occupant in occasion.dealt}
    hand = Hand(
        path="",
        header=_build_header(settings, occasion, hand_id, clock),
        table=TableLine(2, occasion.table, occasion.seats, button, settings.currency == "play" and not settings.levels),
        seats=seats,
        events=tuple(event for event in story if not isinstance(event, Note)),
        notes=tuple(event for event in story if isinstance(event, Note)),
        hero=settings.hero if settings.hero in dealt else None,
        last_line=story[-1].line,
    )
    return hand if settings.open_cards else settings.writer.adapt_hand(hand)


def _build_header(settings: Settings, occasion: Occasion, hand_id: str, clock: datetime) -> Header:
    return Header(
        line=1,
        site=settings.writer.site,
        hand_id=hand_id,
        limit=Limit.FIXED,
        low=occasion.stakes.small_bet,
        high=occasion.stakes.big_bet,
        currency="chips" if settings.levels else settings.currency,
        played_at=clock,
        zone=settings.zone,
        mix=settings.mix,
        tournament=occasion.tournament,
        ante=occasion.stakes.ante or None,
        kind=settings.kind,
        in_sequence=settings.kind not in FAST_FOLD,
        club=settings.club,
    )
