"""Violations SHD: who shows, who wins, and what their hands are called."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.export import writer
from histparse.model.cards import Cards
from histparse.model.events import Collect, Event, Fold, Muck, NoShow, Outcome, Result, Show, ShowdownBegins
from histparse.model.ranking import number
from histparse.simulate.violations.adapted_settings import folders, showdowns
from histparse.simulate.violations.cards import hand_before, tied
from histparse.simulate.violations.continuation import settle
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.hand_state import HandState
from histparse.simulate.violations.legal_hand import LegalHand


def _shown(legal: LegalHand) -> list[tuple[int, Show]]:
    return legal.all(Show)


def _payouts(legal: LegalHand) -> list[tuple[int, Collect]]:
    return legal.all(Collect)


def _result_of(story: list[Event], player: str) -> tuple[int, Result]:
    found = ((place, event) for place, event in enumerate(story) if isinstance(event, Result))
    return next((place, event) for place, event in found if event.player == player)


@violation("SHD01", adapt=showdowns)
def shows_other_cards(legal: LegalHand) -> Altered | None:
    """The hero turns up a card that they do not hold; pots and summary agree with it."""
    end = legal.first(ShowdownBegins)
    if end is None or legal.hero is None or legal.pick_hero(Fold):
        return None
    play = HandState(legal, legal.story[:end]).play
    hero = next(player for player in play.live if player.name == legal.hero)
    hero.cards[legal.random.randrange(5)] = legal.unseen()[0]
    story = settle(play)
    turned_up = (event for event in story if isinstance(event, (Show, Result)) and event.player == legal.hero)
    return Altered(story, next(event for event in turned_up if event.cards))


@violation("SHD01", adapt=showdowns)
def shows_twice(legal: LegalHand) -> Altered | None:
    """A hand is turned up a second time, right below the first."""
    found = legal.pick(Show)
    if found is None or not legal.first(ShowdownBegins):
        return None
    again = replace(found[1])
    return Altered(legal.put(found[0] + 1, again), again)


@violation("SHD02", adapt=showdowns)
def worse_hand_wins(legal: LegalHand) -> Altered | None:
    """Of two hands turned up the worse one is paid."""
    payouts, shown = _payouts(legal), _shown(legal)
    if len(payouts) != 1:
        return None
    place, collect = payouts[0]
    worse = [show.player for _, show in shown if show.player != collect.player]
    return _paid_to(legal, place, collect, legal.random.choice(worse)) if worse else None


def _paid_to(legal: LegalHand, place: int, collect: Collect, player: str) -> Altered:
    wrong = replace(collect, player=player)
    story = legal.instead(place, wrong)
    for name, won in ((player, collect.amount), (collect.player, None)):
        at, result = _result_of(story, name)
        story[at] = replace(result, won=won) if result.outcome is not Outcome.FOLDED else result
    return Altered(story, wrong)


@violation("SHD02", adapt=showdowns)
def equal_hands_not_split(legal: LegalHand) -> Altered | None:
    """Two players turn up equal hands, but one gets everything."""
    story = tied(legal)
    shares = [event for event in story or () if isinstance(event, Collect)]
    if story is None or len(shares) != 2 or any(share.pot is not None for share in shares):
        return None
    kept, lost = legal.random.sample(shares, 2)
    wrong = replace(kept, amount=kept.amount + lost.amount)
    story = [wrong if event is kept else event for event in story if event is not lost]
    for name, won in ((kept.player, wrong.amount), (lost.player, None)):
        at, result = _result_of(story, name)
        story[at] = replace(result, won=won)
    return Altered(story, wrong)


def _folders(legal: LegalHand) -> list[Fold]:
    return [fold for _, fold in legal.all(Fold)]


@violation("SHD03")
def folded_player_wins(legal: LegalHand) -> Altered | None:
    """Somebody who folded is paid."""
    folders, payouts = _folders(legal), _payouts(legal)
    if not folders or len(payouts) != 1:
        return None
    return _paid_to(legal, *payouts[0], legal.random.choice(folders).player)


@violation("SHD03", adapt=showdowns)
def folded_player_shows(legal: LegalHand) -> Altered | None:
    """Somebody who folded turns their cards up with the others."""
    folders, begin = _folders(legal), legal.first(ShowdownBegins)
    if not folders or begin is None:
        return None
    fold = legal.random.choice(folders)
    cards = hand_before(legal.story, begin, fold.player)
    show = Show(0, fold.player, cards, writer(legal.settings.site).says(cards))
    at = legal.random.choice([begin, *(place for place, _ in _shown(legal))]) + 1
    return Altered(legal.put(at, show), show)


@violation("SHD04", adapt=showdowns)
def shows_too_early(legal: LegalHand) -> Altered | None:
    """Two consecutive players at the showdown are exchanged: the first to show or muck is too early."""
    faces = [place for place, event in enumerate(legal.story) if isinstance(event, Show | Muck)]
    if len(faces) < 2 or len(_payouts(legal)) != 1:
        return None
    first = legal.random.randrange(len(faces) - 1)
    early, late = legal.story[faces[first + 1]], legal.story[faces[first]]
    story = list(legal.story)
    story[faces[first]], story[faces[first + 1]] = early, late
    return Altered(story, early)


def _misread(legal: LegalHand, cards: Cards) -> str | None:
    """The site's words for another hand, usually one that differs by a card; None if it does not name hands."""
    right = writer(legal.settings.site).says(cards)
    if not right:
        return None
    said = right
    while said == right:
        place = legal.random.randrange(5)
        other = tuple(legal.random.sample(legal.unseen(), 5))
        near = (*cards[:place], other[0], *cards[place + 1 :])
        said = writer(legal.settings.site).says(legal.random.choice((near, near, other)))
    return said


