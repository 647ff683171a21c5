"""Violations SHD: who shows, who wins, and what their hands are called."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.cards import Cards
from histparse.model.events import Collect, Event, Fold, Muck, NoShow, Outcome, Result, Show, ShowdownBegins, of_type
from histparse.model.ranking import number
from tests.dealer.violations.adapted_settings import folders, showdowns
from tests.dealer.violations.cards import exposure, hand_before
from tests.dealer.violations.continuation import settle
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import Altered, LegalHand, UnfitError, need
from tests.dealer.violations.payouts import equal_shares, only_payout, paid_to, reshared


@violation("SHD01", adapt=showdowns)
def shows_other_cards(legal: LegalHand) -> Altered:
    """The hero turns up a card that they do not hold; pots and summary agree with it."""
    need(legal.hero_stays())
    play = legal.at_showdown()
    hero = play.by_name[legal.hero or ""]
    hero.cards[legal.random.randrange(5)] = legal.unseen()[0]
    story = settle(play)
    return Altered(story, exposure(story, hero.name))


@violation("SHD01", adapt=showdowns)
def shows_twice(legal: LegalHand) -> Altered:
    """A hand is turned up a second time, right below the first."""
    place, show = legal.pick(Show)
    legal.first(ShowdownBegins)
    return legal.added(place + 1, replace(show))


@violation("SHD02", adapt=showdowns)
def worse_hand_wins(legal: LegalHand) -> Altered:
    """The worse of two hands turned up is paid."""
    place, collect = only_payout(legal)
    worse = [show.player for show in of_type(legal.story, Show) if show.player != collect.player]
    return paid_to(legal, place, legal.choose(worse))


@violation("SHD02", adapt=showdowns)
def equal_hands_not_split(legal: LegalHand) -> Altered:
    """Two players turn up equal hands, but one gets everything."""
    story, shares = equal_shares(legal)
    need(len(shares) == 2)
    winner, loser = legal.random.sample(shares, 2)
    return reshared(story, {winner.player: winner.amount + loser.amount, loser.player: 0})


@violation("SHD03")
def folded_player_wins(legal: LegalHand) -> Altered:
    """Somebody who folded is paid."""
    place, _ = only_payout(legal)
    return paid_to(legal, place, legal.pick(Fold)[1].player)


@violation("SHD03", adapt=showdowns)
def folded_player_shows(legal: LegalHand) -> Altered:
    """Somebody who folded turns their cards up with the others."""
    begin = legal.first(ShowdownBegins)
    _, fold = legal.pick(Fold)
    show = _show(legal, begin, fold.player)
    return legal.added(legal.choose([begin, *(place for place, _ in legal.all(Show))]) + 1, show)


def _show(legal: LegalHand, place: int, player: str) -> Show:
    """The player shows what they held before that place."""
    cards = hand_before(legal.story, place, player)
    return Show(0, player, cards, legal.settings.writer.says(cards))


@violation("SHD04", adapt=showdowns)
def shows_too_early(legal: LegalHand) -> Altered:
    """Two consecutive players at the showdown are exchanged: the first to show or muck is too early."""
    faces = [place for place, _ in legal.all(Show, Muck)]
    only_payout(legal)
    need(len(faces) > 1)
    first = legal.random.randrange(len(faces) - 1)
    early, late = legal.story[faces[first + 1]], legal.story[faces[first]]
    story = list(legal.story)
    story[faces[first]], story[faces[first + 1]] = early, late
    return Altered(story, early)


def _misread(legal: LegalHand, cards: Cards) -> str:
    """The site's words for another hand, usually one that differs by a card."""
    right = legal.settings.writer.says(cards)
    need(right)  # some sites do not name hands
    words = right
    while words == right:
        place = legal.random.randrange(5)
        different = tuple(legal.random.sample(legal.unseen(), 5))
        near = (*cards[:place], different[0], *cards[place + 1 :])
        words = legal.settings.writer.says(legal.choose((near, near, different)))
    return words


