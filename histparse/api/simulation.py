"""The Python interface: deals legal hands, with the text that a site would write."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat, tee

from histparse.api.in_and_out import Path, load_house
from histparse.export import Writer, sites, writer
from histparse.model.errors import HistparseError, suggest_names
from histparse.model.hand import Hand
from histparse.model.house import House, house_of_site_or_lenient_default
from histparse.simulate import Settings, deal_hands

Range = tuple[float, float]
"""Minimum and maximum."""

DEALT_IN = 6
"""The default maximum number of players."""


class SimulatedHand:
    """A simulated hand, and its text as its site writes it. The texts of several hands joined together are a file."""

    def __init__(self, dealt: Hand, text: str, writer: Writer) -> None:
        self._dealt, self._writer = dealt, writer
        self.text = text
        """Includes the heading that some sites write where the stakes change."""

    @property
    def hand(self) -> Hand:
        """The hand; its lines are counted from 1."""
        return self._writer.number_lines(self._dealt)


def simulate_hands(
    hands: int,
    *,
    seed: int = 1,
    site: str = "pokerstars",
    house: House | Path | None = None,
    players: tuple[int, int] | None = None,
    stacks: tuple[int, int] = (5, 40),
    callers: float = 0.45,
) -> Iterator[SimulatedHand]:
    """Deal hands, legal by the rules of that house or else of the site; the same arguments give the same hands.

    `site`: whose text they are, `pokerstars` or `phh`. `players` dealt in, minimum and maximum (2 to 6, or what the
    house seats); `stacks` in big bets; `callers`: how loosely they play, 0 to 1. Raises HistparseError for hands that
    cannot be dealt.
    """
    if site not in sites():
        raise HistparseError(suggest_names("site", site, sites()))
    rules = load_house(house) or house_of_site_or_lenient_default(site)
    players = players or (2, min(rules.most_players, DEALT_IN))
    _refuse_unless_between("players", players, (2, rules.most_players))
    _refuse_unless_between("stacks", stacks, (1, 10_000))
    _refuse_unless_between("callers", (callers, callers), (0, 1))
    settings = Settings(
        hands=hands,
        seed=seed,
        writer=writer(site),
        house=rules,
        players=players,
        stacks=stacks,
        callers=callers,
    )
    dealt, copies = tee(deal_hands(settings))
    return map(SimulatedHand, dealt, settings.writer.texts_with_headings(copies), repeat(settings.writer))


def _refuse_unless_between(name: str, limits: Range, bounds: Range) -> None:
    if not bounds[0] <= limits[0] <= limits[1] <= bounds[1]:
        shown = "-".join(map(str, dict.fromkeys(limits)))
        raise HistparseError(f"{name} {shown} is not within {bounds[0]}-{bounds[1]}")
