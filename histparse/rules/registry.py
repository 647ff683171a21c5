"""Step 4, rules: the registry: how a rule is declared, what it reports, and where the engine finds it.

An **act rule** checks what one player is about to do and may object. Only one objection to an act counts: the one that
would remain if the others were mended, which is the first by `Cause`, and among equals by module and place in it. A
**step rule** checks a turning point of the hand and may report several violations. Rules read the table before the
event is applied and never change it.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable
from enum import Enum, IntEnum
from importlib import import_module
from inspect import cleandoc
from operator import attrgetter
from pkgutil import iter_modules
from typing import Any, Generic, NamedTuple, TypeVar

from histparse import rules
from histparse.model import text_codes  # noqa: F401 - it declares its codes
from histparse.model.events import Event
from histparse.model.figures import Cards, Figure, Made, Money
from histparse.model.findings import CATALOGUE, Rule, Severity, declare_rule
from histparse.model.house import House
from histparse.model.ranking import describe
from histparse.replay.deck import Sighting
from histparse.replay.players import Player
from histparse.replay.table import Table


class Violation:
    """A broken rule, in words: `Violation("{name} raises to {to}, bet {bet}", to=money(table, event.to), bet=5)`.

    `line` and `player` only if they are not those of the event judged; all other keywords are figures of the template,
    where `{name}` is that player if no keyword says another.
    """

    __slots__ = ("figures", "line", "player", "template")

    def __init__(self, template: str, line: int | None = None, player: Player | None = None, **figures: Figure) -> None:
        self.template, self.line, self.player, self.figures = template, line, player, figures


Objection = Violation | None
ActRule = Callable[[Table, Any, Player], Objection]
StepRule = Callable[[Table, Any], Iterable[Violation]]
Act = TypeVar("Act", bound=ActRule)
Step = TypeVar("Step", bound=StepRule)
Checked = TypeVar("Checked")
Single = TypeVar("Single")


class Fact(Enum):
    """The facts about a hand that rules rest on.

    A violation puts some of them in doubt. Rules that rest on those are no longer judged, because further violations
    may be mere consequences: one cause is one finding.
    """

    SEATED = "who was dealt in"
    ORDER = "who sits left of whom, and who has the button and the blinds"
    TURN = "whose turn it is, and whether the round is over"
    BETS = "what bet is out in this round, and who may raise it"
    COUNT = "how many bets are out in this round"
    DRAWN = "who has drawn in this draw"
    CHIPS = "who has put in what, and has what left"
    LIVE = "who is still in the hand"
    COURSE = "which round or draw is being played"
    CARDS = "which cards are where"
    STUB = "what is in the stub"
    STATED = "the pot and the rake by the summary"
    PAYOUT = "who takes what"
    SHOWN = "who must show, and who has"
    POSTED = "who has posted what"
    LISTED = "who has a line in the summary"


OF_A_ROUND = frozenset({Fact.TURN, Fact.BETS, Fact.COUNT, Fact.DRAWN})
"""Facts that start afresh with every round; doubts about all others stay."""
ACTED = (Fact.TURN, Fact.BETS, Fact.COUNT, Fact.CHIPS, Fact.LIVE, Fact.SHOWN)
"""Facts in doubt when an act is missing or should not be there."""

Facts = tuple[Fact, ...]


class Cause(IntEnum):
    """The part of an act that is wrong. A later one may merely follow from an earlier one."""

    ACTOR = 1
    """Who acts, or when: they may not act at all."""
    DEED = 2
    """What they do, or for how much: no such act is possible."""
    CARDS = 3
    """With which cards: they have others."""
    REST = 4
    """How it goes with everything else."""


class Grounds(NamedTuple):
    """The facts a rule rests on, and those its violations put in doubt."""

    rests_on: Facts
    doubts: Facts


def applies_everywhere(_house: House) -> bool:
    """In every house."""
    return True


class Check(NamedTuple, Generic[Checked]):
    """A function of a rule, with the rule's entry in the catalogue."""

    rule: Rule
    check: Checked
    grounds: Grounds
    cause: Cause
    houses: Callable[[House], bool]
    """In which houses there is such a rule."""


