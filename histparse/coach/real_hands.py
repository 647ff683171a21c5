"""Coach: what an answer for the last two streets loses with real cards, by the best answers of single hands to it.

The solver plays hands that differ only in suits alike. Here some hands of a range, card by card, answer as well as they
can to what the solver says the other does, who holds everything that these cards allow. What they win beyond their own
plan is what the model overlooked and what is not yet solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import sqrt

import numpy as np
from msgspec import Struct, structs

from histparse.coach.betting import Reals
from histparse.coach.streets import Drawn, Plan, Played, Solution, Streets, pair_draw_factors
from histparse.odds.card_sets import Floats, Masks, concatenate_rows, divide_or_zero, select_rows
from histparse.odds.final_hands import Held, joint_draw_chance
from histparse.odds.removal import Places
from histparse.odds.types import Cells, Finals, Types, compute_final_hands, deck_by_card, number_hands_by_type

SAMPLE = 60
"""So many hands of a player answer."""
_TOGETHER = 6
"""How many hands are looked at together."""
_SEED = 1
_NOTHING = 1e-30
_MOST_DRAWN = 2
"""The most cards that real hands draw; what might be won by drawing more is not looked for."""


class Measured(Struct, frozen=True):
    """The further gain open to a player whose hands are played with real cards."""

    more: float
    error: float
    """The standard error: a sample of hands answers. 0 if all do."""


class _Meeting(Struct, frozen=True):
    """The chance that real final hands (rows) meet those of the other, and their wins less their losses."""

    weights: Reals
    better: Reals
    hand_places: Masks
    """Where the hands of the other stand, in order of strength."""

    def meet_rates(self, _player: int, reach: Reals) -> Reals:
        return reach[:, self.hand_places] @ self.weights.T

    def net_wins(self, _player: int, reach: Reals) -> Reals:
        return reach[:, self.hand_places] @ self.better.T


def measure_gain_beyond_plan(
    streets: Streets, solution: Solution, player: int, typed_hands: Sequence[Sequence[Held]], dead_cards: int
) -> Measured:
    """Measure what the player can win beyond their plan, as a share of the pot; `typed_hands`: of both."""
    sample = _weigh_and_sample_hands(typed_hands[player], np.random.default_rng(_SEED))
    opponents = _weighted_hands_of_opponent(typed_hands, player, streets.game.types[1 - player])
    theirs = streets.compute_reach(1 - player, solution.plans[1 - player])
    drawn = [number for number in streets.drawn[player] if 0 < number <= _MOST_DRAWN]
    more, weight = [], 0.0
    for first in range(0, len(sample.cards), _TOGETHER):
        part = select_rows(sample, slice(first, first + _TOGETHER))
        (known,), real = number_hands_by_type([part], deck_by_card(dead_cards), drawn)
        of_type = np.zeros(len(real.weight), np.int64)
        of_type[known.numbers] = part.numbers
        game = _RealGame(streets, player, real, opponents, deck_by_card(dead_cards))
        best = game.value_types(player, theirs, None)
        plan_values = game.value_types(player, theirs, game.adapt_plan(solution.plans[player], of_type))
        more.append((best - plan_values) * game.weight * part.weight.sum())
        weight += game.weight * part.weight.sum()
    shares = np.concatenate(more) / (weight * streets.game.pot)
    error = float(shares.std()) * sqrt(len(shares)) if len(sample.cards) == SAMPLE else 0.0
    return Measured(float(shares.sum()), error)


def _weigh_and_sample_hands(weighted_hands: Sequence[Held], random: np.random.Generator) -> Held:
    """Some of the hands, as often as they are held, or all if there are few."""
    hands = _weigh_by_draw_chance(weighted_hands)
    if len(hands.cards) < SAMPLE:
        return hands
    chosen = random.choice(len(hands.cards), SAMPLE, replace=False, p=hands.weight / hands.weight.sum())
    return structs.replace(select_rows(hands, chosen), weight=np.ones(SAMPLE))


def _weigh_by_draw_chance(held: Sequence[Held], *other_side: Held) -> Held:
    """All hands as one, each as often as it is held and its cards come, beside a hand of the other side if named."""
    chances = [joint_draw_chance((*other_side, hands)) for hands in held]
    return concatenate_rows(
        [structs.replace(hands, weight=hands.weight * chance) for hands, chance in zip(held, chances, strict=True)]
    )


class _Opponents(Struct, frozen=True):
    """The hands of the other, card by card: arrays of the same length."""

    cards: Masks
    weight: Floats
    type: Masks
    ranks: Masks
    """What is known but for suits, as in `Types`."""

    def without_cards(self, hand: int) -> _Opponents:
        """The hands that have none of these cards."""
        return select_rows(self, self.cards & hand == 0)


def _weighted_hands_of_opponent(held: Sequence[Sequence[Held]], player: int, types: Types) -> _Opponents:
    """The weights are those beside a hand of the first part of the player's range."""
    theirs = _weigh_by_draw_chance(held[1 - player], held[player][0])
    return _Opponents(theirs.cards, theirs.weight, theirs.numbers, types.ranks[theirs.numbers])


