"""The Python interface: deals legal or illegal hands, with the text that a site would write."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, tee

from histparse import export
from histparse.api.arguments import Path, rule_set
from histparse.judging.engine import judge
from histparse.model.absent import absent
from histparse.model.errors import HistparseError
from histparse.model.hand import Hand
from histparse.model.house import House, house_of
from histparse.parsing.parser import parse_hand
from histparse.reader import HandText
from histparse.simulate import Settings, deal_hands, neighbours
from histparse.simulate.violations import codes, make

Range = tuple[float, float]
"""Minimum and maximum."""

COMPLETE_SITE = "pokerstars"
"""The site whose text can show every violation; for others, hands whose text does not show it are dropped."""
DEALT_IN = 6
"""The default maximum number of players."""
UNSEEN = 60
"""How many hands without a visible violation it takes to conclude that the site cannot show it."""


class SimulatedHand:
    """A simulated hand, and its text as its site writes it. The texts of several hands joined together are a file."""

    def __init__(self, dealt: Hand, text: str) -> None:
        self._dealt = dealt
        self.text = text
        """Includes the heading that some sites write where the stakes change."""

    @property
    def hand(self) -> Hand:
        """The hand; its lines are counted from 1."""
        return export.numbered(self._dealt)


def breakable() -> list[str]:
    """The rules that simulated hands can break."""
    return sorted([*codes(), *neighbours.WAYS])


def simulate_hands(
    hands: int,
    *,
    seed: int = 1,
    site: str = "pokerstars",
    house: House | Path | None = None,
    players: tuple[int, int] | None = None,
    stacks: tuple[int, int] = (5, 40),
    callers: float = 0.45,
    illegal: str | None = None,
) -> Iterator[SimulatedHand]:
    """Deal hands, legal by the rules of that house or else of the site; the same arguments give the same hands.

    `players` dealt in, minimum and maximum (2 to 6, or what the house seats); `stacks` in big bets; `callers`: how
    loosely they play, 0 to 1. `illegal`: the code of the only rule that every hand breaks; those of the family SEQ come
    in pairs. Raises HistparseError for hands that cannot be dealt.
    """
    if site not in export.sites():
        raise HistparseError(absent("site", site, export.sites()))
    rules = rule_set(house) or house_of(site)
    players = players or (2, min(rules.most_players, DEALT_IN))
    _within("players", players, (2, rules.most_players))
    _within("stacks", stacks, (1, 10_000))
    _within("callers", (callers, callers), (0, 1))
    settings = Settings(
        hands=hands,
        seed=seed,
        site=site,
        house=rules,
        players=players,
        stacks=stacks,
        callers=callers,
    )
    return _broken(illegal.upper(), settings) if illegal else _dealt(settings)


def _within(what: str, asked: Range, bounds: Range) -> None:
    if not bounds[0] <= asked[0] <= asked[1] <= bounds[1]:
        shown = "-".join(map(str, dict.fromkeys(asked)))
        raise HistparseError(f"{what} {shown} is not within {bounds[0]}-{bounds[1]}")


def _dealt(settings: Settings) -> Iterator[SimulatedHand]:
    hands, copies = tee(deal_hands(settings))
    return map(SimulatedHand, hands, export.pages(copies))


def _broken(code: str, settings: Settings) -> Iterator[SimulatedHand]:
    """Hands that break that rule. Raises HistparseError when the house or the site does not let it be broken."""
    if code not in breakable():
        raise HistparseError(absent("rule to break", code, breakable()))
    if code in neighbours.WAYS:
        pairs = neighbours.contradict(code, settings.seed, settings)
        return chain.from_iterable(map(_pair, islice(pairs, (settings.hands + 1) // 2)))
    return _as_many(code, settings)


def _pair(both: neighbours.Contradiction) -> tuple[SimulatedHand, SimulatedHand]:
    before = export.write(both.earlier)
    later = SimulatedHand(both.later, both.text.removeprefix(before))
    return SimulatedHand(both.earlier, before), later


def _as_many(code: str, settings: Settings) -> Iterator[SimulatedHand]:
    """Deal as many hands as requested. Raises HistparseError if there cannot be that many."""
    made = 0
    for made, broken in enumerate(islice(_visible(code, settings), settings.hands), 1):  # noqa: B007 - used after the loop
        yield broken
    if not made and settings.site != COMPLETE_SITE:
        raise HistparseError(f"{settings.site}'s text cannot show {code}, or not at this table")
    if made < settings.hands:
        raise HistparseError(f"only {made} of {settings.hands} hands could break {code} at this table")


def _visible(code: str, settings: Settings) -> Iterator[SimulatedHand]:
    """The illegal hands whose text shows the violation; sites leave out many details."""
    unseen = 0
    for broken in make(code, settings.seed, settings):
        if settings.site == COMPLETE_SITE or code in _found(broken.hand):
            unseen = 0
            yield SimulatedHand(broken.hand, broken.text)
        elif (unseen := unseen + 1) == UNSEEN:
            return


def _found(hand: Hand) -> set[str]:
    """The codes found when the site's text of that hand is read."""
    site = hand.header.site
    parsed = parse_hand(HandText("", 1, export.write(hand).rstrip("\n"), site, export.heading(hand)))
    findings = judge(parsed.hand, house_of(site)).findings if parsed.hand else ()
    return {finding.code for finding in (*parsed.findings, *findings)}
