"""PokerKit replays PHH of every site to the same stacks, but by rules of its own. HISTPARSE_SOAK: 2,000 a site."""

from __future__ import annotations

import os
import tomllib
import warnings
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from pokerkit import HandHistory

from histparse.export import UnwritableError
from histparse.judging.engine import judge
from histparse.model.house import house_of_site_or_lenient_default
from histparse.replay.table import Table
from tests.dealer.writing import sites, write, writer
from tests.export.hands import read_text, sampled_or_dealt_hands
from tests.simulate.games import GAMES

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
MOST = None if SOAK else 6
"""Hands of each sample."""
DEALT = (2_000 if SOAK else 20) // len(GAMES)
"""Hands of each game."""


@pytest.mark.nightly(4)
@pytest.mark.parametrize("site", sites())
@pytest.mark.parametrize("source", ["samples", "dealt"])
def test_pokerkit_comes_to_the_same_stacks(source: str, site: str) -> None:
    agreements: list[bool] = []
    for hand in sampled_or_dealt_hands(source, site, of_sample=MOST, of_game=DEALT, seed=77):
        try:
            phh = writer("phh").adapt_hand(hand)
        except UnwritableError:
            continue
        if not hand.cancelled:
            text, players = write(phh), [seat.player for seat in phh.seats]
            agreements.append(has_same_stacks(text, players, judge(hand, house_of_site_or_lenient_default(site)).table))
            assert agreements[-1] or pokerkit_rules(text), text
    assert sum(agreements) > 0.8 * len(agreements)


def has_same_stacks(text: str, names: list[str], table: Table) -> bool:
    """Whether PokerKit has the same stacks in the end; it takes no rake, so winners have that."""
    stacks = stacks_by_pokerkit(text)
    if stacks is None:
        return False
    rake, surplus = table.pot - table.chips_paid_out, 0.0
    for stack, player in zip(stacks, (table.by_name[name] for name in names), strict=True):
        gain = float(stack) - player.start - player.net
        surplus += gain
        if not -1 < gain < (rake if player.collected else 0) + 1:  # PokerKit parts a cent that two winners share
            return False
    return abs(surplus - rake) < 1


def stacks_by_pokerkit(text: str) -> list[Decimal] | None:
    """The stacks in the end, in 1/100; None if PokerKit refuses the hand."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of every reshuffle
        try:
            *_, last = HandHistory.loads(text)
        except ValueError:
            return None
    return [Decimal(str(stack)) * 100 for stack in last.stacks]


# --- where PokerKit has its own rules: see docs/formats.md --------------------------------------------------


def pokerkit_rules(text: str) -> set[str]:
    """The rules of PokerKit's own that apply to this hand, by its text alone."""
    return set(_Chips(tomllib.loads(text, parse_float=Decimal)).find_rules())


class _Chips:
    """The chips of a hand, followed action by action. Players are counted from 0."""

    def __init__(self, hand: dict[str, Any]) -> None:
        self.hand = hand
        blinds = hand["blinds_or_straddles"]
        self.posted = blinds[::-1] if len(blinds) == 2 else blinds
        self.stacks = [max(0, stack - ante) for stack, ante in zip(hand["starting_stacks"], hand["antes"], strict=True)]
        self.live = set(range(len(blinds)))
        self.bets = [Decimal(0)] * len(blinds)
        self.to_match, self.raises, self.short, self.draws, self.drawn = Decimal(blinds[1]), 0, False, 0, False

    def find_rules(self) -> Iterator[str]:
        """The names of the rules, perhaps several times."""
        for player, blind in enumerate(self.posted):
            self._put(player, min(blind, self.stacks[player]))
            if blind and self.bets[player] < blind == self.to_match:
                yield "big blind all-in for less"
        if any(self.hand["blinds_or_straddles"][2:]):
            yield "extra blind"
        for action in self.hand["actions"]:
            label, act, *amounts = action.split()
            if act == "sd":
                self._draw()
            elif act == "f":
                self.live.remove(_place(label))
            elif act == "cc":
                self.drawn = False
                owed = self.to_match - self.bets[_place(label)]
                self._put(_place(label), min(owed, self.stacks[_place(label)]))
            elif act == "cbr":
                self.drawn = False
                yield from self._raise(_place(label), Decimal(amounts[0]))

    def _raise(self, player: int, total: Decimal) -> Iterator[str]:
        self.raises += 1
        if self.raises > 4:
            yield "fifth bet"
        if self.short:
            yield "raise over a short all-in"
        if all(self.bets[opponent] + self.stacks[opponent] <= self.to_match for opponent in self.live - {player}):
            yield "raise that nobody can call"
        unit = self.hand["small_bet" if self.draws < 2 else "big_bet"]
        self.short = self.short or total - self.to_match < unit
        self.to_match = total
        self._put(player, total - self.bets[player])

    def _draw(self) -> None:
        if not self.drawn:
            self.draws += 1
        self.drawn, self.to_match, self.raises, self.short = True, Decimal(0), 0, False
        self.bets = [Decimal(0)] * len(self.bets)

    def _put(self, player: int, chips: Decimal) -> None:
        self.stacks[player] -= chips
        self.bets[player] += chips


