"""Habits to plant in dealt players: the best draws throughout, but for one leak."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from histparse.model.cards import RANKS, Card
from histparse.model.events import Bet, DrawBegins, Event, Raise
from histparse.model.ranking import number
from tests.dealer.habits import DrawHabit

Cards = list[Card]
NINE, UNPAIRED = 52, 1278
"""Numbers of the worst hands of their kind."""


def _rank(card: Card) -> int:
    return RANKS.index(card[0])


def _pat_too_much(cards: Cards, best: Cards, draw: int, _: Random) -> Cards:
    return [] if draw > 1 and number(tuple(cards)) <= UNPAIRED else best


def _snows(cards: Cards, best: Cards, _: int, random: Random) -> Cards:
    return [] if number(tuple(cards)) > UNPAIRED and random.random() < 0.2 else best


def _keeps_pairs(cards: Cards, best: Cards, _: int, __: Random) -> Cards:
    """Throws no card of which another is kept, while there are others to throw."""
    kept_ranks = {card[0] for card in cards if card not in best}
    return [card for card in best if card[0] not in kept_ranks] or best


def _breaks_nines(cards: Cards, best: Cards, _: int, __: Random) -> Cards:
    return best or ([max(cards, key=_rank)] if 18 < number(tuple(cards)) <= NINE else best)


def _breaks(cards: Cards, best: Cards, _: int, __: Random) -> Cards:
    return best or ([max(cards, key=_rank)] if number(tuple(cards)) > NINE else best)


def _draws_too_few(cards: Cards, best: Cards, _: int, __: Random) -> Cards:
    """Keeps the lowest of the cards thrown, if it makes no pair."""
    kept_ranks = {card[0] for card in cards if card not in best}
    able = sorted((card for card in best if card[0] not in kept_ranks), key=_rank)
    return [card for card in best if card != able[0]] if len(best) > 1 and able else best


def _draws_too_many(cards: Cards, best: Cards, _: int, __: Random) -> Cards:
    """Throws the highest card of a draw too."""
    kept_cards = [card for card in cards if card not in best]
    return [*best, max(kept_cards, key=_rank)] if 1 <= len(best) <= 3 else best


def _wrong_card(cards: Cards, best: Cards, _: int, random: Random) -> Cards:
    """Keeps the lowest card thrown, if it makes no pair, for the lowest one kept."""
    kept_cards = [card for card in cards if card not in best]
    able = sorted((card for card in best if card[0] not in {kept_card[0] for kept_card in kept_cards}), key=_rank)
    if not able or not kept_cards or random.random() > 0.3:
        return best
    return [*(card for card in best if card != able[0]), min(kept_cards, key=_rank)]


class _BreaksRaised(DrawHabit, frozen=True):
    """Breaks what is pat after a bet that was raised; named as the player who has it."""

    def discards(self, cards: Cards, draw: int, random: Random, events: Sequence[Event]) -> Cards:
        """The best draw for low, or the highest card."""
        best = super().discards(cards, draw, random, events)
        rounds: list[list[str]] = [[]]
        for event in events:
            if isinstance(event, DrawBegins):
                rounds.append([])
            elif isinstance(event, Bet | Raise):
                rounds[-1].append(event.player)
        *_, bettors, _ = rounds
        was_raised = draw > 1 and self.name in bettors and bettors[-1] != self.name
        return [max(cards, key=_rank)] if was_raised and not best else best


LEAKS = {
    habit.name: habit
    for habit in (
        DrawHabit("pat-too-much", _pat_too_much),
        DrawHabit("snows", _snows),
        DrawHabit("keeps-pairs", _keeps_pairs),
        DrawHabit("breaks-nines", _breaks_nines),
        DrawHabit("breaks", _breaks),
        _BreaksRaised("breaks-raised"),
        DrawHabit("draws-too-few", _draws_too_few),
        DrawHabit("draws-too-many", _draws_too_many),
        DrawHabit("wrong-card", _wrong_card),
        DrawHabit("calls-too-much", calls_with=(1, 7462)),
        DrawHabit("folds-too-much", calls_with=(1, 4)),
    )
}
"""One leak each, by the name that the coach has for it."""
