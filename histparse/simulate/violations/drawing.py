"""Violations DRW, the players: who draws when, how many cards, and which."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from histparse.model.events import Discard, DrawBegins, Event, Receive, Reshuffle, StandPat
from histparse.simulate.violations.continuation import bet_and_go_on, draw_for
from histparse.simulate.violations.contract import Altered, violation
from histparse.simulate.violations.hand_state import HandState
from histparse.simulate.violations.legal_hand import DRAWS, LegalHand

IN_A_DRAW = (*DRAWS, Receive, Reshuffle)


class Turn(NamedTuple):
    """One player's part in a draw, as a half-open range of places."""

    player: str
    begin: int
    end: int
    drawn: int


def _turns(legal: LegalHand) -> list[Turn]:
    """Everybody's part in a random draw, in order; empty if the deck was reshuffled in it."""
    found = legal.pick(DrawBegins)
    if found is None:
        return []
    turns: list[Turn] = []
    for place in range(found[0] + 1, len(legal.story)):
        event = legal.story[place]
        if isinstance(event, DRAWS):
            count = event.count if isinstance(event, Discard) else 0
            turns.append(Turn(event.player, place, place + 1 + (count > 0), count))
        elif isinstance(event, Reshuffle):
            return []
        elif legal.is_printed(event) and not isinstance(event, Receive):
            break
    return turns


@violation("DRW01")
def draws_too_early(legal: LegalHand) -> Altered | None:
    """Somebody draws before a player who should draw first."""
    turns = _turns(legal)
    if len(turns) < 2:
        return None
    early, late = _two_in_order(legal, turns)
    story = legal.story
    moved = story[late.begin : late.end]
    story = [*story[: early.begin], *moved, *story[early.begin : late.begin], *story[late.end :]]
    return Altered(story, moved[0])


@violation("DRW01")
def draws_too_late(legal: LegalHand) -> Altered | None:
    """Somebody draws too late: the next player was too early."""
    turns = _turns(legal)
    if len(turns) < 2:
        return None
    early, late = _two_in_order(legal, turns)
    story = legal.story
    moved, passed = story[early.begin : early.end], story[early.end : late.end]
    story = [*story[: early.begin], *passed, *moved, *story[late.end :]]
    return Altered(story, legal.following(passed, 0))


def _two_in_order(legal: LegalHand, turns: list[Turn]) -> tuple[Turn, Turn]:
    first, second = sorted(legal.random.sample(range(len(turns)), 2))
    return turns[first], turns[second]


@violation("DRW02")
def list_too_short(legal: LegalHand) -> Altered | None:
    """The hero's list of discards lacks a card, or all of them."""
    found = legal.pick_hero(Discard)
    if found is None or not found[1].cards:
        return None
    place, discard = found
    wrong = replace(discard, cards=legal.random.choice(((discard.cards or ())[:-1], ())))
    return Altered(legal.instead(place, wrong), wrong)


@violation("DRW02")
def list_too_long(legal: LegalHand) -> Altered | None:
    """The hero's list of discards has a card more than they discard."""
    found = legal.pick_hero(Receive)
    if found is None or not found[1].kept:
        return None
    place, received = found
    discard = legal.story[place - 1]
    if not isinstance(discard, Discard):
        return None
    wrong = replace(discard, cards=(*(discard.cards or ()), legal.random.choice(received.kept or ())))
    return Altered(legal.instead(place - 1, wrong), wrong)


@violation("DRW02")
def number_not_as_listed(legal: LegalHand) -> Altered | None:
    """The number before the hero's list is wrong; they get as many cards as are listed."""
    found = legal.pick_hero(Discard)
    if found is None:
        return None
    place, discard = found
    others = [count for count in range(1, 6) if count != discard.count]
    wrong = replace(discard, count=legal.random.choice(others))
    return None if legal.reshuffles() or legal.spare_cards() < 5 else Altered(legal.instead(place, wrong), wrong)


@violation("DRW02")
def more_than_five(legal: LegalHand) -> Altered | None:
    """Somebody discards more cards than they can hold, though the stub would suffice."""
    found = legal.pick(Discard, lambda event: event.player != legal.hero)
    if found is None or legal.reshuffles():
        return None
    place, discard = found
    wrong = replace(discard, count=legal.random.randint(6, 9))
    enough = legal.spare_cards() >= wrong.count - discard.count
    return Altered(legal.instead(place, wrong), wrong) if enough else None


