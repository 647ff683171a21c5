"""Step 7b, view: a hand on one line, short enough for a chat: positions for names; docs/oneline.md has the notation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from histparse.model.cards import Cards, parse_cards
from histparse.model.errors import HistparseError, quoted
from histparse.model.hand import Limit
from histparse.model.money import parse_amount, show_amount
from histparse.view import model as views
from histparse.view.model import (
    AnyStep,
    HandView,
    HeldCards,
    Kind,
    SeatView,
    Stage,
    add_hands_to_draws,
    held_cards_if_five_known,
)

GAME = "27TD"
LIMITS = {Limit.FIXED: "FL", Limit.POT: "PL", Limit.NO: "NL"}
STAGES = {Kind.BETTING: "B", Kind.DRAW: "D", Kind.SHOWDOWN: "S"}
HERO, ALL_IN, PART = "*", "!", " | "


def format_line(view: HandView) -> str:
    """The hand on one line. What it leaves out: the site, names, times, lines, findings, and who was not dealt in."""
    view = reduce_to_line_contents(view)
    game = f"{GAME} {LIMITS[view.limit]} {format_chips(view.low)}/{format_chips(view.high)} {view.currency}"
    seats = " ".join(map(_format_stack_and_net, view.seats))
    end = f"pot {format_chips(view.pot)} rake {format_chips(view.rake)}"
    return PART.join((game, seats, *map(_format_stage, view.stages), end))


def reduce_to_line_contents(view: HandView) -> HandView:
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
        "", 0, "", "", None, "", view.limit, view.low, view.high, _currency_word(view.currency), seats,
        tuple(replace(stage, steps=_steps_without_names(stage, names)) for stage in view.stages), view.pot, view.rake,
    )  # fmt: skip


def format_chips(amount: int) -> str:
    """150050 is `1500.50`."""
    return show_amount(amount).replace(",", "")


def _currency_word(currency: str) -> str:
    """A currency as one word: a text may call it anything."""
    return currency if currency.isascii() and currency.isalpha() else "?"


def _steps_without_names(stage: Stage, names: dict[str, str]) -> tuple[AnyStep, ...]:
    steps = (
        replace(step, reshuffled=False) if isinstance(step, views.Drawn) else step
        for step in stage.steps
        if not isinstance(step, views.Dealt) or step.hand is not None
    )
    return tuple(replace(step, line=0, player=names[step.player]) for step in steps)


def _format_stack_and_net(seat: SeatView) -> str:
    net = seat.net or 0
    return f"{seat.player}{HERO * seat.hero}:{format_chips(seat.stack)}{'' if net < 0 else '+'}{format_chips(net)}"


def _format_stage(stage: Stage) -> str:
    steps = (f"{step.player}:{NOTATIONS[type(step)](step)}" for step in stage.steps)
    return " ".join((f"{STAGES[stage.kind]}{stage.number}={format_chips(stage.pot)}", *steps))


def _format_hand(hand: HeldCards | None) -> str:
    return "".join(hand.cards) if hand else ""


def _format_exchange(sign: str, cards: Cards | None) -> str:
    return f"{sign}{''.join(cards)}" if cards else ""


def _format_draw(step: views.Drawn) -> str:
    return f"{step.count}{_format_exchange('-', step.thrown)}{_format_exchange('+', step.received)}"


# --- writing ----------------------------------------------------------------------------------------------------------

NOTATIONS: dict[type[AnyStep], Callable[[Any], str]] = {
    views.Dealt: lambda step: f"={_format_hand(step.hand)}",
    views.Post: lambda step: f"p{format_chips(step.amount)}{ALL_IN * step.all_in}",
    views.Fold: lambda _: "f",
    views.Check: lambda _: "x",
    views.Call: lambda step: f"c{format_chips(step.amount)}{ALL_IN * step.all_in}",
    views.Bet: lambda step: f"b{format_chips(step.amount)}{ALL_IN * step.all_in}",
    views.Raise: lambda step: f"r{format_chips(step.to)}{ALL_IN * step.all_in}",
    views.Uncalled: lambda step: f"u{format_chips(step.amount)}",
    views.Drawn: _format_draw,
    views.Show: lambda step: f"{'m' if step.mucked else 's'}{_format_hand(step.hand)}",
    views.Collect: lambda step: f"w{format_chips(step.amount)}" + ("" if step.pot is None else f"/{step.pot}"),
}
"""How each step is told, after its player and a colon. Any: steps of that type."""


# --- reading ----------------------------------------------------------------------------------------------------------

_LIMITS = {letters: limit for limit, letters in LIMITS.items()}
_KINDS = {letter: kind for kind, letter in STAGES.items()}
_AMOUNT = r"-?\d+(?:\.\d\d?)?"
_HEAD = re.compile(rf"{GAME} (?P<limit>FL|PL|NL) (?P<low>{_AMOUNT})/(?P<high>{_AMOUNT}) (?P<currency>[A-Za-z]+|\?)")
_SEAT = re.compile(rf"\A(?P<name>[^:\s*]+)(?P<hero>\*?):(?P<stack>{_AMOUNT})(?:\+|(?=-))(?P<net>{_AMOUNT})")
_STAGE = re.compile(rf"(?P<kind>[BDS])(?P<number>\d)=(?P<pot>{_AMOUNT})")
_END = re.compile(rf"pot (?P<pot>{_AMOUNT}) rake (?P<rake>{_AMOUNT})")
_CARDS = r"(?:[2-9TJQKA][cdhs]|\?\?)+"
_WAGERS: dict[str, type[views.Post | views.Call | views.Bet | views.Raise]] = {
    "p": views.Post,
    "c": views.Call,
    "b": views.Bet,
    "r": views.Raise,
}
"""The steps with a number of chips that may be all-in, by their letters."""
Reading = Callable[[str, re.Match[str]], AnyStep]
_STEPS: dict[str, Reading] = {
    rf"=(?P<cards>{_CARDS})": lambda player, match: views.Dealt(
        0, player, held_cards_if_five_known(_read_cards(match["cards"]))
    ),
    rf"(?P<act>[pcbr])(?P<chips>{_AMOUNT})(?P<all>!?)": lambda player, match: _WAGERS[match["act"]](
        0, player, parse_amount(match["chips"]), bool(match["all"])
    ),
    r"f": lambda player, _: views.Fold(0, player),
    r"x": lambda player, _: views.Check(0, player),
    rf"u(?P<chips>{_AMOUNT})": lambda player, match: views.Uncalled(0, player, parse_amount(match["chips"])),
    rf"(?P<count>\d)(?:-(?P<thrown>{_CARDS}))?(?:\+(?P<got>{_CARDS}))?": lambda player, match: views.Drawn(
        0, player, int(match["count"]), _read_cards(match["thrown"]), _read_cards(match["got"])
    ),
    rf"(?P<how>[sm])(?P<cards>(?:{_CARDS})?)": lambda player, match: views.Show(
        0, player, held_cards_if_five_known(_read_cards(match["cards"])), match["how"] == "m"
    ),
    rf"w(?P<chips>{_AMOUNT})(?:/(?P<pot>\d+))?": lambda player, match: views.Collect(
        0, player, parse_amount(match["chips"]), int(match["pot"]) if match["pot"] else None
    ),
}
"""What follows a player and a colon, and the step it is."""
_READINGS = [(re.compile(pattern), reading) for pattern, reading in _STEPS.items()]


class NotationError(HistparseError):
    """The line is not in the notation; the message is one sentence that quotes the part which is not."""


def is_line(text: str) -> bool:
    """Whether the text is meant as a hand on one line."""
    return text.split(maxsplit=1)[:1] == [GAME]


def parse_line(text: str) -> HandView:
    """The hand of the line, with positions for names; it may be wrapped, as chats do. Raises NotationError."""
    head, *middle = (" ".join(part.split()) for part in text.split(PART.strip()))
    if len(middle) < 2:
        raise NotationError(
            f"{quoted(text)} is not a hand on one line: it has game, seats, stages and pot, between bars"
        )
    seats, *stages, end = middle
    game, total = _match_part(_HEAD, head, "the game"), _match_part(_END, end, "the pot and the rake")
    sat = tuple(_read_seat(place, word) for place, word in enumerate(seats.split(), 1))
    names = {seat.player for seat in sat}
    return HandView(
        "",
        0,
        "",
        "",
        None,
        "",
        _LIMITS[game["limit"]],
        parse_amount(game["low"]),
        parse_amount(game["high"]),
        game["currency"],
        sat,
        add_hands_to_draws(_read_stage(part, names) for part in stages),
        parse_amount(total["pot"]),
        parse_amount(total["rake"]),
    )


def _match_part(pattern: re.Pattern[str], text: str, part_name: str) -> re.Match[str]:
    if match := pattern.fullmatch(text):
        return match
    raise NotationError(f"{quoted(text)} is not {part_name} of a hand on one line")


def _read_seat(place: int, word: str) -> SeatView:
    match = _match_part(_SEAT, word, "a seat")
    name, net = match["name"], parse_amount(match["net"])
    return SeatView(place, name, name, parse_amount(match["stack"]), net, bool(match["hero"]))


def _read_stage(part: str, names: Iterable[str]) -> Stage:
    first, *steps = part.split()
    match = _match_part(_STAGE, first, "the beginning of a stage")
    read = tuple(_read_step(word, names) for word in steps)
    return Stage(_KINDS[match["kind"]], int(match["number"]), parse_amount(match["pot"]), read)


def _read_step(word: str, names: Iterable[str]) -> AnyStep:
    player, _, act = word.partition(":")
    recognized = next(((reading, match) for pattern, reading in _READINGS if (match := pattern.fullmatch(act))), None)
    if recognized is None or player not in names:
        raise NotationError(f"{quoted(word)} is not a step of a hand on one line")
    reading, match = recognized
    return reading(player, match)


def _read_cards(text: str | None) -> Cards | None:
    """`8d8c5d` as cards; None for none."""
    return parse_cards(" ".join(re.findall("..", text))) if text else None
