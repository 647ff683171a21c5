"""The fast lane: the draws - in order, each player once, from a stub that can serve them."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, compiled
from histparse.columnar.replay.known_cards import are_new, hold, holds_just, receive_cards, restate, throw, throw_unseen
from histparse.columnar.replay.recorder import note_draw, own_draw
from histparse.columnar.replay.records import Records
from histparse.columnar.replay.rounds import sweep
from histparse.columnar.replay.stakes import Stakes
from histparse.columnar.replay.state import Phase, Table
from histparse.columnar.scan.line import Line
from histparse.columnar.scan.vocabulary import Said
from histparse.replay.deck import CARDS_IN_HAND
from histparse.replay.player import DRAWS


@compiled
def begin_draw(table: Table, stakes: Stakes, said: Said) -> bool:
    """The draw that is due begins, with two players left at least."""
    if not sweep(table, stakes):
        return False
    if said.count != table.drawing + 1 or said.count > DRAWS or table.live < 2 or not _is_as_stated(table, said):
        return False
    table.phase, table.drawing, table.last_drawn = Phase.DRAWING, said.count, -1
    for player in range(table.players):
        table.has_drawn[player] = table.owed_cards[player] = 0
    return True


@compiled
def _is_as_stated(table: Table, said: Said) -> bool:
    """Whether the heading states the pot and those left in it, if it does.

    Whether chips returned to a player who was all-in count is not known.
    """
    least = most = 0
    for player in range(table.players):
        least += table.all_in[player] and not table.folded[player]
        most += (table.all_in[player] or table.returned[player]) and not table.folded[player]
    counts = said.live == NOBODY or (said.live == table.live and least <= max(said.all_ins, 0) <= most)
    return bool(said.amount in (NOBODY, table.pot) and counts)


@compiled
def reshuffle(table: Table) -> bool:
    """Thrown cards become the stub, right before a draw that it could not fill."""
    if table.phase != Phase.DRAWING or table.announced or table.stub < 0:
        return False
    table.announced, table.stub_before = 1, table.stub
    table.reshuffles += 1
    table.epoch += 1
    table.stub += table.pile
    table.pile = 0
    return True


@compiled
def draw(records: Records, table: Table, stakes: Stakes, line: Line, said: Said, count: int) -> bool:
    """A player throws `count` cards, or none to stand pat; whose cards are known throws known ones."""
    player, bracket = said.player, said.cards
    in_order = table.phase == Phase.DRAWING and not table.folded[player] and not table.has_drawn[player]
    if not in_order or player <= table.last_drawn or not _is_served(table, stakes, player, count):
        return False
    note_draw(records, table, player, count)
    table.has_drawn[player], table.last_drawn = 1, player
    table.drawn[player, table.drawing - 1] = count
    if not count:
        return _stands_pat(records, table, stakes, line, player, bracket)
    _serve(table, count)
    table.thrown_count[player] += count
    table.owed_cards[player] = count
    table.drew_in[player] = table.epoch
    table.drawn_since[player] += count * (table.epoch > 0)
    if not table.knows[player]:
        return bracket < 0
    if bracket < 0:
        if not stakes.restates_hands:
            throw_unseen(table, player)
        return True
    return _throws(records, table, line, player, count, bracket)


@compiled
def _serve(table: Table, count: int) -> None:
    """Cards go from the stub; where they are too few, there was a reshuffle that the text does not announce."""
    if count <= table.stub:
        table.stub -= count
    else:
        table.reshuffles += table.stub >= 0
        table.stub = NOBODY
        table.epoch += 1
    table.pile += count


@compiled
def _is_served(table: Table, stakes: Stakes, player: int, count: int) -> bool:
    """Whether the stub can fill the draw, and could not before a reshuffle that was announced for it."""
    if table.announced:
        surely = table.stub_before if table.reshuffles < 2 else table.stub_before - table.thrown_count[player]
        if surely >= count:
            return False
        table.announced = 0
    return bool(count <= table.stub or not stakes.announces_reshuffle)


@compiled
def _stands_pat(records: Records, table: Table, stakes: Stakes, line: Line, player: int, bracket: int) -> bool:
    if not table.knows[player]:
        return bracket < 0 or _reveals(records, table, stakes, line, player, bracket)
    _note_pat(records, table, player)
    return bracket < 0 or holds_just(table, line, bracket, player)


@compiled
def _reveals(records: Records, table: Table, stakes: Stakes, line: Line, player: int, bracket: int) -> bool:
    """Standing pat they turn out to hold these cards."""
    if line.cards[bracket] != CARDS_IN_HAND or not are_new(table, stakes, line, bracket, player):
        return False
    hold(table, line, bracket, player)
    _note_pat(records, table, player)
    return True


@compiled
def _note_pat(records: Records, table: Table, player: int) -> None:
    """Note that a player who stands pat holds the same known cards before and after."""
    row = records.draws[records.ends.draws - 1]
    row.seen = 1
    for index in range(5):
        row.held_before[index] = row.held_after[index] = table.held[player, index]


@compiled
def _throws(records: Records, table: Table, line: Line, player: int, count: int, bracket: int) -> bool:
    """Let a player whose cards are known throw known ones. False: they cannot."""
    if bracket < 0 or line.cards[bracket] != count or not throw(table, line, bracket, player):
        return False
    row = records.draws[records.ends.draws - 1]
    for index in range(count):
        row.thrown[index] = line.card[line.first_card[bracket] + index]
    return True


@compiled
def receive(records: Records, table: Table, stakes: Stakes, line: Line, said: Said) -> bool:
    """A player gets as many cards as they threw; where they are shown, none of them was seen before."""
    player, kept, new = said.player, said.cards, said.new
    if table.phase != Phase.DRAWING:
        return False
    if new < 0 or not table.knows[player]:
        return new < 0 and _is_served_unseen(table, said)
    count = line.cards[new]
    if count == 0 or count != table.owed_cards[player] or (kept < 0) != (count == 5):
        return False
    if kept >= 0 and not holds_just(table, line, kept, player):
        return False
    return _comes(records, table, stakes, line, player, new)


@compiled
def exchange(records: Records, table: Table, stakes: Stakes, line: Line, said: Said) -> bool:
    """One line shows the cards that a player throws, and as many that come for them."""
    player, thrown, new = said.player, said.cards, said.new
    if thrown < 0 or new < 0 or not table.knows[player] or line.cards[thrown] != line.cards[new]:
        return False
    drawn = draw(records, table, stakes, line, said, line.cards[thrown])
    return bool(drawn and _comes(records, table, stakes, line, player, new))


@compiled
def _comes(records: Records, table: Table, stakes: Stakes, line: Line, player: int, new: int) -> bool:
    """The cards of that bracket come to a player, if none of them was seen before."""
    if not are_new(table, stakes, line, new, player):
        return False
    count = line.cards[new]
    receive_cards(table, line, new, player)
    table.owed_cards[player] = 0
    row = records.draws[own_draw(records, table, player)]
    row.seen = 1
    for index in range(5):
        row.received[index] = line.card[line.first_card[new] + index] if index < count else -1
        row.held_after[index] = table.held[player, index]
    return True


@compiled
def hold_anew(records: Records, table: Table, stakes: Stakes, line: Line, said: Said) -> bool:
    """All five cards of a player after their draw: those they kept and those that are new; the rest was thrown."""
    player, bracket = said.player, said.held
    known = table.phase == Phase.DRAWING and table.has_drawn[player] and table.knows[player]
    if not known or bracket < 0 or line.cards[bracket] != CARDS_IN_HAND:
        return False
    if not table.owed_cards[player]:
        return not table.drawn[player, table.drawing - 1] and holds_just(table, line, bracket, player)
    row = records.draws[own_draw(records, table, player)]
    count = restate(table, stakes, line, bracket, player, row)
    fits = count == table.owed_cards[player]
    table.owed_cards[player] = 0
    row.seen = 1
    return bool(fits)


@compiled
def _is_served_unseen(table: Table, said: Said) -> bool:
    """The text says how many cards a player gets whose cards are not known."""
    player, owed = said.player, table.owed_cards[said.player]
    table.owed_cards[player] = 0
    return bool(owed and said.count == owed and said.cards < 0 and not table.knows[player])
