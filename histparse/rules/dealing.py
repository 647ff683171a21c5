"""Step 4, rules DLT: the deal, and that a card is in one place only."""

from __future__ import annotations

from histparse.model.cards import CARDS_IN_HAND, Cards, known
from histparse.model.events import Deal, Discard, Fold, Receive, Result, Show, StandPat
from histparse.model.figures import Count
from histparse.model.house import Source
from histparse.replay.deck import Place, Sighting
from histparse.replay.players import Player
from histparse.replay.table import Table
from histparse.rules.registry import Cause, Fact, Objection, Violation, act_rule, cards, sighting_violation

ELSEWHERE = {
    Place.HELD: "{name} has {card}, which {holder} had on line {seen}: one card in two hands",
    Place.THROWN: "{name} has {card}, which {holder} discarded on line {seen}; no reshuffle brought it back",
    Place.HELD_OR_THROWN: "{name} has {card}, which {holder} had on line {seen}; no reshuffle brought it back",
}
"""What is said of a card, by the place where another player left it."""


@act_rule(
    "DLT01",
    "a player not dealt exactly five cards, or dealt in after the deal",
    on=Deal,
    rests_on=Fact.CARDS,
    doubts=Fact.CARDS,
)
def not_dealt_five_cards_once(table: Table, event: Deal, player: Player) -> Objection:
    """Every player gets five cards, once, before the first draw.

    Sources: rule pages. Examples: `Dealt to Ann [7s 5h 4d 3c]`; a second deal to the same player, or one
    after somebody has acted.
    """
    if len(event.cards) != CARDS_IN_HAND:
        dealt = Count(len(event.cards), "card")
        return Violation("{name} is dealt {dealt}; everybody gets five", dealt=dealt)
    if player.held is not None or table.drawing or table.betting.acts:
        return Violation("{name} is dealt a hand after the deal")
    return None


@act_rule(
    "DLT02",
    "one card in two places at once",
    on=(Deal, Fold, Show, Result),
    rests_on=(Fact.CARDS, Fact.STUB),
    doubts=Fact.CARDS,
)
def card_in_two_places(table: Table, event: Deal | Fold | Show | Result, player: Player) -> Objection:
    """A card is in one hand, in the discard pile or in the stub. A reshuffle moves the pile, including folded hands.

    Players have held what they show since they last drew, so cards are compared back to that draw; and no more of it
    can have come from others by a reshuffle than they have drawn since. Sources: the rule pages on the reshuffle.
    Examples: Ann discards [Kd] and Bob shows [Kd], with no reshuffle in between; Bob draws one card after the
    reshuffle and shows two that Ann discarded before it.
    """
    shown, sightings = known(cards_unless_already_shown(event, player)), table.deck.sightings
    if not shown:
        return None
    for card in () if sightings.keys().isdisjoint(shown) else shown:
        sighting = sightings.get(card)
        if (
            sighting is not None
            and sighting.player is not player
            and not _may_come_from_reshuffle(table, sighting, player)
        ):
            if _may_reach_others_after_fold(table, sighting, player) or came_by_reshuffle_from_live_hand(
                sighting, player
            ):
                continue
            if card in table.deck.drawn and table.deck.drawn[card].epoch > player.epoch:
                continue  # the reshuffle brought it: DCK04
            return sighting_violation(ELSEWHERE[sighting.place], card, sighting)
    return _find_repeated_card(shown)


@act_rule(
    "DLT02",
    on=(Fold, Show, Result),
    rests_on=(Fact.CARDS, Fact.STUB, Fact.DRAWN),
    doubts=Fact.CARDS,
)
def shows_too_many_reshuffled_cards(table: Table, event: Fold | Show | Result, player: Player) -> Objection:
    """Players show more cards that others had before a reshuffle than they have drawn since: they held one already."""
    shown, sightings = known(cards_unless_already_shown(event, player)), table.deck.sightings
    if sightings.keys().isdisjoint(shown):
        return None
    foreign = [card for card in shown if card in sightings and sightings[card].player is not player]
    if len(foreign) <= player.drawn_since or not all(
        _may_come_from_reshuffle(table, sightings[card], player) for card in foreign
    ):
        return None
    return Violation(
        "{name} has {cards}, which others had before the reshuffle; {name} has drawn {drawn} since",
        cards=cards(foreign),
        drawn=Count(player.drawn_since, "card"),
    )


def cards_unless_already_shown(event: Deal | Fold | Show | Result, player: Player) -> Cards:
    """The cards of an event; none if the summary only repeats what the player has shown."""
    return () if not event.cards or event.cards == player.shown else event.cards


