"""The fast lane: what players hold, as far as the text says - a card is in one place only."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, compiled
from histparse.columnar.replay.records import Row
from histparse.columnar.replay.stakes import Stakes
from histparse.columnar.replay.state import Table
from histparse.columnar.scan.line import Line


@compiled
def are_new(table: Table, stakes: Stakes, line: Line, bracket: int, player: int) -> bool:
    """Whether all cards of the bracket are new, or came back by a reshuffle; from now on they are with that player.

    What the player held before unknown cards were thrown may be among them.
    """
    first = line.first_card[bracket]
    for index in range(first, first + line.cards[bracket]):
        card = line.card[index]
        if not _is_new(table, stakes, card, player):
            return False
        for other in range(first, index):
            if line.card[other] == card:
                return False
    for index in range(first, first + line.cards[bracket]):
        table.owner[line.card[index]], table.thrown_in[line.card[index]] = player, 0
    return True


@compiled
def _is_new(table: Table, stakes: Stakes, card: int, player: int) -> bool:
    """Whether a card may have come to that player."""
    kept = table.owner[card] == player and table.thrown_in[card] <= 0 and not table.knows[player]
    return bool(table.owner[card] == NOBODY or kept or _came_back(table, stakes, card, player))


@compiled
def _came_back(table: Table, stakes: Stakes, card: int, player: int) -> bool:
    """Whether the card was given up before a reshuffle, the house lets it return, and the player has drawn since."""
    thrown, owner = table.thrown_in[card] != 0, table.owner[card]
    if not (_was_thrown(table, stakes, card, player) if thrown else _was_folded(table, stakes, owner, player)):
        return False
    table.drawn_since[player] -= 1
    return bool(table.drawn_since[player] >= 0)


@compiled
def _was_thrown(table: Table, stakes: Stakes, card: int, player: int) -> bool:
    """Whether a card that was thrown may be in the stub from which the player last drew."""
    is_back = table.thrown_epoch[card] < table.drew_in[player]
    if table.owner[card] == player:
        return bool(is_back and stakes.own_return)
    return bool(is_back and (stakes.draw_returns or abs(table.thrown_in[card]) < table.drawing))


@compiled
def _was_folded(table: Table, stakes: Stakes, owner: int, player: int) -> bool:
    """Whether the cards of another player were folded, and may be in the stub from which the player last drew."""
    return bool(stakes.folds_return and table.folded[owner] and table.folded_epoch[owner] < table.drew_in[player])


@compiled
def hold(table: Table, line: Line, bracket: int, player: int) -> None:
    """The player holds the five cards of the bracket, kept from the highest down."""
    first = line.first_card[bracket]
    for index in range(line.cards[bracket]):
        _add(table, player, index, line.card[first + index])
        table.as_printed[player, index] = line.card[first + index]
    table.knows[player] = 1
    table.kept[player] = line.cards[bracket]


@compiled
def restate(table: Table, stakes: Stakes, line: Line, bracket: int, player: int, row: Row) -> int:
    """The player holds the cards of the bracket in place of the five before; how many are new, -1 if one cannot be."""
    thrown = received = 0
    for index in range(len(table.held[player])):
        if not _is_among(line, bracket, table.held[player, index]):
            row.thrown[thrown] = table.held[player, index]
            thrown += 1
    _throw_as_printed(table, line, bracket, player)
    for index in range(line.first_card[bracket], line.first_card[bracket] + line.cards[bracket]):
        card = line.card[index]
        if table.owner[card] != player or table.thrown_in[card]:
            if not _is_new(table, stakes, card, player):
                return -1
            table.owner[card], table.thrown_in[card] = player, 0
            row.received[received] = card
            received += 1
    hold(table, line, bracket, player)
    for index in range(len(table.held[player])):
        row.held_after[index] = table.held[player, index]
    return received if received == thrown else -1


@compiled
def _throw_as_printed(table: Table, line: Line, bracket: int, player: int) -> None:
    """Throw those that are not in the bracket, in the order in which the text has them."""
    for index in range(len(table.as_printed[player])):
        card = table.as_printed[player, index]
        if not _is_among(line, bracket, card):
            table.thrown[player, table.known_thrown[player]] = card
            _throw_card(table, player, card, table.drawing)
            table.known_thrown[player] += 1


@compiled
def _throw_card(table: Table, player: int, card: int, draw: int) -> None:
    """Note when they threw the card."""
    table.thrown_in[card], table.thrown_epoch[card] = draw, table.drew_in[player]


@compiled
def _is_among(line: Line, bracket: int, card: int) -> bool:
    for index in range(line.first_card[bracket], line.first_card[bracket] + line.cards[bracket]):
        if line.card[index] == card:
            return True
    return False


@compiled
def receive_cards(table: Table, line: Line, bracket: int, player: int) -> None:
    """The cards of the bracket come to those that were kept."""
    first = line.first_card[bracket]
    for index in range(line.cards[bracket]):
        _add(table, player, table.kept[player], line.card[first + index])
        table.kept[player] += 1


@compiled
def _add(table: Table, player: int, count: int, card: int) -> None:
    """Put a card among the `count` that are sorted already."""
    held, at = table.held, count
    while at and held[player, at - 1] < card:
        held[player, at] = held[player, at - 1]
        at -= 1
    held[player, at] = card


@compiled
def throw(table: Table, line: Line, bracket: int, player: int) -> bool:
    """Throw the cards of the bracket; False if one of them was not held."""
    first = line.first_card[bracket]
    for index in range(first, first + line.cards[bracket]):
        card = line.card[index]
        if not _take_out(table, player, card):
            return False
        table.thrown[player, table.known_thrown[player]] = card
        _throw_card(table, player, card, table.drawing)
        table.known_thrown[player] += 1
    return True


@compiled
def throw_unseen(table: Table, player: int) -> None:
    """Throw known cards, but the text does not say which."""
    for index in range(table.kept[player]):
        _throw_card(table, player, table.held[player, index], -table.drawing)
    table.knows[player] = table.kept[player] = 0


@compiled
def _take_out(table: Table, player: int, card: int) -> bool:
    kept, found = 0, False
    for index in range(table.kept[player]):
        other = table.held[player, index]
        if other == card:
            found = True
        else:
            table.held[player, kept] = other
            kept += 1
    table.kept[player] = kept
    return found


@compiled
def holds_just(table: Table, line: Line, bracket: int, player: int) -> bool:
    """Whether the cards of the bracket are those the player holds, in whatever order."""
    first, count = line.first_card[bracket], line.cards[bracket]
    if count != table.kept[player]:
        return False
    for index in range(count):
        times = 0
        for other in range(first, first + count):
            times += line.card[other] == table.held[player, index]
        if times != 1:
            return False
    return True
