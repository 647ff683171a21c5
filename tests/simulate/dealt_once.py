"""Hands that are dealt once in a process, however many tests read or alter them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import tee

from histparse.model.hand import Hand
from histparse.simulate import Settings, deal_hands

MOST = 200
"""Games whose hands are remembered."""
_DEALT: dict[str, Iterator[Hand]] = {}


def hands_of(settings: Settings) -> Iterator[Hand]:
    """The hands of that game, each dealt when it is first needed."""
    game = repr(settings)
    if game not in _DEALT:
        if len(_DEALT) == MOST:
            _DEALT.clear()
        (_DEALT[game],) = tee(deal_hands(settings), 1)
    return copy(_DEALT[game])
