"""Step 3, replay: what the text leaves out: events, figures of acts, and who wins the pots."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Any

from msgspec.structs import replace

from histparse.model import events as ev
from histparse.model.events import Bet, Call, Check, Collect, Event, Raise, Receive, Result, Wager
from histparse.model.ranking import strength
from histparse.replay import players, steps
from histparse.replay.players import Player
from histparse.replay.table import Phase, Table

FORCED = (ev.Post, ev.Deal, ev.Splash)
"""Events that may come before the first act."""
ACTS = (*ev.ACTS, ev.Capped)
DRAWS = (ev.Discard, ev.StandPat)
IN_DRAW = (*DRAWS, ev.Receive, ev.Reshuffle)
SWEEPS = (
    ev.DrawBegins,
    ev.ShowdownBegins,
    ev.Show,
    ev.Muck,
    ev.NoShow,
    ev.Collect,
    ev.SummaryBegins,
    ev.Total,
    ev.Result,
)

# Looking up an enum member through its class costs as much as a call.
POSTING, BETTING, CLOSED, SWEPT, DRAWING = Phase.POSTING, Phase.BETTING, Phase.CLOSED, Phase.SWEPT, Phase.DRAWING

ENDS: dict[type[Event], tuple[Phase, ...]] = {
    **dict.fromkeys((*ACTS, ev.BettingBegins), (DRAWING,)),
    **dict.fromkeys((*SWEEPS, *DRAWS), (DRAWING, BETTING, CLOSED)),
    ev.Uncalled: (DRAWING, BETTING),
}
"""The phases that an event of that type ends."""

READY: dict[type[Event], tuple[Phase, ...]] = {
    **dict.fromkeys(ACTS, (Phase.BETTING, Phase.CLOSED, Phase.SWEPT, Phase.SHOWDOWN)),
    **dict.fromkeys(SWEEPS, (Phase.SWEPT, Phase.SHOWDOWN)),
    ev.SummaryBegins: (),
    **dict.fromkeys(IN_DRAW, (Phase.DRAWING,)),
    **dict.fromkeys(FORCED, (Phase.POSTING, Phase.BETTING)),
    **dict.fromkeys((ev.Splash, steps.Unread), tuple(Phase)),
}
"""The phases in which an event of that type needs no turning point before it: the usual, fast case."""


def imply_events_before(table: Table, event: Event) -> Iterator[Event]:
    """The turning points between the table's phase and the event, and payouts that no line states.

    The caller must apply each before asking for the next.
    """
    kind, line = type(event), event.line
    if table.phase is POSTING and kind not in FORCED and kind is not ev.BettingBegins:
        yield steps.PostingEnds(line)
    anew = kind in ev.ACTS and _is_draw_left_out(table, event)
    ends = (DRAWING, BETTING, CLOSED) if anew else _phases_ended_by(table, event)
    if DRAWING in ends and table.phase is DRAWING:
        yield steps.DrawEnds(line)
    if BETTING in ends and table.phase is BETTING:
        yield steps.BettingEnds(line)
    if CLOSED in ends and table.phase is CLOSED:
        yield steps.BetsSwept(line)
    if anew:
        yield steps.DrawLeftOut(line)
    elif kind in DRAWS and table.phase is SWEPT:
        yield steps.DrawUnannounced(line)
    elif kind is ev.SummaryBegins and not table.reading.says_payouts:
        yield from imply_payouts_if_knowable(table, line)


def _phases_ended_by(table: Table, event: Event) -> Container[Phase]:
    """The phases; none if a draw continues: a heading repeated before anybody drew begins nothing."""
    ends = ENDS.get(type(event), ())
    repeated = (
        isinstance(event, ev.DrawBegins) and event.draw == table.drawing and not any(p.drawn_on for p in table.players)
    )
    continues = repeated or type(event) in IN_DRAW
    return () if table.phase is DRAWING and CLOSED in ends and continues else ends


def _is_draw_left_out(table: Table, event: Any) -> bool:
    """Whether, after the betting is closed, the first player who can bet acts, then another: a draw was left out.

    Others may answer a bet of nothing, though it leaves nobody owing.
    """
    bet_nothing = table.betting.aggressor is not None and not table.amount_to_match
    is_closed = table.phase is BETTING and table.betting.turn is None
    if not is_closed or bet_nothing or table.drawing >= players.DRAWS:
        return False
    able = [player.name for player in table.live_players if not player.all_in]
    if len(able) < 2 or event.player != able[0]:
        return False
    rest = [following for following in table.hand.events if following.line > event.line]
    goes_on = bool(rest) and isinstance(rest[0], ev.ACTS) and rest[0].player in able[1:]
    return goes_on and _do_later_events_lack_a_draw(table, event, rest)


def _do_later_events_lack_a_draw(table: Table, event: Event, later_events: list[Event]) -> bool:
    """Whether the rest of the hand is that of one in which a draw more was made.

    If nothing tells, a bet after all have checked is a bet too many.
    """
    draws = ev.of_type(later_events, ev.DrawBegins)
    if any(isinstance(following, ev.ShowdownBegins) for following in later_events):
        return table.drawing + len(draws) < players.DRAWS
    if draws:
        return draws[0].draw > table.drawing + 1
    folding = {fold.player for fold in ev.of_type(later_events, ev.Fold)}
    draws_stated = {end.folded_after for end in ev.of_type(later_events, ev.Result) if end.player in folding} - {None}
    bets = isinstance(event, ev.Bet) or (isinstance(event, ev.Wager) and event.to is not None)
    return table.drawing + 1 in draws_stated if draws_stated else table.amount_to_match > 0 or not bets


# --- figures of acts --------------------------------------------------------------------------------------------------


def _complete_call(table: Table, event: Call, player: Player) -> Event:
    return event if event.added is not None else replace(event, added=(event.to or 0) - player.bet)


def _complete_raise(table: Table, event: Raise, player: Player) -> Event:
    return event if event.to is not None else replace(event, to=table.amount_to_match + (event.by or 0))


def _complete_receive(table: Table, event: Receive, player: Player) -> Event:
    """Work out the kept and the new cards, if the text gives only one of them or all five."""
    if event.held is None and event.kept is None and event.new is not None:
        return replace(event, kept=player.held)
    if event.held is not None and event.new is None and player.held_before is not None:
        kept_cards = tuple(card for card in event.held if card in player.held_before)
        return replace(event, kept=kept_cards, new=tuple(card for card in event.held if card not in kept_cards))
    return event


def _classify_wager(table: Table, event: Wager, player: Player) -> Event:
    """A wager is a raise if above the level, a bet if there is none, else a call or a check."""
    added = event.added if event.to is None else event.to - player.bet
    if added is None:
        owed = table.betting.chips_owed_capped_by_stack(player)
        return Call(event.line, player.name, owed, all_in=event.all_in) if owed else Check(event.line, player.name)
    if player.bet + added <= table.amount_to_match:
        return Call(event.line, player.name, added, all_in=event.all_in)
    if table.amount_to_match == 0:
        return Bet(event.line, player.name, added, event.all_in)
    return Raise(event.line, player.name, player.bet + added - table.amount_to_match, player.bet + added, event.all_in)


NORMALISED: dict[type[Event], Callable[[Table, Any, Player], Event]] = {
    Call: _complete_call,
    Raise: _complete_raise,
    Receive: _complete_receive,
    Wager: _classify_wager,
}
"""By type of event that may be incomplete."""


# --- who wins the pots: worked out from the stacks left, or from the cards --------------------------------------------

UNBROKEN = ("chips", "play", "?")
"""Currencies without fractions: amounts are whole, and so are shares."""


def imply_payouts_if_knowable(table: Table, line: int) -> Iterator[Collect]:
    """The payouts of a hand whose play is over, attributed to that line; none if they cannot be known."""
    results = ev.of_type(table.hand.events, Result)
    stacks_left = {event.player: event.stack for event in results if event.stack is not None}
    if not stacks_left:
        yield from _payouts_by_cards(table, line)
        return
    # Chips a player has left beyond their remaining stack came from the pots; what remains of the pots is rake.
    for player in table.players:
        won = stacks_left.get(player.name, player.stack) - player.stack
        if won > 0:
            yield Collect(line, player.name, won)


def _payouts_by_cards(table: Table, line: int) -> Iterator[Collect]:
    """Each pot goes to the best hand not mucked among the players in it; odd chips to the first left of the button."""
    pots = table.pots()
    for index, pot in enumerate(pots):
        winners = _players_with_best_hand_if_known([player for player in pot.contenders if not player.mucked])
        for winner, share in zip(winners, _split_shares(table, pot.amount, len(winners)), strict=True):
            yield Collect(line, winner.name, share, index if len(pots) > 1 else None)


def _players_with_best_hand_if_known(players: list[Player]) -> list[Player]:
    """The players with the lowest hand; nobody if several are left and a hand is not known."""
    if len(players) < 2:
        return players
    numbers = [number for player in players if (number := strength(player.shown or player.held)) is not None]
    if len(numbers) < len(players):
        return []
    return [player for player, number in zip(players, numbers, strict=True) if number == min(numbers)]


def _split_shares(table: Table, amount: int, winner_count: int) -> list[int]:
    """The smallest chip of a share is a whole unit if stakes and stacks are whole and not money, else a hundredth."""
    header = table.hand.header
    stakes = (header.low, header.high, header.small_blind or 0, header.big_blind or 0, header.ante or 0)
    whole = not any(chips % 100 for chips in (amount, *stakes, *(seat.stack for seat in table.hand.seats)))
    chip = 100 if whole and header.currency in UNBROKEN else 1
    share, odd = divmod(amount // chip, winner_count) if winner_count else (0, 0)
    return [(share + (place < odd)) * chip for place in range(winner_count)]
