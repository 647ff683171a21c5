"""How sites name hands, limits and levels: phrases for made hands, words for ranks, Arabic or Roman numerals."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from histparse.model.cards import RANKS, Cards
from histparse.model.hand import Limit
from histparse.model.ranking import WORDS, describe, number

LIMITS = {Limit.FIXED: "Limit", Limit.POT: "Pot Limit", Limit.NO: "No Limit"}
SINGULARS = {rank: word.capitalize() for rank, word in zip(RANKS, WORDS, strict=True)}
"""`Two`, `Three` ... `Ace`, by rank."""
PLURALS = {rank: f"{word}s" for rank, word in SINGULARS.items()} | {"6": "Sixes"}
"""`Twos`, `Threes` ... `Aces`."""
ORDINALS = {1: "st", 2: "nd", 3: "rd"}
PHRASES = {
    "pair": "a pair of {many[0]}",
    "two pair": "two pair, {many[0]} and {many[2]}",
    "trips": "three of a kind, {many[0]}",
    "flush": "a flush, {one[0]} high",
    "full house": "a full house, {many[0]} full of {many[3]}",
    "quads": "four of a kind, {many[0]}",
}
"""What PokerStars and Full Tilt both call the hands of most categories."""
LOW = "{ranks[0]},{ranks[1]},{ranks[2]},{ranks[3]},{ranks[4]}"
"""And a hand without a pair."""
_TENS = ("", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC")
_UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_ROMAN = {str(number): "".join(parts) for number, parts in enumerate(product(_TENS, _UNITS))}
_FIGURES = {numeral: figure for figure, numeral in _ROMAN.items() if numeral}


class Wording:
    """The words of one site. A phrase has `{one[0]}` and `{many[0]}` for the ranks of the hand, paired ones first."""

    def __init__(
        self,
        phrases: Mapping[str, str],
        low: str,
        singulars: Mapping[str, str] = SINGULARS,
        plurals: Mapping[str, str] = PLURALS,
    ) -> None:
        """`phrases` by category; `low` is the phrase of a hand without a pair."""
        self._phrases, self._low, self._singulars, self._plurals = phrases, low, singulars, plurals
        self._names: dict[int, str] = {}

    def name_of(self, cards: Cards) -> str:
        """The site's name for those five cards."""
        place = number(cards)
        if place not in self._names:
            self._names[place] = self._put(place)
        return self._names[place]

    def _put(self, place: int) -> str:
        made = describe(place)
        singulars = [self._singulars[rank] for rank in made.ranks]
        plurals = [self._plurals[rank] for rank in made.ranks]
        return self._phrases.get(made.category, self._low).format(one=singulars, many=plurals, ranks=made.ranks)


def roman(level: str) -> str:
    """`IV` for `4`; anything else unchanged."""
    return _ROMAN.get(level, level)


def figures(level: str | None) -> str | None:
    """`4` for `IV`; anything else unchanged."""
    return level and _FIGURES.get(level, level)
