"""The fast lane: who sits where, the blinds and the deal - the counterpart of replay/seating.py."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, PLACES, Ints, compiled
from histparse.columnar.replay.betting import is_marked
from histparse.columnar.replay.known_cards import are_new, hold
from histparse.columnar.replay.stakes import Stakes
from histparse.columnar.replay.state import Phase, Seats, Table, seat_player
from histparse.columnar.scan.line import Line, Names
from histparse.columnar.scan.shape_lookup import count_of
from histparse.columnar.scan.vocabulary import ABSENT, Kind, Meaning, Said, constant
from histparse.replay.deck import CARDS_IN_DECK, CARDS_IN_HAND

FACE_DOWN = constant(CARDS_IN_HAND)
"""In place of a bracket: five cards that are not shown."""


@compiled
def take_seat(seats: Seats, names: Names, said: Said, begin: int, end: int, line: int) -> bool:
    """Read a seat line: a player sits down whose name stands at that place of the block."""
    place, seat, stack = seats.count, said.seat, said.amount
    if place == PLACES or seat < 0 or stack <= 0 or begin >= end:
        return False
    for other in range(place):
        if seats.seat[other] == seat:
            return False
    seats.seat[place], seats.stack[place], seats.out[place], seats.line[place] = seat, stack, said.out, line
    names.begin[place], names.end[place] = begin, end
    seats.count = names.count = place + 1
    _sort_in(names, place)
    return True


@compiled
def _sort_in(names: Names, place: int) -> None:
    """Put a name among those that are sorted already, the longest first."""
    at, length = place, names.end[place] - names.begin[place]
    while at and names.end[names.by_length[at - 1]] - names.begin[names.by_length[at - 1]] < length:
        names.by_length[at] = names.by_length[at - 1]
        at -= 1
    names.by_length[at] = place


@compiled
def same_name_twice(text: Ints, names: Names) -> bool:
    """Whether two players are called alike."""
    for place in range(names.count):
        for other in range(place):
            length = names.end[place] - names.begin[place]
            same = length == names.end[other] - names.begin[other]
            for offset in range(length if same else 0):
                same &= text[names.begin[place] + offset] == text[names.begin[other] + offset]
            if same:
                return True
    return False


@compiled
def seat_players(table: Table, seats: Seats, stakes: Stakes) -> bool:
    """Who is dealt in sits in order from left of the button, where somebody has a seat."""
    on_button = False
    for place in range(seats.count):
        seat = seats.seat[place]
        on_button |= seat == table.button
        table.order[place] = NOBODY
        if seat > stakes.highest_seat:
            return False
        if not seats.out[place]:
            seat_player(table, _places_before(seats, seat, table.button), place, seat, seats.stack[place])
            table.players += 1
    table.live = table.able = table.players
    table.stub = CARDS_IN_DECK - CARDS_IN_HAND * table.players
    table.phase = Phase.POSTING
    return bool(on_button and 2 <= table.players <= stakes.most_players)


@compiled
def _places_before(seats: Seats, seat: int, button: int) -> int:
    """How many are dealt in between the button and that seat."""
    before = 0
    for other in range(seats.count):
        before += not seats.out[other] and _from_button(seats.seat[other], button) < _from_button(seat, button)
    return before


@compiled
def _from_button(seat: int, button: int) -> int:
    """How far to the left of the button a seat is; the button itself is furthest."""
    return int(seat - button if seat > button else seat - button + (1 << 20))


@compiled
def player_of(table: Table, line: Line, meaning: Meaning) -> int:
    """Whom the line names, by name or by the number of their seat; NOBODY where they were dealt no cards."""
    if meaning.player == ABSENT:
        return NOBODY if line.who == NOBODY else int(table.order[line.who])
    seat = count_of(line, meaning.player)
    for player in range(table.players):
        if table.seat[player] == seat:
            return player
    return NOBODY


@compiled
def post(table: Table, seats: Seats, stakes: Stakes, said: Said) -> bool:
    """The small blind, then the big one, each by the player whose it is; then those of new players."""
    if not stakes.stacks_before_posts:
        table.stack[said.player] += said.amount
        seats.stack[table.place[said.player]] += said.amount
    player, amount, small = said.player, said.amount, 0 if table.players > 2 else 1
    again = table.posted[player] == Kind.DEAD_BLIND and said.kind == Kind.EXTRA_BLIND
    ready = table.phase == Phase.POSTING and table.hero == NOBODY and (again or not table.posted[player])
    if not ready or not _is_due(table, said.kind, player, small) or not _fits_stack(table, stakes, said):
        return False
    said.all_in = amount == table.stack[player]
    if not _has_right_size(stakes, said) or (said.all_in and said.kind != Kind.BIG_BLIND):
        return False
    dead = _dead_part(stakes, said)
    table.posted[player] = said.kind
    table.all_in[player] = said.all_in
    table.able -= said.all_in
    table.stack[player] -= amount
    table.paid[player] += amount
    table.bet[player] += amount - dead
    table.dead[player] += dead
    table.pot += amount
    return True


@compiled
def post_ante(table: Table, stakes: Stakes, said: Said) -> bool:
    """Everybody's ante is the same, and comes before the blinds."""
    player, amount = said.player, said.amount
    first = table.phase == Phase.POSTING and table.small_blind == NOBODY and table.hero == NOBODY
    ready = first and stakes.stacks_before_posts
    if not ready or table.anted[player] or amount != (table.ante or amount) or not 0 < amount < table.stack[player]:
        return False
    table.ante = amount
    table.antes += 1
    table.anted[player] = 1
    table.stack[player] -= amount
    table.paid[player] += amount
    table.pot += amount
    return not said.all_in


