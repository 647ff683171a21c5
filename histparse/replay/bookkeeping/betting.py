"""Step 3, replay: applies forced bets, bets and returned chips to the table."""

from __future__ import annotations

from histparse.model import events as ev
from histparse.model.events import PostKind
from histparse.model.hand import UncalledBet
from histparse.model.house import Source
from histparse.replay.players import Player
from histparse.replay.table import Phase, Table

BIG = (PostKind.BIG_BLIND, PostKind.SMALL_AND_BIG, PostKind.EXTRA_BLIND)
LARGER = (PostKind.STRADDLE, PostKind.BUTTON_BLIND)
ALL_LIVE = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.EXTRA_BLIND, *LARGER)
# Looking up an enum member through its class costs as much as a call.
ANTE, FOLDED_HANDS = PostKind.ANTE, Source.FOLDED_HANDS
OWN_LINE, UNSAID = UncalledBet.OWN_LINE, UncalledBet.UNSAID


def post(table: Table, event: ev.Post, player: Player) -> None:
    """Chips go in; live ones count towards the player's bet."""
    live = _live_chips_of_post(table, event)
    _put_chips_in(table, player, event.amount)
    player.bet += live - event.amount
    player.dead += 0 if event.kind is ANTE else event.amount - live
    player.posted.add(event.kind)
    table.posts.append(event)
    if event.kind in BIG:
        table.betting.note_blind(table.big_blind, player)
    elif event.kind in LARGER:
        table.betting.note_blind(player.bet, player)


def _live_chips_of_post(table: Table, event: ev.Post) -> int:
    if event.kind in ALL_LIVE:
        return event.amount
    # Of both blinds in one post the small one is dead: it goes to the pot and is no part of the player's bet.
    return min(event.amount, table.big_blind) if event.kind is PostKind.SMALL_AND_BIG else 0


def end_posting(table: Table, event: ev.Event) -> None:
    """The first player may act. An ante larger than the others' goes to the pot, not to a side pot.

    The big blind counts in full even if an ante took all its chips.
    """
    if antes := [posted for posted in table.posts if posted.kind is ANTE]:
        _mark_surplus_antes_dead(table, antes)
    if not table.betting.level and (owner := table.big_blind_player_without_chips):
        table.betting.note_blind(table.big_blind, owner)
    table.phase = Phase.BETTING
    table.betting.pass_turn()


def _mark_surplus_antes_dead(table: Table, posts: list[ev.Post]) -> None:
    antes = dict.fromkeys(table.players, 0)
    for posted in posts:
        antes[table.by_name[posted.player]] += posted.amount
    due = min((ante for player, ante in antes.items() if not player.all_in), default=max(antes.values(), default=0))
    for player, ante in antes.items():
        player.dead += max(ante - due, 0)


def fold(table: Table, event: ev.Fold, player: Player) -> None:
    """A player is out of the hand; their known cards stay where they were last seen. Nobody folds twice."""
    if not player.folded:
        if event.cards:
            table.set_held_cards_and_note_sighting(player, event.cards, event.line)
        player.folded = True
        player.folded_after = table.drawing
        player.folded_epoch = table.deck.epoch
        if FOLDED_HANDS in table.house.reshuffled:
            table.deck.count_folded_hand()
        table.betting.update_whether_contested()
    table.betting.note_act_and_pass_turn(player)


def check(table: Table, event: ev.Check, player: Player) -> None:
    """Nothing goes in."""
    table.betting.note_act_and_pass_turn(player)


def call(table: Table, event: ev.Call, player: Player) -> None:
    """`event.added` chips go in."""
    _put_chips_in(table, player, event.added or 0, event.all_in)
    table.betting.note_act_and_pass_turn(player)


def bet(table: Table, event: ev.Bet, player: Player) -> None:
    """`event.added` chips go in and set the level."""
    _wager(table, player, event.added, event.all_in)


def raise_to(table: Table, event: ev.Raise, player: Player) -> None:
    """Chips go in up to the street total `event.to`, which is the new level."""
    _wager(table, player, (event.to or 0) - player.bet, event.all_in)


def add_splash_to_pot(table: Table, event: ev.Splash) -> None:
    """Chips that nobody put in."""
    table.added += event.amount
    table.pot += event.amount


def note_cap_announced(table: Table, event: ev.Capped) -> None:
    """The cap has been announced in this round."""
    table.cap_said = True


def _wager(table: Table, player: Player, chips: int, all_in: bool) -> None:
    _put_chips_in(table, player, chips, all_in)
    table.betting.note_bet_or_raise(player, all_in=player.all_in)
    table.hand_aggressor = player
    table.betting.note_act_and_pass_turn(player)


def _put_chips_in(table: Table, player: Player, chips: int, all_in: bool = False) -> None:
    player.stack -= chips
    player.paid += chips
    player.bet += chips
    table.pot += chips
    now_all_in = player.stack == 0 or (all_in and player.stack < 0)
    if player.all_in is not now_all_in:
        player.all_in = now_all_in
        table.betting.update_whether_contested()


def end_betting(table: Table, event: ev.Event) -> None:
    """The round is over; bets still lie in front of the players."""
    table.aggressor = table.betting.aggressor
    table.phase = Phase.CLOSED


def return_uncalled(table: Table, event: ev.Uncalled, player: Player) -> None:
    """Uncalled chips go back to the stack, perhaps long after the round."""
    player.uncalled = max(player.uncalled - event.amount, 0)
    _return_chips(table, player, event.amount)


def sweep_bets_into_pot(table: Table, event: ev.Event) -> None:
    """The bets go to the pot. If the site does not print it, uncalled chips are returned first."""
    reading = table.reading.uncalled
    if reading is not OWN_LINE and (over := table.uncalled_bet()):
        player, chips = over
        if reading is UNSAID:
            _return_chips(table, player, chips)
        else:
            # At Winamax and Merge these chips are in what the winner collects.
            player.uncalled += chips
    for player in table.players:
        player.bet = player.answered = 0
        player.acted = False
    table.phase = Phase.SWEPT


def _return_chips(table: Table, player: Player, chips: int) -> None:
    player.bet -= chips
    player.returned += chips
    player.pay(-chips)
    if player.all_in and player.stack > 0:
        player.all_in = False
        table.betting.update_whether_contested()
    table.pot -= chips