CHECKS: dict[type[Event], list[Check[Any]]] = {}
"""By type of event, an act or a turning point, in the order in which objections count."""


def act_rule(
    code: str,
    title: str = "",
    *,
    on: type[Event] | tuple[type[Event], ...],
    severity: Severity = Severity.ERROR,
    rests_on: Fact | Facts = (),
    doubts: Fact | Facts = (),
    cause: Cause = Cause.REST,
    houses: Callable[[House], bool] = applies_everywhere,
) -> Callable[[Act], Act]:
    """Register the decorated function as a rule for the events `on`, acts of one player; its docstring explains it.

    Of events and facts a single one may stand without a tuple.
    `rests_on`: it is not checked once any of these facts is in doubt; a finding puts those of `doubts` in doubt.
    `cause`: objections to the same act with an earlier one go before its own.
    `houses`: in which houses it applies; in others it is not asked.
    """
    return _register_check(code, title, on, severity, (rests_on, doubts), cause=cause, houses=houses)


def step_rule(
    code: str,
    title: str = "",
    *,
    on: type[Event] | tuple[type[Event], ...],
    severity: Severity = Severity.ERROR,
    rests_on: Fact | Facts = (),
    doubts: Fact | Facts = (),
) -> Callable[[Step], Step]:
    """Register the decorated function as the rule for the turning points `on`; otherwise like `act_rule`."""
    return _register_check(code, title, on, severity, (rests_on, doubts))


def _register_check(
    code: str,
    title: str,
    on: type[Event] | tuple[type[Event], ...],
    severity: Severity,
    facts: tuple[Fact | Facts, Fact | Facts],
    *,
    cause: Cause = Cause.REST,
    houses: Callable[[House], bool] = applies_everywhere,
) -> Callable[[Checked], Checked]:
    """Enter a function. The one with a title declares the rule; others with the same code add checks to it.

    `facts`: those it rests on, and those its violations put in doubt.
    """
    grounds = Grounds(*map(_as_tuple, facts))

    def enter(check: Checked) -> Checked:
        rule = declare_rule(code, severity, title, cleandoc(check.__doc__ or "")) if title else CATALOGUE[code]
        for kind in _as_tuple(on):
            insort(CHECKS.setdefault(kind, []), Check(rule, check, grounds, cause, houses), key=attrgetter("cause"))
        return check

    return enter


def _as_tuple(single: Single | tuple[Single, ...]) -> tuple[Single, ...]:
    return single if isinstance(single, tuple) else (single,)


def find_checks(event_type: type[Event], house: House) -> tuple[Check[Any], ...]:
    """The checks of events of that type in that house. Any: a type of event is an act or a turning point."""
    return tuple(check for check in CHECKS.get(event_type, ()) if check.houses(house))


def load_rules() -> None:
    """Import every family, which registers its rules."""
    for module in iter_modules(rules.__path__, f"{rules.__name__}."):
        import_module(module.name)


def catalogue() -> dict[str, Rule]:
    """Every rule by code, sorted."""
    load_rules()
    return dict(sorted(CATALOGUE.items()))


# --- figures of violations --------------------------------------------------------------------------------------------


def money(table: Table, amount: int) -> Money:
    """An amount in the hand's currency."""
    return Money(amount, table.hand.header.currency)


def cards(codes: Iterable[str]) -> Cards:
    """Cards, as the sites print them."""
    return Cards(tuple(codes))


def made_hand(rank_number: int) -> Made:
    """The hand of that rank number."""
    hand = describe(rank_number)
    return Made(hand.ranks, hand.category)


def sighting_violation(template: str, card: str, sighting: Sighting) -> Violation:
    """A card that the player has or gets, and that the `holder`, if another, had or discarded on the line `seen`."""
    violation = Violation(template, card=cards((card,)), seen=sighting.line)
    if "{holder}" in template:
        violation.figures["holder"] = sighting.player.name
    return violation
