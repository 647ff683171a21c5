"""The fast lane: betting rounds - whose turn it is, the cap, and how a round begins and ends."""

from __future__ import annotations

from histparse.columnar.compiled import NOBODY, compiled
from histparse.columnar.replay.stakes import HeadsUp, Stakes
from histparse.columnar.replay.state import Phase, Table
from histparse.columnar.scan.vocabulary import Said
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
