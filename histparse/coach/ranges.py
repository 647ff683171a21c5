"""Coach, leaks: the chance to beat an opponent of the pool, by line.

The hands that opponents showed are only those that were not folded. So of the opponents with a line, those who folded
later count as beaten by any hand, and the hands shown have the share of those who stayed in: whether a hand beats
somebody who folds does not depend on the hand. Those whose last bet on the river was not called held better hands than
those who checked: they are taken to have held what others with that line showed after such a bet. Others who stayed in
unseen are taken to have held what all with that line showed.
"""

from __future__ import annotations

import numpy as np

from histparse.odds.card_sets import Floats, Masks
from histparse.odds.outcomes import CLASSES

_ALL_ALIKE = 4
"""A line weighs that many hands of all lines of the draw together, lest a rare line have an empty range."""


def corrected(counts: Floats) -> Floats:
    """How often somebody with each line had each hand, the last place for all hands that were folded.

    `counts`: hands by lines and outcomes. Outcomes are all hands as shown, all as shown after the last bet or raise on
    the river, then folded, unseen, and unseen after that bet, as in `observed`.
    """
    bet_from, folded_at = counts.shape[-1] // 2 - 1, counts.shape[-1] - 3
    together = counts.sum(-2, keepdims=True)
    together = together / np.maximum(together.sum(-1, keepdims=True), 1)
    shares = counts + _ALL_ALIKE * together
    shares = shares / np.maximum(shares.sum(-1, keepdims=True), 1e-9)
    folded, bet = shares[..., folded_at, None], shares[..., bet_from:folded_at]
    uncalled = bet * (shares[..., -1:] / np.maximum(bet.sum(-1, keepdims=True), 1e-9))
    shown = shares[..., :bet_from] + bet + uncalled
    shown = shown * ((1 - folded) / np.maximum(shown.sum(-1, keepdims=True), 1e-9))
    return np.concatenate([shown, folded], -1)


def stays(counts: Floats) -> Floats:
    """How often an opponent with each line does not fold; `counts` as in `beats`."""
    return np.asarray(1 - corrected(counts)[..., -1].ravel())


def beats(counts: Floats) -> Floats:
    """How often a hand of each class beats an opponent, half of it in equal ones: an array of lines by classes.

    `counts`: hands by draws, lines of each draw, and outcomes.
    """
    held = corrected(counts)
    shown, folded = held[..., :-1], held[..., -1:]
    worse = shown[..., ::-1].cumsum(-1)[..., ::-1] - shown / 2
    beaten = folded + worse
    return np.asarray(beaten.reshape(-1, CLASSES))


def chances(opponents: Floats, beaten: Floats) -> Floats:
    """How often a hand of each class beats all of them: an array of decisions by classes."""
    logs = np.log(np.maximum(beaten, 1e-9))
    return np.asarray(
        np.exp(np.einsum("dl,lc->dc", opponents, logs))
    )  # matrices so small are not worth the threads of `@`


def alike(opponents: Floats) -> tuple[Floats, Masks]:
    """The opponents of decisions, each sort once, and which of these each decision has."""
    keys = np.ascontiguousarray(opponents, np.int8).view(np.dtype((np.void, opponents.shape[1])))
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return opponents[first], which.ravel()
