"""The sample histories of the sites that can be written equal the writer's output, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from histparse.flow import read
from tests.dealer.writing import sites, writer
from tests.samples import of_site

FILES = [file for site in sites() for file in of_site(site)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_samples_are_written_as_they_stand(file: Path) -> None:
    written = 0
    for result in read(file):
        if result.hand is not None and result.text is not None:
            printed = [bare(line) for _, line in writer(file.parent.name).lines(result.hand)]
            # In a file of several PHH hands each has a heading of its own.
            assert list(map(bare, result.text.text.split("\n")))[-len(printed) :] == printed
            written += 1
    assert written


def bare(line: str) -> str:
    """The line without trailing blanks, and without a mark that Full Tilt prints inconsistently."""
    return line.rstrip().removesuffix(", is sitting out")
