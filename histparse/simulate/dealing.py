"""Steps 1 and 3 of a hand: antes, blinds and five cards each; later, three times, the draw."""

from __future__ import annotations

from histparse.model.events import Deal, Discard, DrawBegins, Post, PostKind, Receive, Reshuffle, StandPat
from histparse.simulate.chatter import interrupt
from histparse.simulate.choices import choose_discards
from histparse.simulate.player import Player
from histparse.simulate.state import Play


def post_blinds(play: Play) -> None:
    """Antes by seat, small blind, big blind, the blinds of new and returning players."""
    stakes = play.stakes
    if stakes.ante:
        for player in sorted(play.players, key=lambda player: player.seat):
            _post(play, player, PostKind.ANTE, stakes.ante)
    # Heads-up the button, last in the order, posts the small blind.
    small, big = play.players[:2] if len(play.players) > 2 else reversed(play.players)
    _post(play, small, PostKind.SMALL_BLIND, stakes.small_blind)
    _post(play, big, PostKind.BIG_BLIND, stakes.big_blind)
    for player in play.after(big):
        if player.must_post and player is not small:
            _post_extra(play, player, player.must_post)


def deal(play: Play) -> None:
    """Five cards to everybody."""
    for player in play.players:
        play.add(Deal(0, player.name, tuple(play.deck.deal())))


def _post(play: Play, player: Player, kind: PostKind, amount: int) -> None:
    amount = min(amount, player.stack)
    play.add(Post(0, player.name, kind, amount, amount == player.stack))


def _post_extra(play: Play, player: Player, kind: PostKind) -> None:
    both = play.stakes.small_blind + play.stakes.big_blind
    if kind is PostKind.SMALL_AND_BIG and player.stack > both:
        play.add(Post(0, player.name, kind, both))
    else:
        _post(play, player, PostKind.BIG_BLIND, play.stakes.big_blind)


def draw(play: Play) -> None:
    """The next draw."""
    play.add(DrawBegins(0, play.round + 1))
    for player in play.live:
        interrupt(play, player)
        exchange(play, player)


def exchange(play: Play, player: Player) -> None:
    """The player discards cards and is dealt as many, or stands pat."""
    discards = choose_discards(play, player, play.round)
    if not discards:
        play.add(StandPat(0, player.name, tuple(player.cards)))
        return
    count = len(discards)
    new, reshuffled = play.deck.serve(count, play.round, player.thrown)
    if reshuffled and play.settings.house.announces_reshuffle == "yes":
        play.add(Reshuffle(0))
    kept = tuple(card for card in player.cards if card not in discards)
    play.add(Discard(0, player.name, count, tuple(discards)))
    play.add(Receive(0, player.name, count, kept, tuple(new)))
