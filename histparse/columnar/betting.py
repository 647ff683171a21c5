"""The fast lane: betting rounds - each act must be the next legal one. The counterpart of replay/betting.py."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, compiled
from histparse.columnar.note_rows import Noted
from histparse.columnar.noted import note_decision
from histparse.columnar.state import HeadsUp, Phase, ShortRaise, Stakes, Table
from histparse.columnar.vocabulary import Kind, Said
from histparse.replay.player import DRAWS


@compiled
def begin_round(table: Table, stakes: Stakes, street: int) -> None:
    """A betting round after a draw begins, left of the button."""
    table.phase, table.street, table.cap_said, table.cap = Phase.BETTING, street, 0, _cap(table, stakes)
    table.level = table.full_level = table.opened_level = table.short = table.bets = 0
    table.last = table.aggressor = NOBODY
    pass_turn(table)


@compiled
def begin_first_round(table: Table, stakes: Stakes) -> bool:
    """Both blinds are in, and everybody's ante if there is any; the player behind the big blind may act."""
    if table.small_blind == NOBODY or table.big_blind == NOBODY or table.antes not in (0, table.players):
        return False
    table.phase, table.street, table.bets, table.cap = Phase.BETTING, 0, 1, _cap(table, stakes)
    table.level = table.full_level = table.opened_level = stakes.small_bet
    table.last = table.big_blind
    pass_turn(table)
    return True


@compiled
def _cap(table: Table, stakes: Stakes) -> int:
    """The cap of the round that begins."""
    holds = table.players == 2 and (stakes.heads_up_counts != HeadsUp.TABLE or stakes.is_tournament)
    if table.live == 2 and (holds or stakes.heads_up_counts == HeadsUp.ROUND):
        return int(stakes.cap_heads_up)
    return int(stakes.cap)


@compiled
def pass_turn(table: Table) -> None:
    """The turn goes to the next player who must act, to nobody when the round can close."""
    table.turn = NOBODY
    for step in range(1, table.players + 1):
        player = (table.last + step) % table.players
        if not table.folded[player] and not table.all_in[player] and _must_act(table, player):
            table.turn = player
            return


@compiled
def _must_act(table: Table, player: int) -> bool:
    """Whether the round cannot close without them: two can still bet against each other, or they owe chips."""
    owes = table.answered[player] < table.level and table.bet[player] < table.level
    if table.able > 1:
        return bool(owes or not table.acted[player])
    more = False
    for other in range(table.players):
        more |= not table.folded[other] and table.bet[other] > table.bet[player]
    return bool(owes and more)


@compiled
def unit_of(table: Table, stakes: Stakes) -> int:
    """The size of a bet in this round."""
    return stakes.big_bet if table.street > 1 else stakes.small_bet


@compiled
def act(noted: Noted, table: Table, stakes: Stakes, said: Said) -> bool:
    """A player folds, checks, calls, bets or raises: False unless it is their turn and the amount is right."""
    player = said.player
    if table.phase == Phase.POSTING and not begin_first_round(table, stakes):
        return False
    if table.phase == Phase.DRAWING and not end_draw(table, stakes):
        return False
    announced = table.bets < table.cap or table.cap_said or table.short or not stakes.announces_cap
    if table.phase != Phase.BETTING or player != table.turn or not announced:
        return False
    if noted.ends.decisions == len(noted.decisions):  # without a cap a round can go on for very long
        return False
    if said.kind == Kind.WAGER:
        _name_wager(table, said)
    chips = _chips(table, stakes, said)
    left = table.stack[player] - chips
    if chips < 0 or left < 0 or not is_marked(stakes, said, left) or said.cards != NOBODY:
        return False
    note_decision(noted, table, stakes, player, said.kind, chips)
    _apply(table, stakes, said.kind, player, chips)
    return True


@compiled
def is_marked(stakes: Stakes, said: Said, left: int) -> bool:
    """Whether a player who has so many chips left is called all-in if they are, and not if they are not."""
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


@compiled
def say_cap(table: Table) -> bool:
    """The text announces the cap: it must just have been reached."""
    fits = table.phase == Phase.BETTING and not table.cap_said and table.bets >= table.cap
    table.cap_said = 1
    return bool(fits)


@compiled
def is_closed(table: Table) -> bool:
    """Whether the betting round is over."""
    return bool(table.phase == Phase.BETTING and table.turn == NOBODY)


@compiled
def give_back(table: Table, said: Said) -> bool:
    """Chips go back that nobody called: those above the next highest bet."""
    player, amount = said.player, said.amount
    if not is_closed(table) or amount <= 0:
        return False
    second = 0
    for other in range(table.players):
        if other != player:
            second = max(second, table.bet[other])
    if table.bet[player] - second != amount:
        return False
    _return(table, player, amount)
    return True


@compiled
def _return(table: Table, player: int, amount: int) -> None:
    """Move chips that nobody called back to their stack."""
    if table.all_in[player]:
        table.all_in[player] = 0
        table.able += 1
    table.returned[player] = 1
    table.bet[player] -= amount
    table.paid[player] -= amount
    table.stack[player] += amount
    table.pot -= amount


@compiled
def sweep(table: Table, stakes: Stakes) -> bool:
    """The betting is over and every bet was called, or the site leaves the rest in the pot or does not mention it."""
    if table.phase == Phase.POSTING and not begin_first_round(table, stakes):
        return False
    if table.phase == Phase.DRAWING and not end_draw(table, stakes):
        return False
    if not is_closed(table):
        return False
    bettor, over = uncalled(table)
    if over and stakes.returns_unsaid:
        _return(table, bettor, over)
    elif over and not stakes.keeps_uncalled:
        return False
    else:
        table.uncalled[bettor] += over
    for player in range(table.players):
        table.bet[player] = table.answered[player] = table.acted[player] = 0
    table.round_aggressor = table.aggressor
    return True


@compiled
def uncalled(table: Table) -> tuple[int, int]:
    """Who bet more than anybody else, and how much more; somebody and 0 where nobody did."""
    bettor = most = second = 0
    for player in range(table.players):
        bet = table.bet[player]
        if bet > most:
            bettor, most, second = player, bet, most
        else:
            second = max(second, bet)
    return bettor, most - second


@compiled
def begin_betting(table: Table, stakes: Stakes, said: Said) -> bool:
    """The heading of the round that is due: before the first act, or when all have drawn."""
    if said.count != table.drawing or (table.phase == Phase.DRAWING and not end_draw(table, stakes)):
        return False
    if table.phase == Phase.POSTING and stakes.deals_late:  # the cards were dealt before this line
        return begin_first_round(table, stakes)
    idle = table.phase == Phase.BETTING and table.last == NOBODY
    return bool(table.phase == Phase.POSTING or idle or (table.phase == Phase.SHOWDOWN and table.exposed))


@compiled
def end_draw(table: Table, stakes: Stakes) -> bool:
    """Everybody live has drawn and got what they were owed; the next betting round begins."""
    for player in range(table.players):
        if not table.folded[player] and (
            not table.has_drawn[player] or (table.owed_cards[player] and (table.knows[player] or stakes.tells_served))
        ):
            return False
    if table.announced:
        return False
    begin_round(table, stakes, min(table.drawing, DRAWS))
    return True
