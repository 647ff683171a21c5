"""Step 4, rules BLD: blinds and antes."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.events import Event, Post, PostKind, Result
from histparse.model.figures import Term
from histparse.model.hand import Limit
from histparse.replay.players import Player, dealt_in_seats_from_left_of_button
from histparse.replay.steps import PostingEnds
from histparse.replay.table import Phase, Table
from histparse.rules.registry import ACTED, Cause, Fact, Objection, Violation, act_rule, money, step_rule

# Looking up an enum member through its class costs as much as a call.
POSTING, SMALL_BLIND, BIG_BLIND = Phase.POSTING, PostKind.SMALL_BLIND, PostKind.BIG_BLIND
BIG = (BIG_BLIND, PostKind.SMALL_AND_BIG)


def _posts_of_kind(table: Table, *kinds: PostKind) -> list[Post]:
    return [post for post in table.posts if post.kind in kinds]


@act_rule(
    "BLD04",
    "a blind or ante posted after the deal or after somebody has acted",
    on=Post,
    rests_on=Fact.CHIPS,
    doubts=(*ACTED, Fact.ORDER),
    cause=Cause.ACTOR,
)
def posts_after_deal_or_action(table: Table, event: Post, player: Player) -> Objection:
    """Blinds and antes are posted before the cards are dealt.

    Sources: the rule pages; all real hands. Example: `posts big blind $1` after somebody has called.
    """
    if table.phase is not POSTING:
        return Violation("{name} posts the {kind} after somebody has acted", kind=Term(event.kind.value))
    if table.deck.sightings:
        return Violation("{name} posts the {kind} after the deal", kind=Term(event.kind.value))
    return None


@step_rule(
    "BLD04",
    on=PostingEnds,
    rests_on=Fact.CHIPS,
    doubts=(*ACTED, Fact.ORDER),
)
def missing_blind_posted_later(table: Table, step: Event) -> Iterator[Violation]:
    """A blind is missing where play begins, and is posted afterwards."""
    late = next((event for event in table.hand.events if isinstance(event, Post) and event.line > step.line), None)
    if late is not None and late.kind in (SMALL_BLIND, *BIG):
        poster = table.by_name.get(late.player)
        yield Violation(
            "{name} posts the {kind} after somebody has acted",
            late.line,
            poster,
            name=late.player,
            kind=Term(late.kind.value),
        )


@step_rule(
    "BLD01",
    "a blind posted by the wrong seat",
    on=PostingEnds,
    rests_on=(Fact.SEATED, Fact.ORDER, Fact.CHIPS),
    doubts=(Fact.ORDER, Fact.TURN, Fact.SHOWN),
)
def blind_of_wrong_seat(table: Table, step: Event) -> Iterator[Violation]:
    """Left of the button sits the small blind, then the big one; heads-up the button posts the small blind.

    If the small blind is dead nobody posts it, and either seat may post the big blind. New players may post an extra
    big blind elsewhere. Both blinds next to each other elsewhere mean that the button is wrong: the order of play is
    then taken from the blinds. Sources: rule pages it and es; real hands. Example: the small blind posted from the
    cut-off.
    """
    violations = list(_find_misplaced_blinds(table))
    if violations and not any(map(table.is_act_of_stranger, table.hand.events)):
        yield from violations


def _find_misplaced_blinds(table: Table) -> Iterator[Violation]:
    """Blinds that the button, or the seat it is on, makes somebody else's."""
    players = [table.by_name[seat.player] for seat in dealt_in_seats_from_left_of_button(table.hand)]
    button = table.hand.table.button
    if len(players) < 2 or button is None or _both_blinds_of_one_player(table):
        return
    if len(players) == 2 and button not in [seat.seat for seat in table.hand.seats]:
        yield Violation(
            "the button is on seat {seat}, where nobody sits; of two players one has it and posts the small blind",
            table.hand.table.line,
            seat=button,
        )
        return
    if len(players) == 2 and _is_listed_as_button_and_big_blind(table, players[1].name):
        return
    small_seat = players[1] if len(players) == 2 else players[0]
    small = _posts_of_kind(table, SMALL_BLIND)
    for post in small:
        if post.player != small_seat.name:
            yield Violation(
                "{name} posts the small blind; {owner} should post it",
                post.line,
                table.by_name[post.player],
                owner=small_seat.name,
            )
    big_seats = {player.name for player in players[: 1 if len(players) == 2 or small else 2]}
    big_seats |= {players[1].name} if len(players) > 2 else set()
    big_seats -= {post.player for post in small}
    big = _posts_of_kind(table, *BIG)
    if big and big_seats and not any(post.player in big_seats for post in big):
        (owner, *rest), poster = sorted(big_seats), table.by_name[big[0].player]
        if rest:
            yield Violation(
                "{name} posts the big blind; {owner} or {other} should post it",
                big[0].line,
                poster,
                owner=owner,
                other=rest[0],
            )
        else:
            yield Violation("{name} posts the big blind; {owner} should post it", big[0].line, poster, owner=owner)


