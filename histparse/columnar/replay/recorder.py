"""The fast lane: what is recorded of hands while they are replayed, row by row - as store/observe records it."""

from __future__ import annotations

from histparse.columnar.compiled import NO_CARD, NOBODY, PLACES, Ints, compiled
from histparse.columnar.replay.ranking import Numbers, number_if_known
from histparse.columnar.replay.records import EARLIER, Records, Row
from histparse.columnar.replay.stakes import NO_CAP, ShortRaise, Stakes
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
    row.who = records.ends.seats + table.place[player]
    row["round"], row.action, row.amount = table.street, kind, amount  # an array of records has a method `round`
    row.stack_behind, row.bet, row.bet_to_match = table.stack[player], table.bet[player], table.level
    row.unit = stakes.big_bet if table.street > 1 else stakes.small_bet
    row.pot, row.bets, row.short, row.live = table.pot, table.bets, table.short, table.live
    row.cap = NOBODY if table.cap == NO_CAP else table.cap
    row.full_bets = table.bets - (table.short and stakes.short_raise == ShortRaise.COMPLETES)
    is_open = not table.acted[player] or table.answered[player] < table.opened_level
    has_chips = table.stack[player] > max(table.level - table.bet[player], 0)
    row.may_raise = table.able > 1 and has_chips and row.full_bets < table.cap and is_open
    row.all_ins = table.live - table.able
    row.in_position = player == last_live(table)
    row.led = table.round_aggressor == player if table.street else NOBODY
    row.decision_line = table.line


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
    row.who = records.ends.seats + table.place[player]
    row.draw, row.drawn, row.drawers, row.all_in = table.drawing, count, table.live, table.all_in[player]
    row.in_position = player == last_live(table)
    row.led = table.round_aggressor == player
    row.pot, row.stub, row.reshuffles = table.pot, table.stub, table.reshuffles
    row.thrown_count, row.seen, row.draw_line = table.thrown_count[player], 0, table.line
    for index in range(5):
        row.held_before[index] = table.held[player, index] if table.knows[player] else NO_CARD
        row.thrown[index] = row.received[index] = row.held_after[index] = NO_CARD
    for index in range(EARLIER):
        row.thrown_before[index] = table.thrown[player, index] if index < table.known_thrown[player] else NO_CARD


@compiled
def own_draw(records: Records, table: Table, player: int) -> int:
    """The row of the draw that the player made last in this hand."""
    row, who = records.ends.draws - 1, records.ends.seats + table.place[player]
    while records.draws[row].who != who:
        row -= 1
    return int(row)


@compiled
def note_words(records: Records, begin: int, end: int, number: int) -> None:
    """The text calls a hand of that number something."""
    row = records.words[records.ends.words]
    records.ends.words += 1
    row.hand, row.begin, row.end, row.number = records.ends.hands, begin, end, number


@compiled
def note_printed(records: Records, table: Table, player: int, begin: int, end: int, cards: Ints) -> None:
    """The text prints the last five cards of a player; of several lines the first counts."""
    who, number = records.ends.seats + table.place[player], records.ends.showdowns - 1
    while number >= 0 and records.showdowns[number].who >= records.ends.seats:
        if records.showdowns[number].who == who:
            return
        number -= 1
    row = records.showdowns[records.ends.showdowns]
    records.ends.showdowns += 1
    row.who, row.says_begin, row.says_end, row.showdown_line = who, begin, end, table.line
    _copy(cards, row.cards)


