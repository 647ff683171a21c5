"""Coach, leaks: the kinds of mistakes, in words, and which kind one is."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from histparse.odds.card_sets import HAND, Flags, Masks, hand_rank_numbers, split_by_suit, subsets
from histparse.odds.chances import UNPAIRED
from histparse.odds.low_draws import KEEPS

PAT = KEEPS - 1
NINE = 52
KindNumbersByBestAndAct = Masks
"""The number of the worst nine."""


class Kind(Struct, frozen=True):
    """A kind of mistake."""

    name: str
    title: str
    """What the player does."""
    instead: str
    """What would have been worth more."""
    priced: str = "draws"
    """By which prices: those of draws, of calls against what was bet, or of bets against an answer."""


KINDS = (
    Kind("pat-too-much", "stands pat too often", "throw the highest card and draw"),
    Kind("snows", "snows too often", "draw to the low cards"),
    Kind("keeps-pairs", "keeps a pair, a straight or a flush", "break it up"),
    Kind("breaks-nines", "breaks nines or better", "stand pat"),
    Kind("breaks", "breaks tens or worse that should stay pat", "stand pat"),
    Kind("breaks-raised", "breaks when raised", "stand pat"),
    Kind("draws-too-few", "draws too few cards", "throw the high cards too"),
    Kind("draws-too-many", "draws too many cards", "keep more cards"),
    Kind("wrong-card", "throws the wrong card", "keep different cards"),
    Kind("calls-too-much", "calls too much on the river", "fold", "calls"),
    Kind("folds-too-much", "folds too much on the river", "call", "calls"),
    Kind("checks-pats", "bets too little on the river after standing pat", "bet", "bets"),
    Kind("checks-draws", "bets too little on the river after drawing", "bet", "bets"),
    Kind("bets-too-much", "bets too much on the river", "check", "bets"),
    Kind("raises-too-little", "raises too little on the river", "raise", "bets"),
    Kind("raises-too-much", "raises too much on the river", "call or fold", "bets"),
)
NAMES = [kind.name for kind in KINDS]
ALL_KINDS = "all"
"""What stands for every kind where one is named."""
CALLS, FOLDS = NAMES.index("calls-too-much"), NAMES.index("folds-too-much")


def find_possible_mistake_kinds(held: Masks, best_keeps: Masks, was_raised: Flags, may_fold: Flags) -> Flags:
    """In which of these draws each kind of mistake could be made, if those subsets are best: kinds by draws."""
    numbers, more = hand_rank_numbers(held), np.bitwise_count(best_keeps)
    is_pat, is_low, is_pair = best_keeps == PAT, numbers <= UNPAIRED, ~_has_no_pair(held)
    spots = {
        "pat-too-much": is_low & ~is_pat,
        "snows": is_pair & ~is_pat & ~may_fold,
        "keeps-pairs": ~is_low & ~is_pat,
        "breaks-nines": is_pat & ~was_raised & (numbers <= NINE),
        "breaks": is_pat & ~was_raised & (numbers > NINE),
        "breaks-raised": is_pat & was_raised,
        "draws-too-few": more < HAND - 1,
        "draws-too-many": ~is_pat & (more > 0),
        "wrong-card": ~is_pat & (more > 0),
    }
    return np.stack([spots.get(name, np.zeros(len(held), bool)) for name in NAMES])


def pack_mistake_kinds(kinds: Flags) -> Masks:
    """A bit for each kind that is set: of an array of kinds by decisions, an array of decisions."""
    return np.asarray((1 << np.arange(len(kinds))) @ kinds, np.int64)


def kind_numbers_of_bet_mistakes(
    best_acts: NDArray[np.str_], acts: NDArray[np.str_], stood_pat: Flags
) -> KindNumbersByBestAndAct:
    """The place among `KINDS` of each of the acts where these are best: best by acts, -1 for none.

    Calls and folds are other kinds; a fold that should have been a raise is one of these.
    """
    pairs = np.char.add(best_acts[:, None], acts)
    tests = [
        ("checks-pats", (pairs == "bx") & stood_pat[:, None]),
        ("checks-draws", pairs == "bx"),
        ("bets-too-much", pairs == "xb"),
        ("raises-too-little", pairs == "rc"),
        ("raises-too-much", np.isin(pairs, ["cr", "fr"])),
    ]
    places = [NAMES.index(name) for name, _ in tests]
    return np.select([test for _, test in tests], places, -1)


def _has_no_pair(hands: Masks) -> Flags:
    return np.asarray(np.bitwise_count(np.bitwise_or.reduce(split_by_suit(hands), axis=0)) == HAND)


def are_snows(held: Masks, kept_subsets: Masks) -> Flags:
    """Whether these keep all cards without a low."""
    return np.asarray((kept_subsets == PAT) & (hand_rank_numbers(held) > UNPAIRED))


def kind_numbers_of_draw_mistakes(held: Masks, kept_subsets: Masks, best_subsets: Masks, was_raised: Flags) -> Masks:
    """The place among `KINDS` of keeping that subset where another is best."""
    numbers = hand_rank_numbers(held)
    kept, more = np.bitwise_count(kept_subsets).astype(int), np.bitwise_count(best_subsets).astype(int)
    cards = np.take_along_axis(subsets(held, HAND), kept_subsets[None], 0)[0] if len(held) else held
    ranks = np.bitwise_or.reduce(split_by_suit(cards), axis=0)
    paired = np.bitwise_count(ranks) < kept
    tests = [
        ("pat-too-much", (kept_subsets == PAT) & (numbers <= UNPAIRED)),
        ("keeps-pairs", (kept_subsets == PAT) & _has_no_pair(held)),
        ("snows", kept_subsets == PAT),
        ("breaks-raised", (best_subsets == PAT) & was_raised),
        ("breaks-nines", (best_subsets == PAT) & (numbers <= NINE)),
        ("breaks", best_subsets == PAT),
        ("keeps-pairs", paired),
        ("draws-too-few", kept > more),
        ("draws-too-many", kept < more),
    ]
    places = [NAMES.index(name) for name, _ in tests]
    return np.select([test for _, test in tests], places, NAMES.index("wrong-card"))
