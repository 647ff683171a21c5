"""The base of all writers of text: the lines of a hand in a site's words, and how sites name hands and limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from operator import attrgetter
from typing import Any, ClassVar

from histparse.export.contract import Line, UnwritableError
from histparse.model import events as ev
from histparse.model.cards import RANKS, Cards, show_cards
from histparse.model.events import Event, PostKind
from histparse.model.hand import Hand, Limit
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


def hand_namer(
    phrases: Mapping[str, str],
    low: str,
    singulars: Mapping[str, str] = SINGULARS,
    plurals: Mapping[str, str] = PLURALS,
) -> Callable[[Cards], str]:
    """What gives five cards their name at a site. `phrases` by category; `low` is that of a hand without a pair.

    A phrase has `{one[0]}` and `{many[0]}` for the ranks of the hand, paired ones first.
    """

    @cache
    def name_of_number(hand_number: int) -> str:
        made = describe(hand_number)
        ones, many = ([words[rank] for rank in made.ranks] for words in (singulars, plurals))
        return phrases.get(made.category, low).format(one=ones, many=many, ranks=made.ranks)

    return lambda cards: name_of_number(number(cards))


def to_roman_numeral(level: str) -> str:
    """`IV` for `4`; anything else unchanged."""
    return _ROMAN.get(level, level)


def from_roman_numeral(level: str | None) -> str | None:
    """`4` for `IV`; anything else unchanged."""
    return level and _FIGURES.get(level, level)


# --- the lines -------------------------------------------------------------------------------------------------------

Say = Callable[[Any, Any], str]
"""What a writer says of an event."""
_TYPES = {kind.__name__.lower(): kind for kind in Event.__subclasses__()}
_NAME = re.compile(r"\{(\w+)\}")
_AMOUNTS = frozenset(("added", "amount", "by", "pot", "rake", "stack", "to", "won"))
_CARDS = frozenset(("cards", "held", "new"))


class LineWriter:
    """Writes one hand. A subclass says what its site writes before the play, and has the words of the play.

    A name in braces is a field of the event, as the site writes amounts and cards, or what the method says that is
    called so with an underline before it.
    """

    site: ClassVar[str]
    words: ClassVar[Mapping[str, str]]
    """The line for each type of event, by its name in lower case; the site cannot express others."""
    posts: ClassVar[Mapping[PostKind, str]] = {}
    draws: ClassVar[Sequence[str]] = ("FIRST", "SECOND", "THIRD")
    all_in: ClassVar[str] = " and is all-in"
    side_pot_paid: ClassVar[str] = "side pot-"
    side_of_total: ClassVar[str] = "Side pot-"

    _parts_of: ClassVar[dict[type[Event], list[str | Say]]]
    """The words, with what is said for each name."""

    def __init_subclass__(cls) -> None:
        """Look the names up once."""
        cls._parts_of = {
            _TYPES[name]: [
                _placeholder_filler(cls, part) if place % 2 else part for place, part in enumerate(_NAME.split(words))
            ]
            for name, words in cls.words.items()
        }

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.header = hand.header
        self.ordered_story: list[Event] = sorted((*hand.events, *hand.notes), key=attrgetter("line"))
        """Events and notes in the order of the text."""
        self.side_pots = max((event.pot or 0 for event in ev.of_type(hand.events, ev.Collect)), default=0)

    @classmethod
    def write_lines(cls, hand: Hand) -> list[Line]:
        """All lines of the hand. Raises UnwritableError for what the site cannot express."""
        writer = cls(hand)
        return [*writer.opening_lines(), *writer.play()]

    def opening_lines(self) -> Iterator[Line]:
        """The lines of header, table and seats."""
        raise NotImplementedError

    def play(self) -> Iterator[Line]:
        """A line for each event and note, with those that state none."""
        for event in self.ordered_story:
            yield from ((None, text) for text in self.lines_before(event))
            yield event, self.line(event)

    def lines_before(self, _event: Event) -> Iterable[str]:
        """Lines that state no event, before that one."""
        return ()

    def line(self, event: Event) -> str:
        """The line for that event."""
        parts = self._parts_of.get(type(event))
        if parts is None:
            raise UnwritableError(f"{self.site} has no line for {type(event).__name__}")
        return "".join([part if isinstance(part, str) else part(self, event) for part in parts])

    # --- how the site writes fields -----------------------------------------------------------------------

    def money(self, amount: int) -> str:
        """An amount in the currency of the hand."""
        raise NotImplementedError

    def cards(self, cards: Cards | None) -> str:
        """Cards with a blank before them; nothing if the event has none."""
        return "" if cards is None else f" [{show_cards(cards)}]"

    def name_side_pot(self, words: str, number: int, pots: int) -> str:
        """The name of a side pot: `side pot-2`; a single one has no number."""
        return words.rstrip(" #-") if pots == 1 else f"{words}{number}"

    def _parts(self, event: ev.Total) -> str:
        """The pots of which the whole is made, if there are several."""
        pots = len(event.sides)
        sides = "".join(
            f" {self.name_side_pot(self.side_of_total, number, pots)} {self.money(side)}."
            for number, side in enumerate(event.sides, 1)
        )
        return "" if event.main is None else f" Main pot {self.money(event.main)}.{sides}"

    def _which_pot(self, event: ev.Collect) -> str:
        if event.pot is None:
            return "pot"
        return self.name_side_pot(self.side_pot_paid, event.pot, self.side_pots) if event.pot else "main pot"

    def _kind(self, event: ev.Post) -> str:
        if event.kind not in self.posts:
            raise UnwritableError(f"{self.site} has no word for `{event.kind}`")
        return self.posts[event.kind]

    def _all_in(self, event: ev.Post | ev.Call | ev.Bet | ev.Raise) -> str:
        return self.all_in if event.all_in else ""

    def _s(self, event: ev.Discard | ev.Receive) -> str:
        return "" if event.count == 1 else "s"

    def _draw(self, event: ev.DrawBegins) -> str:
        return self.draws[event.draw - 1]

    def _kept(self, event: ev.Receive) -> str:
        """With five new cards none are kept, and that bracket is left out."""
        return self.cards(event.kept or None)

    def _positions(self, event: ev.Result) -> str:
        return "".join(f" ({position})" for position in event.positions)


def _placeholder_filler(writer: type[LineWriter], placeholder: str) -> Say:
    method: Say | None = getattr(writer, f"_{placeholder}", None)
    field = attrgetter(placeholder)
    if method is not None:
        return method
    if placeholder in _AMOUNTS:
        return lambda writer, event: writer.money(field(event) or 0)
    if placeholder in _CARDS:
        return lambda writer, event: writer.cards(field(event))
    return lambda _, event: str(field(event))
