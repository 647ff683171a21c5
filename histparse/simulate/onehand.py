"""One hand from the blinds to the summary: the steps in their order."""

from __future__ import annotations

from random import Random

from msgspec import Struct

from histparse.export import Remark
from histparse.model.events import (
    Bet,
    Call,
    Capped,
    Check,
    Deal,
    Discard,
    DrawBegins,
    Event,
    Fold,
    Post,
    PostKind,
    Raise,
    Receive,
    Reshuffle,
    StandPat,
    Uncalled,
)
from histparse.model.hand import Tournament
from histparse.simulate.chatter import (
    add_remaining_arrivals_and_departures_as_notes,
    maybe_add_chat_or_remark,
    maybe_note_fold_as_timeout,
    note_busted_players_and_winner,
    note_players_waiting_for_button,
)
from histparse.simulate.choices import Intent, choose_bet, choose_discards
from histparse.simulate.ending import (
    add_summary_events,
    make_pots,
    pay_pots_after_showdown_if_due,
    rake_pots_unless_exempt,
)
from histparse.simulate.player import Occupant, Player, carry_over_stacks_to_occupants, make_player
from histparse.simulate.settings import Settings, Stakes
from histparse.simulate.state import LAST_DRAW, Play


def play_betting_round(play: Play) -> None:
    """The betting round that has begun, and the return of uncalled chips."""
    while player := next(play.still_to_act(), None):
        maybe_add_chat_or_remark(play, player)
        street_total = min(play.next_full_bet_total, player.largest_street_total)
        if isinstance(
            choose_and_add_action(play, player, street_total if play.may_raise(player, street_total) else None), Fold
        ):
            maybe_note_fold_as_timeout(play, player)
    return_uncalled(play)


def choose_and_add_action(play: Play, player: Player, street_total: int | None) -> Event:
    """The player folds, checks, calls, or raises to the `street_total`, if any, by their own choice."""
    owed = play.call_cost_capped_by_opponents(player)
    intent = choose_bet(play, player, owed, may_raise=street_total is not None)
    if intent is Intent.RAISE and street_total is not None:
        return bet_or_raise(play, player, street_total)
    if owed == 0:
        return play.add_and_apply_event(Check(0, player.name))
    if intent is Intent.FOLD:
        return play.add_and_apply_event(Fold(0, player.name))
    added = min(owed, player.stack)
    return play.add_and_apply_event(Call(0, player.name, added, None, added == player.stack))


def bet_or_raise(play: Play, player: Player, street_total: int) -> Event:
    """Bet or raise to that street total; announce the cap if due."""
    bets, level, all_in = play.bets, play.level, street_total == player.largest_street_total
    raised = Raise(0, player.name, street_total - level, street_total, all_in)
    event = play.add_and_apply_event(raised if level else Bet(0, player.name, street_total - player.bet, all_in))
    if bets < play.bets == play.most_bets and play.settings.house.announces_cap:
        play.add_and_apply_event(Capped(0))
    return event


def return_uncalled(play: Play) -> None:
    """Chips above the next highest bet return to the bettor."""
    player, chips = find_uncalled_chips(play)
    if chips:
        play.add_and_apply_event(Uncalled(0, player.name, chips))


def find_uncalled_chips(play: Play) -> tuple[Player, int]:
    """The player who has bet most, and by how much."""
    first, second = sorted(play.players, key=lambda player: player.bet, reverse=True)[:2]
    return first, first.bet - second.bet


def post_antes_and_blinds(play: Play) -> None:
    """Antes by seat, small blind, big blind, the blinds of new and returning players."""
    stakes = play.stakes
    if stakes.ante:
        for player in sorted(play.players, key=lambda player: player.seat):
            _post_up_to_stack(play, player, PostKind.ANTE, stakes.ante)
    # Heads-up the button, last in the order, posts the small blind.
    small, big = play.players[:2] if len(play.players) > 2 else reversed(play.players)
    _post_up_to_stack(play, small, PostKind.SMALL_BLIND, stakes.small_blind)
    _post_up_to_stack(play, big, PostKind.BIG_BLIND, stakes.big_blind)
    for player in play.folded_and_live_opponents_after(big):
        if player.must_post and player is not small:
            _post_entry_blinds(play, player, player.must_post)


