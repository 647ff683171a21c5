"""The last two streets with real cards, the referee of the solver: pairs of hands and draws are listed one by one.

It shares nothing with the solver but the numbers of hands. Ranges are small: every pair of final hands is an entry of a
table, which is zero if a card is in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb

import numpy as np
from msgspec import Struct

from histparse.odds.card_sets import (
    EVERY_CARD,
    HAND,
    Floats,
    Masks,
    all_draws,
    hand_rank_numbers,
    split_by_suit,
    subsets,
)
from tests.coach.test_river import acts, lines

Plan = dict[str, Floats]
"""How often each act is chosen, by line: arrays of acts by hands, with places for what happened before in between."""
_LOW_ENOUGH = 5
"""The place of the seven: no higher card is kept by who draws two."""


class Ways(Struct, frozen=True):
    """What the hands of a player can do in the last draw."""

    hand: Masks
    """Places in the range."""
    keep: Masks
    drawn: Masks


class Finals(Struct, frozen=True):
    """What a player can hold after drawing that many cards."""

    way: Masks
    cards: Masks
    """All cards known to the player."""
    number: Masks


class Plans(Struct):
    """What one player does: plans are by line of a street, closings the lines that end the third round."""

    third: Plan
    draw: Floats
    """How often each way is chosen, by closings, for the second also by how many cards the first drew, and ways."""
    rivers: dict[tuple[int, int], Plan]
    """By how many cards both drew: arrays of acts by closings by final hands."""


def drawing(hand: int) -> Iterator[int]:
    """What a player may keep: all, four cards of different ranks, or three low ones if no four are as low."""
    yield hand
    parts = subsets(np.array([hand]), HAND)[:, 0]
    ranks = np.bitwise_or.reduce(split_by_suit(parts), axis=0)
    sizes = np.bitwise_count(parts)
    unpaired = np.bitwise_count(ranks) == sizes
    four = parts[unpaired & (sizes == HAND - 1)]
    three = parts[unpaired & (sizes == HAND - 2) & (ranks >> _LOW_ENOUGH + 1 == 0)]
    yield from four.tolist()
    if not (ranks[unpaired & (sizes == HAND - 1)] >> _LOW_ENOUGH + 1 == 0).any():
        yield from three.tolist()


class RealStreets:
    """The game: two lists of five cards, all as likely; the first acts and draws first."""

    def __init__(
        self,
        hands: tuple[Sequence[int], Sequence[int]],
        pot: float,
        cap: int = 4,
        *,
        dead: int = 0,
        precise: bool = False,
    ) -> None:
        self.pot, self.cap, self.dead = pot, cap, dead
        self.lines = [*lines(cap)]
        open_lines = {*self.lines}
        ends = [line + act for line in self.lines for act in acts(line, cap) if line + act not in open_lines]
        self.closings = [end for end in ends if not end.endswith("f")]
        self.folds = [end for end in ends if end.endswith("f")]
        self.hands = tuple(np.array(masks, np.int64) for masks in hands)
        self.ways = [self._ways(masks) for masks in self.hands]
        self.draws = [sorted({*ways.drawn.tolist()}) for ways in self.ways]
        self.finals = [{drawn: self._finals(player, drawn) for drawn in self.draws[player]} for player in (0, 1)]
        disjoint = (self.hands[0][:, None] & self.hands[1] == 0).astype(np.float64)
        self.prior = disjoint / disjoint.sum()
        self._number = np.float64 if precise else np.float32
        self.joint_shares = {drawn: self._joint_shares(*drawn) for drawn in product(*self.draws)}
        self.won = {drawn: self._won(drawn) for drawn in self.joint_shares}

    def _ways(self, hands: Masks) -> Ways:
        options = [(place, keep) for place, hand in enumerate(hands.tolist()) for keep in drawing(hand)]
        place, keep = (np.array(column, np.int64) for column in zip(*options, strict=True))
        return Ways(place, keep, HAND - np.bitwise_count(keep).astype(np.int64))

    def _finals(self, player: int, drawn: int) -> Finals:
        ways = self.ways[player]
        drawing_ways = np.flatnonzero(ways.drawn == drawn)
        new = all_draws(EVERY_CARD & ~self.dead, drawn)
        row, column = np.nonzero(self.hands[player][ways.hand[drawing_ways]][:, None] & new == 0)
        way = drawing_ways[row]
        return Finals(
            way, self.hands[player][ways.hand[way]] | new[column], hand_rank_numbers(ways.keep[way] | new[column])
        )

    def _joint_shares(self, first: int, second: int) -> Floats:
        """How often each pair of final hands comes, if both choose these ways."""
        ours, theirs = self.finals[0][first], self.finals[1][second]
        left = (EVERY_CARD & ~self.dead).bit_count() - 2 * HAND
        prior = self.prior[np.ix_(self.ways[0].hand[ours.way], self.ways[1].hand[theirs.way])]
        disjoint = ours.cards[:, None] & theirs.cards == 0
        return np.asarray(prior * disjoint / (comb(left, first) * comb(left - first, second)), self._number)

    def _won(self, drawn: tuple[int, int]) -> Floats:
        numbers = self.finals[0][drawn[0]].number, self.finals[1][drawn[1]].number
        return np.asarray(self.joint_shares[drawn] * np.sign(numbers[1] - numbers[0][:, None]), self._number)

    # -- playing -----------------------------------------------------------------------------------------------

    def uniform_plans(self) -> tuple[Plans, Plans]:
        """Everything is done equally often."""
        return self.normalise_plan(self.zero_plans(0), 0), self.normalise_plan(self.zero_plans(1), 1)

    def zero_plans(self, player: int) -> Plans:
        """Zeros in the shape of a plan."""
        own_lines = [line for line in self.lines if len(line) % 2 == player]
        first_draws = (len(self.draws[0]),) if player else ()
        closings, size = len(self.closings), len(self.hands[player])
        return Plans(
            {line: np.zeros((len(acts(line, self.cap)), size)) for line in own_lines},
            np.zeros((closings, *first_draws, len(self.ways[player].hand))),
            {
                drawn: {
                    line: np.zeros((len(acts(line, self.cap)), closings, len(self.finals[player][drawn[player]].way)))
                    for line in own_lines
                }
                for drawn in self.joint_shares
            },
        )

    def normalise_plan(self, amounts: Plans, player: int) -> Plans:
        """Plans that do everything as often as the amounts say."""
        rivers = {
            drawn: {line: shares(frequencies) for line, frequencies in plan.items()}
            for drawn, plan in amounts.rivers.items()
        }
        positive = np.maximum(amounts.draw, 0)
        total = self.by_hand(player, positive)[..., self.ways[player].hand]
        number = np.bincount(self.ways[player].hand)[self.ways[player].hand]
        draw = np.where(total > 0, positive / np.where(total > 0, total, 1), 1 / number)
        return Plans({line: shares(frequencies) for line, frequencies in amounts.third.items()}, draw, rivers)

    def by_hand(self, player: int, amounts: Floats, *, best: bool = False) -> Floats:
        """The sums over the ways of each hand, or the largest."""
        first = np.flatnonzero(np.diff(self.ways[player].hand, prepend=-1))
        return np.asarray((np.maximum if best else np.add).reduceat(amounts, first, axis=-1))

    def street_reach(self, plan: Plan, player: int, reach: Floats) -> Plan:
        """How often each line is played for as far as it depends on the player."""
        reached = {"": reach}
        for line in sorted(self.lines, key=len):
            for place, act in enumerate(acts(line, self.cap)):
                share = plan[line][place] if len(line) % 2 == player else 1
                reached[line + act] = reached[line] * share
        return reached

    def reach(self, plans: Plans, player: int) -> tuple[Plan, Floats, Floats, dict[tuple[int, int], Plan]]:
        """How often the player comes to each line, closing and way, and line of the river."""
        third = self.street_reach(plans.third, player, np.ones(len(self.hands[player])))
        closed = np.stack([third[line] for line in self.closings])
        ways = closed[:, None, self.ways[player].hand] if player else closed[:, self.ways[player].hand]
        ways = ways * plans.draw
        rivers = {
            drawn: self.street_reach(plan, player, self._arriving(player, drawn, ways))
            for drawn, plan in plans.rivers.items()
        }
        return third, closed, ways, rivers

    def _arriving(self, player: int, drawn: tuple[int, int], ways: Floats) -> Floats:
        if player:
            ways = ways[:, self.draws[0].index(drawn[0])]
        return np.asarray(ways[..., self.finals[player][drawn[player]].way])

    def street(self, player: int, plan: Plan, ends: Plan, *, best: bool = False, gains: Plan | None = None) -> Floats:
        """What each hand of the player gets on a street, from what it gets at the ends of lines.

        `gains` are filled with what each act would win more than the plan.
        """
        worths = dict(ends)
        for line in sorted(self.lines, key=len, reverse=True):
            act_worths = [worths[line + act] for act in acts(line, self.cap)]
            if len(line) % 2 != player:
                worths[line] = np.asarray(sum(act_worths[1:], act_worths[0]))
                continue
            stacked = np.stack(act_worths)
            worths[line] = stacked.max(0) if best else (plan[line] * stacked).sum(0)
            if gains is not None:
                gains[line] = stacked - worths[line]
        return worths[""]

    def against(self, player: int, theirs: Plan, table: Floats, ends: Sequence[str]) -> dict[str, Floats]:
        """The weight of what the other brings to the ends of these lines, for each hand of the player."""
        reach = np.stack([theirs[line] for line in ends]).astype(table.dtype)
        return dict(zip(ends, (reach @ (table if player else table.T)).astype(np.float64), strict=True))

    def folded(self, player: int, theirs: Plan, table: Floats, stakes: Floats) -> Plan:
        """What hands get where somebody folds; `stakes` are what each has put in before the street."""
        weights = self.against(player, theirs, table, self.folds)
        won = {line: 1 if len(line) % 2 == player else -1 for line in weights}
        return {line: won[line] * (stakes + bets(line) - 1) * weight for line, weight in weights.items()}

    def shown(self, player: int, theirs: Plan, table: Floats, stakes: Floats) -> Plan:
        """What hands get at showdowns."""
        weights = self.against(player, theirs, table, self.closings)
        return {line: (-1) ** player * (stakes + bets(line)) * weight for line, weight in weights.items()}

    def walk(
        self, player: int, plans: tuple[Plans, Plans], *, best: bool = False, gains: Plans | None = None
    ) -> Floats:
        """What each hand of the player gets beyond half of the pot, times how often it is held.

        Both play their plans, or the player answers best. `gains` are filled with what else would win more.
        """
        own_plans = plans[player]
        third, _, _, rivers = self.reach(plans[1 - player], 1 - player)
        stakes = np.array([[self.pot / 2 + bets(line)] for line in self.closings])
        ways = np.zeros_like(own_plans.draw)
        for drawn, plan in own_plans.rivers.items():
            ends = self.folded(player, rivers[drawn], self.joint_shares[drawn], stakes)
            ends |= self.shown(player, rivers[drawn], self.won[drawn], stakes)
            value = self.street(player, plan, ends, best=best, gains=gains.rivers[drawn] if gains else None)
            drawn_ways = ways[:, self.draws[0].index(drawn[0])] if player else ways
            way = self.finals[player][drawn[player]].way
            drawn_ways += [np.bincount(way, weights, drawn_ways.shape[-1]) for weights in value]
        chosen = self.by_hand(player, ways, best=True) if best else self.by_hand(player, own_plans.draw * ways)
        if gains:
            gains.draw = ways - chosen[..., self.ways[player].hand]
        after = chosen.sum(1) if player else chosen
        ends = self.folded(player, third, self.prior, np.array(self.pot / 2))
        ends |= dict(zip(self.closings, after, strict=True))
        return self.street(player, own_plans.third, ends, best=best, gains=gains.third if gains else None)

    def judged(self, plans: tuple[Plans, Plans]) -> tuple[float, tuple[float, float]]:
        """What the first player gets, half of the pot included, and how much more each could win by the best answer."""
        value = float(self.walk(0, plans).sum())
        best = [float(self.walk(player, plans, best=True).sum()) for player in (0, 1)]
        return value + self.pot / 2, (best[0] - value, best[1] + value)


def bets(line: str) -> int:
    """Bets and raises of a line."""
    return line.count("b") + line.count("r")


def shares(amounts: Floats) -> Floats:
    """Each as a share of all acts; equal ones if there is nothing."""
    positive = np.maximum(amounts, 0)
    total = positive.sum(0)
    return np.where(total > 0, positive / np.where(total > 0, total, 1), 1 / len(amounts))
