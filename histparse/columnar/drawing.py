"""The fast lane: the draws - in order, each player once, from a stub that can serve them."""

from __future__ import annotations

from histparse.columnar.betting import sweep
from histparse.columnar.compiled import compiled
from histparse.columnar.known_cards import are_new, holds_just, receive_cards, throw
from histparse.columnar.note_rows import Noted
from histparse.columnar.noted import note_draw, own_draw
from histparse.columnar.scan import Line
from histparse.columnar.state import Phase, Stakes, Table
from histparse.columnar.vocabulary import Said
from histparse.replay.player import DRAWS


@compiled
def begin_draw(table: Table, stakes: Stakes, draw: int) -> bool:
    """The draw that is due begins, with two players left at least."""
    if table.phase == Phase.DRAWING or not sweep(table, stakes):
        return False
    if draw != table.drawing + 1 or draw > DRAWS or table.live < 2:
        return False
    table.phase, table.drawing, table.last_drawn = Phase.DRAWING, draw, -1
    for player in range(table.players):
        table.has_drawn[player] = table.owed_cards[player] = 0
    return True


@compiled
def reshuffle(table: Table) -> bool:
    """Thrown cards become the stub, right before a draw that it could not fill."""
    if table.phase != Phase.DRAWING or table.announced:
        return False
    table.announced, table.stub_before, table.reshuffled_in = 1, table.stub, table.drawing
    table.reshuffles += 1
    table.stub += table.pile
    table.pile = 0
    return True


@compiled
def draw(noted: Noted, table: Table, line: Line, said: Said, count: int) -> bool:
    """A player throws `count` cards, or none to stand pat; whose cards are known throws known ones."""
    player, bracket = said.player, said.cards
    in_order = table.phase == Phase.DRAWING and not table.folded[player] and not table.has_drawn[player]
    if not in_order or player <= table.last_drawn or not _is_served(table, player, count):
        return False
    note_draw(noted, table, player, count)
    table.has_drawn[player], table.last_drawn = 1, player
    table.drawn[player, table.drawing - 1] = count
    if not count:
        return _stands_pat(noted, table, line, player, bracket)
    table.stub -= count
    table.pile += count
    table.thrown_count[player] += count
    table.owed_cards[player] = count
    table.drawn_since[player] += count * (table.reshuffles > 0)
    if not table.knows[player]:
        return bracket < 0
    return _throws(noted, table, line, player, count, bracket)


@compiled
def _is_served(table: Table, player: int, count: int) -> bool:
    """Whether the stub can fill the draw, and could not before a reshuffle that was announced for it."""
    if table.announced:
        surely = table.stub_before if table.reshuffles < 2 else table.stub_before - table.thrown_count[player]
        if surely >= count:
            return False
        table.announced = 0
    return bool(count <= table.stub)


@compiled
def _stands_pat(noted: Noted, table: Table, line: Line, player: int, bracket: int) -> bool:
    if table.knows[player]:
        row = noted.draws[noted.ends.draws - 1]
        row.seen = 1
        for index in range(5):
            row.after[index] = table.held[player, index]
        return bracket < 0 or holds_just(table, line, bracket, player)
    return bracket < 0


@compiled
def _throws(noted: Noted, table: Table, line: Line, player: int, count: int, bracket: int) -> bool:
    """Their cards are known, and so are those they throw."""
    if bracket < 0 or line.cards[bracket] != count or not throw(table, line, bracket, player):
        return False
    row = noted.draws[noted.ends.draws - 1]
    for index in range(count):
        row.thrown[index] = line.card[line.first_card[bracket] + index]
    return True


@compiled
def receive(noted: Noted, table: Table, line: Line, said: Said) -> bool:
    """A player whose cards are known gets as many as they threw, none of them seen before."""
    player, kept, new = said.player, said.cards, said.new
    if table.phase != Phase.DRAWING or not table.knows[player] or new < 0:
        return False
    count = line.cards[new]
    if count == 0 or count != table.owed_cards[player] or (kept < 0) != (count == 5):
        return False
    if kept >= 0 and not holds_just(table, line, kept, player):
        return False
    if not are_new(table, line, new, player):
        return False
    receive_cards(table, line, new, player)
    table.owed_cards[player] = 0
    row = noted.draws[own_draw(noted, player)]
    row.seen = 1
    for index in range(5):
        row.received[index] = line.card[line.first_card[new] + index] if index < count else -1
        row.after[index] = table.held[player, index]
    return True
