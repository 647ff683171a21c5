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

    before: str
    again: str
    after: str

    def text(self, times: int) -> str:
        """With so many repetitions."""
        return self.before + self.again * times + self.after

    def times(self, length: int) -> int:
        """Repetitions in a text of that length, at least one."""
        return max((length - len(self.before) - len(self.after)) // len(self.again), 1)


def attacks(ways: Iterable[Way], odd: Iterable[str]) -> list[Attack]:
    """Each few parts of these texts over and over, behind what stands before them or alone; then odd letters, which
    the pattern does not expect, or first what stands behind them."""
    found: dict[tuple[str, str, str], Attack] = {}
    for way in ways:
        for attack in _of(way, tuple(sorted(odd))):
            found.setdefault((attack.before[-NEAR:], attack.again, attack.after[:NEAR]), attack)
    return list(found.values())


def _of(way: Way, odd: tuple[str, ...]) -> Iterator[Attack]:
    begins = list(accumulate(way, initial=""))
    for first in range(len(way)):
        for last in range(first + 1, min(first + INFIX, len(way)) + 1):
            before, again, rest = begins[first], "".join(way[first:last]), begins[-1][len(begins[last]) :]
            yield from (Attack(before, again, letter) for letter in odd)
            yield Attack(before, again, rest + odd[0])
            yield Attack("", again, odd[0])


class TooSlowError(Exception):
    """The time is over."""


def find_slow(run: Callable[[str], object], attacks: Iterable[Attack]) -> Attack | None:
    """One of these attacks for which a pattern at work takes too long."""
    took: dict[Attack, float] = {}
    for attack in attacks:
        try:
            took[attack] = seconds(run, attack, SHORT)
        except TooSlowError:
            return attack
    for attack in sorted(took, key=lambda attack: -took[attack])[:WORST]:
        try:
            seconds(run, attack, LONG)
        except TooSlowError:
            return attack
    return None


def seconds(run: Callable[[str], object], attack: Attack, length: int) -> float:
    """The time that the processor takes for an attack of that length. Raises TooSlowError."""

    def stop(*_: object) -> None:
        raise TooSlowError

    text, before = attack.text(attack.times(length)), signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        begin = process_time()
        run(text)
        return process_time() - begin
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


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
    found = [_joined(usual)]
    for at, part in enumerate(parts):
        found += [_joined([*usual[:at], other, *usual[at + 1 :]]) for other in part[1:]]
    return found


def _joined(ways: Iterable[Way]) -> Way:
    return tuple(part for way in ways for part in way)


def _node(kind: Any, what: Any) -> list[Way]:  # `re` has no types for these
    return _KINDS[kind](what) if kind in _KINDS else [()]


def _branches(what: Any) -> list[Way]:
    return [way for branch in what[1] for way in _sequence(branch)]


def _repeated(what: Any) -> list[Way]:
    least, _, body = what
    once = _sequence(body)
    return [way + ("".join(way),) * (least - 1) for way in once] if least else [*once, ()]


def _letters(members: list[tuple[Any, Any]]) -> list[Way]:
    """Two letters of a set, or the only one."""
    own = [chr(what if kind is ops.LITERAL else what[0]) for kind, what in members if kind in {ops.LITERAL, ops.RANGE}]
    pattern = re.compile(written(members))
    found = [letter for letter in (*own, *"x1 X-.(") if pattern.match(letter)] or ["\n"]
    return [(letter,) for letter in dict.fromkeys((found[0], found[-1]))]


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
    found = ""
    for kind, what in members:
        match kind:
            case ops.LITERAL:
                found += re.escape(chr(what))
            case ops.RANGE:
                found += "-".join(re.escape(chr(code)) for code in what)
            case ops.CATEGORY:
                found += _CATEGORIES[what]
    return f"[^{found}]" if members[0][0] is ops.NEGATE else f"[{found}]"


_KINDS: dict[Any, Callable[[Any], list[Way]]] = {
    ops.ANY: lambda _: [("x",), (" ",)],
    ops.NOT_LITERAL: lambda code: _letters([(ops.NEGATE, None), (ops.LITERAL, code)]),
    ops.IN: _letters,
    ops.BRANCH: _branches,
    ops.SUBPATTERN: lambda what: _sequence(what[-1]),
    ops.ATOMIC_GROUP: _sequence,
    ops.MAX_REPEAT: _repeated,
    ops.MIN_REPEAT: _repeated,
    ops.POSSESSIVE_REPEAT: _repeated,
    ops.ASSERT: lambda what: _sequence(what[1]),
    ops.ASSERT_NOT: lambda what: [(), *_sequence(what[1])],
}
