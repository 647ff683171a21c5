"""Violations BLD: blinds from the wrong seat, of the wrong size, or none at all."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Deal, Event, Post, PostKind, Result, Total, of_type
from tests.dealer.violations.continuation import to_the_end
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import Altered, LegalHand, need


def _played(legal: LegalHand, opening: list[Post], *, raises: bool = True) -> list[Event]:
    """The rest of the hand after blinds and deal, with the blinds as posted."""
    dealt = legal.story[: legal.first_act()]
    rest = [event for event in dealt if not isinstance(event, Post)]
    return to_the_end(legal.resumed([*opening, *rest]), raises=raises)


def _positioned(story: list[Event], names: dict[str, str]) -> list[Event]:
    """The summary assigns positions by who posted. `names`: player by position."""
    return [_repositioned(event, names) if isinstance(event, Result) else event for event in story]


def _repositioned(event: Result, names: dict[str, str]) -> Result:
    button = tuple(word for word in event.positions if word == "button")
    return replace(event, positions=button + tuple(word for word, player in names.items() if player == event.player))


def _posted_by(legal: LegalHand, small: str, big: str, wrong: int) -> Altered:
    posts = of_type(legal.story, Post)
    need(len(posts) == 2 and not any(post.all_in for post in posts))
    stacks = {seat.player: seat.stack for seat in legal.dealt}
    need(stacks[small] > posts[0].amount and stacks[big] > posts[1].amount)
    story = _played(legal, [replace(posts[0], player=small), replace(posts[1], player=big)])
    story = _positioned(story, {"small blind": small, "big blind": big})
    return Altered(story, story[wrong])


def _owners(legal: LegalHand) -> tuple[str, str]:
    names = [seat.player for seat in legal.dealt]
    return (names[1], names[0]) if len(names) == 2 else (names[0], names[1])


def _another(legal: LegalHand) -> str:
    others = [seat.player for seat in legal.dealt if seat.player not in _owners(legal)]
    need(others)
    return legal.random.choice(others)


@violation("BLD01")
def small_blind_elsewhere(legal: LegalHand) -> Altered:
    """Somebody else posts the small blind."""
    return _posted_by(legal, _another(legal), _owners(legal)[1], 0)


@violation("BLD01")
def big_blind_elsewhere(legal: LegalHand) -> Altered:
    """Somebody else posts the big blind."""
    return _posted_by(legal, _owners(legal)[0], _another(legal), 1)


@violation("BLD01")
def blinds_exchanged(legal: LegalHand) -> Altered:
    """Small and big blind are exchanged: one mistake, found on the small blind's line.

    Heads-up the summary would say so too, and then the big blind may have the button.
    """
    need(len(legal.dealt) > 2)
    small, big = _owners(legal)
    return _posted_by(legal, big, small, 0)


def _resized(legal: LegalHand, place: int, factors: tuple[float, ...]) -> Altered:
    """The post at that place has another amount; bets continue from the right one."""
    posts = of_type(legal.story, Post)
    post = posts[place]
    stack = next(seat.stack for seat in legal.dealt if seat.player == post.player)
    amount = int(post.amount * legal.random.choice(factors)) // legal.chip * legal.chip
    need(not post.all_in and 0 < amount < stack and amount != post.amount)
    posts[place] = replace(post, amount=amount)
    # Nobody raises over too large a blind: no rule says whether it counts towards the raise.
    story = _played(legal, posts, raises=amount < post.amount)
    return Altered(story, story[place])


@violation("BLD02")
def small_blind_size(legal: LegalHand) -> Altered:
    """A small blind that no rounding explains."""
    return _resized(legal, 0, (0.2, 0.4, 0.6, 1.8, 2, 3))


@violation("BLD02")
def big_blind_size(legal: LegalHand) -> Altered:
    """A big blind that is not the small bet."""
    return _resized(legal, 1, (0.5, 0.7, 0.9, 1.1, 1.5, 2, 3))


@violation("BLD02")
def extra_blind_size(legal: LegalHand) -> Altered:
    """A new player's big blind that is not the small bet."""
    posts = of_type(legal.story, Post)
    need(len(posts) > 2 and posts[2].kind is PostKind.BIG_BLIND)
    return _resized(legal, 2, (0.5, 0.7, 1.5, 2))


@violation("BLD03")
def no_big_blind(legal: LegalHand) -> Altered:
    """Nobody posts the big blind, and the betting begins."""
    posts = of_type(legal.story, Post)
    need(len(posts) == 2 and not any(post.all_in for post in posts))
    story = _played(legal, [posts[0]])
    need(any(total.pot for total in of_type(story, Total)))
    story = _positioned(story, {"small blind": posts[0].player})
    return Altered(story, legal.following(story, legal.first_act() - 1))


@violation("BLD04")
def posted_after_the_deal(legal: LegalHand) -> Altered:
    """A blind's line comes after the hero's cards, or after the first act."""
    place = next((place for place, event in legal.all(Deal) if event.player == legal.hero), 0)
    posts = legal.all(Post)
    need(place and not any(post.all_in for _, post in posts))
    at, post = legal.random.choice(posts)
    after = legal.random.choice((place, legal.first_act()))
    need(after > at)
    return Altered([*legal.story[:at], *legal.story[at + 1 : after + 1], post, *legal.story[after + 1 :]], post)