def _find_repeated_card(hand: Cards) -> Objection:
    if len(set(hand)) == len(hand):
        return None
    double = next(card for card in hand if hand.count(card) > 1)
    return Violation("{name} has {card} twice", card=cards((double,)))


def _may_come_from_reshuffle(table: Table, sighting: Sighting, player: Player) -> bool:
    """Whether a reshuffle before their last draw may have given the player a card seen elsewhere."""
    if sighting.place is not Place.HELD:
        return player.epoch > sighting.epoch
    owner = sighting.player
    returns = Source.FOLDED_HANDS in table.house.reshuffled
    return owner.folded and returns and player.epoch > owner.folded_epoch


def came_by_reshuffle_from_live_hand(sighting: Sighting, player: Player) -> bool:
    """Whether the player drew after a reshuffle in which the card was in a live player's hand: DCK04."""
    owner = sighting.player
    held = sighting.place is Place.HELD and owner is not player and not owner.folded
    return held and player.epoch > sighting.epoch


def _may_reach_others_after_fold(table: Table, sighting: Sighting, player: Player) -> bool:
    """Whether a reshuffle after they folded may have given others a card of the player."""
    return player.folded and Source.FOLDED_HANDS in table.house.reshuffled and sighting.epoch > player.folded_epoch


@act_rule(
    "DLT02",
    on=Receive,
    rests_on=(Fact.CARDS, Fact.STUB),
    doubts=Fact.CARDS,
)
def new_card_already_in_a_hand(table: Table, event: Receive, player: Player) -> Objection:
    """A new card that a player already holds, without a reshuffle."""
    new = known(event.new or ())
    if len(new) != player.owed_cards or len(event.kept or ()) + len(new) != CARDS_IN_HAND:
        return None
    if double := _find_repeated_card((*(event.kept or ()), *new)):
        return double
    for card in new:
        sighting = table.deck.sightings.get(card)
        held = sighting is not None and sighting.place is Place.HELD and sighting.player is not player
        if sighting is not None and held and player.epoch == 0:
            return sighting_violation(
                "{name} is dealt {card}, which {holder} had on line {seen}: one card in two hands", card, sighting
            )
    return None


@act_rule("DLT04", "the text shows the deal of a second player", on=Deal, doubts=Fact.CARDS)
def shows_deal_of_second_player(table: Table, event: Deal, player: Player) -> Objection:
    """A hand history is one player's: nobody sees another's cards at the deal.

    Sources: every real hand with a hero, of five sites. Example: `Dealt to Ann [7s 5h 4d 3c 2s]`, then
    `Dealt to Bob [Kd Jh 9c 8s 4h]`.
    """
    first = next((opponent for opponent in table.players if opponent.glimpsed and opponent is not player), None)
    if first is None or not known(event.cards) or not table.reading.shows_hero_only:
        return None
    return Violation(
        "the text shows the cards dealt to {first} and those dealt to {name}; a hand history shows one player's",
        first=first.name,
    )


@act_rule(
    "DLT04",
    on=(Discard, StandPat, Receive),
    rests_on=Fact.CARDS,
    doubts=Fact.CARDS,
    cause=Cause.CARDS,
)
def shows_draw_of_non_hero(table: Table, event: Discard | StandPat | Receive, player: Player) -> Objection:
    """Nor does anybody see what another throws, keeps or draws."""
    hero = table.hand.hero
    if hero in {None, player.name} or not table.reading.shows_hero_only or not _known_cards_printed(event):
        return None
    return Violation(
        "the text shows the cards of {name} in a draw; a hand history shows those of {hero} alone", hero=str(hero)
    )


def _known_cards_printed(event: Discard | StandPat | Receive) -> Cards:
    match event:
        case Discard(cards=shown) | StandPat(held=shown):
            return known(shown or ())
        case _:
            return known((*(event.kept or ()), *(event.new or ())))


@act_rule(
    "DLT03",
    "the hand the text repeats is not the hand the player must hold",
    on=(Receive, StandPat),
    rests_on=Fact.CARDS,
    doubts=(Fact.CARDS, Fact.DRAWN),
    cause=Cause.CARDS,
)
def repeats_wrong_held_cards(table: Table, event: Receive | StandPat, player: Player) -> Objection:
    """Some sites repeat the hand at each draw: kept and new cards, or all five on a pat hand.

    Sources: real hands. Example: after discarding [Kd], `Dealt to Ann [Kd 5h 4d 3c] [2s]`.
    """
    stated = event.held if isinstance(event, StandPat) else event.kept
    if player.held is None or not stated or stated == player.held:
        return None
    repeated = known(stated)
    if not repeated or set(repeated) == set(player.held):
        return None
    return Violation(
        "the text says {name} keeps {said}; they hold {held}", said=cards(repeated), held=cards(player.held)
    )
