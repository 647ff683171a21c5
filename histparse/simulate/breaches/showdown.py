"""Breaches SHD: who shows, who wins, and what their hands are called."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.export import writer
from histparse.model.cards import Cards
from histparse.model.events import Collect, Event, Fold, Muck, NoShow, Outcome, Result, Show, ShowdownBegins
from histparse.model.ranking import number
from histparse.simulate.breaches.cards import hand_before, tied
from histparse.simulate.breaches.contract import Spoilt, breach
from histparse.simulate.breaches.onward import settle
from histparse.simulate.breaches.scene import Scene
from histparse.simulate.breaches.stage import Stage
from histparse.simulate.breaches.wanted import folders, showdowns


def _shown(scene: Scene) -> list[tuple[int, Show]]:
    return scene.all(Show)


def _payouts(scene: Scene) -> list[tuple[int, Collect]]:
    return scene.all(Collect)


def _result_of(story: list[Event], player: str) -> tuple[int, Result]:
    found = ((place, event) for place, event in enumerate(story) if isinstance(event, Result))
    return next((place, event) for place, event in found if event.player == player)


@breach("SHD01", adapt=showdowns)
def shows_other_cards(scene: Scene) -> Spoilt | None:
    """The hero turns up a card that he does not hold; pots and summary go by what he turns up."""
    end = scene.first(ShowdownBegins)
    if end is None or scene.hero is None or scene.pick_hero(Fold):
        return None
    play = Stage(scene, scene.story[:end]).play
    hero = next(player for player in play.live if player.name == scene.hero)
    hero.cards[scene.random.randrange(5)] = scene.unseen()[0]
    story = settle(play)
    turned_up = (event for event in story if isinstance(event, (Show, Result)) and event.player == scene.hero)
    return Spoilt(story, next(event for event in turned_up if event.cards))


@breach("SHD02", adapt=showdowns)
def worse_hand_wins(scene: Scene) -> Spoilt | None:
    """Of two hands that are turned up the worse one is paid."""
    payouts, shown = _payouts(scene), _shown(scene)
    if len(payouts) != 1:
        return None
    place, collect = payouts[0]
    worse = [show.player for _, show in shown if show.player != collect.player]
    return _paid_to(scene, place, collect, scene.random.choice(worse)) if worse else None


def _paid_to(scene: Scene, place: int, collect: Collect, player: str) -> Spoilt:
    wrong = replace(collect, player=player)
    story = scene.instead(place, wrong)
    for name, won in ((player, collect.amount), (collect.player, None)):
        at, result = _result_of(story, name)
        story[at] = replace(result, won=won) if result.outcome is not Outcome.FOLDED else result
    return Spoilt(story, wrong)


@breach("SHD02", adapt=showdowns)
def equal_hands_not_split(scene: Scene) -> Spoilt | None:
    """Two turn up equal hands, and one gets all."""
    story = tied(scene)
    shares = [event for event in story or () if isinstance(event, Collect)]
    if story is None or len(shares) != 2 or any(share.pot is not None for share in shares):
        return None
    kept, lost = scene.random.sample(shares, 2)
    wrong = replace(kept, amount=kept.amount + lost.amount)
    story = [wrong if event is kept else event for event in story if event is not lost]
    for name, won in ((kept.player, wrong.amount), (lost.player, None)):
        at, result = _result_of(story, name)
        story[at] = replace(result, won=won)
    return Spoilt(story, wrong)


def _folders(scene: Scene) -> list[Fold]:
    return [fold for _, fold in scene.all(Fold)]


@breach("SHD03")
def folded_player_wins(scene: Scene) -> Spoilt | None:
    """Somebody who folded is paid."""
    folders, payouts = _folders(scene), _payouts(scene)
    if not folders or len(payouts) != 1:
        return None
    return _paid_to(scene, *payouts[0], scene.random.choice(folders).player)


@breach("SHD03", adapt=showdowns)
def folded_player_shows(scene: Scene) -> Spoilt | None:
    """Somebody who folded turns his cards up with the others."""
    folders, begin = _folders(scene), scene.first(ShowdownBegins)
    if not folders or begin is None:
        return None
    fold = scene.random.choice(folders)
    cards = hand_before(scene.story, begin, fold.player)
    show = Show(0, fold.player, cards, writer(scene.settings.site).says(cards))
    at = scene.random.choice([begin, *(place for place, _ in _shown(scene))]) + 1
    return Spoilt(scene.put(at, show), show)


@breach("SHD04", adapt=showdowns)
def shows_too_early(scene: Scene) -> Spoilt | None:
    """Two neighbours of the showdown change places: the one who shows or mucks first is too early."""
    faces = [place for place, event in enumerate(scene.story) if isinstance(event, Show | Muck)]
    if len(faces) < 2 or len(_payouts(scene)) != 1:
        return None
    first = scene.random.randrange(len(faces) - 1)
    early, late = scene.story[faces[first + 1]], scene.story[faces[first]]
    story = list(scene.story)
    story[faces[first]], story[faces[first + 1]] = early, late
    return Spoilt(story, early)


def _misread(scene: Scene, cards: Cards) -> str:
    """The site's words for another hand, most often one that differs by a card."""
    right = writer(scene.settings.site).says(cards)
    said = right
    while said == right:
        place = scene.random.randrange(5)
        other = tuple(scene.random.sample(scene.unseen(), 5))
        near = (*cards[:place], other[0], *cards[place + 1 :])
        said = writer(scene.settings.site).says(scene.random.choice((near, near, other)))
    return said


