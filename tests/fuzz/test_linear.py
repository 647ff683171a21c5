"""No pattern takes longer for each letter of a long text than of a short one, whatever the text."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterable
from itertools import islice
from pkgutil import iter_modules

import pytest

import histparse
from histparse.parsing.dialects.base import dialects
from histparse.parsing.summaries.base import summaries
from tests.conftest import SOAK
from tests.fuzz.patterns import MADE, Use, made_in_functions, modules, of_code, of_dialect, of_grammar
from tests.fuzz.pumps import Attack, attacks, find_slow, odd, ways, words
from tests.parsing.reading import hand_texts
from tests.samples import of_site, summaries_of

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="only the time of the processor tells")


MOST = None if SOAK else 100
"""Attacks on each pattern in `make test`; at length all of them."""
STEPS = sorted({module.name for module in iter_modules(histparse.__path__, "histparse.")} - {"histparse.__main__"})


KNOWN_BAD = [
    Use("cards in a pattern", r"\[(?:(?:[2-9TJQKA][cdhs]|[Xx?]{1,2})[ ,]*)+\]", 0, "sub"),
    Use("a line of stars", r"\n?\*{4,} ?# ?\d+ ?\*{4,}\Z", 0, "sub"),
    Use("figures in a pattern", r"\d[\d,]*(?:\.\d+)?€|\d[\d,]*\.\d+", 0, "sub"),
    Use("a waiver", r"([A-Z]{3}\d\d)\s+(\S.*?)\s*(?:#.*)?", 0, "fullmatch"),
    Use(
        "a club and a mix", r"([^#]{1,40}?) #(\d{1,20}):(?: +\{(.*)\})? +(\S[^()]*) \((?:Razz) Limit\)", 0, "fullmatch"
    ),
    Use(
        "blanks before a game", r"[^#]{1,40} #(\d{1,20}): +(?:([^()]*? Limit)\b|([^()]+?)(?= [(-]|$)).*", 0, "fullmatch"
    ),
    Use("talk of a stranger", r'(.+?) said, ".*"', 0, "fullmatch"),
    Use("cards and words of a stranger", r"(.+?): shows \[(..)?\](?: \((?:Lo: )?(.*)\))?", 0, "fullmatch"),
]
"""As they, or parts of them, once were."""


def worst(use: Use, lines: Iterable[str] = (), most: int | None = MOST) -> Attack | None:
    """The text that such a pattern takes too long for, if there is one among so many, spread over all."""
    texts = [*ways(use.pattern, use.flags), *map(words, lines)]
    within_a_line = use.way == "fullmatch"
    letters = odd(use.pattern) - ({"\n"} if within_a_line else set())
    attempts = attacks(texts, letters)
    spread = attempts[:: -(-len(attempts) // most)] if most else attempts
    return find_slow(use.run(), spread)


def expect_linear(use: Use, lines: Iterable[str] = ()) -> None:
    attack = worst(use, lines)
    assert not attack, (use, attack)


@pytest.mark.nightly(1)
@pytest.mark.parametrize("use", KNOWN_BAD, ids=lambda use: use.where)
def test_slow_patterns_are_found_out(use: Use) -> None:
    assert worst(use, most=None)


@pytest.mark.nightly(1)
@pytest.mark.parametrize("site", [*dialects(), *(kind.grammar_name() for kind in summaries().values())])
def test_terminals_are_linear(site: str) -> None:
    lines = _lines(site)
    for use in of_grammar(site):
        fitting = (line for line in lines if re.fullmatch(use.pattern, line))
        expect_linear(use, islice(fitting, 2))


@pytest.mark.nightly(2)
@pytest.mark.parametrize("site", dialects())
def test_beginnings_are_linear(site: str) -> None:
    for use in of_dialect(dialects()[site]):
        expect_linear(use)


@pytest.mark.nightly(3)
@pytest.mark.parametrize("step", STEPS)
def test_patterns_of_the_code_are_linear(step: str) -> None:
    for module in modules():
        if f"{module.__name__}.".startswith(f"{step}."):
            for use in of_code(module):
                expect_linear(use)


@pytest.mark.nightly
def test_patterns_are_bound_to_names() -> None:
    """Else nobody could find them: only patterns of grammars and dialects are put together elsewhere."""
    assert {module.__name__ for module in modules() if made_in_functions(module)} <= MADE
    bound = {module.__name__ for module in modules() if any(of_code(module))}
    assert {"histparse.parsing.doctor", "histparse.reader.text", "histparse.api.judging"} <= bound


def _lines(site: str) -> list[str]:
    """Every line of the samples of that site, the shortest first."""
    name = site.removesuffix("_summary")
    files = of_site(site) if name == site else summaries_of(name)
    hands = (hand for file in files for hand in hand_texts(file))
    lines = {line.strip() for hand in hands for line in hand.text.split("\n")}
    return sorted(lines, key=lambda line: (len(line), line))
