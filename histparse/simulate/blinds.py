"""Step 1 of a hand: antes, blinds and five cards each."""

from __future__ import annotations

from histparse.model.events import Deal, Post, PostKind
from histparse.simulate.state import Play, Player


def post_blinds(play: Play) -> None:
    """Antes, small blind, big blind, the blinds of new and returning players. Leaves play.level at the big blind."""
    stakes = play.stakes
    if stakes.ante:
        _post_antes(play)
    small, big = _blinds(play)
    _post(play, small, PostKind.SMALL_BLIND, stakes.small_blind)
    _post(play, big, PostKind.BIG_BLIND, stakes.big_blind)
    for player in _after(play, big):
        if player.must_post and player not in (small, big):
            _post_extra(play, player, player.must_post)
    play.level, play.bets = stakes.big_blind, 1


def deal(play: Play) -> None:
    """Five cards to everybody."""
    for player in play.players:
        player.cards = play.deck.deal()
        play.events.append(Deal(play.line, player.name, tuple(player.cards)))


def first_to_act(play: Play) -> int:
    """The place (from left of the button) of the player left of the big blind."""
    return 1 if len(play.players) == 2 else 2 % len(play.players)


def _post_antes(play: Play) -> None:
    """Post antes by seat. An ante buys a claim on the pot but is not a bet."""
    for player in sorted(play.players, key=lambda player: player.seat):
        amount = min(play.stakes.ante, player.stack)
        player.stack -= amount
        player.paid += amount
        play.events.append(Post(play.line, player.name, PostKind.ANTE, amount, player.stack == 0))


def _blinds(play: Play) -> tuple[Player, Player]:
    # Heads-up the button, last in the order, posts the small blind.
    if len(play.players) == 2:
        return play.players[1], play.players[0]
    return play.players[0], play.players[1]


def _after(play: Play, player: Player) -> list[Player]:
    place = play.players.index(player) + 1
    return play.players[place:] + play.players[:place]


def _post(play: Play, player: Player, kind: PostKind, amount: int) -> None:
    amount = min(amount, player.stack)
    all_in = player.pay(amount)
    play.events.append(Post(play.line, player.name, kind, amount, all_in))


def _post_extra(play: Play, player: Player, kind: PostKind) -> None:
    if kind is PostKind.SMALL_AND_BIG and player.stack > play.stakes.small_blind + play.stakes.big_blind:
        player.dead = play.stakes.small_blind
        player.stack -= player.dead
        player.pay(play.stakes.big_blind)
        amount = play.stakes.small_blind + play.stakes.big_blind
        play.events.append(Post(play.line, player.name, kind, amount))
    else:
        _post(play, player, PostKind.BIG_BLIND, play.stakes.big_blind)
