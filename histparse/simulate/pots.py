"""Who can win what: the main pot, the side pots, and the house's share."""

from __future__ import annotations

from typing import NamedTuple

from histparse.model.hand import Raked
from histparse.parsing.dialects import dialects
from histparse.simulate.player import Player
from histparse.simulate.settings import Rake
from histparse.simulate.state import Play


class Pot(NamedTuple):
    """Chips, and the live players who can win them, from left of the button."""

    amount: int
    claimants: list[Player]


def make_pots(play: Play) -> list[Pot]:
    """Main pot first. It includes dead chips, which give no claim on further pots."""
    pots: list[Pot] = []
    below = 0
    for level in sorted({player.paid for player in play.live}):
        amount = sum(min(player.paid, level) - min(player.paid, below) for player in play.players)
        pots.append(Pot(amount, [player for player in play.live if player.paid >= level]))
        below = level
    pots[0] = pots[0]._replace(amount=pots[0].amount + sum(player.dead for player in play.players))
    # In an illegal hand a player who folded may have paid more than anybody left: it goes to the last pot.
    rest = play.pot - sum(pot.amount for pot in pots)
    pots[-1] = pots[-1]._replace(amount=pots[-1].amount + rest)
    return pots


def after_rake(play: Play, pots: list[Pot]) -> tuple[list[Pot], int]:
    """The pots after rake, and the rake: none in tournaments, of play money and if no cards were drawn."""
    settings = play.settings
    if play.round == 0 or settings.levels or settings.currency == "play":
        return pots, 0
    return take_rake(pots, settings.rake, each=dialects()[settings.site].figures.raked is Raked.EACH)


def take_rake(pots: list[Pot], rake: Rake, *, each: bool = True) -> tuple[list[Pot], int]:
    """The pots after rake, and the rake: from each pot, or from the main pot alone."""
    left = rake.most
    paid: list[Pot] = []
    for pot in pots:
        share = min(left, pot.amount * rake.percent // 100) if each or not paid else 0
        left -= share
        paid.append(pot._replace(amount=pot.amount - share))
    return paid, rake.most - left
