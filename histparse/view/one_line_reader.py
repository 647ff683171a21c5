"""Step 7b, view: the hand of a line in the notation of docs/oneline.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from histparse.model.cards import Cards, parse_cards
from histparse.model.errors import HistparseError
from histparse.model.money import parse_amount
from histparse.model.plain import quoted
from histparse.view import model as views
from histparse.view.cards_held import held_cards, with_hands
from histparse.view.model import AnyStep, HandView, SeatView, Stage
from histparse.view.one_line import GAME, LIMITS, PART, STAGES

_LIMITS = {letters: limit for limit, letters in LIMITS.items()}
_KINDS = {letter: kind for kind, letter in STAGES.items()}
_AMOUNT = r"-?\d+(?:\.\d\d?)?"
_HEAD = re.compile(rf"{GAME} (?P<limit>FL|PL|NL) (?P<low>{_AMOUNT})/(?P<high>{_AMOUNT}) (?P<currency>[A-Za-z]+|\?)")
_SEAT = re.compile(rf"\A(?P<name>[^:\s*]+)(?P<hero>\*?):(?P<stack>{_AMOUNT})(?:\+|(?=-))(?P<net>{_AMOUNT})")
_STAGE = re.compile(rf"(?P<kind>[BDS])(?P<number>\d)=(?P<pot>{_AMOUNT})")
_END = re.compile(rf"pot (?P<pot>{_AMOUNT}) rake (?P<rake>{_AMOUNT})")
_CARDS = r"(?:[2-9TJQKA][cdhs]|\?\?)+"
Reading = Callable[[str, re.Match[str]], AnyStep]
_STEPS: dict[str, Reading] = {
    rf"=(?P<cards>{_CARDS})": lambda who, at: views.Dealt(0, who, held_cards(_cards(at["cards"]))),
    rf"p(?P<chips>{_AMOUNT})(?P<all>!?)": lambda who, at: views.Post(
        0, who, parse_amount(at["chips"]), bool(at["all"])
    ),
    r"f": lambda who, _: views.Fold(0, who),
    r"x": lambda who, _: views.Check(0, who),
    rf"c(?P<chips>{_AMOUNT})(?P<all>!?)": lambda who, at: views.Call(
        0, who, parse_amount(at["chips"]), bool(at["all"])
    ),
    rf"b(?P<chips>{_AMOUNT})(?P<all>!?)": lambda who, at: views.Bet(0, who, parse_amount(at["chips"]), bool(at["all"])),
    rf"r(?P<chips>{_AMOUNT})(?P<all>!?)": lambda who, at: views.Raise(
        0, who, parse_amount(at["chips"]), bool(at["all"])
    ),
    rf"u(?P<chips>{_AMOUNT})": lambda who, at: views.Uncalled(0, who, parse_amount(at["chips"])),
    rf"(?P<count>\d)(?:-(?P<thrown>{_CARDS}))?(?:\+(?P<got>{_CARDS}))?": lambda who, at: views.Drawn(
        0, who, int(at["count"]), _cards(at["thrown"]), _cards(at["got"])
    ),
    rf"(?P<how>[sm])(?P<cards>(?:{_CARDS})?)": lambda who, at: views.Show(
        0, who, held_cards(_cards(at["cards"])), at["how"] == "m"
    ),
    rf"w(?P<chips>{_AMOUNT})(?:/(?P<pot>\d+))?": lambda who, at: views.Collect(
        0, who, parse_amount(at["chips"]), int(at["pot"]) if at["pot"] else None
    ),
}
"""What follows a player and a colon, and the step it is."""
_READINGS = [(re.compile(pattern), reading) for pattern, reading in _STEPS.items()]


class NotationError(HistparseError):
    """The line is not in the notation; the message is one sentence that quotes the part which is not."""


def is_line(text: str) -> bool:
    """Whether the text is meant as a hand on one line."""
    return text.split(maxsplit=1)[:1] == [GAME]


def read(text: str) -> HandView:
    """The hand of the line, with positions for names; it may be wrapped, as chats do. Raises NotationError."""
    head, *middle = (" ".join(part.split()) for part in text.split(PART.strip()))
    if len(middle) < 2:
        raise NotationError(
            f"{quoted(text)} is not a hand on one line: it has game, seats, stages and pot, between bars"
        )
    seats, *stages, end = middle
    game, total = _match(_HEAD, head, "the game"), _match(_END, end, "the pot and the rake")
    sat = tuple(_seat(place, word) for place, word in enumerate(seats.split(), 1))
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
        with_hands(_stage(part, names) for part in stages),
        parse_amount(total["pot"]),
        parse_amount(total["rake"]),
    )


def _match(pattern: re.Pattern[str], text: str, what: str) -> re.Match[str]:
    if found := pattern.fullmatch(text):
        return found
    raise NotationError(f"{quoted(text)} is not {what} of a hand on one line")


def _seat(place: int, word: str) -> SeatView:
    found = _match(_SEAT, word, "a seat")
    name, net = found["name"], parse_amount(found["net"])
    return SeatView(place, name, name, parse_amount(found["stack"]), net, bool(found["hero"]))


def _stage(part: str, names: Iterable[str]) -> Stage:
    first, *steps = part.split()
    found = _match(_STAGE, first, "the beginning of a stage")
    read = tuple(_step(word, names) for word in steps)
    return Stage(_KINDS[found["kind"]], int(found["number"]), parse_amount(found["pot"]), read)


def _step(word: str, names: Iterable[str]) -> AnyStep:
    who, _, done = word.partition(":")
    found = next(((reading, at) for pattern, reading in _READINGS if (at := pattern.fullmatch(done))), None)
    if found is None or who not in names:
        raise NotationError(f"{quoted(word)} is not a step of a hand on one line")
    reading, at = found
    return reading(who, at)


def _cards(text: str | None) -> Cards | None:
    """`8d8c5d` as cards; None for none."""
    return parse_cards(" ".join(re.findall("..", text))) if text else None
