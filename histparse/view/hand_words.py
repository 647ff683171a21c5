"""Step 7b, view: the words for each step of a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from histparse.model.cards import RANKS, Card, show_cards
from histparse.model.hand import Limit
from histparse.model.money import SIGNS, show_amount
from histparse.model.ranking import WORDS, WORST, number_by_ranks
from histparse.view.model import (
    AnyStep,
    Bet,
    Call,
    Check,
    Collect,
    Dealt,
    Drawn,
    Fold,
    HandView,
    HeldCards,
    InBigBets,
    Kind,
    Post,
    Raise,
    Show,
    Stage,
    Uncalled,
)

Money = Callable[[int], str]
WORST_TEN_LOW = number_by_ranks("T9875", is_flush=False)
"""The place of a worse hand tells nobody anything."""
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def card_in_words(name: Card) -> str:
    """Name a card in words: `queen of clubs`."""
    return f"{WORDS[RANKS.index(name[0])]} of {SUITS[name[1]]}"


def hand_title(view: HandView) -> str:
    """Which hand it is, and for what stakes."""
    low, high = (show_amount(bet, view.currency) for bet in (view.low, view.high))
    stakes = f"2-7 Triple Draw {low}/{high}"
    currency = "" if view.currency in SIGNS else f" {view.currency}"
    limit = "" if view.limit is Limit.FIXED else f" {view.limit}"
    return " ".join(filter(None, (view.site, view.hand_id, f"{stakes}{currency}{limit}")))


def when_and_where(view: HandView) -> Iterator[str]:
    """When and where it was played, and where it is written, as far as that is known."""
    moment = f"{view.played_at:%Y-%m-%d %H:%M} UTC" if view.played_at else ""
    if played := ", ".join(filter(None, (moment, view.table and f"table {view.table}"))):
        yield played
    if view.path:
        yield f"{view.path}:{view.line}"


def stage_heading(stage: Stage) -> str:
    """The name of a stage."""
    match stage.kind:
        case Kind.DRAW:
            return f"Draw {stage.number}"
        case Kind.SHOWDOWN:
            return "Showdown"
    return "Before the draw" if stage.number == 0 else f"Betting after draw {stage.number}"


def format_amount(view: HandView, chips: int) -> str:
    """The amount in the currency of the hand, or in big bets: `2.5 BB`."""
    if isinstance(view, InBigBets):
        return f"{chips / view.high:,.2f}".rstrip("0").rstrip(".") + " BB"
    return show_amount(chips, view.currency)


def format_signed_net(view: HandView, net: int) -> str:
    """A net with its sign."""
    return f"{'+' if net > 0 else ''}{format_amount(view, net)}"


def describe_step_without_name(view: HandView, step: AnyStep) -> str:
    """Say what the player does, without their name."""
    return _WORDS[type(step)](step, lambda chips: format_amount(view, chips))


def has_line_of_its_own(step: AnyStep) -> bool:
    """Whether the step gets a line of its own: those that show cards, or move chips at the end."""
    return isinstance(step, Dealt | Show | Collect) or (isinstance(step, Drawn) and bool(step.hand or step.received))


def describe_held_cards(hand: HeldCards) -> str:
    """`8-7-5-4-2, 12th best of 7,462 hands`: the hand and its place among all that differ in rank.

    What is worse than ten-low has no place: `pair of fives`.
    """
    if hand.number > WORST_TEN_LOW:
        return hand.name
    place = "" if hand.number == 1 else f"{hand.number:,}{_ordinal_ending(hand.number)} "
    return f"{hand.name}, {place}best of {WORST:,} hands"


def _ordinal_ending(number: int) -> str:
    """The letters behind an ordinal number."""
    return "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _describe_deal(step: Dealt, _: Money) -> str:
    return f"is dealt {show_cards(step.hand.cards)}: {describe_held_cards(step.hand)}" if step.hand else "is dealt in"


def _describe_draw(step: Drawn, _: Money) -> str:
    if step.count == 0:
        words = "stands pat" + (f" on {describe_held_cards(step.hand)}" if step.hand else "")
        return words + (f" (drawing one: {step.better:.1%} to improve)" if step.better is not None else "")
    words = f"throws {show_cards(step.thrown)}" if step.thrown else f"draws {step.count}"
    words += f" ({step.better:.1%} to improve)" if step.better is not None else ""
    words += f", gets {show_cards(step.received)}" if step.received else ""
    words += " from the reshuffled deck" if step.reshuffled else ""
    return words + (f": {describe_held_cards(step.hand)}" if step.hand else "")


def _show_or_muck_phrase(step: Show, _: Money) -> str:
    verb = "mucks" if step.mucked else "shows"
    return f"{verb} {show_cards(step.hand.cards)}: {describe_held_cards(step.hand)}" if step.hand else verb


def _describe_collect(step: Collect, money: Money) -> str:
    pot = {None: "", 0: " from the main pot"}.get(step.pot, f" from side pot {step.pot}")
    return f"collects {money(step.amount)}{pot}"


def _all_in_suffix(step: Post | Call | Bet | Raise) -> str:
    return " all-in" if step.all_in else ""


_WORDS: dict[type[AnyStep], Callable[[Any, Money], str]] = {
    Dealt: _describe_deal,
    Post: lambda step, money: f"posts {money(step.amount)}{_all_in_suffix(step)}",
    Fold: lambda *_: "folds",
    Check: lambda *_: "checks",
    Call: lambda step, money: f"calls {money(step.amount)}{_all_in_suffix(step)}",
    Bet: lambda step, money: f"bets {money(step.amount)}{_all_in_suffix(step)}",
    Raise: lambda step, money: f"raises to {money(step.to)}{_all_in_suffix(step)}",
    Uncalled: lambda step, money: f"takes back {money(step.amount)} uncalled",
    Drawn: _describe_draw,
    Show: _show_or_muck_phrase,
    Collect: _describe_collect,
}
"""Any: steps of that type."""
