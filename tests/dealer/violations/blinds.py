"""Violations BLD: blinds from the wrong seat, of the wrong size, or none at all."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Deal, Event, Post, PostKind, Result, Total, of_type
from histparse.simulate.settings import Settings
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


def _whole_posts(legal: LegalHand) -> list[Post]:
    """The forced bets, for which everybody has chips."""
    posts = of_type(legal.story, Post)
    need(not any(post.all_in for post in posts))
    return posts


def _whole_blinds(legal: LegalHand) -> tuple[Post, Post]:
    """Small and big blind, where nothing else is posted."""
    posts = _whole_posts(legal)
    need(len(posts) == 2)
    return posts[0], posts[1]


def _posted_by(legal: LegalHand, small: str, big: str, wrong: int) -> Altered:
    small_blind, big_blind = _whole_blinds(legal)
    stacks = {seat.player: seat.stack for seat in legal.dealt}
    need(min(stacks[small], stacks[big]) > small_blind.amount + big_blind.amount)
    story = _played(legal, [replace(small_blind, player=small), replace(big_blind, player=big)])
    story = _positioned(story, {"small blind": small, "big blind": big})
    return Altered(story, story[wrong])


def _owners(legal: LegalHand) -> tuple[str, str]:
    names = [seat.player for seat in legal.dealt]
    return (names[1], names[0]) if len(names) == 2 else (names[0], names[1])


def _bystander(legal: LegalHand) -> str:
    """Somebody who owes no blind."""
    return legal.choose([seat.player for seat in legal.dealt if seat.player not in _owners(legal)])


@violation("BLD01")
def small_blind_elsewhere(legal: LegalHand) -> Altered:
    """Somebody else posts the small blind."""
    return _posted_by(legal, _bystander(legal), _owners(legal)[1], 0)


@violation("BLD01")
def big_blind_elsewhere(legal: LegalHand) -> Altered:
    """Somebody else posts the big blind."""
    return _posted_by(legal, _owners(legal)[0], _bystander(legal), 1)


@violation("BLD01")
def blinds_exchanged(legal: LegalHand) -> Altered:
    """Small and big blind are exchanged: one mistake, found on the small blind's line.

    Heads-up, with the button on the big blind by the summary too, it is how some houses play.
    """
    need(len(legal.dealt) > 2)
    small, big = _owners(legal)
    return _posted_by(legal, big, small, 0)


@violation("BLD01")
def small_blind_posts_both(legal: LegalHand) -> Altered:
    """The small blind posts the big blind too, and the big blind nothing."""
    small, _ = _owners(legal)
    return _posted_by(legal, small, small, 1)


@violation("BLD01")
def big_blind_posts_both(legal: LegalHand) -> Altered:
    """The big blind posts the small blind too, and the small blind nothing."""
    _, big = _owners(legal)
    return _posted_by(legal, big, big, 0)


def _resized(legal: LegalHand, place: int, factors: tuple[float, ...]) -> Altered:
    """The post at that place has another amount; bets continue from the right one."""
    posts = of_type(legal.story, Post)
    post = posts[place]
    stack = next(seat.stack for seat in legal.dealt if seat.player == post.player)
    amount = int(post.amount * legal.choose(factors)) // legal.chip * legal.chip
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
    need(len(posts) > 2 and posts[2].kind in {PostKind.BIG_BLIND, PostKind.SMALL_AND_BIG})
    return _resized(legal, 2, (0.5, 0.7, 1.1, 2, 3, 4) if posts[2].kind is PostKind.BIG_BLIND else (1.1, 2, 3))


@violation("BLD02")
def ante_of_one(legal: LegalHand) -> Altered:
    """Somebody posts an ante that nobody else posts; bets and pots go by it."""
    small_blind, big_blind = _whole_blinds(legal)
    seat = legal.choose(legal.dealt)
    ante = max(small_blind.amount // 2 // legal.chip, 1) * legal.chip
    need(seat.stack > ante + big_blind.amount)
    wrong = Post(0, seat.player, PostKind.ANTE, ante)
    return Altered(_played(legal, [wrong, small_blind, big_blind]), wrong)


def _with_antes(settings: Settings) -> Settings:
    return replace(settings, stakes=tuple(replace(stakes, ante=2) for stakes in settings.stakes))


@violation("BLD02", adapt=_with_antes)
def ante_of_all_but_one(legal: LegalHand) -> Altered:
    """All but one post an ante."""
    posts = _whole_posts(legal)
    antes = [post for post in posts if post.kind is PostKind.ANTE]
    need(len(antes) > 2)
    missing = legal.choose(antes)
    story = _played(legal, [post for post in posts if post is not missing])
    return Altered(story, legal.following(story, legal.first_act() - 1))


@violation("BLD03")
def no_big_blind(legal: LegalHand) -> Altered:
    """Nobody posts the big blind, and the betting begins."""
    small_blind, _ = _whole_blinds(legal)
    story = _played(legal, [small_blind])
    need(any(total.pot for total in of_type(story, Total)))
    story = _positioned(story, {"small blind": small_blind.player})
    return Altered(story, legal.following(story, legal.first_act() - 1))


@violation("BLD04")
def posted_after_the_deal(legal: LegalHand) -> Altered:
    """A blind's line comes after the hero's cards, or after the first act."""
    deal, _ = legal.pick_hero(Deal)
    _whole_posts(legal)
    place, after = legal.a_place(Post), legal.choose((deal, legal.first_act()))
    need(after > place)
    return legal.moved(place, after)
