"""Who can win what: the main pot, the side pots, and the house's share."""

from __future__ import annotations

from histparse.export.pots import Pot, layered
from histparse.model.hand import Raked
from histparse.parsing.dialects import dialects
from histparse.simulate.settings import Rake
from histparse.simulate.state import Play


def make_pots(play: Play) -> list[Pot]:
    """Main pot first; the claims are those of live players, from left of the button."""
    paid = {player.name: player.paid for player in play.players}
    return layered(paid, sum(player.dead for player in play.players), [player.name for player in play.live])


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
