"""The pots of a hand, and who collects what from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from histparse.export.contract import UnwritableError
from histparse.export.ledger import Ledger
from histparse.model.cards import Cards
from histparse.model.events import Collect, Result, Uncalled, of_type
from histparse.model.hand import Hand, UncalledBet
from histparse.model.ranking import strength

OTHERS_WIN = "what the players win is not what the cards give"
UNBROKEN = ("chips", "play", "?")
"""Currencies without fractions if all amounts are whole."""


class Pot(NamedTuple):
    """Chips, and the players who can win them."""

    amount: int
    claims: tuple[str, ...]


def split_into_pots(ledger: Ledger, live_players: Sequence[str]) -> list[Pot]:
    """Main pot first; dead chips are in it."""
    return layer_pots(ledger.live, ledger.dead.total(), live_players)


def layer_pots(chips_paid: Mapping[str, int], dead_chips: int, live_players: Sequence[str]) -> list[Pot]:
    """Main pot first; dead chips are in it and give no claim. What others paid above all claims is in the last pot."""
    layers: list[Pot] = []
    lower = 0
    for level in sorted({chips_paid[player] for player in live_players}):
        amount = sum(min(chips, level) - min(chips, lower) for chips in chips_paid.values())
        layers.append(Pot(amount, tuple(player for player in live_players if chips_paid[player] >= level)))
        lower = level
    excess = sum(max(chips - lower, 0) for chips in chips_paid.values())
    layers[-1] = layers[-1]._replace(amount=layers[-1].amount + excess)
    return [layers[0]._replace(amount=layers[0].amount + dead_chips), *layers[1:]]


def payouts(
    hand: Hand, ledger: Ledger, pots: list[Pot], cards_by_player: dict[str, Cards], uncalled: Uncalled | None
) -> list[Collect]:
    """Who collects what, without uncalled chips; by the text, else by the final stacks and the cards."""
    stated = of_type(hand.events, Collect)
    if not stated and not hand.reading.says_payouts:
        left = {event.player: event.stack for event in of_type(hand.events, Result)}
        won = {p: stack - ledger.stack_left(p) for p, stack in left.items() if stack is not None}
        return _subtract_rake(_payouts_by_cards(hand, pots, cards_by_player), won)
    if (
        uncalled is not None
        and not of_type(hand.events, Uncalled)
        and hand.reading.uncalled in (UncalledBet.IN_POT, UncalledBet.IN_WINNINGS)
    ):
        stated = _remove_uncalled_chips(stated, uncalled)
    if hand.reading.merges_pots and len({paid.pot for paid in stated}) < len(pots):
        return _split_payouts_by_pot(stated, _payouts_by_cards(hand, pots, cards_by_player))
    return _assign_pot_numbers(stated, pots)


def _remove_uncalled_chips(stated: list[Collect], uncalled: Uncalled) -> list[Collect]:
    """The payouts without uncalled chips, which were a pot of their own or are in the bettor's last one."""
    of_bettor = [paid for paid in stated if paid.player == uncalled.player]
    if not of_bettor:
        raise UnwritableError(f"what became of the uncalled bet of {uncalled.player} is not known")
    last = max(of_bettor, key=lambda paid: paid.pot or 0)
    rest = replace(last, amount=last.amount - uncalled.amount)
    return [rest if paid is last else paid for paid in stated if paid is not last or rest.amount > 0]


def _assign_pot_numbers(stated: list[Collect], pots: list[Pot]) -> list[Collect]:
    """A single pot has no number; otherwise one without a number gets the one that fits best."""
    if len(pots) == 1:
        return [replace(paid, pot=None) for paid in stated]
    free = [number for number in range(len(pots)) if all(paid.pot != number for paid in stated)]
    numbered = [paid for paid in stated if paid.pot is not None]
    unnumbered = [paid for paid in stated if paid.pot is None]
    for number in reversed(free):
        fitting = [paid for paid in unnumbered if paid.player in pots[number].claims]
        if number == free[0]:
            numbered += (replace(paid, pot=number) for paid in unnumbered)
        elif fitting:
            best = min(fitting, key=lambda paid: abs(paid.amount - pots[number].amount))
            unnumbered.remove(best)
            numbered.append(replace(best, pot=number))
    return numbered


def _payouts_by_cards(hand: Hand, pots: list[Pot], cards_by_player: dict[str, Cards]) -> list[Collect]:
    """The best hand wins a pot, rake included."""
    return [
        Collect(hand.last_line, winner, share, number if len(pots) > 1 else None)
        for number, pot in enumerate(pots)
        for winner, share in _winner_shares(hand, pot, _pot_winners_or_refuse(pot, cards_by_player))
    ]


def _split_payouts_by_pot(stated: list[Collect], by_cards: list[Collect]) -> list[Collect]:
    """The payouts of each line that several pots next to each other share, because one player wins them."""
    lines: list[list[Collect]] = []
    for _, shares in groupby(by_cards, key=attrgetter("pot")):
        pot = list(shares)
        if lines and len(pot) == 1 and {paid.player for paid in lines[-1]} == {pot[0].player}:
            lines[-1] += pot
        else:
            lines.append(pot)
    won = [dict.fromkeys((paid.player for paid in line), 0) for line in lines]
    for paid in stated:
        if (paid.pot or 0) >= len(lines) or paid.player not in won[paid.pot or 0]:
            raise UnwritableError(OTHERS_WIN)
        won[paid.pot or 0][paid.player] += paid.amount
    return [paid for line, chips in zip(lines, won, strict=True) for paid in _subtract_rake(line, chips)]


def _subtract_rake(shares: list[Collect], chips_won: Mapping[str, int]) -> list[Collect]:
    """Where players have won less in all, the rest is rake."""
    rakes = Counter[str]()
    for player, chips in chips_won.items():
        rakes[player] = sum(paid.amount for paid in shares if paid.player == player) - chips
    if any(chips < 0 for chips in rakes.values()):
        raise UnwritableError(OTHERS_WIN)
    return [_subtract_rake_share(paid, rakes) for paid in shares]


def _subtract_rake_share(paid: Collect, rakes_left: Counter[str]) -> Collect:
    share = min(rakes_left[paid.player], paid.amount)
    rakes_left[paid.player] -= share
    return replace(paid, amount=paid.amount - share)


def _pot_winners_or_refuse(pot: Pot, cards_by_player: dict[str, Cards]) -> list[str]:
    """Who wins the pot."""
    if len(pot.claims) == 1:
        return list(pot.claims)
    numbers = {player: strength(cards_by_player[player]) for player in pot.claims if player in cards_by_player}
    known = [number for number in numbers.values() if number is not None]
    if not known or len(known) < len(numbers):
        raise UnwritableError("the text does not say who wins, and not all hands are known")
    return [player for player, number in numbers.items() if number == min(known)]


def _winner_shares(hand: Hand, pot: Pot, winners: list[str]) -> list[tuple[str, int]]:
    """The share of each winner, in the smallest chip of the hand."""
    amounts = (hand.header.low, hand.header.high, pot.amount, *(seat.stack for seat in hand.seats))
    whole = hand.header.currency in UNBROKEN and not any(amount % 100 for amount in amounts)
    return list(zip(winners, split_chips(pot.amount, len(winners), 100 if whole else 1), strict=True))


def split_chips(cents: int, share_count: int, chip_cents: int) -> list[int]:
    """Equal parts in whole chips; the first few get the odd ones."""
    share, odd = divmod(cents // chip_cents, share_count)
    return [(share + (place < odd)) * chip_cents for place in range(share_count)]