class _RealGame(Played):
    """The game in which one player holds single hands, and the other the types of the model."""

    def __init__(self, streets: Streets, player: int, real: Types, opponents: _Opponents, deck: Cells) -> None:
        self._model, self._player, self._real, self._deck = streets, player, real, deck
        types = [*streets.game.types]
        types[player] = real
        size = len(types[1 - player].weight)
        left = (opponents.without_cards(hand) for hand in deck.cards_to_masks(real.known).tolist())
        meet_weights = np.stack([np.bincount(hands.type, hands.weight, size) for hands in left]) * real.weight[:, None]
        self.weight = max(float(meet_weights.sum()), _NOTHING)
        joint_shares = (meet_weights.T if player else meet_weights) / self.weight
        game = structs.replace(streets.game, types=tuple(types), joint_shares=joint_shares)
        self.real_finals = {drawn: compute_final_hands(real, drawn, deck) for drawn in np.unique(real.drawn).tolist()}
        weights = {drawn: self._opponent_rank_weights(finals, opponents) for drawn, finals in self.real_finals.items()}
        removal, way_chances = {}, {}
        for drawn, places in streets.places.items():
            if drawn[player] in self.real_finals:
                removal[drawn] = self._build_meeting(drawn, weights[drawn[player]], places[1 - player])
                matrices = [
                    self.real_finals[drawn[player]].way_chances.astype(np.float32),
                    streets.way_chances[drawn][1 - player],
                ]
                way_chances[drawn] = matrices[::-1] if player else matrices
        super().__init__(game, streets.drawn, removal, way_chances)

    def _opponent_rank_weights(self, final_hands: Finals, opponents: _Opponents) -> Floats:
        """Weigh the other's ranks beside each final hand, the cards drawn being no part of them."""
        size = int(self._model.game.types[1 - self._player].ranks.max()) + 1
        new = final_hands.known - self._real.known[final_hands.ranks]
        rank_weights = np.empty((len(new), size))
        for place, hand in enumerate(self._deck.cards_to_masks(self._real.known).tolist()):
            rows = np.flatnonzero(final_hands.ranks == place)
            if len(rows):
                drawn = [np.flatnonzero(cards).tolist() for cards in new[rows]]
                rank_weights[rows] = _rank_weights_without(opponents.without_cards(hand), drawn, size)
        return rank_weights

    def _build_meeting(self, drawn: Drawn, weights: Floats, places: Places) -> _Meeting:
        opponent = 1 - self._player
        our_finals = self.real_finals[drawn[self._player]]
        theirs = self._model.finals[opponent][drawn[opponent]]
        types = self._model.game.types[opponent]
        model, samples = self._model.game.deck, np.unique(types.ranks, return_index=True)[1]
        counts = model.count_cards(self._deck.cards_to_masks(our_finals.known))
        alike = model.chances_disjoint(counts, types.known[samples]) * np.bincount(types.ranks, types.weight)
        pair_weights = divide_or_zero(weights, alike)
        known = self._real.known[our_finals.ranks].sum(1), types.known[samples].sum(1)
        chance = pair_draw_factors(int(model.sizes.sum()), drawn, known[::-1] if self._player else known)
        pair_weights *= (chance.T if self._player else chance) / self.weight
        table = model.chances_disjoint(counts, theirs.known)
        table *= pair_weights.astype(np.float32)[:, theirs.ranks]
        better = table * np.sign(theirs.number.astype(np.int16) - our_finals.number[:, None].astype(np.int16))
        return _Meeting(table, better, places.hand_places)

    def adapt_plan(self, model_plan: Plan, of_type: Masks) -> Plan:
        """The plan of the model for these hands, which are of those types."""
        player, model, real = self._player, self._model, self._real
        types = model.game.types[player]
        model_keeps = model.game.deck.count_cards(self._deck.cards_to_masks(real.keeps))
        ways = {
            (int(type_id), *keep): way
            for way, (type_id, keep) in enumerate(zip(types.way_type, types.keeps.tolist(), strict=True))
        }
        way = np.array(
            [
                ways.get((int(of_type[type_id]), *keep), -1)
                for type_id, keep in zip(real.way_type, model_keeps.tolist(), strict=True)
            ]
        )
        draw = np.where(way >= 0, model_plan.draw[..., way], 0)
        total = self.reduce_by_type(player, draw, np.add)[..., real.way_type]
        rivers = {}
        for drawn in self.removal:
            place = self._find_model_places_of_finals(drawn, way)
            rivers[drawn] = model.river.normalise_plan(
                player, np.where(place >= 0, model_plan.rivers[drawn][..., place], 0)
            )
        return Plan(model_plan.third[:, of_type], (draw / np.maximum(total, 1e-9)).astype(np.float32), rivers)

    def _find_model_places_of_finals(self, drawn: Drawn, way: Masks) -> Masks:
        """The place in the model of each final hand, -1 where it has none."""
        player, model = self._player, self._model
        finals, our_finals = model.finals[player][drawn[player]], self.real_finals[drawn[player]]
        place_of, chances = model.places[drawn][player].hand_places, finals.way_chances.tocoo()
        deck = model.game.deck
        names, our_names = (
            (finals.number, our_finals.number)
            if deck.ignores_suits
            else (deck.cards_to_masks(finals.known), self._deck.cards_to_masks(our_finals.known))
        )
        rows, columns = (axis.tolist() for axis in chances.coords)
        known = {(row, int(names[column])): int(place_of[column]) for row, column in zip(rows, columns, strict=True)}
        real = our_finals.way_chances.tocoo()
        places = np.full(len(our_finals.number), -1)
        for row, column in zip(*(axis.tolist() for axis in real.coords), strict=True):
            places[column] = known.get((int(way[row]), int(our_names[column])), -1)
        return places


def _rank_weights_without(opponents: _Opponents, drawn_cards: list[list[int]], rank_count: int) -> Floats:
    """Weigh the ranks held without any of the new cards: by inclusion and exclusion of one card, and of two."""

    def weights_holding(*cards: int) -> Floats:
        rows = np.flatnonzero(np.bitwise_and.reduce([opponents.cards >> card & 1 for card in cards]))
        return np.asarray(np.bincount(opponents.ranks[rows], opponents.weight[rows], rank_count), np.float64)

    whole = np.bincount(opponents.ranks, opponents.weight, rank_count)
    drawn = {card for cards in drawn_cards for card in cards}
    single = {card: weights_holding(card) for card in drawn}
    paired = {
        pair: weights_holding(*pair) for pair in {pair for cards in drawn_cards for pair in combinations(cards, 2)}
    }
    single_sums = [sum((single[card] for card in cards), 0 * whole) for cards in drawn_cards]
    pair_sums = [sum((paired[pair] for pair in combinations(cards, 2)), 0 * whole) for cards in drawn_cards]
    return np.maximum(whole - np.stack(single_sums) + np.stack(pair_sums), 0)
