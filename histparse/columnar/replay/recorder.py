"""The fast lane: what is recorded of hands while they are replayed, row by row - as store/observe records it."""

from __future__ import annotations

from histparse.columnar.compiled import NO_CARD, NOBODY, Ints, compiled
from histparse.columnar.replay.records import EARLIER, DrawRow, Records, SeatRow
from histparse.columnar.replay.stakes import ShortRaise, Stakes
from histparse.columnar.replay.state import Seats, Table, back
from histparse.columnar.scan.line import Names
from histparse.replay.player import DRAWS


@compiled
def has_room(records: Records) -> bool:
    """Whether another hand can be noted, however long it is."""
    for kind in range(len(records.filled)):
        if records.filled[kind] > records.most[kind]:
            return False
    return True


@compiled
def note_decision(records: Records, table: Table, stakes: Stakes, player: int, kind: int, amount: int) -> None:
    """A decision is about to be taken."""
    row = records.decisions[records.ends.decisions]
    records.ends.decisions += 1
    row.hand, row.player = records.ends.hands, player
    row.seat_row = records.ends.seats + table.place[player]
    row.street, row.action, row.amount = table.street, kind, amount
    row.stack_behind, row.bet, row.bet_to_match = table.stack[player], table.bet[player], table.level
    row.pot, row.bets, row.live, row.free = table.pot, table.bets, table.live, table.able - 1
    row.short, row.cap = table.short, table.cap
    row.full_bets = table.bets - (table.short and stakes.short_raise == ShortRaise.COMPLETES)
    row.open = not table.acted[player] or table.answered[player] < table.opened_level
    row.in_position = player == last_live(table)
    row.led = table.round_aggressor == player
    row.line = table.line


@compiled
def last_live(table: Table) -> int:
    """The live player nearest to the button, or on it."""
    player = table.players - 1
    while table.folded[player]:
        player -= 1
    return int(player)


@compiled
def note_draw(records: Records, table: Table, player: int, count: int) -> None:
    """A player is about to draw."""
    row = records.draws[records.ends.draws]
    records.ends.draws += 1
    row.hand, row.player = records.ends.hands, player
    row.seat_row = records.ends.seats + table.place[player]
    row.draw, row.drawn, row.drawers, row.all_in = table.drawing, count, table.live, table.all_in[player]
    row.in_position = player == last_live(table)
    row.led = table.round_aggressor == player
    row.pot, row.stub, row.reshuffles = table.pot, table.stub, table.reshuffles
    row.thrown_count, row.seen, row.line = table.thrown_count[player], 0, table.line
    for index in range(5):
        row.before[index] = table.held[player, index] if table.knows[player] else NO_CARD
        row.thrown[index] = row.received[index] = row.after[index] = NO_CARD
    for index in range(EARLIER):
        row.earlier[index] = table.thrown[player, index] if index < table.known_thrown[player] else NO_CARD


@compiled
def own_draw(records: Records, player: int) -> int:
    """The row of the draw that the player made last in this hand; NOBODY without one."""
    row = records.ends.draws - 1
    while row >= 0 and records.draws[row].hand == records.ends.hands:
        if records.draws[row].player == player:
            return int(row)
        row -= 1
    return NOBODY


@compiled
def note_words(records: Records, begin: int, end: int, number: int) -> None:
    """The text calls a hand of that number something."""
    row = records.words[records.ends.words]
    records.ends.words += 1
    row.hand, row.begin, row.end, row.number = records.ends.hands, begin, end, number


@compiled
def note_printed(records: Records, table: Table, player: int, begin: int, end: int, cards: Ints) -> None:
    """The text prints the last five cards of a player; of several lines the first counts."""
    row_number = records.ends.printed - 1
    while row_number >= 0 and records.printed[row_number].hand == records.ends.hands:
        if records.printed[row_number].player == player:
            return
        row_number -= 1
    row = records.printed[records.ends.printed]
    records.ends.printed += 1
    row.hand, row.player = records.ends.hands, player
    row.seat_row = records.ends.seats + table.place[player]
    row.says_begin, row.says_end, row.line = begin, end, table.line
    for index in range(5):
        row.cards[index] = cards[index]


@compiled
def fill_printed(records: Records, player: int, cards: Ints) -> None:
    """The cards have come that the text announced further up."""
    row_number = records.ends.printed - 1
    while records.printed[row_number].player != player:
        row_number -= 1
    for index in range(5):
        records.printed[row_number].cards[index] = cards[index]


@compiled
def mark(records: Records) -> None:
    """Remember how far the rows go, before a hand that may not be plain."""
    for kind in range(len(records.filled)):
        records.before[kind] = records.filled[kind]


@compiled
def go_back(records: Records) -> None:
    """The hand is not plain: its rows go."""
    for kind in range(len(records.filled)):
        records.filled[kind] = records.before[kind]


