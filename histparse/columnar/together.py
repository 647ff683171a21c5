"""The fast lane: what a line says that has several events, or one that depends on its amount."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from histparse.columnar.probe import NotFollowedError
from histparse.model import events as ev
from histparse.model.cards import Cards
from histparse.parsing.dialects.base import Inferred


class Exchange(Struct, frozen=True):
    """Cards thrown and the cards that came for them, on one line."""

    line: int
    player: str
    thrown: Cards | None
    new: Cards | None


def together(said: list[Any], inferred: Inferred) -> Any:
    """What the events of one line say together."""
    match said:
        case [alone]:
            return alone
        case [ev.ShowdownBegins(), ev.Show() as show] if inferred.showdown:  # the replay knows when it begins
            return show
        case [ev.Discard() as thrown, ev.Receive(kept=None, held=None) as got] if thrown.player == got.player:
            return Exchange(thrown.line, thrown.player, thrown.cards, got.new)
    raise NotFollowedError


def as_there(post: ev.Post, there: object) -> ev.Post:
    """The blind of a probe, of the kind that the line itself has: some dialects tell kinds by the amount.

    Of another amount the kind may be another; the replay takes only amounts that blinds of this one have.
    """
    if not isinstance(there, ev.Post):
        raise NotFollowedError
    return replace(post, kind=there.kind)