@compiled
def fill_printed(records: Records, table: Table, player: int, cards: Ints) -> None:
    """The cards have come that the text announced further up."""
    number, who = records.ends.showdowns - 1, records.ends.seats + table.place[player]
    while records.showdowns[number].who != who:
        number -= 1
    _copy(cards, records.showdowns[number].cards)


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
def note_hand(records: Records, table: Table, seats: Seats, names: Names, ranks: Numbers, index: int) -> None:
    """The hand is over and plain: note it, its seats, and the cards that are known now."""
    for place in range(seats.count):
        _note_seat(records, table, seats, names, place)
    _trace_cards(records, table, ranks)
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
    row.hand_key, row.seat, row.seat_line = records.ends.hands, seats.seat[place], seats.line[place]
    row.player_begin, row.player_end = names.begin[place], names.end[place]
    row.starting_stack, row.head_bounty = seats.stack[place], NOBODY
    row.contributed = row.collected = row.showed = row.printed = row.dealt_seen = row.all_in = 0
    row.position = row.post = 0
    row.who = row.left_of_button = row.folded_in = row.drawn1 = row.drawn2 = row.drawn3 = NOBODY
    row.dealt_number = row.number = NOBODY
    for index in range(5):
        row.dealt[index] = row.cards[index] = NO_CARD
    if player != NOBODY:
        row.who = records.ends.seats + place
        _note_player(row, table, player)


@compiled
def _note_player(row: Row, table: Table, player: int) -> None:
    uncalled = back(table, player)
    row.left_of_button, row.position = player + 1, PLACES * table.players + player
    row.contributed, row.collected = table.paid[player] - uncalled, table.collected[player] - uncalled
    row.folded_in, row.showed, row.dealt_seen = table.folded_after[player], table.shown[player], table.dealt[player]
    row.post, row.all_in = table.posted[player], table.all_in[player]
    row.drawn1, row.drawn2, row.drawn3 = table.drawn[player, 0], table.drawn[player, 1], table.drawn[player, 2]
    for index in range(5):
        row.dealt[index] = table.first[player, index] if table.dealt[player] else NO_CARD
        row.cards[index] = table.held[player, index] if table.knows[player] else NO_CARD


@compiled
def _trace_cards(records: Records, table: Table, ranks: Numbers) -> None:
    """Note what was printed, what players held before their cards were known, and how good it was."""
    number = records.ends.showdowns - 1
    while number >= 0 and records.showdowns[number].who >= records.ends.seats:
        row = records.showdowns[number]
        player = table.order[row.who - records.ends.seats]
        row.mucked = not table.shown[player] and table.mucked[player]
        row.contested, row.drawn3 = table.live > 1, table.drawn[player, DRAWS - 1]
        row.collected = table.collected[player] - back(table, player)
        row.number = number_if_known(ranks, row.cards)
        records.seats[row.who].printed = 1
        number -= 1
    for player in range(table.players):
        _trace_back(records, table, ranks, player)


@compiled
def _trace_back(records: Records, table: Table, ranks: Numbers, player: int) -> None:
    """Go back from the last cards of a player to the first: who stood pat held what they showed later."""
    number, who = records.ends.draws - 1, records.ends.seats + table.place[player]
    while number >= 0 and records.draws[number].who >= records.ends.seats:
        row = records.draws[number]
        if row.who == who:
            _fill_in(row, table, player)
            row.number_before = number_if_known(ranks, row.held_before)
            row.number_after = number_if_known(ranks, row.held_after)
        number -= 1
    seat = records.seats[who]
    if table.knows[player] and not table.dealt[player]:
        _copy(table.held[player], seat.dealt)
    seat.dealt_number, seat.number = number_if_known(ranks, seat.dealt), number_if_known(ranks, seat.cards)


@compiled
def _fill_in(row: Row, table: Table, player: int) -> None:
    """Fill in the cards of a draw; `table` has those held after it, and then those held before it."""
    held, knows_before = table.held[player], row.held_before[0] != NO_CARD
    if table.knows[player]:
        _copy(held, row.held_after)
    if table.knows[player] and knows_before and row.drawn:
        _note_missing(row.held_before, held, row.drawn, row.thrown)
        _note_missing(held, row.held_before, row.drawn, row.received)
    if knows_before:
        _copy(row.held_before, held)
    if not row.drawn and (table.knows[player] or knows_before):
        _copy(held, row.held_before)
        if not table.knows[player]:
            _copy(held, row.held_after)
    table.knows[player] = knows_before or (table.knows[player] and not row.drawn)


@compiled
def _copy(cards: Ints, to: Ints) -> None:
    for index in range(5):
        to[index] = cards[index]


@compiled
def _note_missing(cards: Ints, others: Ints, count: int, missing: Ints) -> None:
    """Note the cards that are not among the others, unless some are noted or their number is another."""
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
