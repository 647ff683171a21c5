"""Settings that make the hands a violation needs frequent; otherwise they would be too rare."""

from __future__ import annotations

from msgspec.structs import replace

from histparse.simulate.settings import Settings


def short_stacks(settings: Settings) -> Settings:
    """For all-ins and side pots."""
    return replace(settings, stacks=(1, 6))


def folders(settings: Settings) -> Settings:
    """For uncalled bets by players with chips left."""
    return replace(
        settings, callers=min(settings.callers, 0.2), stacks=(max(settings.stacks[0], 5), max(settings.stacks[1], 20))
    )


def callers(settings: Settings) -> Settings:
    """For many callers, so that the deck runs out."""
    most = settings.players[1]
    deep = max(settings.stacks[0], 20)
    return replace(settings, players=(max(most, 5), max(most, 5)), callers=0.9, stacks=(deep, deep + 40))


def showdowns(settings: Settings) -> Settings:
    """For two or more players at the showdown."""
    return replace(settings, callers=max(settings.callers, 0.7))
