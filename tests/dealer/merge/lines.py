"""Merge: its elements, the play in rounds, numbered and timed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import ClassVar

from histparse.export.contract import Line, UnwritableError
from histparse.export.line_writer import LineWriter
from histparse.model import events as ev
from histparse.model.cards import Cards
from histparse.model.events import Event, PostKind
from histparse.model.hand import Hand, Seat
from histparse.parsing.dialects.merge import CLOCK, Merge
from tests.dealer.merge.words import amount, quoted

_BETTING = ("PRE_FIRST_DRAW", "POST_FIRST_DRAW", "POST_SECOND_DRAW", "POST_THIRD_DRAW", "POST_FOURTH_DRAW")
_ROUNDS = (ev.BettingBegins, ev.DrawBegins, ev.ShowdownBegins, ev.SummaryBegins)
"""Events that are the beginning of a round and nothing else."""
_NO_ACTS = (*_ROUNDS, ev.Deal, ev.Receive, ev.Result, ev.Collect, ev.Uncalled, ev.Note)
_ROUNDS_BY_EVENT = {ev.ShowdownBegins: "SHOWDOWN", ev.SummaryBegins: "END_OF_GAME", ev.Cancelled: "GAME_CANCELLED"}
_ENDS = ("SHOWDOWN", "END_OF_FOLDED_GAME", "END_OF_GAME")
"""Rounds in which pots are won."""
_UNTIMED = datetime(2011, 1, 1, tzinfo=UTC)
"""When a hand was played that does not say so."""
_ROUND = '\t<round id="{name}" sequence="{number}">'
PAUSE = 1500
"""Milliseconds from one act to the next."""


def _event(kind: str, rest: str = ' player="{seat}"') -> str:
    return f'\t\t<event sequence="{{act}}" type="{kind}" timestamp="{{time}}"{rest}/>'


def _event_with(kind: str, chips: str) -> str:
    return _event(kind, f' player="{{seat}}" amount="{{{chips}}}"')


def _cards_element(kind: str, rest: str) -> str:
    return f'\t\t<cards type="{kind}" {rest}/>'


def _winner(uncalled: str, pot: str, rest: str = "") -> str:
    pot_attributes = f'uncalled="{uncalled}" potnumber="{pot}"'
    return f'\t\t<winner amount="{{amount}}" {pot_attributes} player="{{seat}}"{rest} pottype="n"/>'


class MergeLines(LineWriter):
    """The elements of one hand."""

    site = Merge.site
    words: ClassVar = {
        "bettingbegins": _ROUND,
        "drawbegins": _ROUND,
        "showdownbegins": _ROUND,
        "summarybegins": _ROUND,
        "post": _event_with("{kind}", "amount"),
        "deal": _cards_element("HOLE", 'cards="{cards}" player="{seat}"{says}'),
        "fold": _event("FOLD"),
        "check": _event("CHECK"),
        "call": _event_with("CALL", "added"),
        "bet": _event_with("BET", "added"),
        "raise": _event_with("RAISE", "to"),
        "wager": _event_with("ALL_IN", "added"),
        "discard": _event("DRAW", ' player="{seat}" text="{count}"'),
        "standpat": _event("DRAW", ' player="{seat}" text="0"'),
        "receive": _cards_element("DRAW_DRAWN_CARDS", 'cards="{held}" player="{seat}"{says}'),
        "show": _event("SHOW"),
        "muck": _event("MUCK"),
        "collect": _winner("false", "{which_pot}", "{says}"),
        "uncalled": _winner("true", "2"),
        "result": _cards_element("MUCKED", 'cards="{cards}" player="{seat}"'),
        "cancelled": _event("GAME_CANCELLED", ""),
        "note": '\t\t<event sequence="{act}" type="{note}',
    }
    posts: ClassVar = {
        PostKind.SMALL_BLIND: "SMALL_BLIND",
        PostKind.BIG_BLIND: "BIG_BLIND",
        PostKind.EXTRA_BLIND: "INITIAL_BLIND",
        PostKind.SMALL_AND_BIG: "RETURN_BLIND",
        PostKind.ANTE: "ANTE",
    }
    draws = ("FIRST_DRAW", "SECOND_DRAW", "THIRD_DRAW", "FOURTH_DRAW")

    def __init__(self, hand: Hand) -> None:
        super().__init__(hand)
        self.seats = {seat.player: seat.seat for seat in hand.seats}
        self.start = round((hand.header.played_at or _UNTIMED).timestamp() * 1000)
        self.round, self.rounds, self.acts = "BLINDS", 1, 0
        self.unturned: list[ev.Show] = []
        """Players who have shown but whose cards are not written yet."""

    def opening_lines(self) -> Iterator[Line]:
        """The game, its players, and the round of the blinds."""
        yield self.header, self._game()
        yield self.hand.table, f'\t<players dealer="{self.hand.table.button}">'
        yield from ((seat, self._player(seat)) for seat in self.hand.seats)
        yield None, "\t</players>"
        yield None, self._beginning()

    def play(self) -> Iterator[Line]:
        """The rounds, to the end of the game."""
        yield from super().play()
        yield from ((None, text) for text in (*self._turned_up(), "\t</round>", "</game>"))

    def lines_before(self, event: Event) -> Iterator[str]:
        """The end of a round, the cards that were shown in it, and the beginning of one without an event."""
        name = self._round_beginning_with(event)
        if name or isinstance(event, ev.Result):
            yield from self._turned_up()
        if name:
            self.round, self.rounds = name, self.rounds + 1
            yield "\t</round>"
        if name and not isinstance(event, _ROUNDS):
            yield self._beginning()
        if isinstance(event, ev.Show):
            self.unturned.append(event)
        self.acts += not isinstance(event, _NO_ACTS)

    def money(self, chips: int) -> str:
        """The amount as Merge writes it: `13.50`."""
        return amount(chips)

    def cards(self, cards: Cards | None) -> str:
        """The cards as Merge writes them: `7c,6d`."""
        return ",".join(cards or ())

    # --- before the play ----------------------------------------------------------------------------------

    def _game(self) -> str:
        header, table = self.header, self.hand.table
        local = (header.played_at or _UNTIMED).astimezone(CLOCK)
        number, contest = header.hand_id.split("-")[0], str(header.tournament is not None).lower()
        place = number if header.tournament is None else f"{header.tournament.tournament_id}-1"
        seats = "" if table.seats is None else f' seats="{table.seats}"'
        real = str(not table.play_money).lower()
        data = f"{local:%Y%m%d}|{quoted(table.name)}|{place}|{header.hand_id}|{contest}"
        start = f'starttime="{local:%Y%m%d%H%M%S}" numholecards="5" gametype="67"{seats}'
        return f'<game id="{header.hand_id}" {start} realmoney="{real}" data="{data}">'

    def _player(self, seat: Seat) -> str:
        """In tournaments the balance is the stack after forced bets."""
        posts = (event for event in ev.of_type(self.hand.events, ev.Post) if event.player == seat.player)
        posted = sum(event.amount for event in posts) if self.header.tournament else 0
        balance = f'balance="${amount(seat.stack - posted)}" dealtin="{str(seat.dealt_in).lower()}"'
        return f'\t\t<player seat="{seat.seat}" nickname="{quoted(seat.player)}" {balance} />'

    # --- rounds -------------------------------------------------------------------------------------------

    def _round_beginning_with(self, event: Event) -> str:
        """The round that begins with the event, if any; a win without a showdown gets one of its own."""
        if isinstance(event, ev.BettingBegins | ev.DrawBegins):
            return self._round(event) if isinstance(event, ev.BettingBegins) else self._draw(event)
        if isinstance(event, ev.Muck | ev.Collect) and self.round not in _ENDS:
            return "END_OF_FOLDED_GAME"
        return _ROUNDS_BY_EVENT.get(type(event), "")

    def _beginning(self) -> str:
        return f'\t<round id="{self.round}" sequence="{self.rounds}">'

    def _turned_up(self) -> Iterator[str]:
        for event in self.unturned:
            yield _cards_element("SHOWN", f'cards="{self.cards(event.cards)}" player="{self._seat(event)}"')
        self.unturned = []

    # --- fields -------------------------------------------------------------------------------------------

    def _name(self, _event: Event) -> str:
        return self.round

    def _number(self, _event: Event) -> str:
        return str(self.rounds)

    def _round(self, event: ev.BettingBegins) -> str:
        return _BETTING[event.round]

    def _act(self, _event: Event) -> str:
        return str(self.acts)

    def _time(self, _event: Event) -> str:
        return str(self.start + PAUSE * self.acts)

    def _seat(self, event: ev.Show) -> str:
        if event.player not in self.seats:
            raise UnwritableError("somebody shows who was not dealt in")
        return str(self.seats[event.player])

    def _says(self, event: ev.Deal | ev.Receive | ev.Collect) -> str:
        return f' hand="{event.says}"' if event.says else ""

    def _which_pot(self, event: ev.Collect) -> str:
        return str(1 + (event.pot or 0))

    def _note(self, event: ev.Note) -> str:
        """A note repeats the number of the previous act."""
        kind, rest = event.text.removeprefix('<event type="').split('"', 1)
        return f'{kind}" timestamp="{self._time(event)}"{rest}'
