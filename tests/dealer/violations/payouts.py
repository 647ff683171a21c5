"""Pays somebody else, or otherwise, in a hand that has been dealt; the summary agrees."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.model.events import Collect, Event, Outcome, Result, of_type
from tests.dealer.violations.cards import tied
from tests.dealer.violations.legal_hand import Altered, LegalHand, need


def with_won(story: list[Event], won: dict[str, int]) -> list[Event]:
    """The story with a summary of what those players won."""
    return [
        replace(event, won=won[event.player] or None)
        if isinstance(event, Result) and event.player in won and event.outcome is not Outcome.FOLDED
        else event
        for event in story
    ]


def only_payout(legal: LegalHand) -> tuple[int, Collect]:
    """The payout and its place, in a hand with a single one."""
    payouts = legal.all(Collect)
    need(len(payouts) == 1)
    return payouts[0]


def paid_to(legal: LegalHand, place: int, player: str) -> Altered:
    """Somebody else gets the chips at that place."""
    (paid,) = of_type(legal.story[place : place + 1], Collect)
    wrong = replace(paid, player=player)
    story = legal.instead(place, wrong)
    won = {
        name: sum(share.amount for share in of_type(story, Collect) if share.player == name)
        for name in (player, paid.player)
    }
    return Altered(with_won(story, won), wrong)


def equal_shares(legal: LegalHand) -> tuple[list[Event], list[Collect]]:
    """The hand with equal best hands that share its only pot, and their shares."""
    story = tied(legal)
    shares = of_type(story, Collect)
    need(len(shares) > 1 and not any(share.pot for share in shares))
    return story, shares


def reshared(story: list[Event], amounts: dict[str, int]) -> Altered:
    """The story with other shares by player, or none; the first is wrong."""
    shared = [
        replace(event, amount=amounts.get(event.player, event.amount)) if isinstance(event, Collect) else event
        for event in story
    ]
    paid = [event for event in shared if not isinstance(event, Collect) or event.amount]
    return Altered(with_won(paid, amounts), of_type(paid, Collect)[0])
