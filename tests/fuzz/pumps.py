"""Texts that make a pattern work as hard as it can, made of its own parts, and how its time grows with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, groupby
from re import _constants as ops  # what `re` itself reads patterns with
from re import _parser as parser
from time import process_time
from typing import Any, NamedTuple

STEPS = (14, 22, 36, 100, 500)
"""Lengths that every attack is tried with: what grows beyond all bounds is found out while it is short."""
WORST = 12
"""Those attacks that took most at the last of these lengths are tried with long texts."""
INFIX = 4
"""Parts of a text, one after another, that are repeated together."""
NEAR = 6
"""Letters before and behind them; what stands further away makes no other attack."""
QUICK = 1e-3
"""Seconds whose growth does not matter."""
TIMES, GROWTH = 4, 8.0
"""Of four times the letters a linear pattern takes four times as long; any other takes 16 times as long, or more."""
LEAST, PER_LETTER = 100e-6, 3e-6
"""Seconds that a pattern may take for any text, and more for each letter of it, whatever its growth."""
ROUNDS, LOOKS = 5, 3
"""A busy machine may be slow in all rounds of a look, but hardly in each look at the long text alone."""

Way = tuple[str, ...]
"""A text that a pattern fits, or nearly so, in parts."""
Run = Callable[[str], object]


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


def slow(run: Run, attacks: Iterable[Attack], longest: int) -> Attack | None:
    """One of these attacks whose time grows faster than its length, or that takes too long as it is."""
    took: dict[Attack, float] = {}
    for attack in attacks:
        for times in map(attack.times, STEPS):
            took[attack] = _seconds(run, text := attack.text(times))
            if took[attack] > LEAST and _costs_too_much(run, text):
                return attack
    worst = sorted(took, key=lambda attack: -took[attack])[:WORST]
    return next((attack for attack in worst if _grows(run, attack, longest)), None)


def _costs_too_much(run: Run, text: str) -> bool:
    """Looked at several times: a busy machine is slow only now and then."""
    return all(_seconds(run, text) > LEAST + len(text) * PER_LETTER for _ in range(ROUNDS))


def _grows(run: Run, attack: Attack, longest: int) -> bool:
    """Whether the time grows faster than the text, or is too long for it."""
    short, long = map(attack.text, (attack.times(longest) // TIMES, attack.times(longest)))
    return _seconds(run, long) >= QUICK and all(_looks_grown(run, short, long) for _ in range(LOOKS))


def _looks_grown(run: Run, short: str, long: str) -> bool:
    rounds = [(_seconds(run, short), _seconds(run, long)) for _ in range(ROUNDS)]
    quickest: list[float] = [min(times) for times in zip(*rounds, strict=True)]
    return quickest[1] > max(QUICK, GROWTH * quickest[0])


def _seconds(run: Run, text: str) -> float:
    begin = process_time()
    run(text)
    return process_time() - begin


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
    pattern = re.compile(_written(members))
    found = [letter for letter in (*own, *"x1 X-.(") if pattern.match(letter)] or ["\n"]
    return [(letter,) for letter in dict.fromkeys((found[0], found[-1]))]


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
_CATEGORIES = {
    ops.CATEGORY_DIGIT: r"\d",
    ops.CATEGORY_NOT_DIGIT: r"\D",
    ops.CATEGORY_SPACE: r"\s",
    ops.CATEGORY_NOT_SPACE: r"\S",
    ops.CATEGORY_WORD: r"\w",
    ops.CATEGORY_NOT_WORD: r"\W",
}


def _written(members: list[tuple[Any, Any]]) -> str:
    """The set as a pattern."""
    written = ""
    for kind, what in members:
        match kind:
            case ops.LITERAL:
                written += re.escape(chr(what))
            case ops.RANGE:
                written += "-".join(re.escape(chr(code)) for code in what)
            case ops.CATEGORY:
                written += _CATEGORIES[what]
    return f"[^{written}]" if members[0][0] is ops.NEGATE else f"[{written}]"
