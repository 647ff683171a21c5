"""The Python interface: solves the last two streets, heads-up. The notation of hands is in docs/equities.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import comb

import numpy as np
from msgspec import Struct

from histparse.api.in_and_out import Holding, cards_text
from histparse.api.rivers import check_pot_and_cap, parse_range_drawing_low
from histparse.coach.betting import WORDS, Reals
from histparse.coach.real_hands import Measured, measure_gain_beyond_plan
from histparse.coach.streets import Game, Solution, Streets
from histparse.model.cards import DECK, RANKS
from histparse.model.errors import HistparseError, quoted
from histparse.model.house import house as house_named
from histparse.odds.card_sets import HAND, Floats, mask_to_cards
from histparse.odds.final_hands import Held, combine_final_hands, hands_after_draw
from histparse.odds.notation import parse_dead_cards
from histparse.odds.types import Cells, CountsBySetAndCell, Types, deck_by_card, deck_by_rank, number_hands_by_type

_USUAL_CAP = 4
_MOST_LOST = 0.005
"""An answer of which more of the pot is lost with real cards is not given."""
_FEW_FINALS = 6_000
"""So few final hands of a player are told apart card by card."""


class StreetHand(Struct, frozen=True):
    """The best way to play a hand at one point of the last two streets."""

    ranks: str
    """From the highest down; cards where the ranges are so small that each card counts."""
    number: int
    """The number of the hand among all, 1 being the best."""
    held: float
    """How often the player has it when the betting before the last draw begins, from 0 to 1."""
    acts: dict[str, float]
    """How often to check, bet, fold, call or raise; or to stand pat, or draw how many cards. From 0 to 1."""


class StreetSpot(Struct, frozen=True):
    """A player's decisions at one point before the river."""

    player: int
    """1 is first to act and to draw, 2 the other."""
    after: list[str]
    """What was done in this betting round."""
    drawn: int | None
    """How many cards the other drew, if the player draws second."""
    comes: float
    """How often play comes here, from 0 to 1."""
    is_draw: bool
    hands: list[StreetHand]


class StreetAnswer(Struct, frozen=True):
    """The last two streets, solved in a model. Amounts are big bets."""

    values: tuple[float, float]
    """What each player gets, less what they put in from here on; together the pot."""
    exploitable: float
    """What the worse of both can lose to a perfect opponent in the model's own game, as a share of the pot."""
    with_real_cards: tuple[Measured, Measured]
    """What each player, card by card, can win beyond this answer, as a share of the pot: measured."""
    is_by_card: bool
    """Whether single cards were told apart; otherwise hands that differ only in suits are played alike."""
    rounds: int
    """How often both sides played it."""
    spots: list[StreetSpot]


def solve_street(
    first: Holding,
    second: Holding,
    *,
    pot: float,
    cap: int | None = None,
    house: str | None = None,
    dead: Holding = "",
    progress: Callable[[int], None] = lambda _: None,
) -> StreetAnswer:
    """Solve the betting before the last draw, that draw, and the river, heads-up: `first` acts and draws first.

    Fewer than five cards draw once before that betting. `pot` in big bets; `cap`: how many bets and raises a round has
    (1-6), by default as many as in the `house`, a name or a TOML file, or 4. `progress` is called after each round of
    play. Raises HistparseError.
    """
    check_pot_and_cap(pot, _USUAL_CAP if cap is None else cap)
    bets, dead_cards = _cap_from_house_or_usual(cap, house), parse_dead_cards(cards_text(dead))
    ranges = (parse_range_drawing_low(cards_text(side), dead_cards, 2) for side in (first, second))
    held = [[*hands_after_draw(side, dead_cards)] for side in ranges]
    deck = (
        deck_by_card(dead_cards)
        if all(_has_few_draws(side, deck_by_card(dead_cards)) for side in held)
        else deck_by_rank(dead_cards)
    )
    (ours, our_types), (theirs, their_types) = (number_hands_by_type(side, deck) for side in held)
    types = (our_types, their_types)
    streets = Streets(Game(types, _joint_shares_by_type(ours, theirs, types, dead_cards), deck, pot, (bets, bets)))
    solution = streets.solve(progress=progress)
    real = [measure_gain_beyond_plan(streets, solution, player, (ours, theirs), dead_cards) for player in (0, 1)]
    if (lost := max(loss.more - 2 * loss.error for loss in real)) > _MOST_LOST:
        raise HistparseError(
            f"with real cards {lost:.1%} of the pot is lost by leaving out suits, which tell too much of these ranges: "
            "name all suits of each hand, or a few single hands for both"
        )
    spots = [*_betting_spots(streets, solution), *_drawing_spots(streets, solution)]
    return StreetAnswer(
        solution.values, solution.exploitable, (real[0], real[1]), not deck.ignores_suits, solution.rounds, spots
    )


