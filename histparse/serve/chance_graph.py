"""Step 10, serve: the hero's chances at the decisions of a hand as a small drawing, with the marks of mistakes.

Where the hand tells all cards, there is a second line: what the hero's cards were worth against those of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from histparse import HistparseError, equity
from histparse.report.decision_prices import filters_for_currency_and_day
from histparse.report.model import Row
from histparse.serve.leak_costs import showdown_chances_by_decision
from histparse.serve.review import Review
from histparse.serve.source import PageRequest
from histparse.stats import words
from histparse.view.film import Film, Frame, SeatFrame
from histparse.view.html.page import step_number_at_line
from histparse.view.html.steps import names_dealt_in
from histparse.view.model import Drawn, Kind

DEALS = 5_000
"""Deals where there are too many to count: to within a percent."""
DRAWS = 3


def hero_equity_at_draws_and_river(film: Film) -> dict[int, float]:
    """By the steps of the hero's draws and of the first act on the river: the share of the pot that the cards win.

    Of a draw, all hold what they held when the hero drew, and throw what they threw; later draws are those for low.
    """
    names = names_dealt_in(film.view)
    heroes = [
        place for place, name in enumerate(names) if any(seat.hero and seat.player == name for seat in film.view.seats)
    ]
    if not heroes:
        return {}
    at_steps = (
        (step, _hero_equity_if_cards_known(film, names, heroes[0], step))
        for step in _hero_draw_and_first_river_steps(film, names[heroes[0]])
    )
    return {step: share for step, share in at_steps if share is not None}


def _hero_draw_and_first_river_steps(film: Film, hero: str) -> Iterator[int]:
    frames = enumerate(film.frames)
    acts = [(step, frame) for step, frame in frames if frame.step is not None and frame.step.player == hero]
    yield from (step for step, frame in acts if isinstance(frame.step, Drawn))
    yield from [step for step, frame in acts if _is_river_betting(frame)][:1]


def _is_river_betting(frame: Frame) -> bool:
    return frame.stage is not None and (frame.stage.kind, frame.stage.number) == (Kind.BETTING, DRAWS)


def _hero_equity_if_cards_known(film: Film, player_names: tuple[str, ...], hero_place: int, step: int) -> float | None:
    """None: a card is not known, or the text has one twice."""
    seats, stage = film.frames[step - 1].seats, film.frames[step].stage
    places = [hero_place, *(place for place, seat in enumerate(seats) if place != hero_place and not seat.folded)]
    if stage is None or len(places) < 2 or any(len(seats[place].cards) < 5 for place in places):
        return None
    coming = {
        frame.step.player: frame.step
        for frame in film.frames[step:]
        if frame.stage == stage and isinstance(frame.step, Drawn)
    }
    hands = [_equity_notation(seats[place], coming.get(player_names[place])) for place in places]
    draws = DRAWS + 1 - stage.number if stage.kind is Kind.DRAW else 0
    held = {card for place in places for card in seats[place].cards}
    dead = _known_discards_since_reshuffle(film.frames[:step]) - held
    try:
        return equity(*hands, draws=draws, dead=" ".join(sorted(dead)), deals=DEALS, with_policy_error=False).equity
    except HistparseError:
        return None


def _equity_notation(seat: SeatFrame, draw: Drawn | None) -> str:
    """Five cards stand pat; which cards are thrown of a hand that others held is seldom told."""
    if draw is None or not draw.count:
        return "".join(seat.cards)
    if draw.thrown is None:
        return f"best {''.join(seat.cards)}"
    kept_cards, thrown = ("".join(cards) for cards in (set(seat.cards) - set(draw.thrown), draw.thrown))
    return f"{kept_cards}/{thrown}"


def _known_discards_since_reshuffle(frames: tuple[Frame, ...]) -> set[str]:
    """The cards known to have been thrown since the deck was reshuffled."""
    thrown: set[str] = set()
    for frame in frames:
        if isinstance(frame.step, Drawn):
            thrown = (set() if frame.step.reshuffled else thrown) | {*(frame.step.thrown or ())}
    return thrown


# --- the drawing ------------------------------------------------------------------------------------------------------

WIDTH, HEIGHT, TOP, LEFT, RIGHT = 600, 100, 22, 72, 30
"""The size of the drawing, and the room above it for marks, on the left for what heights mean, and on the right."""
FEWEST = 2
"""The fewest decisions that make a line."""


class Point(Struct, frozen=True):
    """A decision: its place, the step before it, its words, and its mark if it was a mistake."""

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
    top: int = TOP
    left: int = LEFT

    @property
    def first_x_by_stage(self) -> dict[str, float]:
        """Where the first decision of each stage is, by what the axis calls it."""
        first: dict[str, float] = {}
        for point in sorted((*self.points, *self.known), key=lambda point: point.x):
            first.setdefault(point.stage, point.x)
        return first

    @property
    def path(self) -> str:
        """The line through what the hero could know."""
        return _svg_path(self.points)

    @property
    def path_by_all_cards(self) -> str:
        """The line through what all cards tell; empty without them."""
        return _svg_path(self.known)


def priced_showdown_chances_unless_quiz(request: PageRequest, film: Film, review: Review | None) -> Sequence[Row]:
    """The showdown chances of that hand, in order; nothing where a hand is not priced, or something is asked."""
    day = filters_for_currency_and_day(request.filters, film)
    if review is None or review.question or day is None:
        return []
    priced = showdown_chances_by_decision(request, day)
    if priced is None:
        return []
    return priced.filter(site=film.view.site, hand_id=film.view.hand_id).sort("line").to_dicts()


def build_hero_chance_graph(film: Film, review: Review | None, chances: Sequence[Row]) -> ChanceGraph | None:
    """The decisions of the hand with their chances, from `priced_showdown_chances_unless_quiz`; None: too few."""
    if review is None or len(chances) < FEWEST:
        return None
    drawn = {step_number_at_line(film, int(row["line"])): row for row in chances}
    known = hero_equity_at_draws_and_river(film)
    places = _evenly_spaced_x({*drawn, *known})
    return ChanceGraph(
        [_priced_point(film, step, places[step], row, review.step_marks) for step, row in drawn.items()],
        [
            _point_at_chance(
                film,
                step,
                (places[step], share),
                f"{_street_name(film, step)}: wins {words.percent(share)} of the pot against the cards opponents held",
            )
            for step, share in known.items()
        ],
    )


def _evenly_spaced_x(steps: set[int]) -> dict[int, float]:
    """Compute how far to the right each decision stands: the same distance lies between neighbours."""
    wide = (WIDTH - LEFT - RIGHT) / max(len(steps) - 1, 1)
    return {step: round(LEFT + wide * place, 1) for place, step in enumerate(sorted(steps))}


def _svg_path(points: list[Point]) -> str:
    return "M" + "L".join(f"{point.x} {point.y}" for point in points) if points else ""


def _priced_point(
    film: Film, step: int, x: float, row: Mapping[str, float], marks: Mapping[int, tuple[str, str]]
) -> Point:
    sign, lost = marks.get(step, ("", ""))
    best, did = words.percent(row["best"]), words.percent(row["did"])
    sentence = f"{_street_name(film, step)}: wins {did} at showdown" + (f", at best {best}" if best != did else "")
    return _point_at_chance(film, step, (x, row["did"]), f"{sentence}; {lost}" if lost else sentence, sign)


def _street_name(film: Film, step: int) -> str:
    stage = film.frames[step].stage
    return f"Draw {stage.number}" if stage and stage.kind is Kind.DRAW else "River"


def _point_at_chance(film: Film, step: int, x_and_chance: tuple[float, float], sentence: str, sign: str = "") -> Point:
    x, chance = x_and_chance
    y = round(TOP + HEIGHT * (1 - chance), 1)
    return Point(x, y, max(step - 1, 0), sentence, _street_name(film, step).replace("Draw ", "D"), sign)
