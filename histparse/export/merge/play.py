"""Merge: the elements of the play, in their rounds, numbered and timed."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import singledispatchmethod

from histparse.export.contract import Line, UnwritableError
from histparse.export.merge.words import amount, says
from histparse.model.cards import Cards
from histparse.model.events import (
    Bet,
    BettingBegins,
    Call,
    Cancelled,
    Check,
    Collect,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Muck,
    Note,
    Post,
    PostKind,
    Raise,
    Receive,
    Result,
    Show,
    ShowdownBegins,
    StandPat,
    SummaryBegins,
    Uncalled,
    Wager,
)
from histparse.model.hand import Hand

_POSTS = {
    PostKind.SMALL_BLIND: "SMALL_BLIND",
    PostKind.BIG_BLIND: "BIG_BLIND",
    PostKind.EXTRA_BLIND: "INITIAL_BLIND",
    PostKind.SMALL_AND_BIG: "RETURN_BLIND",
    PostKind.ANTE: "ANTE",
}
_DRAWS = ("", "FIRST_DRAW", "SECOND_DRAW", "THIRD_DRAW")
_BETTING = ("PRE_FIRST_DRAW", "POST_FIRST_DRAW", "POST_SECOND_DRAW", "POST_THIRD_DRAW")
PAUSE = 1500
"""Milliseconds from one act to the next."""


class Play:
    """Writes the play of one hand into `lines`."""

    def __init__(self, hand: Hand) -> None:
        self.lines: list[Line] = []
        self.seats = {seat.player: seat.seat for seat in hand.seats}
        self.start = round((hand.header.played_at or datetime(2011, 1, 1, tzinfo=UTC)).timestamp() * 1000)
        self.round, self.rounds, self.acts = "", 0, 0
        self.unturned: list[Show] = []
        """Players who have shown but whose cards are not written yet."""
        self._open("BLINDS")

    def write(self, event: Event) -> None:
        """Write the lines for that event."""
        self._write(event)

    def close(self) -> None:
        """Write the end of the last round."""
        self._turn_up()
        self._line(None, "\t</round>")

    @singledispatchmethod
    def _write(self, event: Event) -> None:
        raise UnwritableError(f"merge has no element for {type(event).__name__}")

    @_write.register
    def _(self, event: BettingBegins) -> None:
        self._open(_BETTING[event.round], event)

    @_write.register
    def _(self, event: DrawBegins) -> None:
        self._open(_DRAWS[event.draw], event)

    @_write.register
    def _(self, event: ShowdownBegins) -> None:
        self._open("SHOWDOWN", event)

    @_write.register
    def _(self, event: SummaryBegins) -> None:
        self._open("END_OF_GAME", event)

    @_write.register
    def _(self, event: Cancelled) -> None:
        self._open("GAME_CANCELLED")
        self._act(event, "GAME_CANCELLED")

    @_write.register
    def _(self, event: Post) -> None:
        if event.kind not in _POSTS:
            raise UnwritableError(f"merge has no word for `{event.kind}`")
        self._act(event, _POSTS[event.kind], self._who(event.player) + _amount(event.amount))

    @_write.register
    def _(self, event: Fold) -> None:
        self._act(event, "FOLD", self._who(event.player))

    @_write.register
    def _(self, event: Check) -> None:
        self._act(event, "CHECK", self._who(event.player))

    @_write.register
    def _(self, event: Call) -> None:
        self._act(event, "CALL", self._who(event.player) + _amount(event.added))

    @_write.register
    def _(self, event: Bet) -> None:
        self._act(event, "BET", self._who(event.player) + _amount(event.added))

    @_write.register
    def _(self, event: Raise) -> None:
        self._act(event, "RAISE", self._who(event.player) + _amount(event.to))

    @_write.register
    def _(self, event: Wager) -> None:
        self._act(event, "ALL_IN", self._who(event.player) + _amount(event.added))

    @_write.register
    def _(self, event: Discard) -> None:
        self._act(event, "DRAW", f'{self._who(event.player)} text="{event.count}"')

    @_write.register
    def _(self, event: StandPat) -> None:
        self._act(event, "DRAW", f'{self._who(event.player)} text="0"')

    @_write.register
    def _(self, event: Deal) -> None:
        self._cards(event, "HOLE", event.cards, event.player, says(event.cards))

    @_write.register
    def _(self, event: Receive) -> None:
        cards = event.held or ()
        self._cards(event, "DRAW_DRAWN_CARDS", cards, event.player, says(cards))

    @_write.register
    def _(self, event: Show) -> None:
        self._act(event, "SHOW", self._who(event.player))
        self.unturned.append(event)

    @_write.register
    def _(self, event: Muck) -> None:
        self._unless_shown()
        self._act(event, "MUCK", self._who(event.player))

    @_write.register
    def _(self, event: Result) -> None:
        self._turn_up()
        self._cards(event, "MUCKED", event.cards or (), event.player)

    @_write.register
    def _(self, event: Collect) -> None:
        self._unless_shown()
        self._won(event, 1 + (event.pot or 0), "false", event.says)

    @_write.register
    def _(self, event: Uncalled) -> None:
        self._won(event, 2, "true", None)

    @_write.register
    def _(self, event: Note) -> None:
        """A note repeats the number of the previous act."""
        kind, rest = event.text.removeprefix('<event type="').split('"', 1)
        self._line(event, f'\t\t<event sequence="{self.acts}" type="{kind}"{self._time()}{rest}')

    def _who(self, player: str) -> str:
        return f' player="{self.seats[player]}"'

    def _time(self) -> str:
        return f' timestamp="{self.start + PAUSE * self.acts}"'

    def _line(self, record: Event | None, text: str) -> None:
        self.lines.append((record, text))

    def _act(self, event: Event, kind: str, rest: str = "") -> None:
        self.acts += 1
        self._line(event, f'\t\t<event sequence="{self.acts}" type="{kind}"{self._time()}{rest}/>')

    def _cards(self, event: Event | None, kind: str, cards: Cards, player: str, reading: str = "") -> None:
        said = f' hand="{reading}"' if reading else ""
        self._line(event, f'\t\t<cards type="{kind}" cards="{",".join(cards)}"{self._who(player)}{said}/>')

    def _won(self, event: Collect | Uncalled, pot: int, uncalled: str, reading: str | None) -> None:
        said = f' hand="{reading}"' if reading else ""
        which = f' uncalled="{uncalled}" potnumber="{pot}"'
        self._line(event, f'\t\t<winner{_amount(event.amount)}{which}{self._who(event.player)}{said} pottype="n"/>')

    def _open(self, name: str, event: Event | None = None) -> None:
        if self.round:
            self.close()
        self.round = name
        self.rounds += 1
        self._line(event, f'\t<round id="{name}" sequence="{self.rounds}">')

    def _unless_shown(self) -> None:
        """A win without a showdown gets a round of its own."""
        if self.round not in ("SHOWDOWN", "END_OF_FOLDED_GAME", "END_OF_GAME"):
            self._open("END_OF_FOLDED_GAME")

    def _turn_up(self) -> None:
        for event in self.unturned:
            self._cards(None, "SHOWN", event.cards, event.player)
        self.unturned = []


def _amount(value: int | None) -> str:
    return f' amount="{amount(value or 0)}"'
