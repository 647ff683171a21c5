"""PHH: a method for each terminal of `grammars/phh.lark`, and what only the order of the actions shows.

A hand has no unique number: `hand` counts within an event. Its id is `hand`, if there is one, with a digest of stakes,
players and actions. No line says that a round, a draw or the showdown begins: its first act does. A draw is over when
somebody bets or checks, or when all live players have drawn, as in run-outs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import add
from typing import ClassVar

from msgspec.structs import replace

from histparse.model import events as ev
from histparse.model.cards import CARDS_IN_HAND, UNKNOWN, UNKNOWN_HAND, Card, Cards, known
from histparse.model.events import Event, Outcome
from histparse.model.hand import Hand, Reading, StatedPot, UncalledBet
from histparse.model.money import parse_amount
from histparse.parsing.dialects.base import SEATS, Dialect
from histparse.parsing.dialects.phh_keys import (
    DRAWS_TOLD,
    STAKES,
    ToldCards,
    build_header,
    build_table,
    find_time_doubt,
    hand_digest_id,
    has_text_behind_time,
    list_antes_and_blinds,
    read_amounts,
    read_forced_bets,
    read_seats,
)
from histparse.parsing.dialects.toml import Toml

LABELS = [f"p{number}" for number in range(SEATS, 0, -1)]
"""The longest first."""


class Phh(Dialect):
    """A hand as PokerKit writes it. Players without names are called `p1`, `p2`, ..."""

    site = "phh"
    writes_signs = False
    marks = r"variant[ \t]*=|actions[ \t]*=|blinds_or_straddles[ \t]*="
    opening = r"""\[[ \t]*["']?[\w-]+["']?[ \t]*\][ \t]*(?=#|\n|\Z)"""
    whole = r"""[ \t]*variant[ \t]*=[ \t]*["']\w"""
    figures = Reading(StatedPot.NONE, uncalled=UncalledBet.UNSAID, marks_all_in=False, says_payouts=False)
    seen_in: ClassVar = {"2019 WSOP Event #58": ("tells_draws",)}  # hands of PHH have no numbers

    def __init__(self, lines: list[str], first: int) -> None:
        super().__init__(lines, first)
        self.toml = Toml(lines, first)
        self.unknown += self.toml.strange
        self.notes += [ev.Note(line, "comment", text) for line, text in self.toml.comments]
        self.complete = not self.toml.entries and not lines[0].startswith("[")
        """Comments before the first hand of a file are not a hand."""
        self.known_cards = ToldCards(self.toml)
        self.players: dict[str, str] = {}
        """Names by label, in order from left of the button."""
        self.small_bet = self.big_bet = 0
        self.hands: dict[str, list[Card]] = {}
        """The cards each player holds, known or not."""
        self.unseen: set[str] = set()
        """Players who discarded unknown cards."""
        self.live: set[str] = set()
        self.draws = 0
        self.drawn: set[str] | None = None
        """Who has drawn in the current draw; None outside a draw."""
        self.betting = self.showing = False

    def numbered_lines_to_parse(self) -> Iterator[tuple[int, str]]:
        """The stakes, then the actions, each with its line."""
        for key in STAKES:
            if key in self.toml.entries:
                texts = (text.replace("_", "") for text in self.toml.values_of(key))
                yield self.toml.entries[key][0], " ".join((key, "=", *texts))
            if self.other_game is not None:
                return
        for line, text in self.toml.values_with_lines_of("actions"):
            yield line, " ".join(text.split()) if "  " in text or "\t" in text else text.strip()

    @property
    def hand_digest_id(self) -> str:
        """The id of the hand: equal for equal stakes, players and actions."""
        return hand_digest_id(self.toml)

    def is_placeholder_name(self, player: str) -> bool:
        """A label in place of a name."""
        return player in LABELS and player not in self.toml.values_of("players")

    # --- the stakes ---------------------------------------------------------------------------------------

    def read_other_game(self, _line: int, variant: str) -> None:
        """PHH abbreviates games to a few letters."""
        self.mark_as_other_game_and_drop_rest(self.hand_digest_id, f"variant {variant}")

    def read_variant(self, _line: int) -> None:
        """2-7 Triple Draw in fixed limit; there is no other in PHH."""

    def read_antes(self, _line: int, _chips: str) -> None:
        """Antes and blinds are posted once all are seated."""

    read_blinds = read_antes

    def read_small_bet(self, _line: int, amount: str) -> None:
        """In the first two rounds."""
        self.small_bet = parse_amount(amount)

    def read_big_bet(self, _line: int, amount: str) -> None:
        """In the last two rounds."""
        self.big_bet = parse_amount(amount)

    def read_stacks(self, line: int, _chips: str) -> None:
        """The last required key: everybody sits down and posts."""
        self.seats = read_seats(self.toml)
        self.players = {f"p{number}": seat.player for number, seat in enumerate(self.seats, 1)}
        self.names = {"p": LABELS[-len(self.seats) :]}
        self.live = {seat.player for seat in self.seats if seat.dealt_in}
        forced = read_forced_bets(self.toml)
        self.header = build_header(self.toml, self.hand_digest_id, (self.small_bet, self.big_bet), forced)
        self.doubts += filter(None, [find_time_doubt(self.toml)])
        if has_text_behind_time(self.toml.value_of("time")):
            self.unknown.append(self.toml.entries["time"][0])
        self.table = build_table(self.toml, line, self.seats)
        self.events += list_antes_and_blinds([seat for seat in self.seats if seat.dealt_in], forced)

    # --- the actions --------------------------------------------------------------------------------------

    def read_deal(self, line: int, label: str, cards: str) -> Event:
        """Five cards before the first draw, later the cards drawn; unknown cards are only counted."""
        player, dealt = (
            self._player_name(label),
            _parse_cards(self.known_cards.pop_told_cards_or_as_written(label, cards)),
        )
        held = tuple(self.hands.setdefault(player, []))
        self.hands[player] += dealt
        if self.draws == 0:
            return ev.Deal(line, player, dealt)
        # The rest of a partly known hand may be completely known, but only from this line.
        complete = player in self.unseen and len(known(held + dealt)) == len(held + dealt)
        return ev.Receive(line, player, len(dealt), held if complete else None, dealt if known(dealt) else None)

    def read_fold(self, line: int, label: str) -> Event:
        """Some fold before all are dealt in."""
        self._begin_betting_round_if_due(line)
        player = self._player_name(label)
        self.live.discard(player)
        return ev.Fold(line, player)

    def read_call(self, line: int, label: str) -> Event:
        """A check or a call; the replay works out which, and for how much."""
        self._begin_betting_round_if_due(line)
        return ev.Wager(line, self._player_name(label))

    def read_wager(self, line: int, label: str, to: str) -> Event:
        """A bet, or a raise."""
        self._begin_betting_round_if_due(line)
        return ev.Wager(line, self._player_name(label), to=parse_amount(to))

    def read_stand_pat(self, line: int, label: str) -> Event:
        """No cards are discarded."""
        player, held = self._player_name(label), _parse_cards(self.known_cards.pop_told_cards_or_as_written(label))
        self._note_drawer_and_begin_draw(line, player)
        if UNKNOWN in held:
            return ev.StandPat(line, player)
        # Cards thrown unseen before are not worked out from this hand: that would bias what is counted.
        self.hands[player] = list(held)
        return ev.StandPat(line, player, held)

    def read_discard(self, line: int, label: str, cards: str) -> Event:
        """Some of the cards may be unknown."""
        player, thrown = (
            self._player_name(label),
            _parse_cards(self.known_cards.pop_told_cards_or_as_written(label, cards)),
        )
        self._note_drawer_and_begin_draw(line, player)
        held = self.hands.get(player, [*UNKNOWN_HAND])  # the line of the deal may not have been readable
        self.hands[player] = _remove_discards_or_forget_hand(held, thrown)
        if UNKNOWN in thrown:
            self.unseen.add(player)
        return ev.Discard(line, player, len(thrown), thrown if known(thrown) else None)

    def read_show(self, line: int, label: str, cards: str) -> Event:
        """Some of the cards may stay face down."""
        self._begin_showdown_once(line)
        return ev.Show(line, self._player_name(label), _parse_cards(cards))

    def read_show_all(self, line: int, label: str) -> Event:
        """The cards they were dealt and drew."""
        self._begin_showdown_once(line)
        player = self._player_name(label)
        return ev.Show(line, player, tuple(self.hands.get(player, ())))

    def read_muck(self, line: int, label: str) -> Event:
        """Gives up the pot."""
        self._begin_showdown_once(line)
        player = self._player_name(label)
        self.live.discard(player)
        return ev.Muck(line, player)

    def _player_name(self, label: str) -> str:
        return self.players.get(label, label)

    # --- what no action states ------------------------------------------------------------------------------

    def _begin_betting_round_if_due(self, line: int) -> None:
        """The first act of the hand or after a draw begins a round."""
        if not self.betting:
            self.betting, self.drawn = True, None
            self.events.append(ev.BettingBegins(line, self.draws))

    def _note_drawer_and_begin_draw(self, line: int, player: str) -> None:
        """The first to draw after the betting, or after everybody has drawn, begins the next draw."""
        if self.drawn is None or self.live <= self.drawn:
            self.betting, self.drawn = False, set()
            self.draws += 1
            self.events.append(ev.DrawBegins(line, self.draws))
        self.drawn.add(player)

    def _begin_showdown_once(self, line: int) -> None:
        if not self.showing:
            self.showing = True
            self.events.append(ev.ShowdownBegins(line))

    # --- the end ------------------------------------------------------------------------------------------

    def build_hand(self, path: str) -> Hand | None:
        """The hand is complete if the actions decide it, or if a key states what everybody won or had left."""
        if self.header is None:
            return None
        won, left = (
            list(zip(self.seats, read_amounts(self.toml, key), strict=False))
            for key in ("winnings", "finishing_stacks")
        )
        self.complete = not self.toml.ends_inside_value and bool(won or left or self._is_decided())
        self.events += [ev.Collect(line, seat.player, chips) for seat, (line, chips) in won if chips]
        if self.complete:
            self.events.append(ev.SummaryBegins(left[0][1][0] if left else self.last))
        self.events += [
            ev.Result(line, seat.seat, seat.player, Outcome.UNSAID, stack=chips) for seat, (line, chips) in left
        ]
        self.hero = find_hero(self.events)
        hand = super().build_hand(path)
        tells_draws = self.toml.value_of(DRAWS_TOLD) != "false"
        return hand and replace(hand, reading=replace(self.figures, says_payouts=bool(won), tells_draws=tells_draws))

    def _is_decided(self) -> bool:
        """Whether one player is left, or all who are left have shown five cards."""
        if len(self.live) == 1:
            return True
        shown = {event.player for event in ev.of_type(self.events, ev.Show) if len(known(event.cards)) == CARDS_IN_HAND}
        return len(shown) > 0 and self.live <= shown


def _remove_discards_or_forget_hand(hand: list[Card], thrown: Cards) -> list[Card]:
    """The cards kept; a card thrown that was not known is one of the unknown. All are if the text throws others."""
    left = list(hand)
    for card in thrown:
        held = card if card in left else UNKNOWN
        if held in left:
            left.remove(held)
    return left if len(left) == len(hand) - len(thrown) else [UNKNOWN] * (len(hand) - len(thrown))


def find_hero(events: Iterable[Event]) -> str | None:
    """The notation does not mark the hero: the only player whose cards were known at the deal."""
    deals = [event for event in ev.of_type(events, ev.Deal) if set(event.cards) != {UNKNOWN}]
    return deals[0].player if len(deals) == 1 and known(deals[0].cards) == deals[0].cards else None


@lru_cache(maxsize=1 << 14)
def _parse_cards(text: str) -> Cards:
    """`7h6c??`; a card without rank or suit is unknown."""
    cards = map(Card, map(add, text[::2], text[1::2]))
    return tuple(UNKNOWN if "?" in card else card for card in cards) if "?" in text else tuple(cards)
