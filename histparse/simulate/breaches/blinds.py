"""Breaches BLD: blinds from the wrong seat, of the wrong size, or none at all."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Deal, Event, Post, PostKind, Result, Total
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.onward import to_the_end
from histparse.simulate.breaches.scene import Scene
from histparse.simulate.breaches.stage import Stage


def _posts(scene: Scene) -> list[Post]:
    return [event for event in scene.story if isinstance(event, Post)]


def _played(scene: Scene, opening: list[Event], *, raises: bool = True) -> list[Event]:
    """The hand after blinds and deal, with the blinds as they were posted."""
    dealt = scene.story[: scene.first_act()]
    rest = [event for event in dealt if not isinstance(event, Post)]
    return to_the_end(Stage(scene, [*opening, *rest]), raises=raises)


def _positioned(story: list[Event], names: dict[str, str]) -> list[Event]:
    """The summary calls the posters by what they posted. `names`: player by position."""
    return [_renamed(event, names) if isinstance(event, Result) else event for event in story]


def _renamed(event: Result, names: dict[str, str]) -> Result:
    button = tuple(word for word in event.positions if word == "button")
    return replace(event, positions=button + tuple(word for word, player in names.items() if player == event.player))


def _posted_by(scene: Scene, small: str, big: str, wrong: int) -> Spoilt | None:
    posts = _posts(scene)
    if len(posts) != 2 or any(post.all_in for post in posts):
        return None
    stacks = {seat.player: seat.stack for seat in scene.dealt}
    if stacks[small] <= posts[0].amount or stacks[big] <= posts[1].amount:
        return None
    opening: list[Event] = [replace(posts[0], player=small), replace(posts[1], player=big)]
    story = _played(scene, opening)
    story = _positioned(story, {"small blind": small, "big blind": big})
    return Spoilt(story, story[wrong])


def _owners(scene: Scene) -> tuple[str, str]:
    names = [seat.player for seat in scene.dealt]
    return (names[1], names[0]) if len(names) == 2 else (names[0], names[1])


def _others(scene: Scene) -> list[str]:
    return [seat.player for seat in scene.dealt if seat.player not in _owners(scene)]


@breach("BLD01")
def small_blind_elsewhere(scene: Scene) -> Spoilt | None:
    """Somebody else posts the small blind."""
    others = _others(scene)
    return _posted_by(scene, scene.random.choice(others), _owners(scene)[1], 0) if others else None


@breach("BLD01")
def big_blind_elsewhere(scene: Scene) -> Spoilt | None:
    """Somebody else posts the big blind."""
    others = _others(scene)
    return _posted_by(scene, _owners(scene)[0], scene.random.choice(others), 1) if others else None


@breach("BLD01")
def blinds_exchanged(scene: Scene) -> Spoilt | None:
    """Small and big blind change places: one mistake, seen on the small blind's line."""
    small, big = _owners(scene)
    return _posted_by(scene, big, small, 0)


def _resized(scene: Scene, place: int, factors: tuple[float, ...]) -> Spoilt | None:
    """The post of that place for another amount; bets go on from the right one."""
    posts = _posts(scene)
    post = posts[place]
    stack = next(seat.stack for seat in scene.dealt if seat.player == post.player)
    amount = int(post.amount * scene.random.choice(factors)) // scene.chip * scene.chip
    if post.all_in or not 0 < amount < stack or amount == post.amount:
        return None
    opening: list[Event] = list(posts)
    opening[place] = replace(post, amount=amount)
    # Nobody raises over too large a blind: whether it answers the raise, no rule says.
    story = _played(scene, opening, raises=amount < post.amount)
    return Spoilt(story, story[place])


@breach("BLD02")
def small_blind_size(scene: Scene) -> Spoilt | None:
    """A small blind that no rounding explains."""
    return _resized(scene, 0, (0.2, 0.4, 0.6, 1.8, 2, 3))


@breach("BLD02")
def big_blind_size(scene: Scene) -> Spoilt | None:
    """A big blind that is not the small bet."""
    return _resized(scene, 1, (0.5, 0.7, 0.9, 1.1, 1.5, 2, 3))


@breach("BLD02")
def extra_blind_size(scene: Scene) -> Spoilt | None:
    """A new player's big blind that is not the small bet."""
    posts = _posts(scene)
    if len(posts) < 3 or posts[2].kind is not PostKind.BIG_BLIND:
        return None
    return _resized(scene, 2, (0.5, 0.7, 1.5, 2))


@breach("BLD03")
def no_big_blind(scene: Scene) -> Spoilt | None:
    """Nobody posts the big blind, and the betting begins."""
    posts = _posts(scene)
    if len(posts) != 2 or any(post.all_in for post in posts):
        return None
    story = _played(scene, [posts[0]])
    if not any(isinstance(event, Total) and event.pot for event in story):
        return None
    story = _positioned(story, {"small blind": posts[0].player})
    place = scene.first_act() - 1
    return Spoilt(story, scene.following(story, place))


@breach("BLD04")
def posted_after_the_deal(scene: Scene) -> Spoilt | None:
    """A blind's line stands behind the hero's cards, or behind the first act."""
    place = next((place for place, event in scene.all(Deal) if event.player == scene.hero), None)
    posts = scene.all(Post)
    if place is None or any(post.all_in for _, post in posts):
        return None
    at, post = scene.random.choice(posts)
    after = scene.random.choice((place, scene.first_act()))
    story = [*scene.story[:at], *scene.story[at + 1 : after + 1], post, *scene.story[after + 1 :]]
    return Spoilt(story, post) if after > at else None
