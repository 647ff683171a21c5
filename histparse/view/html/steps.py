"""Step 7b, view: the frames of a hand as the words and figures that the replayer shows; its script adds nothing."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from unicodedata import east_asian_width

from msgspec import Struct

from histparse.model.cards import show_cards
from histparse.model.errors import escape_unprintable
from histparse.model.findings import Finding
from histparse.view import hand_words
from histparse.view.film import Film, Frame, SeatFrame
from histparse.view.model import AnyStep, Collect, Drawn, Fold, HandView, Kind, Stage

NAME = 13
"""The most columns of a name on the table."""
RESHUFFLED = "The deck is reshuffled"
BEGINS = "Seats and stacks"


class SeatStep(Struct, frozen=True, omit_defaults=True):
    """A player at one step."""

    stack: str
    bet: str = ""
    cards: tuple[str, ...] = ()
    """The cards known, `7c`; fewer than five and some are face down."""
    held: int = 0
    """How many they hold."""
    throws: tuple[str, ...] = ()
    """The cards that are thrown in the next draw."""
    secret: bool = False
    folded: bool = False
    acts: bool = False
    won: bool = False
    drew: str = ""
    """`drew 3 · 1 · pat`, or `stood pat`."""


class ShownStep(Struct, frozen=True, omit_defaults=True):
    """A step of the hand, as the page shows it."""

    stage: str
    said: str
    pot: str
    pots: tuple[str, ...]
    seats: tuple[SeatStep, ...]
    who: str = ""
    hand: str = ""
    """`8-7-5-4-2, 12th best of 7,462 hands`, or `pair of fives`."""
    chance: str = ""
    price: str = ""
    """What the hero's next decision cost, where that is known."""
    findings: tuple[str, ...] = ()
    """`BET02 error`, then what it says: for the log."""


class LoggedStep(Struct, frozen=True):
    """A line of the log: its number, who does what, and what was found."""

    number: int
    who: str
    is_hero: bool
    said: str
    findings: tuple[Finding, ...]


class LoggedStage(Struct, frozen=True):
    """The lines of a stage; `short` names it on a button."""

    heading: str
    short: str
    pot: str
    steps: tuple[LoggedStep, ...]


def names_dealt_in(view: HandView) -> tuple[str, ...]:
    """The players dealt in, in the order of the frames' seats."""
    return tuple(seat.player for seat in view.seats if seat.net is not None)


def replayer_steps(film: Film, prices: Mapping[int, str] = MappingProxyType({})) -> list[ShownStep]:
    """All of them, the first before anything happens; `prices`: by steps, what the hero's next decision cost."""
    following = [frame.step for frame in film.frames[1:]]
    return [
        _replayer_step(film.view, frame, next_step, prices.get(number, ""))
        for number, (frame, next_step) in enumerate(zip(film.frames, [*following, None], strict=False))
    ]


def log_stages(film: Film) -> list[LoggedStage]:
    """The log by stages."""
    by_stage: dict[Stage | None, list[LoggedStep]] = {}
    heroes = {seat.player for seat in film.view.seats if seat.hero}
    for number, frame in enumerate(film.frames):
        player_name = escape_unprintable(frame.step.player) if frame.step else ""
        is_hero = frame.step is not None and frame.step.player in heroes
        step = LoggedStep(number, player_name, is_hero, _step_text(film.view, frame), frame.findings)
        by_stage.setdefault(frame.stage, []).append(step)
    return [_log_stage(film.view, stage, steps) for stage, steps in by_stage.items()]


def short_name(name: str, most_columns: int = NAME) -> str:
    """The name, shortened to a width in columns."""
    shown, room = "", most_columns
    for letter in escape_unprintable(name):
        room -= 2 if east_asian_width(letter) in "WF" else 1
        if room < 0:
            return shown[:-1] + "…"
        shown += letter
    return shown


