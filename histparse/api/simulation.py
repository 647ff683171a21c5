"""The Python interface: hands are dealt, legal ones or others, with the text that a site would write."""

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
"""The least and the most."""

TOLD_BY = "pokerstars"
"""The site whose text can tell every violation; of others only texts are written in which it can be seen."""
DEALT_IN = 6
"""Most players where nobody says how many."""
UNSEEN = 60
"""Hands without a visible violation after which the site is said to be unable to tell it."""


class SimulatedHand:
    """A hand that was dealt, and how its site tells it. The texts of several, one after the other, are a file."""

    def __init__(self, dealt: Hand, text: str) -> None:
        self._dealt = dealt
        self.text = text
        """With the line above it that its site writes where stakes change, if it writes one."""

    @property
    def hand(self) -> Hand:
        """What happens in it; its lines are counted from 1."""
        return export.numbered(self._dealt)


def breakable() -> list[str]:
    """The rules that hands can be made to break."""
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
    """So many hands, legal by the rules of that house or else of the site; the same arguments give the same hands.

    `players` dealt in, least and most (2 to 6, or what the house seats); `stacks` in big bets; `callers`: how loose
    they play, 0 to 1. `illegal`: the code of the rule that every hand breaks, and no other; of the family SEQ they come
    in pairs. Raises HistparseError for what cannot be dealt.
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
    hands, told = tee(deal_hands(settings))
    return map(SimulatedHand, hands, export.pages(told))


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
    """As many as are asked for, or the reason why not."""
    made = 0
    for made, broken in enumerate(islice(_visible(code, settings), settings.hands), 1):  # noqa: B007 - read after it
        yield broken
    if not made and settings.site != TOLD_BY:
        raise HistparseError(f"{settings.site}'s text cannot tell {code}, or not at this table")
    if made < settings.hands:
        raise HistparseError(f"only {made} of {settings.hands} hands could break {code} at this table")


def _visible(code: str, settings: Settings) -> Iterator[SimulatedHand]:
    """The illegal hands in which a reader of the site's text can see the violation; sites leave much unsaid."""
    unseen = 0
    for broken in make(code, settings.seed, settings):
        if settings.site == TOLD_BY or code in _found(broken.hand):
            unseen = 0
            yield SimulatedHand(broken.hand, broken.text)
        elif (unseen := unseen + 1) == UNSEEN:
            return


def _found(hand: Hand) -> set[str]:
    """What a reader finds in the site's text of that hand."""
    site = hand.header.site
    parsed = parse_hand(HandText("", 1, export.write(hand).rstrip("\n"), site, export.heading(hand)))
    findings = judge(parsed.hand, house_of(site)).findings if parsed.hand else ()
    return {finding.code for finding in (*parsed.findings, *findings)}