def deal_five_cards_to_all(play: Play) -> None:
    """Five cards to everybody."""
    for player in play.players:
        play.add_and_apply_event(Deal(0, player.name, tuple(play.deck.deal_five())))


def _post_up_to_stack(play: Play, player: Player, kind: PostKind, amount: int) -> None:
    amount = min(amount, player.stack)
    if amount:  # an ante may take all chips
        play.add_and_apply_event(Post(0, player.name, kind, amount, amount == player.stack))


def _post_entry_blinds(play: Play, player: Player, kind: PostKind) -> None:
    both_blinds = play.stakes.small_blind + play.stakes.big_blind
    if kind is PostKind.SMALL_AND_BIG and player.stack > both_blinds:
        play.add_and_apply_event(Post(0, player.name, kind, both_blinds))
    else:
        _post_up_to_stack(play, player, PostKind.BIG_BLIND, play.stakes.big_blind)


def play_draw(play: Play) -> None:
    """The next draw."""
    play.add_and_apply_event(DrawBegins(0, play.round + 1))
    for player in play.live_players:
        maybe_add_chat_or_remark(play, player)
        choose_and_exchange_cards(play, player)


def choose_and_exchange_cards(play: Play, player: Player) -> None:
    """The player discards cards and is dealt as many, or stands pat."""
    discards = choose_discards(play, player, play.round)
    if not discards:
        play.add_and_apply_event(StandPat(0, player.name, tuple(player.cards)))
        return
    count = len(discards)
    new, reshuffled = play.deck.serve_cards(count, play.round, player.thrown)
    if reshuffled and play.settings.house.announces_reshuffle == "yes":
        play.add_and_apply_event(Reshuffle(0))
    keeping = tuple(card for card in player.cards if card not in discards)
    play.add_and_apply_event(Discard(0, player.name, count, tuple(discards)))
    play.add_and_apply_event(Receive(0, player.name, count, keeping, tuple(new)))


class Occasion(Struct):
    """A hand about to be dealt: table, stakes and players."""

    table: str
    seats: int
    stakes: Stakes
    occupants: list[Occupant]
    """Everybody at the table."""
    dealt: list[Occupant]
    """Players dealt in, from left of the button; the button is last."""
    remarks: list[Remark]
    """Remarks on players joining and leaving, to be placed somewhere in the hand."""
    tournament: Tournament | None = None
    entrants: int = 0


def play_hand_and_update_stacks(settings: Settings, occasion: Occasion, random: Random) -> list[Event]:
    """All events and notes, with all cards open. Updates the occupants' stacks."""
    play = Play(
        settings=settings,
        stakes=occasion.stakes,
        random=random,
        players=[make_player(occupant) for occupant in occasion.dealt],
        hero=settings.hero,
        last_two=occasion.tournament is not None and len(occasion.occupants) == 2,
        entrants=occasion.entrants,
        remarks=occasion.remarks,
    )
    post_antes_and_blinds(play)
    note_players_waiting_for_button(play)
    deal_five_cards_to_all(play)
    play_betting_round(play)
    play_draws_with_betting(play)
    _pay_out_and_summarise(play)
    carry_over_stacks_to_occupants(occasion.dealt, play.players)
    return play.events


def play_draws_with_betting(play: Play) -> None:
    """The draws to come, each with its betting, while several players are left."""
    while play.round < LAST_DRAW and len(play.live_players) > 1:
        play_draw(play)
        play_betting_round(play)


def _pay_out_and_summarise(play: Play) -> None:
    pots, rake = rake_pots_unless_exempt(play, make_pots(play))
    pay_pots_after_showdown_if_due(play, pots)
    for player in play.players:
        player.stack += player.won
    add_remaining_arrivals_and_departures_as_notes(play)
    if play.settings.levels:
        note_busted_players_and_winner(play)
    add_summary_events(play, pots, rake)
