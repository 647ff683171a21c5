"""Step 4, rules BLD: blinds and antes."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.events import Event, Post, PostKind
from histparse.replay.player import Player
from histparse.replay.seating import ring
from histparse.replay.steps import PostingEnds
from histparse.replay.table import Table
from histparse.rules.registry import ACTED, Breach, Fact, Objection, act_rule, step_rule
from histparse.rules.words import money

BIG_BLIND = PostKind.BIG_BLIND
BIG = (BIG_BLIND, PostKind.SMALL_AND_BIG)


def _posts(table: Table, *kinds: PostKind) -> list[Post]:
    return [post for post in table.posts if post.kind in kinds]


@step_rule(
    "BLD01",
    "a blind posted by the wrong seat",
    on=(PostingEnds,),
    rests_on=(Fact.SEATED, Fact.ORDER),
    doubts=(Fact.ORDER, Fact.TURN, Fact.SHOWN),
    unless_plain=True,
)
def wrong_seat(table: Table, step: Event) -> Iterator[Breach]:
    """Left of the button sits the small blind, then the big one; heads-up the button posts the small blind.

    With a dead small blind nobody posts it and either may be the big one. New players may post a big blind elsewhere
    besides. Both blinds beside each other elsewhere mean that the button is wrong: play is followed from the blinds.
    Sources: rule pages it and es; real hands. Example: the small blind posted from the cut-off.
    """
    players = [table.by_name[seat.player] for seat in ring(table.hand)]
    if len(players) < 2 or table.hand.table.button is None or any(map(table.is_stranger, table.hand.events)):
        return
    small_seat = players[1] if len(players) == 2 else players[0]
    small = _posts(table, PostKind.SMALL_BLIND)
    for post in small:
        if post.player != small_seat.name:
            poster = table.by_name.get(post.player)
            yield Breach(f"{post.player} posts the small blind; it is {small_seat.name}'s", post.line, poster)
    big_seats = {player.name for player in players[: 1 if len(players) == 2 or small else 2]}
    big_seats |= {players[1].name} if len(players) > 2 else set()
    big_seats -= {post.player for post in small}
    big = _posts(table, *BIG)
    if big and big_seats and not any(post.player in big_seats for post in big):
        owner, poster = " or ".join(sorted(big_seats)), table.by_name.get(big[0].player)
        yield Breach(f"{big[0].player} posts the big blind; it is {owner}'s", big[0].line, poster)


@act_rule(
    "BLD02", "a blind or ante of the wrong size", on=(Post,), rests_on=(Fact.CHIPS,), doubts=(Fact.CHIPS, Fact.BETS)
)
def wrong_size(table: Table, event: Post, player: Player) -> Objection:
    """The big blind is the small bet and the small blind half of it; less only from a player who is all-in.

    Where half a small bet is an odd amount ($3/$6, 25 chips) houses round it, and any small blind between a third and
    two thirds of the big one is taken. Sources: rule pages; a real $5/$10 table posts $2. Example: `posts big blind
    $0.15` at $0.10/$0.20.
    """
    if player.posted is not None and any(
        post.player == player.name and post.kind is event.kind for post in table.posts
    ):
        return f"{player.name} posts the {event.kind} twice"
    if event.amount == player.stack or (event.kind is BIG_BLIND and event.amount == table.big_blind):
        return None
    least, most = _sizes(table, event)
    if least <= event.amount <= most:
        return None
    size = money(table, least) if least == most else f"{money(table, least)} to {money(table, most)}"
    return f"{event.kind} of {money(table, event.amount)}; it is {size}"


def _sizes(table: Table, event: Post) -> tuple[int, int]:
    """The least and the most a forced bet may be."""
    big = table.big_blind
    match event.kind:
        case PostKind.SMALL_BLIND | PostKind.DEAD_BLIND:
            return _small_blind(table, big)
        case PostKind.BIG_BLIND:
            return big, big
        case PostKind.SMALL_AND_BIG:
            least, most = _small_blind(table, big)
            return big + least, big + most
        case PostKind.ANTE:
            ante = table.hand.header.ante or next((post.amount for post in _posts(table, PostKind.ANTE)), event.amount)
            return ante, ante
        case _:
            return 1, 4 * big


def _small_blind(table: Table, big: int) -> tuple[int, int]:
    half = table.hand.header.small_blind or big // 2
    units, cents = divmod(big, 100)
    uneven = big % 10 == 5 or (cents == 0 and units % 2 == 1 and units > 1)
    return (big // 3, 2 * big // 3 + 1) if uneven and not table.hand.header.small_blind else (half, half)


@step_rule(
    "BLD03",
    "big blind missing",
    on=(PostingEnds,),
    rests_on=(Fact.CHIPS, Fact.ORDER),
    doubts=(*ACTED, Fact.ORDER),
    unless_plain=True,
)
def no_big_blind(table: Table, step: Event) -> Iterator[Breach]:
    """Every hand has a big blind: it is the first bet. Without it the betting is not judged further.

    Source: rule pages. Example: the line `posts big blind` is missing.
    """
    if not _posts(table, *BIG):
        yield Breach(f"nobody posts the big blind of {money(table, table.big_blind)}")
