"""Violations DLT: not five cards, one card in two places, a hand repeated wrongly."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.cards import Card
from histparse.model.events import Deal, Discard, DrawBegins, Event, Fold, Receive, ShowdownBegins, StandPat
from histparse.simulate.violations.adapted_settings import showdowns
from histparse.simulate.violations.cards import changed, exposure, hand_before, turned
from histparse.simulate.violations.continuation import settle
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.hand_state import HandState
from histparse.simulate.violations.legal_hand import ACTS, LegalHand


@violation("DLT01")
def four_or_six_cards(legal: LegalHand) -> Altered | None:
    """The hero is dealt a card too few or too many."""
    found = legal.pick_hero(Deal)
    if found is None:
        return None
    place, deal = found
    cards = deal.cards
    wrong = replace(deal, cards=legal.random.choice((cards[:4], cards[:3], (*cards, legal.unseen()[0]))))
    return Altered(legal.instead(place, wrong), wrong)


@violation("DLT01")
def dealt_twice(legal: LegalHand) -> Altered | None:
    """The hero is dealt in again while the first round is bet."""
    found = legal.pick_hero(Deal)
    if found is None:
        return None
    again = replace(found[1])
    return Altered(legal.put(_in_first_round(legal), again), again)


@violation("DLT01")
def dealt_late(legal: LegalHand) -> Altered | None:
    """The hero is dealt in after somebody has acted."""
    found = legal.pick_hero(Deal)
    at = _in_first_round(legal)
    if (
        found is None
        or at == legal.first_act()
        or any(isinstance(event, ACTS) and event.player == legal.hero for event in legal.story[:at])
    ):
        return None
    place, late = found
    return Altered([*legal.story[:place], *legal.story[place + 1 : at], late, *legal.story[at:]], late)


def _in_first_round(legal: LegalHand) -> int:
    """A random place after the first act and before the first draw."""
    begin = legal.first_act()
    end = legal.first(DrawBegins) or begin + 1
    acts = [at for at in range(begin, end) if isinstance(legal.story[at], ACTS)]
    return legal.random.choice(acts) + 1 if acts else begin


@violation("DLT02")
def twice_in_the_deal(legal: LegalHand) -> Altered | None:
    """The hero is dealt the same card twice."""
    found = legal.pick_hero(Deal)
    if found is None:
        return None
    one, other = legal.random.sample(found[1].cards, 2)
    wrong = changed(found[1], one, other)
    return Altered(legal.instead(found[0], wrong), wrong)


@violation("DLT02")
def draws_what_he_keeps(legal: LegalHand) -> Altered | None:
    """The hero is served a card that they have kept."""
    found = legal.pick_hero(Receive)
    if found is None or not found[1].kept or not found[1].new:
        return None
    place, event = found
    wrong = changed(event, legal.random.choice(event.new or ()), legal.random.choice(event.kept or ()))
    return Altered(legal.instead(place, wrong), wrong)


@violation("DLT02", adapt=showdowns)
def shows_what_hero_has_or_threw(legal: LegalHand) -> Altered | None:
    """A player turns up a card that the hero was dealt or has drawn, and no reshuffle was made."""
    if legal.reshuffles():
        return None
    cards = {card for event in legal.story for card in _seen_by(event, legal.hero)}
    return _given(legal, sorted(cards))


@violation("DLT02", adapt=showdowns)
def shows_what_hero_keeps(legal: LegalHand) -> Altered | None:
    """A player turns up a card that the hero has held from the deal to the showdown, reshuffles or not."""
    end = legal.first(ShowdownBegins)
    deal = legal.pick_hero(Deal)
    if end is None or deal is None or legal.pick_hero(Fold):
        return None
    return _given(legal, sorted(set(deal[1].cards) - _thrown(legal)))


def _thrown(legal: LegalHand) -> set[Card]:
    """The hero's discards."""
    own = [event for _, event in legal.all(Discard) if event.player == legal.hero]
    return {card for event in own for card in event.cards or ()}


def _seen_by(event: Event, hero: str | None) -> tuple[Card, ...]:
    if isinstance(event, Deal) and event.player == hero:
        return event.cards
    return event.new or () if isinstance(event, Receive) and event.player == hero else ()


def _given(legal: LegalHand, cards: list[Card]) -> Altered | None:
    """At the showdown a player other than the hero has one of the cards instead of one of their own."""
    end = legal.first(ShowdownBegins)
    if end is None or not cards:
        return None
    play = HandState(legal, legal.story[:end]).play
    player = legal.random.choice([player for player in play.live if player.name != legal.hero])
    card = legal.random.choice(cards)
    if card in player.cards:
        return None
    player.cards[legal.random.randrange(5)] = card
    story = settle(play)
    wrong = exposure(story, player.name)
    return Altered(story, wrong) if wrong else None


@violation("DLT02", adapt=showdowns)
def two_show_one_card(legal: LegalHand) -> Altered | None:
    """Two players turn up the same card; the later line is wrong."""
    end = legal.first(ShowdownBegins)
    if end is None:
        return None
    play = HandState(legal, legal.story[:end]).play
    live = [player for player in play.live if player.name != legal.hero]
    if len(live) < 2:
        return None
    one, other = legal.random.sample(live, 2)
    # The hero's discards may return by a reshuffle after the first player's last draw, which would be found earlier.
    free = [card for card in other.cards if card not in _thrown(legal)]
    if not free:
        return None
    card = legal.random.choice(free)
    one.cards[legal.random.randrange(5)] = card
    story = settle(play)
    lines = [line for player in (one, other) if (line := exposure(story, player.name))]
    return Altered(story, max(lines, key=lambda line: line.line))


@violation("DLT02")
def folds_face_up(legal: LegalHand) -> Altered | None:
    """Somebody folds their cards face up before the second draw, and one of them is in the hero's first hand."""
    deal = legal.pick_hero(Deal)
    found = legal.pick(Fold, lambda event: event.player != legal.hero)
    if deal is None or found is None or found[0] > (legal.first(DrawBegins) or len(legal.story)):
        return None
    place, fold = found
    own = list(hand_before(legal.story, place, fold.player))
    own[legal.random.randrange(5)] = legal.random.choice(deal[1].cards)
    wrong = replace(fold, cards=tuple(own))
    return Altered(legal.instead(place, wrong), wrong)


@violation("DLT03")
def keeps_another_card(legal: LegalHand) -> Altered | None:
    """The cards that the hero is said to keep are not those they kept; they go on with them."""
    found = legal.pick_hero(Receive)
    if found is None or not found[1].kept:
        return None
    place, event = found
    thrown = legal.story[place - 1]
    # After a reshuffle somebody else may show the discard.
    back = list(thrown.cards or ()) if isinstance(thrown, Discard) and not legal.reshuffles() else []
    return _turned(legal, place, event.kept or (), [legal.unseen()[0], *back[:1]])


@violation("DLT03")
def pat_on_another_hand(legal: LegalHand) -> Altered | None:
    """The hand that the hero is said to stand pat on is not the one they held; they go on with it."""
    found = legal.pick_hero(StandPat)
    return _turned(legal, found[0], found[1].held or (), [legal.unseen()[0]]) if found else None


def _turned(legal: LegalHand, place: int, cards: tuple[Card, ...], others: list[Card]) -> Altered:
    change = (legal.random.choice(cards), legal.random.choice(others))
    story = turned(legal, legal.story, place, legal.hero or "", change)
    return Altered(story, story[place])
