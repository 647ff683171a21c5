"""Violations BLD: blinds from the wrong seat, of the wrong size, or none at all."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Deal, Event, Post, PostKind, Result, Total
from histparse.simulate.violations.continuation import to_the_end
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.hand_state import HandState
from histparse.simulate.violations.legal_hand import LegalHand


def _posts(legal: LegalHand) -> list[Post]:
    return [event for event in legal.story if isinstance(event, Post)]


def _played(legal: LegalHand, opening: list[Event], *, raises: bool = True) -> list[Event]:
    """The rest of the hand after blinds and deal, with the blinds as posted."""
    dealt = legal.story[: legal.first_act()]
    rest = [event for event in dealt if not isinstance(event, Post)]
    return to_the_end(HandState(legal, [*opening, *rest]), raises=raises)


def _positioned(story: list[Event], names: dict[str, str]) -> list[Event]:
    """The summary assigns positions by who posted. `names`: player by position."""
    return [_repositioned(event, names) if isinstance(event, Result) else event for event in story]


def _repositioned(event: Result, names: dict[str, str]) -> Result:
    button = tuple(word for word in event.positions if word == "button")
    return replace(event, positions=button + tuple(word for word, player in names.items() if player == event.player))


def _posted_by(legal: LegalHand, small: str, big: str, wrong: int) -> Altered | None:
    posts = _posts(legal)
    if len(posts) != 2 or any(post.all_in for post in posts):
        return None
    stacks = {seat.player: seat.stack for seat in legal.dealt}
    if stacks[small] <= posts[0].amount or stacks[big] <= posts[1].amount:
        return None
    opening: list[Event] = [replace(posts[0], player=small), replace(posts[1], player=big)]
    story = _played(legal, opening)
    story = _positioned(story, {"small blind": small, "big blind": big})
    return Altered(story, story[wrong])


def _owners(legal: LegalHand) -> tuple[str, str]:
    names = [seat.player for seat in legal.dealt]
    return (names[1], names[0]) if len(names) == 2 else (names[0], names[1])


def _others(legal: LegalHand) -> list[str]:
    return [seat.player for seat in legal.dealt if seat.player not in _owners(legal)]


@violation("BLD01")
def small_blind_elsewhere(legal: LegalHand) -> Altered | None:
    """Somebody else posts the small blind."""
    others = _others(legal)
    return _posted_by(legal, legal.random.choice(others), _owners(legal)[1], 0) if others else None


@violation("BLD01")
def big_blind_elsewhere(legal: LegalHand) -> Altered | None:
    """Somebody else posts the big blind."""
    others = _others(legal)
    return _posted_by(legal, _owners(legal)[0], legal.random.choice(others), 1) if others else None


@violation("BLD01")
def blinds_exchanged(legal: LegalHand) -> Altered | None:
    """Small and big blind are exchanged: one mistake, found on the small blind's line."""
    small, big = _owners(legal)
    return _posted_by(legal, big, small, 0)


def _resized(legal: LegalHand, place: int, factors: tuple[float, ...]) -> Altered | None:
    """The post at that place has another amount; bets continue from the right one."""
    posts = _posts(legal)
    post = posts[place]
    stack = next(seat.stack for seat in legal.dealt if seat.player == post.player)
    amount = int(post.amount * legal.random.choice(factors)) // legal.chip * legal.chip
    if post.all_in or not 0 < amount < stack or amount == post.amount:
        return None
    opening: list[Event] = list(posts)
    opening[place] = replace(post, amount=amount)
    # Nobody raises over too large a blind: no rule says whether it counts towards the raise.
    story = _played(legal, opening, raises=amount < post.amount)
    return Altered(story, story[place])


@violation("BLD02")
def small_blind_size(legal: LegalHand) -> Altered | None:
    """A small blind that no rounding explains."""
    return _resized(legal, 0, (0.2, 0.4, 0.6, 1.8, 2, 3))


@violation("BLD02")
def big_blind_size(legal: LegalHand) -> Altered | None:
    """A big blind that is not the small bet."""
    return _resized(legal, 1, (0.5, 0.7, 0.9, 1.1, 1.5, 2, 3))


@violation("BLD02")
def extra_blind_size(legal: LegalHand) -> Altered | None:
    """A new player's big blind that is not the small bet."""
    posts = _posts(legal)
    if len(posts) < 3 or posts[2].kind is not PostKind.BIG_BLIND:
        return None
    return _resized(legal, 2, (0.5, 0.7, 1.5, 2))


@violation("BLD03")
def no_big_blind(legal: LegalHand) -> Altered | None:
    """Nobody posts the big blind, and the betting begins."""
    posts = _posts(legal)
    if len(posts) != 2 or any(post.all_in for post in posts):
        return None
    story = _played(legal, [posts[0]])
    if not any(isinstance(event, Total) and event.pot for event in story):
        return None
    story = _positioned(story, {"small blind": posts[0].player})
    place = legal.first_act() - 1
    return Altered(story, legal.following(story, place))


@violation("BLD04")
def posted_after_the_deal(legal: LegalHand) -> Altered | None:
    """A blind's line comes after the hero's cards, or after the first act."""
    place = next((place for place, event in legal.all(Deal) if event.player == legal.hero), None)
    posts = legal.all(Post)
    if place is None or any(post.all_in for _, post in posts):
        return None
    at, post = legal.random.choice(posts)
    after = legal.random.choice((place, legal.first_act()))
    story = [*legal.story[:at], *legal.story[at + 1 : after + 1], post, *legal.story[after + 1 :]]
    return Altered(story, post) if after > at else None