def _cap_from_house_or_usual(cap: int | None, house: str | None) -> int:
    if cap is not None or house is None:
        return _USUAL_CAP if cap is None else cap
    house_cap = house_named(house).cap_heads_up
    if house_cap == "none":
        raise HistparseError(f"{quoted(house)} has no cap for two players: name a cap instead of a house")
    return house_cap


def _has_few_draws(held: list[Held], deck: Cells) -> bool:
    """Whether there are so few hands that each of their draws can be a hand of its own."""
    if sum(len(hand.cards) for hand in held) * (len(DECK) - HAND) > _FEW_FINALS:
        return False
    drawn = number_hands_by_type(held, deck)[1].drawn.tolist()
    return sum(comb(len(DECK) - HAND, number) for number in drawn) <= _FEW_FINALS


def _joint_shares_by_type(ours: list[Held], theirs: list[Held], types: Sequence[Types], dead_cards: int) -> Floats:
    final = combine_final_hands(ours, theirs, dead_cards)
    weights = np.zeros([len(side.weight) for side in types])
    weights[np.ix_(*final.numbers)] = final.joint_shares
    return weights


def _betting_spots(streets: Streets, solution: Solution) -> Iterator[StreetSpot]:
    reaches = [
        streets.third.reach_by_line(player, plan.third, np.ones(plan.third.shape[1], np.float32))
        for player, plan in enumerate(solution.plans)
    ]
    for line, acts in streets.third.acts.items():
        player = len(line) % 2
        often = solution.plans[player].third[streets.third.rows[line]]
        frequency = float(reaches[0][line] @ streets.game.joint_shares @ reaches[1][line])
        hands = _street_hands(streets, player, often, [WORDS[act] for act in acts])
        yield StreetSpot(player + 1, [WORDS[act] for act in line], None, frequency, False, hands)


def _drawing_spots(streets: Streets, solution: Solution) -> Iterator[StreetSpot]:
    ways = [streets.compute_reach(player, plan).ways for player, plan in enumerate(solution.plans)]
    for closing, line in enumerate(streets.third.closings):
        after = [WORDS[act] for act in line]
        first_reach = _shares_by_cards_drawn_and_type(streets, 0, ways[0][closing])
        second_reach = _shares_by_cards_drawn_and_type(streets, 1, ways[1][closing, 0]).sum(0)
        chances = first_reach @ streets.game.joint_shares @ second_reach
        first = _drawing_hands(streets, 0, solution.plans[0].draw[closing])
        yield StreetSpot(1, after, None, float(chances.sum()), True, first)
        for place, drawn in enumerate(streets.drawn[0]):
            second = _drawing_hands(streets, 1, solution.plans[1].draw[closing, place])
            yield StreetSpot(2, after, drawn, float(chances[place]), True, second)


def _drawing_hands(streets: Streets, player: int, shares_by_way: Reals) -> list[StreetHand]:
    names = [f"draw {drawn}" if drawn else "stand pat" for drawn in streets.drawn[player]]
    return _street_hands(streets, player, _shares_by_cards_drawn_and_type(streets, player, shares_by_way), names)


def _shares_by_cards_drawn_and_type(streets: Streets, player: int, shares_by_way: Reals) -> Reals:
    types, size = streets.game.types[player], len(streets.game.types[player].weight)
    return np.stack(
        [np.bincount(types.way_type, shares_by_way * (types.drawn == drawn), size) for drawn in streets.drawn[player]]
    )


def _street_hands(
    streets: Streets, player: int, shares_by_act_and_type: Reals, act_names: list[str]
) -> list[StreetHand]:
    """The hands from the best to the worst, those that differ only in suits as one."""
    types, deck = streets.game.types[player], streets.game.deck
    held = streets.game.joint_shares.sum(1 - player)
    key, first, groups = np.unique(
        np.concatenate([types.number[:, None], types.held], axis=1), axis=0, return_index=True, return_inverse=True
    )
    weight = np.bincount(groups, held)
    acts = [np.bincount(groups, held * share) / np.maximum(weight, 1e-30) for share in shares_by_act_and_type]
    return [
        StreetHand(
            _format_cards_or_ranks(types.held[row], deck),
            int(key[place, 0]),
            float(weight[place]),
            {name: float(share[place]) for name, share in zip(act_names, acts, strict=True)},
        )
        for place, row in enumerate(first)
        if weight[place] > 0
    ]


def _format_cards_or_ranks(held: CountsBySetAndCell, deck: Cells) -> str:
    cards = mask_to_cards(int(deck.cards_to_masks(held[None])[0]))
    if not deck.ignores_suits:
        return "".join(cards)
    return "".join(sorted((card[0] for card in cards), key=RANKS.index, reverse=True))
