"""Step 7b, view: one text of a hand, parsed and judged by the flow, becomes the view of it, its steps by stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC
from typing import Any

from msgspec.structs import replace

from histparse import flow
from histparse.judging.engine import ActObserver, HandResult
from histparse.model import events as ev
from histparse.model.events import Event
from histparse.model.findings import Finding
from histparse.reader import HandText
from histparse.replay.players import Player
from histparse.replay.table import Table
from histparse.store.observe.recorder import Recorder
from histparse.view import model as views
from histparse.view.model import AnyStep, HandView, Kind, SeatView, Stage, add_hands_to_draws, held_cards_if_five_known


def read_view(text: HandText) -> HandView | None:
    """The hand of that text; None if it cannot be read."""
    return build_view(flow.parse_text(text))


def build_view(read: HandResult) -> HandView | None:
    """The view of a hand already parsed; None if it could not be read."""
    watch = Watch()
    result = flow.judge_parsed(read, watch.observers_for_hand)
    return _assemble_view(result.text, result.table, watch, result.findings) if result.text and result.table else None


def _assemble_view(text: HandText, table: Table, watch: Watch, findings: tuple[Finding, ...]) -> HandView:
    hand, header = table.hand, table.hand.header
    dealt_in = (
        SeatView(player.seat, player.name, player.position, player.start, player.net, player.name == hand.hero)
        for player in table.players
    )
    idle = (
        SeatView(seat.seat, seat.player, "", seat.stack, None)
        for seat in hand.seats
        if seat.player not in table.by_name
    )
    return HandView(
        text.path,
        text.line,
        header.site,
        header.hand_id,
        header.played_at and header.played_at.astimezone(UTC),
        hand.table.name,
        header.limit,
        header.low,
        header.high,
        header.currency,
        (*dealt_in, *idle),
        add_hands_to_draws(watch.stages()),
        table.pot,
        table.pot - table.chips_paid_out,
        hand.cancelled,
        tuple(sorted(findings, key=lambda finding: finding.line)),
    )


# --- what is noted while it is judged ---------------------------------------------------------------------------------


Place = tuple[Kind, int]
_ORDER = {Kind.DRAW: -1, Kind.BETTING: 0, Kind.SHOWDOWN: 1}
"""The place of each kind among stages of the same number."""
_LAST = 3
_PLACES: dict[type[Event], Callable[[Table], Place]] = {
    **dict.fromkeys((ev.Discard, ev.StandPat), lambda table: (Kind.DRAW, table.drawing)),
    **dict.fromkeys((ev.Show, ev.Muck, ev.Collect, ev.Result), lambda _: (Kind.SHOWDOWN, _LAST)),
}
"""The stage of each type of event; all others are of the betting round."""


class Watch:
    """The steps of one hand. The cards of draws are the recorder's."""

    def __init__(self) -> None:
        self._recorder = Recorder()
        self._pots: dict[Place, int] = {}
        self._steps: dict[Place, list[AnyStep]] = {}

    def observers_for_hand(self, table: Table) -> Mapping[type[Event], ActObserver]:
        """The observers of the hand that begins."""
        recorded = self._recorder.observe_hand(table)
        kinds: tuple[type[Event], ...] = (*STEPS, ev.Discard, ev.StandPat)
        return {**recorded, **{kind: self._step_noting_observer(kind, recorded.get(kind)) for kind in kinds}}

    def stages(self) -> tuple[Stage, ...]:
        """Return the stages that were noted, in the order of play."""
        shown_reshuffles = 0
        for drawn in self._recorder.draws:
            stub, earlier = drawn.state["stub"], drawn.state["reshuffles"]
            runs_out = stub is not None and drawn.count > stub
            reshuffles = earlier + runs_out if drawn.count else shown_reshuffles
            step = views.Drawn(drawn.line, drawn.player.name, drawn.count, drawn.thrown, drawn.received)
            self._steps[Kind.DRAW, drawn.draw].append(replace(step, reshuffled=reshuffles > shown_reshuffles))
            shown_reshuffles = reshuffles
        places = sorted(self._steps, key=lambda place: (place[1], _ORDER[place[0]]))
        return tuple(Stage(*place, self._pots[place], _drop_repeated_mucks(self._steps[place])) for place in places)

    def _step_noting_observer(self, kind: type[Event], record: ActObserver | None) -> ActObserver:
        place_of, step_of = _PLACES.get(kind, _betting_place), STEPS.get(kind)

        def observe(table: Table, event: Any, player: Player) -> None:  # Any: of that type
            step = step_of(event, player) if step_of else None
            if step or not step_of:
                place = place_of(table)
                self._pots.setdefault(place, table.pot)
                steps = self._steps.setdefault(place, [])
                steps += [step] if step else []
            if record:
                record(table, event, player)

        return observe


def _drop_repeated_mucks(steps: list[AnyStep]) -> tuple[AnyStep, ...]:
    """The steps; a hand mucked unseen is left out where the summary turns it up."""
    turned_up = {step.player for step in steps if isinstance(step, views.Show) and step.hand}
    return tuple(
        step for step in steps if not isinstance(step, views.Show) or step.hand or step.player not in turned_up
    )


def _betting_place(table: Table) -> Place:
    return Kind.BETTING, table.street


def _turned_up_muck(event: ev.Result, player: Player) -> AnyStep | None:
    """A mucked hand that the summary turns up, once."""
    hand = held_cards_if_five_known(event.cards) if player.shown is None else None
    return views.Show(event.line, event.player, hand, mucked=True) if hand else None


STEPS: dict[type[Event], Callable[[Any, Player], AnyStep | None]] = {
    ev.Post: lambda event, _: views.Post(event.line, event.player, event.amount, event.all_in),
    ev.Deal: lambda event, _: views.Dealt(event.line, event.player, held_cards_if_five_known(event.cards)),
    ev.Fold: lambda event, _: views.Fold(event.line, event.player),
    ev.Check: lambda event, _: views.Check(event.line, event.player),
    ev.Call: lambda event, _: views.Call(event.line, event.player, event.added or 0, event.all_in),
    ev.Bet: lambda event, _: views.Bet(event.line, event.player, event.added, event.all_in),
    ev.Raise: lambda event, _: views.Raise(event.line, event.player, event.to or 0, event.all_in),
    ev.Uncalled: lambda event, _: views.Uncalled(event.line, event.player, event.amount),
    ev.Show: lambda event, _: views.Show(event.line, event.player, held_cards_if_five_known(event.cards)),
    ev.Muck: lambda event, _: views.Show(event.line, event.player, None, mucked=True),
    ev.Result: _turned_up_muck,
    ev.Collect: lambda event, _: views.Collect(event.line, event.player, event.amount, event.pot),
}
"""The step that each type of event is; None: nothing to show. Any: events of that type."""
