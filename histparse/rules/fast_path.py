"""Step 4, rules: recognises plain acts and turning points, to which no rule can object - one check instead of many.

A rule marked `unless_plain` never objects to an event that is plain here; a rule that must see everything is not
marked. Nearly every event of a legal hand is plain. tests/rules/test_fast_path.py tests each check against the rules it
saves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from histparse.model import events as ev
from histparse.model.cards import Cards
from histparse.model.events import Event, PostKind
from histparse.model.hand import Limit, StatedPot
from histparse.model.ranking import strength
from histparse.replay import steps
from histparse.replay.deck import CARDS_IN_HAND
from histparse.replay.player import DRAWS, Player
from histparse.replay.table import Phase, Table

# Looking up an enum member through its class costs as much as a call.
BETTING, DRAWING, SHOWDOWN = Phase.BETTING, Phase.DRAWING, Phase.SHOWDOWN
FIXED, GROSS = Limit.FIXED, StatedPot.GROSS
SMALL_BLIND, BIG_BLIND = PostKind.SMALL_BLIND, PostKind.BIG_BLIND


# -- betting ----------------------------------------------------------------------------------------------------------


def _fold(table: Table, event: ev.Fold, player: Player) -> bool:
    """In turn, and no card turned up."""
    return _in_turn(table, player) and not event.cards


def _check(table: Table, _event: ev.Check, player: Player) -> bool:
    """In turn, and they owe nothing."""
    return table.betting.level <= player.bet and _in_turn(table, player)


def _call(table: Table, event: ev.Call, player: Player) -> bool:
    """In turn, for exactly what they owe, and they keep part of their stack."""
    added = event.added or 0
    owed = table.betting.level - player.bet
    return 0 < added == owed and added < player.stack and not event.all_in and _in_turn(table, player)


def _bet(table: Table, event: ev.Bet, player: Player) -> bool:
    """In turn, the first chips of the round, a full bet, and they keep part of their stack."""
    betting, added = table.betting, event.added
    fits = added == betting.unit and betting.level == 0 == player.bet and betting.limit is FIXED
    return fits and added < player.stack and not event.all_in and _in_turn(table, player)


def _raise(table: Table, event: ev.Raise, player: Player) -> bool:
    """In turn, over full bets, by a full bet, and they keep part of their stack."""
    betting = table.betting
    level, to = betting.level, event.to
    if to is None or level == 0 or to - level != betting.unit or event.by not in {betting.unit, None}:
        return False
    full = betting.limit is FIXED and not betting.short and betting.is_open_to(player)
    return full and to - player.bet < player.stack and not event.all_in and _in_turn(table, player)


def _in_turn(table: Table, player: Player) -> bool:
    """It is their turn, and the cap is not an issue."""
    betting = table.betting
    open_ = betting.cap is None or betting.bets < betting.cap
    return betting.turn is player and open_ and table.phase is BETTING


def _keeps_chips(table: Table, event: ev.Post, player: Player) -> bool:
    """They keep part of their stack, and the text does not call them all-in."""
    return not event.all_in and event.amount < player.stack


# -- drawing ----------------------------------------------------------------------------------------------------------


def _discard(table: Table, event: ev.Discard, player: Player) -> bool:
    """The next player to draw discards cards unseen, and the stub can serve them."""
    stub, count = table.deck.stub, event.count
    fits = event.cards is None and 0 < count <= CARDS_IN_HAND and (stub is None or count <= stub)
    return fits and _next_to_draw(table, player)


def _stand_pat(table: Table, event: ev.StandPat, player: Player) -> bool:
    """The next player to draw keeps their cards and shows none."""
    return event.held is None and _next_to_draw(table, player)


def _next_to_draw(table: Table, player: Player) -> bool:
    """They are live and have not drawn, nobody after them has, and no reshuffle was announced."""
    return not (player.folded or player.drawn_on or table.deck.announced_on) and player.order > table.last_drawn


def _receive(table: Table, event: ev.Receive, player: Player) -> bool:
    """As many new cards as they are owed, all seen for the first time, with the ones they kept."""
    kept, new = event.kept, event.new
    if kept is None or new is None or len(new) != player.owed_cards or event.count not in {len(new), None}:
        return False
    whole = len({*kept, *new}) == len(kept) + len(new) == CARDS_IN_HAND
    same = player.held is None or kept == player.held or set(kept) == set(player.held)
    return whole and same and table.deck.seen.keys().isdisjoint(new)


# -- the end ----------------------------------------------------------------------------------------------------------


def _result(_table: Table, event: ev.Result, player: Player) -> bool:
    """No cards other than those they have shown."""
    return not seen_first(event, player)


def seen_first(event: ev.Deal | ev.Fold | ev.Show | ev.Result, player: Player) -> Cards:
    """The cards of an event; none if the summary only repeats what the player has shown."""
    return () if not event.cards or event.cards == player.shown else event.cards


PLAIN_ACTS: Mapping[type[Event], Callable[[Table, Any, Player], bool]] = {
    ev.Post: _keeps_chips,
    ev.Fold: _fold,
    ev.Check: _check,
    ev.Call: _call,
    ev.Bet: _bet,
    ev.Raise: _raise,
    ev.Discard: _discard,
    ev.StandPat: _stand_pat,
    ev.Receive: _receive,
    ev.Result: _result,
}
"""By type of event; events of other types are never plain."""


# -- turning points ---------------------------------------------------------------------------------------------------


def _hand_begins(table: Table, _step: Event) -> bool:
    """Not too many players are dealt in, nobody sits twice, and somebody has the button."""
    seats = {seat.seat: seat.player for seat in table.hand.seats}
    each_once = len(set(seats.values())) == len(seats) == len(table.hand.seats)
    return each_once and len(table.players) <= table.house.most_players and table.hand.table.button in seats


def _posting_ends(table: Table, _step: Event) -> bool:
    """The small and the big blind, posted by the right players."""
    small, big = (0, 1) if len(table.players) > 2 else (1, 0)
    blinds = [(post.kind, post.player) for post in table.posts]
    names = [player.name for player in table.players]
    if table.by_blinds or len(names) < 2 or _nobody_has_the_button(table, names):
        return False
    return blinds == [(SMALL_BLIND, names[small]), (BIG_BLIND, names[big])]


def _nobody_has_the_button(table: Table, names: list[str]) -> bool:
    """Whether it is on an empty seat though only two are dealt in, who share it and the blinds."""
    return len(names) == 2 and table.hand.table.button not in [seat.seat for seat in table.hand.seats]


def _betting_ends(table: Table, _step: Event) -> bool:
    """Everybody has responded."""
    return table.betting.turn is None


def _bets_swept(table: Table, _step: Event) -> bool:
    """Every bet was called."""
    bets = [player.bet for player in table.players]
    return bets.count(max(bets, default=0)) != 1


def _draw_begins(table: Table, step: ev.DrawBegins) -> bool:
    """It is the draw that is due, two players are left, and what the heading states is right."""
    due = step.draw == table.drawing + 1 <= DRAWS and table.phase is not DRAWING
    return due and len(table.live) > 1 and as_stated(table, step)


def as_stated(table: Table, step: ev.DrawBegins) -> bool:
    """Whether the chips, the live players and those all-in are as the heading states, if it does."""
    if step.pot not in {None, table.pot}:
        return False
    live = table.live if step.players is not None else ()
    all_in = sum(player.all_in for player in live)
    # Whether chips returned to a player who was all-in count is not known.
    returned = sum(player.returned > 0 and not player.all_in for player in live)
    return not live or (step.players == len(live) and all_in <= (step.all_in or 0) <= all_in + returned)


def _draw_ends(table: Table, _step: Event) -> bool:
    """Every live player has drawn, and those whose cards are known got what they were owed."""
    is_stated = table.hand.reading.tells_served
    for player in table.players:
        if not player.folded and (
            not player.drawn_on or (player.owed_cards and (is_stated or player.held is not None))
        ):
            return False
    return not table.deck.announced_on


def _showdown_begins(table: Table, _step: Event) -> bool:
    """All draws are made, two players are left, and none has begun."""
    return table.drawing == DRAWS and len(table.live) > 1 and table.phase is not SHOWDOWN


def _total(table: Table, step: ev.Total) -> bool:
    """One pot of all chips that were put in, and the rake is part of it."""
    fits = step.pot == table.pot and step.main is None and table.hand.reading.stated_pot is GROSS
    return fits and step.rake is not None and 0 <= step.rake <= table.pot


def _hand_ends(table: Table, _step: Event) -> bool:
    """One player collects the only pot less the rake: the last one left, or the one who shows the best hand."""
    if len(table.payouts) != 1 or table.stated is None:
        return False
    payout, rake = table.payouts[0], table.stated.rake
    if not all(_says_so(event, payout) for event in table.results):
        return False
    if rake is None or not 0 <= 10 * rake <= table.pot or payout.pot is not None or payout.amount + rake != table.pot:
        return False
    pots = table.pots()
    if len(pots) != 1 or table.stated.main is not None or not _all_listed(table):
        return False
    winner, contenders = table.by_name[payout.player], pots[0].contenders
    return _wins(winner, contenders) and (len(table.live) == 1 or all(map(_has_faced, table.live)))


def _all_listed(table: Table) -> bool:
    """Whether the summary has a line for everybody, if the site lists them."""
    lists = table.hand.reading.lists_players and table.results
    return not lists or {event.player for event in table.results} == table.by_name.keys()


def _has_faced(player: Player) -> bool:
    """They have shown or mucked."""
    return player.faced_on > 0


def _says_so(event: ev.Result, payout: ev.Collect) -> bool:
    """Whether a line of the summary states nothing won, or all that its player collects, and no stack."""
    won = payout.amount if event.player == payout.player else None
    return event.won == won and event.net is None and event.stack is None


def _wins(winner: Player, contenders: tuple[Player, ...]) -> bool:
    """Whether they are one of them, and the others show a worse hand or none."""
    best = strength(winner.shown)
    if best is None or winner not in contenders:
        return contenders == (winner,)
    others = [strength(player.shown or player.held) for player in contenders if player is not winner]
    return all(other is None or other > best for other in others)


PLAIN_STEPS: Mapping[type[Event], Callable[[Table, Any], bool]] = {
    steps.HandBegins: _hand_begins,
    steps.PostingEnds: _posting_ends,
    steps.BettingEnds: _betting_ends,
    steps.BetsSwept: _bets_swept,
    ev.DrawBegins: _draw_begins,
    steps.DrawEnds: _draw_ends,
    ev.ShowdownBegins: _showdown_begins,
    ev.Total: _total,
    steps.HandEnds: _hand_ends,
}
"""The same for turning points."""
