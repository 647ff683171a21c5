"""The fast lane: payout and summary - every pot goes to the best hand, and the summary agrees."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, compiled
from histparse.columnar.replay.known_cards import holds_just
from histparse.columnar.replay.nets import is_as_brought
from histparse.columnar.replay.pots import are_rightly_won, lay_pots, paid_from, take
from histparse.columnar.replay.ranking import Numbers, number
from histparse.columnar.replay.recorder import note_words
from histparse.columnar.replay.records import Records
from histparse.columnar.replay.rounds import sweep
from histparse.columnar.replay.showdown import note_cards, turns_up
from histparse.columnar.replay.stakes import Stakes
from histparse.columnar.replay.state import Phase, Table
from histparse.columnar.scan.line import Line
from histparse.columnar.scan.vocabulary import SIDES, Ending, Kind, Said


@compiled
def collect(records: Records, table: Table, stakes: Stakes, ranks: Numbers, said: Said) -> bool:
    """A pot, or a share of it, goes to the last player left, or to one at the showdown."""
    if not _is_over(table, stakes):
        return False
    if said.says != NOBODY:
        if not table.shown[said.player]:
            return False
        note_words(records, said.says, said.says_end, number(ranks, table.held[said.player]))
    pot = 0 if stakes.infers_payouts and said.pot == NOBODY and table.pots > 1 else said.pot
    return _is_paying(table, stakes) and take(table, stakes, said.player, said.amount, pot)


@compiled
def _is_paying(table: Table, stakes: Stakes) -> bool:
    """Whether winners may come: above the summary; in it, if it only says what the hand brought; or in both."""
    if stakes.infers_payouts:
        return bool(table.phase == Phase.SUMMARY)
    return bool(table.phase == Phase.SHOWDOWN or (table.phase == Phase.SUMMARY and not stakes.sums_up))


@compiled
def _is_over(table: Table, stakes: Stakes) -> bool:
    """Whether the play is over: if just one player is left, the betting ends with that."""
    if table.live > 1 or table.phase != Phase.BETTING:
        return True
    if not sweep(table, stakes):
        return False
    table.phase = Phase.SHOWDOWN
    lay_pots(table)
    return True


@compiled
def begin_summary(table: Table, stakes: Stakes) -> bool:
    """The play is over and, where winners stand above, somebody has been paid."""
    if stakes.infers_payouts and not _is_over(table, stakes):
        return False
    pays_above = stakes.sums_up and not stakes.infers_payouts
    if table.phase != Phase.SHOWDOWN or (pays_above and not table.paid_out):
        return False
    table.phase = Phase.SUMMARY
    return True


@compiled
def total(table: Table, stakes: Stakes, said: Said) -> bool:
    """The summary states the pot, its parts if there are several, and the rake that nobody got."""
    pot, rake = said.amount, said.second
    stated = pot + rake * stakes.nets_pot
    fits = stated == table.pot and pot >= 0 and rake >= 0 and table.paid_out + rake == table.pot
    if stakes.infers_payouts:
        fits = pot == NOBODY and 0 <= rake <= table.pot
    if table.phase != Phase.SUMMARY or table.stated or not fits or (stakes.is_tournament and rake):
        return False
    table.rake, table.stated = rake, 1
    return said.pot == NOBODY or _fits_parts(table, stakes, said)


@compiled
def end_hand(table: Table, stakes: Stakes) -> bool:
    """The text is over; where it states no rake, that is what nobody got."""
    table.over = 1
    if not stakes.sums_up:
        table.rake = table.pot - table.paid_out
    return bool(table.phase == Phase.SUMMARY and table.rake >= 0 and not (stakes.is_tournament and table.rake))


@compiled
def _fits_parts(table: Table, stakes: Stakes, said: Said) -> bool:
    """Each stated part is what was collected from that pot, perhaps with the rake, and there are no others."""
    parts, count = said.pot, 1
    raked = table.rake if stakes.adds_up_parts else 0
    fits = stakes.nets_parts + stakes.adds_up_parts and said.pot == paid_from(table, 0) + raked <= table.pot_amount[0]
    for index in range(SIDES):
        if said.sides[index] != NOBODY:
            count += 1
            parts += said.sides[index]
            fits &= index + 1 < table.pots and said.sides[index] == paid_from(table, index + 1)
    return bool(fits and count == table.pots and table.pot - parts == (table.rake if stakes.nets_parts else 0))


@compiled
def result(records: Records, table: Table, stakes: Stakes, line: Line, ranks: Numbers, said: Said) -> bool:
    """A line of the summary about a player, as they played."""
    player = said.player
    agrees = said.seat == table.seat[player] and max(said.amount, 0) == table.collected[player]
    absent = said.ending == Ending.SITTING_OUT
    if (
        not _is_summed_up(table, stakes)
        or table.is_listed[player]
        or absent
        or not agrees
        or not _is_placed(table, said)
    ):
        return False
    table.is_listed[player] = 1
    table.listed += 1
    if said.ending == Ending.FOLDED:
        return _has_folded(table, said)
    if said.ending == Ending.SHOWED:
        return not table.folded[player] and _has_shown(records, table, line, ranks, said)
    if said.ending == Ending.MUCKED:
        return not table.folded[player] and _has_mucked(records, table, stakes, line, ranks, said)
    return bool(not table.folded[player] and said.cards == NOBODY)


@compiled
def _is_summed_up(table: Table, stakes: Stakes) -> bool:
    """Whether lines about players may come: the pot is stated, or never will be."""
    return bool(table.stated or (not stakes.sums_up and table.phase >= Phase.SHOWDOWN))


@compiled
def _is_placed(table: Table, said: Said) -> bool:
    """Whether the summary gives them no button or blind that is not theirs."""
    player = said.player
    if said.button and table.seat[player] != table.button:
        return False
    if said.small_blind and table.posted[player] != Kind.SMALL_BLIND:
        return False
    return not (said.big_blind and table.posted[player] not in (Kind.BIG_BLIND, Kind.SMALL_AND_BIG, Kind.EXTRA_BLIND))


@compiled
def _has_folded(table: Table, said: Said) -> bool:
    """Whether the player folded, and in the round that the summary says."""
    player = said.player
    when = said.count in (NOBODY, table.folded_after[player])
    denied = said.no_bet and table.paid[player] > 0
    return bool(table.folded[player] and when and not denied and said.cards == NOBODY)


@compiled
def _has_shown(records: Records, table: Table, line: Line, ranks: Numbers, said: Said) -> bool:
    """Whether the player showed these cards."""
    player = said.player
    if not table.shown[player] or said.cards < 0 or not holds_just(table, line, said.cards, player):
        return False
    if said.says != NOBODY:
        note_words(records, said.says, said.says_end, number(ranks, table.held[player]))
    return True


@compiled
def _has_mucked(records: Records, table: Table, stakes: Stakes, line: Line, ranks: Numbers, said: Said) -> bool:
    """Whether the player did not show; the summary may turn up their cards."""
    player = said.player
    if table.shown[player] or table.unturned[player] or said.cards == NOBODY:
        return bool(not table.shown[player] and not table.unturned[player])
    if line.cards[said.cards] != 5 or not turns_up(table, stakes, line, said.cards, player):
        return False
    note_cards(records, table, ranks, player, said.says, said.says_end)
    return True


@compiled
def _is_owed(table: Table) -> bool:
    """Whether a line is missing: about cards that were to be turned up, or chips that went back."""
    for player in range(table.players):
        if table.unturned[player] or table.owed_back[player]:
            return True
    return False


@compiled
def _is_stated(table: Table, stakes: Stakes) -> bool:
    """Whether the text has come to its end: the pot, what the hand brought everybody, or a mere last line."""
    if stakes.infers_payouts:
        return is_as_brought(table, stakes)
    return bool(table.stated if stakes.sums_up else table.over)


@compiled
def is_settled(table: Table, stakes: Stakes, ranks: Numbers) -> bool:
    """Everybody is listed who must be; at a showdown all have shown or mucked, and every pot is rightly won.

    The rake is a tenth at most.
    """
    if not _is_stated(table, stakes) or not table.paid_out or _is_owed(table) or 10 * table.rake > table.pot:
        return False
    if stakes.lists_players and table.listed != table.players:
        return False
    if table.live == 1:
        return True
    for player in range(table.players):
        if stakes.tells_mucks and not table.folded[player] and not table.faced[player]:
            return False
    return are_rightly_won(table, stakes, ranks)