def _both_blinds_of_one_player(table: Table) -> tuple[Post, Post] | None:
    small, big = _posts_of_kind(table, SMALL_BLIND), _posts_of_kind(table, BIG_BLIND)
    return (small[0], big[0]) if small and big and small[0].player == big[0].player else None


@step_rule(
    "BLD01",
    on=PostingEnds,
    rests_on=(Fact.SEATED, Fact.ORDER, Fact.CHIPS),
    doubts=(*ACTED, Fact.ORDER, Fact.POSTED),
)
def posts_both_blinds(table: Table, step: Event) -> Iterator[Violation]:
    """One player posts the small and the big blind. How much of it counts as a bet, no rule says."""
    if blinds := _both_blinds_of_one_player(table):
        small, big = blinds
        owner = table.players[-1 if len(table.players) == 2 else 0].name
        wrong = big if small.player == owner else small
        yield Violation("{name} posts the small and the big blind", wrong.line, table.by_name[wrong.player])


def _is_listed_as_button_and_big_blind(table: Table, name: str) -> bool:
    """Whether the summary says so of the button and the big blind: some houses played heads-up that way."""
    results = (event for event in table.hand.events if isinstance(event, Result) and event.player == name)
    return any({"button", "big blind"} <= {*event.positions} for event in results)


@act_rule(
    "BLD02",
    "a blind or ante of the wrong size",
    on=Post,
    rests_on=Fact.CHIPS,
    doubts=(Fact.CHIPS, Fact.BETS, Fact.COUNT),
    cause=Cause.DEED,
)
def post_repeated_or_of_wrong_size(table: Table, event: Post, player: Player) -> Objection:
    """The big blind is the small bet and the small blind half of it; less only from a player who is all-in.

    Houses differ in rounding half a blind that is not a whole unit of the currency: then any whole unit from a third to
    two thirds of the big blind is accepted (any whole cent below one unit). An extra blind is a big one, a straddle
    twice the blind before it. Sources: rule pages; real hands at $2/$5, $0.10/$0.25 and $0.02/$0.05. Example: `posts
    big blind $0.15` at $0.10/$0.20.
    """
    if event.kind in player.posted:
        return Violation("{name} posts the {kind} twice", kind=Term(event.kind.value))
    if event.amount == player.stack or (event.kind is BIG_BLIND and event.amount == table.big_blind):
        return None
    sizes = _allowed_post_amounts(table, event)
    if any(event.amount in amounts for amounts in sizes):
        return None
    least, most = min(amounts[0] for amounts in sizes), max(amounts[-1] for amounts in sizes)
    amount, lowest, highest = (money(table, chips) for chips in (event.amount, least, most))
    kind = Term(event.kind.value)
    if least == most:
        return Violation("{name} posts {amount} as {kind}; it is {size}", kind=kind, amount=amount, size=lowest)
    return Violation(
        "{name} posts {amount} as {kind}; it is {least} to {most}", kind=kind, amount=amount, least=lowest, most=highest
    )


