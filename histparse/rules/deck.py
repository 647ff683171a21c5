"""Step 4, rules DCK: the stub, the reshuffle, and which cards may be dealt again."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.cards import CARDS_IN_HAND, known
from histparse.model.events import Discard, Event, Fold, Receive, Reshuffle, Result, Show, StandPat
from histparse.model.figures import Count
from histparse.model.house import Source
from histparse.replay.deck import Place, Sighting
from histparse.replay.players import Player
from histparse.replay.steps import DrawEnds
from histparse.replay.table import Phase, Table
from histparse.rules.dealing import came_by_reshuffle_from_live_hand, cards_unless_already_shown
from histparse.rules.registry import Fact, Objection, Violation, act_rule, cards, sighting_violation, step_rule

DEALS = (Fact.STUB, Fact.CARDS, Fact.COURSE, Fact.DRAWN)
"""What tells where a card can come from."""


@act_rule(
    "DCK01",
    "reshuffle announced though the stub sufficed",
    on=(Discard, StandPat),
    rests_on=(Fact.STUB, Fact.COURSE),
    doubts=(Fact.STUB, Fact.DRAWN),
)
def needless_reshuffle(table: Table, event: Discard | StandPat, player: Player) -> Objection:
    """Discards are reshuffled only when the stub cannot fill the next draw; the line comes right before that draw.

    The stub holds 52 cards less five for each player less the cards drawn. Sources: the rule pages; PokerStars'
    page on the reshuffle. Example: `The deck is reshuffled` with 9 cards left and 2 wanted.
    """
    deck = table.deck
    wanted = event.count if isinstance(event, Discard) else 0
    if not deck.announced_on or deck.stub_before is None:
        return None
    # Since an earlier reshuffle the stub may hold the player's own discards, which PokerStars gives nobody back.
    surely = deck.stub_before if deck.reshuffles < 2 else deck.stub_before - player.thrown_count
    if surely < wanted:
        return None
    needless = "the deck is reshuffled with {left} left in the stub, but {name} draws only {wanted}"
    left = Count(surely, "card")
    return Violation(needless, deck.announced_on, left=left, wanted=wanted)


@step_rule(
    "DCK01",
    on=Reshuffle,
    rests_on=(Fact.STUB, Fact.COURSE),
    doubts=(Fact.STUB, Fact.DRAWN),
)
def reshuffle_outside_a_draw(table: Table, step: Event) -> Iterator[Violation]:
    """A reshuffle where nobody draws."""
    if table.phase is not Phase.DRAWING:
        yield Violation("the deck is reshuffled where nobody draws")


@step_rule(
    "DCK01",
    on=DrawEnds,
    rests_on=(Fact.STUB, Fact.COURSE),
    doubts=(Fact.STUB, Fact.DRAWN),
)
def reshuffle_after_last_draw(table: Table, step: Event) -> Iterator[Violation]:
    """A reshuffle after which nobody draws."""
    if table.deck.announced_on:
        yield Violation("the deck is reshuffled after the last player has drawn", table.deck.announced_on)


@act_rule(
    "DCK02",
    "stub exhausted and no reshuffle announced",
    on=Discard,
    rests_on=(Fact.STUB, Fact.COURSE),
    doubts=Fact.STUB,
    houses=lambda house: house.announces_reshuffle == "yes",
)
def reshuffle_not_announced(table: Table, event: Discard, player: Player) -> Objection:
    """At houses that print `The deck is reshuffled`, a draw larger than the stub must be preceded by that line.

    It is not missed in another site's text, which has no such line. Sources: real hands of PokerStars. Example: 0 cards
    left, `Bob: discards 1 card`, no line before.
    """
    stub = table.deck.stub
    if not table.reading.announces or stub is None or event.count <= stub:
        return None
    return Violation(
        "{name} draws {wanted} with {left} left in the stub, and no reshuffle was announced",
        wanted=Count(event.count, "card"),
        left=stub,
    )


@act_rule(
    "DCK05",
    "a player gets back their own discard of this draw",
    on=Receive,
    rests_on=DEALS,
    doubts=Fact.CARDS,
)
def own_discard_dealt_back(table: Table, event: Receive, player: Player) -> Objection:
    """At no house can players be dealt a card that they discard in the same draw.

    Sources: all rule pages. Example: Ann discards [Kd] and is dealt [Kd].
    """
    for card, sighting in _earlier_sightings_of_new_cards(table, event):
        if _is_thrown_in_this_draw(table, sighting) and sighting.player is player:
            return Violation("{name} discards {card} and gets it back in the same draw", card=cards((card,)))
    return None


@act_rule(
    "DCK03",
    "a card seen earlier is dealt again without a reshuffle",
    on=Receive,
    rests_on=DEALS,
    doubts=Fact.CARDS,
)
def card_dealt_again_without_reshuffle(table: Table, event: Receive, player: Player) -> Objection:
    """Until the discards are reshuffled no card can be dealt twice.

    Sources: the rule pages. Example: Ann discards [Kd] in the first draw and gets it in the second.
    """
    for card, sighting in _earlier_sightings_of_new_cards(table, event):
        is_discarded = sighting.place is not Place.HELD and sighting.epoch >= player.epoch
        if is_discarded and not (_is_thrown_in_this_draw(table, sighting) and sighting.player is player):
            return sighting_violation(_repeated_card_sentence(sighting, player), card, sighting)
    return None


def _repeated_card_sentence(sighting: Sighting, player: Player) -> str:
    if sighting.player is player:
        return "{name} is dealt {card}, which they had on line {seen} and discarded; there was no reshuffle since"
    if sighting.place is Place.THROWN:
        return "{name} is dealt {card}, which {holder} discarded on line {seen}; there was no reshuffle since"
    return "{name} is dealt {card}, which {holder} had on line {seen}; there was no reshuffle since"


@act_rule(
    "DCK04",
    "after a reshuffle, a card is dealt that a live player holds",
    on=Receive,
    rests_on=DEALS,
    doubts=Fact.CARDS,
)
def dealt_card_of_live_hand(table: Table, event: Receive, player: Player) -> Objection:
    """A reshuffle never takes a card from a live player's hand.

    Sources: the rule pages. Example: Bob stood pat with [7h], the deck is reshuffled, Ann gets [7h].
    """
    for card, sighting in _earlier_sightings_of_new_cards(table, event):
        owner = sighting.player
        if sighting.place is Place.HELD and owner is not player and not owner.folded and player.epoch:
            return sighting_violation(
                "{name} is dealt {card} after a reshuffle, but {holder} had it on line {seen} and has it still",
                card,
                sighting,
            )
    return None


@act_rule(
    "DCK04",
    on=(Fold, Show, Result),
    rests_on=DEALS,
    doubts=Fact.CARDS,
)
def shown_card_of_live_hand(table: Table, event: Fold | Show | Result, player: Player) -> Objection:
    """Two players have held one card, and one of them has drawn since, after a reshuffle."""
    for card in known(cards_unless_already_shown(event, player)) if player.epoch else ():
        sighting = table.deck.sightings.get(card)
        if sighting and came_by_reshuffle_from_live_hand(sighting, player):
            return sighting_violation(
                "{name} has {card}, drawn after a reshuffle, but {holder} had it on line {seen} and has it still",
                card,
                sighting,
            )
    for card in cards_unless_already_shown(event, player) if table.deck.reshuffles else ():
        receipt = table.deck.drawn.get(card)
        if receipt and receipt.player is not player and receipt.epoch > player.epoch and not player.folded:
            all_along = (
                "{name} is dealt {card} after a reshuffle; {holder} had it all the time, as they show on line {shown}"
            )
            return Violation(
                all_along,
                receipt.line,
                receipt.player,
                card=cards((card,)),
                holder=player.name,
                shown=event.line,
            )
    return None


@act_rule(
    "DCK06",
    "a card comes back that the house keeps out of a reshuffle",
    on=Receive,
    rests_on=DEALS,
    doubts=Fact.CARDS,
)
def dealt_card_barred_from_reshuffle(table: Table, event: Receive, player: Player) -> Objection:
    """Houses differ in what a reshuffle brings back: folded hands, this draw's discards, one's own earlier discards.

    Sources: house profiles. Example: at PokerStars Ann discards [Kd], the deck is reshuffled later, and Ann gets [Kd].
    """
    for card, sighting in _earlier_sightings_of_new_cards(table, event):
        template = _barred_card_sentence_or_empty(table, sighting, player)
        if template:
            return sighting_violation(template, card, sighting)
    return None


FOLDED = "{name} is dealt {card}, which {holder} had on line {seen} and folded; this house reshuffles no folded hands"
OWN_DISCARD = (
    "{name} is dealt {card}, which they had on line {seen} and discarded; this house gives nobody their discards back"
)
THIS_DRAW = "{name} is dealt {card}, which {holder} discarded on line {seen}; this house reshuffles earlier draws only"


def _barred_card_sentence_or_empty(table: Table, sighting: Sighting, player: Player) -> str:
    """The sentence that says why the house keeps a card out of the reshuffle; empty if it does not."""
    house, is_own_discard = table.house, sighting.player is player
    if sighting.place is Place.HELD:
        folded = sighting.player.folded and Source.FOLDED_HANDS not in house.reshuffled and player.epoch > 0
        return FOLDED if folded else ""
    if sighting.epoch >= player.epoch:
        return ""
    if is_own_discard and not house.own_discard_returns:
        return OWN_DISCARD
    now = _is_thrown_in_this_draw(table, sighting)
    if now and not is_own_discard and Source.THIS_DRAW not in house.reshuffled:
        return THIS_DRAW
    return ""


def _earlier_sightings_of_new_cards(table: Table, event: Receive) -> Iterator[tuple[str, Sighting]]:
    if event.new is not None and event.kept is not None and len(event.kept) + len(event.new) != CARDS_IN_HAND:
        return
    for card in known(event.new or ()):
        sighting = table.deck.sightings.get(card)
        if sighting is not None:
            yield card, sighting


def _is_thrown_in_this_draw(table: Table, sighting: Sighting) -> bool:
    return sighting.place is Place.THROWN and sighting.draw == table.drawing
