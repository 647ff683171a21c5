"""Step 7b, view: a hand on one line, short enough for a chat: positions for names; docs/oneline.md has the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from histparse.model.cards import Cards
from histparse.model.hand import Limit
from histparse.model.money import show_amount
from histparse.view import model as views
from histparse.view.model import AnyStep, HandView, HeldCards, Kind, SeatView, Stage

GAME = "27TD"
LIMITS = {Limit.FIXED: "FL", Limit.POT: "PL", Limit.NO: "NL"}
STAGES = {Kind.BETTING: "B", Kind.DRAW: "D", Kind.SHOWDOWN: "S"}
HERO, ALL_IN, PART = "*", "!", " | "


def written(view: HandView) -> str:
    """The hand on one line. What it leaves out: the site, names, times, lines, findings, and who was not dealt in."""
    view = nameless(view)
    game = f"{GAME} {LIMITS[view.limit]} {chips(view.low)}/{chips(view.high)} {view.currency}"
    seats = " ".join(map(_seat, view.seats))
    end = f"pot {chips(view.pot)} rake {chips(view.rake)}"
    return PART.join((game, seats, *map(_stage, view.stages), end))


def nameless(view: HandView) -> HandView:
    """The hand with positions for names, and nothing that the line does not tell."""
    dealt = [seat for seat in view.seats if seat.net is not None]
    often = Counter(seat.position for seat in dealt)
    names = {
        seat.player: seat.position if often[seat.position] == 1 and seat.position else f"S{seat.seat}" for seat in dealt
    }
    seats = tuple(
        replace(seat, seat=place, player=names[seat.player], position=names[seat.player])
        for place, seat in enumerate(dealt, 1)
    )
    return HandView(
        "", 0, "", "", None, "", view.limit, view.low, view.high, _word(view.currency), seats,
        tuple(replace(stage, steps=_steps(stage, names)) for stage in view.stages), view.pot, view.rake,
    )  # fmt: skip


def chips(amount: int) -> str:
    """150050 is `1500.50`."""
    return show_amount(amount).replace(",", "")


def _word(currency: str) -> str:
    """A currency as one word: a text may call it anything."""
    return currency if currency.isascii() and currency.isalpha() else "?"


def _steps(stage: Stage, names: dict[str, str]) -> tuple[AnyStep, ...]:
    told = (
        replace(step, reshuffled=False) if isinstance(step, views.Drawn) else step
        for step in stage.steps
        if not isinstance(step, views.Dealt) or step.hand is not None
    )
    return tuple(replace(step, line=0, player=names[step.player]) for step in told)


def _seat(seat: SeatView) -> str:
    net = seat.net or 0
    return f"{seat.player}{HERO * seat.hero}:{chips(seat.stack)}{'' if net < 0 else '+'}{chips(net)}"


def _stage(stage: Stage) -> str:
    steps = (f"{step.player}:{TOLD[type(step)](step)}" for step in stage.steps)
    return " ".join((f"{STAGES[stage.kind]}{stage.number}={chips(stage.pot)}", *steps))


def _cards(cards: Iterable[str] | None) -> str:
    return "".join(cards or ())


def _hand(hand: HeldCards | None) -> str:
    return _cards(hand.cards if hand else None)


def _exchanged(sign: str, cards: Cards | None) -> str:
    return f"{sign}{_cards(cards)}" if cards else ""


def _draw(step: views.Drawn) -> str:
    return f"{step.count}{_exchanged('-', step.thrown)}{_exchanged('+', step.received)}"


def _with_chips(letter: str) -> Callable[[Any], str]:
    """A letter and the chips of the step."""
    return lambda step: f"{letter}{chips(step.amount)}{ALL_IN * step.all_in}"


TOLD: dict[type[AnyStep], Callable[[Any], str]] = {
    views.Dealt: lambda step: f"={_hand(step.hand)}",
    views.Post: _with_chips("p"),
    views.Fold: lambda _: "f",
    views.Check: lambda _: "x",
    views.Call: _with_chips("c"),
    views.Bet: _with_chips("b"),
    views.Raise: lambda step: f"r{chips(step.to)}{ALL_IN * step.all_in}",
    views.Uncalled: lambda step: f"u{chips(step.amount)}",
    views.Drawn: _draw,
    views.Show: lambda step: f"{'m' if step.mucked else 's'}{_hand(step.hand)}",
    views.Collect: lambda step: f"w{chips(step.amount)}" + ("" if step.pot is None else f"/{step.pot}"),
}
"""How each step is told, after its player and a colon. Any: steps of that type."""
