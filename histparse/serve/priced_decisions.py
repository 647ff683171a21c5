"""Step 10, serve: the decisions of a hand with their prices - how each is marked, asked for, and answered."""

from __future__ import annotations

from itertools import combinations

from msgspec import Struct

from histparse.coach.decisions import BANDS
from histparse.coach.mistakes import LEAST_DRAW
from histparse.model.errors import count
from histparse.report.decision_prices import DRAWN, format_card_faces, mistake_in_words, parse_thrown_cards
from histparse.report.model import Row
from histparse.stats import words

MISTAKE, BLUNDER = 0.1, 1.0
"""The big bets from which a mistake is marked with `?`, and with `??`."""
NUMBERS = ("pat", "one card", "two cards", "three cards", "four cards", "five cards")
RIVER = (("check", "bet"), ("call", "fold"), ("call", "fold", "raise"))
"""What can be asked on a river."""
KINDS_OF_CARDS = frozenset({"wrong-card"})
"""Kinds whose number of cards is right."""


class PricedDecision(Struct, frozen=True):
    """A decision of the hand with its price: its kind, the row that prices it, and the step at which it is made.

    What can be answered where it is asked for is for each kind of decision to say.
    """

    kind: str
    row: Row
    step: int

    @property
    def sign(self) -> str:
        """`?` or `??`; nothing for what cost less."""
        lost = self.row["big_bets"]
        return "??" if lost >= BLUNDER else "?" if lost >= MISTAKE else ""

    @property
    def price(self) -> str:
        """`6.05`, in big bets."""
        return words.signed_number(self.row["big_bets"], 2).replace("+", "")

    @property
    def where(self) -> str:
        """`Draw 3`, or `River`."""
        return f"Draw {self.row['draw']}"

    @property
    def question(self) -> str:
        """The question, in words."""
        raise NotImplementedError

    @property
    def choices(self) -> dict[str, str]:
        """The possible answers, by their words in an address."""
        raise NotImplementedError

    def choice_for_action(self, action: str) -> str:
        """The answer that is the same as `pat` or `throws Qd Jc`, as what was done and what was better are written."""
        raise NotImplementedError

    @property
    def showdown_chances(self) -> list[tuple[str, str]]:
        """The chance to win at showdown by what can be answered, where that is a number of cards."""
        return []

    @property
    def was_right(self) -> bool:
        """Whether what was done was the best."""
        return bool(self.row["did"] == self.row["better"])

    def is_right(self, answer: str) -> bool:
        """Whether that was better, or as good."""
        return answer == self.choice_for_action(self.row["better"]) or self._is_as_good(answer)

    def verdict(self, answer: str) -> str:
        """Say whether the answer is right: `Yes: stand pat.`."""
        if answer == self.choice_for_action(self.row["better"]):
            return (
                f"Yes: {self._answer_as_instruction(answer)}, as played."
                if self.was_right
                else f"Yes: {self._answer_as_instruction(answer)}."
            )
        if self._is_as_good(answer):
            return f"Just as good: {self._answer_as_instruction(answer)}."
        return "No."

    def describe_better_play(self, answer: str) -> str:
        """Say what was done, and what is better, as far as the verdict does not say it."""
        best = self.choice_for_action(self.row["better"])
        if self.was_right:
            return "" if answer == best else f"Best: {self._answer_as_instruction(best)}, as played."
        return mistake_in_words(self.row)

    def _is_as_good(self, answer: str) -> bool:  # noqa: ARG002 - of numbers of cards alone it is known
        """Whether an answer that is neither what was done nor the best is worth as much."""
        return False

    def _answer_as_instruction(self, answer: str) -> str:
        """Write an answer as an instruction: `draw one`, `throw J♥`."""
        raise NotImplementedError


class DrawnNumber(PricedDecision, frozen=True):
    """A decision on how many cards to draw."""

    @property
    def question(self) -> str:
        """The question `Draw 3: pat, or how many?`."""
        return f"{self.where}: pat, or how many?"

    @property
    def choices(self) -> dict[str, str]:
        """All numbers of cards."""
        return dict(zip(("pat", *"12345"), NUMBERS, strict=True))

    def choice_for_action(self, action: str) -> str:
        """The number of cards thrown."""
        thrown = parse_thrown_cards(action)
        return str(len(thrown)) if thrown else "pat"

    @property
    def showdown_chances(self) -> list[tuple[str, str]]:
        """The chances of pat and of up to three cards."""
        chances = zip(("pat", *"123"), self.row["wins"], strict=False)
        return [(number, words.percent(chance)) for number, chance in chances]

    def _is_as_good(self, answer: str) -> bool:
        """Another number than was drawn may win as often as the best, within what counts as a mistake."""
        wins = self.row["wins"]
        return answer != self.choice_for_action(self.row["did"]) and bool(
            wins[list(self.choices).index(answer)] >= max(wins) - LEAST_DRAW
        )

    def _answer_as_instruction(self, answer: str) -> str:
        return "stand pat" if answer == "pat" else f"draw {DRAWN[int(answer) - 1]}"


class ThrownCards(PricedDecision, frozen=True):
    """Which cards were thrown, their number being right."""

    @property
    def question(self) -> str:
        """The question `Draw 3: which to throw?`."""
        return f"{self.where}: which to throw?"

    @property
    def choices(self) -> dict[str, str]:
        """All so many of the cards held."""
        number = len(parse_thrown_cards(self.row["better"]))
        return {"".join(cards): " ".join(cards) for cards in combinations(self.row["held"].split(), number)}

    def choice_for_action(self, action: str) -> str:
        """The cards thrown, in the order they were held."""
        thrown = parse_thrown_cards(action)
        return "".join(card for card in self.row["held"].split() if card in thrown)

    def _answer_as_instruction(self, answer: str) -> str:
        return f"throw {format_card_faces(self.choices[answer].split())}"


class RiverDecision(PricedDecision, frozen=True):
    """A decision on the river."""

    @property
    def where(self) -> str:
        """There is only one."""
        return "River"

    @property
    def question(self) -> str:
        """The question `River: call, fold or raise?`."""
        *actions, last_action = self.choices
        return f"River: {', '.join(actions)} or {last_action}?"

    @property
    def choices(self) -> dict[str, str]:
        """The fewest with what was done and what was better among them."""
        actions = next(actions for actions in RIVER if {self.row["did"], self.row["better"]} <= {*actions})
        return {action: action for action in actions}

    def choice_for_action(self, action: str) -> str:
        """The action itself."""
        return action

    @property
    def call_price_sentence(self) -> str:
        """The odds that the pot offers a call, in a sentence."""
        pot, to_call = self.row["pot"], self.row["to_call"]
        least = words.percent(to_call / (pot + to_call))
        return f"A call costs {to_call:.3g} in a pot of {pot:.3g} big bets: it pays if it wins {least} or more."

    @property
    def opponents_betting_hands(self) -> str:
        """The hands with which the pool bets there, and how often a call wins, in sentences."""
        held = ", ".join(f"{band} {words.percent(share)}" for band, share in zip(BANDS, self.row["holds"], strict=True))
        shown = count(self.row["shown"], "hand")
        return f"A call wins {words.percent(self.row['chance'])}. Opponents bet there with: {held} ({shown} shown)."

    def _answer_as_instruction(self, answer: str) -> str:
        return answer


def decision_with_price(kind: str, row: Row, step: int) -> PricedDecision:
    """The decision that this row prices."""
    decision = RiverDecision if not row["wins"] else ThrownCards if kind in KINDS_OF_CARDS else DrawnNumber
    return decision(kind, row, step)
