"""Step 4, rules SHD: who wins a pot, by the cards shown for it."""

from __future__ import annotations

from collections.abc import Iterator

from histparse.model.events import Event, Outcome
from histparse.model.ranking import WORST, strength
from histparse.replay.player import Player
from histparse.replay.pots import Pot
from histparse.replay.steps import HandEnds
from histparse.replay.table import Table
from histparse.rules.formatting import made
from histparse.rules.pot_shares import by_pot, is_beaten
from histparse.rules.registry import Fact, Violation, step_rule


@step_rule(
    "SHD02",
    "the pot goes to a hand that a shown hand beats, or equal hands are not split",
    on=(HandEnds,),
    rests_on=(Fact.PAYOUT, Fact.CARDS, Fact.CHIPS, Fact.LIVE),
    doubts=(Fact.PAYOUT,),
    silent_on_plain_hands=True,
)
def wrong_winner(table: Table, step: Event) -> Iterator[Violation]:
    """The lowest hand shown by a player in a pot wins it; equal hands share it.

    Sources: the rule pages. Example: 8-7-5-4-3 is shown and 8-7-6-3-2 collects.
    """
    layers = table.pots() if sum(player.shown is not None for player in table.players) > 1 else []
    for index, payouts in by_pot(table).items() if layers else ():
        winners = [table.by_name[payout.player] for payout in payouts]
        pots = layers if index is None else layers[index : index + 1]
        for payout, winner in zip(payouts, winners, strict=True):
            open_to = [pot for pot in pots if winner in pot.contenders]
            if open_to and all(is_beaten(winner, pot) for pot in open_to):
                yield _beaten(winner, open_to[0], payout.line)
                return
        paid = winners if index is not None else [player for player in table.players if player.collected]
        if len(pots) > 1 and any(winner.shown is None for winner in paid):
            continue
        for player in (player for pot in pots for player in _unpaid(pot, paid)):
            unpaid = "{name} shows {hand} and gets no share of the pot; no hand in it is lower"
            hand = made(strength(player.shown) or WORST)
            yield Violation(unpaid, payouts[-1].line, player, name=player.name, hand=hand)
            return


@step_rule(
    "SHD07",
    on=(HandEnds,),
    rests_on=(Fact.PAYOUT, Fact.CARDS, Fact.CHIPS, Fact.LIVE),
    silent_on_plain_hands=True,
)
def mucks_the_best(table: Table, step: Event) -> Iterator[Violation]:
    """The summary turns up a mucked hand that beats the winner of a pot its player is in."""
    mucked = [event for event in table.results if event.outcome is Outcome.MUCKED and event.cards]
    for event in mucked:
        layers, number, player = table.pots(), strength(event.cards), table.by_name[event.player]
        for index, payouts in by_pot(table).items() if number else ():
            winners = [table.by_name[payout.player] for payout in payouts]
            pots = layers if index is None else layers[index : index + 1]
            worst = max((strength(winner.shown) or 0 for winner in winners), default=0)
            if number and number < worst and any(player in pot.contenders for pot in pots) and _alone(index, layers):
                worse = max(winners, key=lambda winner: strength(winner.shown) or 0)
                mucks = "{name} mucks {hand}, which is lower than the {other} that {winner} wins with"
                hand, other = made(number), made(worst)
                yield Violation(mucks, event.line, player, name=player.name, hand=hand, other=other, winner=worse.name)
                return


def _alone(index: int | None, layers: list[Pot]) -> bool:
    """Whether it is known which pot was won."""
    return index is not None or len(layers) == 1


def _unpaid(pot: Pot, winners: list[Player]) -> list[Player]:
    """Who shows the best hand for that pot, which goes to others who show."""
    shown = {player: number for player in pot.contenders if (number := strength(player.shown)) is not None}
    best = min(shown.values(), default=0) if any(winner in shown for winner in winners) else 0
    return [player for player, number in shown.items() if number == best and player not in winners]


def _beaten(winner: Player, pot: Pot, line: int) -> Violation:
    better = min(pot.contenders, key=lambda player: strength(player.shown) or WORST + 1)
    hand, lower = (made(strength(player.shown) or WORST) for player in (winner, better))
    lost = "{name} wins with {hand}; {other}'s {better} is lower"
    return Violation(lost, line, winner, name=winner.name, hand=hand, other=better.name, better=lower)
