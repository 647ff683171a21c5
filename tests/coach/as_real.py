"""What the solver of the last two streets does, as plans of real cards that the referee can judge."""

from __future__ import annotations

import numpy as np

from histparse.coach.streets import Plan, Streets
from histparse.odds.card_sets import Masks
from tests.coach.real_streets import Plans, RealStreets


def as_real(game: RealStreets, streets: Streets, types: Masks, plan: Plan, player: int) -> Plans:
    """The plan of a player whose hands have these types."""
    found = game.nothing(player)
    for line in found.third:
        found.third[line][:] = plan.third[streets.third.rows[line]][:, types]
    way = ways_of(game, streets, types, player)
    first = [nearest(streets.drawn[0], drawn) for drawn in game.draws[0]]
    draw = plan.draw[:, first] if player else plan.draw
    found.draw = np.where(way >= 0, draw[..., way], 0)
    assert (game.by_hand(player, found.draw) > 0.98).all()  # hardly anything that is done here cannot be done there
    for drawn in found.rivers:
        there = (
            streets.drawn[0][nearest(streets.drawn[0], drawn[0])],
            streets.drawn[1][nearest(streets.drawn[1], drawn[1])],
        )
        places = _places(game, streets, way, player, drawn, there)
        for line, some in found.rivers[drawn].items():
            some[:] = np.where(places >= 0, plan.rivers[there][streets.river.rows[line]][..., places], 0)
    return game.normalise_plan(found, player)


def nearest(numbers: list[int], number: int) -> int:
    """The place of the number that comes nearest."""
    return int(np.abs(np.array(numbers) - number).argmin())


def ways_of(game: RealStreets, streets: Streets, types: Masks, player: int) -> Masks:
    """The way of the solver for each real way, -1 if it has none, or another with these ranks is taken."""
    mine, ways = streets.game.types[player], game.ways[player]
    there = {
        (int(of), *kept): way for way, (of, kept) in enumerate(zip(mine.way_type, mine.keeps.tolist(), strict=True))
    }
    taken: set[tuple[int, ...]] = set()
    found = np.full(len(ways.hand), -1)
    for place, (hand, kept) in enumerate(
        zip(ways.hand.tolist(), streets.game.deck.count_cards(ways.kept).tolist(), strict=True)
    ):
        if (hand, *kept) not in taken:
            found[place] = there.get((int(types[hand]), *kept), -1)
            taken.add((hand, *kept))
    return found


def _places(
    game: RealStreets, streets: Streets, way: Masks, player: int, drawn: tuple[int, int], there: tuple[int, int]
) -> Masks:
    """The place of each real final hand, -1 where the solver has none."""
    deck, there_finals = streets.game.deck, streets.finals[player][there[player]]
    finals = game.finals[player][drawn[player]]
    theirs, real = (
        (there_finals.number, finals.number)
        if deck.ignores_suits
        else (deck.cards_to_masks(there_finals.known), finals.cards)
    )
    comes = there_finals.way_chances.tocoo()
    place_of = streets.places[there][player].hand_places
    known = {(int(row), int(theirs[column])): int(place_of[column]) for row, column in zip(*comes.coords, strict=True)}
    pairs = zip(way[finals.way].tolist(), real.tolist(), strict=True)
    return np.array([known.get(pair, -1) for pair in pairs])
