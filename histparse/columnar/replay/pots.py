"""The fast lane: main and side pots - the counterpart of replay/pots.py."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, compiled
from histparse.columnar.replay.ranking import Numbers, number
from histparse.columnar.replay.stakes import Stakes
from histparse.columnar.replay.state import Table
from histparse.columnar.scan.vocabulary import Said


@compiled
def take_back_uncalled(table: Table) -> None:
    """Chips that nobody called are no part of the pots; the line about them comes when these are paid."""
    for player in range(table.players):
        chips = table.uncalled[player]
        if chips:
            table.uncalled[player], table.owed_back[player] = 0, chips
            table.paid[player] -= chips
            table.stack[player] += chips
            table.pot -= chips
            table.all_in[player] = 0


@compiled
def give_back_late(table: Table, said: Said) -> bool:
    """The line about chips that went back as the showdown began."""
    fits = said.amount == table.owed_back[said.player] and said.amount > 0
    table.owed_back[said.player] = 0
    return bool(fits)


@compiled
def lay_pots(table: Table) -> None:
    """Part the chips into pots between the levels that somebody reached; the main pot is the first."""
    table.pots = floor = 0
    while True:
        level = _next_level(table, floor)
        if level == NOBODY:
            return
        amount = 0
        for player in range(table.players):
            live = table.paid[player] - table.dead[player]
            amount += min(live, level) - min(live, floor)
            amount += table.dead[player] if floor == 0 else 0
        _add_layer(table, level, amount)
        floor = level


@compiled
def _next_level(table: Table, floor: int) -> int:
    """The least that somebody put in beyond that; NOBODY if nobody did."""
    least = NOBODY
    for player in range(table.players):
        live = table.paid[player] - table.dead[player]
        if live > floor and (least == NOBODY or live < least):
            least = live
    return int(least)


@compiled
def _add_layer(table: Table, level: int, amount: int) -> None:
    """The chips up to that level: a pot of its own, or part of the one before if the same players can win it."""
    pot, contenders, same = table.pots, 0, True
    for player in range(table.players):
        can_win = not table.folded[player] and table.paid[player] - table.dead[player] >= level
        contenders += can_win
        same &= pot > 0 and can_win == table.contends[pot - 1, player]
    if pot and (same or not contenders):
        table.pot_amount[pot - 1] += amount
        return
    for player in range(table.players):
        table.contends[pot, player] = not table.folded[player] and table.paid[player] - table.dead[player] >= level
        table.won[pot, player] = 0
    table.pot_amount[pot] = amount
    table.pots += 1


@compiled
def take(table: Table, stakes: Stakes, player: int, amount: int, pot: int) -> bool:
    """A player collects from a pot they can win, each pot once; NOBODY: the only one."""
    if stakes.merges_pots and table.pots > 1:
        table.won[0, player] += amount
        table.collected[player] += amount
        table.paid_out += amount
        return bool(amount > 0)
    if stakes.numbers_pots and table.pots == 1 and pot == 0:
        pot = NOBODY
    pot = 0 if pot == NOBODY and table.pots == 1 else pot if table.pots > 1 else NOBODY
    if not 0 <= pot < table.pots or not table.contends[pot, player] or table.won[pot, player]:
        return False
    table.won[pot, player] = amount
    table.collected[player] += amount
    table.paid_out += amount
    return bool(0 < amount <= table.pot_amount[pot])


@compiled
def _is_rightly_won(table: Table, stakes: Stakes, ranks: Numbers, pot: int) -> bool:
    """The best hands that are known among those who can win the pot share it."""
    best = winners = paid = 0
    for player in range(table.players):
        if table.won[pot, player]:
            hand = number(ranks, table.held[player]) if table.shown[player] else 0
            if not hand or best not in (0, hand):
                return False
            best, winners, paid = hand, winners + 1, paid + table.won[pot, player]
    for player in range(table.players):
        rival = table.contends[pot, player] and not table.won[pot, player] and table.knows[player]
        if rival and number(ranks, table.held[player]) <= best:
            return False
    return winners > 0 and _is_shared(table, stakes, pot, winners, paid)


@compiled
def are_rightly_won(table: Table, stakes: Stakes, ranks: Numbers) -> bool:
    """Every pot; where lines are no pots, all of them together."""
    if stakes.merges_pots and table.pots > 1:
        return _are_won_together(table, ranks)
    for pot in range(table.pots):
        if not _is_rightly_won(table, stakes, ranks, pot):
            return False
    return True


@compiled
def _are_won_together(table: Table, ranks: Numbers) -> bool:
    """Everybody who shows the best hand for some wins chips, no more than are in these."""
    for player in range(table.players):
        due = 0
        for pot in range(table.pots):
            due += table.pot_amount[pot] if _winner(table, ranks, pot) == player else 0
        if table.won[0, player] > due or (due > 0 and not table.won[0, player]):
            return False
    return True


@compiled
def _winner(table: Table, ranks: Numbers, pot: int) -> int:
    """Who alone can win the pot, or shows the best hand of all who can; NOBODY if several do, or not all show."""
    winner, best, contenders, unclear = NOBODY, 0, 0, False
    for player in range(table.players):
        if table.contends[pot, player]:
            contenders += 1
            unclear |= not table.shown[player]
            hand = number(ranks, table.held[player]) if table.shown[player] else 0
            if winner == NOBODY or hand < best:
                winner, best = player, hand
            elif hand == best:
                unclear = True  # a tie
    return NOBODY if unclear and contenders > 1 else int(winner)


@compiled
def _is_shared(table: Table, stakes: Stakes, pot: int, winners: int, paid: int) -> bool:
    """Equal shares; odd chips go to the first left of the button."""
    chip = stakes.whole_chips
    for player in range(table.players):
        chip = 1 if table.won[pot, player] % 100 else chip
    share, odd = paid // chip // winners, paid // chip % winners
    for player in range(table.players):
        if table.won[pot, player]:
            if winners > 1 and table.won[pot, player] != (share + (odd > 0)) * chip:
                return False
            odd -= 1
    return True


@compiled
def paid_from(table: Table, pot: int) -> int:
    """Chips that players have collected from that pot."""
    total = 0
    for player in range(table.players):
        total += table.won[pot, player]
    return int(total)