def _place(label: str) -> int:
    return int(label[1:]) - 1


DEAL = ("d dh p1 7h5h4h3h2h", "d dh p2 8c6c5c4c2c", "d dh p3 9d8d6d4d2d")
PATS = ("p1 sd", "p2 sd", "p3 sd")
CALLED = ("p3 cc", "p1 cc", "p2 cc")
SHOWN = ("p1 sm 7h5h4h3h2h", "p2 sm 8c6c5c4c2c", "p3 sm 9d8d6d4d2d")
RULES: dict[str, tuple[dict[str, list[int]], tuple[str, ...]]] = {
    "extra blind": ({"blinds_or_straddles": [5, 10, 10]}, ("p3 cc", "p1 f", "p2 cc", *PATS[1:], "p2 cbr 10", "p3 f")),
    "fifth bet": (
        {},
        (*CALLED, *PATS, "p1 cbr 10", "p2 cbr 20", "p3 f", "p1 cbr 30", "p2 cbr 40", "p1 cbr 50", "p2 f"),
    ),
    "raise over a short all-in": (
        {"starting_stacks": [14, 400, 400]},
        (*CALLED, *PATS, "p1 cbr 4", "p2 cbr 10", "p3 f", *PATS[:2] * 2, *SHOWN[:2]),
    ),
    "big blind all-in for less": (
        {"starting_stacks": [400, 6, 400]},
        ("p3 cc", "p1 cc", *PATS, "p1 cbr 10", "p3 f", *PATS[:2] * 2, *SHOWN[:2]),
    ),
    "raise that nobody can call": (
        {"starting_stacks": [20, 400, 18]},
        (*CALLED, *PATS, "p1 cbr 10", "p2 cbr 20", "p3 cc", *PATS * 2, *SHOWN),
    ),
}
"""For each a hand that meets it alone: keys beside the usual ones, and the actions after the deal."""


@pytest.mark.parametrize("rule", RULES)
def test_the_rules_are_pokerkits(rule: str) -> None:
    """It still does not replay them; with a newer one that does, the rule goes from here and from the docs."""
    text = phh(*RULES[rule])
    assert pokerkit_rules(text) == {rule}
    assert not has_same_stacks(text, ["p1", "p2", "p3"], judged_table(text))


def test_a_plain_hand_meets_no_rule() -> None:
    text = phh({}, (*CALLED, *PATS, "p1 cbr 10", "p2 cbr 20", "p3 f", "p1 f"))
    assert pokerkit_rules(text) == set()
    assert has_same_stacks(text, ["p1", "p2", "p3"], judged_table(text))


def phh(keys: dict[str, list[int]], actions: tuple[str, ...]) -> str:
    usual = {"antes": [0, 0, 0], "blinds_or_straddles": [5, 10, 0], "starting_stacks": [400, 400, 400]}
    lines = [f"{key} = {value}" for key, value in (usual | keys).items()]
    return "\n".join(["variant = 'F2L3D'", *lines, "small_bet = 10", "big_bet = 20", f"actions = {[*DEAL, *actions]}"])


def judged_table(text: str) -> Table:
    judged = judge(read_text(text, "phh"), house_of_site_or_lenient_default("phh"))
    assert judged.findings == ()
    return judged.table
