"""The fast lane: the showdown - hands are turned up or mucked, in turn."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, compiled
from histparse.columnar.replay.known_cards import are_new, hold, holds_just
from histparse.columnar.replay.pots import lay_pots, take_back_uncalled
from histparse.columnar.replay.ranking import Numbers, number
from histparse.columnar.replay.recorder import fill_printed, note_printed, note_words
from histparse.columnar.replay.records import Records
from histparse.columnar.replay.rounds import end_draw, is_closed, sweep, uncalled
from histparse.columnar.replay.stakes import FirstToShow, Stakes
from histparse.columnar.replay.state import Phase, Table
from histparse.columnar.scan.line import Line
from histparse.columnar.scan.vocabulary import Said
from histparse.replay.player import DRAWS


@compiled
def begin_showdown(table: Table, stakes: Stakes) -> bool:
    """Two are left after the last betting round."""
    if table.drawing != DRAWS or table.live < 2 or not sweep(table, stakes):
        return False
    table.phase = Phase.SHOWDOWN
    if stakes.returns_late:
        take_back_uncalled(table)
    lay_pots(table)
    return True


@compiled
def _begin_by_showing(table: Table, stakes: Stakes) -> bool:
    """The first hand is turned up where no heading stands: a showdown if the last betting round was played."""
    if table.live < 2 or table.drawing != DRAWS or (table.phase == Phase.DRAWING and not end_draw(table, stakes)):
        return False
    table.exposed = table.last == NOBODY
    return begin_showdown(table, stakes)


@compiled
def show(records: Records, table: Table, stakes: Stakes, line: Line, ranks: Numbers, said: Said) -> bool:
    """A live player turns five cards up, in their turn; at some sites these stand further down."""
    player, bracket = said.player, said.cards
    if table.folded[player] or table.shown[player] or table.is_listed[player]:
        return False
    if stakes.infers_showdown and table.phase != Phase.SHOWDOWN and not _begin_by_showing(table, stakes):
        return False
    if bracket < 0:
        return _announces(records, table, stakes, player)
    in_turn = table.unturned[player] or face(table, stakes, player)
    if not in_turn or line.cards[bracket] != 5 or not turns_up(table, stakes, line, bracket, player):
        return False
    table.shown[player] = 1
    if table.unturned[player]:
        table.unturned[player] = 0
        fill_printed(records, table, player, table.held[player])
    else:
        note_cards(records, table, ranks, player, said.says, said.says_end)
    return True


@compiled
def _announces(records: Records, table: Table, stakes: Stakes, player: int) -> bool:
    """A player shows, by the text, but their cards are still to come."""
    if table.unturned[player]:
        return False
    table.unturned[player] = 1
    note_printed(records, table, player, NOBODY, NOBODY, table.held[player])
    return face(table, stakes, player)


@compiled
def turns_up(table: Table, stakes: Stakes, line: Line, bracket: int, player: int) -> bool:
    """The cards are those they are known to hold, or seen for the first time."""
    if table.knows[player]:
        return holds_just(table, line, bracket, player)
    if not are_new(table, stakes, line, bracket, player):
        return False
    hold(table, line, bracket, player)
    return True


@compiled
def note_cards(records: Records, table: Table, ranks: Numbers, player: int, says: int, says_end: int) -> None:
    """Note the cards that the text prints of a player, and the site's words for them."""
    cards = table.held[player]
    note_printed(records, table, player, says, says_end, cards)
    if says != NOBODY:
        note_words(records, says, says_end, number(ranks, cards))


@compiled
def face(table: Table, stakes: Stakes, player: int) -> bool:
    """A player shows or mucks: under the heading if two are left, and in order."""
    if table.live < 2:
        return bool(
            table.phase == Phase.SHOWDOWN or (is_closed(table) and (stakes.keeps_uncalled or not uncalled(table)[1]))
        )
    if table.phase != Phase.SHOWDOWN or table.folded[player] or table.faced[player]:
        return False
    start, count = _first_to_show(table, stakes), table.players
    for other in range(count):
        if (
            start != NOBODY
            and table.pots == 1
            and not table.exposed
            and table.faced[other]
            and (other - start) % count > (player - start) % count
        ):
            return False
    table.faced[player] = 1
    return True


@compiled
def _first_to_show(table: Table, stakes: Stakes) -> int:
    """The player from whom to go round; NOBODY where any order is right."""
    first = table.round_aggressor
    if first == NOBODY and stakes.first_to_show == FirstToShow.UNKNOWN:
        return NOBODY
    if first == NOBODY and stakes.first_to_show == FirstToShow.LAST_AGGRESSOR:
        first = table.hand_aggressor
    return 0 if first == NOBODY or table.folded[first] else int(first)


@compiled
def muck(table: Table, stakes: Stakes, player: int) -> bool:
    """A player throws their hand away, or keeps it to themselves."""
    table.mucked[player] = 1
    return face(table, stakes, player)
