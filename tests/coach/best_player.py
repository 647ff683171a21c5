"""A dealt player who makes the best draw against a pool, by what the coach found of that pool in other hands."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from histparse.coach.observed import DRAW_LINES, Observed
from histparse.coach.ranges import beat_rates, chances_to_beat_all
from histparse.model.cards import Card
from histparse.model.events import Bet, Deal, Discard, DrawBegins, Event, Fold, Raise, StandPat
from histparse.odds.card_sets import HAND, Floats, cards_to_mask, subsets
from histparse.odds.low_draws import CLASSES, load_outcomes
from tests.dealer.habits import DrawHabit


class BestPlayer(DrawHabit, frozen=True):
    """Named as the player who has it."""

    beaten: Floats = np.zeros(0)
    """How often hands of each class beat an opponent: an array of lines by classes."""

    def discards(self, cards: list[Card], draw: int, _random: Random, events: Sequence[Event]) -> list[Card]:
        """The draw with the largest worth at showdown."""
        held = np.array([cards_to_mask(cards)])
        class_worths = chances_to_beat_all(opponents(events, self.name, draw)[None], self.beaten)
        keep = load_outcomes().keep_worths(held, 4 - draw, class_worths)[:, 0].argmax()
        keep_mask = int(subsets(held, HAND)[keep, 0])
        return [card for card in cards if not keep_mask & cards_to_mask([card])]


def best_player(name: str, pool: Observed) -> BestPlayer:
    """Somebody who draws best against those of the pool."""
    beaten = beat_rates(pool.draw_range.sum(0).reshape(*DRAW_LINES, -1)).reshape(-1, CLASSES)
    return BestPlayer(name, beaten=beaten)


def opponents(events: Sequence[Event], own_name: str, draw: int) -> Floats:
    """How many are still in, by what is known of them: an array of lines."""
    lines: dict[str, int] = {}
    bet: dict[str, int] = {}
    bet_before: dict[str, int] = {}
    for event in events:
        match event:
            case Deal():
                lines[event.player] = 4
            case DrawBegins():
                lines = {player: 4 + line % 4 for player, line in lines.items()}
                bet, bet_before = {}, bet
            case Bet():
                bet[event.player] = max(bet.get(event.player, 0), 1)
            case Raise():
                bet[event.player] = 2 if draw > 1 else 1
            case Discard():
                lines[event.player] = min(event.count, 3)
            case StandPat():
                lines[event.player] = 0
            case Fold():
                del lines[event.player]
    counts = np.zeros(DRAW_LINES)
    for player, line in lines.items():
        counts[draw - 1, line + 8 * bet_before.get(player, 0) + 24 * (len(lines) == 2)] += player != own_name
    return counts.ravel()
