"""Names say what a thing is: hardly any is made of words that could stand for everything.

Code full of `found`, `one` and `said` reads smoothly, but can neither be searched nor reviewed.
"""

from __future__ import annotations

import keyword
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("histparse", "tests", "docs", "benchmarks")
MOST = 10
"""Vague names of 1,000."""
VAGUE = """
    about above also alone and another apart around as aside asked at away back be because been before began begun
    behind below beside between both by came come comes done each either else enough ever every far few fewer for found
    from further gained gave given gives go goes gone got had has have her here hers him his how if in it its just kept
    know later less like lone many meant met might mine much must needed neither never nor not noted nothing of off once
    one ones only onto or other others otherwise our out own per rather said same saw says seen shall she should since
    so some somebody something spoken stood such taken takes than that the their them themselves then there these they
    thing things this those though till to together told too took toward truly turned twice under unless until unto upon
    us very was well went were what whatever when wherever whether which while who whom whose why with within without
    worth would yet you
"""
"""Words that say neither what a thing is nor what is done to it."""
WORDS = frozenset(VAGUE.split())


def names_in(file: Path) -> Iterator[str]:
    """Every name in a module, as often as it is written."""
    with file.open("rb") as text:
        for token in tokenize.tokenize(text.readline):
            if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                yield token.string


def is_vague(name: str) -> bool:
    words = [word for word in name.lower().split("_") if word]
    return bool(words) and WORDS.issuperset(words)


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_say_what_they_name(folder: str) -> None:
    names = Counter(name for file in (ROOT / folder).rglob("*.py") for name in names_in(file))
    vague = Counter({name: times for name, times in names.items() if is_vague(name)})
    assert 1_000 * vague.total() / names.total() <= MOST, vague.most_common(40)
    assert vague, "the words are looked for"
