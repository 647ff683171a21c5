"""What the solver of the last two streets does, as plans of real cards that the referee can judge."""

from __future__ import annotations

import numpy as np

from histparse.coach.streets import Plan, Streets
from histparse.odds.card_sets import Masks
from tests.coach.real_streets import Plans, RealStreets


def as_real(game: RealStreets, streets: Streets, types: Masks, plan: Plan, player: int) -> Plans:
    """The plan of a player whose hands have these types."""
    plans = game.zero_plans(player)
    for line in plans.third:
        plans.third[line][:] = plan.third[streets.third.rows[line]][:, types]
    way = solver_ways(game, streets, types, player)
    first = [nearest(streets.drawn[0], drawn) for drawn in game.draws[0]]
    draw = plan.draw[:, first] if player else plan.draw
    plans.draw = np.where(way >= 0, draw[..., way], 0)
    assert (game.by_hand(player, plans.draw) > 0.98).all()  # hardly anything that is done here cannot be done there
    for drawn in plans.rivers:
        model_drawn = (
            streets.drawn[0][nearest(streets.drawn[0], drawn[0])],
            streets.drawn[1][nearest(streets.drawn[1], drawn[1])],
        )
        places = _places(game, streets, way, player, drawn, model_drawn)
        for line, frequencies in plans.rivers[drawn].items():
            frequencies[:] = np.where(places >= 0, plan.rivers[model_drawn][streets.river.rows[line]][..., places], 0)
    return game.normalise_plan(plans, player)


def nearest(numbers: list[int], number: int) -> int:
    """The place of the number that comes nearest."""
    return int(np.abs(np.array(numbers) - number).argmin())


def solver_ways(game: RealStreets, streets: Streets, types: Masks, player: int) -> Masks:
    """The way of the solver for each real way, -1 if it has none, or another with these ranks is taken."""
    solver_types, ways = streets.game.types[player], game.ways[player]
    way_by_keep = {
        (int(hand_type), *keep): way
        for way, (hand_type, keep) in enumerate(zip(solver_types.way_type, solver_types.keeps.tolist(), strict=True))
    }
    matched: set[tuple[int, ...]] = set()
    solver_way = np.full(len(ways.hand), -1)
    for place, (hand, keep) in enumerate(
        zip(ways.hand.tolist(), streets.game.deck.count_cards(ways.keep).tolist(), strict=True)
    ):
        if (hand, *keep) not in matched:
            solver_way[place] = way_by_keep.get((int(types[hand]), *keep), -1)
            matched.add((hand, *keep))
    return solver_way


def _places(
    game: RealStreets, streets: Streets, way: Masks, player: int, drawn: tuple[int, int], model_drawn: tuple[int, int]
) -> Masks:
    """The place of each real final hand, -1 where the solver has none."""
    deck, model_finals = streets.game.deck, streets.finals[player][model_drawn[player]]
    finals = game.finals[player][drawn[player]]
    model_cards, real = (
        (model_finals.number, finals.number)
        if deck.ignores_suits
        else (deck.cards_to_masks(model_finals.known), finals.cards)
    )
    reachable = model_finals.way_chances.tocoo()
    place_of = streets.places[model_drawn][player].hand_places
    known = {
        (int(row), int(model_cards[column])): int(place_of[column])
        for row, column in zip(*reachable.coords, strict=True)
    }
    pairs = zip(way[finals.way].tolist(), real.tolist(), strict=True)
    return np.array([known.get(pair, -1) for pair in pairs])
