"""Violations DRW, the players: who draws when, how many cards, and which."""

from __future__ import annotations

from typing import NamedTuple

from histparse.model.events import Discard, DrawBegins, Event, Note, Receive, Reshuffle, StandPat
from histparse.simulate.onehand import choose_and_exchange_cards, play_betting_round
from tests.dealer.violations.continuation import rest_wrong_from
from tests.dealer.violations.contract import violation
from tests.dealer.violations.legal_hand import DRAWS, Altered, LegalHand, need

IN_A_DRAW = (*DRAWS, Receive, Reshuffle)
MOST = 5
"""Cards that somebody can draw."""


class Turn(NamedTuple):
    """One player's part in a draw, as a half-open range of places."""

    player: str
    begin: int
    end: int


def _turns(legal: LegalHand, least: int = 1) -> list[Turn]:
    """Everybody's part in a random draw without a reshuffle, in order."""
    heading, _ = legal.pick(DrawBegins)
    turns = _turns_from(legal, heading + 1)
    need(len(turns) >= least)
    return turns


def _turns_from(legal: LegalHand, begin: int, passed: tuple[type[Event], ...] = (Receive, Note)) -> list[Turn]:
    """The parts in a draw from that place on; none if the deck was reshuffled in it."""
    turns: list[Turn] = []
    for place, event in enumerate(legal.story[begin:], begin):
        if isinstance(event, DRAWS):
            turns.append(Turn(event.player, place, place + 1 + isinstance(event, Discard)))
        elif isinstance(event, Reshuffle):
            return []
        elif not isinstance(event, passed):
            break
    return turns


@violation("DRW01")
def draws_too_early(legal: LegalHand) -> Altered:
    """Somebody draws before a player who should draw first."""
    early, late = _two_in_order(legal)
    story = legal.story
    moved = story[late.begin : late.end]
    story = [*story[: early.begin], *moved, *story[early.begin : late.begin], *story[late.end :]]
    return Altered(story, moved[0])


@violation("DRW01")
def draws_too_late(legal: LegalHand) -> Altered:
    """Somebody draws too late: the next player was too early."""
    early, late = _two_in_order(legal)
    story = legal.story
    moved, passed = story[early.begin : early.end], story[early.end : late.end]
    story = [*story[: early.begin], *passed, *moved, *story[late.end :]]
    return Altered(story, legal.following(passed, 0))


def _two_in_order(legal: LegalHand) -> tuple[Turn, Turn]:
    turns = _turns(legal, 2)
    first, second = sorted(legal.random.sample(range(len(turns)), 2))
    return turns[first], turns[second]


@violation("DRW02")
def list_too_short(legal: LegalHand) -> Altered:
    """The hero's list of discards lacks a card, or all of them."""
    place, discard = legal.pick_hero(Discard)
    need(discard.cards)
    return legal.changed(place, cards=legal.choose(((discard.cards or ())[:-1], ())))


@violation("DRW02")
def list_too_long(legal: LegalHand) -> Altered:
    """The hero's list of discards has a card more than they discard."""
    place, received = legal.pick_hero(Receive)
    discard = legal.story[place - 1]
    thrown = discard.cards or () if isinstance(discard, Discard) else ()
    need(received.kept and thrown)
    return legal.changed(place - 1, cards=(*thrown, legal.choose(received.kept or ())))


@violation("DRW02")
def number_not_as_listed(legal: LegalHand) -> Altered:
    """The number before the hero's list is wrong; they get as many cards as are listed."""
    place, discard = legal.pick_hero(Discard)
    count = legal.choose([count for count in range(1, MOST + 1) if count != discard.count])
    need(legal.spare_cards() >= MOST)
    return legal.changed(place, count=count)


@violation("DRW02")
def more_than_five(legal: LegalHand) -> Altered:
    """Somebody discards more cards than they can hold, though the stub would suffice."""
    place, discard = legal.pick(Discard, lambda event: event.player != legal.hero)
    need(not legal.reshuffles())
    count = legal.random.randint(MOST + 1, 9)
    need(legal.spare_cards() >= count - discard.count)
    return legal.changed(place, count=count)


@violation("DRW03")
def throws_a_strange_card(legal: LegalHand) -> Altered:
    """The hero discards a card that they do not hold."""
    place, discard = legal.pick_hero(Discard)
    return legal.changed(place, cards=legal.one_replaced(discard.cards, legal.unseen()[0]))


@violation("DRW03")
def throws_a_card_again(legal: LegalHand) -> Altered:
    """The hero discards a card that they have discarded before."""
    discards = [(place, event) for place, event in legal.all(Discard) if event.player == legal.hero and event.cards]
    place, discard = legal.choose(discards[1:])
    first = discards[0][1].cards or ()
    return legal.changed(place, cards=legal.one_replaced(discard.cards, legal.choose(first)))


@violation("DRW04")
def draws_again(legal: LegalHand) -> Altered:
    """Somebody draws or stands pat a second time in the same draw."""
    need(legal.spare_cards() >= MOST)
    turn = legal.choose([turn for turn in _turns(legal) if turn.player != legal.hero])
    place = legal.choose([later_turn.end for later_turn in _turns_from(legal, turn.begin, (Receive,))])
    return legal.added(place, _stray_draw(legal, turn.player))


def _stray_draw(legal: LegalHand, player: str) -> Event:
    return legal.choose((StandPat(0, player), Discard(0, player, legal.random.randint(1, MOST))))


@violation("DRW04")
def never_draws(legal: LegalHand) -> Altered:
    """Somebody neither draws nor stands pat; the hand goes on with their old cards."""
    turns = _turns(legal, 2)
    idle = legal.choose(turns)
    play = legal.resumed(legal.story[: idle.begin])
    for turn in turns:
        if turn.begin > idle.begin:
            choose_and_exchange_cards(play, play.by_name[turn.player])
    place = len(play.events)
    play_betting_round(play)
    return rest_wrong_from(legal, play, place)


@violation("DRW05")
def draws_after_folding(legal: LegalHand) -> Altered:
    """Somebody who has folded draws or stands pat with the others."""
    turns = _turns(legal)
    need(legal.spare_cards() >= MOST)
    players = legal.resumed(legal.story[: turns[0].begin]).players
    player = legal.choose([player for player in players if not player.is_live and player.name != legal.hero])
    predecessors = {predecessor.name for predecessor in players[: players.index(player)]}
    place = next((turn.begin for turn in turns if turn.player not in predecessors), turns[-1].end)
    return legal.added(place, _stray_draw(legal, player.name))


@violation("DRW06")
def served_too_few(legal: LegalHand) -> Altered:
    """The hero gets a card less than they discarded."""
    place, event = legal.pick_hero(Receive)
    new = (event.new or ())[:-1]
    need(new)
    return legal.changed(place, new=new, count=len(new))


@violation("DRW06")
def served_too_many(legal: LegalHand) -> Altered:
    """The hero gets a card more than they discarded."""
    place, event = legal.pick_hero(Receive)
    new = (*(event.new or ()), legal.unseen()[0])
    return legal.changed(place, new=new, count=len(new))


@violation("DRW06")
def served_nothing(legal: LegalHand) -> Altered:
    """The hero discards cards and gets none; found when the draw is over."""
    place, _ = legal.pick_hero(Receive)
    rest = (event for event in legal.story[place + 1 :] if legal.is_printed(event))
    return Altered(legal.instead(place), next(event for event in rest if not isinstance(event, IN_A_DRAW)))