@breach("SHD05", adapt=showdowns)
def show_misread(scene: Scene) -> Spoilt | None:
    """The showdown calls a hand by the name of another."""
    shown = _shown(scene)
    if not shown:
        return None
    place, show = scene.random.choice(shown)
    wrong = replace(show, says=_misread(scene, show.cards))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("SHD05", adapt=showdowns)
def summary_misread(scene: Scene) -> Spoilt | None:
    """The summary calls a hand by the name of another."""
    found = scene.pick(Result, lambda event: event.says is not None)
    if found is None:
        return None
    place, result = found
    wrong = replace(result, says=_misread(scene, result.cards or ()))
    return Spoilt(scene.instead(place, wrong), wrong)


@breach("SHD07", adapt=folders)
def showdown_alone(scene: Scene) -> Spoilt | None:
    """Everybody else has folded, and the last one is called to the showdown and shows."""
    payouts = _payouts(scene)
    if scene.first(ShowdownBegins) or len(payouts) != 1:
        return None
    place, collect = payouts[0]
    cards = hand_before(scene.story, place, collect.player)
    says = writer(scene.settings.site).says(cards)
    begin = ShowdownBegins(0)
    story = scene.put(place, begin, Show(0, collect.player, cards, says))
    story = [event for event in story if not isinstance(event, NoShow)]
    at, result = _result_of(story, collect.player)
    story[at] = replace(result, outcome=Outcome.SHOWED, cards=cards, says=says)
    return Spoilt(story, begin)


@breach("SHD07", adapt=showdowns)
def no_showdown(scene: Scene) -> Spoilt | None:
    """Two and more are left, and the pot is paid without a card turned up."""
    begin = scene.first(ShowdownBegins)
    if begin is None:
        return None
    story = [event for event in scene.story if not isinstance(event, (ShowdownBegins, Show, Muck))]
    payouts = [event for event in story if isinstance(event, Collect)]
    if any(payout.pot for payout in payouts):
        return None
    for at, event in enumerate(story):
        if isinstance(event, Result) and event.outcome in (Outcome.SHOWED, Outcome.MUCKED):
            outcome = Outcome.COLLECTED if event.won else Outcome.MUCKED
            story[at] = Result(0, event.seat, event.player, outcome, event.positions, won=event.won)
    return Spoilt(story, payouts[0])


@breach("SHD07", adapt=showdowns)
def says_nothing(scene: Scene) -> Spoilt | None:
    """A loser neither shows nor mucks; the summary turns his hand up as mucked."""
    found = scene.pick(Muck)
    if found is None:
        return None
    story = scene.instead(found[0])
    paid = [event for event in story if isinstance(event, Collect)]
    return Spoilt(story, paid[-1])


@breach("SHD07", adapt=showdowns)
def no_heading(scene: Scene) -> Spoilt | None:
    """Hands are turned up without the heading of the showdown."""
    begin = scene.first(ShowdownBegins)
    if begin is None:
        return None
    story = scene.instead(begin)
    return Spoilt(story, next(event for event in story if isinstance(event, Show)))


@breach("SHD07", adapt=showdowns)
def four_cards(scene: Scene) -> Spoilt | None:
    """The summary turns up a mucked hand of four."""
    found = scene.pick(Result, lambda event: event.outcome is Outcome.MUCKED and event.cards is not None)
    if found is None:
        return None
    wrong = replace(found[1], cards=(found[1].cards or ())[:4])
    return Spoilt(scene.instead(found[0], wrong), wrong)


@breach("SHD07", adapt=showdowns)
def best_hand_mucked(scene: Scene) -> Spoilt | None:
    """A mucked hand of the summary would have won the pot."""
    shown, paid = _shown(scene), _payouts(scene)
    found = scene.pick(Result, lambda event: event.outcome is Outcome.MUCKED)
    winner = next((show for _, show in shown if len(paid) == 1 and show.player == paid[0][1].player), None)
    if found is None or winner is None or found[1].player == scene.hero:
        return None
    free = scene.random.sample(scene.unseen(), 5)
    if number(tuple(free)) >= number(winner.cards):
        return None
    wrong = replace(found[1], cards=tuple(free))
    return Spoilt(scene.instead(found[0], wrong), wrong)
