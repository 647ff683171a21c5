"""How far the solver's figures for actions are from what they are with real cards, in big bets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from histparse.coach.betting import Reals
from histparse.coach.streets import Plan, Solution, Streets
from histparse.odds.card_sets import Floats, Masks
from tests.coach.as_real import ways_of
from tests.coach.real_streets import Plans, RealStreets

Errors = tuple[Floats, Floats]
"""Errors, and how often they matter."""


def ev_errors(
    game: RealStreets, plans: tuple[Plans, Plans], streets: Streets, solution: Solution, types: tuple[Masks, Masks]
) -> Errors:
    """Of all differences between actions before the river: each act beside the first, the best draw beside none.

    The solver's figures are beside those of real cards when both play `plans`: its own, or others.
    """
    found = [*_betting(game, plans, streets, solution, types), *_drawing(game, plans, streets, solution, types)]
    errors, weights = (np.concatenate([part.ravel() for part in parts]) for parts in zip(*found, strict=True))
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
        theirs = (
            game.comes(plans[1 - player], 1 - player)[0],
            streets.compute_reach(1 - player, solution.plans[1 - player]).third,
        )
        mine = game.comes(plans[player], player)[0]
        for line, gains in real.third.items():
            meets = _met(game.prior, theirs[0][line], player), _met(streets.game.joint_shares, theirs[1][line], player)
            here = gains[1:] - gains[0]
            there = model.third[streets.third.rows[line]]
            said = ((there[1:] - there[0]) / np.maximum(meets[1], 1e-12))[:, types[player]]
            true = here / np.maximum(meets[0], 1e-12)
            yield np.abs(said - true), np.broadcast_to(meets[0] * mine[line], true.shape)


def _drawing(
    game: RealStreets, plans: tuple[Plans, Plans], streets: Streets, solution: Solution, types: tuple[Masks, Masks]
) -> Iterator[Errors]:
    for player in (0, 1):
        real, model = _gains(game, plans, streets, solution, player)
        way = ways_of(game, streets, types[player], player)
        hand, stands = game.ways[player].hand, game.ways[player].drawn == 0
        theirs = game.comes(plans[1 - player], 1 - player)[1], _closed(streets, solution, 1 - player)
        ways = game.comes(plans[0], 0)[2], streets.compute_reach(0, solution.plans[0]).ways
        mine = game.comes(plans[player], player)[1]
        for closing in range(len(mine)):
            for first in range(len(game.draws[0])) if player else [None]:
                drawn = None if first is None else game.draws[0][first]
                if drawn is not None and drawn not in streets.drawn[0]:
                    continue
                at = (closing,) if drawn is None else (closing, first)
                there = (closing,) if drawn is None else (closing, streets.drawn[0].index(drawn))
                if drawn is None:
                    comes = theirs[0][closing], theirs[1][closing]
                else:
                    comes = (
                        game.by_hand(0, ways[0][closing] * (game.ways[0].drawn == drawn)),
                        _of_types(streets, ways[1][closing] * (streets.game.types[0].drawn == drawn)),
                    )
                meets = (
                    _met(game.prior, comes[0], player),
                    _met(streets.game.joint_shares, comes[1], player)[types[player]],
                )
                known = np.where(way >= 0, model.draw[(*there, way)], -np.inf)
                gaps = [
                    game.by_hand(player, np.where(stands, -np.inf, gains), best=True) - gains[stands]
                    for gains in (np.where(way >= 0, real.draw[at], -np.inf), known)
                ]
                can = np.bincount(hand[(way >= 0) & ~stands], minlength=len(meets[0])) > 0
                true, said = (
                    np.where(can, gap, 0) / np.maximum(met, 1e-12) for gap, met in zip(gaps, meets, strict=True)
                )
                yield np.abs(said - true), meets[0] * mine[closing] * can


def _gains(
    game: RealStreets, plans: tuple[Plans, Plans], streets: Streets, solution: Solution, player: int
) -> tuple[Plans, Plan]:
    real, model = game.nothing(player), streets.zero_plan(player)
    game.walk(player, plans, gains=real)
    theirs = streets.compute_reach(1 - player, solution.plans[1 - player])
    streets.value_types(player, theirs, solution.plans[player], model)
    return real, model


def _met(table: Floats, reach: Floats | Reals, player: int) -> Floats:
    return np.asarray(reach @ table if player else table @ reach, np.float64)


def _closed(streets: Streets, solution: Solution, player: int) -> Reals:
    third = streets.compute_reach(player, solution.plans[player]).third
    return np.stack([third[line] for line in streets.third.closings])


def _of_types(streets: Streets, ways: Floats | Reals) -> Floats:
    return np.asarray(np.bincount(streets.game.types[0].way_type, ways, len(streets.game.types[0].weight)))
