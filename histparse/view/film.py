"""Step 7b, view: a hand step by step, for a replayer: what the table looks like after each, as the replay has it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from histparse.judging.engine import Dispatch, HandResult, Replay, is_whole_and_not_cancelled
from histparse.model import events as ev
from histparse.model.cards import Cards
from histparse.model.findings import Finding
from histparse.model.house import house_of_site_or_lenient_default
from histparse.replay.players import Player
from histparse.view.model import AnyStep, Drawn, HandView, HeldCards, InBigBets, Stage, held_cards_if_five_known


class SeatFrame(Struct, frozen=True):
    """A player at one step. Amounts in 1/100."""

    stack: int
    """Chips behind, with what they have collected."""
    bet: int
    """Chips in front of them in this round."""
    folded: bool
    all_in: bool
    drawn: tuple[int | None, ...]
    """Cards drawn in each draw; 0 = stood pat, None = not yet."""
    cards: Cards = ()
    """The known cards, from the highest down if all five are; empty: none."""
    secret: bool = False
    """Whether the hero could not know these cards at that step."""


class Frame(Struct, frozen=True):
    """The table after one step. `step` is None at the beginning, and where the deck is reshuffled."""

    line: int
    stage: Stage | None
    step: AnyStep | None
    seats: tuple[SeatFrame, ...]
    """In the order of `HandView.seats`, those dealt in."""
    pot: int
    """All chips put in and neither returned nor collected."""
    pots: tuple[int, ...]
    """Main and side pots, where there are several and no bets lie before the players."""
    dealt: bool
    """Whether the cards are dealt."""
    hand: HeldCards | None = None
    """What the hero holds."""
    coming: Drawn | None = None
    """The hero's next draw, with its chance of a better hand."""
    findings: tuple[Finding, ...] = ()


class Film(Struct, frozen=True):
    """The hand, and what the table looks like after each of its steps; the first frame is before all of them."""

    view: HandView
    frames: tuple[Frame, ...]


def build_film(read: HandResult, view: HandView) -> Film:
    """The steps of a hand that was parsed, as `view` has them."""
    hand = read.hand
    if hand is None:
        return Film(view, ())
    filming = _Filming(hand, house_of_site_or_lenient_default(hand.header.site), None)
    filming.take_first_frame(view)
    if is_whole_and_not_cancelled(hand):
        filming.judge_all_events()
    names = [player.name for player in filming.table.players]
    frames = _add_cards_shown_later(filming.frames, names, hand.hero)
    hero_place = names.index(hand.hero) if hand.hero in names else None
    return Film(view, tuple(_add_findings(_add_hero_hand_and_next_draw(frames, view, hero_place), view.findings)))


def film_in_big_bets_if_known(hand_film: Film) -> Film:
    """The hand with its amounts told in big bets, if the text tells how large these are."""
    return replace(hand_film, view=InBigBets(**asdict(hand_film.view))) if hand_film.view.high else hand_film


def cut_film_as_hero_saw(hand_film: Film, last_step: int) -> Film:
    """The hand up to that step, as the hero saw it: nothing tells what comes, or what others hold."""
    frames = hand_film.frames[: last_step + 1]
    coming = frames[-1].coming
    return Film(
        hand_film.view,
        tuple(
            replace(_hide_secret_cards(frame), coming=None if frame.coming is coming else frame.coming)
            for frame in frames
        ),
    )


def _hide_secret_cards(frame: Frame) -> Frame:
    seats = (replace(seat, cards=(), secret=False) if seat.secret else seat for seat in frame.seats)
    return replace(frame, seats=tuple(seats))