@violation("SHD05", adapt=showdowns)
def show_misread(legal: LegalHand) -> Altered | None:
    """The showdown calls a hand by the name of another."""
    shown = _shown(legal)
    if not shown:
        return None
    place, show = legal.random.choice(shown)
    wrong = replace(show, says=_misread(legal, show.cards))
    return Altered(legal.instead(place, wrong), wrong) if wrong.says else None


@violation("SHD05", adapt=showdowns)
def ranks_out_of_order(legal: LegalHand) -> Altered | None:
    """The showdown lists the right ranks, but not from high to low."""
    found = legal.pick(Show, lambda event: event.says is not None and event.says.count(",") == 4)
    if found is None:
        return None
    place, show = found
    first, second, *rest = (show.says or "").split(",")
    wrong = replace(show, says=",".join((second, first, *rest)))
    return Altered(legal.instead(place, wrong), wrong)


@violation("SHD05", adapt=showdowns)
def summary_misread(legal: LegalHand) -> Altered | None:
    """The summary calls a hand by the name of another."""
    found = legal.pick(Result, lambda event: event.says is not None)
    if found is None:
        return None
    place, result = found
    wrong = replace(result, says=_misread(legal, result.cards or ()))
    return Altered(legal.instead(place, wrong), wrong) if wrong.says else None


@violation("SHD07", adapt=folders)
def showdown_alone(legal: LegalHand) -> Altered | None:
    """Everybody else has folded, but there is a showdown in which the last player shows."""
    payouts = _payouts(legal)
    if legal.first(ShowdownBegins) or len(payouts) != 1:
        return None
    place, collect = payouts[0]
    cards = hand_before(legal.story, place, collect.player)
    says = writer(legal.settings.site).says(cards)
    begin = ShowdownBegins(0)
    story = legal.put(place, begin, Show(0, collect.player, cards, says))
    story = [event for event in story if not isinstance(event, NoShow)]
    at, result = _result_of(story, collect.player)
    story[at] = replace(result, outcome=Outcome.SHOWED, cards=cards, says=says)
    return Altered(story, begin)


@violation("SHD07", adapt=showdowns)
def no_showdown(legal: LegalHand) -> Altered | None:
    """Two or more players are left, but the pot is paid without a showdown."""
    begin = legal.first(ShowdownBegins)
    if begin is None:
        return None
    story = [event for event in legal.story if not isinstance(event, (ShowdownBegins, Show, Muck))]
    payouts = [event for event in story if isinstance(event, Collect)]
    if any(payout.pot for payout in payouts):
        return None
    for at, event in enumerate(story):
        if isinstance(event, Result) and event.outcome in (Outcome.SHOWED, Outcome.MUCKED):
            outcome = Outcome.COLLECTED if event.won else Outcome.MUCKED
            story[at] = Result(0, event.seat, event.player, outcome, event.positions, won=event.won)
    return Altered(story, payouts[0])


@violation("SHD07", adapt=showdowns)
def says_nothing(legal: LegalHand) -> Altered | None:
    """A loser neither shows nor mucks; the summary turns their hand up as mucked."""
    found = legal.pick(Muck)
    if found is None:
        return None
    story = legal.instead(found[0])
    paid = [event for event in story if isinstance(event, Collect)]
    return Altered(story, paid[-1])


@violation("SHD07", adapt=showdowns)
def no_heading(legal: LegalHand) -> Altered | None:
    """Hands are turned up without the heading of the showdown."""
    begin = legal.first(ShowdownBegins)
    if begin is None:
        return None
    story = legal.instead(begin)
    return Altered(story, next(event for event in story if isinstance(event, Show)))


@violation("SHD07", adapt=showdowns)
def four_cards(legal: LegalHand) -> Altered | None:
    """The summary turns up a mucked hand of four cards."""
    found = legal.pick(Result, lambda event: event.outcome is Outcome.MUCKED and event.cards is not None)
    if found is None:
        return None
    wrong = replace(found[1], cards=(found[1].cards or ())[:4])
    return Altered(legal.instead(found[0], wrong), wrong)


@violation("SHD07", adapt=showdowns)
def best_hand_mucked(legal: LegalHand) -> Altered | None:
    """A mucked hand in the summary would have won the pot."""
    shown, paid = _shown(legal), _payouts(legal)
    found = legal.pick(Result, lambda event: event.outcome is Outcome.MUCKED)
    winner = next((show for _, show in shown if len(paid) == 1 and show.player == paid[0][1].player), None)
    if found is None or winner is None or found[1].player == legal.hero:
        return None
    free = legal.random.sample(legal.unseen(), 5)
    if number(tuple(free)) >= number(winner.cards):
        return None
    wrong = replace(found[1], cards=tuple(free))
    return Altered(legal.instead(found[0], wrong), wrong)
