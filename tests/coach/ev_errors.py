"""How far the solver's figures for actions are from what they are with real cards, in big bets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from histparse.coach.betting import Reals
from histparse.coach.streets import Plan, Solution, Streets
from histparse.odds.card_sets import Floats, Masks
from tests.coach.as_real import solver_ways
from tests.coach.real_streets import Plans, RealStreets

Errors = tuple[Floats, Floats]
"""Errors, and how often they matter."""


def ev_errors(
    game: RealStreets, plans: tuple[Plans, Plans], streets: Streets, solution: Solution, types: tuple[Masks, Masks]
) -> Errors:
    """Of all differences between actions before the river: each act beside the first, the best draw beside none.

    The solver's figures are beside those of real cards when both play `plans`: its own, or others.
    """
    differences = [*_betting(game, plans, streets, solution, types), *_drawing(game, plans, streets, solution, types)]
    errors, weights = (np.concatenate([part.ravel() for part in parts]) for parts in zip(*differences, strict=True))
    return errors[weights > 0], weights[weights > 0]


def percentile(errors: Errors, share: float) -> float:
    """The error that is not exceeded so often."""
    order = np.argsort(errors[0])
    return float(errors[0][order][np.searchsorted(np.cumsum(errors[1][order]), share * errors[1].sum())])


def _betting(
    game: RealStreets, plans: tuple[Plans, Plans], streets: Streets, solution: Solution, types: tuple[Masks, Masks]
) -> Iterator[Errors]:
    for player in (0, 1):
        real, model = _gains(game, plans, streets, solution, player)
        opponent_reach = (
            game.reach(plans[1 - player], 1 - player)[0],
            streets.compute_reach(1 - player, solution.plans[1 - player]).third,
        )
        own_reach = game.reach(plans[player], player)[0]
        for line, gains in real.third.items():
            weights = (
                _opponent_weights(game.prior, opponent_reach[0][line], player),
                _opponent_weights(streets.game.joint_shares, opponent_reach[1][line], player),
            )
            real_gains = gains[1:] - gains[0]
            model_gains = model.third[streets.third.rows[line]]
            modelled = ((model_gains[1:] - model_gains[0]) / np.maximum(weights[1], 1e-12))[:, types[player]]
            true = real_gains / np.maximum(weights[0], 1e-12)
            yield np.abs(modelled - true), np.broadcast_to(weights[0] * own_reach[line], true.shape)


def _drawing(
    game: RealStreets, plans: tuple[Plans, Plans], streets: Streets, solution: Solution, types: tuple[Masks, Masks]
) -> Iterator[Errors]:
    for player in (0, 1):
        real, model = _gains(game, plans, streets, solution, player)
        way = solver_ways(game, streets, types[player], player)
        hand, stands = game.ways[player].hand, game.ways[player].drawn == 0
        theirs = game.reach(plans[1 - player], 1 - player)[1], _closed(streets, solution, 1 - player)
        ways = game.reach(plans[0], 0)[2], streets.compute_reach(0, solution.plans[0]).ways
        own_reach = game.reach(plans[player], player)[1]
        for closing in range(len(own_reach)):
            for first in range(len(game.draws[0])) if player else [None]:
                drawn = None if first is None else game.draws[0][first]
                if drawn is not None and drawn not in streets.drawn[0]:
                    continue
                real_point = (closing,) if drawn is None else (closing, first)
                model_point = (closing,) if drawn is None else (closing, streets.drawn[0].index(drawn))
                if drawn is None:
                    reach = theirs[0][closing], theirs[1][closing]
                else:
                    reach = (
                        game.by_hand(0, ways[0][closing] * (game.ways[0].drawn == drawn)),
                        _of_types(streets, ways[1][closing] * (streets.game.types[0].drawn == drawn)),
                    )
                meets = (
                    _opponent_weights(game.prior, reach[0], player),
                    _opponent_weights(streets.game.joint_shares, reach[1], player)[types[player]],
                )
                known = np.where(way >= 0, model.draw[(*model_point, way)], -np.inf)
                gaps = [
                    game.by_hand(player, np.where(stands, -np.inf, gains), best=True) - gains[stands]
                    for gains in (np.where(way >= 0, real.draw[real_point], -np.inf), known)
                ]
                can = np.bincount(hand[(way >= 0) & ~stands], minlength=len(meets[0])) > 0
                true, modelled = (
                    np.where(can, gap, 0) / np.maximum(weight, 1e-12) for gap, weight in zip(gaps, meets, strict=True)
                )
                yield np.abs(modelled - true), meets[0] * own_reach[closing] * can


def _gains(
    game: RealStreets, plans: tuple[Plans, Plans], streets: Streets, solution: Solution, player: int
) -> tuple[Plans, Plan]:
    real, model = game.zero_plans(player), streets.zero_plan(player)
    game.walk(player, plans, gains=real)
    theirs = streets.compute_reach(1 - player, solution.plans[1 - player])
    streets.value_types(player, theirs, solution.plans[player], model)
    return real, model


def _opponent_weights(table: Floats, reach: Floats | Reals, player: int) -> Floats:
    return np.asarray(reach @ table if player else table @ reach, np.float64)


def _closed(streets: Streets, solution: Solution, player: int) -> Reals:
    third = streets.compute_reach(player, solution.plans[player]).third
    return np.stack([third[line] for line in streets.third.closings])


def _of_types(streets: Streets, ways: Floats | Reals) -> Floats:
    return np.asarray(np.bincount(streets.game.types[0].way_type, ways, len(streets.game.types[0].weight)))
