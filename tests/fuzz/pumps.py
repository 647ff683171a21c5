"""Texts that make a pattern work as hard as it can, made of its own parts, and the time that `re` takes for them."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, groupby
from re import _constants as ops  # what `re` itself reads patterns with
from re import _parser as parser
from time import process_time
from typing import Any, NamedTuple

SHORT = 2_000
"""Letters that every attack is tried with."""
WORST = 4
"""Those attacks that took most at that length are tried with longer texts."""
LONG, SECONDS = 80_000, 0.2
"""Letters of those, and what the processor may take for any: a linear pattern takes a fifth of it, any other more."""
INFIX = 4
"""Parts of a text, one after another, that are repeated together."""
NEAR = 6
"""Letters before and behind them; what stands further away makes no other attack."""
Way = tuple[str, ...]
"""A text that a pattern fits, or nearly so, in parts."""


class Attack(NamedTuple):
    """A text that can be made as long as one likes."""

    prefix: str
    unit: str
    suffix: str

    def text(self, length: int) -> str:
        """With the repetitions that fit into that length, at least one."""
        times = max((length - len(self.prefix) - len(self.suffix)) // len(self.unit), 1)
        return self.prefix + self.unit * times + self.suffix


def attacks(ways: Iterable[Way], odd: Iterable[str]) -> list[Attack]:
    """Each few parts of these texts over and over, behind what stands before them or alone; then odd letters, which
    the pattern does not expect, or first what stands behind them."""
    different: dict[tuple[str, str, str], Attack] = {}
    for way in ways:
        for attack in _attacks_of_way(way, tuple(sorted(odd))):
            different.setdefault((attack.prefix[-NEAR:], attack.unit, attack.suffix[:NEAR]), attack)
    return list(different.values())


def _attacks_of_way(way: Way, odd: tuple[str, ...]) -> Iterator[Attack]:
    begins = list(accumulate(way, initial=""))
    for first in range(len(way)):
        for last in range(first + 1, min(first + INFIX, len(way)) + 1):
            prefix, unit, rest = begins[first], "".join(way[first:last]), begins[-1][len(begins[last]) :]
            yield from (Attack(prefix, unit, letter) for letter in odd)
            yield Attack(prefix, unit, rest + odd[0])
            yield Attack("", unit, odd[0])


class TooSlowError(Exception):
    """The time is over."""


def find_slow(run: Callable[[str], object], attacks: Iterable[Attack]) -> Attack | None:
    """One of these attacks for which a pattern at work takes too long."""
    durations: dict[Attack, float] = {}
    for attack in attacks:
        try:
            durations[attack] = seconds(run, attack, SHORT)
        except TooSlowError:
            return attack
    for attack in sorted(durations, key=durations.__getitem__, reverse=True)[:WORST]:
        try:
            seconds(run, attack, LONG)
        except TooSlowError:
            return attack
    return None


def seconds(run: Callable[[str], object], attack: Attack, length: int) -> float:
    """The time that the processor takes for an attack of that length. Raises TooSlowError."""

    def stop(*_: object) -> None:
        raise TooSlowError

    text, usual_handler = attack.text(length), signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        begin = process_time()
        run(text)
        return process_time() - begin
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, usual_handler)


# --- the parts of a pattern -----------------------------------------------------------------------------------


def words(text: str) -> Way:
    """A text in words and the letters between them."""
    return tuple(re.findall(r"\w+|\W", text))


def odd(pattern: str) -> set[str]:
    """Letters that the pattern may stumble over: one it hardly expects, and those that its sets leave out."""
    left_out = re.findall(r"\[\^((?:\\.|[^]])+)]", pattern)
    return {"!", *"".join(left_out)} - {"\\"}


def ways(pattern: str, flags: int = 0) -> list[Way]:
    """Texts that the pattern fits: one goes the first way everywhere, and one goes each other way."""
    return list(dict.fromkeys(_sequence(parser.parse(pattern, flags))))


def _sequence(nodes: Iterable[Any]) -> list[Way]:
    parts: list[list[Way]] = []
    for plain, grouped in groupby(nodes, lambda node: node[0] is ops.LITERAL):
        run = list(grouped)
        parts += [[("".join(chr(code) for _, code in run),)]] if plain else [_node(*node) for node in run]
    usual = [part[0] for part in parts]
    ways = [_joined(usual)]
    for place, part in enumerate(parts):
        ways += [_joined([*usual[:place], unusual, *usual[place + 1 :]]) for unusual in part[1:]]
    return ways


def _joined(ways: Iterable[Way]) -> Way:
    return tuple(part for way in ways for part in way)


def _node(kind: Any, argument: Any) -> list[Way]:  # `re` has no types for these
    return _KINDS[kind](argument) if kind in _KINDS else [()]


def _branches(argument: Any) -> list[Way]:
    return [way for branch in argument[1] for way in _sequence(branch)]


def _repeated(argument: Any) -> list[Way]:
    least, _, body = argument
    ways = _sequence(body)
    return [way + ("".join(way),) * (least - 1) for way in ways] if least else [*ways, ()]


def _letters(members: list[tuple[Any, Any]]) -> list[Way]:
    """Two letters of a set, or the only one."""
    named = [
        chr(content if kind is ops.LITERAL else content[0])
        for kind, content in members
        if kind in {ops.LITERAL, ops.RANGE}
    ]
    pattern = re.compile(written(members))
    letters = [letter for letter in (*named, *"x1 X-.(") if pattern.match(letter)] or ["\n"]
    return [(letter,) for letter in dict.fromkeys((letters[0], letters[-1]))]


_CATEGORIES = {
    ops.CATEGORY_DIGIT: r"\d",
    ops.CATEGORY_NOT_DIGIT: r"\D",
    ops.CATEGORY_SPACE: r"\s",
    ops.CATEGORY_NOT_SPACE: r"\S",
    ops.CATEGORY_WORD: r"\w",
    ops.CATEGORY_NOT_WORD: r"\W",
}


def written(members: list[tuple[Any, Any]]) -> str:
    """The pattern of a set with these members."""
    pattern = ""
    for kind, argument in members:
        match kind:
            case ops.LITERAL:
                pattern += re.escape(chr(argument))
            case ops.RANGE:
                pattern += "-".join(re.escape(chr(code)) for code in argument)
            case ops.CATEGORY:
                pattern += _CATEGORIES[argument]
    return f"[^{pattern}]" if members[0][0] is ops.NEGATE else f"[{pattern}]"


_KINDS: dict[Any, Callable[[Any], list[Way]]] = {
    ops.ANY: lambda _: [("x",), (" ",)],
    ops.NOT_LITERAL: lambda code: _letters([(ops.NEGATE, None), (ops.LITERAL, code)]),
    ops.IN: _letters,
    ops.BRANCH: _branches,
    ops.SUBPATTERN: lambda argument: _sequence(argument[-1]),
    ops.ATOMIC_GROUP: _sequence,
    ops.MAX_REPEAT: _repeated,
    ops.MIN_REPEAT: _repeated,
    ops.POSSESSIVE_REPEAT: _repeated,
    ops.ASSERT: lambda argument: _sequence(argument[1]),
    ops.ASSERT_NOT: lambda argument: [(), *_sequence(argument[1])],
}