@violation("DRW03")
def throws_a_strange_card(legal: LegalHand) -> Altered | None:
    """The hero discards a card that they do not hold."""
    found = legal.pick_hero(Discard)
    if found is None or not found[1].cards:
        return None
    place, discard = found
    cards = list(discard.cards or ())
    cards[legal.random.randrange(len(cards))] = legal.unseen()[0]
    wrong = replace(discard, cards=tuple(cards))
    return Altered(legal.instead(place, wrong), wrong)


@violation("DRW03")
def throws_a_card_again(legal: LegalHand) -> Altered | None:
    """The hero discards a card that they have discarded before."""
    own = [(place, event) for place, event in legal.all(Discard) if event.player == legal.hero and event.cards]
    if len(own) < 2:
        return None
    (_, before), (place, discard) = own[0], legal.random.choice(own[1:])
    cards = list(discard.cards or ())
    cards[legal.random.randrange(len(cards))] = legal.random.choice(before.cards or ())
    wrong = replace(discard, cards=tuple(cards))
    return Altered(legal.instead(place, wrong), wrong)


@violation("DRW04")
def draws_again(legal: LegalHand) -> Altered | None:
    """Somebody draws or stands pat a second time in the same draw."""
    turns = [turn for turn in _turns(legal) if turn.player != legal.hero]
    if not turns or legal.reshuffles() or legal.spare_cards() < 5:
        return None
    turn = legal.random.choice(turns)
    name = turn.player
    again = legal.random.choice((StandPat(0, name), Discard(0, name, legal.random.randint(1, 5))))
    at = legal.random.choice([other.end for other in _behind(legal, turn)])
    return Altered(legal.put(at, again), again)


def _behind(legal: LegalHand, turn: Turn) -> list[Turn]:
    """That part of the draw and those after it."""
    found = [turn]
    for place in range(turn.end, len(legal.story)):
        event = legal.story[place]
        if isinstance(event, DRAWS):
            found.append(Turn(event.player, place, place + 1 + isinstance(event, Discard), 0))
        elif not isinstance(event, Receive):
            break
    return found


@violation("DRW04")
def never_draws(legal: LegalHand) -> Altered | None:
    """Somebody neither draws nor stands pat; the hand goes on with their old cards."""
    turns = _turns(legal)
    if len(turns) < 2:
        return None
    idle = legal.random.choice(turns)
    state = HandState(legal, legal.story[: idle.begin])
    draw_for(state, [state.by_name[turn.player] for turn in turns if turn.begin > idle.begin])
    place = len(state.play.events)
    story = bet_and_go_on(state)
    return Altered(story, legal.following(story, place))


@violation("DRW05")
def draws_after_folding(legal: LegalHand) -> Altered | None:
    """Somebody who has folded draws or stands pat with the others."""
    turns = _turns(legal)
    if not turns or legal.reshuffles() or legal.spare_cards() < 5:
        return None
    players = HandState(legal, legal.story[: turns[0].begin]).play.players
    folded = [player for player in players if not player.live and player.name != legal.hero]
    if not folded:
        return None
    player = legal.random.choice(folded)
    before = {other.name for other in players[: players.index(player)]}
    at = next((turn.begin for turn in turns if turn.player not in before), turns[-1].end)
    act: Event = Discard(0, player.name, legal.random.randint(1, 5))
    act = act if legal.random.random() < 0.7 else StandPat(0, player.name)
    return Altered(legal.put(at, act), act)


@violation("DRW06")
def served_too_few(legal: LegalHand) -> Altered | None:
    """The hero gets a card less than they discarded."""
    found = legal.pick_hero(Receive)
    if found is None or len(found[1].new or ()) < 2:
        return None
    place, event = found
    new = (event.new or ())[:-1]
    wrong = replace(event, new=new, count=len(new))
    return Altered(legal.instead(place, wrong), wrong)


@violation("DRW06")
def served_too_many(legal: LegalHand) -> Altered | None:
    """The hero gets a card more than they discarded."""
    found = legal.pick_hero(Receive)
    if found is None:
        return None
    place, event = found
    new = (*(event.new or ()), legal.unseen()[0])
    wrong = replace(event, new=new, count=len(new))
    return Altered(legal.instead(place, wrong), wrong)


@violation("DRW06")
def served_nothing(legal: LegalHand) -> Altered | None:
    """The hero discards cards and gets none; found when the draw is over."""
    found = legal.pick_hero(Receive)
    if found is None:
        return None
    rest = (event for event in legal.story[found[0] + 1 :] if legal.is_printed(event))
    return Altered(legal.instead(found[0]), next(event for event in rest if not isinstance(event, IN_A_DRAW)))
