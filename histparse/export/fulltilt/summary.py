"""Full Tilt: the lines of the summary."""

from __future__ import annotations

from histparse.export.fulltilt.words import ORDINALS
from histparse.model.cards import show_cards
from histparse.model.events import Outcome, Result, Total
from histparse.model.money import show_amount


def total_line(event: Total, currency: str) -> str:
    """`Total pot 650 Main pot 150. Side pot 500. | Rake 0`."""
    lone = len(event.sides) == 1
    sides = "".join(
        f" Side pot{'' if lone else f' {place}'} {show_amount(side, currency)}."
        for place, side in enumerate(event.sides, start=1)
    )
    split = "" if event.main is None else f" Main pot {show_amount(event.main, currency)}.{sides}"
    return f"Total pot {show_amount(event.pot or 0, currency)}{split} | Rake {show_amount(event.rake or 0, currency)}"


def result_line(event: Result, currency: str, *, archived: bool) -> str:
    """`Seat 1: name (button) folded before the Draw (didn't bet)`; the archive has some wording of its own."""
    where = "".join(f" ({position})" for position in event.positions)
    won = "" if event.won is None else f"({show_amount(event.won, currency)})"
    return f"Seat {event.seat}: {event.player}{where}{_ended(event, won, currency, archived)}"


def _ended(event: Result, won: str, currency: str, archived: bool) -> str:
    cards = f"[{show_cards(event.cards or ())}]"
    match event.outcome:
        case Outcome.FOLDED:
            return _folded(event, archived)
        case Outcome.COLLECTED:
            got = won or f"({show_amount(0, currency)})"
            return f" collected {got}" if archived else f" collected {got}, mucked"
        case Outcome.MUCKED:
            return f" mucked {cards} - {event.says}" if event.cards else " mucked"
        case Outcome.SHOWED:
            return f" showed {cards} and {f'won {won}' if won else 'lost'} with {event.says}"
        case Outcome.SITTING_OUT:
            return " is sitting out"
        case Outcome.UNSAID:
            return ""


def _folded(event: Result, archived: bool) -> str:
    if event.folded_after:
        return f" folded after the {event.folded_after}{ORDINALS[event.folded_after]} Draw"
    if archived:
        return " folded before the draw" if event.bet is None else " didn't bet (folded)"
    return " folded before the Draw" if event.bet is None else " folded before the Draw (didn't bet)"
