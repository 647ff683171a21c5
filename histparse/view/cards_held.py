"""Step 7b, view: what players hold after each draw, as far as the text has shown their cards since the deal."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from histparse.model.cards import DECK, Cards
from histparse.model.ranking import describe, strength
from histparse.odds.better_hand import best_one_card, chance_of_better
from histparse.view.model import AnyStep, Dealt, Drawn, HeldCards, Stage

_PLACE = {card: place for place, card in enumerate(reversed(DECK))}


def held_cards(cards: Cards | None) -> HeldCards | None:
    """The cards with their name, from the highest down; None if they are not five different known ones."""
    number = strength(cards)
    if cards is None or number is None:
        return None
    rank = describe(number)
    name = "-".join(rank.ranks) if rank.category.endswith("-low") else rank.name
    return HeldCards(tuple(sorted(cards, key=_PLACE.__getitem__)), number, name)


def with_hands(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """The stages; every draw has the hand it made and the chance of a better one, where cards are known."""
    held = _Held()
    return tuple(replace(stage, steps=tuple(map(held.named, stage.steps))) for stage in stages)


class _Held:
    """The cards of each player on the way through a hand."""

    def __init__(self) -> None:
        self.now: dict[str, Cards] = {}
        self.thrown: dict[str, Cards] = {}

    def named(self, step: AnyStep) -> AnyStep:
        if isinstance(step, Dealt) and step.hand:
            self.now[step.player] = step.hand.cards
        return self._drawn(step) if isinstance(step, Drawn) else step

    def _drawn(self, step: Drawn) -> Drawn:
        before = self.now.pop(step.player, None)
        hand = held_cards(_after(before, step))
        chance = _chance(before, step, self.thrown.get(step.player, ()))
        self.thrown[step.player] = self.thrown.get(step.player, ()) + (step.thrown or ())
        if hand:
            self.now[step.player] = hand.cards
        return replace(step, hand=hand, better=chance)


def _after(before: Cards | None, step: Drawn) -> Cards | None:
    if before is None or step.count == 0:
        return before
    if step.thrown is None or step.received is None:
        return None
    return tuple(card for card in before if card not in step.thrown) + step.received


def _chance(before: Cards | None, step: Drawn, seen: Cards) -> float | None:
    if before is None:
        return None
    if step.count == 0:
        return best_one_card(before, seen)
    if step.thrown is None or len(step.thrown) != step.count or not set(step.thrown) <= set(before):
        return None
    return chance_of_better(before, step.thrown, seen)
