"""Coach: a street of fixed-limit betting between two players - its lines, who comes to them, and what hands get there.

A line has a letter for each act, as in `river`. A plan is how often each act is chosen: an array whose rows are the
acts of a player at all their lines, one line after the other; what happened before the street, and hands, follow.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.floating[Any]]
"""Single precision for the last two streets, which have large tables; double for rivers."""
WORDS = {"x": "check", "b": "bet", "r": "raise", "c": "call", "f": "fold"}
RowsByHand = Reals
"""A plan, or sums and gains by its rows: the acts of a player, then what was before the street, then hands."""
HandsByLine = dict[str, Reals]
"""For each line an array of hands, behind what was before the street."""


def count_bets(line: str) -> int:
    """Count the bets and raises of a line."""
    return len(line.replace("x", "").replace("c", "").replace("f", ""))


class Betting:
    """The lines of a street with a cap on bets and raises; without bets, both can only check."""

    def __init__(self, cap: int) -> None:
        self.acts: dict[str, str] = {}
        """What can be done after each line, each line before those that follow it."""
        self._add_line("", cap)
        ends = [line + act for line, acts in self.acts.items() for act in acts if line + act not in self.acts]
        self.folds = [line for line in ends if line.endswith("f")]
        self.closings = [line for line in ends if not line.endswith("f")]
        """The lines that end with a call, or that both check."""
        self.rows: dict[str, slice] = {}
        """The rows of a plan at each line of its player."""
        self.height = [0, 0]
        """The rows of each player's plans."""
        for line, acts in self.acts.items():
            begin = self.height[len(line) % 2]
            self.rows[line] = slice(begin, begin + len(acts))
            self.height[len(line) % 2] += len(acts)

    def _add_line(self, line: str, cap: int) -> None:
        self.acts[line] = ("fcr" if count_bets(line) < cap else "fc") if count_bets(line) else "xb" if cap else "x"
        for act in self.acts[line]:
            if act in "br" or (act == "x" and not line):
                self._add_line(line + act, cap)

    def decision_lines(self, player: int) -> list[str]:
        """Where the player decides."""
        return [line for line in self.acts if len(line) % 2 == player]

    def reach_by_line(self, player: int, plan: RowsByHand, reach: Reals) -> HandsByLine:
        """Compute how often hands of the player come to each line, as far as that depends on the player."""
        ends = {"": reach}
        for line, acts in self.acts.items():
            act_rows = plan[self.rows[line]] * ends[line] if len(line) % 2 == player else [ends[line]] * len(acts)
            ends |= {line + act: row for act, row in zip(acts, act_rows, strict=True)}
        return ends

    def add_plan_to_sums(self, player: int, sums: RowsByHand, reach: HandsByLine, weight: float) -> None:
        """Add what the player does, as often as they come to do it."""
        for line in self.decision_lines(player):
            for row, act in zip(sums[self.rows[line]], self.acts[line], strict=True):
                np.add(row, weight * reach[line + act], out=row)

    def hand_worths(
        self, player: int, plan: RowsByHand | None, ends: HandsByLine, gains_to_fill: RowsByHand | None = None
    ) -> Reals:
        """Compute what hands of the player get, from what they get at the ends; without a plan they do what is best.

        `gains_to_fill` are filled with how much more each act wins than the plan does.
        """
        worths = dict(ends)
        for line in reversed(self.acts):
            after = [worths[line + act] for act in self.acts[line]]
            rows = self.rows[line]
            if len(line) % 2 != player:
                worths[line] = sum(after[1:], after[0])
            elif plan is None:
                worths[line] = np.max(after, axis=0)
            else:
                worths[line] = sum((often * value for often, value in zip(plan[rows], after, strict=True)), _NONE)
            if gains_to_fill is not None and len(line) % 2 == player:
                np.subtract(after, worths[line], out=gains_to_fill[rows])
        return worths[""]

    def normalise_plan(self, player: int, amounts: RowsByHand) -> RowsByHand:
        """The plan that does everything as often as the amounts say, and all alike where they say nothing."""
        plan = np.empty_like(amounts)
        for line in self.decision_lines(player):
            line_amounts = amounts[self.rows[line]]
            total = line_amounts.sum(0)
            np.divide(line_amounts, total, out=plan[self.rows[line]], where=total > 0)
            plan[self.rows[line]][:, total <= 0] = 1 / len(line_amounts)
        return plan


_NONE = np.zeros(1, np.float32)