@step_rule(
    "BLD02",
    on=PostingEnds,
    rests_on=(Fact.SEATED, Fact.CHIPS, Fact.POSTED),
    doubts=(Fact.CHIPS, Fact.POSTED),
)
def only_some_post_antes(table: Table, step: Event) -> Iterator[Violation]:
    """An ante is posted by everybody dealt in, or by the big blind alone for all."""
    posts = _posts_of_kind(table, PostKind.ANTE)
    posters = {post.player for post in posts}
    without_ante = [player for player in table.players if player.name not in posters]
    if not posts or not without_ante:
        return
    name, amount = posts[0].player, money(table, posts[0].amount)
    if len(posters) > 1:
        yield Violation(
            "{name} posts no ante; {other} posts {amount}", player=without_ante[0], other=name, amount=amount
        )
    elif not (
        2 * posts[0].amount >= table.big_blind and any(post.player == name for post in _posts_of_kind(table, *BIG))
    ):
        yield Violation(
            "{name} posts an ante of {amount}, and nobody else does", posts[0].line, table.by_name[name], amount=amount
        )


def _allowed_post_amounts(table: Table, event: Post) -> list[range]:
    """The amounts a forced bet may have, as non-empty ranges: they can be too many to list."""
    big = table.big_blind
    match event.kind:
        case PostKind.SMALL_BLIND | PostKind.DEAD_BLIND:
            return _allowed_small_blinds(table)
        case PostKind.BIG_BLIND | PostKind.EXTRA_BLIND:
            return [_single_amount(big)]
        case PostKind.SMALL_AND_BIG:
            return [range(big + small.start, big + small.stop, small.step) for small in _allowed_small_blinds(table)]
        case PostKind.ANTE:
            whole = (post.amount for post in _posts_of_kind(table, PostKind.ANTE) if not _took_whole_stack(table, post))
            return [_single_amount(table.hand.header.ante or next(whole, event.amount))]
        case PostKind.STRADDLE:
            return [_single_amount(2 * table.amount_to_match)]
        case PostKind.BUTTON_BLIND:  # no hand shows how much it is
            return [range(1, 4 * big + 1) or _single_amount(big)]


def _took_whole_stack(table: Table, post: Post) -> bool:
    player = table.by_name.get(post.player)
    return player is not None and post.amount == player.start


def _single_amount(amount: int) -> range:
    return range(amount, amount + 1)


def _allowed_small_blinds(table: Table) -> list[range]:
    """The amount in the header, or half the big blind."""
    header, big = table.hand.header, table.big_blind
    stated = header.small_blind or (None if header.limit is Limit.FIXED else header.low)
    if stated:
        posted = (post for post in table.hand.events if isinstance(post, Post) and post.kind is SMALL_BLIND)
        is_short = any(post.amount == stated and _took_whole_stack(table, post) for post in posted)
        return [
            _single_amount(stated),
            *(_exact_and_rounded_halves(big) if is_short else []),
        ]  # PHH states what was posted
    return _exact_and_rounded_halves(big)


def _exact_and_rounded_halves(big_blind: int) -> list[range]:
    """Half that big blind, rounded if need be."""
    unit = 100 if big_blind >= 100 else 1
    half = [_single_amount(big_blind // 2)] if big_blind % 2 == 0 else []
    if big_blind % (2 * unit) == 0:
        return half
    # Houses round as they like: at a big blind of $5 the small one is $2 or $3, but never $2.51.
    rounded = range(-(-big_blind // (3 * unit)) * unit, 2 * big_blind // 3 + 1, unit)
    return [*half, *filter(None, [rounded])] or [_single_amount(big_blind)]


@step_rule(
    "BLD03",
    "big blind missing",
    on=PostingEnds,
    rests_on=(Fact.CHIPS, Fact.ORDER),
    doubts=(*ACTED, Fact.ORDER),
)
def big_blind_missing_despite_chips(table: Table, step: Event) -> Iterator[Violation]:
    """Every hand has a big blind: it is the first bet. Without it the betting is not judged further.

    Only an ante can take the chips for it. Source: rule pages. Example: the line `posts big blind` is missing.
    """
    if not _posts_of_kind(table, *BIG) and not table.big_blind_player_without_chips:
        yield Violation("nobody posts the big blind of {amount}", amount=money(table, table.big_blind))
