"""The two lanes agree: whatever hand is called plain has no finding, and every cell of its rows is the same."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest

from histparse.columnar.lane import follows
from histparse.model.house import house_of
from histparse.parsing.dialects import dialects
from tests.columnar.agreement import Comparison, in_batches, of_files
from tests.samples import of_site

SITES = [site for site in sorted(dialects()) if follows(site, house_of(site))]
LEAST, LEAST_OF_A_GAME = 0.95, 0.9
"""The share of legal hands that must be plain: of all games together, and of each."""
SOME = 3
"""Hands of a sample."""


@pytest.mark.parametrize("site", SITES)
def test_compiled_code_agrees_with_the_reference_lane(
    site: str, comparisons: Callable[[str], dict[str, Comparison]]
) -> None:
    compared = comparisons(site)
    for kind, comparison in compared.items():
        assert comparison.hands > 0, kind
        assert not comparison.wrong, "\n\n".join(comparison.wrong)
        assert not comparison.different, "\n".join(comparison.different)
        assert not comparison.failed, "\n".join(comparison.failed)
    dealt = [comparison for kind, comparison in compared.items() if kind.startswith("dealt")]
    assert all(comparison.plain >= LEAST_OF_A_GAME * comparison.hands for comparison in dealt), dealt
    assert sum(each.plain for each in dealt) >= LEAST * sum(each.hands for each in dealt)
    assert compared["broken"].plain == 0


@pytest.mark.parametrize("site", SITES)
def test_so_do_the_functions_that_are_compiled(site: str) -> None:
    hands = [hand for file in of_site(site) for hand in islice(of_files([file]), SOME)]
    comparison = in_batches(hands)
    assert comparison.plain > len(hands) / 2
    assert not comparison.wrong
    assert not comparison.different