@compiled
def _dead_part(stakes: Stakes, said: Said) -> int:
    """What of a blind does not count as a bet."""
    if said.kind == Kind.DEAD_BLIND:
        return int(said.amount)
    return int(said.amount - stakes.small_bet) if said.kind == Kind.SMALL_AND_BIG else 0


@compiled
def _has_right_size(stakes: Stakes, said: Said) -> bool:
    """A big blind is the small bet, a small one half of it."""
    if said.kind in (Kind.BIG_BLIND, Kind.EXTRA_BLIND):
        return bool(_is_big(stakes, said))
    return bool(_is_small_blind(stakes, _dead_part(stakes, said) or said.amount))


@compiled
def _fits_stack(table: Table, stakes: Stakes, said: Said) -> bool:
    """Whether a player has the chips, and is called all-in exactly when these are the last."""
    left = table.stack[said.player] - said.amount
    return bool(said.amount > 0 and left >= 0 and is_marked(stakes, said, left))


@compiled
def _is_big(stakes: Stakes, said: Said) -> bool:
    """The small bet, or less from a player who is all-in."""
    return bool(said.amount == stakes.small_bet or (said.all_in and said.amount < stakes.small_bet))


@compiled
def _is_due(table: Table, kind: int, player: int, small: int) -> bool:
    """Whether it is the turn of that blind, and it is theirs."""
    if table.small_blind == NOBODY:
        table.small_blind = player
        return bool(kind == Kind.SMALL_BLIND and player == small)
    if table.big_blind == NOBODY:
        table.big_blind = player
        return bool(kind == Kind.BIG_BLIND and player == 1 - small)
    return bool(kind != Kind.SMALL_BLIND)


@compiled
def _is_small_blind(stakes: Stakes, amount: int) -> bool:
    """Whether the amount is in one of the ranges that the rules have for it."""
    for place in range(len(stakes.small_blinds)):
        begin, end = stakes.small_blinds[place, 0], stakes.small_blinds[place, 1]
        if begin <= amount < end and (amount - begin) % stakes.small_blinds[place, 2] == 0:
            return True
    return False


@compiled
def deal(table: Table, stakes: Stakes, line: Line, said: Said) -> bool:
    """The text shows the five cards of one player, when the blinds are posted or, at some sites, round 0 is over."""
    player, bracket = said.player, said.cards
    first_round = stakes.deals_late and table.phase == Phase.BETTING and table.street == 0
    ready = table.big_blind != NOBODY and table.small_blind != NOBODY and (table.phase == Phase.POSTING or first_round)
    if bracket == FACE_DOWN:
        return bool(ready and not table.dealt[player])
    if not ready or table.hero != NOBODY or bracket < 0 or line.cards[bracket] != CARDS_IN_HAND:
        return False
    table.hero = player
    table.dealt[player] = 1
    if not are_new(table, stakes, line, bracket, player):
        return False
    hold(table, line, bracket, player)
    for index in range(CARDS_IN_HAND):
        table.first[player, index] = table.held[player, index]
    return True