@violation("SHD05", adapt=showdowns)
def show_misread(legal: LegalHand) -> Altered:
    """The showdown calls a hand by the name of another."""
    place, show = legal.pick(Show)
    return legal.changed(place, says=_misread(legal, show.cards))


@violation("SHD05", adapt=showdowns)
def ranks_out_of_order(legal: LegalHand) -> Altered:
    """The showdown lists the right ranks, but not from high to low."""
    place, show = legal.pick(Show, lambda event: event.says is not None and event.says.count(",") == 4)
    first, second, *rest = (show.says or "").split(",")
    return legal.changed(place, says=",".join((second, first, *rest)))


@violation("SHD05", adapt=showdowns)
def summary_misread(legal: LegalHand) -> Altered:
    """The summary calls a hand by the name of another."""
    place, result = legal.pick(Result, lambda event: event.says is not None)
    return legal.changed(place, says=_misread(legal, result.cards or ()))


@violation("SHD07", adapt=folders)
def showdown_alone(legal: LegalHand) -> Altered:
    """Everybody else has folded, but there is a showdown in which the last player shows."""
    place, collect = only_payout(legal)
    need(not legal.all(ShowdownBegins))
    begin, show = ShowdownBegins(0), _show(legal, place, collect.player)
    story = [event for event in legal.put(place, begin, show) if not isinstance(event, NoShow)]
    shown = {"outcome": Outcome.SHOWED, "cards": show.cards, "says": show.says}
    story = [
        replace(event, **shown) if isinstance(event, Result) and event.player == show.player else event
        for event in story
    ]
    return Altered(story, begin)


@violation("SHD07", adapt=showdowns)
def no_showdown(legal: LegalHand) -> Altered:
    """Two or more players are left, but the pot is paid without a showdown."""
    legal.first(ShowdownBegins)
    payouts = of_type(legal.story, Collect)
    need(not any(payout.pot for payout in payouts))
    rest = (event for event in legal.story if not isinstance(event, (ShowdownBegins, Show, Muck)))
    return Altered([_unshown(event) for event in rest], payouts[0])


def _unshown(event: Event) -> Event:
    if not isinstance(event, Result) or event.outcome not in (Outcome.SHOWED, Outcome.MUCKED):
        return event
    outcome = Outcome.COLLECTED if event.won else Outcome.MUCKED
    return Result(0, event.seat, event.player, outcome, event.positions, won=event.won)


@violation("SHD07", adapt=showdowns)
def loser_keeps_silent(legal: LegalHand) -> Altered:
    """A loser neither shows nor mucks; the summary turns their hand up as mucked."""
    place, _ = legal.pick(Muck)
    return Altered(legal.instead(place), of_type(legal.story, Collect)[-1])


@violation("SHD07", adapt=showdowns)
def no_heading(legal: LegalHand) -> Altered:
    """Hands are turned up without the heading of the showdown."""
    return Altered(legal.instead(legal.first(ShowdownBegins)), of_type(legal.story, Show)[0])


@violation("SHD07", adapt=showdowns)
def four_cards(legal: LegalHand) -> Altered:
    """The summary turns up a mucked hand of four cards."""
    place, result = legal.pick(Result, lambda event: event.outcome is Outcome.MUCKED and event.cards is not None)
    return legal.changed(place, cards=(result.cards or ())[:4])


@violation("SHD07", adapt=showdowns)
def best_hand_mucked(legal: LegalHand) -> Altered:
    """A mucked hand in the summary would have won the pot."""
    place, mucked = legal.pick(Result, lambda event: event.outcome is Outcome.MUCKED)
    _, paid = only_payout(legal)
    winner = next((show for show in of_type(legal.story, Show) if show.player == paid.player), None)
    if winner is None or mucked.player == legal.hero:
        raise UnfitError
    free = tuple(legal.random.sample(legal.unseen(), 5))
    need(number(free) < number(winner.cards))
    return legal.changed(place, cards=free)
