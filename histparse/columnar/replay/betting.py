"""The fast lane: betting - each act must be the next legal one. The counterpart of replay/betting.py."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, compiled
from histparse.columnar.replay.recorder import note_decision
from histparse.columnar.replay.records import Records
from histparse.columnar.replay.rounds import begin_first_round, end_draw, pass_turn
from histparse.columnar.replay.stakes import ShortRaise, Stakes
from histparse.columnar.replay.state import Phase, Table
from histparse.columnar.scan.vocabulary import Kind, Said


@compiled
def unit_of(table: Table, stakes: Stakes) -> int:
    """The size of a bet in this round."""
    return stakes.big_bet if table.street > 1 else stakes.small_bet


@compiled
def act(records: Records, table: Table, stakes: Stakes, said: Said) -> bool:
    """A player folds, checks, calls, bets or raises: False unless it is their turn and the amount is right."""
    player = said.player
    if table.phase == Phase.POSTING and not begin_first_round(table, stakes):
        return False
    if table.phase == Phase.DRAWING and not end_draw(table, stakes):
        return False
    announced = table.bets < table.cap or table.cap_said or table.short or not stakes.announces_cap
    if table.phase != Phase.BETTING or player != table.turn or not announced:
        return False
    if records.ends.decisions == len(records.decisions):  # without a cap a round can go on for very long
        return False
    if said.kind == Kind.WAGER:
        _name_wager(table, said)
    chips = _chips(table, stakes, said)
    left = table.stack[player] - chips
    if chips < 0 or left < 0 or not is_marked(stakes, said, left) or said.cards != NOBODY:
        return False
    note_decision(records, table, stakes, player, said.kind, chips)
    _apply(table, stakes, said.kind, player, chips)
    return True


@compiled
def is_marked(stakes: Stakes, said: Said, left: int) -> bool:
    """Whether the line says all-in exactly if the player has no chips left."""
    return bool((left == 0) == said.all_in or (left == 0 and not stakes.marks_all_in))


@compiled
def _name_wager(table: Table, said: Said) -> None:
    """Chips are a raise if above the level, a bet if there is none, else a call."""
    to = table.bet[said.player] + said.amount
    if to <= table.level:
        said.kind = Kind.CALL
    elif table.level == 0:
        said.kind = Kind.BET
    else:
        said.kind, said.amount, said.second = Kind.RAISE, NOBODY, to


@compiled
def _chips(table: Table, stakes: Stakes, said: Said) -> int:
    """What the act puts in; below zero when it is not as the rules have it."""
    kind, player, amount = said.kind, said.player, said.amount
    owed = table.level - table.bet[player]
    if kind == Kind.FOLD:
        return 0
    if kind == Kind.CHECK:
        return 0 if owed == 0 else -1
    if kind == Kind.CALL:
        owed = min(owed, table.stack[player])
        added = said.second - table.bet[player] if amount == NOBODY else amount
        return int(owed) if added == owed > 0 else -1
    if (table.bets >= table.cap and not _is_completed_next(table, stakes)) or (kind == Kind.BET) != (table.level == 0):
        return -1
    return _wagered(table, stakes, said)


@compiled
def _wagered(table: Table, stakes: Stakes, said: Said) -> int:
    """The chips of a bet or raise: to the next full level, or all-in for less where the house completes such bets."""
    player, is_bet = said.player, said.kind == Kind.BET
    to = said.amount if is_bet else said.second
    unit, least, most = unit_of(table, stakes), table.level, table.level
    if table.short and stakes.short_raise != ShortRaise.ADDS:
        least = table.full_level
    if table.short and stakes.short_raise == ShortRaise.COMPLETES:
        most = table.full_level
    is_last = to - table.bet[player] == table.stack[player]
    less = is_last and table.level < to < most + unit
    if to not in (least + unit, most + unit) and not less:
        return -1
    if not is_bet and said.amount not in (to - table.level, NOBODY):
        return -1
    open_ = not table.acted[player] or table.answered[player] < table.opened_level
    return int(to - table.bet[player]) if open_ or is_bet else -1


@compiled
def _apply(table: Table, stakes: Stakes, kind: int, player: int, chips: int) -> None:
    """Move the chips, and pass the turn."""
    table.stack[player] -= chips
    table.paid[player] += chips
    table.bet[player] += chips
    table.pot += chips
    if kind >= Kind.CALL and table.stack[player] == 0:
        table.all_in[player] = 1
        table.able -= 1
    if kind in (Kind.BET, Kind.RAISE):
        _wager(table, stakes, player)
    elif kind == Kind.FOLD:
        table.folded[player], table.folded_after[player] = 1, table.drawing
        table.folded_epoch[player] = table.epoch
        table.live -= 1
        table.able -= 1
        table.pile += 5 * stakes.folds_return
    table.last = player
    table.acted[player] = 1
    table.answered[player] = max(table.level, table.bet[player])
    pass_turn(table)


@compiled
def _wager(table: Table, stakes: Stakes, player: int) -> None:
    """The bet of that player is the new level."""
    level, unit = table.bet[player], unit_of(table, stakes)
    base = table.level if stakes.short_raise == ShortRaise.ADDS else table.full_level
    if table.all_in[player] and level - base < unit:
        table.bets += _counts(table, stakes, 2 * (level - table.level) >= unit)
        table.short = 1
    else:
        table.bets += not _is_completed_next(table, stakes)
        table.short, table.full_level = 0, level
    if not table.all_in[player] or level - table.opened_level >= (unit + 1) // 2:
        table.opened_level = level
    table.level = level
    table.aggressor = table.hand_aggressor = player


@compiled
def _counts(table: Table, stakes: Stakes, is_half: bool) -> bool:
    """Whether an all-in for less is a bet of its own, in view of the cap."""
    if stakes.short_raise == ShortRaise.COMPLETES:
        return not table.short
    return bool(stakes.short_raise == ShortRaise.ADDS and is_half)


@compiled
def _is_completed_next(table: Table, stakes: Stakes) -> bool:
    """Whether the next raise completes an all-in for less: both are one bet."""
    return bool(table.short and stakes.short_raise == ShortRaise.COMPLETES)
