"""The pots of a hand, and who takes what from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from histparse.export.contract import UnwritableError
from histparse.export.ledger import Ledger
from histparse.model.cards import Cards
from histparse.model.events import Collect, Result, Uncalled
from histparse.model.hand import Hand, UncalledBet
from histparse.model.ranking import strength

UNBROKEN = ("chips", "play", "?")
"""Currencies whose chips are not parted where all amounts are whole."""


class Pot(NamedTuple):
    """Chips, and those who can win them."""

    amount: int
    claims: tuple[str, ...]


def pots(ledger: Ledger, live: Sequence[str]) -> list[Pot]:
    """Main pot first; dead chips are in it."""
    found: list[Pot] = []
    below = 0
    for level in sorted({ledger.live[player] for player in live}):
        amount = sum(min(paid, level) - min(paid, below) for paid in ledger.live.values())
        found.append(Pot(amount, tuple(player for player in live if ledger.live[player] >= level)))
        below = level
    above = sum(max(paid - below, 0) for paid in ledger.live.values())
    found[-1] = found[-1]._replace(amount=found[-1].amount + above)
    return [found[0]._replace(amount=found[0].amount + ledger.dead.total()), *found[1:]]


def payouts(
    hand: Hand, ledger: Ledger, there: list[Pot], hands: dict[str, Cards], back: Uncalled | None
) -> list[Collect]:
    """Who takes what, without what nobody called; by the text, else by the stacks afterwards and by the cards."""
    told = [event for event in hand.events if isinstance(event, Collect)]
    if not told and not hand.reading.says_payouts:
        return _by_cards(hand, ledger, there, hands)
    in_text = any(isinstance(event, Uncalled) for event in hand.events)
    if back is not None and not in_text and hand.reading.uncalled in (UncalledBet.IN_POT, UncalledBet.IN_WINNINGS):
        told = _without(told, back)
    return _numbered(told, there)


def _without(told: list[Collect], back: Uncalled) -> list[Collect]:
    """The payouts without what nobody called: it was a pot of its own, or lies in the bettor's last one."""
    own = [paid for paid in told if paid.player == back.player]
    if not own:
        raise UnwritableError(f"nobody knows what became of the bet of {back.player} that nobody called")
    last = max(own, key=lambda paid: paid.pot or 0)
    rest = replace(last, amount=last.amount - back.amount)
    return [rest if paid is last else paid for paid in told if paid is not last or rest.amount > 0]


def _numbered(told: list[Collect], there: list[Pot]) -> list[Collect]:
    """A pot that is the only one has no number; else one without a number is that which fits best."""
    if len(there) == 1:
        return [replace(paid, pot=None) for paid in told]
    free = [number for number in range(len(there)) if all(paid.pot != number for paid in told)]
    numbered = [paid for paid in told if paid.pot is not None]
    unnumbered = [paid for paid in told if paid.pot is None]
    for number in reversed(free):
        fitting = [paid for paid in unnumbered if paid.player in there[number].claims]
        if number == free[0]:
            numbered += (replace(paid, pot=number) for paid in unnumbered)
        elif fitting:
            best = min(fitting, key=lambda paid: abs(paid.amount - there[number].amount))
            unnumbered.remove(best)
            numbered.append(replace(best, pot=number))
    return numbered


def _by_cards(hand: Hand, ledger: Ledger, there: list[Pot], hands: dict[str, Cards]) -> list[Collect]:
    """The best hand takes a pot; where the stacks afterwards are less, the house has kept the rest."""
    found = [
        Collect(hand.last_line, winner, share, number if len(there) > 1 else None)
        for number, pot in enumerate(there)
        for winner, share in _shares(hand, pot, _best(pot, hands))
    ]
    left = {event.player: event.stack for event in hand.events if isinstance(event, Result)}
    kept = Counter[str]()
    for seat in hand.seats:
        if (stack := left.get(seat.player)) is not None:
            won = stack - ledger.left(seat.player)
            kept[seat.player] = sum(paid.amount for paid in found if paid.player == seat.player) - won
    if any(chips < 0 for chips in kept.values()):
        raise UnwritableError("the stacks after the hand are not those that the cards give")
    return [_raked(paid, kept) for paid in found]


def _raked(paid: Collect, kept: Counter[str]) -> Collect:
    share = min(kept[paid.player], paid.amount)
    kept[paid.player] -= share
    return replace(paid, amount=paid.amount - share)


def _best(pot: Pot, hands: dict[str, Cards]) -> list[str]:
    """Who wins the pot."""
    if len(pot.claims) == 1:
        return list(pot.claims)
    numbers = {player: strength(hands[player]) for player in pot.claims if player in hands}
    known = [number for number in numbers.values() if number is not None]
    if not known or len(known) < len(numbers):
        raise UnwritableError("the text does not say who wins, and not all hands are known")
    return [player for player, number in numbers.items() if number == min(known)]


def _shares(hand: Hand, pot: Pot, winners: list[str]) -> list[tuple[str, int]]:
    """Equal parts, larger by one chip for the first few."""
    amounts = (hand.header.low, hand.header.high, pot.amount, *(seat.stack for seat in hand.seats))
    whole = hand.header.currency in UNBROKEN and not any(amount % 100 for amount in amounts)
    chip = 100 if whole else 1
    share, odd = divmod(pot.amount // chip, len(winners))
    return [(winner, (share + (place < odd)) * chip) for place, winner in enumerate(winners)]
