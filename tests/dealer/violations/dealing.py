"""Violations DLT: not five cards, one card in two places, a hand repeated wrongly."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model import events as ev
from histparse.model.cards import Card
from histparse.model.events import Deal, Discard, DrawBegins, Fold, Receive, StandPat
from tests.dealer.violations.adapted_settings import showdowns
from tests.dealer.violations.cards import card_exchanged, exposure, hand_before, with_card
from tests.dealer.violations.continuation import settle
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import ACTS, Altered, LegalHand, need


@violation("DLT01")
def four_or_six_cards(legal: LegalHand) -> Altered:
    """The hero is dealt a card too few or too many."""
    place, deal = legal.pick_hero(Deal)
    cards = deal.cards
    return legal.changed(place, cards=legal.choose((cards[:4], cards[:3], (*cards, legal.unseen()[0]))))


@violation("DLT01")
def dealt_twice(legal: LegalHand) -> Altered:
    """The hero is dealt in again while the first round is bet."""
    _, deal = legal.pick_hero(Deal)
    return legal.added(_in_first_round(legal), replace(deal))


@violation("DLT01")
def dealt_late(legal: LegalHand) -> Altered:
    """The hero is dealt in after somebody has acted."""
    deal, _ = legal.pick_hero(Deal)
    place = _in_first_round(legal)
    acted = any(isinstance(event, ACTS) and event.player == legal.hero for event in legal.story[:place])
    need(place > legal.first_act() and not acted)
    return legal.moved(deal, place - 1)


def _in_first_round(legal: LegalHand) -> int:
    """A random place after the first act and before the first draw."""
    begin = legal.first_act()
    end = legal.first(DrawBegins, default=begin + 1)
    acts = [place for place in range(begin, end) if isinstance(legal.story[place], ACTS)]
    return legal.choose(acts) + 1 if acts else begin


@violation("DLT02")
def twice_in_the_deal(legal: LegalHand) -> Altered:
    """The hero is dealt the same card twice."""
    place, deal = legal.pick_hero(Deal)
    return legal.replaced(place, with_card(deal, *legal.random.sample(deal.cards, 2)))


@violation("DLT02")
def draws_what_he_keeps(legal: LegalHand) -> Altered:
    """The hero is served a card that they have kept."""
    place, event = legal.pick_hero(Receive)
    return legal.replaced(place, with_card(event, legal.choose(event.new or ()), legal.choose(event.kept or ())))


@violation("DLT02", adapt=showdowns)
def shows_what_hero_has_or_threw(legal: LegalHand) -> Altered:
    """A player turns up a card that the hero was dealt or has drawn, and no reshuffle was made."""
    need(not legal.reshuffles())
    dealt = {card for _, event in legal.all(Deal) if event.player == legal.hero for card in event.cards}
    drawn = {card for _, event in legal.all(Receive) if event.player == legal.hero for card in event.new or ()}
    return _shown_by_another(legal, dealt | drawn)


@violation("DLT02", adapt=showdowns)
def shows_what_hero_keeps(legal: LegalHand) -> Altered:
    """A player turns up a card that the hero has held from the deal to the showdown, reshuffles or not."""
    _, deal = legal.pick_hero(Deal)
    need(legal.hero_stays())
    return _shown_by_another(legal, set(deal.cards) - set(legal.thrown()))


def _shown_by_another(legal: LegalHand, cards: set[Card]) -> Altered:
    """At the showdown a player other than the hero has one of the cards instead of one of their own.

    Somebody who has not drawn since a reshuffle: a card that comes by it while another holds it is DCK04.
    """
    play = legal.at_showdown()
    shuffled = legal.reshuffled_before(len(legal.story))
    drawn = {event.player for event in ev.of_type(legal.story[shuffled:], Receive)} if shuffled else set()
    player = legal.choose([player for player in play.live_players if player.name not in {legal.hero, *drawn}])
    card = legal.choose(sorted(cards))
    need(card not in player.cards)
    player.cards[legal.random.randrange(5)] = card
    story = settle(play)
    return Altered(story, exposure(story, player.name))


@violation("DLT02", adapt=showdowns)
def two_show_one_card(legal: LegalHand) -> Altered:
    """Two players turn up the same card; the later line is wrong."""
    play = legal.at_showdown()
    live = [player for player in play.live_players if player.name != legal.hero]
    need(len(live) > 1)
    first, second = legal.random.sample(live, 2)
    # A card that comes by a reshuffle while another holds it is DCK04.
    need(not legal.reshuffles())
    card = legal.choose([card for card in second.cards if card not in legal.thrown()])
    first.cards[legal.random.randrange(5)] = card
    story = settle(play)
    return Altered(story, max((exposure(story, player.name) for player in (first, second)), key=story.index))


@violation("DLT02")
def folds_face_up(legal: LegalHand) -> Altered:
    """Somebody folds their cards face up before the second draw, and one of them is in the hero's first hand."""
    _, deal = legal.pick_hero(Deal)
    place, fold = legal.pick(Fold, lambda event: event.player != legal.hero)
    need(place < legal.first(DrawBegins, default=len(legal.story)))
    cards = legal.one_replaced(hand_before(legal.story, place, fold.player), legal.choose(deal.cards))
    return legal.changed(place, cards=cards)


@violation("DLT03")
def keeps_another_card(legal: LegalHand) -> Altered:
    """The cards that the hero is said to keep are not those they kept; they go on with them."""
    place, event = legal.pick_hero(Receive)
    discard = legal.story[place - 1]
    # After a reshuffle somebody else may show the discard.
    thrown = list(discard.cards or ()) if isinstance(discard, Discard) and not legal.reshuffles() else []
    return _repeated_wrongly(legal, place, event.kept or (), [legal.unseen()[0], *thrown[:1]])


@violation("DLT03")
def pat_on_another_hand(legal: LegalHand) -> Altered:
    """The hand that the hero is said to stand pat on is not the one they held; they go on with it."""
    place, event = legal.pick_hero(StandPat)
    return _repeated_wrongly(legal, place, event.held or (), [legal.unseen()[0]])


def _repeated_wrongly(legal: LegalHand, place: int, cards: tuple[Card, ...], wrong: list[Card]) -> Altered:
    return card_exchanged(legal, place, legal.hero, legal.choose(cards), legal.choose(wrong))
