"""Step 4, rules: SHD02, POT04 and POT06 - who takes what from which pot, and the pots that the summary lists."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.events import Collect, Event
from histparse.model.figures import PotName
from histparse.model.hand import StatedPot
from histparse.model.ranking import WORST, strength
from histparse.replay.implied import UNBROKEN
from histparse.replay.players import Player
from histparse.replay.steps import HandEnds
from histparse.replay.table import Pot, Table
from histparse.rules.registry import Fact, Violation, made_hand, money, step_rule


@step_rule(
    "SHD02",
    "the pot goes to a hand that a shown hand beats, or equal hands are not split",
    on=HandEnds,
    rests_on=(Fact.SHOWN, Fact.CARDS, Fact.CHIPS, Fact.LIVE),
    doubts=Fact.PAYOUT,
)
def beaten_winner(table: Table, step: Event) -> Iterator[Violation]:
    """The lowest hand shown by a player in a pot wins it; equal hands share it.

    Sources: the rule pages. Example: 8-7-5-4-3 is shown and 8-7-6-3-2 collects.
    """
    for index, payouts in group_payouts_by_pot(table).items():
        for payout in payouts:
            winner = table.by_name[payout.player]
            open_to = pots_of_payout_if_beaten_in_all(table, payout, winner)
            several = index is None and len(payouts) > 1
            if open_to and not (several and payout.amount > sum(pot.amount for pot in open_to)):
                yield _beaten_violation(winner, open_to[0], payout.line)
                return


@step_rule(
    "SHD02",
    on=HandEnds,
    rests_on=(Fact.PAYOUT, Fact.CARDS, Fact.CHIPS, Fact.LIVE),
    doubts=Fact.PAYOUT,
)
def unpaid_winner(table: Table, step: Event) -> Iterator[Violation]:
    """A player whose hand is as low as any other shown in a pot has a share of it."""
    for index, payouts in group_payouts_by_pot(table).items():
        pots = _select_pots(table.pots(), index)
        paid = [player for player in table.players if player.collected]
        if index is not None:
            paid = [table.by_name[payout.player] for payout in payouts]
        if len(pots) > 1 and any(winner.shown is None for winner in paid):
            continue
        for player in (player for pot in pots for player in _unpaid_players_with_best_shown_hand(pot, paid)):
            unpaid = "{name} shows {hand} and gets no share of the pot; no hand in it is lower"
            hand = made_hand(strength(player.shown) or WORST)
            yield Violation(unpaid, payouts[-1].line, player, hand=hand)
            return


@step_rule(
    "POT04",
    "a side pot paid to somebody not in it, or split wrongly",
    on=HandEnds,
    rests_on=(Fact.CHIPS, Fact.POSTED, Fact.LIVE, Fact.PAYOUT, Fact.ORDER),
    doubts=Fact.PAYOUT,
)
def collects_wrong_pot_share(table: Table, step: Event) -> Iterator[Violation]:
    """Only players who paid into a pot win it. Equal hands share it; odd chips go to the first left of the button.

    Sources: the rule pages; table stakes. Examples: the all-in player collects the side pot; of $1.01 the player
    further from the button gets $0.51.
    """
    layers = table.pots()
    for index, payouts in group_payouts_by_pot(table).items():
        for payout in payouts:
            player = table.by_name[payout.player]
            most = _most_chips_winnable(layers, index, player)
            collected = payout.amount if index is not None else player.collected
            if collected > most:
                yield _excess_violation(table, payout, player, collected, most)
                return
        if len(payouts) > 1 and (index is not None or len(layers) == 1):
            yield from _first_wrong_share_of_split(table, payouts)


def _excess_violation(table: Table, payout: Collect, player: Player, collected: int, most_winnable: int) -> Violation:
    won, can_win = money(table, collected), money(table, most_winnable)
    if table.reading.merges_pots or payout.pot is None:
        return Violation(
            "{name} collects {won} from the pot; they can win {most} of it", payout.line, player, won=won, most=can_win
        )
    pot = PotName(payout.pot)
    if not most_winnable:
        return Violation(
            "{name} collects {won} from {pot}, but is not in it",
            payout.line,
            player,
            won=won,
            pot=pot,
        )
    return Violation(
        "{name} collects {won} from {pot}; they can win {most} of it",
        payout.line,
        player,
        won=won,
        pot=pot,
        most=can_win,
    )


@step_rule(
    "POT06",
    "the summary's main and side pots are not what the site prints them as",
    on=HandEnds,
    rests_on=(Fact.CHIPS, Fact.POSTED, Fact.STATED, Fact.PAYOUT, Fact.LIVE),
    doubts=Fact.STATED,
)
def wrong_stated_main_or_side_pots(table: Table, step: Event) -> Iterator[Violation]:
    """Each pot the summary lists is what its winners collected, and no more than can be in it.

    PokerStars prints the pots after the rake; Full Tilt before it, and takes it from the main pot. Where no real hand
    shows what a site prints, nothing is reported. Sources: 13 of 13 real hands of PokerStars, 2 of 2 of Full Tilt.
    Example: `Main pot $6. Side pot $4.` where $7 and $3 were collected.
    """
    total, layers, stated_as = table.stated, table.pots(), table.reading.stated_parts
    if total is None or total.main is None or stated_as is StatedPot.NONE:
        return
    paid = {index: sum(payout.amount for payout in payouts) for index, payouts in group_payouts_by_pot(table).items()}
    raked = (total.rake or 0) if stated_as is StatedPot.GROSS else 0
    for index, part in enumerate((total.main, *total.sides)):
        most = sum(layer.amount for layer in layers[index : index + 1])
        due = paid.get(index, 0) + (raked if index == 0 else 0)
        pot, claimed = PotName(index), money(table, part)
        if None not in paid and part != due:
            collected = "the summary says {pot} is {said}; {paid} was collected from it"
            with_rake = "the summary says {pot} is {said}; with the rake, {paid} was taken from it"
            template = collected if due == paid.get(index, 0) else with_rake
            yield Violation(template, total.line, pot=pot, said=claimed, paid=money(table, due))
        elif part > most:
            yield Violation(
                "the summary says {pot} is {said}; only {most} can be in it",
                total.line,
                pot=pot,
                said=claimed,
                most=money(table, most),
            )


def group_payouts_by_pot(table: Table) -> dict[int | None, list[Collect]]:
    """The payouts by the number of their pot; None if the text does not distinguish pots."""
    payouts_by_pot: dict[int | None, list[Collect]] = {}
    merged = table.reading.merges_pots
    for payout in table.payouts:
        if payout.player in table.by_name:
            payouts_by_pot.setdefault(None if merged else payout.pot, []).append(payout)
    return payouts_by_pot


def _most_chips_winnable(pots: list[Pot], pot_number: int | None, player: Player) -> int:
    """The most a player can win of one pot; of all that nobody shows a better hand for if it does not distinguish them.

    Somebody who is beaten for all of them is left to SHD02.
    """
    open_to = [pot for pot in _select_pots(pots, pot_number) if player in pot.contenders]
    won = [pot for pot in open_to if pot_number is not None or not is_shown_hand_beaten(player, pot)]
    return sum(pot.amount for pot in won or open_to)


def _select_pots(pots: list[Pot], pot_number: int | None) -> list[Pot]:
    return pots if pot_number is None else pots[pot_number : pot_number + 1]


def pots_of_payout_if_beaten_in_all(table: Table, payout: Collect, player: Player) -> list[Pot]:
    """The pots of the player that the payout may come from, if others show better hands for each of them."""
    pots = _select_pots(table.pots(), None if table.reading.merges_pots else payout.pot)
    open_to = [pot for pot in pots if player in pot.contenders]
    return open_to if all(is_shown_hand_beaten(player, pot) for pot in open_to) else []


def is_shown_hand_beaten(player: Player, pot: Pot) -> bool:
    """Whether a contender shows a better hand than that player has shown."""
    own_strength = strength(player.shown)
    shown = [number for contender in pot.contenders if (number := strength(contender.shown)) is not None]
    return own_strength is not None and own_strength > min(shown, default=own_strength)


def _first_wrong_share_of_split(table: Table, payouts: list[Collect]) -> Iterator[Violation]:
    """Shares of one pot that differ by more than the odd chips, or odd chips in the wrong hands."""
    ordered = sorted(payouts, key=lambda payout: table.by_name[payout.player].order)
    chip = 100 if all(payout.amount % 100 == 0 for payout in payouts) and table.hand.header.currency in UNBROKEN else 1
    odd, share = divmod(sum(p.amount for p in payouts) // chip, len(payouts))[::-1]
    for place, payout in enumerate(ordered):
        due = (share + (place < odd)) * chip
        if payout.amount != due:
            player = table.by_name[payout.player]
            won, share_due = money(table, payout.amount), money(table, due)
            yield Violation(
                "{name} collects {won}; their share among {number} players is {share}",
                payout.line,
                player,
                won=won,
                number=len(payouts),
                share=share_due,
            )
            return


def _unpaid_players_with_best_shown_hand(pot: Pot, paid_players: list[Player]) -> list[Player]:
    shown = {player: number for player in pot.contenders if (number := strength(player.shown)) is not None}
    best = min(shown.values(), default=0) if any(winner in shown for winner in paid_players) else 0
    return [player for player, number in shown.items() if number == best and player not in paid_players]


def _beaten_violation(winner: Player, pot: Pot, line: int) -> Violation:
    better = min(pot.contenders, key=lambda player: strength(player.shown) or WORST + 1)
    hand, lower = (made_hand(strength(player.shown) or WORST) for player in (winner, better))
    return Violation(
        "{name} wins with {hand}; {other}'s {better} is lower", line, winner, hand=hand, other=better.name, better=lower
    )