class _Filming(Replay):
    """A replay that keeps what the table looks like after each step."""

    def take_first_frame(self, view: HandView) -> None:
        """Keep the table as it is before the first step."""
        self.coming: dict[tuple[int, str], deque[tuple[Stage, AnyStep]]] = defaultdict(deque)
        for stage in view.stages:
            for step in stage.steps:
                self.coming[step.line, step.player].append((stage, step))
        self.turned_up: set[str] = set()
        self.dealt = False
        self.frames = [self._take_frame(self.hand.table.line, None, None)]

    def judge_and_apply_act(self, event: Any, dispatch: Dispatch) -> None:
        """Take an act, and keep the table after it; what no words are for belongs to the step before."""
        super().judge_and_apply_act(event, dispatch)
        if event.player not in self.table.by_name:
            return
        if isinstance(event, ev.Show | ev.Fold) and event.cards:
            self.turned_up.add(event.player)
        self.dealt |= not isinstance(event, ev.Post)
        waiting = self.coming[event.line, event.player]
        if waiting and not isinstance(event, ev.Receive):
            self.frames.append(self._take_frame(event.line, *waiting.popleft()))
        elif self.frames[-1].step is not None:
            last = self.frames[-1]
            self.frames[-1] = self._take_frame(last.line, last.stage, last.step)

    def judge_and_apply_step(self, event: Any, dispatch: Dispatch) -> None:
        """Take a turning point; only a reshuffle is a step of its own."""
        super().judge_and_apply_step(event, dispatch)
        if isinstance(event, ev.Reshuffle):
            self.frames.append(self._take_frame(event.line, self.frames[-1].stage, None))

    def _take_frame(self, line: int, stage: Stage | None, step: AnyStep | None) -> Frame:
        table = self.table
        seats = tuple(self._seat_frame(player) for player in table.players)
        pots = tuple(pot.amount for pot in table.pots()) if not any(seat.bet for seat in seats) else ()
        several = pots if len(pots) > 1 and not table.payouts else ()
        return Frame(line, stage, step, seats, table.pot - table.chips_paid_out, several, self.dealt)

    def _seat_frame(self, player: Player) -> SeatFrame:
        hero = self.hand.hero
        held = held_cards_if_five_known(player.held)
        cards = held.cards if held else player.held or ()
        secret = hero is not None and player.name != hero and player.name not in self.turned_up
        return SeatFrame(
            player.stack + player.collected,
            player.bet,
            player.folded,
            player.all_in,
            tuple(player.drawn),
            cards,
            secret and bool(cards),
        )


def _add_cards_shown_later(frames: list[Frame], names: list[str], hero: str | None) -> list[Frame]:
    """The frames with cards shown later, which are there since they were drawn, as a secret until then."""
    shown_later: dict[int, tuple[tuple[int | None, ...], Cards]] = {}
    revised: list[Frame] = []
    for frame in reversed(frames):
        seats = list(frame.seats)
        for place, seat in enumerate(seats):
            if len(seat.cards) == 5:
                shown_later[place] = _indexes_of_exchanging_draws(seat), seat.cards
            elif (
                place in shown_later
                and frame.dealt
                and names[place] != hero
                and shown_later[place][0] == _indexes_of_exchanging_draws(seat)
            ):
                seats[place] = replace(seat, cards=shown_later[place][1], secret=hero is not None)
        revised.append(replace(frame, seats=tuple(seats)))
    return revised[::-1]


def _indexes_of_exchanging_draws(seat: SeatFrame) -> tuple[int | None, ...]:
    """The draws in which they took cards: between two of them they hold the same five."""
    return tuple(place for place, count in enumerate(seat.drawn) if count)


def _add_hero_hand_and_next_draw(frames: Iterable[Frame], view: HandView, hero_place: int | None) -> Iterator[Frame]:
    """The frames with what the hero holds, and the draw to come."""
    if hero_place is None:
        yield from frames
        return
    name = view.seats[hero_place].player
    draws = [step for stage in view.stages for step in stage.steps if isinstance(step, Drawn) and step.player == name]
    for frame in frames:
        seat = frame.seats[hero_place]
        made = sum(count is not None for count in seat.drawn)
        coming = draws[made] if made < len(draws) and not seat.folded and frame.dealt else None
        yield replace(frame, hand=held_cards_if_five_known(seat.cards if len(seat.cards) == 5 else None), coming=coming)


def _add_findings(frames: Iterable[Frame], findings: tuple[Finding, ...]) -> Iterator[Frame]:
    """The frames with findings; each belongs to the last step at or above its line."""
    all_frames = list(frames)
    by_place: dict[int, list[Finding]] = defaultdict(list)
    for finding in findings:
        places = (place for place, frame in enumerate(all_frames) if frame.line <= finding.line)
        by_place[max(places, default=0)].append(finding)
    for place, frame in enumerate(all_frames):
        yield replace(frame, findings=tuple(by_place[place]))
