"""Step 10, serve: what the hero's cards were worth against those that others held, where the hand tells them all."""

from __future__ import annotations

from collections.abc import Iterator

from histparse import HistparseError, equity
from histparse.view.film import Film, Frame, SeatFrame
from histparse.view.html.steps import dealt_in
from histparse.view.model import Drawn, Kind

DEALS = 5_000
"""Deals where there are too many to count: to within a percent."""
DRAWS = 3


def known_chances(film: Film) -> dict[int, float]:
    """By the steps of the hero's draws and of the first act on the river: the share of the pot that the cards win.

    Of a draw, all hold what they held when the hero drew, and throw what they threw; later draws are those for low.
    """
    names = dealt_in(film.view)
    heroes = [
        place for place, name in enumerate(names) if any(one.hero and one.player == name for one in film.view.seats)
    ]
    if not heroes:
        return {}
    at_steps = ((step, _share(film, names, heroes[0], step)) for step in _decisions(film, names[heroes[0]]))
    return {step: share for step, share in at_steps if share is not None}


def _decisions(film: Film, hero: str) -> Iterator[int]:
    acts = [(at, one) for at, one in enumerate(film.frames) if one.step is not None and one.step.player == hero]
    yield from (at for at, one in acts if isinstance(one.step, Drawn))
    yield from [at for at, one in acts if _is_river(one)][:1]


def _is_river(frame: Frame) -> bool:
    return frame.stage is not None and (frame.stage.kind, frame.stage.number) == (Kind.BETTING, DRAWS)


def _share(film: Film, names: tuple[str, ...], hero: int, step: int) -> float | None:
    """None: a card is not known, or the text has one twice."""
    seats, stage = film.frames[step - 1].seats, film.frames[step].stage
    places = [hero, *(place for place, seat in enumerate(seats) if place != hero and not seat.folded)]
    if stage is None or len(places) < 2 or any(len(seats[place].cards) < 5 for place in places):
        return None
    to_come = {
        one.step.player: one.step for one in film.frames[step:] if one.stage == stage and isinstance(one.step, Drawn)
    }
    hands = [_notation(seats[place], to_come.get(names[place])) for place in places]
    draws = DRAWS + 1 - stage.number if stage.kind is Kind.DRAW else 0
    held = {card for place in places for card in seats[place].cards}
    gone = _thrown(film.frames[:step]) - held
    try:
        return equity(*hands, draws=draws, dead=" ".join(sorted(gone)), deals=DEALS, with_policy_error=False).equity
    except HistparseError:
        return None


def _notation(seat: SeatFrame, coming: Drawn | None) -> str:
    """Five cards stand pat; which cards are thrown of a hand that others held is seldom told."""
    if coming is None or not coming.count:
        return "".join(seat.cards)
    if coming.thrown is None:
        return f"best {''.join(seat.cards)}"
    kept, thrown = ("".join(some) for some in (set(seat.cards) - set(coming.thrown), coming.thrown))
    return f"{kept}/{thrown}"


def _thrown(frames: tuple[Frame, ...]) -> set[str]:
    """The cards known to have been thrown since the deck was reshuffled."""
    thrown: set[str] = set()
    for frame in frames:
        if isinstance(frame.step, Drawn):
            thrown = (set() if frame.step.reshuffled else thrown) | {*(frame.step.thrown or ())}
    return thrown
