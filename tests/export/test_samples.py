"""Sample histories, and real ones beside this checkout, equal what the writers make of them, word for word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from histparse.flow import parse_file
from tests.dealer.writing import sites, writer
from tests.samples import of_site

FILES = [file for site in sites() for file in of_site(site)]
REAL = {
    "fulltilt": (
        *("cash-0.10-0.20-201011", "cash-10-20-201101-dead-hand", "cash-150-300-201011-sitting-out"),
        *("cash-150-300-201012", "cash-1500-3000-201101-archive", "cash-20-40-201101-partial"),
        "cash-5-10-201211-dead-sb",
    ),
    "kingsclub": ("cash-8gamemix-40-80-202101",),
    "merge": ("",),
    "winamax": ("cash-8games-25-50eur-201611",),
}
"""By site, what the names of the files begin with that are written word for word."""
MOMENT = re.compile(r' (?:sequence|timestamp)="\d+"')
"""Which no record keeps."""


@pytest.mark.nightly(31)
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_samples_are_written_as_they_stand(file: Path) -> None:
    expect_same_words(file)


@pytest.mark.parametrize("site", REAL)
def test_real_hands_are_written_as_they_were(site: str, real_histories: Path) -> None:
    files = [file for file in sorted((real_histories / site).iterdir()) if file.name.startswith(REAL[site])]
    assert len(files) >= len(REAL[site])
    for file in files:
        expect_same_words(file)


def expect_same_words(file: Path) -> None:
    """Each hand that is read from there is written as it stands."""
    written = 0
    for result in parse_file(file):
        if result.hand is not None and result.text is not None:
            printed = [bare(line) for _, line in writer(file.parent.name).lines(result.hand)]
            original = list(map(bare, result.text.text.split("\n")))
            if file.parent.name == "fulltilt":  # one archive has no line between header and seats
                printed, original = list(filter(None, printed)), list(filter(None, original))
            # In a file of several PHH hands each has a heading of its own.
            assert original[-len(printed) :] == printed
            written += 1
    assert written


def bare(line: str) -> str:
    """The line without trailing blanks, moments, and a mark that Full Tilt prints inconsistently."""
    return MOMENT.sub("", line.rstrip()).removesuffix(", is sitting out")
