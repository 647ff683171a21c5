"""Step 10, serve: the hero's chances at the decisions of a hand as a small drawing, with the marks of mistakes."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from histparse import Store
from histparse.report import words
from histparse.serve.address import Address, player_of
from histparse.serve.known_cards import known_chances
from histparse.serve.mistakes import chances
from histparse.serve.review import Review, day_of
from histparse.view.film import Film
from histparse.view.html import step_at
from histparse.view.model import Kind

WIDTH, HEIGHT, ABOVE, LEFT, RIGHT = 600, 100, 22, 72, 30
"""The size of the drawing, and the room above it for marks, on the left for what heights mean, and on the right."""
FEWEST = 2
"""The fewest decisions that make a line."""


class Point(Struct, frozen=True):
    """A decision: its place, the step before it, what it says, and its mark if it was a mistake."""

    x: float
    y: float
    step: int
    words: str
    stage: str
    """`D1` to `D3`, or `River`."""
    sign: str = ""


class ChanceGraph(Struct, frozen=True):
    """The points from left to right, and the line through them; and those by the cards that others turned up later."""

    points: list[Point]
    known: list[Point]
    width: int = WIDTH
    height: int = HEIGHT
    above: int = ABOVE
    left: int = LEFT

    @property
    def stages(self) -> dict[str, float]:
        """Where the first decision of each stage is, by what the axis calls it."""
        first: dict[str, float] = {}
        for one in sorted((*self.points, *self.known), key=lambda one: one.x):
            first.setdefault(one.stage, one.x)
        return first

    @property
    def path(self) -> str:
        """The line through what the hero could know."""
        return _line(self.points)

    @property
    def known_path(self) -> str:
        """The line through what all cards tell; empty without them."""
        return _line(self.known)


def chance_graph(address: Address, store: Store, film: Film, review: Review | None) -> ChanceGraph | None:
    """The chances at the decisions of the hand; None: too few are known, or they would tell what is asked."""
    own = day_of(address.filters(), film)
    if review is None or review.question or own is None:
        return None
    found = chances(store, player_of(store, address), own)
    if found is None or len(rows := found.filter(site=film.view.site, hand_id=film.view.hand_id)) < FEWEST:
        return None
    drawn = {step_at(film, int(row["line"])): row for row in rows.sort("line").to_dicts()}
    known = known_chances(film)
    places = _places({*drawn, *known})
    return ChanceGraph(
        [_point(film, step, places[step], row, review.marks) for step, row in drawn.items()],
        [_at(film, step, (places[step], share), _by_cards(film, step, share)) for step, share in known.items()],
    )


def _places(steps: set[int]) -> dict[int, float]:
    """How far on the right each decision is: as far from the one before as from the next."""
    wide = (WIDTH - LEFT - RIGHT) / max(len(steps) - 1, 1)
    return {step: round(LEFT + wide * place, 1) for place, step in enumerate(sorted(steps))}


def _line(points: list[Point]) -> str:
    return "M" + "L".join(f"{one.x} {one.y}" for one in points) if points else ""


def _point(film: Film, step: int, x: float, row: Mapping[str, float], marks: Mapping[int, tuple[str, str]]) -> Point:
    sign, lost = marks.get(step, ("", ""))
    best, did = words.percent(row["best"]), words.percent(row["did"])
    said = f"{_where(film, step)}: wins {did} at showdown" + (f", at best {best}" if best != did else "")
    return _at(film, step, (x, row["did"]), f"{said}; {lost}" if lost else said, sign)


def _by_cards(film: Film, step: int, share: float) -> str:
    return f"{_where(film, step)}: wins {words.percent(share)} of the pot against the cards that others held"


def _where(film: Film, step: int) -> str:
    stage = film.frames[step].stage
    return f"Draw {stage.number}" if stage and stage.kind is Kind.DRAW else "River"


def _at(film: Film, step: int, place: tuple[float, float], said: str, sign: str = "") -> Point:
    x, chance = place
    y = round(ABOVE + HEIGHT * (1 - chance), 1)
    return Point(x, y, max(step - 1, 0), said, _where(film, step).replace("Draw ", "D"), sign)