@compiled
def note_hand(records: Records, table: Table, seats: Seats, names: Names, index: int) -> None:
    """The hand is over and plain: note it, its seats, and the cards that are known now."""
    for place in range(seats.count):
        _note_seat(records, table, seats, names, place)
    _trace_cards(records, table)
    row = records.hands[records.ends.hands]
    row.index, row.first_seat, row.players = index, records.ends.seats, table.players
    row.hero = NOBODY if table.hero == NOBODY else table.place[table.hero]
    row.draws, row.reshuffles, row.showdown = table.drawing, table.reshuffles, table.live > 1
    row.button = table.button
    row.pot, row.rake, row.last_line = table.pot, table.rake, table.last_line
    for player in range(table.players):
        row.pot -= back(table, player)
    records.ends.seats += seats.count
    records.ends.hands += 1


@compiled
def _note_seat(records: Records, table: Table, seats: Seats, names: Names, place: int) -> None:
    row, player = records.seats[records.ends.seats + place], table.order[place]
    row.hand, row.player, row.seat, row.line = records.ends.hands, player, seats.seat[place], seats.line[place]
    row.name_begin, row.name_end, row.stack = names.begin[place], names.end[place], seats.stack[place]
    row.out = player == NOBODY
    row.paid = row.collected = row.showed = row.printed = row.dealt_seen = row.post = row.all_in = 0
    row.folded_in = NOBODY
    for draw in range(DRAWS):
        row.drawn[draw] = NOBODY
    for index in range(5):
        row.first[index] = row.last[index] = NO_CARD
    if player != NOBODY:
        _note_player(row, table, player)


@compiled
def _note_player(row: SeatRow, table: Table, player: int) -> None:
    uncalled = back(table, player)
    row.paid, row.collected = table.paid[player] - uncalled, table.collected[player] - uncalled
    row.folded_in, row.showed, row.dealt_seen = table.folded_after[player], table.shown[player], table.dealt[player]
    row.post, row.all_in = table.posted[player], table.all_in[player]
    for draw in range(DRAWS):
        row.drawn[draw] = table.drawn[player, draw]
    for index in range(5):
        row.first[index] = table.first[player, index] if table.dealt[player] else NO_CARD
        row.last[index] = table.held[player, index] if table.knows[player] else NO_CARD


@compiled
def _trace_cards(records: Records, table: Table) -> None:
    """Note what was printed, and what players held before their cards were known."""
    number = records.ends.printed - 1
    while number >= 0 and records.printed[number].hand == records.ends.hands:
        printed = records.printed[number]
        player = printed.player
        printed.mucked = not table.shown[player] and table.mucked[player]
        printed.contested, printed.drawn3 = table.live > 1, table.drawn[player, DRAWS - 1]
        printed.collected = table.collected[player] - back(table, player)
        records.seats[printed.seat_row].printed = 1
        number -= 1
    for player in range(table.players):
        _trace_back(records, table, player)


@compiled
def _trace_back(records: Records, table: Table, player: int) -> None:
    """Go back from the last cards of a player to the first: who stood pat held what they showed later."""
    number = records.ends.draws - 1
    while number >= 0 and records.draws[number].hand == records.ends.hands:
        if records.draws[number].player == player:
            _fill_in(records.draws[number], table, player)
        number -= 1
    first = records.seats[records.ends.seats + table.place[player]].first
    if table.knows[player] and not table.dealt[player]:
        _copy(table.held[player], first)


@compiled
def _fill_in(row: DrawRow, table: Table, player: int) -> None:
    """Fill in the cards of a draw; `table` has those held after it, and then those held before it."""
    held, knows_before = table.held[player], row.before[0] != NO_CARD
    if table.knows[player]:
        _copy(held, row.after)
    if table.knows[player] and knows_before and row.drawn:
        _note_missing(row.before, held, row.drawn, row.thrown)
        _note_missing(held, row.before, row.drawn, row.received)
    if knows_before:
        _copy(row.before, held)
    if not row.drawn and (table.knows[player] or knows_before):
        _copy(held, row.before)
        if not table.knows[player]:
            _copy(held, row.after)
    table.knows[player] = knows_before or (table.knows[player] and not row.drawn)


@compiled
def _copy(cards: Ints, to: Ints) -> None:
    for index in range(5):
        to[index] = cards[index]


@compiled
def _note_missing(cards: Ints, others: Ints, count: int, missing: Ints) -> None:
    """Note the cards that are not among the others, unless some are noted or they are not so many."""
    if missing[0] != NO_CARD or _missing(cards, others, missing) == count:
        return
    for index in range(5):
        missing[index] = NO_CARD


@compiled
def _missing(cards: Ints, others: Ints, missing: Ints) -> int:
    count = 0
    for card in cards:
        found = False
        for other in others:
            found |= card == other
        if not found:
            missing[count] = card
            count += 1
    return count