def _log_stage(view: HandView, stage: Stage | None, steps: list[LoggedStep]) -> LoggedStage:
    if stage is None:
        return LoggedStage(BEGINS, "Start", "", tuple(steps))
    return LoggedStage(
        hand_words.stage_heading(stage),
        _short_stage_name(stage),
        f"pot {hand_words.format_amount(view, stage.pot)}",
        tuple(steps),
    )


def _short_stage_name(stage: Stage) -> str:
    if stage.kind is not Kind.BETTING:
        return hand_words.stage_heading(stage)
    return f"Bets {stage.number}" if stage.number else "Deal"


def _replayer_step(view: HandView, frame: Frame, next_step: AnyStep | None, price: str) -> ShownStep:
    actor = frame.step.player if frame.step else None
    seats = tuple(
        _seat_step(view, frame, seat, acts=name == actor, throws=_cards_thrown_next(next_step, name))
        for name, seat in zip(names_dealt_in(view), frame.seats, strict=True)
    )
    return ShownStep(
        stage=hand_words.stage_heading(frame.stage) if frame.stage else "",
        said=_step_text(view, frame),
        pot=_pot_text(view, frame),
        pots=tuple(
            f"{f'Side pot {place}' if place else 'Main pot'} {hand_words.format_amount(view, chips)}"
            for place, chips in enumerate(frame.pots)
        ),
        seats=seats,
        who=escape_unprintable(actor or ""),
        hand=hand_words.describe_held_cards(frame.hand) if frame.hand else "",
        chance=_next_draw_text(frame.coming) if frame.coming else "",
        price=price,
        findings=tuple(
            f"{finding.code} {finding.severity}: {escape_unprintable(finding.message)}" for finding in frame.findings
        ),
    )


def _step_text(view: HandView, frame: Frame) -> str:
    if frame.step is not None:
        return escape_unprintable(hand_words.describe_step_without_name(view, frame.step))
    return RESHUFFLED if frame.stage else BEGINS


def _pot_text(view: HandView, frame: Frame) -> str:
    is_over = isinstance(frame.step, Collect) and frame.pot == view.rake
    return f"{'Rake' if is_over else 'Pot'} {hand_words.format_amount(view, frame.pot)}" if frame.pot else ""


def _cards_thrown_next(next_step: AnyStep | None, name: str) -> tuple[str, ...]:
    return tuple(next_step.thrown or ()) if isinstance(next_step, Drawn) and next_step.player == name else ()


def _seat_step(view: HandView, frame: Frame, seat: SeatFrame, *, acts: bool, throws: tuple[str, ...]) -> SeatStep:
    return SeatStep(
        stack="all-in" if seat.all_in and not seat.stack else hand_words.format_amount(view, seat.stack),
        bet=hand_words.format_amount(view, seat.bet) if seat.bet else "",
        cards=tuple(seat.cards),
        held=5 if frame.dealt and not (seat.folded and not seat.cards) else 0,
        throws=throws,
        secret=seat.secret,
        folded=seat.folded and not (acts and isinstance(frame.step, Fold)),
        acts=acts,
        won=acts and isinstance(frame.step, Collect),
        drew=_drawn_text([count for count in seat.drawn if count is not None]),
    )


def _drawn_text(draw_counts: list[int]) -> str:
    """Say what was drawn so far in each draw, in the order of the draws."""
    if not any(draw_counts):
        return "stood pat" if draw_counts else ""
    return "drew " + " · ".join(str(count) if count else "pat" for count in draw_counts)


def _next_draw_text(coming_draw: Drawn) -> str:
    """Say what the hero does in the next draw, and how often that makes a better hand."""
    draws = f"throws {show_cards(coming_draw.thrown)} next" if coming_draw.thrown else f"draws {coming_draw.count} next"
    action = draws if coming_draw.count else "stands pat next"
    if coming_draw.better is None:
        return action
    often = f"improves {coming_draw.better:.1%} of the time"
    return f"{action}, which {often}" if coming_draw.count else f"{action}; drawing one {often}"
