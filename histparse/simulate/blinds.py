"""Step 1 of a hand: antes, blinds and five cards each."""

from __future__ import annotations

from histparse.model.events import Deal, Post, PostKind
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
